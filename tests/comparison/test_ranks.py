"""Ranks: against SciPy's rankdata and under rounding noise; R's rank(): test_cases.py."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from scipy.stats import rankdata

import pybench as pb
from pybench.comparison import ranks
from pybench.comparison.ranks import doubled_ranks, merge_near_ties, ranked, tie_groups


@pytest.mark.parametrize("shape", [(7, 5), (4, 9, 3), (2, 3, 4, 6)])
@pytest.mark.parametrize("higher", [True, False])
def test_doubled_ranks_are_twice_rankdata(shape, higher):
    scores = np.random.default_rng(1).integers(0, 4, size=shape) / 7
    expected = rankdata(-scores if higher else scores, axis=-1)
    np.testing.assert_array_equal(doubled_ranks(scores, higher), 2 * expected)


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


def test_auto_tolerance_is_1e_12_of_the_largest_score_of_the_row():
    scores = np.array(
        [[1.0, 1 + 0.9e-12], [1.0, 1 + 1.1e-12], [-1e6, -1e6 - 9e-7], [1.0, 1 + 9e-7]]
    )
    expected = [[3, 3], [2, 4], [3, 3], [2, 4]]
    assert doubled_ranks(scores, False, "auto").tolist() == expected


def test_a_gap_of_exactly_the_tolerance_is_a_tie():
    assert merge_near_ties(np.array([[0.0, 0.5, 1.25]]), 0.5).tolist() == [[0, 0, 1.25]]


def test_the_largest_doubles_are_ranked_without_a_warning(make_table):
    """Their gap overflows to Inf, which is no tie; warnings are errors in these tests."""
    t = make_table([[-1.7e308, 1.7e308, 0.0]] * 3)
    for tie_tol in (0.0, "auto", 1e300):
        assert pb.ranks(t, tie_tol=tie_tol).loc["d1"].tolist() == [3, 1, 2]
    assert pb.compare(t).friedman.statistic == 6


def test_notes_that_every_statistic_shares(make_table):
    def notes(t, **options):
        return set(pb.friedman(t, **options).notes)

    assert "few-datasets" in notes(make_table([[3, 2, 1]] * 9), reference="limit")
    assert "few-datasets" not in notes(make_table([[3, 2, 1]] * 9))  # by permutation
    assert not notes(make_table([[3, 2, 1], [1, 2, 3]] * 5))
    assert "two-classifiers" not in notes(make_table([[3, 2, 1]] * 9))
    one_tie = make_table([[3, 2, 1]] * 10 + [[2, 2, 1]])
    assert notes(one_tie) == {"ties"}
    assert "degenerate" not in notes(make_table([[1, 1, 1]] * 9 + [[3, 2, 1]]))
    for convention in ("scmamp", "pmcmr"):
        assert "convention" in notes(make_table([[3, 2, 1]] * 9), convention=convention)
    repeats = {"dataset": ["d1", "d1", "d2", "d2"], "a": [1.0, 2, 3, 4], "b": [4.0, 3, 2, 0]}
    t = pb.read_results(pd.DataFrame(repeats), higher_is_better=True, repeats="mean")
    assert "mean-of-repeats" in notes(t)


def test_who_says_what_is_a_tie_is_not_warned_of_near_ties(make_table):
    t = make_table([[0.3, 0.1 + 0.2]] * 12)
    assert "near-ties" in pb.friedman(t).notes
    for tie_tol in ("auto", 1e-3, 1e-300):
        assert "near-ties" not in pb.friedman(t, tie_tol=tie_tol).notes


def test_what_was_ranked_stays_as_it_is(make_table):
    table = ranked(make_table([[1, 2], [2, 2]]))
    assert ranked(table) is table
    assert ranked(table, 0.5) is table
    assert table.tied_within("decimal") is table
    assert table.tied_within(1).tie_tol == 1
    assert table.tied_within(1).results is table.results
    assert table.tied_within(1).ties == 2
    assert ranked(table, convention="scmamp").tie_tol == 0.0
    assert table.mean_ranks.tolist() == [1.75, 1.25]
    assert table.ties == 1


@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        ("critical_difference", ()),
        ("critical_difference", ("wilcoxon",)),
        ("critical_difference", ("siegel",)),
        ("compare", ()),
        ("multi_comparison", ()),
        ("stability", ()),
    ],
)
def test_a_table_is_ranked_once(function, arguments, make_table, monkeypatch):
    t = make_table(np.random.default_rng(3).integers(0, 9, (12, 5)) / 8)
    asked = []
    real = ranks.doubled_ranks

    def counted(scores, higher_is_better, tie_tol=0.0):
        if np.shape(scores) == t.scores.shape:
            asked.append(tie_tol)
        return real(scores, higher_is_better, tie_tol)

    monkeypatch.setattr(ranks, "doubled_ranks", counted)
    getattr(pb, function)(t, *arguments, engine="python")
    # Once more with gaps of the size of rounding as ties, for the note `near-ties`.
    assert asked in (["decimal"], ["decimal", "auto"])
