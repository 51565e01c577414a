"""The Wilcoxon test: conventions, laws, degenerate input, messages; R's packages: test_cases.py."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from originals import available, numbers, table_of

import pybench as pb


@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
@pytest.mark.parametrize(("n", "decimals"), [(7, 1), (13, 1), (14, 1), (30, 9), (50, 9), (51, 9)])
def test_scipys_defaults(make_table, n, decimals, alternative):
    from scipy.stats import wilcoxon

    rng = np.random.default_rng(n)
    k = 2 if n == 13 else 4  # SciPy goes through all 2^13 signs
    t = make_table(np.round(rng.normal(0, 0.2, size=(n, k)), decimals))
    result = pb.wilcoxon(t, "none", alternative=alternative, convention="scipy")
    for i, j in itertools.combinations(range(k), 2):
        theirs = wilcoxon(t.scores[:, i] - t.scores[:, j], alternative=alternative)
        assert result.pvalues.iloc[i, j] == pytest.approx(theirs.pvalue, rel=1e-11, abs=0)


def test_r_4_6(make_table):
    """R 4.6.1, `wilcox.test(x, y, paired = TRUE)` with its defaults, 17 digits.

    Numbers observed by the authors of the Perl module Stats::LikeR 0.298 (t/wilcox_test.R.scipy.t).
    """
    x = [-1, 0, 1, 0, 2]
    result = pb.wilcoxon(make_table(np.array([x, np.zeros(5)]).T), convention="r-4.6")
    assert result.statistics.iloc[0, 1] == 8.5  # Pratt: zeros have rank 1.5
    assert result.pvalues.iloc[0, 1] == 0.75
    b = [-0.25, -1, 0, 0, 0.25, -1, 0, 0.25, 0.75]
    c = [1, -1, 0, -1, -1, -2, 2, -1, 2]
    result = pb.wilcoxon(make_table(np.array([b, c]).T), convention="r-4.6")
    assert (result.statistics.iloc[0, 1], result.pvalues.iloc[0, 1]) == (20, 1)


def test_r_4_6_is_r_4_2_from_50_datasets(make_table):
    """`wilcox.test(x, exact = FALSE)` of R 4.6.1 on -1, 0, 1, 0, 2: V = 4.5, p = 0.586..."""
    rng = np.random.default_rng(5)
    scores = np.round(rng.normal(size=(50, 3)), 1)
    old, new = (pb.wilcoxon(make_table(scores), convention=f"r-4.{v}") for v in (2, 6))
    assert old.method == new.method == "normal with continuity correction"
    assert np.array_equal(old.pvalues, new.pvalues)
    fewer = [pb.wilcoxon(make_table(scores[:49]), convention=f"r-4.{v}") for v in (2, 6)]
    assert fewer[1].method == "exact"
    assert not np.array_equal(*(result.pvalues for result in fewer))
    t = make_table(np.array([[-1, 0, 1, 0, 2], np.zeros(5)]).T)
    normal = pb.wilcoxon(t, method="normal", correction=True)
    assert normal.pvalues.iloc[0, 1] == pytest.approx(0.58621368107313998, rel=1e-13)


def test_auto_is_exact_up_to_200_differences(make_table):
    rng = np.random.default_rng(8)
    scores = rng.normal(size=(202, 3))
    scores[:2, 1] = scores[:2, 0]  # one pair has 200 differences, two have 202
    t = make_table(scores)
    result = pb.wilcoxon(t, "none")
    assert result.method == "exact for 1 pair, normal for 2"
    exact, normal = (pb.wilcoxon(t, "none", method=m).pvalues for m in ("exact", "normal"))
    assert result.pvalues.iloc[0, 1] == exact.iloc[0, 1] != normal.iloc[0, 1]
    assert result.pvalues.iloc[0, 2] == normal.iloc[0, 2] != exact.iloc[0, 2]
    assert pb.wilcoxon(t, zero_method="pratt").method == result.method
    both = pb.wilcoxon(t, correction=True)
    assert both.method == "exact for 1 pair, normal with continuity correction for 2"


def test_exact_for_more_than_1000_differences_is_refused(make_table):
    rng = np.random.default_rng(9)
    with pytest.raises(pb.ArgumentError, match=r"at most 1000 datasets .* has 1001"):
        pb.wilcoxon(make_table(rng.normal(size=(1001, 2))), method="exact")


def test_rows_are_better_in_either_direction(make_table):
    scores = np.array([[3, 1], [5, 2], [9, 4], [2, 1]])
    for higher, better in ((True, "c1"), (False, "c2")):
        result = pb.wilcoxon(make_table(scores, higher), "none", alternative="greater")
        other = "c2" if better == "c1" else "c1"
        assert result.statistics.loc[better, other] == 10
        assert result.statistics.loc[other, better] == 0
        assert result.pvalues.loc[better, other] == 1 / 16
        assert result.pvalues.loc[other, better] == 1


def test_less_is_greater_turned_round(random_tables):
    for t in random_tables(10, seed=1, largest=30):
        for options in ({}, {"method": "normal", "correction": True}, {"zero_method": "zsplit"}):
            less = pb.wilcoxon(t, "none", alternative="less", **options)
            greater = pb.wilcoxon(t, "none", alternative="greater", **options)
            assert np.array_equal(less.pvalues, greater.pvalues.T)
            assert np.array_equal(less.statistics, greater.statistics)
            both = pb.wilcoxon(t, "none", **options).pvalues.to_numpy()
            smaller = np.minimum(less.pvalues, greater.pvalues).to_numpy()
            np.testing.assert_allclose(both, np.minimum(1, 2 * smaller), rtol=1e-13)


def test_order_of_datasets_and_classifiers_does_not_matter(random_tables):
    rng = np.random.default_rng(3)
    for t in random_tables(10, seed=2, largest=25):
        rows = [t.datasets[i] for i in rng.permutation(t.n_datasets)]
        columns = [t.classifiers[i] for i in rng.permutation(t.n_classifiers)]
        ours = pb.wilcoxon(t)
        theirs = pb.wilcoxon(t.select(rows, columns))
        for field in ("pvalues", "statistics"):
            again = getattr(theirs, field).loc[list(t.classifiers), list(t.classifiers)]
            assert np.array_equal(getattr(ours, field), again)
        assert ours.notes == theirs.notes


def test_the_unit_of_the_score_does_not_matter(random_tables):
    for t in random_tables(5, seed=6, largest=25):
        for factor in (2.0**-900, 2.0**1000):
            scores = t.scores * factor
            scaled = pb.read_results(
                scores,
                datasets=list(t.datasets),
                classifiers=list(t.classifiers),
                higher_is_better=t.higher_is_better,
            )
            assert np.array_equal(*(pb.wilcoxon(by, tie_tol=0.0).pvalues for by in (t, scaled)))


def test_differences_beyond_the_largest_double(make_table):
    big = 1.7e308
    t = make_table([[big, -big], [big, -big / 2], [big / 4, 0], [-big, big]])
    assert pb.wilcoxon(t).statistics.loc["c1", "c2"] == 3.5 + 2 + 1  # the first and last are tied


def test_a_control_is_compared_with_all_others(random_tables):
    for t in random_tables(5, seed=4, largest=20):
        whole = pb.wilcoxon(t, "none", alternative="greater")
        control = t.classifiers[1]
        part = pb.wilcoxon(t, "none", alternative="greater", control=control)
        others = [name for name in t.classifiers if name != control]
        assert np.array_equal(part.pvalues[control], whole.pvalues.loc[others, control])
        assert np.array_equal(part.statistics[control], whole.statistics.loc[others, control])
        assert list(part.pvalues.columns) == [control]


def test_identical_classifiers():
    t = table_of("dupcol_k4_N20")
    first, second = t.classifiers[:2]
    for convention in ("standard", "r-4.2", "r-4.6", "scipy"):
        for alternative in ("two-sided", "greater", "less"):
            result = pb.wilcoxon(t, alternative=alternative, convention=convention)
            assert result.pvalues.loc[first, second] == result.pvalues.loc[second, first] == 1
            assert result.statistics.loc[first, second] == 0
            assert "no-difference" in result.notes
            assert not result.pvalues.isna().any().any()


@pytest.mark.parametrize(
    ("argument", "value"), [("zero_method", "pratt"), ("method", "exact"), ("correction", True)]
)
@pytest.mark.parametrize("convention", ["r-4.2", "r-4.6", "scipy"])
def test_a_convention_fixes_what_it_fixes(make_table, convention, argument, value):
    expected = f'`{argument}` is fixed by `convention` "{convention}"'
    with pytest.raises(pb.ArgumentError, match=expected):
        pb.wilcoxon(make_table([[1, 2], [2, 1]]), convention=convention, **{argument: value})


@pytest.mark.parametrize(
    ("argument", "value", "message"),
    [
        ("zero_method", "drop", "`zero_method` must be one of"),
        ("method", "asymptotic", "`method` must be one of"),
        ("alternative", "two.sided", "`alternative` must be one of"),
        ("correction", 1, "`correction` must be True or False, not 1"),
        ("convention", "r-4.5", "`convention` must be one of"),
        ("control", "z", "`control` must be a method of the table"),
        ("adjust", "none at all", "`adjust` must be one of"),
        ("tie_tol", -1, '`tie_tol` must be "decimal", "auto" or a number >= 0'),
    ],
)
def test_bad_arguments(make_table, argument, value, message):
    with pytest.raises(pb.ArgumentError, match=message):
        pb.wilcoxon(make_table([[1, 2], [2, 1]]), **{argument: value})


def test_tables_too_small(make_table):
    for scores in ([[1, 2]], [[1], [2]]):
        with pytest.raises(pb.ResultsTableError, match="expected at least 2"):
            pb.wilcoxon(make_table(scores))


def test_sizes_that_differ_by_rounding(make_table):
    """0.9 - 0.8 and 0.8 - 0.7 are a tie on paper; "auto" makes it one, 0 does not."""
    scores = [[0.9, 0.8], [0.7, 0.8], [0.5, 0.3], [0.1 + 0.2, 0.3]]
    t = make_table(scores)
    assert (
        pb.wilcoxon(t).statistics.iloc[0, 1] != pb.wilcoxon(t, tie_tol="auto").statistics.iloc[0, 1]
    )
    merged = pb.wilcoxon(t, tie_tol="auto")
    assert merged.statistics.iloc[0, 1] == 1.5 + 3  # sizes 0, 0.1, 0.1, 0.2
    assert pb.wilcoxon(t, tie_tol=0.15).statistics.iloc[0, 1] == 1  # only 0.2 is left
    assert pb.wilcoxon(t, tie_tol=0.3).notes[0] == "degenerate"


def test_near_ties_are_noted_where_they_decide(make_table):
    """Six wins, of which two by rounding noise: with them p = 2 / 2^6, without 2 / 2^4."""
    scores = [[1, 0], [2, 0], [3, 0], [4, 0], [0.1 + 0.2, 0.3], [1.1 + 2.2, 3.3]]
    t = make_table(scores)
    assert pb.wilcoxon(t).pvalues.iloc[0, 1] == 2 / 2**6
    assert pb.wilcoxon(t, tie_tol="auto").pvalues.iloc[0, 1] == 2 / 2**4
    assert "near-ties" in pb.wilcoxon(t).notes
    assert "near-ties" not in pb.wilcoxon(t, tie_tol="auto").notes
    assert "near-ties" not in pb.wilcoxon(make_table(scores[:4])).notes
    more = make_table([*scores, *([5 + i, 0] for i in range(10))])
    assert "near-ties" not in pb.wilcoxon(more).notes  # noise, but no verdict depends on it


def test_notes(make_table):
    rng = np.random.default_rng(0)
    few = make_table(rng.normal(size=(6, 3)))
    assert pb.wilcoxon(few).notes == ()
    assert pb.wilcoxon(few, method="normal").notes == ("few-datasets",)
    tied = make_table([[1, 1, 2], [3, 2, 1], [5, 4, 4]])
    assert "zero-differences" in pb.wilcoxon(tied).notes
    assert "convention" in pb.wilcoxon(few, convention="scipy").notes
    constant = pb.wilcoxon(make_table(np.ones((4, 3))))
    assert constant.notes == ("degenerate", "no-difference", "zero-differences")
    assert (constant.pvalues.to_numpy() == 1).all()
    sure = pb.wilcoxon(make_table(np.arange(120.0)[:, None] * [0, 1] + [0, 1.5]))
    assert sure.pvalues.iloc[0, 1] == 2.0**-119
    assert sure.notes == ("floor",)


def test_text_says_convention_and_method(make_table):
    t = make_table(np.random.default_rng(1).normal(size=(12, 3)))
    text = str(pb.wilcoxon(t, convention="r-4.2"))
    assert text.startswith("Test of pairs: wilcoxon (W+, p exact; two-sided, all pairs)\n")
    assert "convention r-4.2" in text


def test_many_pairs_are_tested_in_blocks(make_table, monkeypatch):
    from pybench.comparison import differences

    t = make_table(np.round(np.random.default_rng(2).normal(size=(30, 9)), 1))
    whole = pb.wilcoxon(t)
    monkeypatch.setattr(differences, "_BLOCK", 100)  # three pairs a block
    parts = pb.wilcoxon(t)
    assert np.array_equal(whole.pvalues, parts.pvalues)
    assert (whole.method, whole.notes) == (parts.method, parts.notes)


@pytest.mark.r
def test_both_languages_agree(random_tables):
    for number, t in enumerate(random_tables(5, seed=11, largest=60)):
        control = t.classifiers[0] if number % 3 == 0 else None
        small = t.select(classifiers=list(t.classifiers[:6]))
        for alternative in ("two-sided", "greater", "less"):
            for zero_method in ("wilcox", "pratt", "zsplit"):
                options = {"alternative": alternative, "zero_method": zero_method}
                tie_tol = "auto" if number % 2 else 0.0
                for method, correction in (("auto", False), ("normal", False), ("normal", True)):
                    pb.wilcoxon(
                        small,
                        method=method,
                        correction=correction,
                        control=control if control in small.classifiers else None,
                        tie_tol=tie_tol,
                        engine="both",
                        **options,
                    )
        for convention in ("r-4.2", "r-4.6", "scipy"):
            pb.wilcoxon(small, convention=convention, engine="both")


def test_one_zero_difference_is_a_doubt(make_table):
    scores = [[0.1 * i, 0.1 * i + 1 + 0.01 * i, 5 + i] for i in range(12)]
    assert "zero-differences" not in pb.wilcoxon(make_table(scores)).notes
    scores[3][1] = scores[3][0]
    assert "zero-differences" in pb.wilcoxon(make_table(scores)).notes


def test_scmamps_one_sided_pvalue_is_half_of_a_two_sided_one():
    """T is ours with zeros split; its p is the lower tail of the smaller sum, without ties."""
    from scipy.special import ndtr

    for name in available():
        t, theirs = table_of(name), numbers("pairs.csv.xz")[name]
        n, cells = t.n_datasets, tuple(theirs[side].astype(int) - 1 for side in "ij")
        result = pb.wilcoxon(t, "none", "zsplit", "normal", tie_tol=0.0)
        w, middle = result.statistics.to_numpy(), n * (n + 1) / 4
        same = theirs["n_used"] == 0  # where nothing differs, W+ is 0 here
        smaller = np.where(same, middle, np.minimum(w, w.T)[cells])
        np.testing.assert_array_equal(smaller, theirs["scmamp_T"])
        lower = ndtr((smaller - middle) / math.sqrt(middle * (2 * n + 1) / 6))
        np.testing.assert_allclose(lower, theirs["scmamp_p"], rtol=1e-9)
        clean = (theirs["n_zero"] == 0) & (theirs["ties_in_absdiff"] == 0)
        p = result.pvalues.to_numpy()[cells]
        np.testing.assert_allclose(p[clean], 2 * theirs["scmamp_p"][clean], rtol=1e-9)
