"""The matched-pairs rank-biserial correlation and an interval that never leaves [-1, 1]."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from pybench.comparison.ranks import doubled_ranks

Floats = NDArray[np.float64]

_FARTHEST = 8.0  # standard deviations: all Walsh averages have one sign but for 1e-15
_HALVINGS = 60


def rank_biserial(differences: Floats) -> tuple[Floats, NDArray[np.int64]]:
    """Return (W+ - W-)/(W+ + W-) of each row, and how many differences are not 0.

    Parameters
    ----------
    differences : (m, N) float
        Zeros are left out; ties in size share the average rank. 0 if all are 0.
    """
    sizes = np.abs(differences)
    doubled = doubled_ranks(sizes, higher_is_better=False).astype(np.int64)
    zeros = (sizes == 0).sum(axis=1)
    # Zeros have the lowest ranks: without them all other ranks decrease by their number.
    signed = ((doubled - 2 * zeros[:, None]) * np.sign(differences).astype(np.int64)).sum(axis=1)
    left = differences.shape[1] - zeros
    return signed / np.maximum(1, left * (left + 1)), left


def rank_biserial_interval(
    estimate: Floats, count: NDArray[np.int64], confidence: float
) -> tuple[Floats, Floats]:
    """Return the coefficients that are compatible with the observed one.

    Parameters
    ----------
    estimate : (m,) float in [-1, 1]
    count : (m,) int
        Number of differences that are not 0; the interval is [-1, 1] if there is none.
    confidence : float in (0, 1)

    Returns
    -------
    low, high : (m,) float in [-1, 1]

    Notes
    -----
    Wilson's idea: the observed coefficient is compared with each true one by the standard deviation
    that belongs to the *true* one, so that even W- = 0 has an interval. Mean and variance of W+ are
    those of normal differences with mean mu and variance 1; see `moments`. The ends are
    coefficients of the population, 2 P(D1 + D2 > 0) - 1: those of infinitely many differences; with
    few differences, the mean coefficient over tables is nearer to 0.
    """
    from scipy import special

    z = -float(special.ndtri((1.0 - confidence) / 2))
    low = _limit(estimate, count, z)
    high = -_limit(-estimate, count, z)
    none = count == 0
    return np.where(none, -1.0, low), np.where(none, 1.0, high)


def _limit(estimate: Floats, count: NDArray[np.int64], z: float) -> Floats:
    """Return the lower limit: that of the population with the smallest mu that allows estimate."""
    from scipy import special

    n = np.maximum(count, 1).astype(np.float64)
    top = _bisect(n, estimate, 0.0, np.full(n.shape, _FARTHEST))
    mu = _bisect(n, estimate, z, top)
    population = 2 * special.ndtr(math.sqrt(2) * mu) - 1
    return np.where(estimate <= -1.0, -1.0, np.minimum(estimate, population))


def _bisect(n: Floats, estimate: Floats, z: float, above: Floats) -> Floats:
    below = np.full(n.shape, -_FARTHEST)
    for _ in range(_HALVINGS):
        middle = (below + above) / 2
        mean, sd = moments(middle, n)
        # With half a step of W+, as in a continuity correction.
        under = mean + (z > 0) * (z * sd + 2 / (n * (n + 1))) < estimate
        below, above = np.where(under, middle, below), np.where(under, above, middle)
    return np.asarray((below + above) / 2)


def moments(mu: Floats, n: Floats) -> tuple[Floats, Floats]:
    r"""Return mean and standard deviation of the coefficient for n differences, N(mu, 1).

    Notes
    -----
    The coefficient is computed from W+, the number of positive Walsh averages. Let D_1, D_2 and D_3
    be independent differences. With :math:`p_1 = P(D_1 > 0)`, :math:`p_2 = P(D_1 + D_2 > 0)`,
    :math:`p_3 = P(D_1 + D_2 > 0, D_1 + D_3 > 0)` and :math:`p_4 = P(D_1 > 0, D_1 + D_2 > 0)`, the
    mean E and the variance V of W+ are

    .. math:: E = n p_1 + \binom n2 p_2, \quad V = n p_1(1 - p_1) + \binom n2 p_2 (1 - p_2)
       + n(n-1)(n-2) (p_3 - p_2^2) + 2 n (n-1) (p_4 - p_1 p_2)

    (Hollander and Wolfe 1973, section 3.1). For normal differences,
    :math:`p_3 = p_2 - 2 T(\sqrt 2\mu, 1/\sqrt 3)` with Owen's T, and :math:`p_4 = (p_2 + p_1^2)/2`.
    """
    from scipy import special

    p1, p2 = special.ndtr(mu), special.ndtr(math.sqrt(2) * mu)
    p3 = p2 - 2 * special.owens_t(math.sqrt(2) * mu, 1 / math.sqrt(3))
    p4 = (p2 + p1 * p1) / 2
    pairs = n * (n - 1) / 2
    variance = (
        n * p1 * (1 - p1) + pairs * p2 * (1 - p2)
        + 2 * pairs * (n - 2) * (p3 - p2 * p2) + 4 * pairs * (p4 - p1 * p2)
    )  # fmt: skip
    total = n * (n + 1) / 2
    mean = 2 * (n * p1 + pairs * p2) / total - 1
    return mean, 2 * np.sqrt(np.maximum(0.0, variance)) / total
