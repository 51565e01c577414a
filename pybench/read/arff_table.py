"""ARFF of a table: attributes of every type, dense or sparse rows; grammar in `arff_text`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pybench.base.errors import InputError, SeriesError, refusal
from pybench.base.text import counted, shown
from pybench.read.arff_header import NUMERIC, Attribute, default, read_attributes
from pybench.read.arff_text import BadText, Token, dense, sparse
from pybench.read.decimals import decimal, decimals
from pybench.read.files import series_lines

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Floats = npt.NDArray[np.float64]

#: Name, type, values, levels.
Parts = tuple[str, str, "Floats | list[str | None]", tuple[str, ...]]

_SPECIAL = b"'\"{}%\\\t "


def read_arff_table(data: bytes, file: str | None = None) -> tuple[list[Parts], int, bool]:
    """Read the bytes of an ARFF file whose rows are cases.

    Returns
    -------
    columns, number of rows, whether a row is sparse

    Raises
    ------
    SeriesError
        At the first defect, with line and column (the place of the attribute).
    """
    lines = series_lines(data, file)
    attributes, begin = read_attributes(lines, file)
    defaults = [default(attribute) for attribute in attributes]
    rows: list[list[str | None]] = []
    places: list[int] = []
    any_sparse = False
    for number, line in enumerate(lines[begin:], start=begin + 1):
        text = line.strip(b" \t")
        if not text or text.startswith(b"%"):
            continue
        any_sparse |= text.startswith(b"{")
        try:
            rows.append(_row(text, attributes, defaults))
        except BadText as error:
            raise _refused(error, number, file) from None
        places.append(number)
    if not rows:
        hint = "Check that the file was written completely."
        raise refusal("rows after @data", "none", hint, file=file, kind=SeriesError)
    columns = list(zip(*rows, strict=True))
    found = [
        _column(place, attribute, column, places, file)
        for place, (attribute, column) in enumerate(zip(attributes, columns, strict=True))
    ]
    return found, len(rows), any_sparse


def _row(
    line: bytes, attributes: Sequence[Attribute], defaults: Sequence[Token | None]
) -> list[str | None]:
    """Return the texts of a row, None for a missing one."""
    if line.startswith(b"{"):
        tokens = sparse(line, defaults)
    elif line.translate(None, _SPECIAL) == line:
        fields = line.decode("utf-8").split(",")
        _check_width(len(fields), len(attributes))
        if "" in fields:
            hint = "Write a missing value as ?."
            raise BadText(fields.index(""), "a value", "nothing", hint)
        return [None if field == "?" else field for field in fields]
    else:
        tokens = dense(line)
    _check_width(len(tokens), len(attributes))
    for place, token in enumerate(tokens):
        if token.quoted and token.text == "?" and attributes[place].type in NUMERIC:
            hint = "Take the quotes off: in quotes it is a string."
            raise BadText(place, "a number", "a quoted `?`", hint)
    return [None if t.text == "?" and not t.quoted else t.text for t in tokens]


def _check_width(found: int, width: int) -> None:
    if found != width:
        hint = "Quote a value that contains a comma; write a missing value as ?."
        raise BadText(None, counted(width, "value"), str(found), hint)


def _column(
    place: int,
    attribute: Attribute,
    texts: Sequence[str | None],
    lines: Sequence[int],
    file: str | None,
) -> Parts:
    name, levels = attribute.name, attribute.levels
    if attribute.type in NUMERIC:
        values = _numbers(texts)
        if isinstance(values, int):
            bad = BadText(place, "a finite number", shown(str(texts[values])), "Correct it.")
            raise _refused(bad, lines[values], file)
        return name, "numeric", values, ()
    if levels is not None:
        for row, text in enumerate(texts):
            if text is not None and text not in levels:
                hint = f"Declare it in the levels of {shown(name)}."
                bad = BadText(place, "a declared level", shown(text), hint)
                raise _refused(bad, lines[row], file)
        return name, "nominal", list(texts), tuple(levels)
    return name, "text", list(texts), ()


def _numbers(texts: Sequence[str | None]) -> Floats | int:
    """Return the doubles, or the row of the first text that is not a finite number."""
    import numpy as np

    joined = ",".join("?" if text is None else text for text in texts)
    values = decimals(joined.encode()) if joined.count(",") == len(texts) - 1 else None
    if values is None or np.isinf(values).any():
        each = [decimal(b"?" if text is None else text.encode()) for text in texts]
        for row, value in enumerate(each):
            if value is None or value in (np.inf, -np.inf):
                return row
        values = np.array(each, np.float64)
    return values


def _refused(error: BadText, line: int, file: str | None) -> InputError:
    column = None if error.place is None else str(error.place + 1)
    return refusal(
        error.expected, error.found, error.hint, file=file, line=line, column=column,
        kind=SeriesError,
    )  # fmt: skip
