"""The Quade test and its pairs: enumeration, errata, edge cases; R's packages: test_cases.py."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from originals import numbers, table_of

import pybench as pb
from pybench.comparison.quade import Weighted, quade_pair_statistics, quade_statistic, weigh
from pybench.comparison.ranks import ranked


def test_t_of_pmcmr_is_the_standard_one(random_tables):
    for t in random_tables(5, seed=2, largest=12):
        ours, theirs = (pb.quade_pairs(t, convention=c) for c in ("standard", "pmcmr"))
        assert ours.statistics.equals(theirs.statistics)


def shuffled_sums(weights, k):
    """Return 4 S_j of every table without ties whose datasets have these doubled weights."""
    centred = 2 * np.array(list(itertools.permutations(range(1, k + 1)))) - (k + 1)
    tables = itertools.product(*(weight * centred for weight in weights))
    return np.array([np.sum(rows, axis=0) for rows in tables])


@pytest.mark.parametrize(("n", "k"), [(4, 3), (3, 4)])
def test_z_has_the_deviation_of_shuffled_ranks(n, k):
    """Errata: Garcia et al. (2010) and scmamp have (k - 1) / 2 times the variance."""
    weights = 2 * np.arange(1, n + 1)
    squares = int((weights**2).sum()) * k * (k * k - 1) // 3
    sums = shuffled_sums(weights, k)
    found = {}
    for convention in ("standard", "scmamp"):
        z = [
            quade_pair_statistics(Weighted(one, squares, n, k), "normal", convention)[0, 1]
            for one in sums
        ]
        found[convention] = np.mean(np.square(z))
    assert found["standard"] == pytest.approx(1, rel=1e-12)
    assert found["scmamp"] == pytest.approx(2 / (k - 1), rel=1e-12)
    printed = k * (k + 1) * (2 * n + 1) / (9 * n * (n + 1))  # of the means, without ties
    assert 2 * squares / (k - 1) / (2 * n * (n + 1)) ** 2 == pytest.approx(printed, rel=1e-12)


def test_statistic_by_the_definition(random_tables):
    """Conover's S, A and B in floating point."""
    from scipy.stats import rankdata

    for t in random_tables(10, seed=5, largest=15):
        scores = -t.scores if t.higher_is_better else t.scores
        n, k = scores.shape
        q = rankdata(scores.max(axis=1) - scores.min(axis=1))
        s = q[:, None] * (np.apply_along_axis(rankdata, 1, scores) - (k + 1) / 2)
        a, b = (s**2).sum(), (s.sum(axis=0) ** 2).sum() / n
        result = pb.quade(t, tie_tol=0.0)
        assert result.statistic == pytest.approx((n - 1) * b / (a - b), rel=1e-9)
        weighted = (q[:, None] * (s / q[:, None] + (k + 1) / 2)).sum(axis=0) / q.sum()
        np.testing.assert_allclose(result.mean_ranks, weighted, rtol=1e-12)
        t_values = pb.quade_pairs(t, tie_tol=0.0).statistics.to_numpy()
        deviation = math.sqrt(2 * n * (a - b) / ((n - 1) * (k - 1)))
        expected = (s[:, 1].sum() - s[:, 0].sum()) / deviation
        assert t_values[0, 1] == pytest.approx(expected, rel=1e-9, abs=1e-12)


def test_ranges_decide_the_weights(make_table):
    """Rank 1 for the smallest range; a constant dataset has range 0 and still takes a rank."""
    t = make_table([[5, 1], [3, 3], [2, 4]])
    weighted = weigh(ranked(t, 0.0))
    # Doubled weights 6, 2, 4 times doubled and centred ranks (-1, 1), (0, 0), (1, -1).
    assert weighted.sums.tolist() == [-2, 2]
    assert weighted.squares == 2 * (36 + 16)


