"""Every distribution function behind a p-value, within 1e-10 of another way to it, on a grid.

What pybench integrates itself is compared with a quadrature or series of another kind, which is
in turn compared with mpmath and closed forms; what it takes from SciPy and the laws that it counts,
with mpmath and with whole numbers at every point.
"""

from __future__ import annotations

import math
from fractions import Fraction

import mpmath
import numpy as np
import pytest
from scipy import special

from pybench.comparison.eisinga import two_sided_tail
from pybench.comparison.noncentral import noncentrality_limits, tail_chance
from pybench.comparison.studentized import (
    range_quantile,
    range_upper_tail,
    studentized_quantile,
    studentized_upper_tail,
)
from pybench.comparison.walsh import signed_rank_cdf

ABSOLUTE = 1e-10  # target R27 of the project's note on reliability; measured 3e-13 and better
_WIDEST = 20.0  # P(range > 20) < 1e-40 for any k here


def _panels(low: float, high: float, count: int) -> tuple[np.ndarray, np.ndarray]:
    """Return nodes and weights of Gauss and Legendre, 16 in each of so many panels."""
    node, weight = np.polynomial.legendre.leggauss(16)
    edges = np.linspace(low, high, count + 1)
    half = np.diff(edges)[:, None] / 2
    return (edges[:-1, None] + half * (node + 1)).ravel(), (half * weight).ravel()


