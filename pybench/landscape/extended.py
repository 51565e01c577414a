"""Sums as R computes them on x86-64, with the same bits on every processor.

R adds one number after the other to a number of 64 significant bits, the long double of x86-64,
and rounds the result to a double. On other processors (ARM) and with Microsoft's compiler, a long
double has more or fewer bits. There the same sum is computed with integers, which takes longer.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

_BITS = 64
_LONG_DOUBLE = np.finfo(np.longdouble).nmant + 1 == _BITS


def extended_sum(values: NDArray[np.float64], divisor: int = 1) -> float:
    """Return the sum of finite doubles divided by a whole number, rounded to a double at the end.

    Examples
    --------
    >>> extended_sum(np.array([1e16, 1.0, -1e16]))
    1.0
    """
    if not _LONG_DOUBLE:
        return _with_integers(values, divisor)
    # NumPy's sum is pairwise, its accumulation is not.
    return float(np.add.accumulate(values.astype(np.longdouble))[-1] / divisor)


def _with_integers(values: NDArray[np.float64], divisor: int) -> float:
    """Return the same with integers, in units of the last place of the smallest value."""
    fractions, exponents = np.frexp(values)
    places = exponents - 53
    smallest = int(places.min())
    total = 0
    for whole, place in zip(
        (fractions * 2.0**53).tolist(), (places - smallest).tolist(), strict=True
    ):
        total = _rounded(total + (int(whole) << place))
    # Digits enough for the quotient, and one that says whether more follow.
    wide = total << 2 * _BITS + divisor.bit_length()
    quotient, rest = divmod(wide, divisor)
    quotient = _rounded(quotient << 1 | (rest != 0))
    exponent = smallest - 2 * _BITS - divisor.bit_length() - 1
    try:
        return float(quotient << exponent) if exponent >= 0 else quotient / (1 << -exponent)
    except OverflowError:  # beyond the largest double, as the long double becomes a double
        return math.inf if quotient > 0 else -math.inf


def _rounded(number: int) -> int:
    """Return a number rounded to 64 significant bits, half to even."""
    spare = number.bit_length() - _BITS
    if spare <= 0:
        return number
    odd = number >> spare & 1
    return (number + (1 << spare - 1) - 1 + odd >> spare) << spare
