"""Skewness and excess kurtosis, corrected for small samples as pandas does."""

from __future__ import annotations

from math import nan

import numpy as np

from pybench.features.kernels.sample import Floats, Sample

EPS = np.finfo(np.float64).eps


def skewness(sample: Sample, parameters: None) -> list[float]:
    """Return the adjusted Fisher-Pearson coefficient G1."""
    n, squares, noise, apart = sample.once(_second)
    if n < 3 or n < len(sample.x):
        return [nan]
    second = _unless_noise(np.add.reduce(squares), noise**2 * n)
    third = _unless_noise(np.add.reduce(squares * apart), noise**3 * n)
    if second == 0:
        return [0.0]
    return [n * (n - 1) ** 0.5 / (n - 2) * (third / second**1.5)]


def kurtosis(sample: Sample, parameters: None) -> list[float]:
    """Return G2; missing values are left out."""
    n, squares, noise, _ = sample.once(_second)
    if n < 4:
        return [nan]
    second = _unless_noise(np.add.reduce(squares), noise**2 * n)
    fourth = _unless_noise(np.add.reduce(squares**2), noise**4 * n)
    below = (n - 2) * (n - 3) * second**2
    if below == 0:
        return [0.0]
    normal = 3 * (n - 1) ** 2 / ((n - 2) * (n - 3))
    return [n * (n + 1) * (n - 1) * fourth / below - normal]


def _second(sample: Sample) -> tuple[np.float64, Floats, np.float64, Floats]:
    """Return count, squared deviations, the size of rounding noise, deviations; 0 if missing."""
    x = sample.x
    missing = np.isnan(x)
    gaps = missing.any()
    if gaps:
        x = np.where(missing, 0.0, x)
    n = np.float64(len(x) - np.count_nonzero(missing))
    apart = x - np.add.reduce(x) / n
    if gaps:
        apart[missing] = 0.0
    return n, apart**2, EPS * np.abs(x).max(initial=0.0), apart


def _unless_noise(moment: np.float64, noise: np.float64) -> np.float64:
    return np.float64(0) if np.abs(moment) < noise else moment
