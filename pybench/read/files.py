"""Bytes of a file, or the reason why there are none; text as lines, with nothing mended."""

from __future__ import annotations

import re
from pathlib import Path

from pybench.base.errors import InputError, SeriesError
from pybench.table import refusal

_ALONE = re.compile(rb"\r(?!\n)")


def file_bytes(file: str) -> bytes:
    """Return the content of a file.

    Raises
    ------
    InputError
        If there is no such file, it is a folder, or it cannot be read.
    """
    expected, hint = "a file", "Check the path."
    try:
        return Path(file).read_bytes()
    except FileNotFoundError:
        found = "none of that name"
    except IsADirectoryError:
        found, hint = "a folder", "Give the path of one file."
    except (OSError, ValueError) as error:
        found = getattr(error, "strerror", None) or str(error)
        expected = "a file that can be read"
    raise refusal(expected, found, hint, file=file, kind=InputError)


def series_lines(data: bytes, file: str | None = None) -> list[bytes]:
    """Return the lines of a text file of series, without their ends.

    A byte-order mark of UTF-8 is taken off, and empty lines at the end of the file.

    Raises
    ------
    SeriesError
        If the file is empty, is not UTF-8, or holds NUL or CR without LF; with line and column.
    """
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        found, hint = "a UTF-16 byte-order mark", "Save the file as UTF-8."
        raise refusal("utf-8 text", found, hint, file=file, line=1, kind=SeriesError)
    data = data.removeprefix(b"\xef\xbb\xbf").rstrip(b"\r\n")
    if not data:
        hint = "Check that the file was written completely."
        raise refusal("series", "an empty file", hint, file=file, kind=SeriesError)
    if not data.isascii():
        try:
            data.decode("utf-8")
        except UnicodeDecodeError as error:
            found, hint = f"the byte 0x{data[error.start]:02X}", "Save the file as UTF-8."
            raise _byte(data, error.start, "utf-8 text", found, hint, file) from None
    if (nul := data.find(b"\0")) >= 0:
        raise _byte(data, nul, "text", "a NUL byte", "Save the file as UTF-8 text.", file)
    if b"\r" not in data:
        return data.split(b"\n")
    if alone := _ALONE.search(data):
        expected = "LF or CRLF at the end of a line"
        hint = "Save the file with LF or CRLF line ends."
        raise _byte(data, alone.start(), expected, "CR alone", hint, file)
    return data.replace(b"\r\n", b"\n").split(b"\n")


def _byte(
    data: bytes, at: int, expected: str, found: str, hint: str, file: str | None
) -> InputError:
    line, column = data.count(b"\n", 0, at) + 1, str(at - data.rfind(b"\n", 0, at))
    return refusal(expected, found, hint, file=file, line=line, column=column, kind=SeriesError)
