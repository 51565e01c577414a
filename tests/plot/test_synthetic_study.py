"""The curve over the quality of the representation."""

from __future__ import annotations

import numpy as np
import pytest

import pybench as pb
from pybench.base.errors import ArgumentError

SMALL = {"datasets": 30, "models": 4, "repeats": 1, "workers": 1}


@pytest.fixture(scope="module")
def study():
    strategies = ["farthest-first/cosine", "k-medoids", "oracle"]
    return pb.synthetic_study(range(3), 4, signals=(0, 0.5, 2), strategies=strategies, **SMALL)


def drawn(axes, role):
    return [a for a in (*axes.lines, *axes.collections) if a.get_label() == f"_{role}"]


@pytest.mark.parametrize("metric", ["mae", "spearman"])
def test_gains_and_their_errors_are_drawn(study, metric):
    axes = pb.plot.synthetic_study(study, metric=metric).axes[0]
    rows = study.auc[(study.auc["metric"] == metric) & (study.auc["strategy"] != "random")]
    lines, bars = drawn(axes, "strategy"), drawn(axes, "error")
    for line, bar, name in zip(lines, bars, ("farthest-first/cosine", "k-medoids/cosine"),
                               strict=False):  # fmt: skip
        mine = rows[rows["strategy"] == name]
        np.testing.assert_array_equal(line.get_ydata(), mine["gain"])
        ends = np.array([path.vertices[:, 1] for path in bar.get_paths()])
        np.testing.assert_allclose(np.ptp(ends, axis=1) / 2, mine["gain_se"])
    oracle = rows[rows["strategy"] == "oracle"]["gain"].item()
    assert (len(lines), len(bars)) == (3, 2)
    assert set(lines[2].get_ydata()) == {oracle}
    found = study.mantel[study.mantel["metric"] == "cosine"]["correlation"]
    said = [tick.get_text() for tick in axes.get_xticklabels()]
    assert said == [f"{s:g}\n{round(c, 2) + 0.0:.2f}" for s, c in zip((0, 0.5, 2), found,
                                                                     strict=True)]  # fmt: skip


def test_one_benchmark_has_no_bars_and_the_views_of_table_4_are_in_order():
    alone = pb.synthetic_study([0], 4, **SMALL)
    axes = pb.plot.synthetic_study(alone, distance="euclidean").axes[0]
    assert drawn(axes, "error") == []
    assert [tick.get_text().split()[0] for tick in axes.get_xticklabels()] == ["0.15", "100"]


def test_sound(study, sound):
    sound(lambda ax=None: pb.plot.synthetic_study(study, ax))


def test_what_cannot_be_drawn(study):
    with pytest.raises(ArgumentError, match="`metric` must be"):
        pb.plot.synthetic_study(study, metric="kendall")
    with pytest.raises(ArgumentError, match="`distance` must be"):
        pb.plot.synthetic_study(study, distance="manhattan")
