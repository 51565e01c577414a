"""The noncentral t distribution, inverted in its noncentrality: limits of a standardised mean."""

from __future__ import annotations

import math
from functools import cache

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

_NODES = 160
_STEPS = 80
_CLOSE = 1e-14
_FAR = 9.5  # normal mass beyond: 1e-21


def noncentrality_limits(t: Floats, df: int, confidence: float) -> tuple[Floats, Floats]:
    """Return the noncentralities between which an observed t is not extreme.

    Parameters
    ----------
    t : (m,) float
        Observed statistics; may be infinite.
    df : int, >= 1
    confidence : float in (0, 1)

    Returns
    -------
    low, high : (m,) float
        P(T >= t) = (1 - confidence)/2 at ``low``, the same for P(T <= t) at ``high``; both are t if
        t is infinite.
    """
    tail = (1.0 - confidence) / 2
    low, high = t.copy(), t.copy()
    finite = np.isfinite(t)
    size = np.abs(t[finite])
    near, far = (_limit(size, df, tail, side) for side in (-1, 1))
    positive = t[finite] >= 0
    low[finite] = np.where(positive, near, -far)
    high[finite] = np.where(positive, far, -near)
    return low, high


def _limit(t: Floats, df: int, tail: float, side: int) -> Floats:
    """Solve P(T on the given side of t) = ``tail``, t >= 0, for the noncentrality.

    On the probit scale the tail is almost linear in the noncentrality, so the secant converges
    fast; if it leaves the bracket, the bracket is halved.
    """
    from scipy import special

    target = float(special.ndtri(tail))
    spread = np.sqrt(1.0 + t * t / (2 * df))
    scale = math.sqrt(float(special.chdtri(df, tail / 2)) / df)  # S exceeds it by chance tail/2
    low, high = np.full(t.shape, target), t * scale - float(special.ndtri(tail / 2))
    now = np.clip(t - side * target * spread, low, high)
    before, miss_before = now, np.full(t.shape, math.nan)
    settled = np.zeros(t.shape, bool)
    for _ in range(_STEPS):
        miss = side * (target - special.ndtri(tail_chance(t, df, now, side)))  # increasing
        low, high = np.where(miss <= 0, now, low), np.where(miss >= 0, now, high)
        with np.errstate(invalid="ignore", divide="ignore"):
            secant = now - miss * (now - before) / (miss - miss_before)
        inside = (low < secant) & (secant < high)
        following = np.where(inside, secant, np.where(miss == 0, now, (low + high) / 2))
        # What is close enough stays, so that it does not depend on what else is solved for.
        following = np.where(settled, now, following)
        before, miss_before, now = now, miss, following
        settled = settled | (np.abs(now - before) <= _CLOSE * (np.abs(now) + spread))
        if settled.all():
            break
    return now


def tail_chance(t: Floats, df: float, noncentrality: Floats, side: int) -> Floats:
    """Return P(T <= t) for side 1, P(T > t) for side -1, elementwise, t >= 0.

    T = (Z + d)/S for a standard normal Z and S = sqrt(chi-square/df). The integral is over S
    where S varies little against 1/t, else over Z, so that the integrand is always smooth.
    """
    by_scale = t <= math.sqrt(2 * df)
    chance = np.empty_like(t)
    for chosen, integral in ((by_scale, _over_scale), (~by_scale, _over_normal)):
        chance[chosen] = integral(t[chosen], df, noncentrality[chosen], side)
    return np.clip(chance, 0.0, 1.0)  # rounding of sums


def _over_scale(t: Floats, df: float, noncentrality: Floats, side: int) -> Floats:
    from scipy import special

    half = df / 2
    low = math.sqrt(float(special.gammaincinv(half, 1e-20)) / half)
    high = math.sqrt(float(special.gammainccinv(half, 1e-20)) / half)
    node, weight = _legendre()
    s = low + (high - low) * node
    # Of s - 1, and divided by its integral: with many degrees of freedom, s^2 and constants cancel.
    log_density = (df - 1) * np.log1p(s - 1) - half * (s - 1) * (s + 1)
    mass = weight * np.exp(log_density - log_density.max())
    mass /= mass.sum()
    below = special.ndtr(side * (t[:, None] * s - noncentrality[:, None]))
    return np.asarray((below * mass).sum(axis=1))


def _over_normal(t: Floats, df: float, noncentrality: Floats, side: int) -> Floats:
    from scipy import special

    # Below z = -noncentrality T is negative, so not above t.
    start = np.clip(-noncentrality, -_FAR, _FAR)[:, None]
    node, weight = _legendre()
    z = start + (_FAR - start) * node
    mass = (_FAR - start) * weight * np.exp(-z * z / 2) / math.sqrt(2 * math.pi)
    chi_square_half = df / 2 * ((z + noncentrality[:, None]) / t[:, None]) ** 2
    gamma = special.gammaincc if side == 1 else special.gammainc
    chance = (gamma(df / 2, chi_square_half) * mass).sum(axis=1)
    return np.asarray(chance + (special.ndtr(-noncentrality) if side == 1 else 0.0))


@cache
def _legendre() -> tuple[Floats, Floats]:
    """Return nodes and weights of Gauss and Legendre on [0, 1]."""
    node, weight = np.polynomial.legendre.leggauss(_NODES)
    return (node + 1) / 2, weight / 2
