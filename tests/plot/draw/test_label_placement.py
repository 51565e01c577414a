"""Where names go: near their dots, over nothing."""

from __future__ import annotations

from itertools import combinations, pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pybench.plot.draw.label_placement import Box, nearest, place_names, spread, spread_ascending


def test_a_name_without_room_is_counted_not_drawn_over_another():
    boxes = place_names([(5.0, 5.0)] * 3, [(9.0, 4.0)] * 3, (20.0, 10.0), 2.0)
    assert None in boxes
    drawn = [box for box in boxes if box is not None]
    assert not [1 for a, b in combinations(drawn, 2) if a.overlaps(b)]


def test_names_stay_near_where_there_is_room():
    dots = [(20.0 + 60 * (i % 8), 20.0 + 30 * (i // 8)) for i in range(64)]
    for dot, box in zip(dots, place_names(dots, [(40.0, 8.0)] * 64, (600, 300), 4.0), strict=True):
        assert isinstance(box, Box)
        assert 0 <= box.x0 - dot[0] <= 4
        assert abs((box.y0 + box.y1) / 2 - dot[1]) < 1e-9


@pytest.mark.parametrize("seed", range(5))
def test_names_of_a_crowd_cover_neither_names_nor_dots(seed):
    rng = np.random.default_rng(seed)
    dots = [tuple(dot) for dot in (rng.normal(size=(60, 2)) * 40 + 200).tolist()]
    sizes = [(width, 8.0) for width in rng.uniform(20, 80, 60).tolist()]
    boxes = [box for box in place_names(dots, sizes, (400, 400), 4.0) if box is not None]
    assert len(boxes) == 60
    assert not [1 for a, b in combinations(boxes, 2) if a.overlaps(b)]
    assert not [1 for b in boxes for x, y in dots if b.x0 < x < b.x1 and b.y0 < y < b.y1]


def test_nearest_is_on_the_edge_or_the_dot_itself():
    box = Box(0, 0, 4, 2)
    assert nearest(box, (-1, 1)) == (0, 1)
    assert nearest(box, (5, 9)) == (4, 2)
    assert nearest(box, (1, 1)) == (1, 1)


NUMBERS = st.floats(0, 100, allow_nan=False)


@given(st.lists(NUMBERS, min_size=1, max_size=40).map(sorted))
def test_spreading_keeps_order_gap_and_bounds(xs):
    moved = spread_ascending(xs, 2.0, -10.0, 110.0)
    # 1e-9: rounding of sums of numbers up to 100
    assert all(b - a >= 2.0 - 1e-9 for a, b in pairwise(moved))
    assert moved[0] >= -10.0 - 1e-9
    assert moved[-1] <= 110.0 + 1e-9


def test_spreading_moves_only_what_is_too_close():
    assert spread_ascending([0.0, 10.0, 20.0], 2.0, 0.0, 20.0) == (0.0, 10.0, 20.0)
    assert spread_ascending([5.0, 5.0], 2.0, 0.0, 20.0) == (4.0, 6.0)
    assert spread_ascending([0.0, 0.0], 2.0, 0.0, 20.0) == (0.0, 2.0)
    assert spread_ascending([20.0, 20.0], 2.0, 0.0, 20.0) == (18.0, 20.0)


def test_spreading_moves_as_little_as_possible():
    from scipy.optimize import minimize

    xs = np.array([1.0, 1.2, 1.3, 4.0, 4.5, 9.0])
    gaps = [{"type": "ineq", "fun": lambda y, i=i: y[i + 1] - y[i] - 1.0} for i in range(5)]
    best = minimize(lambda y: ((y - xs) ** 2).sum(), xs + np.arange(6), constraints=gaps)
    # 1e-4: the general solver stops at 1e-6 of the objective
    np.testing.assert_allclose(spread_ascending(xs.tolist(), 1.0, -99.0, 99.0), best.x, atol=1e-4)


def test_places_that_are_apart_stay():
    assert spread([0.9, 0.1, 0.5], 0.2, 0, 1) == [0.9, 0.1, 0.5]
    assert spread([], 0.2, 0, 1) == []


def test_touching_places_part_around_their_middle():
    assert spread([0.5, 0.5, 0.5], 0.1, 0, 1) == pytest.approx([0.4, 0.5, 0.6])


def test_the_edges_hold():
    assert spread([1.0, 0.99, 0.0], 0.2, 0, 1) == pytest.approx([1.0, 0.8, 0.0])
    assert spread([0.0, 0.0], 0.2, 0, 1) == pytest.approx([0.0, 0.2])


def test_gaps_and_order_for_any_places():
    rng = np.random.default_rng(0)
    for _ in range(200):
        places = rng.random(rng.integers(1, 9)).round(1)
        moved = np.array(spread(list(places), 0.1, 0.0, 1.0))
        order = np.argsort(places, kind="stable")
        assert (np.diff(moved[order]) >= 0.1 - 1e-9).all()
        assert moved.min() >= -1e-9
        assert moved.max() <= 1 + 1e-9
