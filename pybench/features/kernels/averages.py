"""Sums, means and variances of the values and of their changes."""

from __future__ import annotations

import numpy as np

from pybench.features.kernels.sample import Floats, Sample


def sum_values(sample: Sample, parameters: None) -> list[float]:
    """Return the sum of the values."""
    return [np.add.reduce(sample.x)]


def mean(sample: Sample, parameters: None) -> list[float]:
    """Return the mean of the values."""
    return [sample.mean]


def variance(sample: Sample, parameters: None) -> list[float]:
    """Return the variance, with divisor N."""
    return [sample.variance]


def standard_deviation(sample: Sample, parameters: None) -> list[float]:
    """Return the standard deviation, with divisor N."""
    return [sample.std]


def variation_coefficient(sample: Sample, parameters: None) -> list[float]:
    """Return the standard deviation over the mean, NaN if the mean is 0."""
    return [np.nan if sample.mean == 0 else sample.std / sample.mean]


def variance_larger_than_standard_deviation(sample: Sample, parameters: None) -> list[float]:
    """Return whether the variance exceeds the standard deviation."""
    return [sample.variance > sample.std]


def root_mean_square(sample: Sample, parameters: None) -> list[float]:
    """Return the root of the mean of the squares."""
    return [np.sqrt(np.add.reduce(np.square(sample.x)) / sample.x.size)]


def abs_energy(sample: Sample, parameters: None) -> list[float]:
    """Return the sum of the squares."""
    return [np.dot(sample.x, sample.x)]


def absolute_sum_of_changes(sample: Sample, parameters: None) -> list[float]:
    """Return the sum of the absolute changes from value to value."""
    return [np.add.reduce(sample.once(_steps))]


def mean_abs_change(sample: Sample, parameters: None) -> list[float]:
    """Return the mean of the absolute changes, NaN of a single value."""
    steps = sample.once(_steps)
    return [np.add.reduce(steps) / steps.size if steps.size else np.nan]


def _steps(sample: Sample) -> Floats:
    return np.abs(sample.differences)
