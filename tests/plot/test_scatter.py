"""One method against another: dots, counts, names, and texts that fit."""

from __future__ import annotations

import io
import math

import numpy as np
import pytest

import pybench as pb
from pybench.base.latex import PAPERS
from pybench.plot.draw.text import visible

SCORES = [[0.9, 0.8], [0.7, 0.75], [0.6, 0.6], [0.5, 0.4], [0.3, 0.31]]


def table(scores=SCORES, names=("a", "b"), *, higher=True, **options):
    datasets = [f"d{i}" for i in range(len(scores))]
    return pb.read_results(
        scores, datasets=datasets, classifiers=list(names), higher_is_better=higher, **options
    )


def many(n=60, seed=1):
    rng = np.random.default_rng(seed)
    scores = np.clip(0.8 + 0.1 * rng.normal(size=(n, 1)) + 0.03 * rng.normal(size=(n, 2)), 0, 1)
    names = ["InceptionTime with a long name", "another method with a long name"]
    return table(scores.round(3), names, metric="accuracy")


def texts(figure):
    return [text.get_text() for text in figure.axes[0].texts]


def dots(figure):
    lines = [line for line in figure.axes[0].lines if line.get_marker() != "None"]
    return np.concatenate([np.transpose(line.get_data()) for line in lines])


def test_each_dataset_is_a_dot_at_its_scores_and_each_side_is_counted():
    figure = pb.plot.scatter(table(), "b", "a")
    assert sorted(dots(figure).tolist()) == sorted([y, x] for x, y in SCORES)
    axes = figure.axes[0]
    assert axes.get_xlim() == axes.get_ylim()
    assert {"a better: 2", "tied: 1", "b better: 2", "a", "b"} <= set(texts(figure))
    at = {text.get_text(): text.get_window_extent() for text in axes.texts}
    # Above the line, the score of `a` on the vertical axis is higher.
    assert at["a better: 2"].y0 > axes.get_window_extent().y1 > at["b better: 2"].y1
    assert at["a better: 2"].x0 < at["b better: 2"].x0


def test_where_lower_is_better_the_sides_change():
    figure = pb.plot.scatter(table(higher=False), "b", "a")
    axes = figure.axes[0]
    at = {text.get_text(): text.get_window_extent() for text in axes.texts}
    assert at["b better: 2"].y0 > axes.get_window_extent().y1 > at["a better: 2"].y1
    assert any("lower is better" in text for text in texts(figure))


def test_ties_follow_the_tolerance():
    assert "tied: 3" in texts(pb.plot.scatter(table(), "a", "b", tie_tol=0.06))
    assert any("tie tolerance 0.06" in x for x in texts(
        pb.plot.scatter(table(), "a", "b", tie_tol=0.06, width=7)
    ))  # fmt: skip


@pytest.mark.parametrize(
    ("labels", "named"),
    [
        (False, set()),
        (True, {"d0", "d1", "d2", "d3", "d4"}),
        (0, set()),
        (2, {"d0", "d3"}),
        (99, {"d0", "d1", "d2", "d3", "d4"}),
        ("d2", {"d2"}),
        (("d1", "d4"), {"d1", "d4"}),
    ],
)
def test_the_named_datasets(labels, named):
    found = texts(pb.plot.scatter(table(), "a", "b", labels=labels, width=7))
    assert {text for text in found if text.startswith("d") and text[1:].isdigit()} == named


@pytest.mark.parametrize("width", [2.5, *PAPERS])
@pytest.mark.parametrize("font_size", [6.0, 8.0, 10.0])
def test_the_width_is_exact_and_no_text_is_cut_or_covered(width, font_size, inside, apart):
    t = many()
    groups = {name: f"kind {i % 7}" for i, name in enumerate(t.datasets)}
    figure = pb.plot.scatter(
        t, *t.classifiers, labels=12, groups=groups, width=width, font_size=font_size,
        title="A title that is longer than a column is wide, and so is broken into lines",
    )  # fmt: skip
    assert figure.get_figwidth() == pytest.approx(PAPERS.get(width, width), abs=0.001)
    assert apart(inside(figure)) == []
    sizes = {round(text.get_fontsize(), 6) for text in figure.axes[0].texts}
    assert min(sizes) == pytest.approx(font_size)
    box = figure.axes[0].get_window_extent()
    assert box.width == pytest.approx(box.height, abs=0.1)


