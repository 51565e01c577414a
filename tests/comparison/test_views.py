"""Two methods dataset by dataset."""

from __future__ import annotations

import math

import numpy as np
import pytest

import pybench as pb
from pybench.comparison.views import Duel


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
