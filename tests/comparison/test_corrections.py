"""Corrections that need only p-values: closed testing, Rom's in scmamp, laws; see test_cases.py."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from originals import adjusted_by_scmamp

from pybench.comparison.adjust import adjusted
from pybench.comparison.corrections import ASCENDING
from pybench.comparison.rom import critical_values

NOISE = 1e-12  # absolute; scmamp subtracts from 1 (README of the oracle)


def families(count, largest, seed=0):
    """Yield families of p-values with ties, zeros and ones."""
    rng = np.random.default_rng(seed)
    for _ in range(count):
        p = rng.random(rng.integers(1, largest + 1)) ** rng.integers(1, 6)
        yield np.round(p, int(rng.integers(1, 9)))


def closed(p, local):
    """Adjust by closed testing: the largest local p-value of the intersections that hold i."""
    m = len(p)
    result = np.zeros(m)
    for size in range(1, m + 1):
        for chosen in itertools.combinations(range(m), size):
            value = local(np.sort(p[list(chosen)]))
            result[list(chosen)] = np.maximum(result[list(chosen)], value)
    return np.minimum(1, result)


@pytest.mark.parametrize("file", ["pairs.csv.xz", "controls.csv.xz"])
def test_scmamp_steps_down_with_roms_levels(file):
    """Rom's test steps up; scmamp takes a running maximum. For m = 2 it is wrong altogether."""
    for case, _, raw, theirs in adjusted_by_scmamp(file, "rom"):
        if raw.size < 3:
            assert case.startswith("k3_")
            assert theirs.min() < 0, "a loop from 3 down to 2"
            continue
        order = np.argsort(raw)
        levels = critical_values(raw.size, 0.05)[::-1]
        down = np.minimum(1, np.maximum.accumulate(raw[order] * 0.05 / levels))
        np.testing.assert_allclose(theirs[order], down, rtol=0, atol=NOISE)
        ours = adjusted(raw, "rom", 0.05)
        assert (ours <= theirs + NOISE).all()
        assert ours.max() == raw.max()  # stepping up leaves the largest p-value


def test_holm_is_closed_bonferroni():
    for p in families(60, 8):
        expected = closed(p, lambda q: q.size * q[0])
        np.testing.assert_allclose(adjusted(p, "holm"), expected, rtol=1e-14)


def test_hommel_is_closed_simes():
    for p in families(60, 8, seed=1):
        expected = closed(p, lambda q: (q.size * q / np.arange(1, q.size + 1)).min())
        np.testing.assert_allclose(adjusted(p, "hommel"), expected, rtol=1e-14)


def test_holland_is_closed_sidak():
    for p in families(60, 8, seed=2):
        expected = closed(p, lambda q: 1 - (1 - q[0]) ** q.size)
        np.testing.assert_allclose(adjusted(p, "holland"), expected, rtol=1e-12, atol=1e-15)


def test_li_at_its_borders():
    np.testing.assert_array_equal(adjusted(np.array([0.0, 0.5, 1.0]), "li"), [0, 1, 1])
    assert adjusted(np.array([0.02]), "li")[0] == pytest.approx(0.02, rel=1e-15)
    # Li (2008): reject p_i <= alpha (1 - p_m) / (1 - alpha) where p_m > alpha.
    p = np.array([0.045, 0.1])
    assert adjusted(p, "li")[0] == pytest.approx(0.045 / 0.945, rel=1e-15)


@pytest.mark.parametrize("method", ASCENDING)
def test_laws(method):
    rng = np.random.default_rng(7)
    for p in families(200, 40, seed=3):
        result = adjusted(p, method)
        assert (result >= p).all()
        assert (result <= 1).all()
        order = np.argsort(p, kind="stable")
        assert (np.diff(result[order]) >= 0).all(), "monotone"
        moved = rng.permutation(p.size)
        np.testing.assert_array_equal(adjusted(p[moved], method), result[moved])
        for value in np.unique(p):  # equal p-values, equal answers
            assert np.unique(result[p == value]).size == 1


@pytest.mark.parametrize("method", ASCENDING)
def test_replicates_equal_single_families(method):
    p = np.random.default_rng(5).random((3, 7, 10)).round(2)
    one_by_one = np.array([[adjusted(row, method) for row in block] for block in p])
    np.testing.assert_array_equal(adjusted(p, method), one_by_one)


@pytest.mark.parametrize("method", ["holland", "finner"])
def test_small_pvalues_keep_their_digits(method):
    p = np.array([1e-30, 1e-20, 0.5])
    np.testing.assert_allclose(adjusted(p, method)[0], 3e-30, rtol=1e-14)


def test_hommel_is_at_most_hochberg_is_at_most_holm():
    for p in families(100, 30, seed=9):
        steps = [adjusted(p, name) for name in ("hommel", "hochberg", "holm", "bonferroni")]
        for powerful, plain in itertools.pairwise(steps):
            assert (powerful <= plain * (1 + 1e-14)).all()
