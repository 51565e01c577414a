r"""The range of k independent standard normals: upper tail and quantile.

With the upper tail written as one integral of positive terms,

.. math:: P(Q > q) = k \int \varphi(z)
   \bigl[\Phi(z)^{k-1} - (\Phi(z) - \Phi(z-q))^{k-1}\bigr] dz,

nothing cancels, so the relative accuracy holds far into the tail, where R's ``ptukey`` and SciPy's
``studentized_range``, which subtract from 1, lose it.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]

# Beyond this distance from its middle q/2 the integrand is below 1e-17 of the integral.
_HALF_WIDTH = 9.0
# Points times nodes held in memory at once: 500 methods have gigabytes of them.
_BLOCK = 2**16


def range_upper_tail(q: ArrayLike, k: int) -> Floats:
    """Return P(Q > q) for the range Q of k independent standard normals.

    Parameters
    ----------
    q : array_like of float, >= 0
    k : int, >= 2

    Returns
    -------
    ndarray of float in [0, 1], the shape of ``q``

    Notes
    -----
    The integral in the module's docstring by the trapezoidal rule, which converges geometrically
    for an entire integrand that decays like a Gaussian: doubling the number of nodes squares the
    error. Checked against 40-digit values (``tests/golden/studentized-range.json``).
    """
    points = np.asarray(q, dtype=np.float64)
    offsets = _offsets(k)
    sums = np.empty(points.size)
    length = max(1, _BLOCK // offsets.size)
    for start in range(0, points.size, length):
        block = points.ravel()[start : start + length, None]
        z = block / 2 + offsets
        sums[start : start + length] = (_density(z) * _tail_weight(z, block, k)).sum(axis=-1)
    total: Floats = k * (offsets[1] - offsets[0]) * sums.reshape(points.shape)
    return np.minimum(1.0, total)


def range_quantile(alpha: float, k: int) -> float:
    """Return the q with P(Q > q) = alpha.

    Parameters
    ----------
    alpha : float in (0, 1)
    k : int, >= 2

    Returns
    -------
    float, > 0

    Notes
    -----
    Newton's iteration on log P(Q > q), which is concave, from Bonferroni's bound on the right of
    the root, so that every step stays on the right of it.
    """
    from scipy.special import ndtri

    # Below the smallest normal double there is no tail: a smaller level is replaced by it.
    alpha = max(alpha, float(np.finfo(np.float64).tiny))
    pairs = k * (k - 1) / 2
    q = math.sqrt(2) * -float(ndtri(min(0.5, alpha / pairs / 2) * 0.999))
    for _ in range(100):
        tail = float(range_upper_tail(q, k))
        step = tail * math.log(tail / alpha) / _range_density(q, k)
        q += step
        if abs(step) <= 1e-14 * q:
            break
    return q


def studentized_upper_tail(q: ArrayLike, k: int, df: float) -> Floats:
    """Return P(Q / s > q) where df * s**2 is an independent chi-square with df degrees of freedom.

    Parameters
    ----------
    q : array_like of float, >= 0
    k : int, >= 2
    df : float, >= 1

    Returns
    -------
    ndarray of float in [0, 1], the shape of ``q``

    Notes
    -----
    The mean of P(Q > q s) over s, by the trapezoidal rule in log s. Within 1e-12 of another
    quadrature for k from 2 to 10,000 and df from 1 to 500 (``tests/comparison/test_tails.py``).
    """
    log_s, weights = _scale_nodes(df, k)
    values = np.asarray(q, dtype=np.float64)
    tail = range_upper_tail(values[..., None] * np.exp(log_s), k) @ weights
    return np.where(values == 0.0, 1.0, tail)


def studentized_quantile(alpha: float, k: int, df: float) -> float:
    """Return the q with P(Q / s > q) = alpha; see `studentized_upper_tail`."""
    from scipy.optimize import brentq

    def excess(q: float) -> float:
        return math.log(float(studentized_upper_tail(q, k, df))) - math.log(alpha)

    high = 4.0
    while excess(high) > 0:
        high *= 2
    return float(brentq(excess, 1e-6, high, xtol=1e-12, rtol=1e-14))


def _offsets(k: int) -> Floats:
    # Phi(z)**(k-1) grows off the real axis the faster the larger k. Measured: 5e-15 relative up
    # to k = 200, 3e-13 up to 10,000, where a step of 0.125 would leave 2e-9.
    step = min(0.125, math.sqrt(8 / k))
    count = math.ceil(_HALF_WIDTH / step)
    return step * np.arange(-count, count + 1, dtype=np.float64)


def _density(z: Floats) -> Floats:
    return np.asarray(np.exp(-z * z / 2) / math.sqrt(2 * math.pi))


def _tail_weight(z: Floats, q: Floats, k: int) -> Floats:
    """Return Phi(z)**(k-1) - (Phi(z) - Phi(z-q))**(k-1) without cancellation."""
    from scipy.special import ndtr

    below = ndtr(z)
    with np.errstate(divide="ignore"):  # the share is 1 far right: log1p(-1) = -inf is right
        share = np.log1p(-np.minimum(1.0, ndtr(z - q) / below))
    return np.asarray(below ** (k - 1) * -np.expm1((k - 1) * share))


def _range_density(q: float, k: int) -> float:
    from scipy.special import ndtr

    offsets = _offsets(k)
    z = q / 2 + offsets
    inside = np.maximum(0.0, ndtr(z) - ndtr(z - q)) ** (k - 2)
    terms = _density(z) * _density(z - q) * inside
    return float(k * (k - 1) * (offsets[1] - offsets[0]) * terms.sum())


def _scale_nodes(df: float, k: int) -> tuple[Floats, Floats]:
    """Return nodes in log s and weights that integrate over the law of s."""
    # The density of log s falls like exp(-df (exp(2u) - 1 - 2u) / 2): below exp(-40) at both ends.
    spread = 1 / math.sqrt(2 * df)
    low = -12 * spread if df >= 72 else -(40 / df + 0.5)
    high = math.sqrt(40 / df)
    # The law of s is smooth on the scale of its spread, the tail of Q, steeper the larger k, on
    # its own. With spread / 4 for every k the error is 4e-3 at df = 1, k = 10,000 and 2e-5 at
    # df = 2, k = 500; with 1 for 1.5 it is 1.5e-10 at worst, with 1.5 it is 3e-13.
    step = spread / (4 + 1.5 * max(0.0, math.log2(k / df)))
    log_s: Floats = np.arange(low, high, step, dtype=np.float64)
    height = df * log_s - df * np.exp(2 * log_s) / 2
    weights: Floats = np.exp(height - height.max())
    return log_s, weights / weights.sum()
