from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pybench.plot.bars import Bar, levels, runs, spread, stack

NUMBERS = st.floats(0, 100, allow_nan=False)
SPANS = st.lists(st.tuples(NUMBERS, NUMBERS).map(sorted).map(tuple), max_size=30)


def test_a_broken_bar_is_solid_between_neighbours_and_hops_over_the_rest():
    bar = Bar((0, 1, 2, 5, 7, 8), 0)
    assert bar.runs == ((0, 2), (5, 5), (7, 8))
    assert bar.hops == ((2, 5), (5, 7))
    assert Bar((3, 4), 0).hops == ()
    assert runs([]) == ()


@given(st.lists(NUMBERS, min_size=1, max_size=40).map(sorted))
def test_spreading_keeps_order_gap_and_bounds(xs):
    moved = spread(xs, 2.0, -10.0, 110.0)
    # 1e-9: rounding of sums of numbers up to 100
    assert all(b - a >= 2.0 - 1e-9 for a, b in pairwise(moved))
    assert moved[0] >= -10.0 - 1e-9
    assert moved[-1] <= 110.0 + 1e-9


def test_spreading_moves_only_what_is_too_close():
    assert spread([0.0, 10.0, 20.0], 2.0, 0.0, 20.0) == (0.0, 10.0, 20.0)
    assert spread([5.0, 5.0], 2.0, 0.0, 20.0) == (4.0, 6.0)
    assert spread([0.0, 0.0], 2.0, 0.0, 20.0) == (0.0, 2.0)
    assert spread([20.0, 20.0], 2.0, 0.0, 20.0) == (18.0, 20.0)


def test_spreading_moves_as_little_as_possible():
    from scipy.optimize import minimize

    xs = np.array([1.0, 1.2, 1.3, 4.0, 4.5, 9.0])
    gaps = [{"type": "ineq", "fun": lambda y, i=i: y[i + 1] - y[i] - 1.0} for i in range(5)]
    best = minimize(lambda y: ((y - xs) ** 2).sum(), xs + np.arange(6), constraints=gaps)
    # 1e-4: the general solver stops at 1e-6 of the objective
    np.testing.assert_allclose(spread(xs.tolist(), 1.0, -99.0, 99.0), best.x, atol=1e-4)


@given(SPANS)
def test_bars_on_one_level_keep_their_distance(spans):
    found = levels(spans, 1.0)
    for level in set(found):
        same = sorted(span for span, at in zip(spans, found, strict=True) if at == level)
        assert all(a[1] + 1.0 <= b[0] for a, b in pairwise(same))


@given(SPANS)
def test_there_are_no_more_levels_than_bars_over_one_point(spans):
    deepest = max((sum(a <= start < b + 1.0 for a, b in spans) for start, _ in spans), default=0)
    assert len(set(levels(spans, 1.0))) == deepest


@pytest.mark.parametrize("from_right", [False, True])
def test_the_first_level_belongs_to_the_better_end(from_right):
    bars = stack([(0, 1, 2), (1, 2, 3)], [0.0, 1.0, 2.0, 3.0], 0.5, from_right=from_right)
    assert [bar.level for bar in bars] == ([1, 0] if from_right else [0, 1])
