"""Tables with weighted datasets against direct calls on tables with repeated datasets."""

from __future__ import annotations

import numpy as np
import pytest

import pybench as pb
from pybench.base.stream import uniforms
from pybench.comparison import replicates
from pybench.comparison.adjust import adjusted
from pybench.comparison.differences import better_scores, differences, pairs_of
from pybench.comparison.signedrank import ZERO_METHODS, exact_pvalues, normal_pvalues, signed_ranks


def repeated(t, weights):
    pairs = pairs_of(t.n_classifiers, None)
    scores = better_scores(t.scores, t.higher_is_better)
    gaps = np.concatenate([block for _, block in differences(scores, pairs)])
    return gaps[:, np.repeat(np.arange(t.n_datasets), weights)]


@pytest.mark.parametrize("zero_method", ZERO_METHODS)
def test_normal_pvalues_are_those_of_the_repeated_table(random_tables, zero_method):
    rng = np.random.default_rng(2)
    for t in random_tables(12, seed=3, largest=9):
        weights = rng.integers(0, 4, size=(5, t.n_datasets))
        weights[:, 0] += 1
        found, _ = replicates.signed_rank_pvalues(t, weights, zero_method, 0.05, exact_up_to=0)
        for row, weight in zip(found, weights, strict=True):
            ranks = signed_ranks(repeated(t, weight), zero_method)
            direct = normal_pvalues(ranks, "two-sided", False)[0]
            np.testing.assert_allclose(row, np.where(ranks.signed == 0, 1, direct), rtol=1e-12)


@pytest.mark.parametrize("zero_method", ZERO_METHODS)
def test_few_differences_are_exact_in_resamples(random_tables, zero_method):
    for t in random_tables(10, seed=4, largest=20):
        u = uniforms(1, "test", 0, 6 * t.n_datasets).reshape(6, -1)
        weights = replicates.resampled(t.n_datasets, u)
        found, _ = replicates.signed_rank_pvalues(t, weights, zero_method, 0.05, exact_up_to=25)
        for row, weight in zip(found, weights, strict=True):
            direct = exact_pvalues(signed_ranks(repeated(t, weight), zero_method), "two-sided")[0]
            np.testing.assert_allclose(row, direct, rtol=1e-12)


@pytest.mark.parametrize("alpha", [0.001, 0.05, 0.3])
def test_leaving_out_what_cannot_decide_changes_no_verdict(random_tables, alpha):
    """p is normal far from the thresholds: Holm's verdicts are those of all exact p-values."""
    for t in random_tables(6, seed=6, largest=60):
        weights = replicates.leave_one_out(t.n_datasets)[:4]
        found, _ = replicates.signed_rank_pvalues(t, weights, "wilcox", alpha, exact_up_to=200)
        for row, weight in zip(found, weights, strict=True):
            direct = exact_pvalues(signed_ranks(repeated(t, weight), "wilcox"), "two-sided")[0]
            same = (adjusted(row, "holm") <= alpha) == (adjusted(direct, "holm") <= alpha)
            assert same.all()


def test_replicates_count_datasets():
    np.testing.assert_array_equal(replicates.leave_one_out(3), [[0, 1, 1], [1, 0, 1], [1, 1, 0]])
    u = np.array([[0.0, 0.4, 1 - 2**-53], [0.99, 0.34, 0.33]])
    np.testing.assert_array_equal(replicates.resampled(3, u), [[1, 1, 1], [1, 1, 1]])
    np.testing.assert_array_equal(replicates.resampled(3, np.zeros((1, 3))), [[3, 0, 0]])
    assert replicates.resampled(3, np.zeros((0, 3))).shape == (0, 3)


@pytest.mark.parametrize("engine", ["python", pytest.param("both", marks=pytest.mark.r)])
@pytest.mark.parametrize("alpha", [1e-7, 1e-6, 1e-5])
def test_far_in_the_tail_the_normal_p_is_no_guide(make_table, alpha, engine):
    """26 positive differences: exactly p = 2^-25 = 3e-8, by the normal distribution 8e-6."""
    t = make_table(np.column_stack([np.arange(1.5, 28), np.zeros(27)]))
    result = pb.stability(t, alpha, resamples=0, engine=engine)
    assert result.full["wilcoxon-holm"].tolist() == [1.0]
    assert result.over_datasets["wilcoxon-holm"].tolist() == [1.0]
