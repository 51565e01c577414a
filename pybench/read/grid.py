"""A table before interpretation: named columns of plain values, and the place of each row."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any, Literal

from pybench.base.errors import InputError, refusal
from pybench.base.text import shown, shown_names, shown_numbers

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

Kind = Literal["fields", "floats", "integers", "texts", "objects", "other"]
ROW_NUMBERS = (
    "Name the column. Row numbers are left out with index=False (pandas), row.names = FALSE (R)."
)
LAST_DELIMITER = "Name the column, or remove the delimiter at the end of the line."


class Names:
    """Names with repetitions: of row i ``labels[codes[i]]``, labels by first appearance."""

    __slots__ = ("codes", "labels")

    def __init__(self, codes: npt.NDArray[np.intp], labels: list[str]) -> None:
        self.codes, self.labels = codes, labels

    @classmethod
    def of(cls, names: Iterable[str]) -> Names:
        """Return names that are given one by one."""
        import numpy as np

        places: dict[str, int] = {}
        codes = [places.setdefault(name, len(places)) for name in names]
        return cls(np.array(codes, dtype=np.intp), list(places))

    @classmethod
    def coded(cls, codes: npt.NDArray[np.integer], labels: Sequence[str]) -> Names:
        """Return names that are given by codes of labels in any order, each of them once."""
        import numpy as np

        used, first, places = np.unique(codes, return_index=True, return_inverse=True)
        order = np.argsort(first)
        rank = np.empty(len(order), np.intp)
        rank[order] = np.arange(len(order))
        return cls(rank[places], [labels[int(used[place])] for place in order])

    def __len__(self) -> int:
        return len(self.codes)

    def __getitem__(self, row: int) -> str:
        return self.labels[int(self.codes[row])]

    def __iter__(self) -> Iterator[str]:
        return map(self.labels.__getitem__, self.codes.tolist())


@dataclass(frozen=True, slots=True, eq=False)
class Column:
    """One column.

    Attributes
    ----------
    name : str
        As in the source.
    kind : {"fields", "floats", "integers", "texts", "objects", "other"}
        Fields of a text file; a float64 array, NaN if missing; lists of int, of str and of any
        values, None if missing; nothing usable.
    values : list, ndarray or Names
        One value per row; empty for kind "other", unless they are true or false.
    type : str
        Type name in the source, for errors.
    """

    name: str
    kind: Kind
    values: Sequence[Any] | npt.NDArray[np.float64] | Names
    type: str


@dataclass(frozen=True, slots=True)
class RawTable:
    """Columns of equal length; ``file``, and for a text file ``lines``: where each row starts.

    For rows of several files, ``where`` names the place of each row.
    """

    columns: Sequence[Column]
    n_rows: int
    file: str | None = None
    lines: Sequence[int] | None = None
    where: Sequence[str] | None = None

    @property
    def names(self) -> list[str]:
        """Names of the columns."""
        return [column.name for column in self.columns]

    def rows(self, kept: Sequence[int]) -> RawTable:
        """Return a table of some rows, which keep their places."""
        return replace(
            self,
            columns=[replace(column, values=_taken(column, kept)) for column in self.columns],
            n_rows=len(kept),
            lines=None if self.lines is None else [self.lines[row] for row in kept],
            where=[self.place(row) for row in kept] if self.lines is None else self.where and [
                self.where[row] for row in kept
            ],
        )  # fmt: skip

    def refusal(
        self,
        expected: str,
        found: str,
        hint: str,
        *,
        line: int | None = None,
        column: str | None = None,
    ) -> InputError:
        """Return an error about the table, or a line or column of it."""
        return refusal(expected, found, hint, file=self.file, line=line, column=column)

    def header_refusal(
        self, expected: str, found: str, hint: str, column: str | None = None
    ) -> InputError:
        """Return an error about the names of the columns, on the first line in a file."""
        line = None if self.lines is None else 1
        return self.refusal(expected, found, hint, line=line, column=column)

    def cell_refusal(
        self, expected: str, found: str, hint: str, row: int, column: str
    ) -> InputError:
        """Return an error about one cell: by its line, or in memory by its row."""
        if self.lines is None:
            found += f" in {self.place(row)}"
        return self.refusal(expected, found, hint, line=self.line(row), column=column)

    def line(self, row: int) -> int | None:
        """Return the line on which a row starts, None in memory."""
        return None if self.lines is None else self.lines[row]

    def place(self, row: int) -> str:
        """Return the place of a row: its file, its line, or "row 1" in memory."""
        if self.where is not None:
            return self.where[row]
        return f"row {row + 1}" if self.lines is None else f"line {self.lines[row]}"

    def places(self, rows: Sequence[int]) -> str:
        """Return "lines 2, 5" for a file, "rows 1, 4" in memory, or the files of rows."""
        if self.where is not None:
            return shown_names([self.where[row] for row in rows])
        if self.lines is None:
            return f"rows {shown_numbers([row + 1 for row in rows])}"
        return f"lines {shown_numbers([self.lines[row] for row in rows])}"


def _taken(column: Column, kept: Sequence[int]) -> Any:
    import numpy as np

    values = column.values
    if isinstance(values, Names):
        return Names.coded(values.codes[list(kept)], values.labels)
    if isinstance(values, np.ndarray):
        return values[list(kept)]
    return [values[row] for row in kept] if len(values) else values


def check_column_names(grid: RawTable) -> None:
    """Refuse a column without a name and a name shared by several columns."""
    for position, name in enumerate(grid.names, start=1):
        if not name:
            found = f"column {position} without one"
            hint = ROW_NUMBERS if position == 1 else LAST_DELIMITER
            raise grid.header_refusal("a name for every column", found, hint, str(position))
    for name, times in Counter(grid.names).items():
        if times > 1:
            found = f"{shown(name)} {times} times"
            hint = "Rename or remove one of the columns."
            raise grid.header_refusal("every column name once", found, hint, name)


def coded_names(grid: RawTable, column: Column) -> Names:
    """Return a column of names (datasets, methods, resamples), as from `names_in`."""
    if isinstance(column.values, Names):
        return column.values
    return Names.of(names_in(grid, column))


def names_in(grid: RawTable, column: Column) -> list[str]:
    """Return a column of names, one by one; integers become their digits."""
    if column.kind == "fields" or isinstance(column.values, Names):
        return list(column.values)
    if column.kind in ("floats", "other"):
        raise _no_names(grid, column, column.type)
    return [_name(grid, column, row, value) for row, value in enumerate(column.values)]


def _name(grid: RawTable, column: Column, row: int, value: Any) -> str:
    name = text_of(value)
    if name is not None:
        return name
    if is_missing(value):
        hint = "Give every row a name."
        raise grid.cell_refusal("a name", "a missing value", hint, row, column.name)
    raise _no_names(grid, column, type(value).__name__)


def _no_names(grid: RawTable, column: Column, found: str) -> InputError:
    hint = "Convert the column to text first."
    return grid.refusal("names as text or integers", found, hint, column=column.name)


def text_of(value: Any) -> str | None:
    """Return a text, or an integer as its digits; None for anything else."""
    if isinstance(value, str):
        return str.__str__(value)  # the text itself, even if a subclass (an Enum) overrides str()
    is_integer = isinstance(value, Integral) and not isinstance(value, bool)
    return str(int(value)) if is_integer else None


def is_missing(value: Any) -> bool:
    """Return whether a value of a table in memory is None, NaN or pandas.NA."""
    if value is None or type(value).__name__ == "NAType":
        return True
    return isinstance(value, Real) and bool(value != value)
