"""Average linkage on cosine distances: the tree, its cuts, and how well a cut separates."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Doubles = NDArray[np.float64]
Ints = NDArray[np.int64]
_EQUAL = 1e-12  # relative to the largest distance: smaller differences are rounding


def cosine_distances(codes: Doubles) -> Doubles:
    """Return 1 - cos of each pair, (units, units), in [0, 2], symmetric with a diagonal of 0."""
    scaled = codes / np.abs(codes).max(axis=1, keepdims=True)  # squares neither over- nor underflow
    scaled /= np.sqrt((scaled**2).sum(axis=1, keepdims=True))
    distances: Doubles = np.clip(1.0 - scaled @ scaled.T, 0.0, 2.0)
    distances = (distances + distances.T) / 2.0
    np.fill_diagonal(distances, 0.0)
    return distances


def average_linkage(distances: Doubles, weights: Ints) -> tuple[Ints, Doubles]:
    """Return the merges (pairs of units, one from each side) and their heights, ascending.

    Uses nearest-neighbour chains, in O(n^2): two clusters that are nearest to each other are joined
    at once; sorting by height gives the usual order.
    """
    d = distances.copy()
    np.fill_diagonal(d, np.inf)
    size = weights.astype(np.float64)
    alive = np.ones(len(d), dtype=bool)
    merges, heights = [], []
    chain: list[int] = []
    for _ in range(len(d) - 1):
        if not chain:
            chain.append(int(alive.argmax()))
        while True:
            last = chain[-1]
            near = int(d[last].argmin())
            if len(chain) > 1 and d[last, chain[-2]] <= d[last, near]:
                break  # ties count as reached: otherwise a chain could go round in circles
            chain.append(near)
        gone, kept = chain.pop(), chain.pop()
        merges.append((kept, gone))
        heights.append(d[kept, gone])
        _join(d, size, kept, gone)
        alive[gone] = False
    order = np.argsort(heights, kind="stable")
    return np.array(merges, dtype=np.int64)[order], np.array(heights)[order]


def _join(d: Doubles, size: Doubles, kept: int, gone: int) -> None:
    """Store the mean distances of two merged clusters in one; put the other at infinity."""
    joined = (size[kept] * d[kept] + size[gone] * d[gone]) / (size[kept] + size[gone])
    size[kept] += size[gone]
    joined[kept] = np.inf
    d[kept], d[:, kept] = joined, joined
    d[gone], d[:, gone] = np.inf, np.inf


def contested(distances: Doubles, weights: Ints, merges: Ints, k: int) -> bool:
    """Return whether ties made the cut into k depend on the order of rows.

    A tie counts where a cluster was as near to one that was joined; one that was as near to both
    does not, since it is as near to their union.
    """
    slack = _EQUAL * float(distances.max())
    d, size = distances.copy(), weights.astype(np.float64)
    np.fill_diagonal(d, np.inf)
    for kept, gone in merges[: len(d) - k]:
        bound = d[kept, gone] + slack
        other = np.ones(len(d), dtype=bool)
        other[[kept, gone]] = False
        if (other & ((d[kept] <= bound) != (d[gone] <= bound))).any():
            return True
        _join(d, size, kept, gone)
    return False


def silhouette(distances: Doubles, labels: Ints, weights: Ints | None = None) -> float:
    """Return the mean silhouette; a unit of weight w is w equal units."""
    times = np.ones(len(labels)) if weights is None else weights.astype(np.float64)
    member = (labels[:, None] == np.arange(labels.max() + 1)) * times[:, None]
    totals, sums = member.sum(axis=0), distances @ member
    rows = np.arange(len(labels))
    others = totals[labels] - 1.0
    a = sums[rows, labels] / np.maximum(others, 1.0)
    means = sums / totals
    means[rows, labels] = np.inf
    b = means.min(axis=1)
    largest = np.maximum(a, b)
    value = np.where((others > 0) & (largest > 0), (b - a) / np.where(largest > 0, largest, 1), 0.0)
    return float((value * times).sum() / times.sum())


def cut(merges: Ints, n: int, k: int) -> Ints:
    """Undo the last k - 1 merges: regions 0 to k - 1, numbered by their first unit."""
    parent = np.arange(n)
    for kept, gone in merges[: n - k]:
        parent[_root(parent, gone)] = _root(parent, kept)
    return numbered(np.array([_root(parent, i) for i in range(n)]))


def _root(parent: Ints, i: int) -> int:
    while parent[i] != i:
        parent[i] = parent[parent[i]]
        i = parent[i]
    return int(i)


def numbered(labels: Ints) -> Ints:
    """Number regions from 0 in the order of their first unit."""
    _, first, inverse = np.unique(labels, return_index=True, return_inverse=True)
    return np.argsort(np.argsort(first))[inverse].astype(np.int64)


def gap(heights: Doubles, k: int) -> float:
    """Return how much higher the next merge is than the last one made, at a cut into k."""
    at = len(heights) + 1 - k  # merges done
    return float(heights[at] - (heights[at - 1] if at > 0 else 0.0))
