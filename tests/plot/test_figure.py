from __future__ import annotations

import io
from inspect import signature

import matplotlib
import numpy as np
import pandas as pd
import pytest
from matplotlib import pyplot

import pybench as pb
from pybench.landscape.search import SomSearch
from pybench.plot.figure import (
    DiagramFigure,
    PlainText,
    families,
    measurer,
    quiet_glyphs,
    reproducible,
)
from pybench.plot.style import FONT
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


@pytest.mark.parametrize("settings", [{"text.usetex": True}, {"text.parse_math": True}])
def test_text_is_never_markup(settings):
    with matplotlib.rc_context(settings):
        assert b">$x^2$</text>" in saved(figure_with("$x^2$"), "svg")


@pytest.mark.parametrize("kind", ["png", "pdf", "svg"])
def test_characters_without_a_glyph_are_drawn_in_silence(kind):
    saved(figure_with("\U000f0000 日本 \U0001f9ff"), kind)  # warnings are errors


def test_the_svg_is_one_element():
    svg = figure_with("name").to_svg()
    assert svg.startswith("<svg")
    assert svg.rstrip().endswith("</svg>")
    assert figure_with("name")._repr_svg_() == svg


def test_fallback_fonts_are_sought_only_where_needed():
    assert families(FONT, ["name"]) == [FONT, "sans-serif"]
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


FIGURES = [
    "bootstrap", "coverage", "critical_difference", "critical_differences", "landscape_map",
    "multi_comparison", "optimality", "pareto", "paths", "power", "rank_intervals",
    "redundancy", "roc", "simplex", "stability", "sweep",
]  # fmt: skip


@pytest.mark.parametrize("name", FIGURES)
def test_every_figure_refuses_another_result(name):
    """A table, which people hand over first, and a text."""
    t = pb.read_results([[1, 2]], datasets=["d"], classifiers=["a", "b"], higher_is_better=True)
    for wrong in (t, "text"):
        with pytest.raises(pb.ArgumentError, match=f"must be .*, not {type(wrong).__name__}. "):
            getattr(pb.plot, name)(wrong)


@pytest.fixture(scope="module")
def results(trained):
    """What every figure draws: name of the function -> result, or several."""
    rows = [[3.0 + i % 3, 2.0, 1.0 + i % 2] for i in range(8)]
    names = {"datasets": list("defghijk"), "classifiers": ["a", "b", "c"]}
    t = pb.read_results(rows, **names, higher_is_better=True)
    points = pd.DataFrame({"f": [1.0, 2.0, 4.0], "g": [2.0, 1.0, 6.5]}, ["x", "y", "z"])
    keys = [np.array(key, object) for key in (["d", "e"], ["train", "train"], ["1", "2"])]
    values = np.array([[1.0, np.nan], [2.0, 0.5]])
    features = pb.FeatureTable(*keys, np.array([0, 0]), values, ("a", "b"), "mine")
    coverage = pb.coverage(["d", "d", "e"], [0, 1, 1])
    maps = pd.DataFrame(
        {"xdim": [3, 4], "ydim": [3, 4], "seed": 0, "quantization_error": [2.0, 1.0],
         "topographic_error": [0.1, 0.2], "explained_variance": [70.0, 80.0], "pareto": True,
         "chosen": [False, True]}
    )  # fmt: skip
    place = pd.DataFrame({"f": range(8), "g": [3, 1, 4, 1, 5, 9, 2, 6]}, list("defghijk"))
    kept = pb.rank_preservation(t, {"f": place}, sizes=(2, 3), trials=5)
    return {
        "covering": pb.covering(place),
        "mantel": pb.mantel(t, {"f": place}, 19),
        "rank_preservation": kept,
        "selection": (pb.select(place, 3), pb.embedding_map(place)),
        "subset_quality": pb.subset_quality(t, ["d", "f"], 20),
        "sufficient": kept,
        "bootstrap": pb.bootstrap(t, {"one": list("defg"), "two": list("hijk")}, 2, 3),
        "coverage": coverage,
        "drifts": "potentials",
        "landscape_map": trained(3, 3),
        "optimality": pb.optimality("a-T1", "LRT numerical", runs=2),
        "paths": pb.simulate("a-T1", 2),
        "roc": pb.optimal.likelihood_ratios("a-T1", paths=5),
        "sweep": pb.optimal.sweep("constant", {"end": (1, 2)}, paths=5),
        "pareto": SomSearch(maps, (0, 1), 1, trained(4, 4), None, "paper", 60, ()),
        "redundancy": pb.redundancy(coverage),
        "critical_difference": pb.critical_difference(t),
        "critical_differences": pb.critical_differences({"x": t}),
        "embedding": pb.embedding_map(points),
        "features": pb.feature_report(features),
        "multi_comparison": pb.multi_comparison(t),
        "power": pb.datasets_needed(t, repeats=5),
        "rank_intervals": pb.rank_intervals(t, resamples=5),
        "simplex": pb.posterior(t, "a", "b", samples=50),
        "stability": pb.stability(t, resamples=5),
    }


DRAWN = [name for name in pb.plot.__all__ if "ax" in signature(getattr(pb.plot, name)).parameters]


@pytest.mark.parametrize("name", DRAWN)
def test_every_figure_refuses_what_are_no_axes(results, name):
    """A figure and an array of axes, which subplots gives too, and axes of no figure."""
    figure, grid = pyplot.subplots(1, 2)
    lost = grid[1]
    lost.remove()
    given = results[name] if isinstance(results[name], tuple) else (results[name],)
    try:
        for wrong, said in (
            (figure, "Figure"),
            (grid, "ndarray"),
            (lost, "axes removed"),
            (0, "int"),
        ):
            with pytest.raises(pb.ArgumentError, match=f"`ax` must be axes of .*, not {said}"):
                getattr(pb.plot, name)(*given, wrong)
        assert getattr(pb.plot, name)(*given, grid[0]) is figure
    finally:
        pyplot.close(figure)


def test_the_parts_of_a_comparison_are_drawn():
    rows = [[3.0 + i % 3, 2.0, 1.0 + i % 2] for i in range(8)]
    names = {"datasets": list("defghijk"), "classifiers": ["a", "b", "c"]}
    t = pb.read_results(rows, **names, higher_is_better=True)
    whole = pb.compare(t, stability=True)
    for name in ("critical_difference", "multi_comparison", "stability"):
        draw = getattr(pb.plot, name)
        assert draw(whole).to_svg() == draw(getattr(whole, name)).to_svg()
    latex = pb.plot.multi_comparison_latex
    assert latex(whole) == latex(whole.multi_comparison)
    bare = pb.compare(t, mcm=False)
    for name, option in (("multi_comparison", "mcm"), ("stability", "stability")):
        with pytest.raises(pb.ArgumentError, match=f"not asked for.* {option}=True"):
            getattr(pb.plot, name)(bare)
