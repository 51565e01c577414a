"""Areas, curves, sufficient sizes and significance, each by its definition."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from pybench.selection import preservation

METHODS = (("random", ""), ("k-means", "x"), ("a-optimal", "x"))


@pytest.fixture
def values():
    return np.random.default_rng(0).normal(size=(3, 2, 40, 4)).cumsum(axis=3)


def test_areas_are_trapezoids():
    assert preservation.areas(np.ones(19), range(2, 21)) == 18
    assert preservation.areas(np.array([0.0, 1.0, 5.0]), (2, 3, 5)) == 0.5 + 6


def test_curves_are_means_and_quantiles_over_trials(values):
    frame = preservation.curves(values, METHODS, ("mae", "mrr"), (2, 3, 5, 8), 0.9)
    row = frame.query("strategy == 'k-means' and metric == 'mrr' and size == 5").iloc[0]
    own = values[1, 1, :, 2]
    assert row["mean"] == pytest.approx(own.mean())
    assert [row["low"], row["high"]] == pytest.approx(np.quantile(own, [0.05, 0.95]).tolist())
    assert len(frame) == 3 * 2 * 4


@pytest.mark.parametrize(("metric", "sign"), [("spearman", 1), ("mae", -1)])
def test_rounding_decides_no_sufficient_size(metric, sign):
    values = np.full((1, 1, 50, 2), 0.9)
    values[..., 1] += sign
    frame = preservation.curves(values, METHODS[:1], (metric,), (2, 3), 0.95)
    for noise in (-9e-16, 0, 9e-16):
        columns = {"mean": [0.9 + noise, 0.9 + sign], "low": [0.9 - noise, 1.0]}
        noisy = frame.assign(**columns, high=columns["low"])
        found = preservation.sufficient(noisy, {metric: 0.9}).iloc[0]
        assert found["by_mean"] == found["conservative"] == 2
    short = frame.assign(mean=[0.9 - sign * 1e-8, 0.9 + sign])
    assert preservation.sufficient(short, {metric: 0.9})["by_mean"].item() == 3


def test_sufficient_sizes_look_at_the_mean_and_at_the_worse_end(values):
    frame = preservation.curves(values, METHODS, ("mae", "mrr"), (2, 3, 5, 8), 0.9)
    found = preservation.sufficient(frame, {"mae": 0.0, "mrr": 0.0})
    for row in found.itertuples():
        part = frame[(frame.strategy == row.strategy) & (frame.metric == row.metric)]
        sign = -1 if row.metric == "mae" else 1
        worse = part["high"] if row.metric == "mae" else part["low"]
        for column, ends in (("by_mean", part["mean"]), ("conservative", worse)):
            good = [k for k, v in zip(part["size"], ends, strict=True) if sign * v >= 0]
            assert getattr(row, column) == (min(good) if good else np.inf)
    assert preservation.sufficient(frame, {"kendall": 1}).empty


def test_the_best_is_compared_with_each_other_by_paired_signed_ranks(values):
    areas = values[..., -1]
    found = preservation.significance(areas, METHODS, ("mae", "mrr"))
    for at, metric in enumerate(("mae", "mrr")):
        upward = areas[:, at] * (-1 if metric == "mae" else 1)
        best = int(upward.mean(axis=1).argmax())
        rows = found[found.metric == metric]
        others = [i for i in range(3) if i != best]
        assert list(rows["strategy"]) == [METHODS[i][0] for i in others]
        assert set(rows["best"]) == {METHODS[best][0]}
        raw = [stats.wilcoxon(upward[best] - upward[i], alternative="greater", method="exact")
               .pvalue for i in others]  # fmt: skip
        np.testing.assert_allclose(rows["pvalue_raw"], raw, rtol=1e-9)
        small, large = sorted(raw)
        holm = {small: min(1, 2 * small), large: min(1, max(2 * small, large))}
        np.testing.assert_allclose(rows["pvalue"], [holm[p] for p in raw])


def test_more_than_200_trials_are_normal_and_equal_ones_say_nothing():
    rng = np.random.default_rng(1)
    gaps = rng.normal(size=(1, 300)) + 0.1
    theirs = stats.wilcoxon(gaps[0], alternative="greater", method="asymptotic").pvalue
    assert preservation.paired_pvalues(gaps)[0] == pytest.approx(theirs, rel=1e-6)
    assert preservation.paired_pvalues(np.zeros((1, 20)))[0] == 1
    assert preservation.significance(np.zeros((1, 1, 4)), METHODS[:1], ("mae",)).empty