def test_ranges_tie_by_tolerance(make_table):
    """0.9 - 0.8 and 0.8 - 0.7 differ as doubles."""
    t = make_table([[0.9, 0.8], [0.7, 0.8], [0.1, 0.8]])
    assert weigh(ranked(t, 0.0)).sums.tolist() != weigh(ranked(t, "auto")).sums.tolist()
    assert weigh(ranked(t, "auto")).sums.tolist() == [6, -6]  # weights 1.5, 1.5, 3


def test_separated(make_table):
    """All ranges tied and all ranks alike: F is infinite, p is 0."""
    t = make_table([[3, 2, 1]] * 12)
    result = pb.quade(t, reference="limit")
    assert (result.statistic, result.pvalue) == (math.inf, 0)
    assert "floor" in result.notes
    pairs = pb.quade_pairs(t, reference="limit")
    assert pairs.statistics.loc["c1", "c2"] == math.inf
    assert (pairs.pvalues.to_numpy()[np.triu_indices(3, 1)] == 0).all()
    twins = pb.quade_pairs(make_table([[2, 2, 1]] * 12), reference="limit")
    assert (twins.statistics.loc["c1", "c2"], twins.pvalues.loc["c1", "c2"]) == (0, 1)


@pytest.mark.parametrize("convention", ["standard", "scmamp", "pmcmr"])
def test_constant(make_table, convention):
    t = make_table([[0.5] * 3] * 4)
    if convention != "pmcmr":
        result = pb.quade(t, convention=convention)
        assert (result.statistic, result.pvalue) == (0, 1)
        assert "degenerate" in result.notes
    for distribution in ("normal", "t") if convention != "scmamp" else ("normal",):
        pairs = pb.quade_pairs(t, "holm", None, distribution, convention=convention)
        assert (pairs.pvalues == 1).all(axis=None)
        assert (pairs.statistics == 0).all(axis=None)


def test_two_classifiers(make_table):
    """k = 2: F is the square of t of the signed ranks of the differences."""
    from scipy.stats import rankdata, ttest_1samp

    gaps = np.array([0.5, -0.25, 1.0, 2.0, -0.75, 1.5])
    result = pb.quade(make_table(np.column_stack([gaps, 0 * gaps])))
    signed = np.sign(gaps) * rankdata(np.abs(gaps))
    assert result.statistic == pytest.approx(ttest_1samp(signed, 0).statistic ** 2, rel=1e-12)


def test_laws(random_tables, make_table):
    for t in random_tables(10, seed=8, largest=15):
        rng = np.random.default_rng(t.n_datasets)
        rows, columns = rng.permutation(t.n_datasets), rng.permutation(t.n_classifiers)
        scores = np.round(t.scores * 8) / 8  # steps of 1/8: shifts are exact, ties stay
        first = quade_statistic(weigh(ranked(make_table(scores), 0.0)))
        shifted = scores[rows][:, columns] + rng.integers(-9, 9, (t.n_datasets, 1))
        assert quade_statistic(weigh(ranked(make_table(shifted * 4), 0.0))) == pytest.approx(
            first, rel=1e-12
        )
        turned = make_table(-scores, higher_is_better=False)
        assert quade_statistic(weigh(ranked(turned, 0.0))) == first
        assert quade_statistic(weigh(ranked(make_table(-scores), 0.0))) == pytest.approx(
            first, rel=1e-12
        )


def test_an_increasing_transform_may_change_the_answer(make_table):
    """It changes the ranges, unlike in the Friedman test."""
    scores = np.array([[1, 2, 3], [9, 8, 5], [2, 4, 3], [6, 5, 4]])
    found = [pb.quade(make_table(x)).statistic for x in (scores, np.exp(scores))]
    assert found[0] != pytest.approx(found[1])


