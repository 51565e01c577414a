from __future__ import annotations

import pytest

from pybench.plot.label import Extent
from pybench.plot.pen import MARGIN, Pen
from tests.plot.parts import arcs, marks, strokes

EM = 10.0


def measure(text, size, bold):
    return Extent(0.6 * len(text) * size, 0.8 * size, 0.2 * size)


@pytest.fixture
def pen():
    return Pen(measure, EM, 0.8, 200.0)


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
