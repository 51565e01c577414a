"""Miller's test: the closed form for three methods; PMCMRplus: test_cases.py."""

from __future__ import annotations

import math

import numpy as np
import pytest

import pybench as pb


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
