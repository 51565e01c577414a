"""Ranks: against SciPy's rankdata, the oracle, and under rounding noise."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import rankdata

import pybench as pb
from pybench.comparison.ranks import doubled_ranks, merge_near_ties, tie_groups

HALF = 1e-14  # mean ranks: one division of exact half-integers


@pytest.mark.parametrize("shape", [(7, 5), (4, 9, 3), (2, 3, 4, 6)])
@pytest.mark.parametrize("higher", [True, False])
def test_doubled_ranks_are_twice_rankdata(shape, higher):
    scores = np.random.default_rng(1).integers(0, 4, size=shape) / 7
    expected = rankdata(-scores if higher else scores, axis=-1)
    np.testing.assert_array_equal(doubled_ranks(scores, higher), 2 * expected)


def test_oracle_mean_ranks(case, request):
    """R's rank() in both directions; cases with missing or infinite values are refused by name."""
    if case.meta["N"] and case.name.startswith(("na_", "inf_")):
        with pytest.raises(pb.ResultsTableError):
            pb.read_results(case.input, higher_is_better=True)
        return
    for higher, column in ((True, "mean_rank_high_is_1"), (False, "mean_rank_low_is_1")):
        t = pb.read_results(case.input, higher_is_better=higher)
        expected = [float(row[column]) for row in case.rows("ranks")]
        np.testing.assert_allclose(pb.ranks(t).mean(), expected, rtol=HALF)
        assert list(t.classifiers) == [row["algorithm"] for row in case.rows("ranks")]


def test_auto_tolerance_ignores_two_ulp_of_noise(random_tables):
    """R7: a table and its copy moved by up to 2 ulp rank alike, 1,000 tables."""
    rng = np.random.default_rng(2)
    for t in random_tables(1000, seed=3, largest=20):
        ulps = rng.integers(-2, 3, size=t.scores.shape)
        # A zero stays: its neighbours are subnormal, where no relative tolerance reaches.
        moved = np.where(t.scores == 0, 0, t.scores + ulps * np.spacing(t.scores))
        np.testing.assert_array_equal(
            doubled_ranks(t.scores, True, "auto"), doubled_ranks(moved, True, "auto")
        )


def test_default_is_equality_of_doubles():
    scores = np.array([[0.1 + 0.2, 0.3]])
    assert doubled_ranks(scores, True).tolist() == [[2, 4]]
    assert doubled_ranks(scores, True, "auto").tolist() == [[3, 3]]


def test_near_ties_chain_and_scale_by_row():
    scores = np.array([[1.0, 1.05, 1.1, 2.0], [10.0, 10.05, 10.11, 20.0]])
    assert merge_near_ties(scores, 0.051).tolist() == [
        [1.0, 1.0, 1.0, 2.0],
        [10.0, 10.0, 10.11, 20.0],
    ]
    tiny = np.array([[1e-20, 2e-20]])
    assert merge_near_ties(tiny, "auto").tolist() == tiny.tolist()


def test_tie_groups_counts_groups_not_cells():
    scores = np.array([[1, 1, 1, 2, 2], [1, 2, 3, 4, 5], [1, 1, 2, 3, 4]])
    assert tie_groups(doubled_ranks(scores.astype(float), True)) == 3


@pytest.mark.parametrize("tie_tol", [-1, "yes", None, True, float("nan"), float("inf")])
def test_bad_tolerance_is_refused(make_table, tie_tol):
    with pytest.raises(pb.ArgumentError, match="`tie_tol` must be"):
        pb.ranks(make_table([[1, 2], [3, 4]]), tie_tol=tie_tol)
