from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from matplotlib.colors import to_hex
from matplotlib.lines import Line2D
from matplotlib.text import Text

import pybench as pb
from pybench.plot.draw.paint_matplotlib import SHAPES
from pybench.plot.draw.style import (
    BLUE,
    EVEN,
    INK,
    INKS,
    LEADER,
    MARKERS,
    ORANGE,
    PALETTE,
    QUIET,
    REGIONS,
    SCALES,
    diverging,
    edge_of,
    group_colour,
    group_dash,
    group_ink,
    group_marker,
    ink_of,
)
from tests.plot.sight import SIGHT, TO_XYZ, ciede2000, closest, grey, linear, rgb, seen

ROOT = Path(__file__).parents[3]

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


def contrast(colour):
    return 1.05 / (TO_XYZ[1] @ linear(colour) + 0.05)  # with white, of WCAG 2


@pytest.mark.parametrize("colour", [*INKS, INK, QUIET, *REGIONS])
def test_text_colours_have_contrast_on_white(colour):
    assert contrast(colour) >= 4.5  # level AA


@pytest.mark.parametrize(("colour", "ink"), [*zip(PALETTE, INKS, strict=True)])
def test_texts_have_the_colour_of_their_mark_or_a_darker_one(colour, ink):
    assert ink_of(colour) == ink
    if contrast(colour) >= 4.5:
        assert ink == colour
    else:
        share = rgb(ink) / rgb(colour)
        assert np.ptp(share) < 0.02
        assert share.max() < 1
    assert edge_of(colour) == (ink if contrast(colour) < 2.5 else None)


def test_other_colours_are_their_own_ink_without_an_edge():
    assert (ink_of(LEADER), edge_of(LEADER), edge_of("#FFFFFF")) == (LEADER, None, None)
    assert (group_ink(None), group_ink(1), group_ink(9)) == (INK, INKS[1], INKS[1])


def distance(colours, sight, *, dark=False):
    """Return the smallest distance of two colours, as an eye sees them."""
    return closest([seen(colour, sight, dark=dark) for colour in colours])


@pytest.mark.parametrize("sight", SIGHT)
def test_eight_groups_differ_for_every_eye(sight):
    assert len(PALETTE) == 8
    assert distance(PALETTE, sight) >= 10
    assert distance([*PALETTE, "#FFFFFF"], sight) >= 10
    assert distance([*PALETTE, INK], sight) >= 7
    assert distance(PALETTE, sight, dark=True) >= 8


def test_eight_groups_differ_in_a_grey_print():
    assert closest([grey(colour) for colour in PALETTE]) >= 10


def test_both_languages_have_the_same_colours():
    source = (ROOT / "r" / "R" / "plot-draw-style.R").read_text("utf-8")
    for name, colours in (("mark_colours", PALETTE), ("mark_inks", INKS)):
        said = source.split(f"{name} <- c(")[1].split(")")[0]
        assert tuple(re.findall(r'"(#\w{6})"', said)) == colours


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("sight", SIGHT)
def test_what_is_chosen_marked_or_in_the_background_differs_for_every_eye(sight, dark):
    assert distance([BLUE, ORANGE, LEADER, "#D3D3D3", "#FFFFFF"], sight, dark=dark) >= 8


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("sight", SIGHT)
def test_regions_differ_for_every_eye(sight, dark):
    assert distance([*REGIONS, INK], sight, dark=dark) >= 8


@pytest.mark.parametrize(("pair", "distance"), DISTANCES)
def test_the_distance_is_that_of_its_authors(pair, distance):
    """Sharma, Wu and Dalal (2005), table 1, pairs 1, 7, 9, 16, 17, 20, 24, 25, 31 and 34."""
    assert ciede2000(*pair) == pytest.approx(distance, abs=5e-5)
    assert ciede2000(*pair[::-1]) == pytest.approx(distance, abs=5e-5)


