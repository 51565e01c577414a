"""Two methods dataset by dataset; how scores and ranks spread."""

from __future__ import annotations

import math

import numpy as np
import pytest

import pybench as pb
from pybench.comparison.views import Box, Duel, Spread


def table(scores, *, higher=True):
    datasets = [f"d{i}" for i in range(len(scores))]
    names = list("abc")[: len(scores[0])]
    return pb.read_results(
        scores, datasets=datasets, classifiers=names, higher_is_better=higher, missing="keep"
    )


def test_wins_and_ties_are_those_of_the_ranks_of_two():
    rng = np.random.default_rng(0)
    t = table(rng.integers(0, 4, (50, 3)).astype(float))
    found = Duel.of(t, "c", "a", "decimal")
    ranks = pb.ranks(t.select(classifiers=["c", "a"])).to_numpy()
    expected = np.where(ranks[:, 0] == ranks[:, 1], 0, ranks.argmin(axis=1) + 1)
    np.testing.assert_array_equal(found.better, expected)
    assert set(found.better) == {0, 1, 2}
    np.testing.assert_array_equal(found.scores, t.scores[:, [2, 0]])


def test_the_direction_turns_wins_and_a_tolerance_makes_ties():
    scores = [[1.0, 2.0], [3.0, 2.9]]
    assert Duel.of(table(scores), "a", "b", "decimal").better.tolist() == [2, 1]
    assert Duel.of(table(scores, higher=False), "a", "b", "decimal").better.tolist() == [1, 2]
    assert Duel.of(table(scores), "a", "b", 0.2).better.tolist() == [2, 0]


def test_datasets_without_both_scores_are_left_out():
    found = Duel.of(table([[1.0, math.nan], [1.0, 2.0]]), "a", "b", "decimal")
    assert (found.datasets, found.left_out) == (("d1",), 1)
    with pytest.raises(pb.ResultsTableError, match="scores of both methods, found none"):
        Duel.of(table([[1.0, math.nan], [math.nan, 2.0]]), "a", "b", "decimal")
    with pytest.raises(pb.ArgumentError, match="`t` must be a ResultsTable, not str"):
        Duel.of("t", "a", "b", "decimal")


def test_methods_are_in_the_order_of_mean_ranks():
    t = table([[1.0, 2.0, 3.0], [1.0, 3.0, 2.0], [5.0, 4.0, 3.0]])
    found = Spread.of(t, "ranks", "decimal")
    means = pb.ranks(t).mean()
    assert found.classifiers == ("b", "c", "a")
    assert found.mean_ranks.tolist() == sorted(means)
    equal = Spread.of(table([[1.0, 2.0, 1.5], [2.0, 1.0, 1.5]]), "scores", "decimal")
    assert equal.classifiers == ("a", "b", "c")
    np.testing.assert_array_equal(found.values, pb.ranks(t)[list(found.classifiers)])
    scores = Spread.of(t, "scores", "decimal").values
    np.testing.assert_array_equal(scores, t.to_frame()[list(found.classifiers)])


def test_a_box_has_the_density_of_an_independent_computation():
    from scipy import stats

    values = np.random.default_rng(2).gamma(2.0, size=80)
    box = Box.of(values)
    q1, q3 = np.percentile(values, [25, 75])
    bandwidth = 0.9 * min(values.std(ddof=1), (q3 - q1) / 1.34) * 80**-0.2
    kernel = stats.gaussian_kde(values, bandwidth / values.std(ddof=1))
    at, heights = box.outline
    expected = kernel(at)
    np.testing.assert_allclose(heights, expected / expected.max(), rtol=1e-9)
    assert (at[0], at[-1], heights.max()) == (values.min(), values.max(), 1.0)


def test_a_box_of_equal_numbers_has_no_density_and_most_equal_ones_have():
    box = Box.of(np.full(5, 0.3))
    assert (box.quartiles, box.whiskers, box.outline.shape) == ((0.3,) * 3, (0.3, 0.3), (2, 0))
    most = Box.of(np.array([0.0] * 9 + [1.0]))
    assert most.whiskers == (0.0, 0.0)
    assert np.isfinite(most.outline).all()
    assert most.outline.shape[1] > 0
