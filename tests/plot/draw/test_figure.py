from __future__ import annotations

import io

import matplotlib
import pytest

import pybench as pb
from pybench.plot.draw.figure import DiagramFigure, PlainText
from pybench.plot.draw.fonts import families
from pybench.plot.draw.style import FONT
from pybench.table import results_table


def figure_with(text):
    figure = DiagramFigure(3, 1)
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_axis_off()
    axes.add_artist(PlainText(0.1, 0.5, text, family=families(FONT, [text])))
    return figure


def saved(figure, kind):
    buffer = io.BytesIO()
    figure.savefig(buffer, format=kind)
    return buffer.getvalue()


@pytest.mark.parametrize("kind", ["png", "pdf", "svg"])
def test_the_same_figure_is_the_same_bytes_and_has_no_date(kind):
    first, second = (saved(figure_with("name"), kind) for _ in range(2))
    assert first == second
    assert b"<dc:date>" not in first
    assert b"CreationDate" not in first


@pytest.mark.parametrize("suffix", ["svg", "SVG", "pdf", "png"])
def test_the_format_follows_the_file_name(tmp_path, suffix):
    path = tmp_path / f"figure.{suffix}"
    figure_with("name").savefig(path)
    assert path.read_bytes() == saved(figure_with("name"), suffix.lower())


def test_options_of_savefig_are_passed_on():
    buffer = io.BytesIO()
    figure_with("name").savefig(buffer, format="svg", metadata={"Date": None, "Title": "mine"})
    assert b"mine" in buffer.getvalue()


def test_the_users_settings_stay_as_they_are():
    with matplotlib.rc_context({"svg.fonttype": "path"}):
        svg = saved(figure_with("name"), "svg")
        assert matplotlib.rcParams["svg.fonttype"] == "path"
    assert b">name</text>" in svg


@pytest.mark.parametrize("setting", ["figure.autolayout", "figure.constrained_layout.use"])
def test_automatic_layouts_of_a_session_move_nothing(setting):
    """autorank, for one, switches `figure.autolayout` on for good."""
    scores = [[3, 2, 1], [6, 5, 4], [9, 7, 8]]
    t = results_table(scores, ["d", "e", "f"], ["a", "b", "c"], higher_is_better=True)
    result = pb.critical_difference(t)
    plain = saved(pb.plot.critical_difference(result), "svg")
    with matplotlib.rc_context({setting: True}):
        assert saved(pb.plot.critical_difference(result), "svg") == plain


def test_text_is_never_markup():
    with matplotlib.rc_context({"text.parse_math": True}):
        assert b">$x^2$</text>" in saved(figure_with("$x^2$"), "svg")


@pytest.mark.parametrize("kind", ["png", "pdf", "svg"])
def test_characters_without_a_glyph_are_drawn_in_silence(kind):
    saved(figure_with("\U000f0000 日本 \U0001f9ff"), kind)  # warnings are errors


def test_the_svg_is_one_element():
    svg = figure_with("name").to_svg()
    assert svg.startswith("<svg")
    assert svg.rstrip().endswith("</svg>")
    assert figure_with("name")._repr_svg_() == svg
