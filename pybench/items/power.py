"""Power of the two-sided t-test of a mean difference, and the number of items that it needs."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from pybench.base.student import t_quantile
from pybench.comparison.noncentral import tail_chance

Floats = npt.NDArray[np.float64]

# A power that falls short of the wanted one by at most this fraction, by rounding, is enough.
_ROUNDING = 1e-9
_LARGE = 2.0**52  # beyond, the next number of items is the same double


def power_of(noncentrality: Floats, df: float, alpha: float) -> Floats:
    """Return P(|T| > t) of the noncentral t, with t its two-sided critical value.

    Parameters
    ----------
    noncentrality : (m,) float
        The true mean difference divided by its standard error, at least 0.
    df : float, >= 1
        Degrees of freedom.
    alpha : float in (0, 1)
        Level of the test.
    """
    critical = np.full(noncentrality.shape, -t_quantile(alpha / 2, df))
    both = (tail_chance(critical, df, sign * noncentrality, -1) for sign in (1.0, -1.0))
    return np.minimum(1.0, sum(both))


def detectable(df: float, alpha: float, power: float) -> float:
    """Return the noncentrality at which the test has the power; 0 if it has it without any."""
    from scipy.optimize import brentq

    def short(noncentrality: float) -> float:
        return float(power_of(np.array([noncentrality]), df, alpha)[0]) - power

    high = 1.0
    if short(0.0) >= 0:
        return 0.0
    while short(high) < 0:
        high *= 2
    return float(brentq(short, 0.0, high, xtol=1e-14, rtol=1e-14))


def items_for(
    difference: float, variance: float, n: int, df: float, alpha: float, power: float
) -> float:
    """Return the smallest number of items with which the test has the power.

    Parameters
    ----------
    difference : float
        True mean difference.
    variance : float
        n SE^2 of the pilot study: the variance of the difference of one item.
    n, df : int, float
        Items and degrees of freedom of the pilot study. With other numbers of such items there are
        as many times more clusters, so df + 1 is as many times larger.
    """
    from scipy.special import ndtri

    def enough(items: float) -> bool:
        own = max(1.0, (df + 1) * items / n - 1)
        noncentrality = np.array([difference * np.sqrt(items / variance)])
        return bool(power_of(noncentrality, own, alpha)[0] >= power * (1 - _ROUNDING))

    least = max(2.0, float(np.ceil(2 * n / (df + 1) * (1 - _ROUNDING))))  # df of 1
    normal = variance * float((ndtri(power) - ndtri(alpha / 2)) / difference) ** 2
    start = max(least, float(np.ceil(normal)))
    return start if start >= _LARGE else _smallest(enough, least, start)


def _smallest(enough: Callable[[float], bool], least: float, start: float) -> float:
    """Return the smallest whole number from ``least`` on that is enough; ``start`` is near it."""
    low, high, step = least - 1, start, 1.0
    while not enough(high):
        low, high, step = high, high + step, 2 * step
    while high - low > 1:
        middle = float(np.floor((low + high) / 2))
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high
