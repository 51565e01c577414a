"""How alike two partitions of the same instances are: adjusted Rand, variation of information."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]


def shared_counts(first: Ints, second: Ints) -> Ints:
    """Return how many instances each part of one partition shares with each part of another."""
    width = int(second.max()) + 1
    size = (int(first.max()) + 1) * width
    return np.bincount(first * width + second, minlength=size).reshape(-1, width)


def adjusted_rand(table: Ints) -> float:
    """Return the adjusted Rand index (Hubert and Arabie, 1985), from `shared_counts`.

    1 if and only if the partitions are the same; its expectation is 0 if instances are assigned at
    random to parts of the given sizes.
    """
    together = _pairs(table).sum()
    rows, columns = _pairs(table.sum(axis=1)).sum(), _pairs(table.sum(axis=0)).sum()
    every = float(_pairs(table.sum()))
    expected = rows * columns / every if every else 0.0
    most = (rows + columns) / 2
    if most == expected:  # one part, or every instance alone, in both
        return 1.0
    return float((together - expected) / (most - expected))


def variation_of_information(table: Ints) -> float:
    """Return the variation of information (Meila, 2007) in nats, from `shared_counts`.

    A metric of partitions: 0 if and only if they are the same, and at most the logarithm of the
    number of instances.
    """
    rows, columns = np.nonzero(table)
    both = table[rows, columns].astype(np.float64)
    alone = np.log(both / table.sum(axis=1)[rows]) + np.log(both / table.sum(axis=0)[columns])
    return abs(float((both * alone).sum() / both.sum()))  # abs: no -0


def _pairs(counts: Ints) -> NDArray[np.float64]:
    return counts * (counts - 1.0) / 2.0
