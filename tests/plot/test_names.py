"""Where names go: near their dots, over nothing."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from pybench.plot.names import Box, nearest, place_names


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
