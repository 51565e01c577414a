"""A- and D-optimal designs: greedy, then swaps until none improves.

With X the chosen rows, M = X'X + ridge I is p x p, but both criteria need only the k x k matrix B =
(G + ridge I)^-1, G = XX':

    log det M = (p - k) log ridge - log det B,    tr M^-1 = (p - k) / ridge + tr B.

With h = B g for a dataset whose inner products with the chosen ones are g, and s = ridge + |x|^2 -
g'h (its remaining variance), adding it multiplies det M by s / ridge and adds (1 + |h|^2) / s - 1 /
ridge to tr M^-1. Swapping i for it multiplies det M by s B_ii + h_i^2.

Once the chosen datasets span all directions, a further dataset reduces the trace of M^-1 only a
little, and in the k x k form this is a difference of numbers of the size of 1 / ridge: mere
rounding if the ridge is small. M itself, by then no larger, gives it to all digits: with h = M^-1
x, adding x reduces the trace by |h|^2 / (1 + x'h).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from pybench.base.errors import ArgumentError
from pybench.selection.pools import Pools, prefixes
from pybench.selection.space import first_best

Doubles = NDArray[np.float64]
Ints = NDArray[np.int64]

#: Criteria that differ by less, relatively, are equal: a variance near the ridge is what is left of
#: squared lengths that are a million times as large.
NOISE = 1e-6
# Relative to the largest squared length: with a smaller ridge, datasets in the span of the chosen
# ones have fewer digits than that, and rounding would decide.
_LEAST_RIDGE = 1e-9
#: Most swaps per chosen dataset; then the design is used as it is.
MOST_SWAPS = 10

#: Eigenvalues below this fraction of the largest do not count as directions.
_NOTHING = 1e-12


def a_optimal(pools: Pools, sizes: Sequence[int], *, swaps: bool = True) -> list[Ints]:
    """Minimise the trace of the inverse information; without swaps, the greedy order is kept."""
    grams, ridge, largest = pools.grams, pools.rules.ridge, max(sizes)
    require_ridge(grams, ridge)
    found = [np.empty((pools.count, size), np.int64) for size in sizes]
    ranks = np.minimum(np.maximum(directions(grams), 1), largest)
    for rank in np.unique(ranks):
        at = np.flatnonzero(ranks == rank)
        chosen = _traces(grams[at], sizes, ridge, int(rank), swaps)
        for one, places in zip(found, chosen, strict=True):
            one[at] = places
    return found


def _traces(
    grams: Doubles, sizes: Sequence[int], ridge: float, rank: int, swaps: bool
) -> list[Ints]:
    """Use the k x k form up to the rank, which all these pools have, and M beyond."""
    order = greedy(grams, rank, ridge, _trace_gain)
    within = [size for size in sizes if size <= rank]
    beyond = [size for size in sizes if size > rank]
    if beyond:
        places = coordinates(grams, rank)
        order = _extended_by_trace(places, order, max(beyond), ridge, NOISE)
    if not swaps:
        return prefixes(order, sizes)
    found = [improved(grams, order[:, :size].copy(), ridge, _trace_swaps) for size in within]
    for size in beyond:
        most = MOST_SWAPS * size
        found.append(_swapped_by_trace(places, order[:, :size].copy(), ridge, NOISE, most))
    return found


def d_optimal(pools: Pools, sizes: Sequence[int], *, swaps: bool = True) -> list[Ints]:
    """Maximise the determinant of the information; without swaps, the greedy order is kept."""
    grams, ridge = pools.grams, pools.rules.ridge
    require_ridge(grams, ridge)
    order = greedy(grams, max(sizes), ridge, _determinant_gain)
    if not swaps:
        return prefixes(order, sizes)
    return [improved(grams, order[:, :size].copy(), ridge, _determinant_swaps) for size in sizes]


# From k x m matrices h and m variances s (and k x k matrices B): the gain of each addition or swap;
# larger is better, and a swap improves if its gain is above 0.
Gain = Callable[[Doubles, Doubles], Doubles]
Swaps = Callable[[Doubles, Doubles, Doubles], Doubles]


def require_ridge(grams: Doubles, ridge: float) -> None:
    """Refuse a ridge that is lost to rounding in the lengths of the vectors.

    Raises
    ------
    ArgumentError
    """
    least = _LEAST_RIDGE * float(np.diagonal(grams, axis1=-2, axis2=-1).max())
    if ridge < least:
        raise ArgumentError(
            f"`ridge` must be at least {least:.3g} for vectors of these lengths, not {ridge:.3g}",
            expected=f"a number >= {least:.3g}",
            found=f"{ridge:.3g}",
            hint="Standardise the columns, or give a larger ridge.",
        )


def greedy(grams: Doubles, size: int, ridge: float, gain: Gain) -> Ints:
    """Order datasets greedily by gain; (T, size).

    Each step adds a row of the Cholesky factor of G + ridge I and updates h from it.
    """
    pools, m = grams.shape[:2]
    pool = np.arange(pools)
    order = np.empty((pools, size), np.int64)
    free = np.ones((pools, m), bool)
    h: Doubles = np.empty((pools, 0, m))
    s: Doubles = np.asarray(ridge + np.diagonal(grams, axis1=-2, axis2=-1), np.float64)
    for step in range(size):
        gains = np.where(free, gain(h, s), -np.inf)
        chosen = first_best(gains, np.abs(np.where(free, gains, 0.0)).max(axis=-1), NOISE)
        order[:, step] = chosen
        free[pool, chosen] = False
        # The new row of h is the residual covariance with the chosen dataset, over s.
        left = grams[pool, chosen] - np.einsum(
            "tk,tkm->tm", h[pool, :, chosen], grams[pool[:, None], order[:, :step]]
        )
        row = left / s[pool, chosen][:, None]
        h = np.concatenate([h - h[pool, :, chosen][..., None] * row[:, None], row[:, None]], axis=1)
        s = np.maximum(s - left * row, ridge)
    return order


def improved(grams: Doubles, chosen: Ints, ridge: float, swaps: Swaps) -> Ints:
    """Make the best swap repeatedly until none improves.

    Parameters
    ----------
    grams : (T, m, m) float
    chosen : (T, k) int
        Changed in place.
    ridge : float
    swaps : callable

    Returns
    -------
    (T, k) int
    """
    size, m = chosen.shape[1], grams.shape[1]
    open_ = np.arange(len(grams))
    for _ in range(MOST_SWAPS * size):
        held = chosen[open_]
        at = np.arange(len(open_))
        rows = grams[open_[:, None], held]  # (T, k, m)
        inner = np.take_along_axis(rows, held[:, None, :], axis=2)
        # With the factor: the inverse itself would lose twice as many digits for a small ridge.
        factor = np.linalg.cholesky(inner + ridge * np.eye(size))
        half = np.linalg.solve(factor, rows)
        s = ridge + np.diagonal(grams, axis1=-2, axis2=-1)[open_] - (half**2).sum(axis=1)
        back = np.asarray(np.linalg.solve(factor.transpose(0, 2, 1), np.eye(size)), np.float64)
        gains = swaps(back @ back.transpose(0, 2, 1), back @ half, np.maximum(s, ridge))
        gains[at[:, None], :, held] = -np.inf  # chosen datasets are not available
        best = first_best(gains.reshape(len(open_), -1), 1.0, NOISE)
        better = gains.reshape(len(open_), -1)[at, best] > NOISE
        open_, best = open_[better], best[better]
        if not len(open_):
            break
        chosen[open_, best // m] = best % m
    return chosen


def _determinant_gain(h: Doubles, s: Doubles) -> Doubles:
    return s


def _determinant_swaps(inverse: Doubles, h: Doubles, s: Doubles) -> Doubles:
    diagonal = np.diagonal(inverse, axis1=-2, axis2=-1)[..., None]
    return np.asarray(np.log(s[:, None] * diagonal + h**2))


def _trace_gain(h: Doubles, s: Doubles) -> Doubles:
    return np.asarray(-(1 + (h**2).sum(axis=1)) / s)


def _trace_swaps(inverse: Doubles, h: Doubles, s: Doubles) -> Doubles:
    """Return the share of the trace of B that each swap removes, (T, k, m)."""
    diagonal = np.diagonal(inverse, axis1=-2, axis2=-1)[..., None]
    length = (inverse**2).sum(axis=-1)[..., None]  # of the columns of B, squared
    share = h / diagonal
    without = (h**2).sum(axis=1)[:, None] - 2 * share * (inverse @ h) + share**2 * length
    variance = s[:, None] + h * share
    taken = length / diagonal - (1 + without) / variance
    return np.asarray(taken / diagonal.sum(axis=1)[..., None])


# With M itself, for more datasets than directions.


def directions(grams: Doubles) -> Ints:
    """Return the number of directions that the datasets of each pool span, (T,)."""
    values = np.linalg.eigvalsh(grams)
    return np.asarray((values > _NOTHING * values[:, -1:]).sum(axis=1))


def coordinates(grams: Doubles, rank: int) -> Doubles:
    """Return coordinates with these inner products, (T, m, rank)."""
    values, vectors = np.linalg.eigh(grams)
    return np.asarray(vectors[..., -rank:] * np.sqrt(np.maximum(values[:, None, -rank:], 0.0)))


def trace_taken(places: Doubles, chosen: Doubles, ridge: float) -> Doubles:
    """Return by how much each dataset would reduce the trace of M^-1.

    Parameters
    ----------
    places : (..., m, r) float
    chosen : (..., k, r) float
        Coordinates of the chosen datasets, from which M is made.
    ridge : float

    Returns
    -------
    (..., m) float
        Above 0 except for vectors of length 0.
    """
    h = np.linalg.solve(_information(chosen, ridge), places.swapaxes(-1, -2))
    return np.asarray((h**2).sum(axis=-2) / (1 + (places.swapaxes(-1, -2) * h).sum(axis=-2)))


def _information(chosen: Doubles, ridge: float) -> Doubles:
    """Return M, (..., r, r), from the coordinates of the chosen datasets, (..., k, r)."""
    return np.asarray(chosen.swapaxes(-1, -2) @ chosen + ridge * np.eye(chosen.shape[-1]))


def _trace(chosen: Doubles, ridge: float) -> Doubles:
    """Return the trace of M^-1."""
    inverse = np.linalg.inv(_information(chosen, ridge))
    return np.asarray(np.trace(inverse, axis1=-2, axis2=-1))


def _extended_by_trace(places: Doubles, order: Ints, size: int, ridge: float, noise: float) -> Ints:
    """Extend a greedy order, (T, k), to `size` datasets."""
    pool = np.arange(len(places))[:, None]
    while order.shape[1] < size:
        chosen = places[pool, order]
        gains = trace_taken(places, chosen, ridge)
        gains[pool, order] = -np.inf
        best = first_best(gains, _trace(chosen, ridge), noise)
        order = np.hstack([order, best[:, None]])
    return order


def _swapped_by_trace(places: Doubles, chosen: Ints, ridge: float, noise: float, most: int) -> Ints:
    """Make the best swap repeatedly until none improves; `chosen` changes in place."""
    size, m = chosen.shape[1], places.shape[1]
    others = np.array([[j for j in range(size) if j != i] for i in range(size)])
    open_ = np.arange(len(places))
    for _ in range(most):
        held, here = chosen[open_], places[open_]
        rows = here[np.arange(len(open_))[:, None], held]
        # The reduction by each dataset after removal of each chosen one; (T, k, m).
        gains = trace_taken(here[:, None], rows[:, others], ridge)
        own = np.take_along_axis(gains, held[:, :, None], axis=2)
        share = (gains - own) / _trace(rows, ridge)[:, None, None]
        np.put_along_axis(share, np.repeat(held[:, None], size, axis=1), -np.inf, axis=2)
        share = share.reshape(len(open_), -1)
        best = first_best(share, 1.0, noise)
        better = share[np.arange(len(open_)), best] > noise
        open_, best = open_[better], best[better]
        if not len(open_):
            break
        chosen[open_, best // m] = best % m
    return chosen
