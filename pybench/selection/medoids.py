"""Facility location and k-medoids: chosen datasets that all others are near to."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pybench.selection.pools import Pools, prefixes
from pybench.selection.space import NOISE, first_best, least_scale

Doubles = NDArray[np.float64]
Ints = NDArray[np.int64]

#: Most swaps per chosen dataset; then the medoids are used as they are.
MOST_SWAPS = 10


def facility_location(pools: Pools, sizes: Sequence[int]) -> list[Ints]:
    """Add in each step the dataset that most reduces the sum of distances to the nearest chosen.

    The greedy algorithm for facility location with similarity (largest distance - distance), which
    comes within 1 - 1/e of the best subset (Nemhauser, Wolsey and Fisher 1978).
    """
    return prefixes(built(pools.apart, max(sizes), least_scale(pools.metric)), sizes)


def k_medoids(pools: Pools, sizes: Sequence[int]) -> list[Ints]:
    """Improve the first k of the greedy order by swaps: PAM (Kaufman and Rousseeuw 1990)."""
    least = least_scale(pools.metric)
    order = built(pools.apart, max(sizes), least)
    return [swapped(pools.apart, order[:, :size].copy(), least) for size in sizes]


def built(apart: Doubles, size: int, least: float = 0.0) -> Ints:
    """Order datasets greedily by reduction of the sum; (T, m, m) distances -> (T, size)."""
    pool = np.arange(len(apart))
    order = np.empty((len(apart), size), np.int64)
    sums = apart.sum(axis=-1)
    scale = np.maximum(sums.max(axis=-1), least * apart.shape[-1])
    order[:, 0] = first_best(-sums, scale)
    near = apart[pool, order[:, 0]]
    for step in range(1, size):
        gains = np.maximum(near[:, :, None] - apart, 0.0).sum(axis=1)
        np.put_along_axis(gains, order[:, :step], -np.inf, axis=1)
        order[:, step] = first_best(gains, scale)
        near = np.minimum(near, apart[pool, order[:, step]])
    return order


def swapped(apart: Doubles, chosen: Ints, least: float = 0.0) -> Ints:
    """Make the best swap repeatedly until none reduces the sum of distances."""
    size, m = chosen.shape[1], apart.shape[1]
    open_ = np.arange(len(apart))
    for _ in range(MOST_SWAPS * size):
        inner, held = apart[open_], chosen[open_]
        at = np.arange(len(open_))
        to = np.take_along_axis(inner, held[:, None, :], axis=2)  # (T, m, k)
        home = to.argmin(axis=2)
        ordered = np.sort(to, axis=2)
        near = ordered[..., 0]
        second = ordered[..., 1] if size > 1 else np.full_like(near, np.inf)
        joined = np.minimum(inner - near[..., None], 0.0)  # points that move to the new one anyway
        left = np.minimum(inner, second[..., None]) - near[..., None] - joined
        member = (home[:, None, :] == np.arange(size)[None, :, None]).astype(np.float64)
        change = joined.sum(axis=1)[:, None] + member @ left  # (T, k, m)
        change[at[:, None], :, held] = np.inf
        flat = change.reshape(len(open_), -1)
        scale = np.maximum(near.sum(axis=1), least * m)
        best = first_best(-flat, scale)
        better = flat[at, best] < -NOISE * scale
        open_, best = open_[better], best[better]
        if not len(open_):
            break
        chosen[open_, best // m] = best % m
    return chosen
