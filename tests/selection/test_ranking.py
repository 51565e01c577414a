"""The metrics against SciPy and against the mean over all orders of the tied."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from scipy import stats

from pybench.selection.ranking import METRICS, Reference, scores


def drawn(seed, tied):
    rng = np.random.default_rng(seed)
    high = 6 if tied else 10_000
    return rng.integers(1, high, (4, 3, 7)), rng.integers(1, high, (1, 7))


def orders(values):
    """Give all orders of models by value, ties in every order."""
    for shuffled in itertools.permutations(range(len(values))):
        if all(values[a] <= values[b] for a, b in itertools.pairwise(shuffled)):
            yield shuffled


def ndcg(ours, ranks):
    gains = len(ranks) + 1 - ranks
    worth = [1 / np.log2(2 + place) for place in range(5)]
    got = [sum(gains[m] * w for m, w in zip(o, worth, strict=False)) for o in orders(ours)]
    return np.mean(got) / sum(sorted(gains, reverse=True)[:5] * np.array(worth))


def reciprocal(ours, theirs):
    best = np.flatnonzero(theirs == theirs.min())
    return np.mean([1 / (1 + o.index(m)) for o in orders(ours) for m in best])


@pytest.mark.parametrize("tied", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_metrics_by_their_definitions(seed, tied):
    sums, total = drawn(seed, tied)
    sizes, reference = (2, 3, 5), Reference(total, 9, 4)
    found = dict(zip(METRICS, scores(sums, sizes, reference, METRICS), strict=True))
    ranks = total[0] / (2 * 9 * 4)
    for t, k in np.ndindex(4, 3):
        ours = sums[t, k]
        assert found["mae"][t, k] == pytest.approx(np.abs(ours / (8 * sizes[k]) - ranks).mean())
        assert found["spearman"][t, k] == pytest.approx(stats.spearmanr(ours, ranks).statistic)
        assert found["kendall"][t, k] == pytest.approx(stats.kendalltau(ours, ranks).statistic)
        assert found["ndcg5"][t, k] == pytest.approx(ndcg(ours, ranks))
        assert found["mrr"][t, k] == pytest.approx(reciprocal(ours, ranks))
        assert found["mrr_reversed"][t, k] == pytest.approx(reciprocal(-ours, -ranks))


def test_the_whole_keeps_itself():
    total = np.array([[10, 12, 30, 44]])
    found = scores(total[:, None], (3,), Reference(total, 3, 5), METRICS)[:, 0, 0]
    np.testing.assert_allclose(found, [0, 1, 1, 1, 1, 1])


def test_a_ranking_of_one_rank_says_nothing():
    reference = Reference(np.array([[1, 2, 3]]), 1, 1)
    found = scores(np.full((1, 1, 3), 4), (1,), reference, ("spearman", "kendall", "mrr"))
    assert found[:, 0, 0].tolist() == [0, 0, pytest.approx((1 + 1 / 2 + 1 / 3) / 3)]
    flat = Reference(np.array([[2, 2, 2]]), 1, 1)
    assert scores(np.array([[[1, 2, 3]]]), (1,), flat, ("kendall",)).item() == 0


def test_each_trial_may_have_its_own_reference():
    sums, total = drawn(0, True)
    both = np.concatenate([total, total[:, ::-1], total, total])
    found = scores(sums, (1, 2, 3), Reference(both, 9, 4), METRICS)
    one = scores(sums[1:2], (1, 2, 3), Reference(both[1:2], 9, 4), METRICS)
    np.testing.assert_array_equal(found[:, 1], one[:, 0])
