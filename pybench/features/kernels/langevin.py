"""Friedrich's estimate of a Langevin model's drift: a polynomial through means of quantile bins.

tsfresh computes it twice, once for its coefficients and once for its largest fixed point, and both
times through `pandas.qcut` and a grouped frame. The bins and their means are the same numbers here.
"""

from __future__ import annotations

from functools import cache
from math import nan
from typing import Any

import numpy as np
import numpy.typing as npt

from pybench.features.kernels.compiled import compiled
from pybench.features.kernels.sample import Floats, Sample

EPS = np.finfo(np.float64).eps
# Bins within these bounds keep distinct, ordered labels when pandas rounds them (see _plain).
SMALLEST, LARGEST, GAP = 1e-10, 1e15, 1e-10


def friedrich_coefficients(sample: Sample, parameters: list[dict[str, Any]]) -> list[float]:
    """Return coefficient `coeff`, highest power first, of the polynomial of degree `m`."""
    fits = [sample.once(_polynomial, setting["m"], setting["r"]) for setting in parameters]
    return [
        found[setting["coeff"]] if setting["coeff"] < len(found) else nan
        for found, setting in zip(fits, parameters, strict=True)
    ]


def max_langevin_fixed_point(sample: Sample, parameters: list[dict[str, Any]]) -> list[float]:
    """Return the largest real part of the polynomial's roots."""
    return [_largest_root(sample.once(_polynomial, s["m"], s["r"])) for s in parameters]


def _largest_root(coefficients: list[float]) -> float:
    if not np.isfinite(coefficients).all():
        return nan  # no eigenvalues
    roots = np.roots(coefficients)
    return float(np.max(np.real(roots))) if len(roots) else nan


def _polynomial(sample: Sample, degree: int, bins: int) -> list[float]:
    none = [nan] * (degree + 1)
    level, change = sample.x[:-1], sample.differences
    present = level[~np.isnan(level)]
    if not len(present):
        return none
    edges = _quantiles(np.sort(present), bins)
    gaps = np.diff(edges)
    if (gaps == 0).any():
        return none  # qcut needs distinct edges
    if _plain(edges, gaps):
        group = np.searchsorted(edges, level, side="left") - 1
        group[level == edges[0]] = 0
        group[group == bins] = -1  # missing
    else:
        labels = _labels(level, bins)
        if labels is None:
            return none
        group, bins = labels
    x, y = _means(group, level, change, bins)
    known = ~(np.isnan(x) | np.isnan(y))
    return _least_squares(x[known], y[known], degree) if known.any() else none


@cache
def _quantile_places(n: int, bins: int) -> tuple[Any, ...]:
    """Return places before and after each quantile of n sorted values, and the latter's weights."""
    quantiles = np.linspace(0, 1, bins + 1)
    # As qcut does, so that an edge falls on a value rather than just below it.
    off = bins * quantiles != np.arange(bins + 1)
    quantiles[off] = np.nextafter(quantiles[off], 1)
    place = (n - 1) * quantiles
    before = np.minimum(np.floor(place).astype(np.intp), n - 1)
    after = np.minimum(before + 1, n - 1)
    weight = place - before
    return before, after, weight, weight >= 0.5, 1 - weight


def _quantiles(ascending: Floats, bins: int) -> Floats:
    """Return numpy.quantile's linear quantiles, interpolated from the nearer neighbour."""
    before, after, weight, late, rest = _quantile_places(len(ascending), bins)
    low, high = ascending[before], ascending[after]
    between = high - low
    return np.where(late, high - between * rest, low + between * weight)


def _plain(edges: Floats, gaps: Floats) -> bool:
    """Return whether the labels of all bins are distinct and ascending, so that they are groups.

    qcut names a bin by its edges, rounded to the first of 3 to 19 digits at which all differ, and
    refuses names that do not ascend. Within these bounds 12 digits always do.
    """
    size = np.abs(edges)
    largest = size.max()
    smallest = size[size > 0].min(initial=1.0)
    return bool(
        smallest >= SMALLEST and largest <= LARGEST and gaps.min() > GAP * max(1.0, largest)
    )


def _labels(level: Floats, bins: int) -> tuple[npt.NDArray[np.int64], int] | None:
    """Return the groups and their number from pandas; None if it refuses the edges."""
    import pandas as pd

    try:
        groups = pd.qcut(pd.Series(level), bins)
    except (ValueError, IndexError):
        return None
    codes: npt.NDArray[np.int64] = groups.cat.codes.to_numpy().astype(np.int64)
    return codes, len(groups.cat.categories)


@compiled("UniTuple(f8[::1], 2)(i8[::1], f8[::1], f8[::1], i8)")
def _means(
    group: npt.NDArray[np.int64], one: Floats, other: Floats, groups: int
) -> tuple[Floats, Floats]:
    """Return the means of two columns by group, with Kahan's sum as in pandas; NaN if empty."""
    sums, lost, counts = np.zeros((2, groups)), np.zeros((2, groups)), np.zeros((2, groups))
    for i in range(len(group)):
        g = group[i]
        if g < 0:
            continue
        for j in range(2):
            value = one[i] if j == 0 else other[i]
            if np.isnan(value):
                continue
            counts[j, g] += 1
            y = value - lost[j, g]
            t = sums[j, g] + y
            lost[j, g] = t - sums[j, g] - y
            if np.isnan(lost[j, g]):
                lost[j, g] = 0.0
            sums[j, g] = t
    means = np.full((2, groups), np.nan)
    for j in range(2):
        for g in range(groups):
            if counts[j, g] > 0:
                means[j, g] = sums[j, g] / counts[j, g]
    return means[0], means[1]


def _least_squares(x: Floats, y: Floats, degree: int) -> list[float]:
    """Return numpy.polyfit(x, y, degree), or NaN where the SVD fails."""
    powers = np.vander(x, degree + 1)
    scale = np.sqrt((powers * powers).sum(axis=0))
    powers /= scale
    try:
        found = np.linalg.lstsq(powers, y, rcond=float(len(x) * EPS))[0]
    except np.linalg.LinAlgError:
        return [nan] * (degree + 1)
    return (found / scale).tolist()  # type: ignore[no-any-return]
