"""The Bayesian correlated t-test against its definition; scmamp: test_cases.py."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import integrate, stats

import pybench as pb
from pybench.comparison.correlated import t_regions
from pybench.table import results_table


def test_definition_by_quadrature():
    z = np.array([0.02, -0.01, 0.05, 0.03, 0.0])
    scale = z.std(ddof=1) * math.sqrt(1 / 5 + 0.25 / 0.75)
    density = stats.t(4, z.mean(), scale).pdf
    exact = [
        integrate.quad(density, 0.01, np.inf)[0],
        integrate.quad(density, -0.01, 0.01)[0],
        integrate.quad(density, -np.inf, -0.01)[0],
    ]
    np.testing.assert_allclose(t_regions(z, 0.01, 0.25), exact, atol=1e-8)


def test_rho_0_and_rope_0_is_the_one_sided_p_of_the_paired_t_test(make_table):
    scores = np.random.default_rng(2).normal(size=(14, 2))
    p = stats.ttest_rel(scores[:, 0], scores[:, 1], alternative="greater").pvalue
    result = pb.bayesian_t(make_table(scores), 0)
    assert result.worse.loc["c1", "c2"] == pytest.approx(p, rel=1e-10)
    assert result.equal.loc["c1", "c2"] == 0


def test_differences_that_do_not_vary(make_table):
    t = make_table([[0.75, 0.5, 0.5]] * 4)
    for rope, region in ((0.1, "better"), (0.25, "equal"), (0.0, "better")):
        assert getattr(pb.bayesian_t(t, rope), region).loc["c1", "c2"] == 1
    assert pb.bayesian_t(t, 0).equal.loc["c2", "c3"] == 1
    # A mean of equal numbers may be rounded away from them.
    third = make_table([[1 / 3, 0.0]] * 3)
    assert pb.bayesian_t(third, 1 / 3).equal.loc["c1", "c2"] == 1


@pytest.mark.parametrize("factor", [2.0**-1000, 2.0**1000])
def test_unit_of_the_score_does_not_matter(make_table, factor):
    scores = np.random.default_rng(6).normal(size=(15, 3))
    plain, scaled = (pb.bayesian_t(make_table(scores * x), 0.25 * x) for x in (1.0, factor))
    np.testing.assert_allclose(scaled.better, plain.better, rtol=1e-12)


def test_repeats_of_a_dataset(make_table):
    repeats = np.random.default_rng(8).normal(size=(3, 2, 6))
    t = results_table(
        repeats.mean(axis=2), ["d", "e", "f"], ["a", "b"], higher_is_better=True, by_repeat=repeats
    )
    result = pb.bayesian_t(t, 0.1, 0.2, "e")
    as_rows = pb.bayesian_t(make_table(repeats[1].T), 0.1, 0.2)
    np.testing.assert_array_equal(result.better, as_rows.better)
    assert (result.dataset, result.n_datasets) == ("e", 1)
    assert "  2 methods on the repeats of e; engine python" in str(result)
    assert "mean-of-repeats" not in result.notes
    assert "mean-of-repeats" in pb.bayesian_t(t, 0.1, 0.2).notes
    for bad in ("x", 1):
        with pytest.raises(pb.ArgumentError, match="`dataset` must be a dataset of the table"):
            pb.bayesian_t(t, dataset=bad)
    with pytest.raises(pb.ArgumentError, match="the scores of each repeat"):
        pb.bayesian_t(make_table([[1, 2], [3, 4]]), dataset="d1")
    once = results_table(
        repeats[:, :, 0], ["d", "e", "f"], ["a", "b"], higher_is_better=True,
        by_repeat=repeats[:, :, :1],
    )  # fmt: skip
    with pytest.raises(pb.ResultsTableError, match="at least 2 repeats"):
        pb.bayesian_t(once, dataset="d")


@pytest.mark.parametrize("engine", ["python", pytest.param("both", marks=pytest.mark.r)])
def test_the_dataset_may_be_the_only_one(make_table, engine):
    repeats = np.random.default_rng(9).normal(size=(1, 2, 10))
    t = results_table(
        repeats.mean(axis=2), ["iris"], ["a", "b"], higher_is_better=True, by_repeat=repeats
    )
    result = pb.bayesian_t(t, rho=0.1, dataset="iris", engine=engine)
    as_rows = pb.bayesian_t(make_table(repeats[0].T), rho=0.1)
    np.testing.assert_array_equal(result.better, as_rows.better)
    assert "2 methods on the repeats of iris" in str(result)
    found = pb.corrected_t(t, 0.1, dataset="iris", engine=engine)
    assert "  2 methods on 1 dataset; adjustment" in str(found)
    assert repr(t) == "<ResultsTable: 1 dataset x 2 methods>"
    with pytest.raises(pb.ResultsTableError, match="at least 2 datasets, found 1"):
        pb.bayesian_t(t)
    with pytest.raises(pb.ResultsTableError, match="at least 2 methods, found 1"):
        pb.bayesian_t(t.select(classifiers=["a"]), dataset="iris")


def test_bad_correlation(make_table):
    for bad in (-0.1, 1, 1.5, "0", None, math.nan, True):
        with pytest.raises(pb.ArgumentError, match="`rho` must be a number >= 0 and < 1"):
            pb.bayesian_t(make_table([[1, 2], [2, 1]]), rho=bad)


@pytest.mark.r
def test_both_languages(random_tables, make_table):
    for t in random_tables(8, seed=2):
        for rope, rho in ((0.0, 0.0), (0.05, 0.1), (1e-6, 0.9)):
            assert pb.bayesian_t(t, rope, rho, engine="both").engine == "both"
    pb.bayesian_t(make_table(np.ones((3, 3))), engine="both")
    pb.bayesian_t(make_table(np.array([[1, 2], [3, 1.5]]) * 2.0**1000), engine="both")
    repeats = np.random.default_rng(8).normal(size=(3, 2, 6))
    t = results_table(
        repeats.mean(axis=2), ["d", "e", "f"], ["a", "b"], higher_is_better=False, by_repeat=repeats
    )
    assert pb.bayesian_t(t, 0.1, 0.2, "e", engine="both").dataset == "e"


@pytest.mark.parametrize("engine", ["python", pytest.param("both", marks=pytest.mark.r)])
@pytest.mark.parametrize("rope", [0.1, 0.2])
def test_rounding_of_equal_differences_decides_nothing_unsaid(make_table, engine, rope):
    """0.9 - 0.8 and 0.8 - 0.7 differ by a last bit: no Student's distribution lies between them."""
    start = np.array([0.1, 0.2, 0.3, 0.4, 0.3, 0.1, 0.2])
    t = make_table(np.column_stack([start, start + 0.1, start + 0.2]))
    result = pb.bayesian_t(t, rope, engine=engine)
    shares = np.stack([result.better, result.equal, result.worse])
    assert set(shares.ravel()) == {0.0, 1.0}
    assert "rope-edge" in result.notes


def test_no_note_where_the_differences_are_away_from_the_rope(make_table):
    t = make_table([[0.9, 0.8], [0.8, 0.7], [0.7, 0.6]])
    assert pb.bayesian_t(t, 0.05).better.loc["c1", "c2"] == 1
    assert pb.bayesian_t(t, 0.05).notes == pb.bayesian_t(t, 0.15).notes == ()


def test_differences_whose_squares_vanish(make_table):
    t = make_table([[1e-200, 2e-200, 1.0], [1e-200, 4e-200, 1.0]])
    assert pb.bayesian_t(t, 0).worse.loc["c1", "c2"] == 1
