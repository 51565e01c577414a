"""Extremes, and their relation to the middle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from pybench.features.kernels.quantiles import median
from pybench.features.kernels.sample import Sample

Settings = Sequence[Mapping[str, Any]]


def maximum(sample: Sample, parameters: None) -> list[float]:
    """Return the largest value."""
    return [sample.maximum]


def minimum(sample: Sample, parameters: None) -> list[float]:
    """Return the smallest value."""
    return [sample.minimum]


def absolute_maximum(sample: Sample, parameters: None) -> list[float]:
    """Return the largest magnitude."""
    return [sample.largest]


def large_standard_deviation(sample: Sample, parameters: Settings) -> list[float]:
    """Return whether the standard deviation exceeds r times the range, for each r."""
    extent = sample.maximum - sample.minimum
    return [sample.std > one["r"] * extent for one in parameters]


def symmetry_looking(sample: Sample, parameters: Settings) -> list[float]:
    """Return whether mean and median differ by less than r times the range, for each r."""
    apart = abs(sample.mean - median(sample, None)[0])
    extent = sample.maximum - sample.minimum
    return [apart < one["r"] * extent for one in parameters]


def mean_n_absolute_max(sample: Sample, parameters: Settings) -> list[float]:
    """Return the mean of the n largest magnitudes, NaN if there are no more than n."""
    return [_mean_of_largest(sample, one["number_of_maxima"]) for one in parameters]


def _mean_of_largest(sample: Sample, n: int) -> float:
    if sample.x.size <= n:
        return np.nan
    ends = sample.sorted
    if ends.size > 2 * n:  # they are among the n smallest and the n largest values
        ends = np.concatenate((ends[:n], ends[-n:]))
    return np.add.reduce(np.sort(np.abs(ends))[-n:]) / n  # type: ignore[no-any-return]
