"""What the charts of numbers share."""

from __future__ import annotations

import pytest

from pybench.base.errors import ArgumentError
from pybench.plot.draw.chart import (
    KeyEntry,
    Paper,
    chart_axes,
    dress,
    footnote,
    key_rows,
    paper,
    write,
)
from pybench.plot.draw.fonts import typeface
from pybench.plot.draw.style import FONT, Style


def test_axes_lie_within_their_margins():
    page = Paper(360, 216, 300, (("name",), ("note", "of", "lines")))
    assert page.below == pytest.approx(2.5 + 4 * 1.4)
    axes = chart_axes(page, (36, 18, 0), typeface(FONT, 72 / page.below, []))
    box = axes.get_window_extent().transformed(axes.figure.dpi_scale_trans.inverted())
    assert (box.x0, box.y0) == pytest.approx((0.5, 1))
    assert (box.x1, box.y1) == pytest.approx((5 - 0.25, 3))


def test_texts_are_literal():
    face = typeface(FONT, 9.0, [])
    axes = chart_axes(Paper(360, 216, 300, ()), (36, 18, 0), face)
    dress(axes, face)
    write(axes, (1, 0.5), "$x_1$", face)
    footnote(axes, [["$a$"], ["b"]], face)
    assert [text.get_text() for text in axes.artists] == []
    assert {"$x_1$", "$a$", "b"} <= {text.get_text() for text in axes.texts}
    assert not any(text.get_parse_math() for text in axes.texts)


def test_a_given_width_is_kept_and_notes_break_within_it():
    face = typeface(FONT, 9.0, [])
    usual = paper(Style(), face, (5.0, 3.0), (36, 18), ["x", "many words " * 12])
    assert usual.width == 360
    assert usual.height == pytest.approx(216 + 1.4 * 9 * (len(usual.notes[1]) - 1))
    narrow = paper(Style(width=180.0), face, (5.0, 3.0), (36, 18), ["x", "many words " * 12])
    assert narrow.width == 180
    assert len(narrow.notes[1]) > len(usual.notes[1])
    assert all(face.width(line) <= 180 - 36 for line in narrow.notes[1])
    # Half as wide, but not half as high; notes of more than one line come below.
    assert narrow.height == pytest.approx(72 * 2.4 + 1.4 * 9 * (len(narrow.notes[1]) - 1))


def test_a_width_without_room_for_axes_is_refused():
    face = typeface(FONT, 9.0, [])
    with pytest.raises(ArgumentError, match=r"`width` must be at least 2\b") as caught:
        paper(Style(width=100.0), face, (5.0, 3.0), (36, 18), ["x"])
    assert "font_size = 6.1" in caught.value.hint


def rows(names, room):
    face = typeface(FONT, 9.0, names)
    return key_rows([KeyEntry(name, "#000000") for name in names], face, room)


def test_as_many_in_a_row_as_there_is_room_for():
    names = ["one", "two", "three"]
    (whole,) = rows(names, 1000)
    assert [entry.name for _, entry in whole] == names
    places = [at for at, _ in whole]
    assert places == sorted(set(places))
    assert [len(row) for row in rows(names, places[2])] == [2, 1]
    assert all(row[0][0] == 0.0 for row in rows(names, places[2]))


def test_a_name_that_is_too_long_has_its_row():
    assert [len(row) for row in rows(["W" * 90, "b"], 100)] == [1, 1]
