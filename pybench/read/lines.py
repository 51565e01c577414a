"""Bytes of a text file of series -> checked lines; refusals name line and column.

Line ends are LF or CRLF. Columns count bytes from 1; a byte-order mark does not count.
"""

from __future__ import annotations

import re

from pybench.base.errors import InputError, SeriesError, refusal
from pybench.base.text import shown


def checked_text(data: bytes, file: str | None = None) -> bytes:
    """Return the text of a file without byte-order mark and with LF as line ends.

    Parameters
    ----------
    data : bytes
        The whole file.
    file : str, optional
        Its name, for error messages.

    Raises
    ------
    SeriesError
        For a file that is empty or UTF-16, a NUL, or CR without LF.
    """
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        found, hint = "a UTF-16 byte-order mark", "Save the file as UTF-8."
        raise refused("UTF-8 text", found, hint, file, 1)
    data = data.removeprefix(b"\xef\xbb\xbf")
    if not data or data.isspace():
        hint = "Check that the file was written completely."
        raise refused("series", "an empty file", hint, file)
    nul = data.find(b"\0")
    if nul >= 0:
        raise refused_byte(data, nul, "text", "a NUL byte", "Save the file as UTF-8 text.", file)
    if b"\r" not in data:
        return data
    if alone := re.search(rb"\r(?!\n)", data):
        expected = "LF or CRLF at the end of a line"
        hint = "Save the file with LF or CRLF line ends."
        raise refused_byte(data, alone.start(), expected, "CR alone", hint, file)
    return data.replace(b"\r\n", b"\n")


def refused_byte(
    data: bytes, offset: int, expected: str, found: str, hint: str, file: str | None
) -> InputError:
    """Return the refusal of the byte at an offset."""
    line = data.count(b"\n", 0, offset) + 1
    return refused(expected, found, hint, file, line, offset - data.rfind(b"\n", 0, offset))


def refused(
    expected: str,
    found: str,
    hint: str,
    file: str | None,
    line: int | None = None,
    column: int | None = None,
) -> InputError:
    """Return the refusal of a file of series: `refusal` with a numeric column."""
    place = None if column is None else str(column)
    return refusal(expected, found, hint, file=file, line=line, column=place, kind=SeriesError)


def shown_bytes(text: bytes) -> str:
    """Return bytes of a file as messages show them."""
    return shown(text[:200].decode("utf-8", "replace")) if text else "nothing"
