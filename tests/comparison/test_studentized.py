"""The range distribution against 40-digit values."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.special import ndtr
from scipy.stats import studentized_range

from pybench.comparison.studentized import (
    range_quantile,
    range_upper_tail,
    studentized_quantile,
    studentized_upper_tail,
)

RELATIVE = 1e-10  # the promise of the module; measured 2e-13


def test_upper_tail_and_quantile(golden):
    stored = golden("studentized-range")
    for row in stored["upper_tails"]:
        tail = float(range_upper_tail(row["q"], row["k"]))
        assert tail == pytest.approx(float(row["upper_tail"]), rel=RELATIVE, abs=0), row
    for row in stored["quantiles"]:
        q = range_quantile(row["alpha"], row["k"])
        assert q == pytest.approx(float(row["q"]), rel=RELATIVE, abs=0), row


def test_two_normals():
    """For k = 2 the range is |z| sqrt 2."""
    q = np.linspace(0, 40, 81)
    expected = [math.erfc(x / 2) for x in q]
    np.testing.assert_allclose(range_upper_tail(q, 2), expected, rtol=1e-13)


def test_tail_falls_with_q_and_rises_with_k():
    """Up to the rounding of some 200 summands where the tail is near 1."""
    q = np.linspace(0, 30, 301)
    tails = np.array([range_upper_tail(q, k) for k in range(2, 61)])
    assert (np.diff(tails, axis=1) <= 1e-14).all()
    assert (np.diff(tails, axis=0) >= -1e-13).all()
    np.testing.assert_allclose(tails[:, 0], 1, rtol=1e-13)
    assert tails.max() <= 1


@pytest.mark.parametrize("df", [1, 2, 5, 12, 30, 100, 1498])
@pytest.mark.parametrize("k", [2, 5, 14])
def test_studentized_against_scipy(df, k):
    """SciPy's own accuracy is about 1e-7 at large df, so this is no finer."""
    q = np.array([0.5, 2.0, 3.5, 5.0])
    expected = studentized_range.sf(q, k, df)
    if df <= 100:
        np.testing.assert_allclose(studentized_upper_tail(q, k, df), expected, atol=1e-9)
    else:  # between the limits of SciPy's blind spot: nearly the infinite case
        np.testing.assert_allclose(
            studentized_upper_tail(q, k, df), range_upper_tail(q, k), atol=2e-3
        )
    assert float(studentized_upper_tail(studentized_quantile(0.05, k, df), k, df)) == pytest.approx(
        0.05
    )


def test_studentized_tends_to_the_range():
    q = np.array([1.0, 3.0, 5.0])
    np.testing.assert_allclose(
        studentized_upper_tail(q, 10, 1e8), range_upper_tail(q, 10), atol=1e-7
    )


@pytest.mark.parametrize("k", [500, 10_000])
@pytest.mark.parametrize("q", [5.0, 6.6, 9.0])
def test_many_classifiers_against_adaptive_quadrature(q, k):
    def integrand(z):
        share = math.log1p(-ndtr(z - q) / ndtr(z))
        return math.exp(-z * z / 2) * ndtr(z) ** (k - 1) * -math.expm1((k - 1) * share)

    expected, error = quad(integrand, q / 2 - 9, q / 2 + 9, epsabs=0, epsrel=1e-12, limit=500)
    scale = k / math.sqrt(2 * math.pi)
    assert error < 1e-11 * expected
    assert float(range_upper_tail(q, k)) == pytest.approx(scale * expected, rel=RELATIVE, abs=0)


def test_points_are_independent_of_each_other():
    """More points than are held at once give the values that each has alone."""
    q = np.linspace(0, 12, 3000).reshape(3, 1000)
    tails = range_upper_tail(q, 200)
    assert tails.shape == q.shape
    for place in [(0, 0), (0, 999), (1, 500), (2, 999)]:
        assert tails[place] == pytest.approx(
            float(range_upper_tail(q[place], 200)), rel=1e-13, abs=0
        )


def test_levels_below_the_smallest_normal_double():
    """As in R: no tail is that small; k = 2 has the tail erfc(q / 2)."""
    assert range_quantile(5e-324, 2) == range_quantile(2.2250738585072014e-308, 2)
    assert math.erfc(range_quantile(5e-324, 2) / 2) == pytest.approx(
        2.2250738585072014e-308, rel=1e-11, abs=0
    )
    assert range_quantile(1e-320, 500) > range_quantile(1e-300, 500)
