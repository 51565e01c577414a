"""A-optimal designs of more datasets than there are directions.

Once those chosen span all directions, a further dataset takes little of the trace of M^-1, and by
the k x k form that little is a difference of numbers of the size of 1 / ridge, mere rounding where
the ridge is small. M itself, by then no larger, gives it to all digits: with h = M^-1 x, adding x
takes |h|^2 / (1 + x'h) away.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pybench.selection.space import first_best

Doubles = NDArray[np.float64]
Ints = NDArray[np.int64]

#: Directions with less than this share of the squares of the largest have none.
_NOTHING = 1e-12


def ranks(grams: Doubles) -> Ints:
    """Return in how many directions the datasets of each pool lie, (T,), from (T, m, m)."""
    values = np.linalg.eigvalsh(grams)
    return np.asarray((values > _NOTHING * values[:, -1:]).sum(axis=1))


def points(grams: Doubles, rank: int) -> Doubles:
    """Return coordinates with these inner products, (T, m, rank)."""
    values, vectors = np.linalg.eigh(grams)
    return np.asarray(vectors[..., -rank:] * np.sqrt(np.maximum(values[:, None, -rank:], 0.0)))


def taken(places: Doubles, chosen: Doubles, ridge: float) -> Doubles:
    """Return what each dataset would take of the trace of M^-1.

    Parameters
    ----------
    places : (..., m, r) float
    chosen : (..., k, r) float
        Coordinates of those chosen already, which M is made of.
    ridge : float

    Returns
    -------
    (..., m) float
        Above 0 but for vectors of length 0.
    """
    h = np.linalg.solve(information(chosen, ridge), places.swapaxes(-1, -2))
    return np.asarray((h**2).sum(axis=-2) / (1 + (places.swapaxes(-1, -2) * h).sum(axis=-2)))


def information(chosen: Doubles, ridge: float) -> Doubles:
    """Return M, (..., r, r), of the coordinates of those chosen, (..., k, r)."""
    return np.asarray(chosen.swapaxes(-1, -2) @ chosen + ridge * np.eye(chosen.shape[-1]))


def trace(chosen: Doubles, ridge: float) -> Doubles:
    """Return the trace of M^-1."""
    inverse = np.linalg.inv(information(chosen, ridge))
    return np.asarray(np.trace(inverse, axis1=-2, axis2=-1))


def extended(places: Doubles, order: Ints, size: int, ridge: float, noise: float) -> Ints:
    """Go on with a greedy order, (T, k), to `size` datasets."""
    pool = np.arange(len(places))[:, None]
    while order.shape[1] < size:
        chosen = places[pool, order]
        gains = taken(places, chosen, ridge)
        gains[pool, order] = -np.inf
        best = first_best(gains, trace(chosen, ridge), noise)
        order = np.hstack([order, best[:, None]])
    return order


def swapped(places: Doubles, chosen: Ints, ridge: float, noise: float, most: int) -> Ints:
    """Make the best swap of all, again and again, until none improves; `chosen` in place."""
    size, m = chosen.shape[1], places.shape[1]
    others = np.array([[j for j in range(size) if j != i] for i in range(size)])
    open_ = np.arange(len(places))
    for _ in range(most):
        held, here = chosen[open_], places[open_]
        rows = here[np.arange(len(open_))[:, None], held]
        # What each dataset takes, as each of those chosen goes; (T, k, m).
        gains = taken(here[:, None], rows[:, others], ridge)
        own = np.take_along_axis(gains, held[:, :, None], axis=2)
        share = (gains - own) / trace(rows, ridge)[:, None, None]
        np.put_along_axis(share, np.repeat(held[:, None], size, axis=1), -np.inf, axis=2)
        share = share.reshape(len(open_), -1)
        best = first_best(share, 1.0, noise)
        better = share[np.arange(len(open_)), best] > noise
        open_, best = open_[better], best[better]
        if not len(open_):
            break
        chosen[open_, best // m] = best % m
    return chosen
