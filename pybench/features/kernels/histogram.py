"""Entropies of values, and of a spectrum, in bins of equal width."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from pybench.features.kernels.compiled import compiled
from pybench.features.kernels.fourier import welch_density
from pybench.features.sample import Floats, Sample


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


def edges(low: float, high: float, bins: int) -> Floats:
    """Return what `np.linspace(low, high, bins + 1)` does."""
    width = high - low
    step = width / bins
    steps: Floats = np.arange(bins + 1.0)
    made: Floats = (steps * step if step else steps / bins * width) + low
    made[-1] = high
    return made


def _entropy(x: Floats, bins: int) -> float:
    """Return minus the sum of p log p over bins; NaN where NumPy cannot make so many."""
    low, high = np.min(x), np.max(x)
    if low == high:
        low, high = low - 0.5, high + 0.5
    between = edges(low, high, bins)
    if np.any(between[:-1] >= between[1:]):
        return np.nan
    shares = _histogram(x, between) / x.size
    shares[shares == 0] = 1.0
    return -np.add.reduce(shares * np.log(shares))  # type: ignore[no-any-return]


@compiled("i8[::1](f8[::1], f8[::1])")
def _histogram(x: Floats, between: Floats) -> npt.NDArray[np.int64]:
    """Count as `np.histogram` does: each bin without its upper edge, the last one with it."""
    bins = between.size - 1
    low, width = between[0], between[bins] - between[0]
    counts = np.zeros(bins, np.int64)
    for value in x:
        at = int((value - low) / width * bins)
        if at == bins:
            at -= 1
        if value < between[at]:  # the quotient was rounded
            at -= 1
        if value >= between[at + 1] and at != bins - 1:
            at += 1
        counts[at] += 1
    return counts
