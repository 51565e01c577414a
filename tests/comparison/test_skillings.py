"""The Skillings-Mack test: published examples, Friedman's as a special case, enumeration."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

import pybench as pb

NA = math.nan
# Skillings and Mack (1981), Technometrics 23, page 173: assembly times, 9 assemblers, 4 methods.
# Statistic 15.493, p 0.0014, there and as the R package Skillings.Mack prints them.
ASSEMBLY = [
    [3.2, 4.1, 3.8, 4.2],
    [3.1, 3.9, 3.4, 4.0],
    [4.3, 3.5, 4.6, 4.8],
    [3.5, 3.6, 3.9, 4.0],
    [3.6, 4.2, 3.7, 3.9],
    [4.5, 4.7, 3.7, NA],
    [NA, 4.2, 3.4, NA],
    [4.3, 4.6, 4.4, 4.9],
    [3.5, NA, 3.7, 3.9],
]


@pytest.fixture(scope="session")
def gappy():
    def make(scores, higher_is_better=False):
        scores = np.asarray(scores, dtype=float)
        n, k = scores.shape
        return pb.read_results(
            scores,
            datasets=[f"d{i + 1}" for i in range(n)],
            classifiers=[f"c{j + 1}" for j in range(k)],
            higher_is_better=higher_is_better,
            missing="keep",
        )

    return make


def with_gaps(t, gappy, share=0.25):
    rng = np.random.default_rng(t.n_datasets * 100 + t.n_classifiers)
    scores = t.scores.copy()
    gaps = rng.random(scores.shape) < share
    gaps[:, 0] = gaps[0] = False  # connected, no method empty
    scores[gaps] = NA
    return gappy(scores, t.higher_is_better)


def test_published_example(gappy):
    result = pb.skillings_mack(gappy(ASSEMBLY))
    assert result.statistic == pytest.approx(15.493049, abs=5e-7)
    assert result.pvalue == pytest.approx(0.001440296302, rel=1e-9)
    assert result.df == (3,)
    assert (result.n_datasets, result.n_classifiers) == (9, 4)
    assert "missing-scores" in result.notes


def test_brute_force_with_a_pseudo_inverse(random_tables, gappy):
    """The statistic as it is printed, with numpy's pinv and a loop."""
    from scipy.stats import rankdata

    for t in random_tables(8, seed=12, largest=12):
        t = with_gaps(t, gappy)
        scores = -t.scores if t.higher_is_better else t.scores
        k = t.n_classifiers
        sums, covariance = np.zeros(k), np.zeros((k, k))
        for row in scores:
            here = np.flatnonzero(row == row)
            if len(here) < 2:
                continue
            sums[here] += math.sqrt(12 / (len(here) + 1)) * (
                rankdata(row[here]) - (len(here) + 1) / 2
            )
            covariance[np.ix_(here, here)] += len(here) * np.eye(len(here)) - 1
        expected = sums @ np.linalg.pinv(covariance) @ sums
        assert pb.skillings_mack(t).statistic == pytest.approx(expected, rel=1e-9, abs=1e-12)


def test_is_friedmans_where_nothing_is_missing_and_nothing_tied(make_table):
    rng = np.random.default_rng(1)
    for n, k in [(2, 2), (5, 3), (12, 6), (40, 20)]:
        t = make_table(rng.random((n, k)))
        ours, friedman = pb.skillings_mack(t), pb.friedman(t, reference="limit")
        assert ours.statistic == pytest.approx(friedman.statistic, rel=1e-9)
        assert ours.pvalue == pytest.approx(friedman.pvalue, rel=1e-7)
        np.testing.assert_allclose(ours.mean_ranks, friedman.mean_ranks)
        assert "missing-scores" not in ours.notes


def test_covariance_is_that_of_shuffles(gappy):
    """Mean of T over all shuffles within datasets, without ties, is its degrees of freedom."""
    rows = [[1.0, 2.0, 3.0], [1.0, 2.0, NA], [NA, 1.0, 2.0], [2.0, 3.0, 1.0]]
    orders = []
    for row in rows:
        here = [x for x in row if x == x]
        orders.append([fill(row, order) for order in itertools.permutations(here)])
    found = [pb.skillings_mack(gappy(x)).statistic for x in itertools.product(*orders)]
    assert np.mean(found) == pytest.approx(2, rel=1e-12)
    # The simulation draws from these 144 tables.
    observed = pb.skillings_mack(gappy(rows))
    share = np.mean(np.array(found) >= observed.statistic * (1 - 1e-9))
    simulated = pb.skillings_mack(gappy(rows), "simulation", samples=4000, seed=5)
    assert simulated.pvalue == pytest.approx(share, abs=4 * math.sqrt(share * (1 - share) / 4000))
    assert (simulated.method, simulated.statistic) == ("simulation", observed.statistic)


def fill(row, order):
    order = iter(order)
    return [next(order) if x == x else NA for x in row]


