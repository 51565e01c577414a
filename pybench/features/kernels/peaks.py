"""Peaks of a series: values larger than a number of neighbours on both sides."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from pybench.features.kernels.compiled import compiled
from pybench.features.kernels.sample import Floats, Sample


def number_peaks(sample: Sample, parameters: Sequence[Mapping[str, Any]]) -> list[float]:
    """Return how many values exceed n neighbours on both sides, for each n."""
    supports = _supports(sample.x, max(one["n"] for one in parameters))
    return [int(np.count_nonzero(supports >= one["n"])) for one in parameters]


@compiled("i8[::1](f8[::1], i8)")
def _supports(x: Floats, most: int) -> npt.NDArray[np.int64]:
    """Return how many neighbours on both sides each value exceeds, counted up to `most`."""
    supports = np.zeros(x.size, np.int64)
    for i in range(x.size):
        reach = min(most, i, x.size - 1 - i)
        n = 0
        while n < reach and x[i] > x[i - n - 1] and x[i] > x[i + n + 1]:
            n += 1
        supports[i] = n
    return supports
