"""Values that occur more than once."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from pybench.features.kernels.sample import Floats, Sample


def has_duplicate(sample: Sample, parameters: None) -> list[float]:
    """Return whether any value occurs twice."""
    return [sample.x.size != sample.once(_unique)[0].size]


def has_duplicate_max(sample: Sample, parameters: None) -> list[float]:
    """Return whether the largest value occurs twice."""
    return [sample.once(_unique)[1][-1] >= 2]


def has_duplicate_min(sample: Sample, parameters: None) -> list[float]:
    """Return whether the smallest value occurs twice."""
    return [sample.once(_unique)[1][0] >= 2]


def percentage_of_reoccurring_datapoints_to_all_datapoints(
    sample: Sample, parameters: None
) -> list[float]:
    """Return the share of the points whose value occurs again."""
    counts = sample.once(_unique)[1]
    return [int(counts[counts > 1].sum()) / sample.x.size]


def percentage_of_reoccurring_values_to_all_values(sample: Sample, parameters: None) -> list[float]:
    """Return the share of the different values that occur more than once."""
    counts = sample.once(_unique)[1]
    return [np.count_nonzero(counts > 1) / counts.size]


def ratio_value_number_to_time_series_length(sample: Sample, parameters: None) -> list[float]:
    """Return the number of different values over the length."""
    return [sample.once(_unique)[0].size / sample.x.size]


def sum_of_reoccurring_data_points(sample: Sample, parameters: None) -> list[float]:
    """Return the sum of the points whose value occurs again."""
    values, counts = sample.once(_unique)
    return [np.add.reduce(np.where(counts > 1, counts, 0) * values)]


def sum_of_reoccurring_values(sample: Sample, parameters: None) -> list[float]:
    """Return the sum of the different values that occur more than once."""
    values, counts = sample.once(_unique)
    return [np.add.reduce((counts > 1) * values)]


def _unique(sample: Sample) -> tuple[Floats, npt.NDArray[np.int64]]:
    """Return the different values in ascending order, and how often each occurs."""
    ordered = sample.sorted
    starts = np.flatnonzero(np.concatenate(([True], ordered[1:] != ordered[:-1])))
    return ordered[starts], np.diff(starts, append=ordered.size)
