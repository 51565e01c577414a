"""ARFF of tables, as OpenML uses it: nominal, numeric and text columns -> a frame, exactly.

The grammar is the one of `arff`. Dates and relations are refused by name; a sparse file is read,
and says that it was one. liac-arff and SciPy are not used: docs/decisions/017.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pybench.base.errors import InputError, SeriesError, SuiteError, refusal
from pybench.base.text import counted, shown
from pybench.read.arff_header import NUMERIC, Attribute, Declarations, read_declarations
from pybench.read.arff_text import BadText, Token, dense, sparse
from pybench.read.files import series_lines
from pybench.read.rectangle import BLOCK, NotNumber, block, numbers

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pandas as pd

MISSING = "?"
_SPECIAL = (
    bytes(range(33)) + b"'\"{}%\\"
)  # a row without these is split at its commas and nothing else


@dataclass(frozen=True, eq=False)
class ArffTable:
    """What an ARFF file holds.

    Attributes
    ----------
    relation : str
        Name of the data.
    attributes : tuple of Attribute
        Names, types and declared levels, in order.
    frame : pandas.DataFrame
        Numeric columns as float64, NaN where missing; nominal ones as Categorical with the declared
        levels in their order; texts as objects, None where missing.
    sparse : bool
        Whether a row was written as ``{place value, ...}``.
    """

    relation: str
    attributes: tuple[Attribute, ...]
    frame: pd.DataFrame
    sparse: bool


def read_arff_table(data: bytes, file: str | None = None) -> ArffTable:
    r"""Read the bytes of an ARFF file of a table.

    Parameters
    ----------
    data : bytes
        The whole file, UTF-8.
    file : str, optional
        Its name, for errors.

    Raises
    ------
    SuiteError
        At the first defect, with line and column (the place of the attribute): an undeclared
        level, a number that is none or infinite, a row of another length, a date attribute.

    Examples
    --------
    >>> text = b"@relation toy\n@attribute x real\n@attribute y {a,b}\n@data\n1.5,a\n?,b\n"
    >>> table = read_arff_table(text)
    >>> table.frame["x"].tolist(), table.frame["y"].tolist()
    ([1.5, nan], ['a', 'b'])
    """
    if not data.strip():
        hint = "Check that the file was written completely."
        raise refusal("an ARFF file", "an empty file", hint, file=file, kind=SuiteError)
    try:
        lines = series_lines(data, file)
    except SeriesError as error:  # the checks of bytes are those of every text file
        expected, found, hint = error.expected or "", error.found or "", error.hint or ""
        line, column = error.line, error.column
        raise refusal(
            expected, found, hint, file=file, line=line, column=column, kind=SuiteError
        ) from None
    declared = read_declarations(lines, file, SuiteError)
    _check_types(declared, file)
    rows = _Rows(declared, file)
    for batch in _batches(lines, declared.length):
        rows.add(batch)
    return rows.table()


def _check_types(declared: Declarations, file: str | None) -> None:
    relational = [a.name for a in declared.attributes if a.type == "relational"]
    if relational or not declared.attributes:
        found = f"the relational attribute {shown(relational[0])}" if relational else "none"
        hint = "A relation is a set of series: read_series reads it." if relational else "Add one."
        raise refusal("attributes of a table", found, hint, file=file, kind=SuiteError)


def _batches(lines: Sequence[bytes], start: int) -> Iterator[list[tuple[int, bytes]]]:
    """Give the rows with their line numbers, about `BLOCK` bytes at a time."""
    batch: list[tuple[int, bytes]] = []
    size = 0
    for number, line in enumerate(lines[start:], start=start + 1):
        text = line.strip(b" \t")
        if not text or text.startswith(b"%"):
            continue
        batch.append((number, text))
        size += len(text)
        if size > BLOCK:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


class _Rows:
    """The columns of a file as they grow, a batch of rows at a time."""

    def __init__(self, declared: Declarations, file: str | None) -> None:
        self.declared, self.file = declared, file
        self.width = len(declared.attributes)
        self.sparse = False
        self.parts: list[list[npt.NDArray[np.generic]]] = [[] for _ in declared.attributes]
        # Levels by their bytes: nothing of a plain row is decoded but texts.
        self.codes = [
            {level.encode(): i for i, level in enumerate(attribute.levels or ())}
            for attribute in declared.attributes
        ]

    def add(self, batch: list[tuple[int, bytes]]) -> None:
        columns = self._plain(batch) or self._any(batch)
        for place, (attribute, column) in enumerate(
            zip(self.declared.attributes, columns, strict=True)
        ):
            try:
                self.parts[place].append(self._values(attribute, place, column))
            except _Defect as defect:
                raise self._refused(batch[defect.row][0], defect.why) from None

    def _plain(self, batch: list[tuple[int, bytes]]) -> list[list[bytes | Token]] | None:
        """Return the columns of rows that hold nothing but values and commas, else None."""
        commas = self.width - 1
        for _, text in batch:
            if text.count(b",") != commas or text.translate(None, _SPECIAL) != text:
                return None
        fields: list[bytes | Token] = []
        for _, text in batch:
            fields.extend(text.split(b","))
        return [fields[place :: self.width] for place in range(self.width)]

    def _any(self, batch: list[tuple[int, bytes]]) -> list[list[bytes | Token]]:
        rows = []
        for number, text in batch:
            try:
                rows.append(self._tokens(text))
            except BadText as error:
                raise self._refused(number, error) from None
        return [list(column) for column in zip(*rows, strict=True)]

    def _tokens(self, text: bytes) -> list[Token]:
        if text.startswith(b"{"):
            self.sparse = True
            return sparse(text, self.declared.defaults)
        tokens = dense(text)
        if len(tokens) != self.width:
            hint = "Quote a value that contains a comma; write a missing value as ?."
            raise BadText(None, counted(self.width, "value"), str(len(tokens)), hint)
        return tokens

    def _values(
        self, attribute: Attribute, place: int, column: list[bytes | Token]
    ) -> npt.NDArray[np.generic]:
        import numpy as np

        if attribute.type in NUMERIC:
            return _numeric(place, column)
        if attribute.levels is None:
            return np.array([_text(place, row, v) for row, v in enumerate(column)], dtype=object)
        codes = self.codes[place]
        found = [_code(codes, value) for value in column]
        if None in found:
            row = found.index(None)
            hint = f"Declare it in the levels of {shown(attribute.name)}."
            value = column[row]
            text = value.text if isinstance(value, Token) else value.decode()
            if text == "":
                raise _Defect(row, _empty(place))
            raise _Defect(row, BadText(place, "a declared level", shown(text), hint))
        return np.array(found, dtype=np.int32)

    def table(self) -> ArffTable:
        import numpy as np
        import pandas as pd

        columns: dict[str, object] = {}
        for attribute, parts in zip(self.declared.attributes, self.parts, strict=True):
            values = np.concatenate(parts) if parts else _nothing(attribute)
            if attribute.levels is not None:
                levels: Any = pd.Index(list(attribute.levels), dtype=object)
                codes = values.astype(np.int32)
                columns[attribute.name] = pd.Categorical.from_codes(codes, categories=levels)
            elif attribute.type in NUMERIC:
                columns[attribute.name] = values
            else:
                columns[attribute.name] = pd.Series(values, dtype=object)
        frame = pd.DataFrame(columns)
        return ArffTable(
            self.declared.relation, tuple(self.declared.attributes), frame, self.sparse
        )

    def _refused(self, line: int, error: BadText) -> InputError:
        column = None if error.place is None else str(error.place + 1)
        return refusal(
            error.expected,
            error.found,
            error.hint,
            file=self.file,
            line=line,
            column=column,
            kind=SuiteError,
        )


class _Defect(Exception):
    """What is wrong with a value, and in which row of its batch."""

    def __init__(self, row: int, why: BadText) -> None:
        super().__init__(row, why)
        self.row, self.why = row, why


def _numeric(place: int, column: list[bytes | Token]) -> npt.NDArray[np.float64]:
    import numpy as np

    fields = []
    for row, value in enumerate(column):
        if isinstance(value, Token):
            if value == Token(MISSING, True):
                hint = "Take the quotes off: in quotes it is a text."
                raise _Defect(row, BadText(place, "a number", "a quoted `?`", hint))
            value = value.text.encode().replace(b",", b"\0")  # no number, and no two fields
        fields.append(value)
    values = block([b",".join(fields)], b",", b"?", len(fields))
    if values is not None:
        return values
    try:
        return np.array(numbers(b",".join(fields), b",", b"?"))
    except NotNumber as error:
        why = BadText(place, error.expected, error.found, error.hint)
        raise _Defect(error.place, why) from None


def _code(codes: dict[bytes, int], value: bytes | Token) -> int | None:
    """Return the place of a level, -1 for a missing value, None for an undeclared one."""
    if isinstance(value, Token):
        if not value.quoted and value.text == MISSING:
            return -1
        return codes.get(value.text.encode())
    return -1 if value == b"?" else codes.get(value)


def _text(place: int, row: int, value: bytes | Token) -> str | None:
    if isinstance(value, Token):
        return None if not value.quoted and value.text == MISSING else value.text
    if value == b"":
        raise _Defect(row, _empty(place))
    return None if value == b"?" else value.decode("utf-8")


def _empty(place: int) -> BadText:
    return BadText(place, "a value", "an empty field", "Write a missing value as ?.")


def _nothing(attribute: Attribute) -> npt.NDArray[np.generic]:
    import numpy as np

    if attribute.levels is not None:
        return np.empty(0, np.int32)
    return np.empty(0, np.float64 if attribute.type in NUMERIC else object)
