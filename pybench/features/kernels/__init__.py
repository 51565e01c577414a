"""Calculators of equal value to tsfresh's, by the name that each replaces.

A kernel takes a `Sample` and tsfresh's list of parameter sets (None where there are none) and
returns one value a set, in order: ``==`` tsfresh's value, or NaN where that is NaN.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pybench.features.kernels.ar_coefficient import ar_coefficient
from pybench.features.kernels.augmented_dickey_fuller import augmented_dickey_fuller
from pybench.features.kernels.autocorrelation import (
    agg_autocorrelation,
    autocorrelation,
    partial_autocorrelation,
)
from pybench.features.kernels.fourier import fft_aggregated, fft_coefficient, spkt_welch_density
from pybench.features.kernels.langevin import friedrich_coefficients, max_langevin_fixed_point
from pybench.features.kernels.moments import kurtosis, skewness
from pybench.features.kernels.trend import agg_linear_trend, linear_trend
from pybench.features.sample import Sample

Kernel = Callable[[Sample, Any], list[float]]

KERNELS: dict[str, Kernel] = {
    kernel.__name__: kernel
    for kernel in (
        agg_autocorrelation,
        agg_linear_trend,
        ar_coefficient,
        augmented_dickey_fuller,
        autocorrelation,
        fft_aggregated,
        fft_coefficient,
        friedrich_coefficients,
        kurtosis,
        linear_trend,
        max_langevin_fixed_point,
        partial_autocorrelation,
        skewness,
        spkt_welch_density,
    )
}
