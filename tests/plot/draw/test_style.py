from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from pybench.plot.draw.style import (
    EVEN,
    INK,
    LEADER,
    MARKERS,
    PALETTE,
    QUIET,
    SCALES,
    diverging,
    group_colour,
    group_marker,
)
from tests.plot.sight import SIGHT, TO_XYZ, ciede2000, linear, seen

DISTANCES = [
    (((50, 2.6772, -79.7751), (50, 0, -82.7485)), 2.0425),
    (((50, 0, 0), (50, -1, 2)), 2.3669),
    (((50, 2.49, -0.001), (50, -2.49, 0.0009)), 7.1792),
    (((50, 2.5, 0), (50, 0, -2.5)), 4.3065),
    (((50, 2.5, 0), (73, 25, -18)), 27.1492),
    (((50, 2.5, 0), (58, 24, 15)), 19.4535),
    (((50, 2.5, 0), (50, 3.2592, 0.3350)), 1.0000),
    (((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387)), 1.2644),
    (((22.7233, 20.0904, -46.6940), (23.0331, 14.9730, -42.5619)), 2.0373),
    (((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514)), 0.9082),
]


@pytest.mark.parametrize("colour", [*PALETTE, INK, QUIET])
def test_text_colours_have_contrast_on_white(colour):
    luminance = TO_XYZ[1] @ linear(colour)
    assert 1.05 / (luminance + 0.05) >= 4.5  # WCAG 2, level AA


def closest(colours, sight, *, dark=False):
    """Return the smallest distance of two colours, as an eye sees them."""
    at = [seen(colour, sight, dark=dark) for colour in colours]
    return min(ciede2000(one, other) for one, other in combinations(at, 2))


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("sight", SIGHT)
def test_group_colours_differ_for_every_eye(sight, dark):
    assert closest([*PALETTE, INK], sight, dark=dark) >= 8


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("sight", SIGHT)
def test_what_is_chosen_marked_or_in_the_background_differs_for_every_eye(sight, dark):
    assert closest([*PALETTE[:2], LEADER, "#D3D3D3", "#FFFFFF"], sight, dark=dark) >= 8


@pytest.mark.parametrize(("pair", "distance"), DISTANCES)
def test_the_distance_is_that_of_its_authors(pair, distance):
    """Sharma, Wu and Dalal (2005), table 1, pairs 1, 7, 9, 16, 17, 20, 24, 25, 31 and 34."""
    assert ciede2000(*pair) == pytest.approx(distance, abs=5e-5)
    assert ciede2000(*pair[::-1]) == pytest.approx(distance, abs=5e-5)


def test_thirty_groups_look_different():
    looks = {(group_colour(i), group_marker(i)) for i in range(30)}
    assert len(looks) == 30
    assert {marker for _, marker in looks} == set(MARKERS)


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("share", np.linspace(-1, 1, 21))
def test_text_is_legible_on_every_cell(share, scale):
    cell, ink = (TO_XYZ[1] @ linear(colour) for colour in (diverging(share, scale), INK))
    assert (cell + 0.05) / (ink + 0.05) >= 4.5


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("sight", SIGHT)
def test_the_two_ends_of_a_scale_differ_for_every_eye(sight, scale):
    for dark in (False, True):
        assert closest((EVEN, *SCALES[scale]), sight, dark=dark) >= 20


@pytest.mark.parametrize("scale", SCALES)
def test_a_scale_runs_from_end_to_end(scale):
    row, column = SCALES[scale]
    assert [diverging(x, scale) for x in (-1.0, 0.0, 1.0)] == [column, EVEN, row]
    assert diverging(1.0) == SCALES["red-blue"][0]
    assert diverging(0.5) == "#F1BAB2"
