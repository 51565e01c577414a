"""Benford correlation: the leading digits of the values compared with Benford's law.

tsfresh prints each value and reads the first character. The printed text is the shortest decimal
that reads back as the value, so it starts with d exactly if the value lies between the doubles
nearest to d and to d + 1, times a power of ten.
"""

from __future__ import annotations

import math
from functools import cache

import numpy as np
import numpy.typing as npt

from pybench.features.kernels.sample import Floats, Sample

POWERS = range(-300, 101)  # smaller values have special digits, larger ones are not ordinary


def benford_correlation(sample: Sample, parameters: None) -> list[float]:
    """Return the correlation of the shares of the digits 1 to 9 with those of the law."""
    shares = np.bincount(_digits(sample.absolute), minlength=10)[1:] / sample.x.size
    return [_correlation(shares)]


def _correlation(shares: Floats) -> float:
    """Return the same as `np.corrcoef(law, shares)[0, 1]`."""
    both = np.empty((2, 9))
    both[0] = _law()
    np.subtract(shares, np.add.reduce(shares) / 9, out=both[1])
    products = np.dot(both, both.T)  # a matrix times its transpose: BLAS has a routine for that
    products *= 1 / 8
    (xx, xy), (_, yy) = products.tolist()
    if yy == 0:
        return math.nan
    correlation: float = xy / math.sqrt(xx) / math.sqrt(yy)
    return max(-1.0, min(1.0, correlation))


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
    """Return the shares of the digits by the law, minus their mean."""
    law = np.array([np.log10(1 + 1 / digit) for digit in range(1, 10)])
    centred: Floats = law - np.mean(law)
    return centred
