"""Entropies of values, and of a spectrum, in bins of equal width."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from pybench.features.kernels.compiled import compiled
from pybench.features.kernels.fourier import welch_density
from pybench.features.kernels.sample import Floats, Sample


def binned_entropy(sample: Sample, parameters: Sequence[Mapping[str, Any]]) -> list[float]:
    """Return the entropy of the values for each number of bins."""
    return [_entropy(sample.x, one["max_bins"]) for one in parameters]


def fourier_entropy(sample: Sample, parameters: Sequence[Mapping[str, Any]]) -> list[float]:
    """Return the entropy of the powers, relative to the largest, for each number of bins."""
    powers = sample.once(welch_density)
    relative = powers / np.max(powers)
    if np.isnan(relative).any():  # a constant series has no power
        return [np.nan] * len(parameters)
    return [_entropy(relative, one["bins"]) for one in parameters]


def _entropy(x: Floats, bins: int) -> float:
    """Return minus the sum of p log p over bins; NaN if NumPy cannot make so many."""
    counts = _histogram(x, bins)
    if counts.size == 0:
        return np.nan
    shares = counts / x.size
    shares[counts == 0] = 1.0
    return -np.add.reduce(shares * np.log(shares))  # type: ignore[no-any-return]


@compiled("f8[::1](f8, f8, i8)")
def edges(low: float, high: float, bins: int) -> Floats:
    """Return the same as `np.linspace(low, high, bins + 1)`."""
    width = high - low
    step = width / bins
    made = np.empty(bins + 1)
    for i in range(bins):
        made[i] = (i * step if step != 0 else i / bins * width) + low
    made[bins] = high
    return made


@compiled("i8[::1](f8[::1], i8)")
def _histogram(x: Floats, bins: int) -> npt.NDArray[np.int64]:
    """Count as `np.histogram` does; return nothing if the range is too narrow for the bins.

    A bin excludes its upper edge, except the last one.
    """
    low, high = x.min(), x.max()
    if low == high:
        low, high = low - 0.5, high + 0.5
    between = edges(low, high, bins)
    for i in range(bins):
        if between[i] >= between[i + 1]:
            return np.zeros(0, np.int64)
    counts = np.zeros(bins, np.int64)
    for value in x:
        at = int((value - low) / (high - low) * bins)
        if at == bins:
            at -= 1
        if value < between[at]:  # the quotient was rounded
            at -= 1
        if value >= between[at + 1] and at != bins - 1:
            at += 1
        counts[at] += 1
    return counts