def _range_tail(q: np.ndarray, k: int) -> np.ndarray:
    """Return 1 - P(range <= q): not pybench's sum of positive terms."""
    z, weight = _panels(-9, 9, 60)
    mass = k * weight * np.exp(-z * z / 2) / math.sqrt(2 * math.pi)
    blocks = np.array_split(q, max(1, q.size // 256))
    below = [(special.ndtr(z) - special.ndtr(z - b[:, None])) ** (k - 1) @ mass for b in blocks]
    return 1 - np.concatenate(below)


def _studentized_tail(q: np.ndarray, k: int, dfs: list[int]) -> np.ndarray:
    """Return P(Q/s > q), a row for each df: the mean over w = q s itself, not over log s.

    The nodes in w end at 20 or, for small q, at half of that, a quarter ...: where s ends.
    """
    found = np.zeros((len(dfs), q.size))
    largest = np.array([1 + 10 / math.sqrt(2 * df) + (5 if df < 3 else 0) for df in dfs])
    halvings = np.maximum(0, np.log2(_WIDEST / np.outer(largest, q))).astype(int)
    for halving in np.unique(halvings):
        w, weight = _panels(0, _WIDEST / 2**halving, 320)
        mass = weight * _range_tail(w, k)
        for row, df in enumerate(dfs):
            chosen = halvings[row] == halving
            s = w / q[chosen, None]
            constant = math.log(2) + df / 2 * math.log(df / 2) - math.lgamma(df / 2)
            density = np.exp(constant + (df - 1) * np.log(s) - df * s * s / 2)
            found[row, chosen] = density @ mass / q[chosen]
    return found


def _noncentral_lower(t: np.ndarray, df: int, d: np.ndarray) -> np.ndarray:
    """Return P(T <= t), t >= 0, by the series of incomplete beta functions (AS 243)."""
    j = np.arange(int(d.max() ** 2 / 2 + 12 * abs(d).max() + 60), dtype=float)
    x = t * t / (t * t + df)
    half = (d * d / 2)[:, None]
    even = special.xlogy(j, half) - half - special.gammaln(j + 1)
    odd = special.xlogy(j, half) - half - special.gammaln(j + 1.5)
    first = np.exp(even) * special.betainc(j + 0.5, df / 2, x[:, None])
    second = np.exp(odd) * (d / math.sqrt(2))[:, None] * special.betainc(j + 1, df / 2, x[:, None])
    return special.ndtr(-d) + (first + second).sum(axis=1) / 2


def test_range():
    """3,000 points; relative accuracy is the matter of test_studentized.py."""
    q = np.linspace(0.02, 12, 500)
    for k in (2, 3, 10, 50, 500, 10_000):
        np.testing.assert_allclose(range_upper_tail(q, k), _range_tail(q, k), rtol=0, atol=ABSOLUTE)


def test_studentized_range():
    """720 points. A grid in log s that does not know k is wrong by 2e-5 here."""
    dfs = [1, 2, 3, 8, 30, 100]
    q = np.concatenate([np.linspace(1, 6, 13), np.geomspace(7, 1e4, 7)])
    worst = 0.0
    for k in (2, 3, 10, 50, 200, 500):
        expected = _studentized_tail(q, k, dfs)
        found = np.array([studentized_upper_tail(q, k, df) for df in dfs])
        worst = max(worst, np.abs(found - expected).max())
    assert worst < ABSOLUTE


@pytest.mark.slow
@pytest.mark.parametrize("k", [2, 5, 20, 100, 1000, 10_000])
def test_studentized_range_on_a_large_grid(k):
    """3,600 points, 10,000 methods, q from 0.01."""
    dfs = [1, 2, 3, 4, 6, 9, 14, 30, 60, 120, 300, 500]
    q = np.concatenate(
        [np.geomspace(0.01, 1, 10), np.linspace(1.2, 7, 25), np.geomspace(8, 1e6, 15)]
    )
    found = np.array([studentized_upper_tail(q, k, df) for df in dfs])
    np.testing.assert_allclose(found, _studentized_tail(q, k, dfs), rtol=0, atol=ABSOLUTE)


def test_the_reference_has_mpmaths_ranges(golden):
    """40 digits, by a rule of another kind."""
    rows = golden("studentized-range")["upper_tails"]
    for k in {row["k"] for row in rows}:
        chosen = [row for row in rows if row["k"] == k]
        expected = [float(row["upper_tail"]) for row in chosen]
        found = _range_tail(np.array([row["q"] for row in chosen]), k)
        np.testing.assert_allclose(found, expected, rtol=0, atol=1e-13)


def test_the_reference_takes_the_mean_over_s():
    """For two normals the range over s is sqrt 2 times the size of Student's t."""
    dfs, q = [1, 2, 3, 8, 30, 100, 500], np.geomspace(0.01, 1e6, 40)
    expected = [2 * special.stdtr(df, -q / math.sqrt(2)) for df in dfs]
    np.testing.assert_allclose(_studentized_tail(q, 2, dfs), expected, rtol=0, atol=1e-12)


def test_quantiles_of_ranges():
    """Where the level is asked of the reference, it is the level: 510 of each."""
    levels = np.geomspace(1e-9, 0.999, 102)
    for k in (2, 5, 20, 100, 500):
        q = np.array([range_quantile(level, k) for level in levels])
        np.testing.assert_allclose(_range_tail(q, k), levels, rtol=0, atol=ABSOLUTE)


@pytest.mark.parametrize(("k", "df"), [(3, 6), (10, 10), (50, 150)])
def test_quantiles_of_studentized_ranges(k, df):
    levels = np.linspace(0.002, 0.9, 6)
    q = np.array([studentized_quantile(level, k, df) for level in levels])
    np.testing.assert_allclose(_studentized_tail(q, k, [df])[0], levels, rtol=0, atol=ABSOLUTE)


@pytest.mark.parametrize("df", [1, 2, 5, 14, 111, 1000])
def test_noncentral_t(df):
    """500 points and two tails for each number of degrees of freedom."""
    t, d = (
        grid.ravel() for grid in np.meshgrid(np.geomspace(1e-3, 60, 25), np.linspace(-9, 30, 20))
    )
    lower = _noncentral_lower(t, df, d)
    np.testing.assert_allclose(tail_chance(t, df, d, 1), lower, rtol=0, atol=ABSOLUTE)
    np.testing.assert_allclose(tail_chance(t, df, d, -1), 1 - lower, rtol=0, atol=ABSOLUTE)


@pytest.mark.parametrize(("t", "df", "d"), [(2.2, 5, 1.3), (9.0, 3, 12.0), (0.7, 40, -1.1)])
def test_the_series_is_mpmaths(t, df, d):
    with mpmath.workdps(25):
        half = mpmath.mpf(df) / 2

        def weighed(s):
            density = (
                2 * half**half / mpmath.gamma(half) * s ** (df - 1) * mpmath.exp(-half * s * s)
            )
            return density * mpmath.ncdf(t * s - d)

        expected = mpmath.quad(weighed, [0, 0.5, 1, 1.5, 2.5, 5, 12])
    found = _noncentral_lower(np.array([t]), df, np.array([d]))[0]
    assert found == pytest.approx(float(expected), rel=0, abs=1e-13)


@pytest.mark.parametrize("df", [2, 11, 300])
def test_limits_of_a_noncentrality(df):
    """The tails of the reference at 500 limits are the level."""
    t = np.geomspace(1e-3, 25, 250)
    low, high = noncentrality_limits(t, df, 0.95)
    np.testing.assert_allclose(_noncentral_lower(t, df, high), 0.025, rtol=0, atol=ABSOLUTE)
    np.testing.assert_allclose(_noncentral_lower(t, df, low), 0.975, rtol=0, atol=ABSOLUTE)


def _chi_square(x, df):
    return mpmath.gammainc(mpmath.mpf(df) / 2, mpmath.mpf(x) / 2, regularized=True)


def _f(x, df):
    one, two = (mpmath.mpf(part) for part in df)
    share = two / (two + one * mpmath.mpf(x))
    return mpmath.betainc(two / 2, one / 2, 0, share, regularized=True)


def _t(x, df):
    share = df / (df + mpmath.mpf(x) ** 2)
    tail = mpmath.betainc(mpmath.mpf(df) / 2, 0.5, 0, share, regularized=True) / 2
    return tail if x <= 0 else 1 - tail


@pytest.mark.parametrize(
    ("found", "truth", "dfs", "points"),
    [
        (special.chdtrc, _chi_square, [1, 2, 5, 19, 99], np.geomspace(1e-3, 400, 100)),
        (
            lambda df, x: special.fdtrc(*df, x),
            _f,
            [(1, 3), (2, 28), (4, 56), (19, 190), (99, 9900)],
            np.geomspace(1e-3, 60, 100),
        ),
        (special.stdtr, _t, [1, 2, 9, 29, 1000], np.linspace(-40, 12, 101)),
        (lambda _, x: special.ndtr(x), lambda x, _: mpmath.ncdf(x), [0], np.linspace(-37, 9, 500)),
        (
            lambda _, x: special.erfc(x / math.sqrt(2)),
            lambda x, _: mpmath.erfc(mpmath.mpf(x) / mpmath.sqrt(2)),
            [0],
            np.linspace(0, 37, 500),
        ),
    ],
    ids=["chi-square", "F", "t", "normal", "two-sided normal"],
)
def test_scipys_own(found, truth, dfs, points):
    """At least 500 points of each function of SciPy that p-values are from, against 30 digits."""
    assert len(dfs) * points.size >= 500
    with mpmath.workdps(30):
        expected = np.array([[float(truth(x, df)) for x in points] for df in dfs])
    values = np.array([found(df, points) for df in dfs])
    np.testing.assert_allclose(values, expected, rtol=0, atol=ABSOLUTE)
    # Small tails keep their digits too: ten of them.
    small = (expected < 1e-3) & (expected > 1e-300)
    np.testing.assert_allclose(values[small], expected[small], rtol=1e-10)


def test_signs_against_whole_numbers():
    """The incomplete beta function of the sign test, and bdtr of its resampled form: 565 tails."""
    for n in (1, 2, 7, 30, 120, 400):
        counts = np.array([math.comb(n, i) for i in range(n + 1)], dtype=object)
        lower = [float(Fraction(int(part), 2**n)) for part in np.cumsum(counts)]
        w = np.arange(n + 1.0)
        np.testing.assert_allclose(special.bdtr(w, n, 0.5), lower, rtol=1e-10)
        np.testing.assert_allclose(
            special.betainc(n - w[:-1], w[:-1] + 1, 0.5), lower[:-1], rtol=1e-10
        )


def test_signed_ranks_against_whole_numbers():
    for n in (1, 5, 12, 45):
        counts = [1]
        for rank in range(1, n + 1):
            shifted = [0] * rank + counts
            counts = [a + b for a, b in zip(counts + [0] * rank, shifted, strict=True)]
        expected = [
            float(Fraction(int(c), 2**n)) for c in np.cumsum(np.array(counts, dtype=object))
        ]
        np.testing.assert_allclose(signed_rank_cdf(n), expected, rtol=0, atol=1e-14)


@pytest.mark.parametrize(("n", "k"), [(1, 4), (3, 3), (12, 6), (40, 14), (200, 4)])
def test_differences_of_rank_sums_against_whole_numbers(n, k):
    """The law of one dataset, raised to the n-th power of its generating polynomial."""
    one = [0 if d == 0 else k - abs(d) for d in range(1 - k, k)]
    law = np.array([1], dtype=object)
    for _ in range(n):
        law = np.convolve(law, np.array(one, dtype=object))
    whole, middle = (k * (k - 1)) ** n, n * (k - 1)
    above = np.cumsum(law[::-1])[::-1]
    expected = [Fraction(1), *(Fraction(2 * int(part), whole) for part in above[middle + 1 :])]
    expected = [float(min(Fraction(1), part)) for part in expected]
    np.testing.assert_allclose(two_sided_tail(n, k), expected, rtol=0, atol=1e-14)
