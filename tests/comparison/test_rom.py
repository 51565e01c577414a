"""Rom's test: exact under independence, and its adjusted p-values decide as it does."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from pybench.comparison.adjust import adjusted
from pybench.comparison.rom import critical_values, levels


def families(count, largest, seed=0):
    """Yield families of p-values with ties, zeros and ones."""
    rng = np.random.default_rng(seed)
    for _ in range(count):
        p = rng.random(rng.integers(1, largest + 1)) ** rng.integers(1, 6)
        yield np.round(p, int(rng.integers(1, 9)))


def test_rom_is_exact_under_independence():
    """The chance that p_(j) <= c_(m - j + 1) for some j is alpha, by enumeration of intervals."""
    alpha = 0.2
    for m in (2, 3, 4, 5):
        levels = critical_values(m, alpha)  # of the largest, the largest but one, ...
        edges = np.concatenate([[0], levels[::-1], [1]])
        widths = np.diff(edges)
        rejected = 0.0
        # Each p-value lies in one of m + 1 intervals; edge j + 1 is the level of the j-th smallest.
        for cells in itertools.product(range(m + 1), repeat=m):
            ordered = sorted(cells)
            if any(cell <= j for j, cell in enumerate(ordered)):
                rejected += np.prod(widths[list(cells)])
        assert rejected == pytest.approx(alpha, rel=1e-12)


def test_rom_levels():
    """The first three by hand; all lie above Hochberg's alpha / k, none much."""
    for alpha in (0.01, 0.05, 0.99):
        levels = critical_values(60 * 59 // 2, alpha)
        by_hand = [alpha, alpha / 2, (alpha + alpha**2 - 3 * (alpha / 2) ** 2) / 3]
        np.testing.assert_allclose(levels[:3], by_hand, rtol=1e-14)
        assert (np.diff(levels) < 0).all()
        assert (levels[2:] > alpha / np.arange(3, levels.size + 1)).all()
    assert levels.size * critical_values(levels.size, 0.05)[-1] < 0.0513


def test_roms_adjusted_p_decides_at_every_level_as_his_test_does():
    """Rejected are all up to the last p_(j) <= c_(m - j + 1)(alpha), whatever alpha is."""
    levels = [1e-300, 1e-9, 0.001, 0.01, 0.05, 0.1, 0.37, 0.5, 0.9, 0.99]
    otherwise = 0  # verdicts that p-values made for 0.05 get wrong at another level
    for p in families(300, 40, seed=4):
        ascending = np.sort(p)
        ours, made_for_5 = adjusted(ascending, "rom"), adjusted(ascending, "rom", 0.05)
        for alpha in levels:
            met = np.flatnonzero(ascending <= critical_values(p.size, alpha)[::-1])
            rejected = np.arange(p.size) <= (met[-1] if met.size else -1)
            np.testing.assert_array_equal(ours <= alpha, rejected)
            np.testing.assert_array_equal(adjusted(ascending, "rom", alpha) <= alpha, rejected)
            otherwise += int(((made_for_5 <= alpha) != rejected).sum())
    assert otherwise > 10


@pytest.mark.parametrize("alpha", [1e-300, 1e-9, 1e-3, 0.05, 0.06, 0.5, 0.9, 0.99, 0.9999])
@pytest.mark.parametrize("m", [1, 2, 3, 10, 190, 630])
def test_roms_adjusted_p_of_a_critical_value_is_its_level(m, alpha):
    found = levels(critical_values(m, alpha)[::-1])
    # The recursion subtracts sums up to 50 times its result, 630 times.
    np.testing.assert_allclose(found, alpha, rtol=1e-12)


def test_no_level_reaches_a_large_p_but_the_largest():
    np.testing.assert_array_equal(levels(np.array([0.0, 0.6, 0.9])), [0, 1, 0.9])
    np.testing.assert_array_equal(levels(np.array([0.0, 5e-324, 1.0])), [0, 1e-323, 1])
