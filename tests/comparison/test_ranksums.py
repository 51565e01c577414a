"""What tests of rank sums share: the sign of a difference, replicates, the near-ties note."""

from __future__ import annotations

import numpy as np

from pybench.comparison.ranks import doubled_ranks, ranked
from pybench.comparison.ranksums import Compared, rank_sum_gaps, rank_sum_test


def test_gaps_are_positive_where_the_row_is_better():
    doubled = doubled_ranks(np.array([[0.9, 0.5, 0.7], [0.8, 0.8, 0.1]]), higher_is_better=True)
    # Doubled rank sums 2 + 3, 6 + 3, 4 + 6.
    assert rank_sum_gaps(doubled).tolist() == [[0, 4, 5], [-4, 0, 1], [-5, -1, 0]]


def test_replicates_equal_single_tables():
    scores = np.random.default_rng(4).integers(0, 9, size=(5, 3, 12, 6)).astype(float)
    doubled = doubled_ranks(scores, higher_is_better=True)
    assert rank_sum_gaps(doubled).shape == (5, 3, 6, 6)
    np.testing.assert_array_equal(rank_sum_gaps(doubled)[2, 1], rank_sum_gaps(doubled[2, 1]))


def test_sums_of_long_tables_do_not_overflow():
    doubled = np.full((2 * 10**6, 2), 2000, np.int32)
    doubled[:, 1] = 2
    assert rank_sum_gaps(doubled)[1, 0] == 2 * 10**6 * 1998


def test_its_own_adjusted_pvalues_are_taken(make_table):
    p = np.full((3, 3), 0.5)
    result = rank_sum_test(
        ranked(make_table([[1, 2, 3], [1, 3, 2]])),
        lambda doubled: Compared(rank_sum_gaps(doubled), p, p / 2),
        test="x",
        statistic="d",
        method="joint",
        adjust="single-step",
    )
    assert result.pvalues.loc["c1", "c2"] == 0.25
    assert result.pvalues_raw.loc["c1", "c2"] == 0.5
    assert np.diag(result.pvalues).tolist() == [1, 1, 1]
