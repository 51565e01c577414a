"""Argument checks and their messages, which R mirrors: test-base-check.R."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest

from pybench.base import check
from pybench.base.errors import ArgumentError


@pytest.mark.parametrize("value", [0, 1, -0.1, math.nan, math.inf, "0.05", None, True])
def test_a_level_lies_strictly_between_0_and_1(value):
    with pytest.raises(ArgumentError, match="`alpha` must be a number between 0 and 1, not ") as e:
        check.level("alpha", value)
    assert e.value.expected == "a number between 0 and 1"


def test_a_result_of_another_kind_is_refused_with_who_makes_it():
    check.kind("result", "text", str, "f(t)")
    with pytest.raises(ArgumentError) as e:
        check.kind("result", 1, str, "f(t)")
    assert str(e.value) == "`result` must be a str, not int. Make one: pybench.f(t)."


def test_a_level_is_returned_as_float():
    assert check.level("alpha", 0.05) == 0.05


def test_a_choice_names_all_that_is_allowed():
    assert check.choice("method", "b", ("a", "b")) == "b"
    with pytest.raises(ArgumentError) as e:
        check.choice("method", "c", ("a", "b"))
    assert str(e.value) == '`method` must be one of "a", "b", not "c"'
    with pytest.raises(ArgumentError, match="not None"):
        check.choice("method", None, ("a", "b"))


@pytest.mark.parametrize(("value", "expected"), [("auto", "auto"), (0, 0.0), (1e-9, 1e-9)])
def test_a_tie_tolerance_is_auto_or_not_negative(value, expected):
    assert check.tie_tolerance(value) == expected


@pytest.mark.parametrize("value", [-1e-300, math.nan, math.inf, "Auto", None, True, False])
def test_other_tie_tolerances_are_refused(value):
    with pytest.raises(ArgumentError, match='`tie_tol` must be "decimal", "auto" or a number >= 0'):
        check.tie_tolerance(value)


@pytest.mark.parametrize("value", [np.float32(0.25), np.float64(0.25), Fraction(1, 4)])
def test_any_real_number_is_a_number(value):
    assert type(check.level("alpha", value)) is float
    assert check.level("alpha", value) == check.tie_tolerance(value) == 0.25
    assert check.tie_tolerance(np.int64(1)) == 1.0


@pytest.mark.parametrize("value", [10**400, np.array([0.0, 1.0]), np.array(0.0), np.False_, 1j])
def test_what_is_no_double_is_refused(value):
    with pytest.raises(ArgumentError, match='`tie_tol` must be "decimal", "auto" or a number >= 0'):
        check.tie_tolerance(value)


@pytest.mark.parametrize(("value", "expected"), [(100, 100.0), (50, 50.0), (np.float64(0.5), 0.5)])
def test_a_percentage_is_above_0_and_at_most_100(value, expected):
    assert check.percent("threshold", value) == expected


@pytest.mark.parametrize("value", [0, 100.5, "90", None, math.nan, True])
def test_other_percentages_are_refused(value):
    with pytest.raises(ArgumentError, match="`p` must be a number above 0 and at most 100, not"):
        check.percent("p", value)


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ([1, 2], "list"),
        ([[1, math.nan]], "missing or infinite ones"),
        ([[1], [1, 2]], "list"),
        ("x", "str"),
        ([["a"]], "list"),
        (None, "NoneType"),
        (np.zeros((2, 2, 2)), "ndarray"),
        (np.array([[1 + 1j, 2]]), "complex ones"),
        ([[1j, 2]], "complex ones"),
    ],
)
def test_what_is_no_matrix_is_refused(value, found):
    with pytest.raises(ArgumentError, match=f"a matrix of finite numbers, not {found}"):
        check.matrix("X", value)


def test_places_are_whole_numbers_below_a_bound():
    assert check.places("units", (0, 2), 3, 2).tolist() == [0, 2]
    for value, found in [
        ([0, 3], "0 to 3"),
        ([-1, 0], "-1 to 0"),
        ([0.0, 1.0], "2 of float64"),
        ([0], "1 of int64"),
        ([[0, 1]], "list"),
        ([], "0 of float64"),
        (["a", "b"], "2 of <U1"),
    ]:
        with pytest.raises(ArgumentError, match=f"2 whole numbers from 0 to 2, not {found}"):
            check.places("units", value, 3, 2)


@pytest.mark.parametrize("value", [[], "abc", None, 3, ["a", 1], ["a", None]])
def test_what_are_no_names_is_refused(value):
    with pytest.raises(ArgumentError, match="`dataset` must be names, not"):
        check.names("dataset", value, "names")


def test_a_text_is_a_text():
    assert check.text("name", "") == ""
    with pytest.raises(ArgumentError, match="`name` must be a string, not 3"):
        check.text("name", 3)


@pytest.mark.parametrize(
    "value",
    [
        3,
        [1, 2.5],
        [[True, False]],
        np.float32(0.5),
        [Fraction(1, 2), 2],
        np.arange(4, dtype="u1"),
        [],
    ],
)
def test_numbers_of_any_shape_are_doubles(value):
    found = check.numbers("x", value)
    assert found.dtype == np.float64
    assert found.shape == np.shape(value)
    assert np.array_equal(found, np.array(value, float))


@pytest.mark.parametrize(
    "value",
    ["3", ["1"], None, [1, None], 1j, [1, 1j], [[1], [1, 2]], {1}, np.array("2020", "M8[D]")],
)
def test_what_holds_no_numbers_is_refused(value):
    with pytest.raises(ArgumentError, match="`x` must hold numbers, not "):
        check.numbers("x", value)


@pytest.mark.parametrize(
    ("bound", "inside", "outside"),
    [
        (check.not_negative, (0, 0.0, 1e-300, 1.0, 1e300), (-1e-300, math.inf, math.nan)),
        (check.share, (0, 1e-300, 0.5, 1 - 2**-53), (-1e-300, 1.0, 2.0)),
        (check.fraction, (1e-300, 0.5, 1, 1.0), (0.0, 1 + 2**-52, 2.0)),
    ],
)
def test_bounds_belong_to_a_range_or_do_not(bound, inside, outside):
    for value in inside:
        assert bound("x", value) == value
    for value in outside:
        with pytest.raises(ArgumentError, match="`x` must be a number"):
            bound("x", value)


def test_at_most_as_many_as_there_is_room_for_and_always_one():
    check.room("x", check.MOST_NUMBERS // 3, 3)
    check.room("x", 1, 4 * check.MOST_NUMBERS)
    with pytest.raises(ArgumentError, match=f"at most {check.MOST_NUMBERS // 3} for this"):
        check.room("x", check.MOST_NUMBERS // 3 + 1, 3)
    with pytest.raises(ArgumentError, match="at most 1 for this input, not 2"):
        check.room("x", 2, 4 * check.MOST_NUMBERS)
