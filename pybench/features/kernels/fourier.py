"""Fourier coefficients and the shape of their amplitudes; the power by Welch's method."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import nan
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.fft import rfft

from pybench.features.kernels.sample import Floats, Sample

Complex = npt.NDArray[np.complex128]
SEGMENT = 256  # tsfresh's longest segment of Welch's method
PARTS: dict[str, Callable[[Complex], npt.NDArray[Any]]] = {
    "real": lambda c: c.real,
    "imag": lambda c: c.imag,
    "abs": np.abs,
    "angle": lambda c: np.angle(c, deg=True),
}


def fft_coefficient(sample: Sample, parameters: list[dict[str, Any]]) -> list[float]:
    """Return `attr` (real, imag, abs, angle in degrees) of coefficient `coeff`."""
    most = max(setting["coeff"] for setting in parameters) + 1
    found = sample.spectrum[:most]
    parts = {
        name: [*PARTS[name](found).tolist(), *[nan] * (most - len(found))]
        for name in {setting["attr"] for setting in parameters}
    }
    return [parts[setting["attr"]][setting["coeff"]] for setting in parameters]


def fft_aggregated(sample: Sample, parameters: list[dict[str, Any]]) -> list[float]:
    """Return centre, variance, skewness or kurtosis of the amplitudes, as tsfresh defines them."""
    amplitudes = np.abs(sample.spectrum)
    total = amplitudes.sum()
    first, second, third, fourth = (
        amplitudes.dot(powers) / total for powers in _powers(len(amplitudes))
    )
    variance = second - first**2
    shape = {"centroid": first, "variance": variance, "skew": nan, "kurtosis": nan}
    if not variance < 0.5:  # too narrow: the others would blow up
        shape["skew"] = (third - 3 * first * variance - first**3) / variance**1.5
        shape["kurtosis"] = (
            fourth - 4 * first * third + 6 * second * first**2 - 3 * first
        ) / variance**2
    return [shape[setting["aggtype"]] for setting in parameters]


@lru_cache(64)
def _powers(n: int) -> tuple[Floats, ...]:
    return tuple(np.arange(n, dtype=float) ** power for power in (1, 2, 3, 4))


def spkt_welch_density(sample: Sample, parameters: list[dict[str, Any]]) -> list[float]:
    """Return the power density at place `coeff` of the frequencies."""
    density = sample.once(welch_density)
    return [
        density[place] if place < len(density) else nan
        for place in (setting["coeff"] for setting in parameters)
    ]


def welch_density(sample: Sample) -> Floats:
    """Return scipy.signal.welch's density, segments of 256 or the whole series if shorter."""
    x = sample.x
    size = min(len(x), SEGMENT)
    window, step = _window(size), size - size // 2
    starts = range(0, (len(x) - size // 2) // step * step, step)
    found = np.empty((size // 2 + 1, len(starts)))
    for k, start in enumerate(starts):
        segment = x[start : start + size]
        transformed = rfft((segment - np.mean(segment)) * window)
        found[:, k] = transformed.real**2 + transformed.imag**2
    found[1 : -1 if size % 2 == 0 else None] *= 2
    return found.mean(axis=-1) if len(starts) > 1 else found[:, 0]


@lru_cache(SEGMENT)
def _window(size: int) -> Floats:
    """Return Hann's window, scaled so that squared amplitudes are a density."""
    from scipy.signal import ShortTimeFFT
    from scipy.signal.windows import get_window

    window = get_window("hann", size)
    scaled = ShortTimeFFT(window, 1, 1.0, scale_to="psd", phase_shift=None)
    return scaled.win  # type: ignore[no-any-return]
