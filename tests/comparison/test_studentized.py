"""The range distribution against 40-digit values."""

from __future__ import annotations

import math

import numpy as np
import pytest
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
        assert tail == pytest.approx(float(row["upper_tail"]), rel=RELATIVE), row
    for row in stored["quantiles"]:
        q = range_quantile(row["alpha"], row["k"])
        assert q == pytest.approx(float(row["q"]), rel=RELATIVE), row


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
