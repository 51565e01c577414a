"""UCR text (.tsv, .txt, .csv): one line per series, the class label first, then the values.

The form of the UCR archive: no header, no quotes, UTF-8, the same number of fields on every line,
separated by tab, comma or blanks. The archive writes a missing value as NaN, and pads shorter
series with NaN at their end: the two look alike, so the caller must say which is meant.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pybench.base.errors import InputError, SeriesError, refusal
from pybench.base.text import shown
from pybench.read.files import series_lines
from pybench.read.rectangle import (
    BLOCK,
    NotNumber,
    block,
    check_trailing_nan,
    numbers,
    rectangle_set,
)

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from pybench.seriesset.series import SeriesSet

    Floats = npt.NDArray[np.float64]

MISSING = b"nan"
_NA = re.compile(rb"(?<![^\t ,])NA(?![^\t ,])")  # as written by R


def read_ucr(
    data: bytes,
    *,
    dataset: str,
    split: str = "",
    file: str | None = None,
    trailing_nan: str = "refuse",
) -> SeriesSet:
    """Read the bytes of one file in the form of the UCR archive.

    Parameters
    ----------
    data : bytes
        The whole file.
    dataset : str
        Name of the dataset.
    split : {"train", "test", ""}
        Split of all series of the file.
    file : str, optional
        Its name, for error messages.
    trailing_nan : {"refuse", "padding", "missing"}
        Meaning of a line that ends in NaN: unknown, so the file is refused; the series is shorter
        and ends before; its last values are missing. NaN elsewhere is a missing value.

    Returns
    -------
    SeriesSet
        Labels byte for byte, values to the last bit.

    Raises
    ------
    SeriesError
        At the first defect, with line and column.
    """
    import numpy as np

    check_trailing_nan(trailing_nan)
    lines = series_lines(data, file)
    mark = _mark(lines[0])
    labels: list[str] = []
    values: list[Floats] = []
    width = len(_numbers(_parts(lines[0], mark, 1, file)[1], mark, 1, file))
    step = max(1, BLOCK // len(lines[0]))
    for begin in range(0, len(lines), step):
        part = lines[begin : begin + step]
        found = _at_once(part, mark, width) or _one_by_one(part, mark, width, begin + 1, file)
        labels += found[0]
        values.append(found[1])
    return rectangle_set(
        [np.concatenate(values)],
        width,
        trailing_nan=trailing_nan,
        dataset=dataset,
        split=split,
        label=labels,
        file=file,
        line_of=lambda row: row + 1,
    )


def _at_once(
    lines: Sequence[bytes], mark: bytes | None, width: int
) -> tuple[list[str], Floats] | None:
    """Return labels and values of lines that are clearly valid, else None."""
    try:
        parts = [_parts(line, mark, 0, None) for line in lines]
    except SeriesError:
        return None
    values = block([body for _, body in parts], mark, MISSING, width)
    return None if values is None else ([label for label, _ in parts], values)


def _one_by_one(
    lines: Sequence[bytes], mark: bytes | None, width: int, first: int, file: str | None
) -> tuple[list[str], Floats]:
    """Return labels and values, or report the line and field of the error."""
    import numpy as np

    labels, values = [], array("d")
    for number, line in enumerate(lines, start=first):
        label, body = _parts(line, mark, number, file)
        found = _numbers(body, mark, number, file)
        if len(found) != width:
            raise _ragged(number, len(found) + 1, width + 1, file)
        labels.append(label)
        values.fromlist(found)
    return labels, np.frombuffer(values, np.float64)


def _numbers(body: bytes, mark: bytes | None, line: int, file: str | None) -> list[float]:
    try:
        return numbers(_NA.sub(b"nan", body), mark, MISSING)
    except NotNumber as error:
        raise _not_number(error, line, file) from None


def _mark(line: bytes) -> bytes | None:
    """Return the separator of the fields: tab, else comma, else blanks (None)."""
    return b"\t" if b"\t" in line else b"," if b"," in line else None


def _parts(line: bytes, mark: bytes | None, number: int, file: str | None) -> tuple[str, bytes]:
    """Return the label of a line and the rest of it."""
    if mark is None:
        line = line.strip(b" ")  # older files align their columns with blanks
    if not line:
        raise _refused("a series", "a blank line", "Remove the line.", number, None, file)
    label, found, body = line.partition(b" " if mark is None else mark)
    text = label.decode("utf-8")
    if not label:
        hint = "Write the label before the first mark."
        raise _refused("a class label", "an empty field", hint, number, "1", file)
    if text[0] in "\"'" or text != text.strip():
        hint = "Write the label as it is: no quotes, no blanks around it."
        raise _refused("a class label", shown(text), hint, number, "1", file)
    if not found:
        hint = "Write label and values with a tab, a comma or blanks between them."
        raise _refused("values after the label", "none", hint, number, "2", file)
    return text, body.strip(b" ") if mark is None else body


def _not_number(error: NotNumber, line: int, file: str | None) -> InputError:
    hint = error.hint
    if line == 1 and error.expected == "a number":
        hint += " Such a file has no header: its first line is a series."
    return _refused(error.expected, error.found, hint, line, str(error.place + 2), file)


def _ragged(line: int, found: int, width: int, file: str | None) -> InputError:
    hint = "Fill shorter series up with NaN, or use a format that holds unequal lengths."
    return _refused(f"{width} fields as in line 1", str(found), hint, line, None, file)


def _refused(
    expected: str, found: str, hint: str, line: int, column: str | None, file: str | None
) -> InputError:
    return refusal(expected, found, hint, file=file, line=line, column=column, kind=SeriesError)
