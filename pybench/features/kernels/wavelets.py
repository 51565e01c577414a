"""Coefficients of the continuous transform with the Mexican hat wavelet, as in PyWavelets.

PyWavelets integrates the wavelet and samples the integral at each scale again for every series.
Here the samples are stored, and only the start of a series, on which the requested coefficients
depend, is convolved: up to the length of the sampled wavelet the terms and their order are the
same.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np

from pybench.features.kernels.sample import Floats, Sample

PRECISION = 12  # the wavelet is known at 2^12 points


def cwt_coefficients(sample: Sample, parameters: Sequence[Mapping[str, Any]]) -> list[float]:
    """Return coefficient number `coeff` at scale `w`, NaN if the series is shorter."""
    wanted: dict[float, int] = {}
    for one in parameters:
        wanted[one["w"]] = max(wanted.get(one["w"], 0), one["coeff"] + 1)
    rows = {scale: _coefficients(sample.x, scale, count) for scale, count in wanted.items()}
    n = sample.x.size
    return [rows[one["w"]][one["coeff"]] if one["coeff"] < n else np.nan for one in parameters]


def _coefficients(x: Floats, scale: float, count: int) -> Floats:
    """Return at least the first `count` coefficients of one scale, or all there are."""
    wavelet = _sampled(scale)
    first = math.floor((wavelet.size - 2) / 2)
    needed = max(wavelet.size, first + count + 1)
    smoothed = np.convolve(x[:needed], wavelet)[first : first + count + 1]
    coefficients: Floats = -np.sqrt(scale) * np.diff(smoothed)
    return coefficients


@cache
def _sampled(scale: float) -> Floats:
    """Return the integral of the wavelet at the points of one scale, the last one first."""
    import pywt

    integral, at = pywt.integrate_wavelet("mexh", precision=PRECISION)
    width = at[-1] - at[0]
    places = (np.arange(scale * width + 1) / (scale * (at[1] - at[0]))).astype(int)
    sampled: Floats = integral[places[places < integral.size]][::-1]
    return sampled
