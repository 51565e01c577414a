"""The certificate: one row per quantity and table, one line per statistic."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from pybench.base.result import Result
from pybench.base.text import counted, lined
from pybench.bridge.agreement import Agreement

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, slots=True)
class LargestDifference:
    """The largest difference between the languages in one quantity of one table."""

    room: str  #: "compare", "landscape", "select", "optimal", "items" or "suite"
    statistic: str  #: name of the function, in R with ``pb_`` before it
    table: str  #: the table used
    settings: str  #: the options with the largest difference
    values: int  #: number of values compared, over all settings
    apart: int  #: settings in which it is beyond the tolerance
    agreement: Agreement  #: the largest difference, both values and the tolerance


@dataclass(frozen=True, slots=True)
class Figure:
    """One published figure, and the values of both languages."""

    table: str  #: the table that it was computed from
    statistic: str  #: public name of the function
    what: str  #: the field, and the method
    printed: str  #: as in the paper, digit for digit
    python: float  #: Python's value
    r: float  #: R's value
    source: str  #: paper and page

    @property
    def half_unit(self) -> float:
        """Half a unit of the last printed digit."""
        return 0.5 * 10.0 ** -len(self.printed.partition(".")[2])

    @property
    def agrees(self) -> bool:
        """Whether both languages round to what is printed."""
        allowed = self.half_unit * (1 + 1e-9)
        return all(abs(value - float(self.printed)) <= allowed for value in (self.python, self.r))


@dataclass(frozen=True, slots=True)
class Line:
    """One statistic over all tables and settings, as printed in a certificate."""

    room: str
    statistic: str
    values: int  #: number of values compared
    worst: LargestDifference  #: the one nearest to its tolerance, or farthest beyond it

    @property
    def agrees(self) -> bool:
        """Whether all compared values are within their tolerance."""
        return self.worst.agreement.agrees


@dataclass(frozen=True, slots=True, eq=False)
class Certificate(Result):
    """Comparison of Python and R in everything that pybench computes in both. Made by `certify`."""

    rows: tuple[
        LargestDifference, ...
    ]  #: by room, statistic, table and quantity, in the order asked
    figures: tuple[Figure, ...]  #: published figures and both languages' values
    refused: tuple[tuple[str, str], ...]  #: (statistic [table, settings], reason): both refuse
    versions: Mapping[str, str]  #: of pybench and of the software used

    schema: ClassVar[str] = "certificate/1"

    @property
    def agrees(self) -> bool:
        """Whether all quantities are within tolerance and all published figures are matched."""
        return not self.apart and all(figure.agrees for figure in self.figures)

    @property
    def apart(self) -> tuple[LargestDifference, ...]:
        """The rows beyond their tolerance."""
        return tuple(row for row in self.rows if not row.agreement.agrees)

    def lines(self) -> tuple[Line, ...]:
        """Return one line per statistic."""
        found: dict[tuple[str, str], list[LargestDifference]] = {}
        for row in self.rows:
            found.setdefault((row.room, row.statistic), []).append(row)
        return tuple(
            Line(*name, sum(row.values for row in rows), max(rows, key=_strain))
            for name, rows in found.items()
        )

    def reasons(self) -> list[tuple[str, list[str]]]:
        """Return each reason why both languages refuse calls, with the refused calls."""
        found: dict[str, list[str]] = {}
        for what, why in self.refused:
            found.setdefault(why, []).append(what)
        return [*found.items()]

    def to_frame(self) -> pd.DataFrame:
        """Return one row per quantity and table, with the largest difference of Python from R."""
        import pandas as pd

        return pd.DataFrame(
            [
                {
                    "room": row.room,
                    "statistic": row.statistic,
                    "quantity": row.agreement.quantity,
                    "table": row.table,
                    "settings": row.settings,
                    "values": row.values,
                    "python": row.agreement.python,
                    "r": row.agreement.r,
                    "difference": row.agreement.difference,
                    "relative": row.agreement.relative,
                    "tolerance": row.agreement.tolerance,
                    "agrees": row.agreement.agrees,
                }
                for row in self.rows
            ]
        )

    def __str__(self) -> str:
        verdict = "agree" if self.agrees else "DISAGREE"
        lines, values = self.lines(), sum(row.values for row in self.rows)
        size = f"{counted(len(lines), 'statistic')}, {counted(values, 'value')}"
        met = sum(figure.agrees for figure in self.figures)
        bad = (f"  BAD {row.agreement} [{row.table}, {row.settings}]" for row in self.apart)
        return lined(
            [
                f"Python and R {verdict}: {size}",
                *bad,
                *(f"  ok  {_said(line)}" for line in lines if line.agrees),
                f"  {met} of {counted(len(self.figures), 'published figure')} reproduced by both",
                *(f"  not compared: {', '.join(what)}: {why}" for why, what in self.reasons()),
            ]
        )


def worst_of(rows: Iterable[LargestDifference]) -> Iterator[LargestDifference]:
    """Join the rows of one quantity and table: keep the worst of all settings."""
    found: dict[tuple[str, str, str, str], LargestDifference] = {}
    for row in rows:
        key = (row.room, row.statistic, row.table, row.agreement.quantity)
        known = found.get(key)
        found[key] = row if known is None else _joined(known, row)
    yield from found.values()


def _joined(first: LargestDifference, second: LargestDifference) -> LargestDifference:
    worst = max(first, second, key=_strain)
    return LargestDifference(
        worst.room, worst.statistic, worst.table, worst.settings, first.values + second.values,
        first.apart + second.apart, worst.agreement,
    )  # fmt: skip


def _strain(row: LargestDifference) -> tuple[bool, float]:
    return not row.agreement.agrees, row.agreement.strain


def _said(line: Line) -> str:
    if not line.worst.agreement.difference:
        return f"{line.statistic}: equal"
    return str(line.worst.agreement)
