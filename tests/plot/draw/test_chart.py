"""What the charts of numbers share."""

from __future__ import annotations

import pytest

from pybench.plot.draw.chart import KeyEntry, chart_axes, dress, footnote, key_rows, write
from pybench.plot.draw.fonts import typeface
from pybench.plot.draw.style import FONT


def test_axes_lie_within_their_margins():
    axes = chart_axes(360, 216, (36, 72, 18, 0))
    box = axes.get_window_extent().transformed(axes.figure.dpi_scale_trans.inverted())
    assert (box.x0, box.y0) == pytest.approx((0.5, 1))
    assert (box.x1, box.y1) == pytest.approx((5 - 0.25, 3))


def test_texts_are_literal():
    axes = chart_axes(360, 216, (36, 72, 18, 0))
    face = typeface(FONT, 9.0, [])
    dress(axes, face)
    write(axes, (1, 0.5), "$x_1$", face)
    footnote(axes, ["$a$", "b"], face)
    assert [text.get_text() for text in axes.artists] == []
    assert {"$x_1$", "$a$", "b"} <= {text.get_text() for text in axes.texts}
    assert not any(text.get_parse_math() for text in axes.texts)


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
