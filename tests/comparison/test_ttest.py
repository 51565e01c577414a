"""Student's t and Nadeau and Bengio's t against exact fractions; scmamp: test_cases.py."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest

import pybench as pb
from pybench.comparison.ttest import t_pvalues, t_statistics


def exact_t(gaps, rho=Fraction(0)):
    gaps = [Fraction(float(gap)) for gap in gaps]
    n = len(gaps)
    mean = sum(gaps) / n
    variance = sum((gap - mean) ** 2 for gap in gaps) / (n - 1)
    factor = Fraction(1, n) + rho / (1 - rho)
    return math.copysign(math.sqrt(mean**2 / (variance * factor)), mean)


def test_statistics_by_fractions():
    rng = np.random.default_rng(1)
    gaps = rng.normal(0.1, 1, size=(20, 15)) * 10.0 ** rng.integers(-250, 250, size=(20, 1))
    for rho in (Fraction(0), Fraction(1, 10), Fraction(9, 10)):
        expected = [exact_t(row, rho) for row in gaps]
        np.testing.assert_allclose(t_statistics(gaps, float(rho)), expected, rtol=1e-13)


def test_a_small_spread_about_a_large_mean_keeps_its_digits():
    gaps = 1 + np.array([[1, 2, 3, 4, 7]]) * 2.0**-50
    assert t_statistics(gaps, 0.0)[0] == pytest.approx(exact_t(gaps[0]), rel=1e-13)


@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
def test_scipys_t_test(random_tables, alternative):
    from scipy.stats import ttest_rel

    for t in random_tables(3, seed=5, largest=12):
        result = pb.paired_t(t, "none", alternative)
        upward = t.scores if t.higher_is_better else -t.scores
        for i in range(t.n_classifiers):
            for j in range(t.n_classifiers):
                if np.ptp(upward[:, i] - upward[:, j]) > 1e-9:
                    theirs = ttest_rel(upward[:, i], upward[:, j], alternative=alternative)
                    assert result.statistics.iloc[i, j] == pytest.approx(theirs.statistic, abs=1e-9)
                    assert result.pvalues.iloc[i, j] == pytest.approx(theirs.pvalue, rel=1e-7)


def test_tails_of_t():
    """One degree of freedom: P(T > t) = 1/2 - atan(t) / pi; two: 1/2 - t / (2 sqrt(2 + t^2))."""
    values, same = np.array([0.0, 0.5, -3.0, 1e6]), np.zeros(4, bool)
    greater, less = t_pvalues(values, same, 2, "greater")
    expected = [1 / (2 + t * t + t * math.sqrt(2 + t * t)) for t in values]
    np.testing.assert_allclose(greater, expected, rtol=1e-11)
    np.testing.assert_allclose(less, [1 - p for p in expected], rtol=1e-9)
    both = t_pvalues(values, same, 1, "two-sided")[0]
    np.testing.assert_allclose(both, [2 * math.atan2(1, abs(t)) / math.pi for t in values])


def test_equal_differences(make_table):
    """c2 = c1 + 1 everywhere, c3 = c1."""
    t = make_table([[1, 2, 1], [4, 5, 4], [3, 4, 3]])
    for test in (pb.paired_t, lambda t, *a, **o: pb.corrected_t(t, 0.2, None, *a, **o)):
        result = test(t, "none")
        assert result.statistics.loc["c2", "c1"] == math.inf
        assert result.statistics.loc["c1", "c2"] == -math.inf
        assert result.pvalues.loc["c1", "c2"] == 0
        assert (result.statistics.loc["c1", "c3"], result.pvalues.loc["c1", "c3"]) == (0, 1)
        assert "no-difference" in result.notes
        greater = test(t, "none", "greater").pvalues
        assert (greater.loc["c2", "c1"], greater.loc["c1", "c2"]) == (0, 1)
        assert greater.loc["c1", "c3"] == greater.loc["c3", "c1"] == 1


def test_a_difference_of_rounding_noise_is_noted(make_table):
    """Every dataset has the same noise: t is infinite, and no difference on paper."""
    t = make_table([[0.1 + 0.2, 0.3]] * 5)
    result = pb.paired_t(t)
    assert result.pvalues.iloc[0, 1] == 0
    assert "near-ties" in result.notes


def test_no_correlation_is_the_plain_test(random_tables):
    for t in random_tables(3, seed=8, largest=20):
        plain, corrected = pb.paired_t(t), pb.corrected_t(t, 0)
        assert np.array_equal(plain.pvalues, corrected.pvalues)
        assert corrected.df == (t.n_datasets - 1,)


@pytest.fixture
def repeated():
    """Two datasets, three methods, four repeats."""
    rng = np.random.default_rng(6)
    rows = [
        {"dataset": d, "classifier": c, "resample": r, "score": rng.normal()}
        for d in ("iris", "glass")
        for c in ("a", "b", "c")
        for r in range(4)
    ]
    import pandas as pd

    def read(repeats="keep", count=4):
        kept = [row for row in rows if row["resample"] < count]
        return pb.read_results(pd.DataFrame(kept), higher_is_better=False, repeats=repeats)

    return read


def test_the_repeats_of_one_dataset(repeated, make_table):
    t = repeated()
    result = pb.corrected_t(t, 0.25, "glass", alternative="greater")
    folds = make_table(t.by_repeat[t.datasets.index("glass")].T, False, ["a", "b", "c"])
    assert np.array_equal(
        result.pvalues, pb.corrected_t(folds, 0.25, alternative="greater").pvalues
    )
    assert (result.n_datasets, result.df) == (1, (3.0,))
    assert "rows-as-resamples" not in result.notes
    assert "rows-as-resamples" in pb.corrected_t(t, rho=0.1).notes
    assert result.method == "t over 4 repeats of glass"
    assert "mean-of-repeats" not in result.notes
    assert "mean-of-repeats" in pb.paired_t(t).notes


def test_bad_arguments(repeated, make_table):
    t = make_table([[1, 2], [2, 1]])
    for rho in (-0.1, 1, 1.5, "0.1", None, True, math.nan):
        with pytest.raises(pb.ArgumentError, match="`rho` must be a number >= 0 and < 1"):
            pb.corrected_t(t, rho)
    with pytest.raises(pb.ArgumentError, match="`dataset` needs the scores of each repeat"):
        pb.corrected_t(repeated("mean"), 0.1, "iris")
    with pytest.raises(pb.ArgumentError, match="`dataset` must be a dataset of the table, not 'x'"):
        pb.corrected_t(repeated(), 0.1, "x")
    with pytest.raises(pb.ResultsTableError, match="at least 2 repeats, found 1"):
        pb.corrected_t(repeated(count=1), 0.1, "iris")
    for test in (pb.paired_t, lambda t, **o: pb.corrected_t(t, 0.1, **o)):
        with pytest.raises(pb.ArgumentError, match="`control` must be a method"):
            test(t, control="x")
        with pytest.raises(pb.ArgumentError, match="`alternative` must be one of"):
            test(t, alternative="x")
        with pytest.raises(pb.ResultsTableError, match="at least 2 datasets"):
            test(make_table([[1, 2]]))


@pytest.mark.r
def test_both_languages_agree(random_tables, repeated, make_table):
    for number, t in enumerate(random_tables(8, seed=31, largest=40)):
        for alternative in ("two-sided", "greater", "less"):
            control = t.classifiers[0] if number % 2 else None
            options = {"alternative": alternative, "control": control, "engine": "both"}
            pb.paired_t(t, **options)
            pb.corrected_t(t, 0.1, **options)
    pb.corrected_t(repeated(), 0.1, "iris", engine="both")
    constant = make_table([[1, 2, 1], [4, 5, 4], [3, 4, 3]])
    pb.paired_t(constant, engine="both")
    for scale in (1e-300, 1e300):
        pb.paired_t(make_table(np.random.default_rng(1).normal(size=(9, 3)) * scale), engine="both")
