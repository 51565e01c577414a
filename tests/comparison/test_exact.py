"""The exact Friedman distribution against full enumeration."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

import pybench as pb
from pybench.comparison.exact import LARGEST, exact_pvalue
from pybench.comparison.ranks import doubled_ranks

ENUMERATION = 1e-12  # both are sums of at most 1e7 equal weights in double precision


def enumerate_pvalue(doubled):
    """Try every order of every row but the first, which may stay: only sums of squares count."""
    centred = doubled.astype(np.int64) - doubled.shape[1] - 1
    sums = centred[:1]
    for row in centred[1:]:
        orders = np.array(list(itertools.permutations(row)))
        sums = (sums[:, None, :] + orders).reshape(-1, row.size)
    return np.mean((sums**2).sum(axis=1) >= (centred.sum(axis=0) ** 2).sum())


@pytest.mark.parametrize(
    ("n", "k"), [(n, k) for n in range(2, 7) for k in (2, 3)] + [(2, 4), (3, 4), (4, 4)]
)
def test_enumeration(n, k):
    rng = np.random.default_rng(n * 10 + k)
    for levels in (2, 3, 50):
        for _ in range(8):
            doubled = doubled_ranks(rng.integers(0, levels, size=(n, k)).astype(float), True)
            assert exact_pvalue(doubled) == pytest.approx(
                enumerate_pvalue(doubled), abs=ENUMERATION
            )


@pytest.mark.parametrize("n", [5, 6])
def test_enumeration_of_the_largest(n):
    doubled = doubled_ranks(
        np.random.default_rng(n).integers(0, 3, size=(n, 4)).astype(float), True
    )
    assert exact_pvalue(doubled) == pytest.approx(enumerate_pvalue(doubled), abs=ENUMERATION)


def test_all_datasets_agree():
    for n, k in ((5, 3), (8, 5), (5, 6), (20, 4)):
        doubled = np.tile(np.arange(2, 2 * k + 1, 2, dtype=np.int32), (n, 1))
        assert exact_pvalue(doubled) == pytest.approx(
            math.factorial(k) ** (1.0 - n), rel=1e-9, abs=0
        )


def test_chi_square_is_the_limit(make_table):
    t = make_table(np.random.default_rng(8).random((100, 3)))
    exact, limit = (pb.friedman(t, method).pvalue for method in ("exact", "chi-square"))
    assert exact == pytest.approx(limit, abs=0.02)
    assert exact != limit


@pytest.mark.parametrize("k", [*LARGEST, 7])
def test_larger_tables_are_refused_with_a_remedy(make_table, k):
    n = LARGEST.get(k, 0) + 2
    t = make_table(np.random.default_rng(0).random((n, k)))
    with pytest.raises(pb.ArgumentError, match='Use method = "iman-davenport"'):
        pb.friedman(t, "exact")


def test_largest_tables_are_quick(make_table):
    for k, n in LARGEST.items():
        t = make_table(np.random.default_rng(k).random((n, k)))
        assert 0 < pb.friedman(t, "exact").pvalue <= 1


def test_rounding_makes_no_probability_above_1():
    """Rank sums as equal as these ranks allow; unchecked the chances add up to 1 + 2e-16."""
    doubled = [[3, 7, 7, 3], [7, 3, 3, 7], [5, 5, 5, 5], [7, 7, 3, 3], [4, 4, 4, 8]]
    assert exact_pvalue(np.array(doubled, np.int32)) == 1
