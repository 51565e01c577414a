"""Posterior probabilities that one method of a pair is better, without random draws."""

from __future__ import annotations

from functools import cache
from math import nan

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

_NODES = 200  # of Gauss and Legendre
_TAIL = 1e-18  # probability beyond the ends of the integral


def of_answers(wins: int, losses: int, n: int, rope: float) -> tuple[float, float, float]:
    """Return P(better), P(equivalent) and P(worse) of right and wrong answers.

    Parameters
    ----------
    wins, losses : int
        Items that only the first method answers right, and only the second.
    n : int
        Number of items.
    rope : float >= 0
        Differences of the two shares of right answers up to this are equivalent.

    Notes
    -----
    The four outcomes of an item (both right, only the first, only the second, none) have a uniform
    prior, Dirichlet(1, 1, 1, 1). With a = wins + 1 and b = losses + 1, the share s of items on
    which the two differ then is Beta(a + b, n - wins - losses + 2), the share of them that the
    first wins is an independent Beta(a, b), and the difference is s (2 Beta(a, b) - 1).
    """
    a, b, c = wins + 1.0, losses + 1.0, n - wins - losses + 2.0
    better, worse = _beyond(a, b, c, rope), _beyond(b, a, c, rope)
    return better, max(0.0, 1 - better - worse), worse


def _beyond(a: float, b: float, c: float, edge: float) -> float:
    """Return P(s (2 theta - 1) > edge) for independent s ~ Beta(a + b, c), theta ~ Beta(a, b)."""
    from scipy import special

    if edge == 0:
        return float(special.betainc(b, a, 0.5))
    if edge >= 1:
        return 0.0
    low = max(edge, float(special.betaincinv(a + b, c, _TAIL)))
    high = 1 - float(special.betaincinv(c, a + b, _TAIL))
    if low >= high:
        return 0.0
    nodes, weights = _legendre()
    s = low + (high - low) * (nodes + 1) / 2
    density = np.exp(
        special.xlogy(a + b - 1, s) + special.xlog1py(c - 1, -s) - special.betaln(a + b, c)
    )
    tail = special.betainc(b, a, np.maximum(0.0, (1 - edge / s) / 2))
    return float(weights @ (density * tail) * (high - low) / 2)


@cache
def _legendre() -> tuple[Floats, Floats]:
    nodes, weights = np.polynomial.legendre.leggauss(_NODES)
    return nodes, weights


def of_means(mean: float, error: float, df: float, rope: float) -> tuple[float, float, float]:
    """Return the three probabilities if the difference is Student's t around its estimate.

    Parameters
    ----------
    mean, error, df : float
        Mean difference, its standard error and degrees of freedom.
    rope : float >= 0
        Differences up to this are equivalent.
    """
    from scipy.special import stdtr

    if error == 0:
        return nan, nan, nan  # no variation: nothing is known of the spread
    better = float(stdtr(df, (mean - rope) / error))
    worse = float(stdtr(df, (-mean - rope) / error))
    return better, max(0.0, 1 - better - worse), worse
