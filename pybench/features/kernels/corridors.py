"""Changes of a series inside corridors between two of its quantiles.

tsfresh asks pandas for both quantiles in each of 60 parameter sets. Here each quantile is computed
once, and the four statistics of a corridor together: mean and variance of changes and of absolute
changes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from pybench.features.kernels.compiled import compiled
from pybench.features.kernels.quantiles import linear_quantile
from pybench.features.kernels.sample import Floats, Sample
from pybench.features.kernels.summation import pairwise_sum

FIGURES = {("mean", False): 0, ("var", False): 1, ("mean", True): 2, ("var", True): 3}


def change_quantiles(sample: Sample, parameters: Sequence[Mapping[str, Any]]) -> list[float]:
    """Return a value for each corridor and aggregate, 0 where no change lies in the corridor."""
    quantiles: dict[float, float] = {}
    corridors: dict[tuple[float, float], Floats] = {}
    values = []
    for one in parameters:
        corridor = low, high = one["ql"], one["qh"]
        if low >= high:
            values.append(0.0)
            continue
        if corridor not in corridors:
            for q in corridor:
                if q not in quantiles:
                    quantiles[q] = linear_quantile(sample, q)
            corridors[corridor] = _figures(
                sample.x, sample.differences, quantiles[low], quantiles[high]
            )
        values.append(corridors[corridor][FIGURES[one["f_agg"], one["isabs"]]])
    return values


@compiled("f8[::1](f8[::1], f8[::1], f8, f8)")
def _figures(x: Floats, differences: Floats, low: float, high: float) -> Floats:
    """Return mean and variance of changes that start and end inside, then of absolute ones."""
    figures = np.zeros(4)
    changes = np.empty(differences.size)
    count = 0
    # pandas counts a value equal to the lower edge as inside, even if rounding reverses the order
    # of the edges.
    before = x[0] == low or (x[0] > low and x[0] <= high)
    for i in range(differences.size):
        after = x[i + 1] == low or (x[i + 1] > low and x[i + 1] <= high)
        if before and after:
            changes[count] = differences[i]
            count += 1
        before = after
    if count == 0:
        return figures
    inside = changes[:count]
    for absolute in range(2):
        if absolute:
            for i in range(count):
                inside[i] = abs(inside[i])
        mean = pairwise_sum(inside) / count
        squares = np.empty(count)
        for i in range(count):
            squares[i] = (inside[i] - mean) * (inside[i] - mean)
        figures[2 * absolute] = mean
        figures[2 * absolute + 1] = pairwise_sum(squares) / count
    return figures
