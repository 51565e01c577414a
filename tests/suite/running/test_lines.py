"""Lines of CSV: what is quoted, and that the strict reader gives back what was written."""

from __future__ import annotations

import csv
import io
import math

from hypothesis import given
from hypothesis import strategies as st

from pybench.suite.running.lines import line

TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"))


@given(st.lists(st.lists(TEXTS, min_size=1), min_size=1))
def test_what_is_written_is_read(rows):
    text = "".join(map(line, rows))
    assert list(csv.reader(io.StringIO(text, newline=""), strict=True)) == rows


@given(st.floats(allow_nan=False))
def test_doubles_read_back_exactly(value):
    found = float(line([value]))
    assert found == value
    assert math.copysign(1, found) == math.copysign(1, value)


def test_only_what_must_be_is_quoted():
    assert line(["a b", "a,b", 'a"b', "a\rb", "", None, True]) == (
        'a b,"a,b","a""b","a\rb","",,True\n'
    )
