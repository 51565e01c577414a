"""The Mantel test by brute force; its size where nothing is there."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats
from scipy.spatial.distance import cdist

import pybench as pb
from pybench.base.errors import ArgumentError
from pybench.base.stream import draw
from pybench.selection.space import standardized


@pytest.mark.parametrize("method", ["spearman", "pearson"])
def test_by_brute_force(table, place, method):
    t, frame = table(1, repeats=1), place(1)
    found = pb.mantel(t, {"x": frame}, 50, method=method).table.set_index("metric")
    ranks = pb.ranks(t).to_numpy()
    theirs = cdist(ranks, ranks, "cityblock") / 5
    x = standardized(frame.to_numpy())
    correlate = stats.spearmanr if method == "spearman" else stats.pearsonr
    upper = np.triu_indices(14, 1)
    for metric in ("cosine", "euclidean"):
        ours = cdist(x, x, metric)
        values = [
            correlate(ours[np.ix_(rows, rows)][upper], theirs[upper]).statistic
            for rows in [np.arange(14), *draw(14, 14, 50, 0, "mantel")]
        ]
        assert found.loc[metric, "correlation"] == pytest.approx(values[0], abs=1e-6)
        p = np.mean(np.array(values) >= values[0] - 1e-9)
        assert found.loc[metric, "pvalue_raw"] == pytest.approx(p)


def test_it_sees_what_the_oracle_sees_and_keeps_its_size():
    made = pb.synthetic_benchmark(0, datasets=40, models=8, repeats=1)
    assert (pb.mantel(made.table, {"oracle": made.oracle}).table["pvalue"] <= 0.002).all()
    rejected = []
    for seed in range(60):
        noise = made.oracle * 0 + np.random.default_rng(seed).normal(size=made.oracle.shape)
        found = pb.mantel(made.table, {"noise": noise}, 99, seed).table
        rejected.append(found["pvalue_raw"].iloc[1] <= 0.1)
    assert np.mean(rejected) < 0.1 + 3 * np.sqrt(0.09 / 60)


def test_what_cannot_be_tested(table, place):
    with pytest.raises(ArgumentError, match="empty"):
        pb.mantel(table(0), {})
    frame = place(0) * 0 + 1.0  # all equal: nothing goes with anything
    found = pb.mantel(table(0), {"x": frame}, 9).table
    assert found["pvalue"].tolist() == [1, 1]
    assert "correlation 0.000" in str(pb.mantel(table(0), {"x": frame}, 9))


@pytest.mark.r
@pytest.mark.parametrize("unit", [1e7, 1e12, 1e60])
def test_languages_agree_in_any_unit(table, place, unit):
    t, frame = table(1, repeats=1), place(1)
    pb.mantel(t, {"x": unit * frame}, 20, standardize=False, engine="both")
