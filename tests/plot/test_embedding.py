"""The map of datasets: names that cover nothing, dots where the map says."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pandas as pd
import pytest

import pybench as pb
from pybench.plot.draw.figure import reproducible


def placed(n=100, seed=0, names=None, **options):
    rng = np.random.default_rng(seed)
    names = names or [f"Dataset{'Name' * (i % 3)}{i}" for i in range(n)]
    return pb.embedding_map(pd.DataFrame(rng.normal(size=(n, 8)), names), **options)


def name_boxes(figure, names):
    renderer = figure.canvas.get_renderer()
    with reproducible():
        figure.draw(renderer)
        texts = [text for text in figure.axes[0].texts if text.get_text() in names]
        return [text.get_window_extent(renderer) for text in texts]


@pytest.mark.parametrize("n", [3, 40, 100])
def test_names_cover_neither_names_nor_dots(n):
    result = placed(n)
    figure = pb.plot.embedding(result)
    boxes = name_boxes(figure, set(result.datasets))
    assert len(boxes) == n
    assert not [(a, b) for a, b in combinations(boxes, 2) if a.overlaps(b)]
    dots = figure.axes[0].transData.transform(result.coordinates)
    covered = [1 for box in boxes for x, y in dots if box.x0 < x < box.x1 and box.y0 < y < box.y1]
    assert not covered
    for box in boxes:
        assert 0 <= box.x0 <= box.x1 <= figure.bbox.x1
        assert 0 <= box.y0 <= box.y1 <= figure.bbox.y1


def test_dots_lie_where_the_map_says_in_one_unit():
    result = placed(30)
    axes = pb.plot.embedding(result).axes[0]
    (dots,) = [line for line in axes.lines if line.get_linestyle() == "None"]
    np.testing.assert_array_equal(dots.get_xydata(), result.coordinates)
    box = axes.get_window_extent()
    across = np.ptp(axes.get_xlim()) / box.width
    assert np.ptp(axes.get_ylim()) / box.height == pytest.approx(across)
    assert (result.coordinates.min(axis=0) > [axes.get_xlim()[0], axes.get_ylim()[0]]).all()
    said = [text.get_text() for text in axes.texts]
    share = 100 * result.variance
    assert f"PC1: {share[0]:.1f} % of the variance" in said
    assert f"PC2: {share[1]:.1f} % of the variance" in said


def test_groups_have_colours_and_a_legend():
    result = placed(9)
    groups = {name: "abc"[i % 3] for i, name in enumerate(result.datasets)}
    axes = pb.plot.embedding(result, groups=groups).axes[0]
    dots = [line for line in axes.lines if line.get_linestyle() == "None"]
    assert [len(line.get_xdata()) for line in dots] == [3, 3, 3]
    assert len({line.get_color() for line in dots}) == 3
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["a", "b", "c"]


@pytest.mark.parametrize("width", [3.5, 5.0, 9.0])
@pytest.mark.parametrize("length", [3, 20, 60])
def test_long_groups_stay_on_the_page_and_different(width, length):
    result = placed(21)
    kinds = [f"kind of data {i} ".ljust(length, "-") + "of series" for i in range(7)]
    groups = {name: kinds[i % 7] for i, name in enumerate(result.datasets)}
    figure = pb.plot.embedding(result, groups=groups, width=width)
    figure.canvas.draw()
    legend = figure.axes[0].get_legend()
    box = legend.get_window_extent()
    assert 0 <= box.x0 <= box.x1 <= figure.bbox.x1
    assert figure.axes[0].get_window_extent().y1 <= box.y0 + 2 <= box.y1 <= figure.bbox.y1
    shown = [text.get_text() for text in legend.get_texts()]
    assert len(set(shown)) == 7
    assert max(map(len, shown)) <= 24


def test_same_input_same_bytes_and_given_axes():
    from matplotlib.figure import Figure

    one, two = (pb.plot.embedding(placed(20)).to_svg() for _ in range(2))
    assert one == two
    figure = Figure()
    assert pb.plot.embedding(placed(5), figure.subplots()) is figure


def test_hostile_names_are_text(hostile):
    names = [name for name in dict.fromkeys(hostile) if name.isprintable() and name.strip()]
    figure = pb.plot.embedding(placed(len(names), names=names))
    figure.canvas.draw()
    assert "<script>" not in figure.to_svg()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"axes": (1, 3)}, "`axes` must be two components of the map, which has 2"),
        ({"groups": {"x": "y"}}, "`groups` must name the group of every dataset"),
        ({"width": 0}, "`width` must be a positive number of inches"),
        ({"labels": 1}, "`labels` must be True or False"),
    ],
)
def test_bad_arguments(arguments, message):
    with pytest.raises(pb.ArgumentError, match=message):
        pb.plot.embedding(placed(4), **arguments)
    with pytest.raises(pb.ArgumentError, match="`result` must be an EmbeddingMap"):
        pb.plot.embedding("map")
