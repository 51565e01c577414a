from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pybench.plot.critical_difference_parts import (
    MARGIN,
    DiagramBuilder,
    RankBar,
    levels,
    line_width,
    runs,
    stack,
)
from pybench.plot.draw.text import Extent
from tests.plot.parts import arcs, marks, strokes

EM = 10.0


def measure(text, size, bold):
    return Extent(0.6 * len(text) * size, 0.8 * size, 0.2 * size)


@pytest.fixture
def pen():
    return DiagramBuilder(measure, EM, 0.8, 200.0)


def test_everything_goes_downwards(pen):
    heights = [pen.y]
    pen.title(["a title"])
    heights.append(pen.y)
    pen.axis((30.0, 170.0), 1, 5, lambda rank: 30 + 35 * (rank - 1), best_left=True)
    heights.append(pen.y)
    pen.bars([[0, 1], [1, 2]], (2, 1, 0), [40.0, 80.0, 120.0], from_right=False)
    heights.append(pen.y)
    pen.legend(["one", "two"])
    heights.append(pen.y)
    pen.footnote("a few words below")
    heights.append(pen.y)
    assert heights == sorted(set(heights))
    assert pen.diagram((), (2, 1, 0)).height == heights[-1] + MARGIN * EM


def test_what_is_empty_takes_no_room(pen):
    before = pen.y
    pen.title([])
    pen.legend([])
    pen.footnote("")
    assert pen.bars([], (), [], from_right=False) == ()
    assert pen.y == before
    drawn = pen.diagram()
    assert (drawn.texts, drawn.layers) == ([], [])


def test_dots_belong_to_classifiers_not_to_positions(pen):
    pen.bars([[0, 2]], (7, 8, 9), [10.0, 20.0, 30.0], from_right=False)
    drawn = pen.diagram()
    assert [(dot.x, dot.owner) for dot in marks(drawn, "member")] == [(10.0, 7), (30.0, 9)]
    assert [[x for x, _ in arc.points] for arc in arcs(drawn)] == [[10.0, 10.0, 30.0, 30.0]]
    assert strokes(drawn) == []


def test_legends_and_titles_flow_into_lines(pen):
    pen.legend([f"group number {i}" for i in range(5)], frozenset({1}))
    found = marks(pen.diagram(), "group")
    assert len({mark.y for mark in found}) > 1
    assert all(0 <= mark.x <= 200 for mark in found)
    assert [text.bold for text in pen.texts] == [False, True, False, False, False]
    pen.title(["many words " * 8])
    assert len([text for text in pen.texts if text.role == "title"]) > 1


NUMBERS = st.floats(0, 100, allow_nan=False)
SPANS = st.lists(st.tuples(NUMBERS, NUMBERS).map(sorted).map(tuple), max_size=30)


def test_a_broken_bar_is_solid_between_neighbours_and_hops_over_the_rest():
    bar = RankBar((0, 1, 2, 5, 7, 8), 0)
    assert bar.runs == ((0, 2), (5, 5), (7, 8))
    assert bar.hops == ((2, 5), (5, 7))
    assert RankBar((3, 4), 0).hops == ()
    assert runs([]) == ()


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


def test_thick_bars_stay_on_their_level():
    assert line_width("bar", 0.8, 9.0, bold=False) == pytest.approx(2.56)
    assert line_width("bar", 50.0, 9.0, bold=True) == pytest.approx(0.45 * 9.0)
