"""A file of one dataset, one row per case and one column per variable -> DataTable.

CSV, ARFF, Parquet and Arrow; nothing is fixed. In ARFF the header declares the type of a column.
Elsewhere it is numeric if all its values are numbers, unless the caller declares it nominal.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from pybench.base.errors import (
    ArgumentError,
    DatasetError,
    InputError,
    ResultsTableError,
    SeriesError,
    refusal,
)
from pybench.base.text import shown, shown_names
from pybench.read.decimals import decimal, decimals
from pybench.read.grid import Column, RawTable, check_column_names
from pybench.read.numbers import LARGEST_INTEGER, MISSING

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pandas as pd

    Floats = npt.NDArray[np.float64]

FORMATS = {
    ".csv": "csv", ".tsv": "csv", ".arff": "arff", ".parquet": "parquet", ".pq": "parquet",
    ".arrow": "arrow", ".feather": "arrow", ".ipc": "arrow",
}  # fmt: skip
_MISSING = MISSING | {"?"}


@dataclass(frozen=True, slots=True, eq=False)
class Variable:
    """One column of a dataset.

    Attributes
    ----------
    name : str
    type : {"numeric", "nominal", "text"}
    values : (n,) float64, or n str or None
        NaN or None if missing.
    levels : tuple of str
        Of a nominal variable: as declared, or without a declaration those that occur, sorted.
    """

    name: str
    type: str
    values: Floats | Sequence[str | None]
    levels: tuple[str, ...] = ()

    def texts(self) -> list[str | None]:
        """Return the values as texts; a number as the shortest text that reads back exactly."""
        if self.type != "numeric":
            return list(self.values)
        return [None if value != value else _number_text(value) for value in self.values.tolist()]  # type: ignore[union-attr]


@dataclass(frozen=True, slots=True, eq=False)
class DataTable:
    """A dataset as in its file: n rows, the variables in order, the target among them."""

    variables: tuple[Variable, ...]
    n_rows: int
    sparse: bool = False  #: whether rows list only nonzero values, as ARFF allows
    file: str | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the variables."""
        return tuple(variable.name for variable in self.variables)

    def variable(self, name: str) -> Variable:
        """Return one variable.

        Raises
        ------
        DatasetError
            If no variable has that name.
        """
        for variable in self.variables:
            if variable.name == name:
                return variable
        expected = f"a column {shown(name)}"
        hint = "Name a column of the file."
        found = shown_names(self.names, 20)
        raise refusal(expected, found, hint, file=self.file, kind=DatasetError)

    def to_frame(self, names: Collection[str] | None = None) -> pd.DataFrame:
        """Return all or some variables as a frame: float64, categories, texts."""
        import pandas as pd

        wanted = [v for v in self.variables if names is None or v.name in names]
        columns = {v.name: _series(v) for v in wanted}
        return pd.DataFrame(columns, index=pd.RangeIndex(self.n_rows))


def format_of(name: str) -> str | None:
    """Return the format of a file by the ending of its name."""
    return FORMATS.get(PurePath(name).suffix.lower())


def read_table(
    data: bytes, *, format: str, file: str | None = None, nominal: Collection[str] = ()
) -> DataTable:
    """Read the bytes of one dataset.

    Parameters
    ----------
    data : bytes
        The whole file.
    format : {"csv", "arff", "parquet", "arrow"}
    file : str, optional
        Its name, for errors.
    nominal : collection of str
        Columns whose numbers are names (not in ARFF, which declares its types).

    Raises
    ------
    DatasetError
        At the first error, with line and column.
    ArgumentError
        If ``nominal`` names a column that the file does not have, or the file is ARFF.
    """
    readers: dict[str, Callable[[bytes, str | None], DataTable]] = {
        "csv": lambda data, file: _from_grid(_csv(data, file), nominal),
        "parquet": lambda data, file: _from_grid(_parquet(data, file), nominal),
        "arrow": lambda data, file: _from_grid(_ipc(data, file), nominal),
        "arff": _arff,
    }
    with as_dataset_error():
        table = readers[format](data, file)
    strange = [name for name in nominal if format == "arff" or name not in table.names]
    if strange:
        raise ArgumentError(
            "`nominal` must be empty for an ARFF file, whose header says which columns are nominal"
            if format == "arff"
            else f"`nominal` must name columns of the file, not {shown_names(strange)}",
            file=file,
            expected=shown_names(table.names, 20),
            found=shown_names(strange),
        )
    return table


