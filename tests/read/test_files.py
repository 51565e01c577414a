"""Bytes of files, and their lines."""

from __future__ import annotations

import pytest

from pybench.base.errors import InputError, SeriesError
from pybench.read.files import file_bytes, series_lines


def test_what_is_in_a_file(tmp_path):
    path = tmp_path / "x"
    path.write_bytes(b"\0\xff")
    assert file_bytes(str(path)) == b"\0\xff"


@pytest.mark.parametrize(
    ("name", "says"), [("absent", "none of that name"), (".", "a folder"), ("a\0b", "null")]
)
def test_what_cannot_be_read(tmp_path, name, says):
    with pytest.raises(InputError, match=says):
        file_bytes(str(tmp_path / name))


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        (b"a\nb", [b"a", b"b"]),
        (b"\xef\xbb\xbfa\r\nb\r\n\r\n", [b"a", b"b"]),
        (b"\na\n", [b"", b"a"]),
        (b"a\r\n\r\nb", [b"a", b"", b"b"]),
    ],
)
def test_lines(data, lines):
    assert series_lines(data) == lines


@pytest.mark.parametrize(
    ("data", "line", "column"),
    [(b"a\nb\rc\n", 2, "2"), (b"a\nbc\0", 2, "3"), ("é\n".encode() + b"\xff", 2, "1")],
)
def test_no_text(data, line, column):
    with pytest.raises(SeriesError) as caught:
        series_lines(data, "f")
    assert (caught.value.line, caught.value.column) == (line, column)
