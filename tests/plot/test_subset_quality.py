"""Where a subset falls: dots and bars at their places, better to the right."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import pybench as pb
from pybench.base.errors import ArgumentError
from pybench.plot._subset_quality import scale


@pytest.fixture(scope="module")
def quality():
    rng = np.random.default_rng(1)
    t = pb.read_results(
        rng.normal(size=(20, 5)) + 0.5 * np.arange(5), higher_is_better=True,
        datasets=[f"d{i}" for i in range(20)], classifiers=list("abcde"),
    )  # fmt: skip
    return pb.subset_quality(t, ["d1", "d7", "d9"], 300)


def layers(figure, role):
    axes = figure.axes[0]
    return [a for a in (*axes.collections, *axes.lines) if a.get_label() == f"_{role}"]


def test_a_row_a_metric_with_its_value(quality):
    figure = pb.plot.subset_quality(quality, title="Mine")
    said = [text.get_text() for text in figure.axes[0].texts]
    for row in quality.table.to_dict("records"):
        value = f"{row['value']:.3g}".replace("-", "−")
        assert f"{value}: better than {100 * row['better_than']:.0f} %" in said
    assert said[0] == "Mine"


def test_dots_lie_where_the_value_falls(quality):
    figure = pb.plot.subset_quality(quality)
    (dots,) = layers(figure, "own")
    (broad,) = layers(figure, "band-0")
    for place, row, path in zip(
        dots.get_xdata(), quality.table.to_dict("records"), broad.get_paths(), strict=True
    ):
        mine = quality.random[quality.random["metric"] == row["metric"]]["value"]
        low, high = mine.min(), mine.max()
        left, right = path.vertices[:, 0].min(), path.vertices[:, 0].max()
        share = (row["value"] - low) / (high - low)
        share = 1 - share if row["metric"] == "mae" else share
        assert place == pytest.approx(left + share * (right - left), abs=1e-6)


def test_better_is_to_the_right():
    frame = pd.DataFrame({"percent": [0, 50, 100], "value": [1.0, 2.0, 4.0]})
    more, less = scale(frame, 3.0, False), scale(frame, 3.0, True)
    assert [more(p) for p in (0, 50, 100, None)] == pytest.approx([0, 1 / 3, 1, 2 / 3])
    assert [less(p) for p in (0, 50, 100, None)] == pytest.approx([0, 2 / 3, 1, 1 / 3])
    beyond = scale(frame, 7.0, False)
    assert (beyond(None), beyond.ends) == (1.0, (1.0, 7.0))
    same = scale(frame.assign(value=1.0), 1.0, True)
    assert same(None) == 0.5


def test_no_subset():
    with pytest.raises(ArgumentError, match="subset_quality"):
        pb.plot.subset_quality(["d1"])
