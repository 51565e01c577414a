"""Permutation entropy: how evenly the orders of neighbouring values are spread.

The order of a window becomes its number among all permutations in lexicographic order, so that
counting needs no sorting and the counts come in the order in which tsfresh sums them. Windows with
ties are ordered by NumPy: the order of equal values in its sort depends on the processor, and so
does tsfresh's value.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from pybench.features.kernels.compiled import compiled
from pybench.features.kernels.sample import Floats, Sample


def permutation_entropy(sample: Sample, parameters: Sequence[Mapping[str, Any]]) -> list[float]:
    """Return a value for each length of windows (`dimension`) and step between them (`tau`)."""
    return [_entropy(sample.x, one["dimension"], one["tau"]) for one in parameters]


def _entropy(x: Floats, dimension: int, step: int) -> float:
    n = (x.size - dimension) // step + 1
    if n <= 0:
        return np.nan
    counts = np.zeros(math.factorial(dimension), np.int64)
    tied = _count_orders(x, dimension, step, counts)
    if tied.size:
        windows = x[tied[:, np.newaxis] + np.arange(dimension)]
        ranks = np.argsort(np.argsort(windows))
        for window in ranks.astype(np.float64):
            _count_orders(window, dimension, 1, counts)
    shares = counts[counts > 0] / n
    return -np.add.reduce(shares * np.log(shares))  # type: ignore[no-any-return]


@compiled("i8[::1](f8[::1], i8, i8, i8[::1])")
def _count_orders(
    x: Floats, dimension: int, step: int, counts: npt.NDArray[np.int64]
) -> npt.NDArray[np.int64]:
    """Count the windows without ties by their order; return where those with ties begin."""
    tied = np.empty((x.size - dimension) // step + 1, np.int64)
    ties = 0
    for window in range(tied.size):
        start = window * step
        number = 0
        equal = False
        for i in range(dimension):
            smaller = 0
            for j in range(i + 1, dimension):
                smaller += x[start + j] < x[start + i]
                equal |= x[start + j] == x[start + i]
            number = number * (dimension - i) + smaller
        if equal:
            tied[ties] = start
            ties += 1
        else:
            counts[number] += 1
    return tied[:ties]
