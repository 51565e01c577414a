"""Series of a table with rows of equal width: text -> doubles, and the meaning of trailing NaN."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from math import isfinite, isinf, nan
from typing import TYPE_CHECKING

from pybench.base import check
from pybench.base.errors import SeriesError, refusal
from pybench.read.decimals import BLANKS, decimal, decimals
from pybench.read.lines import shown_bytes
from pybench.seriesset.build import UNIVARIATE, from_buffers

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from pybench.seriesset.series import SeriesSet

    Floats = npt.NDArray[np.float64]

TRAILING_NAN = ("refuse", "padding", "missing")

BLOCK = 1 << 21  # bytes of text read at once

_BLANKS = re.compile(rb" +")
_OTHERS = {b"nan": (b"?",), b"?": (b"n", b"N")}
_INFINITE = re.compile(rb"[+-]?inf(?:inity)?", re.IGNORECASE)
_DECIMAL_COMMA = re.compile(rb"[+-]?[0-9]+,[0-9]+(?:[eE][+-]?[0-9]+)?")


class NotNumber(Exception):
    """A field that is not a number: its place, and the message."""

    def __init__(self, place: int, expected: str, found: str, hint: str) -> None:
        super().__init__(place, expected, found, hint)
        self.place, self.expected, self.found, self.hint = place, expected, found, hint


def block(bodies: Sequence[bytes], mark: bytes | None, missing: bytes, width: int) -> Floats | None:
    """Return the numbers of clearly valid lines at once; else None: then `numbers` decides.

    Parameters
    ----------
    bodies : sequence of bytes
        Lines of numbers separated by a mark.
    mark : bytes or None
        One character; None for blanks, one or more.
    missing : {b"nan", b"?"}
        How a missing value is written.
    width : int
        Numbers per line.
    """
    import numpy as np

    text = (mark or b" ").join(bodies)
    if mark != b",":
        if b"," in text:
            return None
        text = text.replace(mark, b",") if mark else _BLANKS.sub(b",", text)
        bodies = bodies if mark else [_BLANKS.sub(b",", body) for body in bodies]
    if any(body.count(mark or b",") + 1 != width for body in bodies):
        return None
    if any(other in text for other in _OTHERS[missing]):
        return None
    found = decimals(text)
    return None if found is None or np.isinf(found).any() else found


def numbers(body: bytes, mark: bytes | None, missing: bytes) -> list[float]:
    """Return the doubles nearest to the numbers of a line, NaN for missing ones.

    Parameters
    ----------
    body, mark, missing
        As in `block`.

    Raises
    ------
    NotNumber
        At the first field that is neither a number nor missing, or too large for a double.
    """
    fields = body.split(mark or b" ")
    if mark is None:
        fields = [field for field in fields if field]
    return [_number(i, field.strip(BLANKS), missing) for i, field in enumerate(fields)]


def _number(place: int, field: bytes, missing: bytes) -> float:
    value = decimal(field)
    if field.lower() == missing or (value is not None and isfinite(value)):
        return nan if value is None else value
    text, token = shown_bytes(field), "NaN" if missing == b"nan" else "?"
    if (value is not None and isinf(value)) or _INFINITE.fullmatch(field):
        hint = f"Write what was not measured as {token}."
        raise NotNumber(place, "a finite number", text, hint)
    if not field:
        hint = f"Write a missing value as {token}; remove a mark at the end of the line."
        raise NotNumber(place, "a number", "an empty field", hint)
    hint = "Write decimals with a point." if _DECIMAL_COMMA.fullmatch(field) else ""
    raise NotNumber(place, "a number", text, hint or f"Write a missing value as {token}.")


def check_trailing_nan(value: object) -> str:
    """Return a valid `trailing_nan`, or refuse it."""
    return check.choice("trailing_nan", value, TRAILING_NAN)


def rectangle_set(
    values: Sequence[Floats],
    width: int,
    *,
    trailing_nan: str,
    dataset: str,
    split: str | Sequence[str],
    label: Sequence[str | None] | None,
    channels: Sequence[str] = UNIVARIATE,
    file: str | None = None,
    line_of: Callable[[int], int] | None = None,
) -> SeriesSet:
    """Return the set of series from the rows of a rectangle.

    Parameters
    ----------
    values : one (n * width,) float64 a channel
        Row after row, one array per channel.
    width : int
        Points in time per row.
    trailing_nan : {"refuse", "padding", "missing"}
        Meaning of a row that ends in NaN, in all channels at once: unknown, so refused; the series
        ended before; its last values are missing.
    line_of : callable, optional
        Row to line of the file.

    Raises
    ------
    SeriesError
        If a row ends in NaN and its meaning is not given, or a row has only padding.
    """
    import numpy as np

    check_trailing_nan(trailing_nan)
    rows = [column.reshape(-1, width) for column in values]
    n = len(rows[0])
    open_end = np.logical_and.reduce([np.isnan(row[:, -1]) for row in rows])
    offsets = np.arange(n + 1, dtype=np.int64) * width

    def refused(row: int, expected: str, found: str, hint: str) -> Exception:
        line = None if line_of is None else line_of(row)
        place = f" in row {row + 1}" if line is None else ""
        return refusal(expected, found + place, hint, file=file, line=line, kind=SeriesError)

    if trailing_nan != "missing" and open_end.any():
        row = int(np.argmax(open_end))
        if trailing_nan == "refuse":
            hint = (
                'Say what NaN at the end means: trailing_nan="padding" (the series ends before, as '
                'in the UCR archive) or trailing_nan="missing".'
            )
            raise refused(row, "a series that ends in a number", "NaN at its end", hint)
        absent = np.logical_and.reduce([np.isnan(row) for row in rows])
        lengths = width - np.argmin(absent[:, ::-1], axis=1)
        empty = absent.all(axis=1)
        if empty.any():
            hint = "Leave the series out."
            raise refused(int(np.argmax(empty)), "a series", "nothing but padding", hint)
        keep = np.arange(width) < lengths[:, None]
        offsets[1:] = np.cumsum(lengths)
        values = [row[keep] for row in rows]
    return from_buffers(
        offsets, values, dataset=dataset, split=split, label=label, channels=channels, source=file
    )
