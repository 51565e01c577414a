"""Miller's test against PMCMRplus and the closed form for three classifiers."""

from __future__ import annotations

import math

import numpy as np
import pytest

import pybench as pb

REFUSED = ("na_", "inf_", "k3_N1")


def test_pmcmrplus(case, pair_column, family):
    if case.name.startswith(REFUSED):
        pytest.skip("missing, infinite or single: refused, see test_siegel and test_friedman")
    result = pb.miller(pb.read_results(case.input, higher_is_better=True), reference="limit")
    for column, frame in (("chisq", result.statistics), ("p", result.pvalues)):
        expected = pair_column(case, "nemenyi", f"PMCMRplus_miller_{column}")
        np.testing.assert_allclose(family(frame), expected, rtol=1e-11, atol=1e-28)


def test_what_pmcmrplus_makes_of_infinite_scores(oracle, filled, pair_column, family):
    case = oracle("inf_k4_N15")
    expected = pair_column(case, "nemenyi", "PMCMRplus_miller_p")
    found = family(pb.miller(filled(case, missing=0)).pvalues)
    np.testing.assert_allclose(found, expected, rtol=1e-11)


def test_two_degrees_of_freedom_are_an_exponential(make_table):
    """Mean ranks 1, 2, 3 on N = 8: chi-square 4 and 16, p = exp(-2) and exp(-8)."""
    result = pb.miller(make_table([[3, 2, 1]] * 8))
    assert result.statistics.loc["c1"].tolist() == pytest.approx([0, 4, 16], rel=1e-14)
    expected = [1, math.exp(-2), math.exp(-8)]
    assert result.pvalues.loc["c1"].tolist() == pytest.approx(expected, rel=1e-13)
    assert (result.adjust, result.df) == ("none", (2,))
    np.testing.assert_array_equal(result.pvalues, result.pvalues_raw)


def test_it_is_never_more_powerful_than_nemenyi(random_tables):
    for t in random_tables(20, seed=4, largest=20):
        nemenyi = pb.nemenyi(t).pvalues.to_numpy()
        assert (pb.miller(t).pvalues.to_numpy() >= nemenyi * (1 - 1e-12)).all()


@pytest.mark.r
def test_both_engines(random_tables, make_table):
    for t in [*random_tables(6, seed=5, largest=30), make_table(np.ones((3, 2)))]:
        pb.miller(t, engine="both")
