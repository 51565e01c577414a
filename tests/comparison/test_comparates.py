"""Which methods a matrix compares, and in an order in which no third one has a say."""

from __future__ import annotations

from fractions import Fraction
from statistics import median

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import pybench as pb
from pybench.comparison.comparates import (
    check_order,
    exact_mean,
    exact_median,
    selected,
)

finite = st.floats(-1e300, 1e300, allow_nan=False)


@given(st.lists(finite, min_size=1, max_size=40), st.randoms())
def test_mean_is_the_exact_one_rounded_once_whatever_the_order(values, random):
    shuffled = random.sample(values, len(values))
    found = exact_mean(np.array(values))
    assert found == exact_mean(np.array(shuffled))
    # Two roundings at most: of the sum, and of its quotient.
    exact = sum(map(Fraction, values)) / len(values)
    assert found == pytest.approx(float(exact), rel=3e-16, abs=1e-300)


def test_mean_of_the_largest_doubles_does_not_overflow():
    assert exact_mean(np.array([1.7e308] * 7)) == 1.7e308
    assert exact_mean(np.array([1.7e308, -1.7e308])) == 0.0


@given(st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=9))
def test_median(values):
    assert exact_median(np.array(values)) == pytest.approx(median(values), rel=1e-15, abs=1e-300)


@pytest.fixture
def t(make_table):
    return make_table([[3.0, 1.0, 9.0], [3.0, 2.0, 0.0], [3.0, 5.0, 0.0]])


def orders(t):
    return {name: check_order(t, name).sort(t.classifiers) for name in ("mean", "median", "name")}


@pytest.mark.parametrize("scale", [1.0, 1e-280, 1e-305, 1e300, 0.0])
def test_noise_of_rounding_changes_no_order_that_is_blurred(make_table, scale):
    rng = np.random.default_rng(8)
    for _ in range(60):
        size = int(rng.integers(3, 11))
        scores = rng.binomial(size, 0.7, (6, 5)) / size
        noisy = scores + rng.integers(-2, 3, scores.shape) * np.spacing(scores)
        for word in ("mean", "median"):
            tables = make_table(scores * scale), make_table(noisy * scale)
            found = {check_order(t, word, blur=True).sort(t.classifiers) for t in tables}
            assert len(found) == 1 or scale == 1e-305  # there nothing is blurred


def test_what_differs_by_more_than_noise_keeps_its_order(make_table):
    t = make_table([[0.7, 0.7 + 1e-11], [0.5, 0.5], [1.0, 1.0]])
    assert check_order(t, "mean", blur=True).sort(t.classifiers) == ("c2", "c1")
    assert check_order(t, "median", blur=True).sort(t.classifiers) == ("c2", "c1")


def test_order_is_best_first_in_the_direction_of_the_metric(t, make_table):
    assert orders(t)["mean"] == ("c1", "c3", "c2")  # 3, 3 (by name), 8/3
    assert orders(t)["median"] == ("c1", "c2", "c3")  # 3, 2, 0
    down = make_table(t.scores, higher_is_better=False)
    assert orders(down)["mean"] == ("c2", "c1", "c3")
    assert orders(down)["median"] == ("c3", "c2", "c1")


def test_order_by_name_and_as_listed(make_table):
    t = make_table([[1, 2, 3]] * 2, classifiers=["b", "a", "B"])
    assert check_order(t, "name").sort(t.classifiers) == ("B", "a", "b")
    assert check_order(t, "table").sort(["B", "b", "a"]) == ("B", "b", "a")


def test_order_of_ones_own(t):
    places = {"c1": 2, "c2": 0.5, "c3": 2, "somebody else": 0}
    assert check_order(t, places).sort(t.classifiers) == ("c2", "c1", "c3")
    largest = check_order(t, np.max)
    assert largest.sort(t.classifiers) == ("c3", "c2", "c1")
    assert (largest.name, largest.argument) == ("own", {"c1": -3.0, "c2": -5.0, "c3": -9.0})


def test_a_function_cannot_change_the_table(t):
    def spoil(scores):
        scores[:] = 0
        return 1.0

    check_order(t, spoil)
    assert t.scores[0, 0] == 3.0


@pytest.mark.parametrize("order", ["mean-rank", "average-rank", "rank", "Rank"])
def test_mean_rank_is_refused_with_the_reason(t, order):
    with pytest.raises(pb.ArgumentError, match="a mean rank depends on the other methods"):
        pb.multi_comparison(t, order=order)


@pytest.mark.parametrize(
    ("order", "said"),
    [
        ("best", 'must be one of "mean", "median", "name", "table"'),
        (3, "must be the name of an order, a mapping or a function, not int"),
        ({"c1": 1, "c2": 2}, "not nothing for `c3`"),
        ({"c1": 1, "c2": 2, "c3": float("nan")}, "not nan for `c3`"),
        ({"c1": 1, "c2": True, "c3": 1}, "not True for `c2`"),
        (lambda scores: scores, "must give a finite number for every method"),
    ],
)
def test_a_bad_order_is_refused(t, order, said):
    with pytest.raises(pb.ArgumentError, match=said):
        pb.multi_comparison(t, order=order)


def test_selection(t):
    order = check_order(t, "table")
    everyone = ("c1", "c2", "c3")
    assert selected(t.classifiers, None, None, order) == (everyone, everyone)
    assert selected(t.classifiers, ["c2"], None, order) == (("c2",), ("c1", "c3"))
    assert selected(t.classifiers, None, "c3", order) == (("c1", "c2"), ("c3",))
    assert selected(t.classifiers, ["c3", "c1"], None, order) == (("c3", "c1"), everyone)
    assert selected(t.classifiers, ["c2"], ["c2", "c1"], order) == (("c2",), ("c2", "c1"))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"rows": ["c1"], "columns": ["c1"]}, "two different methods"),
        ({"rows": ["c4"]}, "`rows` must be methods of the table, not 'c4'"),
        ({"columns": [1]}, "`columns` must be methods of the table, not 1"),
        ({"rows": []}, "each once, not none"),
        ({"rows": ["c1", "c2", "c1"]}, "each once, not a name twice"),
    ],
)
def test_a_bad_selection_is_refused(t, arguments, said):
    with pytest.raises(pb.ArgumentError, match=said):
        pb.multi_comparison(t, **arguments)
