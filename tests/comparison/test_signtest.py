"""The sign test against counting and SciPy's binomial test."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest

import pybench as pb
from pybench.comparison.signtest import sign_pvalues


def tail(wins, n) -> Fraction:
    """P(B >= wins) of n fair coins."""
    return Fraction(sum(math.comb(n, i) for i in range(wins, n + 1)), 2**n)


@pytest.mark.parametrize("n", [1, 2, 7, 50, 112, 1000])
def test_every_count_by_whole_numbers(n):
    counts = np.array([range(n + 1), range(n, -1, -1)])
    both, greater, less = (
        sign_pvalues(counts, alternative) for alternative in ("two-sided", "greater", "less")
    )
    step = 1 if n <= 112 else 37
    for wins in range(0, n + 1, step):
        above, below = tail(wins, n), tail(n - wins, n)
        for p, truth in (
            (greater[0, wins], above),
            (greater[1, wins], below),
            (less[0, wins], below),
            (less[1, wins], above),
            (both[0, wins], min(Fraction(1), 2 * min(above, below))),
        ):
            assert p == pytest.approx(float(truth), rel=3e-13, abs=0)


@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
def test_scipys_binomial_test(random_tables, alternative):
    from scipy.stats import binomtest

    for t in random_tables(5, seed=3, largest=20):
        result = pb.sign_test(t, "none", alternative)
        sign = 1 if t.higher_is_better else -1
        for i, j in zip(*np.nonzero(~np.eye(t.n_classifiers, dtype=bool)), strict=True):
            gaps = sign * (t.scores[:, i] - t.scores[:, j])
            wins, n = int((gaps > 0).sum()), int((gaps != 0).sum())
            assert result.statistics.iloc[i, j] == wins
            expected = binomtest(wins, n, alternative=alternative).pvalue if n else 1.0
            assert result.pvalues.iloc[i, j] == pytest.approx(expected, rel=1e-12)


def test_demsars_example_of_wins():
    """Demšar (2006), table 3: with 10 datasets 9 wins are needed at 5 %, two-sided."""
    assert sign_pvalues(np.array([[9], [1]]), "two-sided")[0, 0] < 0.05
    assert sign_pvalues(np.array([[8], [2]]), "two-sided")[0, 0] > 0.05


def test_zeros_are_left_out(make_table):
    scores = [[1, 0], [2, 0], [3, 0], [4, 0], [5, 5], [6, 6]]
    result = pb.sign_test(make_table(scores))
    assert result.statistics.to_numpy().tolist() == [[0, 4], [0, 0]]
    assert result.pvalues.iloc[0, 1] == 2 / 2**4
    assert result.notes == ("zero-differences",)
    assert result.method == "exact"
    wide = pb.sign_test(make_table(scores), tie_tol=2.5)
    assert wide.statistics.iloc[0, 1] == 2


def test_identical_classifiers(make_table):
    t = make_table([[1, 1, 2], [3, 3, 1], [2, 2, 5]])
    for alternative in ("two-sided", "greater", "less"):
        result = pb.sign_test(t, alternative=alternative)
        assert result.pvalues.loc["c1", "c2"] == result.pvalues.loc["c2", "c1"] == 1
        assert "no-difference" in result.notes


def test_monotone_changes_of_a_dataset_do_not_matter(random_tables, make_table):
    for t in random_tables(5, seed=9, largest=15):
        curved = make_table(np.exp(3 * t.scores), t.higher_is_better)
        assert np.array_equal(pb.sign_test(t).pvalues, pb.sign_test(curved).pvalues)


def test_near_ties_are_noted_where_they_decide(make_table):
    scores = [[1, 0], [2, 0], [3, 0], [4, 0], [0.1 + 0.2, 0.3], [1.1 + 2.2, 3.3]]
    assert "near-ties" in pb.sign_test(make_table(scores)).notes
    assert "near-ties" not in pb.sign_test(make_table(scores), tie_tol="auto").notes
    assert "near-ties" not in pb.sign_test(make_table(scores[:5])).notes


def test_bad_arguments(make_table):
    t = make_table([[1, 2], [2, 1]])
    for options, message in (
        ({"alternative": "more"}, "`alternative` must be one of"),
        ({"control": "x"}, "`control` must be a method"),
        ({"tie_tol": "big"}, "`tie_tol` must be"),
        ({"adjust": 1}, "`adjust` must be one of"),
    ):
        with pytest.raises(pb.ArgumentError, match=message):
            pb.sign_test(t, **options)
    with pytest.raises(pb.ResultsTableError, match="at least 2 datasets"):
        pb.sign_test(make_table([[1, 2]]))


@pytest.mark.r
def test_both_languages_agree(random_tables):
    for number, t in enumerate(random_tables(10, seed=21, largest=60)):
        for alternative in ("two-sided", "greater", "less"):
            control = t.classifiers[0] if number % 2 else None
            tie_tol = "auto" if number % 3 else 0.0
            pb.sign_test(
                t, alternative=alternative, control=control, tie_tol=tie_tol, engine="both"
            )


@pytest.mark.parametrize("engine", ["python", pytest.param("both", marks=pytest.mark.r)])
def test_as_many_wins_as_losses_but_one_is_p_1_for_every_correction(make_table, engine):
    """Li divides by 1 - p, the largest: of 7 wins in 15 p is 1, not a last digit less."""
    wins = np.tile([[1.0], [-1.0]], (8, 1))[:15]
    t = make_table(np.hstack([wins, np.zeros((15, 1)), np.full((15, 1), -2.0)]))
    for function in (pb.sign_test, pb.wilcoxon):
        result = function(t, "li", engine=engine)
        assert result.pvalues_raw.loc["c1", "c2"] == 1.0
        assert result.pvalues_raw.loc["c1", "c3"] < 1e-4
        assert result.pvalues.loc["c1", "c3"] == 1.0


def test_a_tail_of_a_half_is_p_1_for_every_number_of_datasets():
    n = np.arange(1, 400)
    counts = np.stack([n // 2, n - n // 2])
    assert (sign_pvalues(counts, "two-sided") == 1).all()
