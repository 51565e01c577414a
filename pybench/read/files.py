"""Bytes of a file, or the reason why there are none; text as lines, with nothing fixed."""

from __future__ import annotations

import gzip
import io
import zlib
from pathlib import Path

from pybench.base.errors import InputError, refusal
from pybench.read.lines import checked_text, refused_byte

LARGEST = 1 << 32  #: bytes of a file, unpacked


def file_bytes(file: str, most: int = -1) -> bytes:
    """Return the content of a file, or its first bytes.

    Raises
    ------
    InputError
        If the file does not exist, is a folder, or cannot be read.
    """
    expected, hint = "a file", "Check the path."
    try:
        with Path(file).open("rb") as stream:
            return stream.read(most)
    except FileNotFoundError:
        found = "none of that name"
    except IsADirectoryError:
        found, hint = "a folder", "Give the path of one file."
    except (OSError, ValueError) as error:
        found = getattr(error, "strerror", None) or str(error)
        expected = "a file that can be read"
    raise refusal(expected, found, hint, file=file, kind=InputError)


def unpacked(data: bytes, file: str) -> bytes:
    """Return the content of a gzip file.

    Raises
    ------
    InputError
        If it is not one, is cut, or unpacks to more than 4 GiB.
    """
    expected, hint = "a gzip file", "Check that the file was written completely."
    try:
        with gzip.open(io.BytesIO(data)) as stream:
            content = stream.read(LARGEST + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise refusal(expected, str(error), hint, file=file, kind=InputError) from None
    if len(content) > LARGEST:
        found, hint = f"one of more than {LARGEST >> 30} GiB", "Unpack the file first."
        raise refusal(expected, found, hint, file=file, kind=InputError)
    return content


def series_lines(data: bytes, file: str | None = None) -> list[bytes]:
    """Return the lines of a UTF-8 file of series, without their ends.

    A byte-order mark and empty lines at the end of the file are removed.

    Raises
    ------
    SeriesError
        If the file is empty, is not UTF-8, or holds NUL or CR without LF; with line and column.
    """
    text = checked_text(data, file).rstrip(b"\n")
    if not text.isascii():
        try:
            text.decode("utf-8")
        except UnicodeDecodeError as error:
            found, hint = f"the byte 0x{text[error.start]:02X}", "Save the file as UTF-8."
            raise refused_byte(text, error.start, "UTF-8 text", found, hint, file) from None
    return text.split(b"\n")
