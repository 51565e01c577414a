"""An order of time is found in dates and in neighbours; sorting, drift and noise are told apart."""

from __future__ import annotations

import numpy as np
import pytest

from pybench.read.tabular import Variable
from pybench.suite.order import LEVEL, ROWS, order_of

COIN = ["p", "q"] * 150


def noise(seed, rows=300):
    return np.random.default_rng(seed).normal(size=rows)


def walk(seed, rows=300):
    return np.cumsum(noise(seed, rows))


def number(values, name="x"):
    return Variable(name, "numeric", np.asarray(values, float))


def texts(values, name="t"):
    return Variable(name, "nominal", list(values), tuple(sorted({v for v in values if v})))


def days(order):
    return [f"2020-{1 + day // 28:02}-{1 + day % 28:02}" for day in order]


def test_a_walk_is_in_order_of_time_and_noise_is_not():
    holds, reason = order_of([number(walk(1)), number(walk(2), "z")], COIN, "walk")
    assert holds is True
    assert "than in any of 999 random orders (p = 0.001)" in reason
    holds, reason = order_of([number(noise(1)), number(noise(2), "z")], COIN, "noise")
    assert holds is None
    assert "not significantly more alike" in reason


def test_a_small_drift_is_reported_and_decides_nothing():
    drift = number(noise(1) + np.linspace(0, 2.5, 300))
    holds, reason = order_of([drift], COIN, "drift")
    assert holds is None
    assert "p = 0.001" in reason


def test_rows_sorted_by_class_are_not_in_order_of_time():
    labels = sorted(COIN)
    shifted = noise(1) + np.where(np.array(labels) == "p", 0.0, 9.0)
    assert order_of([number(shifted)], labels, "by class")[0] is None
    assert "not significantly" in order_of([number(shifted)], labels, "by class")[1]


BLOCKS = np.repeat([3.0, 1.0, 7.0, 2.0, 9.0, 5.0], 50)


@pytest.mark.parametrize("key", [np.sort(noise(3)), -np.sort(noise(3)), BLOCKS])
def test_a_sorted_column_explains_the_order_and_is_named(key):
    """Enumerated designs and files sorted by a feature are no time series."""
    follows = number(key + 0.01 * noise(4), "follows")
    labels = ["p"] * 300
    holds, reason = order_of([number(key, "key"), follows], labels, "sorted")
    assert holds is None
    assert reason.endswith("the rows are sorted by `key`")


def test_dates_count_only_where_they_follow_the_rows():
    forward = texts(days(range(300)), "when")
    holds, reason = order_of([forward, number(noise(1))], COIN, "dates")
    assert holds is True
    assert reason == (
        "the dates in `when` run from 2020-01-01 to 2020-11-20 in the order of the rows"
    )
    assert order_of([texts(days(range(299, -1, -1)))], COIN, "back")[0] is True
    mixed = texts(days(np.random.default_rng(0).permutation(300)), "when")
    assert order_of([mixed, number(noise(1))], COIN, "mixed")[0] is None
    same = texts(["2020-01-01"] * 300)
    assert order_of([same, number(noise(1))], COIN, "same")[0] is None


def test_missing_values_constants_and_few_rows_do_no_harm():
    holes = walk(1)
    holes[::7] = np.nan
    assert order_of([number(holes), number(np.ones(300), "one")], COIN, "holes")[0] is True
    assert order_of([number(np.ones(300))], COIN, "constant")[0] is None
    for labels in (["p", "q"] * 5, [str(i) for i in range(300)]):
        answer = order_of([number(noise(1, len(labels)))], labels, "few")
        assert answer == (None, "there are too few rows to examine their order")
    words = Variable("w", "text", [f"w{i}" for i in range(300)])
    assert order_of([words], COIN, "words")[1] == "there are too few rows to examine their order"


def test_the_test_keeps_its_level():
    """Of 300 datasets in random order, about 300 * 0.001 are significant: 3 or more is p < .004."""
    labels = COIN[:40]
    reasons = [order_of([number(noise(s, 40))], labels, f"d{s}")[1] for s in range(300)]
    assert LEVEL == 0.001
    assert sum("than in any" in reason for reason in reasons) < 3
    small = [float(reason.split("p = ")[1].split(",")[0]) for reason in reasons if "p = " in reason]
    assert 0.02 < np.mean(np.array(small) <= 0.05) < 0.09


def test_only_the_first_rows_are_compared():
    late = np.concatenate([noise(1, ROWS), walk(2, ROWS)])
    assert order_of([number(late)], ["p", "q"] * ROWS, "late")[0] is None
