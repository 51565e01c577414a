"""Benford correlation: the leading digits of the values against Benford's law.

tsfresh prints each value and reads the first character. What is printed is the shortest decimal
that reads back as the value, so it starts with d exactly where the value lies between the doubles
nearest to d and to d + 1, times a power of ten.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

from pybench.features.sample import Floats, Sample

POWERS = range(-300, 101)  # smaller values have digits of their own, larger are not ordinary


def benford_correlation(sample: Sample, parameters: None) -> list[float]:
    """Return the correlation of the shares of the digits 1 to 9 with those of the law."""
    shares = np.bincount(_digits(sample.absolute), minlength=10)[1:] / sample.x.size
    return [np.corrcoef(_law(), shares)[0, 1]]


def _digits(magnitudes: Floats) -> npt.NDArray[np.int64]:
    """Return the leading digits, 0 of zero."""
    places = np.searchsorted(_starts(), magnitudes, side="right") - 1
    digits = places % 9 + 1
    for i in np.flatnonzero(places < 0):
        digits[i] = int(np.format_float_scientific(magnitudes[i])[0])
    return digits


@cache
def _starts() -> Floats:
    """Return the doubles nearest to 1e-300, 2e-300, ..., 9e100."""
    return np.array([float(f"{digit}e{power}") for power in POWERS for digit in range(1, 10)])


@cache
def _law() -> Floats:
    return np.array([np.log10(1 + 1 / digit) for digit in range(1, 10)])
