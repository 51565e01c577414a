"""Bytes of a text file: what is taken off, and what is refused where."""

from __future__ import annotations

import pytest

from pybench.base.errors import SeriesError
from pybench.read.lines import checked_text, refused_byte, shown_bytes


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"a\nb\n", b"a\nb\n"),
        (b"a\r\nb\r\n", b"a\nb\n"),
        (b"a\r\nb\n", b"a\nb\n"),
        (b"\xef\xbb\xbfa", b"a"),
        ("é".encode("latin-1"), b"\xe9"),  # what a comment may hold
    ],
)
def test_mark_and_line_ends(data, text):
    assert checked_text(data) == text


@pytest.mark.parametrize(
    ("data", "found", "line", "column"),
    [
        (b"", "an empty file", None, None),
        (b"\xef\xbb\xbf\r\n \n", "an empty file", None, None),
        ("a".encode("utf-16"), "a UTF-16 byte-order mark", 1, None),
        (b"ab\ncd\0", "a NUL byte", 2, "3"),
        (b"ab\rcd\r\n", "CR alone", 1, "3"),
        (b"ab\r\r\n", "CR alone", 1, "3"),
        (b"a\r\nb\r", "CR alone", 2, "2"),
    ],
)
def test_refused_bytes(data, found, line, column):
    with pytest.raises(SeriesError) as caught:
        checked_text(data, "f.ts")
    assert (caught.value.file, caught.value.line) == ("f.ts", line)
    assert (caught.value.found, caught.value.column) == (found, column)


def test_the_first_byte_of_a_line_is_column_1():
    error = refused_byte(b"a\nb", 2, "x", "y", "Z.", "f")
    assert str(error) == "f:2: column '1': expected x, found y. Z."


def test_bytes_are_shown_as_text():
    assert [shown_bytes(x) for x in (b"", b"a\tb", b"\xff", b"x" * 999)] == [
        "nothing", "`a b`", "`\ufffd`", f"`{'x' * 40}...`",
    ]  # fmt: skip