def test_names_without_room_are_counted():
    t = many(200)
    figure = pb.plot.scatter(t, *t.classifiers, labels=True, width=2.5)
    shown = sum(text.startswith("d") and text[1:].isdigit() for text in texts(figure))
    assert 0 < shown < 200
    assert f"{200 - shown} names found no room" in " ".join(texts(figure))


def test_missing_scores_are_left_out_and_counted():
    scores = [[0.9, math.nan], [0.7, 0.75], [0.6, 0.6]]
    figure = pb.plot.scatter(table(scores, missing="keep"), "a", "b")
    assert len(dots(figure)) == 2
    assert "1 left out for missing scores" in " ".join(texts(figure))
    apart = [[0.9, math.nan], [math.nan, 0.75]]
    with pytest.raises(pb.ResultsTableError, match="scores of both methods, found none"):
        pb.plot.scatter(table(apart, missing="keep"), "a", "b")


def test_groups_have_colours_shapes_and_a_legend():
    groups = dict(zip((f"d{i}" for i in range(5)), "xyxyx", strict=True))
    figure = pb.plot.scatter(table(), "a", "b", groups=groups)
    looks = {
        (line.get_color(), line.get_marker())
        for line in figure.axes[0].lines
        if line.get_marker() != "None"
    }
    assert len(looks) == 2
    assert [text.get_text() for text in figure.axes[0].get_legend().get_texts()] == ["x", "y"]


def test_equal_scores_on_all_datasets(sound):
    t = table([[0.5, 0.5]] * 3)
    assert "tied: 3" in texts(pb.plot.scatter(t, "a", "b"))
    sound(lambda **options: pb.plot.scatter(t, "a", "b", **options))


def test_hostile_names_are_harmless_text(hostile):
    readable = [name for name in hostile if name.strip() == name and 0 < len(name) <= 40]
    names = [name for name in readable if not {"\0", "\ud800"} & set(name)]
    scores = np.random.default_rng(0).normal(size=(len(names), 2))
    t = pb.read_results(scores, datasets=names, classifiers=["$x$", "<b>"], higher_is_better=True)
    figure = pb.plot.scatter(t, "$x$", "<b>", labels=True, width=12)
    assert {visible(name) for name in names} <= set(texts(figure))
    figure.savefig(io.BytesIO(), format="svg")


@pytest.mark.parametrize(
    ("given", "options", "message"),
    [
        (("a", "c"), {}, "`second` must be a method of the table, not 'c'"),
        (("a", "a"), {}, "`first` and `second` must be two different methods"),
        (("a", "b"), {"labels": ["d9"]}, "`labels` must be names of datasets.*no `d9`"),
        (("a", "b"), {"labels": -1}, "`labels` must be a whole number >= 0, not -1"),
        (("a", "b"), {"labels": None}, "`labels` must be True, False, a number or names"),
        (("a", "b"), {"groups": {"d0": "x"}}, "`groups` must name the group of every dataset"),
        (("a", "b"), {"width": "wide"}, '`width` must be one of "acm-column"'),
        (("a", "b"), {"width": 0.5}, "`width` must be at least .* inches at font size .*, not 0.5"),
        (("a", "b"), {"tie_tol": -1}, '`tie_tol` must be "decimal"'),
    ],
)
def test_bad_arguments(given, options, message):
    with pytest.raises(pb.ArgumentError, match=message):
        pb.plot.scatter(table(), *given, **options)
