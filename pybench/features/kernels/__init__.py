"""Faster calculators with the same values as tsfresh's, by the name that each replaces.

The public interface is `KERNELS`, `Kernel`, `Sample` and the two functions of MiniRocket; the rest
of pybench uses nothing else from this folder. No module in this folder imports another part of
`features`, so the folder could become a separate package.

A kernel takes a `Sample` that is `ordinary` (without NaN, infinities and numbers near overflow),
and tsfresh's list of parameter sets (None if there are none). It returns one value per parameter
set, in the same order. Each value is equal to that of tsfresh (``==``). It is NaN if tsfresh's
value is NaN or tsfresh raises an error.

Three rules make the values equal to the last bit. Code that only counts, compares or orders is
rewritten, and most of it is compiled. If rounding matters, NumPy is called on the same numbers in
the same order as in tsfresh, but once instead of many times. Compiled code adds numbers in the same
order as NumPy (`summation.py`).
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any

from pybench.base import planted
from pybench.features.kernels.sample import Sample as Sample

if TYPE_CHECKING:
    from pybench.features.kernels.minirocket import convolution as convolution
    from pybench.features.kernels.minirocket import shares_above as shares_above

planted.avoid_numba_settings()

Kernel = Callable[[Sample, Any], list[float]]

# File -> its calculators, functions of the same names.
HOMES = {
    "ar_coefficient": "ar_coefficient",
    "augmented_dickey_fuller": "augmented_dickey_fuller",
    "autocorrelation": "agg_autocorrelation autocorrelation partial_autocorrelation",
    "averages": "abs_energy absolute_sum_of_changes mean mean_abs_change root_mean_square "
    "standard_deviation sum_values variance variance_larger_than_standard_deviation "
    "variation_coefficient",
    "benford": "benford_correlation",
    "corridors": "change_quantiles",
    "dictionary": "lempel_ziv_complexity",
    "fourier": "fft_aggregated fft_coefficient spkt_welch_density",
    "histogram": "binned_entropy fourier_entropy",
    "langevin": "friedrich_coefficients max_langevin_fixed_point",
    "levels": "longest_strike_above_mean longest_strike_below_mean count_above_mean "
    "count_below_mean number_crossing_m count_above count_below range_count value_count "
    "ratio_beyond_r_sigma",
    "matches": "approximate_entropy sample_entropy",
    "moments": "kurtosis skewness",
    "ordinal": "permutation_entropy",
    "peaks": "number_peaks",
    "locations": "first_location_of_maximum first_location_of_minimum last_location_of_maximum "
    "last_location_of_minimum index_mass_quantile energy_ratio_by_chunks",
    "products": "c3 time_reversal_asymmetry_statistic cid_ce",
    "quantiles": "quantile median",
    "repeats": "has_duplicate has_duplicate_max has_duplicate_min "
    "percentage_of_reoccurring_datapoints_to_all_datapoints "
    "percentage_of_reoccurring_values_to_all_values ratio_value_number_to_time_series_length "
    "sum_of_reoccurring_data_points sum_of_reoccurring_values",
    "ridges": "number_cwt_peaks",
    "spread": "large_standard_deviation symmetry_looking mean_n_absolute_max maximum minimum "
    "absolute_maximum",
    "trend": "agg_linear_trend linear_trend",
    "wavelets": "cwt_coefficients",
}


class _Late:
    """A kernel whose file is loaded, and compiled, at its first use."""

    def __init__(self, home: str, name: str) -> None:
        self.home, self.name = home, name

    @cached_property
    def function(self) -> Kernel:
        module = importlib.import_module(f"{__name__}.{self.home}")
        kernel: Kernel = getattr(module, self.name)
        return kernel

    def __call__(self, sample: Sample, parameters: Any) -> list[float]:
        return self.function(sample, parameters)


KERNELS: dict[str, Kernel] = {
    name: _Late(home, name) for home, names in HOMES.items() for name in names.split()
}


def __getattr__(name: str) -> Any:
    """Return a function of MiniRocket, whose file loads numba, at its first use."""
    if name in ("convolution", "shares_above"):
        return getattr(importlib.import_module(f"{__name__}.minirocket"), name)
    raise AttributeError(f"module {__name__} has no attribute {name}")
