"""Values relative to levels: how many, for how long, and how often they cross."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from pybench.features.kernels.compiled import compiled
from pybench.features.kernels.sample import Floats, Sample

Settings = Sequence[Mapping[str, Any]]


def longest_strike_above_mean(sample: Sample, parameters: None) -> list[float]:
    """Return the length of the longest run of values above the mean."""
    return [sample.once(_about_mean)[2]]


def longest_strike_below_mean(sample: Sample, parameters: None) -> list[float]:
    """Return the length of the longest run of values below the mean."""
    return [sample.once(_about_mean)[3]]


def count_above_mean(sample: Sample, parameters: None) -> list[float]:
    """Return the number of values above the mean."""
    return [sample.once(_about_mean)[0]]


def count_below_mean(sample: Sample, parameters: None) -> list[float]:
    """Return the number of values below the mean."""
    return [sample.once(_about_mean)[1]]


def number_crossing_m(sample: Sample, parameters: Settings) -> list[float]:
    """Return how often the series crosses each level m."""
    return [_crossings(sample.x, one["m"]) for one in parameters]


def count_above(sample: Sample, parameters: Settings) -> list[float]:
    """Return the share of values at or above each level t."""
    return [np.count_nonzero(sample.x >= one["t"]) / sample.x.size for one in parameters]


def count_below(sample: Sample, parameters: Settings) -> list[float]:
    """Return the share of values at or below each level t."""
    return [np.count_nonzero(sample.x <= one["t"]) / sample.x.size for one in parameters]


def range_count(sample: Sample, parameters: Settings) -> list[float]:
    """Return the number of values from `min` to below `max`."""
    x = sample.x
    return [int(np.count_nonzero((x >= one["min"]) & (x < one["max"]))) for one in parameters]


def value_count(sample: Sample, parameters: Settings) -> list[float]:
    """Return how often each value occurs; NaN does not occur in an ordinary series."""
    return [int(np.count_nonzero(sample.x == one["value"])) for one in parameters]


def ratio_beyond_r_sigma(sample: Sample, parameters: Settings) -> list[float]:
    """Return the share of values more than r standard deviations from the mean."""
    apart = np.abs(sample.x - sample.mean)
    return [np.count_nonzero(apart > one["r"] * sample.std) / apart.size for one in parameters]


def _about_mean(sample: Sample) -> tuple[int, int, int, int]:
    made: tuple[int, int, int, int] = _about(sample.x, sample.mean)
    return made


@compiled("UniTuple(i8, 4)(f8[::1], f8)")
def _about(x: Floats, level: float) -> tuple[int, int, int, int]:
    """Return how many values are above and below a level, and the longest run of each."""
    above, below, longest_above, longest_below = 0, 0, 0, 0
    run_above, run_below = 0, 0
    for value in x:
        run_above = run_above + 1 if value > level else 0
        run_below = run_below + 1 if value < level else 0
        above += value > level
        below += value < level
        longest_above = max(longest_above, run_above)
        longest_below = max(longest_below, run_below)
    return above, below, longest_above, longest_below


@compiled("i8(f8[::1], f8)")
def _crossings(x: Floats, level: float) -> int:
    count = 0
    for i in range(1, x.size):
        count += (x[i] > level) != (x[i - 1] > level)
    return count
