"""The chart of classifiers beside the lines of the likelihood ratio."""

from __future__ import annotations

import io

import numpy as np
import pytest
from matplotlib.patches import Rectangle
from sklearn.dummy import DummyClassifier

import pybench as pb
from pybench.base.errors import ArgumentError


@pytest.fixture(scope="module")
def found():
    learners = {"constant": DummyClassifier(), "the ratio itself": "LRT numerical"}
    return pb.optimality(["a-T1", "c-d1"], learners, runs=5)


@pytest.mark.parametrize("statistic", ["auc", "acc_star", "fit_seconds"])
def test_boxes_are_the_quartiles(found, statistic):
    axes = pb.plot.optimality(found, statistic=statistic).axes[0]
    boxes = [patch for patch in axes.patches if isinstance(patch, Rectangle)]
    runs = found.runs.set_index(["setting", "classifier"])[statistic].sort_index()
    pairs = [(s, c) for s in found.settings for c in found.classifiers]
    for box, pair in zip(boxes, pairs, strict=True):
        first, third = np.quantile(runs.loc[pair], [0.25, 0.75])
        assert box.get_y() == pytest.approx(first)
        assert box.get_height() == pytest.approx(third - first)


def test_lines_are_means_over_the_runs(found):
    """Errata: of the statistic that is drawn, unlike figure 6 of the paper."""
    for statistic, count in (("auc", 4), ("acc_star", 4), ("fit_seconds", 0)):
        axes = pb.plot.optimality(found, statistic=statistic).axes[0]
        wide = [line for line in axes.lines if np.ptp(line.get_xdata()) > 0.9]
        assert len(wide) == count
        if count:
            lines = found.lines[found.lines["statistic"] == statistic]
            mean = lines.groupby(["setting", "method"])["value"].mean()
            assert wide[0].get_ydata()[0] == pytest.approx(mean["a-T1", "lrt_hidden"])
            assert wide[3].get_ydata()[0] == pytest.approx(mean["c-d1", "lrt_numerical"])


def test_texts_stay_inside(found):
    figure = pb.plot.optimality(found)
    renderer = figure.canvas.get_renderer()
    figure.draw(renderer)
    boxes = [text.get_window_extent(renderer) for text in figure.axes[0].texts]
    assert min(box.x0 for box in boxes) >= 0
    assert max(box.x1 for box in boxes) <= figure.bbox.width
    buffer = io.BytesIO()
    figure.savefig(buffer, format="svg")
    assert b"the ratio itself" in buffer.getvalue()


def test_given_axes_are_used(found):
    from matplotlib.figure import Figure

    axes = Figure().add_subplot()
    assert pb.plot.optimality(found, axes) is axes.figure


@pytest.mark.parametrize("wrong", [{"statistic": "loss"}, {"width": 0}, {"font_size": -1}])
def test_messages(found, wrong):
    with pytest.raises(ArgumentError):
        pb.plot.optimality(found, **wrong)


def test_another_result_is_refused():
    with pytest.raises(ArgumentError, match="Optimality"):
        pb.plot.optimality(3)
