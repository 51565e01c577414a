"""Numbers of a line, and NaN at the end of a row."""

from __future__ import annotations

import math
from random import Random

import numpy as np
import pytest

from pybench.base.errors import SeriesError
from pybench.read.rectangle import NotNumber, block, numbers, rectangle_set


def test_numbers_are_the_nearest_doubles():
    random = Random(1)
    texts = [repr(random.uniform(-1, 1) * 10 ** random.randint(-300, 300)) for _ in range(2000)]
    for mark in (b"\t", b",", None):
        line = (mark or b"  ").join(text.encode() for text in texts)
        assert numbers(line, mark, b"nan") == [float(text) for text in texts]


def test_a_missing_value_costs_nothing_but_itself():
    found = numbers(b"1,NaN,nan,2", b",", b"nan")
    assert [math.isnan(x) for x in found] == [False, True, True, False]


@pytest.mark.parametrize("text", ["1e999", "-1e999", "inf", "", "?", "+NaN", "1_0", "0x1", "１"])
def test_what_is_no_number_is_named(text):
    with pytest.raises(NotNumber) as caught:
        numbers(f"1,{text},2".encode(), b",", b"nan")
    assert caught.value.place == 1


def test_the_largest_sums_are_no_infinities():
    assert numbers(b"1.7e308,1.7e308", b",", b"nan") == [1.7e308, 1.7e308]


def test_only_what_all_channels_lack_is_padding():
    one = np.array([1, np.nan, np.nan, 2, 3, np.nan])
    two = np.array([1, 2, np.nan, np.nan, 3, 4])
    found = rectangle_set(
        [one, two],
        3,
        trailing_nan="padding",
        dataset="d",
        split="",
        label=None,
        channels=("x", "y"),
    )
    assert found.lengths.tolist() == [2, 3]
    assert np.array_equal(found.values(0), [[1, np.nan], [1, 2]], equal_nan=True)


def test_a_row_in_memory_is_named_by_its_number():
    with pytest.raises(SeriesError, match="in row 2"):
        rectangle_set(
            [np.array([1, 2, 3, np.nan])],
            2,
            trailing_nan="refuse",
            dataset="d",
            split="",
            label=None,
        )


@pytest.mark.parametrize(("mark", "between"), [(b",", b","), (b":", b":"), (None, b"  ")])
def test_a_block_has_lines_of_one_width(mark, between):
    lines = [between.join([b"1", b"2.5", b"nan"]), between.join([b"4", b"5", b"6"])]
    found = block(lines, mark, b"nan", 3)
    np.testing.assert_array_equal(found, [1, 2.5, math.nan, 4, 5, 6])
    assert block([*lines, b"7"], mark, b"nan", 3) is None
    if mark != b",":
        assert block([lines[0].replace(between, b","), lines[1]], mark, b"nan", 3) is None
