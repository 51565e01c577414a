"""Means and lengths made of products of neighbouring values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from pybench.features.kernels.sample import Floats, Sample

Settings = Sequence[Mapping[str, Any]]


def c3(sample: Sample, parameters: Settings) -> list[float]:
    """Return the mean of x[i] x[i + lag] x[i + 2 lag], 0 if the series is too short."""
    return [_third_moment(sample.x, one["lag"]) for one in parameters]


def _third_moment(x: Floats, lag: int) -> float:
    n = x.size - 2 * lag
    if n <= 0:
        return 0.0
    return np.add.reduce(x[2 * lag :] * x[lag : lag + n] * x[:n]) / n  # type: ignore[no-any-return]


def time_reversal_asymmetry_statistic(sample: Sample, parameters: Settings) -> list[float]:
    """Return the mean of x[i + 2 lag]^2 x[i + lag] - x[i + lag] x[i]^2, 0 for a short series."""
    return [_asymmetry(sample.x, one["lag"]) for one in parameters]


def _asymmetry(x: Floats, lag: int) -> float:
    n = x.size - 2 * lag
    if n <= 0:
        return 0.0
    first, second, third = x[:n], x[lag : lag + n], x[2 * lag :]
    terms = third * third * second - second * first * first
    return np.add.reduce(terms) / n  # type: ignore[no-any-return]


def cid_ce(sample: Sample, parameters: Settings) -> list[float]:
    """Return the length of the curve, of the series or of the standardised series."""
    return [_curve_length(sample, one["normalize"]) for one in parameters]


def _curve_length(sample: Sample, normalize: bool) -> float:
    steps = sample.differences
    if normalize:
        if sample.std == 0:
            return 0.0
        steps = np.diff((sample.x - sample.mean) / sample.std)
    return np.sqrt(np.dot(steps, steps))  # type: ignore[no-any-return]
