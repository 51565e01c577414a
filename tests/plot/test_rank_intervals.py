"""The chart of mean ranks with intervals, measured by the renderer."""

from __future__ import annotations

import dataclasses
import io
from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from matplotlib.figure import Figure

import pybench as pb
from pybench.plot.draw.figure import reproducible
from pybench.plot.draw.text import visible


def table(k, n=12, names=None, seed=0):
    rng = np.random.default_rng(seed)
    return pb.read_results(
        rng.normal(size=(n, k)),
        datasets=[f"d{i}" for i in range(n)],
        classifiers=names or [f"classifier-{i}" for i in range(k)],
        higher_is_better=True,
    )


def intervals(k, **options):
    return pb.rank_intervals(table(k, **options), resamples=100)


def assert_clean(figure):
    """No text overlaps another or leaves the figure."""
    renderer = figure.canvas.get_renderer()
    with reproducible():
        figure.draw(renderer)
        found = [text.get_window_extent(renderer) for text in figure.axes[0].texts]
    width, height = figure.bbox.size
    assert not [(a, b) for a, b in combinations(found, 2) if a.overlaps(b)]
    assert min(box.x0 for box in found) >= 0
    assert min(box.y0 for box in found) >= 0
    assert max(box.x1 for box in found) <= width
    assert max(box.y1 for box in found) <= height


@pytest.mark.parametrize("k", [2, 3, 14, 35, 60])
def test_texts_neither_overlap_nor_leave_the_figure(k):
    names = [("name " * 12)[: 1 + (7 * i) % 57].strip() + f"-{i}" for i in range(k)]
    assert_clean(pb.plot.rank_intervals(intervals(k, names=names)))
    narrow = pb.plot.rank_intervals(intervals(k, names=names), width=3.3, max_label=12, font_size=8)
    assert_clean(narrow)
    assert narrow.get_figwidth() == 3.3
    with pytest.raises(pb.ArgumentError, match="`width` must be at least"):
        pb.plot.rank_intervals(intervals(k, names=names), width=1)


def test_best_on_top_with_its_whisker():
    result = intervals(5)
    figure = pb.plot.rank_intervals(result)
    axes = figure.axes[0]
    frame = result.to_frame()
    (dots,) = axes.lines
    np.testing.assert_array_equal(dots.get_xdata(), frame["mean_rank"])
    assert list(dots.get_ydata()) == [0, 1, 2, 3, 4]
    assert axes.get_ylim()[0] > axes.get_ylim()[1]  # row 0 is the top
    (whiskers,) = axes.collections
    ends = [segment[:, 0].tolist() for segment in whiskers.get_segments()]
    assert ends == frame[["low", "high"]].to_numpy().tolist()
    texts = [text.get_text() for text in axes.texts]
    assert texts[:3] == [
        frame.loc[0, "classifier"],
        f"{frame.loc[0, 'mean_rank']:.2f}",
        f"{100 * frame.loc[0, 'best']:.0f} %",
    ]


def test_a_share_that_is_not_0_or_1_is_not_shown_as_such():
    result = intervals(4)
    best = pd.Series([0.9997, 0.0003, 0.0, 1.0], result.best.index)
    figure = pb.plot.rank_intervals(dataclasses.replace(result, best=best))
    texts = {text.get_text() for text in figure.axes[0].texts}
    assert {">99 %", "<1 %", "0 %", "100 %"} <= texts


def test_hostile_names_are_harmless_text(hostile):
    readable = (name for name in hostile if name and name.strip() == name and len(name) <= 40)
    # A results table refuses NUL and lone surrogates.
    names = [name for name in readable if not {"\0", "\ud800"} & set(name)]
    result = intervals(len(names), names=names)
    figure = pb.plot.rank_intervals(result)
    assert {visible(name) for name in names} <= {text.get_text() for text in figure.axes[0].texts}
    assert_clean(figure)
    figure.savefig(io.BytesIO(), format="svg")


def test_given_axes():
    figure = Figure(figsize=(8, 4))
    left, right = figure.subplots(1, 2)
    assert pb.plot.rank_intervals(intervals(4), right) is figure
    assert not left.lines
    assert right.lines


def test_same_bytes():
    def saved():
        buffer = io.BytesIO()
        pb.plot.rank_intervals(intervals(3)).savefig(buffer, format="svg")
        return buffer.getvalue()

    assert saved() == saved()


def test_all_ranks_equal():
    t = pb.read_results([[1, 1]] * 4, datasets=list("abcd"), classifiers=["x", "y"],
                        higher_is_better=True)  # fmt: skip
    assert_clean(pb.plot.rank_intervals(pb.rank_intervals(t, resamples=5)))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"width": 0}, "`width` must be a positive number of inches, not 0"),
        ({"font_size": "big"}, "`font_size` must be a positive number of points, not 'big'"),
        ({"decimals": -1}, "`decimals` must be a whole number >= 0, not -1"),
    ],
)
def test_bad_arguments(arguments, message):
    with pytest.raises(pb.ArgumentError, match=message):
        pb.plot.rank_intervals(intervals(2), **arguments)
