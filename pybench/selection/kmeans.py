"""k-means: the member nearest to the centre of each cluster.

Everything is computed from inner products. With c a cluster of n_c points, the squared distance of
point i from its centre is g_ii - 2 s_ic / n_c + q_c / n_c^2, where s_ic sums g_ij over j in c and
q_c sums s_ic over i in c: one matrix product advances all starts of a pool by one step.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pybench.base import check
from pybench.base.stream import uniforms
from pybench.selection.pools import Pools
from pybench.selection.space import NOISE

Doubles = NDArray[np.float64]
Ints = NDArray[np.int64]

#: Most steps; a start that still moves is then used as it is.
MOST_STEPS = 100
# Numbers held in memory at once: they fit into the cache of a core.
_BLOCK = 2**17


def k_means(pools: Pools, sizes: Sequence[int]) -> list[Ints]:
    """Cluster each pool separately for every size k; the largest cluster comes first."""
    check.room("n_init", pools.rules.n_init, pools.size * max(sizes))
    return [_chosen(pools, size) for size in sizes]


def _chosen(pools: Pools, size: int) -> Ints:
    n_init, seed = pools.rules.n_init, pools.rules.seed
    first, many = pools.first * size, pools.count * size
    draws = [uniforms(seed, f"k-means {size} start {i}", first, many) for i in range(n_init)]
    u = np.stack([drawn.reshape(-1, size) for drawn in draws], axis=1)
    length = max(1, _BLOCK // (pools.size * size * n_init))
    parts = [
        representatives(pools.grams[at : at + length], u[at : at + length])
        for at in range(0, pools.count, length)
    ]
    return np.concatenate(parts)


def representatives(grams: Doubles, u: Doubles) -> Ints:
    """Choose one dataset per cluster, from the best of several starts.

    Parameters
    ----------
    grams : (T, m, m) float
    u : (T, starts, k) float in [0, 1)
        Random numbers for k-means++.

    Returns
    -------
    (T, k) int
        For each of the T pools, the members nearest to the centres of their clusters, ordered by
        the size of the cluster, then by place. If there are fewer than k different points, some
        clusters stay empty. The remaining places then go to the points farthest from the others.
    """
    pools, starts, size = u.shape
    squares = np.ascontiguousarray(np.diagonal(grams, axis1=-2, axis2=-1))
    labels = seeded(grams, squares, u).reshape(pools * starts, -1)
    pool = np.repeat(np.arange(pools), starts)
    own = settled(grams, squares, labels, pool, size)
    cost = own.sum(axis=-1).reshape(pools, starts)
    slack = NOISE * squares.sum(axis=-1, keepdims=True)
    best = (cost <= cost.min(axis=-1, keepdims=True) + slack).argmax(axis=-1)
    winner = np.arange(pools) * starts + best
    return _nearest(grams, squares, labels[winner], own[winner], size)


def seeded(grams: Doubles, squares: Doubles, u: Doubles) -> Ints:
    """Draw centres by k-means++ and give each point to the nearest, (T, starts, m).

    The first centre is drawn uniformly, each further one with probability proportional to the
    squared distance from the nearest so far (Arthur and Vassilvitskii 2007).
    """
    pools, starts, size = u.shape
    m = grams.shape[-1]
    pool, start = np.arange(pools)[:, None], np.arange(starts)[None, :]
    near = np.full((pools, starts, m), np.inf)
    slack = NOISE * squares.max(axis=-1)[:, None, None]
    labels = np.zeros((pools, starts, m), np.int64)
    taken = np.zeros((pools, starts, m), bool)
    chosen = np.minimum(m - 1, np.floor(u[..., 0] * m)).astype(np.int64)
    for step in range(size):
        if step:
            chosen = _drawn(near, taken, u[..., step])
        sums = squares[:, None, :] + squares[pool, chosen][..., None]
        away = sums - 2 * grams[pool, chosen]
        away[away <= NOISE * sums] = 0.0
        closer = away < near - slack  # a tie: the point stays
        labels[closer] = step
        near = np.where(closer, away, near)
        taken[pool, start, chosen] = True
    return labels


def _drawn(near: Doubles, taken: NDArray[np.bool_], u: Doubles) -> Ints:
    """Draw one point by weight; if no weight is left, the first that is not taken."""
    sums = np.cumsum(near, axis=-1)
    drawn = (sums <= (u * sums[..., -1])[..., None]).sum(axis=-1)
    free = (~taken).argmax(axis=-1)
    return np.where(sums[..., -1] > 0, np.minimum(drawn, near.shape[-1] - 1), free)


def settled(grams: Doubles, squares: Doubles, labels: Ints, pool: Ints, size: int) -> Doubles:
    """Move centres and points alternately until no point moves (Lloyd 1982).

    Parameters
    ----------
    grams, squares : (T, m, m) and (T, m) float
    labels : (S, m) int in [0, size)
        Clusters of each start; changed in place.
    pool : (S,) int, ascending
        The pool of each start.
    size : int

    Returns
    -------
    (S, m) float
        Squared distance of each point from the centre of its cluster.
    """
    own = np.empty(labels.shape)
    open_ = np.arange(len(labels))
    slack = NOISE * squares.max(axis=-1)
    gaps = np.empty((len(labels), size, labels.shape[1]))
    changed = np.ones((len(labels), size), bool)  # clusters whose points are not those of before
    for _ in range(MOST_STEPS):
        before, at = labels[open_], pool[open_]
        _measure(gaps, changed, grams, before, at)
        near = gaps.min(axis=1)
        limit = near + slack[at][:, None]
        after = np.empty_like(before)
        for cluster in reversed(range(size)):
            after[gaps[:, cluster] <= limit] = cluster
        own[open_] = near + squares[at]
        _fill(after, gaps, squares[at], size)
        start, point = np.nonzero(after != before)
        if not len(start):
            break
        changed[:] = False
        changed[start, before[start, point]] = True
        changed[start, after[start, point]] = True
        labels[open_] = after
        still = changed.any(axis=1)
        if not still.all():
            open_, gaps, changed = open_[still], gaps[still], changed[still]
    return own


def _measure(
    gaps: Doubles, changed: NDArray[np.bool_], grams: Doubles, labels: Ints, pool: Ints
) -> None:
    """Write squared distances from changed centres minus squared lengths, (S, k, m); inf if empty.

    Few clusters change in later steps; those that do not keep their distances.
    """
    start, cluster = np.nonzero(changed)
    member = labels[start] == cluster[:, None]  # (changed, m)
    held = np.count_nonzero(member, axis=1)
    weights = np.multiply(member, (-2 / np.maximum(held, 1))[:, None])
    sums = np.empty(weights.shape)
    home = pool[start]
    ends = np.flatnonzero(np.append(home[1:] != home[:-1], True)) + 1
    begin = 0
    for end in ends:  # starts of one pool share its matrix
        np.matmul(weights[begin:end], grams[home[begin]], out=sums[begin:end])
        begin = end
    sums += np.where(held == 0, np.inf, np.einsum("cm,cm->c", sums, weights) / 4)[:, None]
    gaps[changed] = sums


def _fill(labels: Ints, gaps: Doubles, squares: Doubles, size: int) -> None:
    """Give each empty cluster the point farthest from its centre, in place."""
    starts, m = labels.shape
    cell = np.arange(starts)[:, None] * size + labels
    count = np.bincount(cell.ravel(), minlength=starts * size).reshape(starts, size)
    for start, cluster in np.argwhere(count == 0):
        own = gaps[start, labels[start], np.arange(m)] + squares[start]
        own[count[start, labels[start]] <= 1] = -np.inf
        noise = NOISE * squares[start].max()
        worst = int((own >= own.max() - noise).argmax())
        if own[worst] > noise:  # equal points cannot fill two clusters
            count[start, labels[start, worst]] -= 1
            count[start, cluster] += 1
            labels[start, worst] = cluster


def _nearest(grams: Doubles, squares: Doubles, labels: Ints, own: Doubles, size: int) -> Ints:
    member = labels[..., None] == np.arange(size)  # (T, m, k)
    count = member.sum(axis=1)
    away = np.where(member, own[..., None], np.inf)
    slack = NOISE * squares.max(axis=-1)[:, None, None]
    near = (away <= away.min(axis=1, keepdims=True) + slack).argmax(axis=1)  # (T, k)
    for pool in np.flatnonzero((count == 0).any(axis=1)):
        near[pool] = _completed(grams[pool], near[pool][count[pool] > 0], size)
        count[pool] = np.arange(size, 0, -1)
    order = np.lexsort((near, -count), axis=-1)
    return np.take_along_axis(near, order, axis=-1)


def _completed(gram: Doubles, chosen: Ints, size: int) -> Ints:
    """Add points, each the farthest from those chosen, until there are k."""
    squares = np.diagonal(gram)
    listed = [int(place) for place in np.sort(chosen)]
    while len(listed) < size:
        away = (squares[:, None] + squares[listed] - 2 * gram[:, listed]).min(axis=1)
        away[listed] = -np.inf
        listed.append(int((away >= away.max() - NOISE * squares.max()).argmax()))
    return np.array(listed, np.int64)
