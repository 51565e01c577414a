"""Kendall's W: closed forms, its bootstrap, both languages."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

import pybench as pb
from pybench.comparison.kendall import resampled_w
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
    """From the correlations of pairs of different datasets, one pair at a time."""
    rng = np.random.default_rng(1)
    doubled = doubled_ranks(rng.integers(0, 4, size=(5, 6)).astype(float), True)
    counts = rng.multinomial(5, [0.2] * 5, size=40).astype(float)
    centred = doubled - 7.0
    for row, found in zip(counts, resampled_w(doubled, counts), strict=True):
        drawn = np.repeat(np.arange(5), row.astype(int))
        different = [(a, b) for a in drawn for b in drawn if a != b]
        products = np.mean([centred[a] @ centred[b] for a, b in different])
        agreement = products / np.mean([centred[a] @ centred[a] for a in drawn])
        assert found == pytest.approx(np.clip((1 + 4 * agreement) / 5, 0, 1), abs=1e-14)


def test_all_agree_and_nothing_varies(make_table):
    agree = pb.kendall_w(make_table([[3, 2, 1]] * 12))
    assert (agree.w, agree.low, agree.high) == (1, 1, 1)
    constant = pb.kendall_w(make_table([[1, 1, 1]] * 12))
    assert (constant.w, constant.low, constant.high) == (0, 0, 0)
    assert "degenerate" in constant.notes


def test_interval_holds_w_where_nothing_differs(make_table):
    """Copies of a dataset would push replicates to 2 W: the interval would lie above W."""
    t = make_table(np.random.default_rng(2).normal(size=(20, 14)))
    result = pb.kendall_w(t)
    assert result.low <= result.w <= result.high
    assert result.w < 0.15


def test_coverage(make_table):
    """Of the W that many datasets of the same kind have, corrected to N."""
    rng = np.random.default_rng(3)
    ability = np.linspace(0, 1.5, 6)
    many = make_table(ability + rng.normal(size=(20_000, 6)))
    agreement = (20_000 * pb.kendall_w(many, resamples=1).w - 1) / 19_999
    n, inside = 30, 0
    true = (1 + (n - 1) * agreement) / n
    for seed in range(200):
        result = pb.kendall_w(make_table(ability + rng.normal(size=(n, 6))), 0.9, 400, seed)
        inside += result.low <= true <= result.high
    assert 0.8 <= inside / 200 <= 0.97  # percentile intervals of 30 datasets are a little short


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
        ({"seed": "x"}, "`seed` must be an integer, not 'x'"),
        ({"confidence": 0}, "`confidence` must be a number between 0 and 1, not 0"),
    ],
)
def test_bad_arguments(make_table, arguments, message):
    with pytest.raises(pb.ArgumentError, match=message):
        pb.kendall_w(make_table([[1, 2], [2, 1]]), **arguments)


def test_text_and_frame(make_table):
    result = pb.kendall_w(make_table([[3, 2, 1]] * 12))
    assert str(result).startswith("Kendall's W = 1.0000, 95 % interval 1.0000 to 1.0000")
    assert result.to_frame().loc[0, "n_classifiers"] == 3


@pytest.mark.r
def test_both_languages(random_tables, make_table):
    for t in random_tables(5, seed=5, largest=20):
        assert pb.kendall_w(t, resamples=300, seed=7, engine="both").engine == "both"
    for scores in ([[1, 2], [2, 1]], [[1, 1], [1, 1]], [[1, 2], [1, 2]]):
        pb.kendall_w(make_table(scores), resamples=50, engine="both")


@pytest.mark.parametrize("n", [19, 20])
def test_few_datasets_to_resample(make_table, n):
    scores = np.random.default_rng(1).normal(size=(n, 3))
    assert ("few-resampled" in pb.kendall_w(make_table(scores), resamples=10).notes) == (n < 20)