def test_simulation_of_ties_matches_the_exact_friedman_test(make_table):
    """With as many scores everywhere T is a multiple of the sum that Friedman's test takes."""
    t = make_table([[1, 1, 2], [1, 2, 3], [2, 2, 3], [1, 3, 2], [1, 1, 2]])
    exact = pb.friedman(t, "exact").pvalue
    simulated = pb.skillings_mack(t, "simulation", samples=20_000).pvalue
    assert simulated == pytest.approx(exact, abs=4 * math.sqrt(exact / 20_000))


def test_simulation_can_be_cut_into_pieces(gappy, monkeypatch):
    t = gappy(ASSEMBLY)
    whole = pb.skillings_mack(t, "simulation", samples=300, seed=2).pvalue
    monkeypatch.setattr("pybench.comparison.permutation._CHUNK", 100)
    assert pb.skillings_mack(t, "simulation", samples=300, seed=2).pvalue == whole
    assert pb.skillings_mack(t, "simulation", samples=1, seed=2).pvalue in (0.5, 1)


def test_single_scores_are_left_out(gappy):
    alone = gappy([*ASSEMBLY, [NA, NA, 1.0, NA]])
    result = pb.skillings_mack(alone)
    assert result.statistic == pb.skillings_mack(gappy(ASSEMBLY)).statistic
    assert result.n_datasets == 9
    assert "single-scores" in result.notes


def test_laws(random_tables, gappy):
    for t in random_tables(6, seed=13, largest=12):
        t = with_gaps(t, gappy)
        rng = np.random.default_rng(0)
        rows, columns = rng.permutation(t.n_datasets), rng.permutation(t.n_classifiers)
        first = pb.skillings_mack(t)
        moved = pb.skillings_mack(gappy(np.exp(t.scores[rows][:, columns]), t.higher_is_better))
        assert moved.statistic == pytest.approx(first.statistic, rel=1e-9, abs=1e-12)
        np.testing.assert_allclose(moved.mean_ranks, first.mean_ranks.to_numpy()[columns])
        turned = pb.skillings_mack(gappy(-t.scores, not t.higher_is_better))
        assert turned.statistic == first.statistic
        worst = pb.skillings_mack(gappy(-t.scores, t.higher_is_better))
        assert worst.statistic == pytest.approx(first.statistic, rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("method", ["chi-square", "simulation"])
def test_degenerate(gappy, method):
    result = pb.skillings_mack(gappy([[1, 1, NA], [2, 2, 2], [NA, 3, 3]]), method, samples=50)
    assert (result.statistic, result.pvalue) == (0, 1)
    assert {"degenerate", "ties"} <= set(result.notes)


def test_groups_that_are_never_compared_are_refused(gappy):
    t = gappy([[1, 2, NA, NA], [2, 1, NA, NA], [NA, NA, 1, 2], [NA, NA, 1, 2]])
    with pytest.raises(pb.ResultsTableError, match="found none with `c3`, `c4`"):
        pb.skillings_mack(t)
    linked = gappy([[1, 2, NA, NA], [NA, 1, 2, NA], [NA, NA, 1, 2], [1, NA, NA, NA]])
    assert pb.skillings_mack(linked).n_datasets == 3


def test_too_few_datasets_that_compare(gappy):
    with pytest.raises(pb.ResultsTableError, match="two scores or more, found 1"):
        pb.skillings_mack(gappy([[1, 2], [NA, 1], [1, NA]]))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"method": "exact"}, '`method` must be one of "chi-square", "simulation", not "exact"'),
        ({"samples": 0}, "`samples` must be a whole number >= 1, not 0"),
        ({"samples": 2.5}, "`samples` must be a whole number >= 1, not 2.5"),
        ({"seed": 0.5}, "`seed` must be an integer between -2^53 and 2^53, not 0.5"),
    ],
)
def test_bad_arguments(gappy, arguments, message):
    with pytest.raises(pb.ArgumentError) as caught:
        pb.skillings_mack(gappy(ASSEMBLY), **arguments)
    assert message in str(caught.value)


def test_noise_that_decides_is_noted(gappy):
    t = gappy([[0.3, 0.1 + 0.2]] * 12)
    assert "near-ties" in pb.skillings_mack(t).notes
    assert "near-ties" not in pb.skillings_mack(t, tie_tol="auto").notes


@pytest.mark.r
def test_both_languages(random_tables, gappy):
    for t in random_tables(6, seed=25, largest=20):
        t = with_gaps(t, gappy, share=0.4)
        for tie_tol in (0.0, "auto", 0.02):
            pb.skillings_mack(t, tie_tol=tie_tol, engine="both")
        pb.skillings_mack(t, "simulation", samples=200, seed=-3, engine="both")
    apart = gappy([[1, 2, NA, NA], [2, 1, NA, NA], [NA, NA, 1, 2], [NA, NA, 1, 2]])
    errors = []
    for engine in ("python", "r"):
        with pytest.raises(pb.ResultsTableError) as caught:
            pb.skillings_mack(apart, engine=engine)
        errors.append(str(caught.value))
    assert errors[0] == errors[1]
