"""Aligned ranks: enumeration, exact ties, errata, edge cases; scmamp's numbers: test_cases.py."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from originals import is_there, numbers, table_of
from scipy import stats

import pybench as pb
from pybench.comparison.aligned import (
    aligned_ranker,
    aligned_statistic,
    aligned_z,
    exact_deviations,
    rounded_mean,
)
from pybench.comparison.ranks import ranked


def brute_ranks(scores):
    """Rank k times the exact deviations, each as the nearest double, 1 the largest."""
    rows = [[Fraction(x) for x in row] for row in scores]
    flat = [float(len(row) * x - sum(row)) for row in rows for x in row]
    return np.array([sum(y > x for y in flat) + (flat.count(x) + 1) / 2 for x in flat])


def test_ties_are_those_of_exact_arithmetic(random_tables):
    for t in random_tables(15, seed=3, largest=10):
        scores = t.scores if t.higher_is_better else -t.scores
        found = aligned_ranker(ranked(t, 0.0), "standard")(0.0).ravel() / 2
        np.testing.assert_array_equal(found, brute_ranks(scores.tolist()))


def test_equal_rows_tie_across_datasets_and_noise_does_not_break_them(make_table):
    """0.1, 0.4 and 0.7 have another mean in doubles than their order suggests."""
    scores = [[0.1, 0.4, 0.7], [0.7, 0.1, 0.4], [0.4, 0.7, 0.1]]
    standard = pb.aligned_ranks(make_table(scores))
    assert standard.mean_ranks.tolist() == [5, 5, 5]
    assert standard.statistic == 0


def test_decimal_steps_tie_by_tolerance(make_table):
    """0.9 - 0.8 and 0.8 - 0.7 differ as doubles; with "auto" they are one."""
    t = make_table([[0.9, 0.8, 0.7], [0.8, 0.7, 0.6], [0.5, 0.4, 0.3]])
    assert pb.aligned_ranks(t, tie_tol="auto").mean_ranks.tolist() == [2, 5, 8]
    assert pb.aligned_ranks(t, tie_tol=1e-9).mean_ranks.tolist() == [2, 5, 8]
    assert len(set(aligned_ranker(ranked(t, 0.0), "standard")(0.0).ravel().tolist())) > 3
    assert aligned_ranker(ranked(t, 0.0), "standard")(0.15).min() == 10  # chained: all are one


def test_deviations_are_rounded_once():
    row = [0.1, 0.7, 1e17, -1e17]
    total = sum(map(Fraction, row))
    expected = [float(4 * Fraction(x) - total) for x in row]
    assert exact_deviations(row) == expected


def test_mean_is_the_nearest_double():
    rng = np.random.default_rng(1)
    for k in (2, 3, 5, 7, 10):
        for row in np.round(rng.random((200, k)), 3).tolist():
            assert rounded_mean(row) == float(sum(map(Fraction, row)) / k)


def test_statistic_is_the_permutation_form():
    """Mean of T over all shuffles within datasets is its degrees of freedom, ties or not."""
    ranks = 2 * stats.rankdata([[5, 4, 1], [3, 3, 2], [4, 1, 1]]).reshape(3, 3)
    orders = [list(itertools.permutations(row)) for row in ranks]
    found = [aligned_statistic(np.array(rows).astype(int)) for rows in itertools.product(*orders)]
    assert np.mean(found) == pytest.approx(2, rel=1e-12)


def test_pairs_have_the_deviation_of_shuffled_datasets():
    """Over all 3!^3 shuffles within datasets the mean of z squared is 1, ties or not."""
    ranks = 2 * stats.rankdata([[5, 4, 1], [3, 3, 2], [4, 1, 1]]).reshape(3, 3)
    orders = [list(itertools.permutations(row)) for row in ranks]
    every = [np.array(rows).astype(int) for rows in itertools.product(*orders)]
    z = np.array([aligned_z(rows)[0, 1] for rows in every])
    assert np.mean(z**2) == pytest.approx(1, rel=1e-12)
    assert np.mean(z) == pytest.approx(0, abs=1e-12)


def test_scmamp_has_the_deviation_of_ranks_in_random_order():
    """Errata: right for all 6! orders of N k = 6 ranks, which aligned scores do not take."""
    orders = np.array(list(itertools.permutations(range(2, 14, 2)))).reshape(-1, 3, 2)
    z = np.array([aligned_z(order, "scmamp")[0, 1] for order in orders])
    assert np.mean(z**2) == pytest.approx(1, rel=1e-12)
    assert np.mean(z**2) * (3 * 2 + 1) / (3 + 1) == pytest.approx(1.75)  # as Garcia et al. print
    rng = np.random.default_rng(3)
    aligned = rng.random((200, 5))
    aligned -= aligned.mean(axis=1, keepdims=True)
    doubled = (2 * stats.rankdata(aligned)).astype(int).reshape(aligned.shape)
    ratio = aligned_z(doubled, "scmamp")[0, 1] / aligned_z(doubled)[0, 1]
    assert ratio == pytest.approx(math.sqrt(5 / 4), rel=0.01)


def test_garcia_2010_prints_another_deviation():
    """Errata: k (n + 1) / 6 under the root, for k (n k + 1) / 6."""
    if not is_there("gh2010"):
        pytest.skip("the scores of Garcia et al. (2010) are not ours to copy")
    t = table_of("gh2010")
    z = pb.aligned_ranks_pairs(t, "none", convention="scmamp").statistics.to_numpy()
    means = pb.aligned_ranks(t, convention="scmamp").mean_ranks.to_numpy()
    n, k = t.scores.shape
    printed = (means[1] - means[0]) / math.sqrt(k * (n + 1) / 6)
    assert printed / z[0, 1] == pytest.approx(math.sqrt((n * k + 1) / (n + 1)))
    expected = numbers("pairs.csv.xz")["gh2010"]["aligned_ranks__raw"][0]
    assert 2 * stats.norm.sf(abs(z[0, 1])) == pytest.approx(expected, rel=1e-9)


def test_rounding_noise_of_row_means_decides():
    """Errata: the same formula on the same table, two ways of rounding the mean; and ours."""
    t = table_of("syn_ties1dec_k6_N25")
    noisy = t.scores - t.scores.mean(axis=1, keepdims=True)
    ranked = 2 * stats.rankdata(-noisy).reshape(noisy.shape)
    by_numpy = aligned_statistic(ranked.astype(np.int32), "scmamp")
    assert pb.aligned_ranks(t, convention="scmamp").statistic == pytest.approx(7.0838, abs=5e-5)
    assert by_numpy == pytest.approx(8.1426, abs=5e-5)
    assert pb.aligned_ranks(t).statistic == pytest.approx(8.4705, abs=5e-5)
    assert pb.aligned_ranks(t, tie_tol="auto").statistic == pb.aligned_ranks(t).statistic


def test_laws(random_tables, make_table):
    for t in random_tables(10, seed=8, largest=15):
        rng = np.random.default_rng(t.n_datasets)
        rows, columns = rng.permutation(t.n_datasets), rng.permutation(t.n_classifiers)
        # Steps of 1/8 and integers added are exact, so that ties stay ties.
        scores = np.round(t.scores * 8) / 8
        first = pb.aligned_ranks(make_table(scores))
        shifted = scores[rows][:, columns] + rng.integers(-9, 9, (t.n_datasets, 1))
        moved = pb.aligned_ranks(make_table(shifted * 4))
        assert moved.statistic == pytest.approx(first.statistic, rel=1e-12)
        np.testing.assert_allclose(moved.mean_ranks, first.mean_ranks.to_numpy()[columns])
        turned = pb.aligned_ranks(make_table(-scores, higher_is_better=False))
        assert turned.mean_ranks.tolist() == first.mean_ranks.tolist()
        worst = pb.aligned_ranks(make_table(-scores))
        assert worst.statistic == pytest.approx(first.statistic, rel=1e-12)


def test_rows_are_better_where_z_is_positive(make_table):
    result = pb.aligned_ranks_pairs(make_table([[3, 2, 1]] * 12))
    assert (result.statistics.to_numpy()[np.triu_indices(3, 1)] > 0).all()
    np.testing.assert_array_equal(result.statistics, -result.statistics.T)
    lower = pb.aligned_ranks_pairs(make_table([[3, 2, 1]] * 12, higher_is_better=False))
    assert (lower.statistics.to_numpy()[np.triu_indices(3, 1)] < 0).all()


@pytest.mark.parametrize("convention", ["standard", "scmamp"])
def test_degenerate_tables(make_table, convention):
    constant = make_table([[0.1, 0.1, 0.1], [0.7, 0.7, 0.7]])
    result = pb.aligned_ranks(constant, convention=convention)
    assert (result.statistic, result.pvalue) == (0, 1)
    assert "degenerate" in result.notes
    pairs = pb.aligned_ranks_pairs(constant, convention=convention)
    assert (pairs.pvalues == 1).all(axis=None)
    assert (pairs.statistics == 0).all(axis=None)
    twins = pb.aligned_ranks_pairs(make_table([[1, 1, 2], [3, 3, 1]]), convention=convention)
    assert twins.pvalues.loc["c1", "c2"] == 1


def test_scores_near_the_largest_double(make_table):
    small = np.array([[1.7, -1.7, 0.3], [1.2, 1.1, -1.6]])
    for convention in ("standard", "scmamp"):
        expected = pb.aligned_ranks(make_table(small), convention=convention)
        found = pb.aligned_ranks(make_table(small * 1e308), convention=convention)
        assert found.mean_ranks.tolist() == expected.mean_ranks.tolist()


def test_noise_that_decides_is_noted(make_table):
    t = make_table([[0.3, 0.1 + 0.2]] * 12)
    assert "near-ties" in pb.aligned_ranks(t).notes
    assert "near-ties" in pb.aligned_ranks_pairs(t).notes
    assert "near-ties" not in pb.aligned_ranks(t, tie_tol="auto").notes


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"convention": "pmcmr"}, '`convention` must be one of "standard", "scmamp", not "pmcmr"'),
        ({"tie_tol": -1}, '`tie_tol` must be "decimal", "auto" or a number >= 0'),
        ({"adjust": "tukey"}, "`adjust` must be one of"),
        ({"control": "nobody"}, "`control` must be a method of the table, not 'nobody'"),
    ],
)
def test_bad_arguments(make_table, arguments, message):
    t = make_table([[1, 2], [2, 1]])
    functions = [pb.aligned_ranks_pairs]
    if arguments.keys() <= {"convention", "tie_tol"}:
        functions.append(pb.aligned_ranks)
    for function in functions:
        with pytest.raises(pb.ArgumentError) as caught:
            function(t, **arguments)
        assert message in str(caught.value)


@pytest.mark.r
def test_both_languages(random_tables):
    for t in random_tables(6, seed=21, largest=25):
        for convention in ("standard", "scmamp"):
            for tie_tol in (0.0, "auto", 0.01):
                options = {"convention": convention, "tie_tol": tie_tol, "engine": "both"}
                assert pb.aligned_ranks(t, **options).engine == "both"
                pb.aligned_ranks_pairs(t, **options)
                pb.aligned_ranks_pairs(t, "finner", t.classifiers[1], **options)


def test_two_classifiers_are_no_sign_test(make_table):
    t = make_table([[1, 2], [5, 3], [4, 8]] * 4)
    assert pb.aligned_ranks(t).notes == pb.aligned_ranks_pairs(t).notes == ()
