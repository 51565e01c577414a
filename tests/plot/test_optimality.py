"""The chart of classifiers beside the lines of the likelihood ratio."""

from __future__ import annotations

import io
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from matplotlib.patches import Rectangle
from sklearn.dummy import DummyClassifier

import pybench as pb
from pybench.base.errors import ArgumentError
from pybench.optimal.optimality import Optimality
from tests.plot import prints


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
    for statistic, count in (("auc", 6), ("acc_star", 6), ("fit_seconds", 0)):
        axes = pb.plot.optimality(found, statistic=statistic).axes[0]
        wide = [line for line in axes.lines if np.ptp(line.get_xdata()) > 0.9]
        assert len(wide) == count
        if count:
            lines = found.lines[found.lines["statistic"] == statistic]
            mean = lines.groupby(["setting", "method"])["value"].mean()
            assert wide[0].get_ydata()[0] == pytest.approx(mean["a-T1", "lrt_hidden"])
            assert wide[4].get_ydata()[0] == pytest.approx(mean["c-d1", "lrt_exact_chain"])
            assert wide[5].get_ydata()[0] == pytest.approx(mean["c-d1", "lrt_numerical"])
            assert "dotted: LRT observed; dashed" in " ".join(t.get_text() for t in axes.texts)


def test_unequal_numbers_of_runs_are_said(found):
    """As in results that are put together: the note has the smallest and the largest number."""

    def note(result):
        return next(
            t.get_text() for t in pb.plot.optimality(result).axes[0].texts if "over" in t.get_text()
        )

    assert "AUC over 5 runs" in note(found)
    runs = found.runs
    fewer = (runs["classifier"] == "constant") & (runs["run"] > 2)
    assert "AUC over 3 to 5 runs" in note(replace(found, runs=runs[~fewer]))


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


def test_one_run_is_one_run():
    found = pb.optimality("a-T1", "LRT numerical", runs=1)
    texts = [text.get_text() for text in pb.plot.optimality(found).axes[0].texts]
    assert "AUC over 1 run: quartiles, smallest and largest" in texts


def of_settings(settings):
    """Return one invented run of a classifier in each setting."""
    runs = pd.DataFrame({"setting": settings, "classifier": "mine", "run": 0, "auc": 0.7})
    runs["auc"] += np.arange(len(settings)) / 100
    lines = pd.DataFrame(columns=["setting", "method", "statistic", "value"])
    none = pd.DataFrame()
    return Optimality(none, runs, lines, none, "", tuple(settings), ("mine",), 1, 0, None)


@pytest.mark.parametrize("many", [3, 8, 12])
def test_names_of_settings_do_not_overlap_in_a_column(many):
    settings = [*pb.optimal.settings().index[-many:]]
    figure = pb.plot.optimality(of_settings(settings), width=3.25, font_size=8)
    boxes = prints.text_boxes(figure)
    assert {name for name, _ in boxes} >= set(settings)
    assert prints.overlaps(boxes) == []
    wide, high = figure.get_size_inches() * 72
    assert all(0 <= box.x0 <= box.x1 <= wide and 0 <= box.y0 <= box.y1 <= high for _, box in boxes)
    # The names take nothing from the chart.
    usual = pb.plot.optimality(of_settings(settings[:1]), width=3.25, font_size=8)
    assert figure.axes[0].get_window_extent().height == pytest.approx(
        usual.axes[0].get_window_extent().height, abs=1
    )


def test_more_settings_than_a_column_holds_are_refused():
    found = of_settings([*pb.optimal.settings().index])
    with pytest.raises(ArgumentError, match="`width` must be at least") as refused:
        pb.plot.optimality(found, width=3.25, font_size=8)
    least = float(refused.value.expected.split()[2])
    assert pb.plot.optimality(found, width=least, font_size=8).get_figwidth() == least
