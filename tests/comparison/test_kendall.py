"""Kendall's W: closed forms, its interval, both languages."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

import pybench as pb
from pybench.comparison.bootstrap import weighted
from pybench.comparison.kendall import weighted_w
from pybench.comparison.ranks import doubled_ranks


def test_by_hand(make_table):
    """Sums of ranks 4, 6, 8 of N = 3, k = 3: W = 12 * 8 / (9 * 24)."""
    t = make_table([[3, 2, 1], [3, 1, 2], [1, 3, 2]])
    sums = pb.ranks(t).sum().to_numpy()
    w = 12 * ((sums - 6) ** 2).sum() / (9 * (27 - 3))
    assert pb.kendall_w(t).w == pytest.approx(w, rel=1e-14)


def test_is_the_mean_rank_correlation_of_datasets(random_tables):
    from scipy.stats import spearmanr

    t = next(iter(random_tables(1, seed=8)))
    scores = t.scores + np.random.default_rng(0).normal(size=t.scores.shape)  # no ties
    t = pb.read_results(scores, higher_is_better=True, datasets=t.datasets,
                        classifiers=t.classifiers)  # fmt: skip
    n = t.n_datasets
    pairs = itertools.combinations(t.scores, 2)
    mean = np.mean([spearmanr(a, b).statistic for a, b in pairs])
    assert pb.kendall_w(t, resamples=10).w == pytest.approx((1 + (n - 1) * mean) / n, abs=1e-12)


def test_replicates_by_their_definition():
    """One more dataset in the order of all, or all against; the parts along all others."""
    rng = np.random.default_rng(1)
    doubled = doubled_ranks(rng.integers(0, 4, size=(5, 6)).astype(float), True)
    centred = doubled / 2 - 3.5
    length = ((np.arange(6) - 2.5) ** 2).sum()
    weights = np.concatenate(list(weighted(3, "test", 40, 5)))
    along = []
    for i in range(5):
        others = np.delete(centred, i, axis=0).sum(axis=0)
        along.append(centred[i] @ others / np.linalg.norm(others))
    lower, upper = weighted_w(doubled, weights)
    for w, low, high in zip(weights, lower, upper, strict=True):
        within = w[:5] @ (centred**2).sum(axis=1) + w[5] * length
        mean = w[:5] @ centred
        more = mean / np.linalg.norm(mean) * np.sqrt(length)
        assert high == pytest.approx(((mean + w[5] * more) ** 2).sum() / within)
        against = max(0.0, w @ [*along, -np.sqrt(length)])
        assert low == pytest.approx(against**2 / within)


def test_all_agree_and_nothing_varies(make_table):
    agree = pb.kendall_w(make_table([[3, 2, 1]] * 12))
    assert (agree.w, agree.high) == (1, 1)
    # 12 of 12 leave a chance of up to 1 - 0.025^(1/12) for the opposite order.
    assert agree.low == pytest.approx((1 - 2 * (1 - 0.025 ** (1 / 12))) ** 2, abs=0.02)
    constant = pb.kendall_w(make_table([[1, 1, 1]] * 12))
    assert (constant.w, constant.low) == (0, 0)
    assert constant.high < 0.5
    assert "degenerate" in constant.notes


@pytest.mark.parametrize("n", [10, 20, 30])
def test_two_classifiers_hold_the_truth(make_table, n):
    """W of all datasets is (1 - 2 q)^2; percentile intervals held it in 18 to 62 % at q = 0.02."""
    from scipy.stats import binom

    held = np.zeros(500)
    shares = np.arange(1, 501) / 1000
    for wins in range(n + 1):
        result = pb.kendall_w(make_table([[1, 0]] * (n - wins) + [[0, 1]] * wins))
        inside = (result.low <= (1 - 2 * shares) ** 2) & ((1 - 2 * shares) ** 2 <= result.high)
        held += binom.pmf(wins, n, shares) * inside
    assert held.min() >= 0.94


def test_interval_holds_w_where_nothing_differs(make_table):
    """Copies of a dataset would push replicates to 2 W: the interval would lie above W."""
    t = make_table(np.random.default_rng(2).normal(size=(20, 14)))
    result = pb.kendall_w(t)
    assert result.low <= result.w <= result.high
    assert result.w < 0.15


def test_order_of_datasets_moves_the_draws_only(make_table):
    scores = np.random.default_rng(4).normal(size=(13, 8))
    first, second = pb.kendall_w(make_table(scores)), pb.kendall_w(make_table(scores[::-1]))
    assert first.w == pytest.approx(second.w, rel=1e-14)
    assert first.high == pytest.approx(second.high, abs=0.03)  # Monte-Carlo error
    assert pb.kendall_w(make_table(scores), seed=1).high != first.high
    assert pb.kendall_w(make_table(-scores, higher_is_better=False)).high == first.high


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"resamples": 0}, "`resamples` must be a whole number >= 1, not 0"),
        ({"resamples": 1.5}, "`resamples` must be a whole number >= 1, not 1.5"),
        ({"seed": "x"}, r"`seed` must be an integer between -2\^53 and 2\^53, not 'x'"),
        ({"confidence": 0}, "`confidence` must be a number between 0 and 1, not 0"),
    ],
)
def test_bad_arguments(make_table, arguments, message):
    with pytest.raises(pb.ArgumentError, match=message):
        pb.kendall_w(make_table([[1, 2], [2, 1]]), **arguments)


def test_text_and_frame(make_table):
    result = pb.kendall_w(make_table([[3, 2, 1]] * 12))
    assert str(result).startswith("Kendall's W = 1.0000, 95 % interval 0.")
    assert result.to_frame().loc[0, "n_classifiers"] == 3


@pytest.mark.r
def test_both_languages(random_tables, make_table):
    for t in random_tables(5, seed=5, largest=20):
        assert pb.kendall_w(t, resamples=300, seed=7, engine="both").engine == "both"
    for scores in ([[1, 2], [2, 1]], [[1, 1], [1, 1]], [[1, 2], [1, 2]]):
        pb.kendall_w(make_table(scores), resamples=50, engine="both")
