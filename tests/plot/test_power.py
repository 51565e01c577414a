"""The power chart."""

from __future__ import annotations

import io
from itertools import combinations

import numpy as np
import pytest

import pybench as pb
from pybench.plot.draw.figure import reproducible


def needed(k, names=None, **options):
    rng = np.random.default_rng(0)
    t = pb.read_results(
        rng.normal(np.linspace(0, 1, k), 1, size=(12, k)),
        datasets=[f"d{i}" for i in range(12)],
        classifiers=names or [f"c{i}" for i in range(k)],
        higher_is_better=True,
    )
    return pb.datasets_needed(t, repeats=40, **options)


def assert_clean(figure):
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


@pytest.mark.parametrize("k", [2, 4, 12])
def test_texts_neither_overlap_nor_leave_the_figure(k):
    assert_clean(pb.plot.power(needed(k)))
    names = [("name " * 12)[: 1 + (7 * i) % 57].strip() + f"$-{i}" for i in range(k)]
    assert_clean(pb.plot.power(needed(k, names), labelled=9))


def test_curves_are_those_of_the_result():
    result = needed(4, sizes=[5, 10, 20])
    for curve in ("family", "single"):
        axes = pb.plot.power(result, curve=curve, labelled=2).axes[0]
        curves = getattr(result, curve)
        growth = curves[:, -1] - curves[:, 0]
        order = sorted(range(6), key=lambda i: (-growth[i], result.pairs[i]))
        named = [line for line in axes.lines if len(line.get_xdata()) == 3]
        for line, i in zip(named, order, strict=False):
            np.testing.assert_array_equal(line.get_ydata(), curves[i])
            assert list(line.get_xdata()) == [5, 10, 20]
        assert len(named) == 2
        background = [segment[:, 1].tolist() for segment in axes.collections[0].get_segments()]
        assert background == [curves[i].tolist() for i in sorted(order[2:])]
        labels = [text.get_text() for text in axes.texts[:2]]
        assert labels == [" against ".join(result.pairs[i]) for i in order[:2]]
        assert 0.8 in [line.get_ydata()[0] for line in axes.lines]


def test_no_labels_one_size_and_given_axes():
    from matplotlib.figure import Figure

    assert_clean(pb.plot.power(needed(3, sizes=[7]), labelled=0))
    figure = Figure()
    axes = figure.subplots()
    assert pb.plot.power(needed(3), axes) is figure


def test_same_bytes():
    def saved():
        buffer = io.BytesIO()
        pb.plot.power(needed(3)).savefig(buffer, format="svg")
        return buffer.getvalue()

    assert saved() == saved()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"curve": "both"}, '`curve` must be one of "family", "single", not "both"'),
        ({"labelled": -1}, "`labelled` must be a whole number >= 0, not -1"),
        ({"height": -3}, "`height` must be a positive number of inches, not -3"),
    ],
)
def test_bad_arguments(arguments, message):
    with pytest.raises(pb.ArgumentError, match=message):
        pb.plot.power(needed(2), **arguments)