@contextmanager
def as_dataset_error() -> Iterator[None]:
    """Convert errors of the readers of results and series into errors about a dataset."""
    try:
        yield
    except (ResultsTableError, SeriesError) as error:
        fields = {k: v for k, v in error.__dict__.items() if k != "message"}
        raise DatasetError(error.message, **fields) from error


def _csv(data: bytes, file: str | None) -> RawTable:
    from pybench.read.delimited import read_delimited

    return read_delimited(data, file=file)


def _parquet(data: bytes, file: str | None) -> RawTable:
    from pybench.read.arrow import read_parquet

    return read_parquet(data, file)


def _ipc(data: bytes, file: str | None) -> RawTable:
    from pybench.read.arrow import read_ipc

    return read_ipc(data, file)


def _from_grid(grid: RawTable, nominal: Collection[str]) -> DataTable:
    check_column_names(grid)
    if not grid.n_rows:
        hint = "Check that the file was written completely."
        raise grid.refusal("rows", "a header alone", hint)
    columns = (_variable(grid, column, column.name in nominal) for column in grid.columns)
    return DataTable(tuple(columns), grid.n_rows, False, grid.file)


def _variable(grid: RawTable, column: Column, nominal: bool) -> Variable:
    import numpy as np

    if column.kind == "floats" and not nominal:
        values = np.asarray(column.values, np.float64)
        infinite = np.flatnonzero(np.isinf(values))
        if len(infinite):
            hint = "Correct it, or leave it out as missing."
            row = int(infinite[0])
            raise grid.cell_refusal("a finite number", "an infinite one", hint, row, column.name)
        return Variable(column.name, "numeric", values)
    if column.kind in ("floats", "integers"):
        if column.kind == "integers":
            _refuse_large(grid, column)
        numeric = Variable(column.name, "numeric", np.array(column.values, np.float64))
        return _nominal(column.name, numeric.texts()) if nominal else numeric
    if column.kind == "fields":
        fields = [None if text in _MISSING else text for text in column.values]
        numbers = None if nominal else _numbers(fields)
        return _nominal(column.name, fields) if numbers is None else numbers_of(column, numbers)
    if column.kind == "texts":
        return _nominal(column.name, list(column.values))
    hint = "Write the column as numbers or as strings."
    raise grid.refusal("numbers or strings", column.type, hint, column=column.name)


def _refuse_large(grid: RawTable, column: Column) -> None:
    """Refuse integers that doubles may not hold: two of them could become one number or name."""
    for row, value in enumerate(column.values):
        if value is not None and abs(value) > LARGEST_INTEGER:
            hint = "Write the column as text."
            expected = "an integer of at most 2^53 in size"
            raise grid.cell_refusal(expected, shown(str(value)), hint, row, column.name)


def numbers_of(column: Column, values: Floats) -> Variable:
    """Return a column of numbers."""
    return Variable(column.name, "numeric", values)


def _nominal(name: str, texts: list[str | None]) -> Variable:
    levels = tuple(sorted({text for text in texts if text is not None}))
    return Variable(name, "nominal", texts, levels)


def _numbers(texts: Sequence[str | None]) -> Floats | None:
    """Return the doubles of texts, NaN for None; None if one is not a finite number."""
    import numpy as np

    joined = ",".join("?" if text is None else text for text in texts)
    if joined.count(",") != len(texts) - 1:
        return None
    values = decimals(joined.encode())
    if values is None:
        each = [decimal(b"?" if text is None else text.encode()) for text in texts]
        if None in each:
            return None
        values = np.array(each, np.float64)
    return None if np.isinf(values).any() else values


def _number_text(value: float) -> str:
    return str(int(value)) if value.is_integer() and abs(value) < 2**53 else repr(value)


def _series(variable: Variable) -> Any:
    import pandas as pd

    if variable.type == "nominal":
        return pd.Categorical(list(variable.values), categories=list(variable.levels))
    return variable.values if variable.type == "numeric" else list(variable.values)


def _arff(data: bytes, file: str | None) -> DataTable:
    from pybench.read.arff_table import read_arff_table

    columns, rows, sparse = read_arff_table(data, file)
    return DataTable(tuple(Variable(*column) for column in columns), rows, sparse, file)


def refused_cell(expected: str, found: str, hint: str, file: str | None, name: str) -> InputError:
    """Return the refusal of a value of a dataset whose line is not known."""
    return refusal(expected, found, hint, file=file, column=name, kind=DatasetError)
