"""Quantiles of Student's t: closed forms, and those of R."""

from __future__ import annotations

import math

import pytest

from pybench.base.student import t_quantile

PROBABILITIES = [1e-6, 0.0005, 0.005, 0.025, 0.05, 0.25, 0.4, 0.5, 0.9, 0.975]


def closed(p: float, df: int) -> float:
    """Shaw (2006), Journal of Computational Finance 9(4), equations 35 to 37."""
    if df == 1:
        return -1 / math.tan(math.pi * p)
    a = 4 * p * (1 - p)
    if df == 2:
        return (2 * p - 1) * math.sqrt(2 / a)
    q = math.cos(math.acos(math.sqrt(a)) / 3) / math.sqrt(a)
    return math.copysign(2 * math.sqrt(max(q - 1, 0)), p - 0.5)


@pytest.mark.parametrize("df", [1, 2, 4])
@pytest.mark.parametrize("p", PROBABILITIES)
def test_closed_forms(p, df):
    # Near the middle, the closed form of four degrees of freedom cancels.
    assert t_quantile(p, df) == pytest.approx(closed(p, df), rel=2e-14, abs=1e-7 * (p == 0.5))


@pytest.mark.parametrize(
    ("df", "expected"),
    [(13, -2.1603686564627922), (10, -2.2281388519862744), (200, -1.9718962236339082)],
)
def test_quantiles_of_r(df, expected):
    """Those of R 4.2.2: qt(.025, df)."""
    assert t_quantile(0.025, df) == pytest.approx(expected, rel=2e-15)