def test_forty_groups_look_different():
    looks = {(group_colour(i), group_marker(i)) for i in range(40)}
    assert len(looks) == 40
    assert {marker for _, marker in looks} == set(MARKERS)
    curves = {(group_colour(i), str(group_dash(i))) for i in range(40)}
    assert len(curves) == 40
    assert {group_dash(i) for i in range(8)} == {"-"}


def names(n):
    return [f"method {i}" for i in range(n)]


def looks_of(draw, n):
    """Return colours and shapes of the marks of n groups in a figure, and colours of texts."""
    figure = draw(dict(zip(names(n), map("group {}".format, range(n)), strict=True)))
    axes = figure.axes[0]
    marks = {
        (to_hex(line.get_markerfacecolor()).upper(), line.get_marker())
        for line in axes.findobj(Line2D)
        if line.get_marker() in SHAPES.values() and line.get_markersize() > 3
    }
    if axes.get_legend():
        axes.get_legend().remove()
    return marks, {
        to_hex(text.get_color()).upper() for text in axes.findobj(Text) if text.get_text()
    }


@cache
def board(n):
    rng = np.random.default_rng(1)
    scores = rng.normal(size=(20, n)) + np.arange(n) / 3
    return pb.read_results(scores, datasets=[f"d{i}" for i in range(20)], classifiers=names(n),
                           higher_is_better=True)  # fmt: skip


WITH_GROUPS = {
    "critical_difference": lambda groups: pb.plot.critical_difference(
        pb.critical_difference(board(len(groups))), groups=groups
    ),
    "rank_intervals": lambda groups: pb.plot.rank_intervals(
        pb.rank_intervals(board(len(groups)), resamples=20), groups=groups
    ),
    "embedding": lambda groups: pb.plot.embedding(
        pb.embedding_map(pd.DataFrame(np.random.default_rng(2).normal(size=(len(groups), 3)),
                                      index=[*groups])),
        groups=groups,
    ),
    "scatter": lambda groups: pb.plot.scatter(
        pb.read_results(np.random.default_rng(2).normal(size=(len(groups), 2)),
                        datasets=[*groups], classifiers=["a", "b"], higher_is_better=True),
        "a", "b", groups=groups,
    ),
}  # fmt: skip


@pytest.mark.parametrize("n", [3, 8, 11])
@pytest.mark.parametrize("figure", WITH_GROUPS)
def test_figures_show_groups_in_these_colours_and_shapes(figure, n):
    marks, _ = looks_of(WITH_GROUPS[figure], n)
    assert marks >= {(group_colour(i), SHAPES[group_marker(i)]) for i in range(n)}
    assert len({colour for colour, _ in marks} & set(PALETTE)) == min(n, 8)


@pytest.mark.parametrize("figure", ["critical_difference", "rank_intervals"])
def test_names_have_the_ink_of_their_group(figure):
    _, texts = looks_of(WITH_GROUPS[figure], 8)
    assert set(INKS) <= texts <= {*INKS, INK, QUIET}


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("share", np.linspace(-1, 1, 21))
def test_text_is_legible_on_every_cell(share, scale):
    cell, ink = (TO_XYZ[1] @ linear(colour) for colour in (diverging(share, scale), INK))
    assert (cell + 0.05) / (ink + 0.05) >= 4.5


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("sight", SIGHT)
def test_the_two_ends_of_a_scale_differ_for_every_eye(sight, scale):
    for dark in (False, True):
        assert distance((EVEN, *SCALES[scale]), sight, dark=dark) >= 20


@pytest.mark.parametrize("scale", SCALES)
def test_a_scale_runs_from_end_to_end(scale):
    row, column = SCALES[scale]
    assert [diverging(x, scale) for x in (-1.0, 0.0, 1.0)] == [column, EVEN, row]
    assert diverging(1.0) == SCALES["red-blue"][0]
    assert diverging(0.5) == "#F1BAB2"
