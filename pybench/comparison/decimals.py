"""Scores as exact decimals: whole numbers, whose differences are exact."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

_LARGEST_UNIT = 1e10
# Up to 15 digits, a decimal and its nearest double determine each other.
_LARGEST = 1e15
_FEW = 64


def decimal_units(rows: Floats) -> Floats:
    """Return the smallest power of ten that makes each row whole, (m,), NaN if there is none.

    There is one if every number is the double nearest to a decimal of at most 10 decimals, which is
    then the decimal that Python and R print, and if each takes at most 15 digits.

    Parameters
    ----------
    rows : (m, n) float
        NaN, a missing score, does not count.
    """
    absent = rows != rows
    if absent.any():
        rows = np.where(absent, 0.0, rows)
    units = np.ones(len(rows))
    with np.errstate(over="ignore"):
        for part in (rows[:, :_FEW], rows):  # a few columns show how many decimals there are
            left = np.flatnonzero(units <= _LARGEST_UNIT)
            while left.size:
                unit = units[left, None]
                left = left[(np.rint(part[left] * unit) / unit != part[left]).any(axis=1)]
                units[left] *= 10.0
                left = left[units[left] <= _LARGEST_UNIT]
        units[units > _LARGEST_UNIT] = np.nan
        units[~(np.abs(rows).max(axis=1, initial=0.0) * units < _LARGEST)] = np.nan
    return units


def whole(scores: Floats, rope: float = 0.0) -> tuple[Floats, float, float]:
    """Return scores and a rope as whole numbers if all of them are decimals, and their unit.

    Returns
    -------
    (scores, rope, unit)
        Scores and rope multiplied by ``unit``, a power of ten. If a score or the rope is not a
        decimal, both are unchanged and ``unit`` is 1.
    """
    unit = float(decimal_units(np.append(scores, rope)[None])[0])
    if np.isnan(unit):
        return scores, rope, 1.0
    return np.rint(scores * unit), float(np.rint(rope * unit)), unit


def subtracted(
    columns: Floats, units: Floats, first: NDArray[np.intp], second: NDArray[np.intp]
) -> tuple[Floats, Floats]:
    """Subtract columns of scores pair by pair, as decimals if both are.

    Parameters
    ----------
    columns : (k, N) float
    units : (k,) float
        Their `decimal_units`; NaN keeps doubles.
    first, second : (p,) int

    Returns
    -------
    differences : (p, N) float
        In the unit of their pair, and then exact; NaN if a score is missing.
    unit : (p,) float
        1 for doubles.
    """
    gaps = columns[first] - columns[second]
    unit = np.maximum(units[first], units[second])
    largest = np.fmax.reduce(np.abs(columns), axis=1)
    unit[~(np.maximum(largest[first], largest[second]) * unit < _LARGEST)] = np.nan
    exact = ~np.isnan(unit)
    here = unit[exact, None]
    gaps[exact] = np.rint(columns[first[exact]] * here) - np.rint(columns[second[exact]] * here)
    return gaps, np.where(exact, unit, 1.0)
