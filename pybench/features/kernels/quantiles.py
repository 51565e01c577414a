"""Quantiles by linear interpolation between ordered values."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from pybench.features.kernels.sample import Sample


def quantile(sample: Sample, parameters: Sequence[Mapping[str, Any]]) -> list[float]:
    """Return a value for each share q."""
    return [linear_quantile(sample, one["q"]) for one in parameters]


def median(sample: Sample, parameters: None) -> list[float]:
    """Return the value in the middle, or the mean of the two."""
    n = sample.x.size
    low, high = sample.sorted[(n - 1) // 2], sample.sorted[n // 2]
    return [low if n % 2 else (low + high) / 2.0]


def linear_quantile(sample: Sample, q: float) -> float:
    """Return the same as `np.quantile(x, q)`: it interpolates from the nearer value."""
    ordered = sample.sorted
    place = (ordered.size - 1) * q
    if place >= ordered.size - 1:
        return float(ordered[-1])
    below = math.floor(place)
    low, high = float(ordered[below]), float(ordered[below + 1])
    share = place - below
    if share >= 0.5:
        return high - (high - low) * (1 - share)
    return low + (high - low) * share
