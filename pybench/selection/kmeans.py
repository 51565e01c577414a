"""k-means: the member nearest to the centre of each cluster.

Everything is computed from inner products. With c a cluster of n_c points, the squared distance of
point i from its centre is g_ii - 2 s_ic / n_c + q_c / n_c^2, where s_ic sums g_ij over j in c and
q_c sums s_ic over i in c: one product of matrices moves all pools and all starts a step on.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pybench.base.stream import uniforms
from pybench.selection.pools import Pools
from pybench.selection.space import NOISE

Doubles = NDArray[np.float64]
Ints = NDArray[np.int64]

#: Steps after which a start that still moves is taken as it is.
MOST_STEPS = 100
# Numbers that are held at once.
_BLOCK = 2**21


def k_means(pools: Pools, sizes: Sequence[int]) -> list[Ints]:
    """Cluster each pool into k, for every size k alone; the largest cluster comes first."""
    return [_chosen(pools, size) for size in sizes]


def _chosen(pools: Pools, size: int) -> Ints:
    rules = pools.rules
    u = np.stack(
        [
            uniforms(rules.seed, f"k-means {size} start {i}", pools.first * size, n).reshape(-1, size)
            for i in range(rules.n_init)
            for n in [pools.count * size]
        ],
        axis=1,
    )
    length = max(1, _BLOCK // (pools.size * size * rules.n_init))
    parts = [
        representatives(pools.grams[at : at + length], u[at : at + length])
        for at in range(0, pools.count, length)
    ]
    return np.concatenate(parts)


def representatives(grams: Doubles, u: Doubles) -> Ints:
    """Choose one dataset a cluster, best of several starts.

    Parameters
    ----------
    grams : (T, m, m) float
    u : (T, starts, k) float in [0, 1)
        What k-means++ draws with.

    Returns
    -------
    (T, k) int
        Members nearest to their centres, by size of cluster, then by place. Where fewer than k
        points differ, clusters stay empty: those left go to the points farthest from the others.
    """
    size = u.shape[-1]
    squares = np.ascontiguousarray(np.diagonal(grams, axis1=-2, axis2=-1))
    labels, gaps = settled(grams, squares, seeded(grams, squares, u), size)
    own = np.take_along_axis(gaps, labels[..., None], -1)[..., 0]
    cost = (own + squares[:, None, :]).sum(axis=-1)
    scale = squares.sum(axis=-1, keepdims=True)
    best = (cost <= cost.min(axis=-1, keepdims=True) + NOISE * scale).argmax(axis=-1)
    pool = np.arange(len(grams))
    return _nearest(grams, squares, labels[pool, best], gaps[pool, best], size)


def seeded(grams: Doubles, squares: Doubles, u: Doubles) -> Ints:
    """Draw centres by k-means++ and give each point to the nearest, (T, starts, m).

    The first centre is any point, each further one a point by its squared distance from the
    nearest so far (Arthur and Vassilvitskii 2007).
    """
    pools, starts, size = u.shape
    m = grams.shape[-1]
    pool, start = np.arange(pools)[:, None], np.arange(starts)[None, :]
    near = np.full((pools, starts, m), np.inf)
    labels = np.zeros((pools, starts, m), np.int64)
    taken = np.zeros((pools, starts, m), bool)
    chosen = np.minimum(m - 1, np.floor(u[..., 0] * m)).astype(np.int64)
    for step in range(size):
        if step:
            chosen = _drawn(near, taken, u[..., step])
        gaps = squares[:, None, :] + squares[pool, chosen][..., None]
        away = gaps - 2 * grams[pool, chosen]
        away[away <= NOISE * gaps] = 0.0
        closer = away < near
        labels[closer] = step
        near = np.where(closer, away, near)
        taken[pool, start, chosen] = True
    return labels


def _drawn(near: Doubles, taken: NDArray[np.bool_], u: Doubles) -> Ints:
    """Draw one point by weight; where no weight is left, the first that is not taken."""
    sums = np.cumsum(near, axis=-1)
    drawn = (sums <= (u * sums[..., -1])[..., None]).sum(axis=-1)
    free = (~taken).argmax(axis=-1)
    return np.where(sums[..., -1] > 0, np.minimum(drawn, near.shape[-1] - 1), free)


def settled(grams: Doubles, squares: Doubles, labels: Ints, size: int) -> tuple[Ints, Doubles]:
    """Move centres and points in turn until no point moves (Lloyd 1982).

    Returns
    -------
    labels : (T, starts, m) int
    gaps : (T, starts, m, k) float
        Squared distance from each centre, less the squared length of the point; inf from a
        cluster that has none.
    """
    gaps = np.empty((*labels.shape, size))
    labels = labels.copy()
    open_ = np.arange(len(grams))
    for _ in range(MOST_STEPS):
        found = _gaps(grams[open_], labels[open_], size)
        gaps[open_] = found
        scale = squares[open_].max(axis=-1)[:, None, None]
        moved = (found <= found.min(axis=-1, keepdims=True) + (NOISE * scale)[..., None]).argmax(-1)
        _fill(moved, found, squares[open_], size)
        still = (moved != labels[open_]).any(axis=(1, 2))
        labels[open_] = moved
        open_ = open_[still]
        if not len(open_):
            break
    return labels, gaps


def _gaps(grams: Doubles, labels: Ints, size: int) -> Doubles:
    pools, starts, m = labels.shape
    member = (labels[..., None] == np.arange(size)).transpose(0, 2, 1, 3).astype(np.float64)
    count = member.sum(axis=1)  # (T, starts, k)
    sums = (grams @ member.reshape(pools, m, -1)).reshape(pools, m, starts, size)
    inner = (sums * member).sum(axis=1)
    held = np.maximum(count, 1)
    gaps = (inner / held**2)[:, None] - 2 * sums / held[:, None]
    gaps = np.where(count[:, None] > 0, gaps, np.inf)
    return np.asarray(gaps.transpose(0, 2, 1, 3))


def _fill(labels: Ints, gaps: Doubles, squares: Doubles, size: int) -> None:
    """Give each cluster that lost its last point the point that is worst off, in place."""
    pools, starts, m = labels.shape
    cell = np.arange(pools * starts).reshape(pools, starts, 1) * size + labels
    count = np.bincount(cell.ravel(), minlength=pools * starts * size).reshape(pools, starts, size)
    for t, r, cluster in np.argwhere(count == 0):
        own = gaps[t, r, np.arange(m), labels[t, r]] + squares[t]
        alone = count[t, r, labels[t, r]] <= 1
        own[alone] = -np.inf
        worst = int((own >= own.max() - NOISE * squares[t].max()).argmax())
        if own[worst] > NOISE * squares[t].max():  # equal points cannot fill two clusters
            count[t, r, labels[t, r, worst]] -= 1
            count[t, r, cluster] += 1
            labels[t, r, worst] = cluster


def _nearest(grams: Doubles, squares: Doubles, labels: Ints, gaps: Doubles, size: int) -> Ints:
    member = labels[..., None] == np.arange(size)  # (T, m, k)
    count = member.sum(axis=1)
    away = np.where(member, gaps + squares[..., None], np.inf)
    scale = NOISE * squares.max(axis=-1)[:, None, None]
    near = (away <= away.min(axis=1, keepdims=True) + scale).argmax(axis=1)  # (T, k)
    for t in np.flatnonzero((count == 0).any(axis=1)):
        near[t] = _completed(grams[t], near[t][count[t] > 0], size)
        count[t] = np.arange(size, 0, -1)
    order = np.lexsort((near, -count), axis=-1)
    return np.take_along_axis(near, order, axis=-1)


def _completed(gram: Doubles, chosen: Ints, size: int) -> Ints:
    """Add points, each the farthest from those chosen, until there are enough."""
    squares = np.diagonal(gram)
    listed = [int(place) for place in np.sort(chosen)]
    while len(listed) < size:
        away = (squares[:, None] + squares[listed] - 2 * gram[:, listed]).min(axis=1)
        away[listed] = -np.inf
        listed.append(int((away >= away.max() - NOISE * squares.max()).argmax()))
    return np.array(listed, np.int64)
