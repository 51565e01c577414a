"""What ``pybench validate --all`` prints and writes: the certificate of both languages."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.table import Table
from rich.text import Text

from pybench.base.errors import ArgumentError, LanguagesDisagree
from pybench.base.text import counted
from pybench.cli import screen
from pybench.reporting.languages import allowed, difference
from pybench.store import atomic

if TYPE_CHECKING:
    from pybench.base.result import Result
    from pybench.certificate.result import Certificate, Figure, Line

ENDINGS = (".csv", ".json")
_HINT = (
    "Please report this difference, together with the table: one of the two implementations is "
    "wrong."
)


def check_out(out: Path | None) -> None:
    """Refuse a file that cannot be written or has another ending, before computing."""
    if out is None:
        return
    if out.suffix not in ENDINGS:
        found = out.suffix or "none"
        raise ArgumentError(
            f"expected --out with an ending of {' or '.join(ENDINGS)}, found {found}",
            expected=" or ".join(ENDINGS),
            found=found,
            hint="A .csv file has one row per quantity; a .json file can be read with "
            "load_result().",
        )
    atomic.require_writable(out)


def write(found: Result, out: Path | None) -> None:
    """Write the result in the format of the file's ending."""
    if out is None:
        return
    if out.suffix == ".csv":
        text = found.to_frame().to_csv(index=False, lineterminator="\n")
    else:
        text = json.dumps(found.to_dict(), indent=1, allow_nan=False) + "\n"
    atomic.write_text(out, text)


def show(found: Certificate) -> None:
    """Print one line per statistic, published figures, disagreements, refusals, a summary."""
    out = screen.wide()
    out.print(_grid(found.lines()))
    out.print()
    out.print(_figures(found.figures))
    for row in found.apart:
        text = f"DIFFERS {row.agreement} [{row.table}, {row.settings}]"
        out.print(screen.literal(text, "red"), soft_wrap=True)
    for why, what in found.reasons():
        text = f"not compared: {', '.join(what)}\n  {why}"
        out.print(screen.literal(text, "dim"), soft_wrap=True)
    out.print(screen.literal(summary(found)), soft_wrap=True)


def summary(found: Certificate) -> str:
    """Return one sentence: what was compared, by which versions, and whether it agrees."""
    verdict = "agree" if found.agrees else "DISAGREE"
    values = sum(row.values for row in found.rows)
    met = sum(figure.agrees for figure in found.figures)
    v = found.versions
    return (
        f"Python {v['python']} and R {v['r']} {verdict}: "
        f"{counted(len(found.lines()), 'statistic')}, {values:,} values; both reproduce {met} of "
        f"{counted(len(found.figures), 'published figure')} (pybench {v['pybench']})"
    )


def require_agreement(found: Certificate) -> None:
    """Raise `LanguagesDisagree` with the statistics that exceed their tolerances."""
    names = dict.fromkeys(
        [row.statistic for row in found.apart]
        + [f"{one.statistic} (published)" for one in found.figures if not one.agrees]
    )
    if names:
        raise LanguagesDisagree(
            f"Python and R disagree on {counted(len(names), 'statistic')}: {', '.join(names)}",
            expected="agreement within tolerances.csv",
            found=", ".join(names),
            hint=_HINT,
        )


def _grid(lines: tuple[Line, ...]) -> Table:
    grid = _table(
        "module", "statistic", "values", "difference", "allowed", "of", "", right=(2, 3, 4)
    )
    for line in lines:
        row = line.worst.agreement
        field = row.quantity.partition(".")[2]
        shown = (difference(row), allowed(row), field) if row.difference else ("none", "", "")
        grid.add_row(line.room, line.statistic, f"{line.values:,}", *shown, _verdict(line.agrees))
    return grid


def _figures(figures: tuple[Figure, ...]) -> Table:
    grid = _table("published", "printed", "Python", "R", "", right=(1, 2, 3))
    for one in figures:
        ours, theirs = (f"{value:.6g}" for value in (one.python, one.r))
        what = screen.literal(f"{one.statistic}: {one.what} [{one.table}]")
        grid.add_row(what, one.printed, ours, theirs, _verdict(one.agrees))
    return grid


def _table(*headers: str, right: tuple[int, ...]) -> Table:
    grid = Table(box=None, padding=(0, 1, 0, 0), header_style="dim")
    for index, header in enumerate(headers):
        side: Any = "right" if index in right else "left"
        grid.add_column(header, justify=side, overflow="fold")
    return grid


def _verdict(agrees: bool) -> Text:
    return screen.literal("agrees", "green") if agrees else screen.literal("DIFFERS", "red")
