"""Margins: the figure is as wide as asked, whatever is written around the chart."""

from __future__ import annotations

from itertools import pairwise

import pytest

import pybench as pb
from pybench.plot.arguments import style_of
from pybench.plot.draw.fonts import typeface
from pybench.plot.draw.margins import Words, edge_room, frame, plain_number
from pybench.plot.draw.style import FONT


def drawn(words, limits=((0.0, 1.0), (0.0, 1.0)), width=3.0, draw=lambda _: None, **options):
    style = style_of(font_size=8.0, width=width, **options)
    face = typeface(FONT, 8.0, [])

    def prepare(axes):
        axes.set_xlim(*limits[0])
        axes.set_ylim(*limits[1])

    return frame(None, words, style, face, prepare, lambda wide: 0.5 * wide, draw)


@pytest.mark.parametrize(
    "limits", [((0, 1), (0, 1)), ((1e6, 1e6 + 1), (0, 1e-4)), ((-1e9, 1e9), (99999, 100001))]
)
@pytest.mark.parametrize("width", [2.5, 3.0, 7.0])
def test_long_numbers_and_texts_stay_inside(limits, width, inside, apart):
    words = Words("The name of the horizontal axis, in units", "A note. " * 12, "Upward, in units")
    figure = drawn(words, limits, width, title="A title " * 8)
    assert figure.get_figwidth() == pytest.approx(width)
    assert apart(inside(figure)) == []
    axes = figure.axes[0]
    ticks = [label.get_window_extent() for label in axes.get_xticklabels() if label.get_text()]
    low, high = axes.get_window_extent().x0 - 1, axes.get_window_extent().x1 + 1
    shown = [box for box in ticks if low <= (box.x0 + box.x1) / 2 <= high]
    assert all(a.x1 < b.x0 for a, b in pairwise(shown))
    assert all(box.x1 <= figure.bbox.width for box in shown)
    upward = [label.get_window_extent() for label in axes.get_yticklabels() if label.get_text()]
    assert min(box.x0 for box in upward) >= 0


def test_a_sentence_of_the_drawing_joins_the_notes():
    figure = drawn(Words("x", "One."), draw=lambda _: "Two.")
    assert "One. Two." in [text.get_text() for text in figure.axes[0].texts]


def test_a_width_without_room_is_refused_with_one_that_does():
    words = Words("x", "", left=100.0, right=60.0)
    with pytest.raises(pb.ArgumentError, match=r"at least 2.89 inches at font size 8, not 2"):
        drawn(words, width=2.0)
    assert drawn(words, width=2.89).get_figwidth() == pytest.approx(2.89)


def test_numbers_have_no_offset_and_edges_no_text():
    assert [plain_number(x) for x in (-0.5, 1e6, 0.1 + 0.2)] == ["−0.5", "1000000", "0.3"]
    style = style_of(font_size=10.0, width=2.0)
    assert edge_room(style, typeface(FONT, 10.0, [])) == pytest.approx(144 - 12)
