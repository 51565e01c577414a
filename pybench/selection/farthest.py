"""Farthest-first: each dataset as far as possible from those chosen before (Gonzalez 1985)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pybench.selection.pools import Pools, prefixes
from pybench.selection.space import NOISE, first_best, least_scale

Doubles = NDArray[np.float64]
Ints = NDArray[np.int64]


def farthest_first(pools: Pools, sizes: Sequence[int]) -> list[Ints]:
    """Return the first k of one order for every size k."""
    first, _ = starts(pools.grams, pools.apart, pools.metric, pools.rules.start)
    order = traversal(pools.apart, first, max(sizes), least_scale(pools.metric))
    return prefixes(order, sizes)


def starts(
    grams: Doubles, apart: Doubles, metric: str, start: str
) -> tuple[Ints, NDArray[np.bool_]]:
    """Find the dataset to start with in each pool.

    Parameters
    ----------
    grams, apart : (T, m, m) float
        Inner products and distances.
    metric : {"cosine", "euclidean"}
    start : {"mean", "distance"}
        Farthest from the mean of the pool (Algorithm 2 of the paper); or of the largest mean
        distance to all (its section 4.1).

    Returns
    -------
    first : (T,) int
    replaced : (T,) bool
        Whether the mean is the zero vector, which has no direction: with the cosine, the mean
        distance is then used instead.
    """
    middle, least = apart.mean(axis=-1), least_scale(metric)
    if start == "distance":
        scale = np.maximum(middle.max(axis=-1), least)
        return first_best(middle, scale), np.zeros(len(apart), bool)
    squares = np.diagonal(grams, axis1=-2, axis2=-1)
    products = grams.mean(axis=-1)  # of each point with the mean
    length = products.mean(axis=-1)  # of the mean, squared
    if metric == "euclidean":
        far = squares - 2 * products + length[:, None]
        return first_best(far, squares.max(axis=-1)), np.zeros(len(apart), bool)
    vanishes = length <= NOISE * squares.mean(axis=-1)
    lengths = np.sqrt(squares * np.where(vanishes, 1.0, length)[:, None])
    far = np.where(lengths > 0, 1 - products / np.where(lengths > 0, lengths, 1.0), 1.0)
    far = np.where(vanishes[:, None], middle, far)
    return first_best(far, np.maximum(np.abs(far).max(axis=-1), least)), vanishes


def traversal(apart: Doubles, first: Ints, size: int, least: float = 0.0) -> Ints:
    """Order datasets, each the farthest from its nearest predecessor; the first if tied.

    Parameters
    ----------
    apart : (T, m, m) float
    first : (T,) int
    size : int, 1 to m
    least : float
        Least scale of rounding, as from `least_scale`.

    Returns
    -------
    (T, size) int
    """
    pool = np.arange(len(apart))
    order = np.empty((len(apart), size), np.int64)
    near = np.full(apart.shape[:2], np.inf)
    scale = np.maximum(apart.max(axis=(-2, -1)), least)
    chosen = first
    for step in range(size):
        if step:
            chosen = first_best(near, scale)
        order[:, step] = chosen
        near = np.minimum(near, apart[pool, chosen])
        near[pool, chosen] = -np.inf
    return order


def radii(apart: Doubles, order: Ints) -> Doubles:
    """Return the covering radius after each choice: the distance of the farthest dataset.

    Parameters
    ----------
    apart : (n, n) float
    order : (k,) int

    Returns
    -------
    (k,) float, never rising
    """
    return np.asarray(np.minimum.accumulate(apart[order], axis=0).max(axis=1))
