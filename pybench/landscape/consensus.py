"""Consensus of several partitions of the same instances.

The parts of all partitions are joined by average linkage on Jaccard distances: 1 minus the number
of instances that two parts share, over the number that they have together. Each instance then
belongs to the cluster that most of its parts are in (Strehl and Ghosh, 2002, section 3.3). The
memory needed grows with the number of instances and with the square of the number of parts, never
with the square of the number of instances.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pybench.landscape.linkage import numbered
from pybench.landscape.partitions import adjusted_rand, shared_counts

Doubles = NDArray[np.float64]
Ints = NDArray[np.int64]

_DIGITS = 9  # differences below rounding noise must not decide which number is best
_EQUAL = 12  # decimals: distances that are equal up to here tie, in both languages


@dataclass(frozen=True)
class Consensus:
    """A partition that several partitions agree on best."""

    labels: Ints  #: (n,) part of each instance
    placed: Ints  #: (n, m) the consensus part that each partition puts the instance in
    clusters: tuple[Ints, ...]  #: of each partition: the consensus part of each of its parts
    tried: tuple[tuple[int, float], ...]  #: number of parts, mean adjusted Rand index


def consensus(partitions: Ints) -> Consensus:
    """Return the consensus of the columns of `partitions`.

    Of the numbers of parts from 1 to that of the finest partition, the one is chosen whose
    consensus has the highest mean adjusted Rand index with the partitions; the smallest if tied. A
    number counts only if every cluster wins an instance.
    """
    sizes = partitions.max(axis=0) + 1
    starts = np.concatenate([[0], np.cumsum(sizes)])[:-1]
    cuts = joined(jaccard_distances(partitions, starts, int(sizes.sum())), int(sizes.max()))
    best, tried = None, []
    for k, labels in enumerate(cuts, 1):
        placed = labels[partitions + starts]
        won = voted(placed, k)
        if len(np.unique(won)) < k:
            continue
        indices = [adjusted_rand(shared_counts(won, one)) for one in partitions.T]
        tried.append((k, float(np.mean(indices))))
        if best is None or round(tried[-1][1], _DIGITS) > round(best[0], _DIGITS):
            best = tried[-1][1], labels, placed, won
    assert best is not None  # one part wins every instance
    _, labels, placed, won = best
    clusters = tuple(
        labels[start : start + size] for start, size in zip(starts, sizes, strict=True)
    )
    return Consensus(won, placed, clusters, tuple(tried))


def jaccard_distances(partitions: Ints, starts: Ints, total: int) -> Doubles:
    """Return the Jaccard distance of each pair of parts, of all partitions."""
    shared = np.zeros((total, total))
    for i, first in enumerate(partitions.T):
        for j, second in enumerate(partitions.T[i:], i):
            table = shared_counts(first, second)
            rows = slice(starts[i], starts[i] + table.shape[0])
            columns = slice(starts[j], starts[j] + table.shape[1])
            shared[rows, columns] = table
            shared[columns, rows] = table.T
    own = np.diag(shared)
    return np.asarray(1.0 - shared / (own[:, None] + own - shared))


def joined(distances: Doubles, most: int) -> list[Ints]:
    """Return the cuts of the tree of average linkage into 1 to `most` clusters.

    Equal partitions have equal parts, so many distances tie: of the nearest pairs, the first is
    joined, by the place of its first and then of its second part.
    """
    d = distances.copy()
    np.fill_diagonal(d, np.inf)
    size, labels = np.ones(len(d)), np.arange(len(d))
    cuts = [labels] * (len(d) <= most)
    for left in range(len(d) - 1, 0, -1):
        kept, gone = divmod(int(np.round(d, _EQUAL).argmin()), len(d))
        mean = (size[kept] * d[kept] + size[gone] * d[gone]) / (size[kept] + size[gone])
        mean[kept] = np.inf
        d[kept], d[:, kept] = mean, mean
        d[gone], d[:, gone] = np.inf, np.inf
        size[kept] += size[gone]
        labels = np.where(labels == gone, kept, labels)
        if left <= most:
            cuts.append(labels)
    return [numbered(cut) for cut in reversed(cuts)]


def voted(placed: Ints, k: int) -> Ints:
    """Return the most frequent value of each row, the smallest if tied."""
    votes = np.stack([(placed == one).sum(axis=1) for one in range(k)], axis=1)
    return np.asarray(votes.argmax(axis=1))
