"""Rom's step-up test: its critical values, and the level at which a p-value equals one."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]

# Number of recursion terms, by the largest alpha: the next term is below 1e-17 of the sum.
_TERMS = ((1e-3, 8), (0.06, 16), (1.0, 60))
# Newton's steps on the log scale, where the values are nearly linear; 10 are enough.
_STEPS = 40
_AT_ONCE = 1 << 21  # numbers of one block of the recursion


@cache
def critical_values(m: int, alpha: float) -> Floats:
    r"""Return the level of the largest p-value, of the second largest, ...; (m,) float.

    Notes
    -----
    They make the step-up test exact at ``alpha`` for independent p-values (Rom 1990):

    .. math:: k\, c_k = \sum_{i=1}^{k-1} \alpha^i
       - \sum_{j=2}^{k-1} \binom{k}{j} c_{k-j+1}^{\,j}, \qquad c_1 = \alpha.
    """
    shares, _ = _shares(np.array([alpha]), np.array([m]), _TERMS[-1][1])
    levels: Floats = alpha * shares[0] / np.arange(1, m + 1)
    levels.flags.writeable = False
    return levels


def levels(p: Floats) -> Floats:
    """Return the alpha for which each p-value is the critical value at its place.

    Parameters
    ----------
    p : (..., m) float in [0, 1]
        Ascending along the last axis.

    Returns
    -------
    (..., m) float in [0, 1]
        The alpha of each p-value. It is 1 if the p-value is not a critical value for any alpha < 1.
        This happens because c_k increases with alpha, but stays below 1 at alpha = 1 for k > 1.
    """
    m = p.shape[-1]
    places = np.broadcast_to(np.arange(m, 0, -1), p.shape).ravel()
    product = p.ravel() * places
    result = np.minimum(product, 1.0)
    open_ = (product > 0) & (product < (critical_values(m, 1.0) * np.arange(1, m + 1))[places - 1])
    result[product > 0] = 1.0
    below = 0.0
    for most, terms in _TERMS:
        block = np.flatnonzero(open_ & (product > below) & ((product <= most) | (most == 1.0)))
        block = block[np.argsort(-places[block], kind="stable")]
        for start in range(0, len(block), max(1, _AT_ONCE // m)):
            part = block[start : start + max(1, _AT_ONCE // m)]
            result[part] = _solved(product[part], places[part], terms)
        below = most
    return result.reshape(p.shape)


def _solved(product: Floats, places: Ints, terms: int) -> Floats:
    """Solve k c_k(alpha) = product by Newton's steps; ``places``, the k, descend."""
    alpha = np.minimum(product, 1.0)  # k c_k >= alpha: never too small
    rows = np.arange(len(alpha))  # rows that have not converged
    for _ in range(_STEPS):
        shares, slopes = _shares(alpha[rows], places[rows], terms)
        own = np.arange(len(rows)), places[rows] - 1
        share, slope = shares[own], slopes[own]
        ratio = product[rows] / (alpha[rows] * share)
        step = ratio ** (1 / (1 + alpha[rows] * slope / share))
        alpha[rows] = np.minimum(alpha[rows] * step, 1.0)
        rows = rows[np.abs(ratio - 1) > 1e-9]  # the step just taken squares the rest
        if not len(rows):
            break
    return alpha


def _shares(alpha: Floats, places: Ints, terms: int) -> tuple[Floats, Floats]:
    """Return k c_k / alpha and its derivative for k = 1, ..., each up to its own place.

    Shares, since c_k itself underflows for tiny alpha. ``places`` descend.
    """
    from scipy.special import binom

    most = int(places[0])
    shares, slopes = np.ones((len(alpha), most)), np.zeros((len(alpha), most))
    sums, growth, powers = np.ones(len(alpha)), np.zeros(len(alpha)), np.ones(len(alpha))
    for k in range(3, most + 1):
        n = int(np.searchsorted(-places, -k, side="right"))  # those with more terms
        growth += (k - 2) * powers
        powers = powers * alpha
        sums += powers
        j = np.arange(2, min(k, terms))
        own = shares[:n].take(k - j, axis=1) / (k - j + 1)
        rest = binom(k, j) * (alpha[:n, None] * own) ** (j - 1)
        change = j * slopes[:n].take(k - j, axis=1) / (k - j + 1)
        with np.errstate(divide="ignore", invalid="ignore"):
            inner = np.where(rest == 0, 0.0, (j - 1) * rest / alpha[:n, None])
        shares[:n, k - 1] = sums[:n] - (rest * own).sum(axis=1)
        slopes[:n, k - 1] = growth[:n] - (rest * change + inner * own).sum(axis=1)
    return shares, slopes