def test_r_counts_datasets_that_it_dropped():
    """Errata: R's quade.test drops 5 of 20 datasets, and goes on with N = 20."""
    theirs = numbers("omnibus.csv")["na_k4_N20"]
    t = table_of("na_k4_N20", missing="drop")
    weighted = weigh(ranked(t, 0.0))
    assert (t.n_datasets, len(t.dropped)) == (15, 5)
    wrong = quade_statistic(Weighted(weighted.sums, weighted.squares, 20, 4))
    assert theirs["stats_quade_test_statistic"][0] == pytest.approx(wrong, rel=1e-10)
    assert [theirs[f"stats_quade_test_df{place}"][0] for place in (1, 2)] == [3, 57]
    assert pb.quade(t, tie_tol=0.0).statistic == pytest.approx(1.70681, abs=5e-6)
    assert pb.quade(t).df == (3, 42)


def test_noise_that_decides_is_noted(make_table):
    t = make_table([[0.3, 0.1 + 0.2]] * 12)
    assert "near-ties" in pb.quade(t).notes
    assert "near-ties" in pb.quade_pairs(t).notes
    assert "near-ties" not in pb.quade_pairs(t, tie_tol="auto").notes


def test_scmamp_has_no_t(make_table):
    message = '`distribution` must be "normal" with convention "scmamp", not "t"'
    with pytest.raises(pb.ArgumentError, match=message):
        pb.quade_pairs(make_table([[1, 2], [2, 1]]), convention="scmamp")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"distribution": "z"}, '`distribution` must be one of "t", "normal", not "z"'),
        ({"adjust": "shaffer", "control": "c1"}, "tests of all pairs, not to a control"),
        ({"convention": "R"}, '`convention` must be one of "standard", "scmamp", "pmcmr"'),
    ],
)
def test_bad_arguments(make_table, arguments, message):
    with pytest.raises(pb.ArgumentError) as caught:
        pb.quade_pairs(make_table([[1, 2], [2, 1]]), **arguments)
    assert message in str(caught.value)


@pytest.mark.r
def test_both_languages(random_tables):
    for t in random_tables(2, seed=22, largest=25):
        for tie_tol in (0.0, "auto", 0.01):
            options = {"tie_tol": tie_tol, "engine": "both"}
            pb.quade(t, **options)
            pb.quade(t, convention="scmamp", **options)
            pb.quade_pairs(t, "hommel", **options)
            for convention in ("standard", "scmamp", "pmcmr"):
                control = t.classifiers[0]
                pb.quade_pairs(t, "BH", control, "normal", convention=convention, **options)


@pytest.mark.parametrize("engine", ["python", pytest.param("both", marks=pytest.mark.r)])
def test_ranges_beyond_the_largest_double_are_ranked_too(make_table, engine):
    small = np.array([[0.1, -0.2, 0.0], [-0.7, 0.75, 0.1], [0.9, -0.95, 0.8], [-1.0, 0.99, 0.3]])
    huge = make_table(small * np.finfo(float).max)
    for function in (pb.quade, pb.quade_pairs):
        ours, theirs = function(huge, engine=engine), function(make_table(small))
        np.testing.assert_array_equal(
            *(getattr(r, "statistics", getattr(r, "statistic", None)) for r in (ours, theirs))
        )


def test_two_classifiers_are_no_sign_test(make_table):
    t = make_table([[1, 2], [5, 3], [4, 8]] * 4)
    assert pb.quade(t).notes == pb.quade_pairs(t).notes == ()


def test_sums_of_squares_beyond_64_bits(make_table):
    """The closed form without ties; the sum is 2.8e19, and 2^63 = 9.2e18."""
    n, k = 200_000, 20
    scores = np.arange(1.0, k + 1) * np.arange(1.0, n + 1)[:, None]
    scores[::2] = scores[::2, ::-1]
    weighted = weigh(ranked(make_table(scores), 0.0))
    assert weighted.squares == 2 * n * (n + 1) * (2 * n + 1) * k * (k + 1) * (k - 1) // 9
    assert quade_statistic(weighted) > 0
