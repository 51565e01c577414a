from __future__ import annotations

import pytest

from pybench.plot.draw.figure import DiagramFigure, PlainText, reproducible
from pybench.plot.draw.fonts import families, measurer, quiet_glyphs, typeface
from pybench.plot.draw.style import FONT


def figure_with(text):
    figure = DiagramFigure(3, 1)
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_axis_off()
    axes.add_artist(PlainText(0.1, 0.5, text, family=families(FONT, [text])))
    return figure


def test_fallback_fonts_are_sought_only_where_needed():
    assert families(FONT, ["name"]) == [FONT]
    assert families(FONT, ["日本"])[0] == FONT


@pytest.mark.parametrize("text", ["C4.5+m+cf", "W" * 60, "i" * 60, "日本語の名前"])
@pytest.mark.parametrize("bold", [False, True])
def test_texts_are_drawn_no_larger_than_measured(text, bold):
    figure = figure_with(text)
    (artist,) = figure.axes[0].texts
    artist.set(fontsize=9.0, fontweight="bold" if bold else "normal")
    with reproducible():
        box = artist.get_window_extent(figure.canvas.get_renderer())
    with quiet_glyphs():
        extent = measurer(families(FONT, [text]))(text, 9.0, bold)
    points = 72 / figure.dpi
    assert box.width * points <= extent.width
    assert box.width * points >= 0.9 * extent.width - 1  # the measure wastes no room either
    # 1 point: matplotlib gives every line at least the height of "lp"
    assert box.height * points <= max(extent.ascent + extent.descent, 9.0 * 1.2) + 1


def test_a_typeface_measures_in_sizes_of_names():
    face = typeface(FONT, 9.0, ["name"])
    assert face.width("name") == measurer(face.family)("name", 9.0, False).width
    assert face.widest(["i", "name"]) == face.width("name")
    assert face.widest([]) == 0
    assert " ".join(face.wrap("some words that go on", 40.0)) == "some words that go on"
