"""Intervals of mean ranks and shares of resamples: closed forms, laws, both languages."""

from __future__ import annotations

import dataclasses
import math

import numpy as np
import pandas as pd
import pytest

import pybench as pb
from pybench.base.stream import uniforms
from pybench.comparison.intervals import standings


def test_replicates_by_ranking_resampled_tables(make_table):
    """Resampling rows of scores and ranking again is the same as resampling rows of ranks."""
    t = make_table(np.random.default_rng(0).integers(0, 5, size=(6, 4)))
    draws = np.floor(uniforms(5, "rank-intervals", 0, 6 * 40) * 6).astype(int).reshape(40, 6)
    means = np.array([pb.ranks(t).to_numpy()[rows].mean(axis=0) for rows in draws])
    result = pb.rank_intervals(t, 0.8, 40, 5)
    first = np.isclose(means, means.min(axis=1, keepdims=True))
    np.testing.assert_allclose(result.best, (first / first.sum(axis=1)[:, None]).mean(axis=0))


def test_two_classifiers_are_binomial(make_table):
    """One wins 14 of 20: its mean rank is better if it wins more than 10 of 20 at rate 0.7."""
    from scipy.stats import binom, binomtest

    t = make_table([[1, 0]] * 14 + [[0, 1]] * 6)
    result = pb.rank_intervals(t, 0.9, 40_000)
    chance = binom.sf(10, 20, 0.7) + binom.pmf(10, 20, 0.7) / 2
    error = 4 * math.sqrt(chance * (1 - chance) / 40_000)
    assert result.better.loc["c1", "c2"] == pytest.approx(chance, abs=error)
    assert result.best["c1"] == pytest.approx(chance, abs=error)
    # Mean rank 2 - wins/20; the level of an end has a Monte-Carlo error of 0.0011.
    exact = binomtest(14, 20).proportion_ci(0.9)
    ends = [2 - result.high["c1"], 2 - result.low["c1"]]
    assert ends == pytest.approx([exact.low, exact.high], abs=0.004)


@pytest.mark.parametrize("n", [10, 20, 30])
def test_two_classifiers_hold_the_truth(make_table, n):
    """The audit: with q = 0.02 percentile intervals held 1 + q in 36, 45 and 62 % of tables."""
    from scipy.stats import binom

    held = np.zeros(500)
    shares = np.arange(1, 501) / 1000
    for wins in range(n + 1):
        result = pb.rank_intervals(make_table([[1, 0]] * (n - wins) + [[0, 1]] * wins))
        inside = (result.low["c1"] <= 1 + shares) & (1 + shares <= result.high["c1"])
        held += binom.pmf(wins, n, shares) * inside
    assert held.min() >= 0.94


def test_agreement_of_all_is_no_certainty(make_table):
    """Of 20 that agree, some other outcome may have a chance of up to 1 - 0.025^(1/20)."""
    result = pb.rank_intervals(make_table([[3, 2, 1]] * 20))
    other = 1 - 0.025 ** (1 / 20)
    assert result.low.tolist() == pytest.approx([1, 2 - other, 3 - 2 * other], abs=0.01)
    assert result.high.tolist() == pytest.approx([1 + 2 * other, 2 + other, 3], abs=0.01)


def test_ends_are_quantiles_of_a_spline(make_table):
    """A mean with uniform weights has the B-spline at the values as its density."""
    from scipy.interpolate import BSpline

    t = make_table(np.random.default_rng(7).normal(size=(6, 8)))
    result = pb.rank_intervals(t, 0.9, 40_000)
    for name, ranks in pb.ranks(t).items():
        for end, more, level in ((result.low, 1.0, 0.05), (result.high, 8.0, 0.95)):
            # Equal values are moved apart a little, which moves the density as little.
            knots = np.sort(np.append(ranks, more) + 1e-4 * np.arange(7))
            spline = BSpline.basis_element(knots, extrapolate=False)
            whole, below = spline.integrate(*knots[[0, -1]]), spline.integrate(knots[0], end[name])
            assert below / whole == pytest.approx(level, abs=0.006)  # five errors of 40,000 draws


def test_standings_share_ties():
    best, better = standings(np.array([[1.0, 1, 3], [2, 1, 1], [1, 2, 3], [1, 1, 1]]))
    assert best.tolist() == pytest.approx(
        [(1 / 2 + 1 + 1 / 3) / 4, (1 / 2 + 1 / 2 + 1 / 3) / 4, (1 / 2 + 1 / 3) / 4]
    )
    assert better.tolist() == [[0.5, 0.5, 0.625], [0.5, 0.5, 0.75], [0.375, 0.25, 0.5]]


def test_laws(random_tables):
    for t in random_tables(10, seed=4, largest=20):
        result = pb.rank_intervals(t, resamples=200)
        better = result.better.to_numpy()
        np.testing.assert_allclose(better + better.T, 1, atol=1e-12)
        assert result.best.sum() == pytest.approx(1)
        assert (result.low <= result.high).all()
        assert ((result.low >= 1) & (result.high <= t.n_classifiers)).all()
        assert (result.mean_ranks == pb.friedman(t).mean_ranks).all()


def test_relabelling_and_direction(make_table):
    scores = np.random.default_rng(6).normal(size=(9, 4))
    first = pb.rank_intervals(make_table(scores), resamples=300)
    second = pb.rank_intervals(make_table(np.exp(-scores[:, ::-1]), False), resamples=300)
    for name in ("low", "high", "best"):
        ours, theirs = getattr(first, name).to_numpy(), getattr(second, name).to_numpy()
        np.testing.assert_array_equal(ours, theirs[::-1])


def test_nothing_varies(make_table):
    result = pb.rank_intervals(make_table([[1, 1, 1]] * 5), resamples=20)
    assert (result.low < 2).all()
    assert (result.high > 2).all()
    np.testing.assert_allclose(result.best, 1 / 3)
    assert "degenerate" in result.notes


def test_frame_and_text(make_table):
    result = pb.rank_intervals(make_table([[1, 3, 2]] * 12), resamples=10, seed=2)
    frame = result.to_frame()
    assert frame["classifier"].tolist() == ["c2", "c3", "c1"]
    assert frame["best"].tolist() == [1, 0, 0]
    assert "first in 100.0 % of resamples  c2" in str(result)
    assert "seed 2" in str(result)


def test_a_share_that_is_not_0_or_1_is_not_shown_as_such(make_table):
    result = pb.rank_intervals(make_table([[3, 2, 1]] * 12), resamples=10)
    best = pd.Series([0.9997, 0.0003, 0.0], result.best.index)
    text = str(dataclasses.replace(result, best=best))
    for share in (">99.9", " <0.1", "  0.0"):
        assert f"  first in {share} % of resamples  " in text


def test_one_dataset_is_refused(make_table):
    with pytest.raises(pb.ResultsTableError, match="at least 2 datasets, found 1"):
        pb.rank_intervals(make_table([[1, 2]]))


@pytest.mark.r
def test_both_languages(random_tables, make_table):
    for t in random_tables(5, seed=5, largest=20):
        assert pb.rank_intervals(t, resamples=300, seed=-3, engine="both").engine == "both"
    near = make_table([[0.3, 0.1 + 0.2, 0.5]] * 3)
    merged = pb.rank_intervals(near, tie_tol="auto", resamples=20, engine="both")
    assert merged.mean_ranks["c1"] == merged.mean_ranks["c2"]
