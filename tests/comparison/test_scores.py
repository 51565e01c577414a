"""Scores of each method, summarised over datasets."""

from fractions import Fraction

import numpy as np

from pybench.comparison.ranks import ranked
from pybench.comparison.scores import best_by_mean, mean_scores, score_summary


def test_means_are_exact_sums_rounded_once():
    """Ten times 0.1 and other sums that rounding spoils, against fractions."""
    rng = np.random.default_rng(8)
    scores = np.column_stack([np.full(10, 0.1), rng.random(10), rng.random(10) * 1e-9])
    scores[0, 2] = 1e9
    exact = [float(sum(map(Fraction, column))) / 10 for column in scores.T.tolist()]
    assert mean_scores(scores).tolist() == exact


def test_the_best_mean_is_the_same_whatever_the_order_of_datasets(make_table):
    """Both sum to 0.6 exactly rounded, though not in every order of addition."""
    first = make_table([[0.1, 0.3], [0.2, 0.2], [0.3, 0.1]])
    assert best_by_mean(first) == ("c1", "c2")


def test_the_direction_decides_who_is_best(make_table):
    scores = [[1, 2, 3], [1, 2, 3]]
    assert best_by_mean(make_table(scores)) == ("c3",)
    assert best_by_mean(make_table(scores, higher_is_better=False)) == ("c1",)


def test_summary_follows_mean_rank_then_name(make_table):
    t = make_table([[1, 3, 1], [2, 4, 2]], classifiers=["b", "c", "a"])
    frame = score_summary(ranked(t))
    assert frame.index.tolist() == ["c", "a", "b"]
    assert frame["best"].tolist() == [2, 0, 0]
    assert frame["mean_rank"].tolist() == [1, 2.5, 2.5]
