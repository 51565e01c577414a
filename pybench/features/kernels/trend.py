"""Lines through a series and through aggregates of its chunks: scipy's linregress, step by step."""

from __future__ import annotations

from functools import lru_cache
from math import nan, sqrt
from typing import Any

import numpy as np
from scipy.special import stdtr

from pybench.features.kernels.compiled import compiled
from pybench.features.kernels.sample import Floats, Sample
from pybench.features.kernels.summation import pairwise_sum

TINY = 1.0e-20  # as in scipy, against division by zero
AGGREGATES = ("max", "min", "mean", "var")
NO_LINE = dict.fromkeys(("slope", "intercept", "rvalue", "pvalue", "stderr"), nan)


def linear_trend(sample: Sample, parameters: list[dict[str, Any]]) -> list[float]:
    """Return `attr` of the line through the series."""
    line = _line(sample.x)
    return [line[setting["attr"]] for setting in parameters]


def agg_linear_trend(sample: Sample, parameters: list[dict[str, Any]]) -> list[float]:
    """Return `attr` of the line through `f_agg` of each `chunk_len` values."""
    lines = {
        size: _lines_through_chunks(sample.x, size) for size in {s["chunk_len"] for s in parameters}
    }
    return [lines[s["chunk_len"]][s["f_agg"]][s["attr"]] for s in parameters]


def _lines_through_chunks(x: Floats, size: int) -> dict[str, dict[str, float]]:
    if size >= len(x):
        return dict.fromkeys(AGGREGATES, NO_LINE)
    return dict(zip(AGGREGATES, map(_line, _chunks(x, size)), strict=True))


@compiled("f8[:,::1](f8[::1], i8)")
def _chunks(x: Floats, size: int) -> Floats:
    """Return maximum, minimum, mean and variance, one row each, of each `size` values."""
    count = (len(x) + size - 1) // size
    found = np.empty((4, count))
    squares = np.empty(size)
    for i in range(count):
        chunk = x[i * size : (i + 1) * size]
        n = len(chunk)
        high, low = chunk[0], chunk[0]
        for value in chunk:
            if value > high or np.isnan(value):
                high = value
            if value < low or np.isnan(value):
                low = value
        mean = pairwise_sum(chunk) / n
        for k in range(n):
            squares[k] = (chunk[k] - mean) * (chunk[k] - mean)
        found[0, i] = high
        found[1, i] = low
        found[2, i] = mean
        found[3, i] = pairwise_sum(squares[:n]) / n
    return found


@lru_cache(256)
def _times(n: int) -> Floats:
    """Return 0, 1, ... minus their mean."""
    times: Floats = np.arange(n, dtype=np.float64)
    return times - (n - 1) / 2


def _line(y: Floats) -> dict[str, float]:
    """Return the line through y at 0, 1, ...: scipy.stats.linregress, NaN for one point or NaN."""
    n = len(y)
    mean = np.add.reduce(y) / n
    if n < 2 or (np.isnan(mean) and np.isnan(y).any()):
        return NO_LINE
    centred = np.empty((2, n))  # as in numpy.cov: BLAS multiplies it by its transpose
    centred[0] = _times(n)
    np.subtract(y, mean, out=centred[1])
    covariance = np.dot(centred, centred.T)
    covariance *= 1 / n
    (xx, xy), (_, yy) = covariance.tolist()
    r = _correlation(xx, xy, yy)
    slope = xy / xx
    middle = (n - 1) / 2
    if n == 2:
        p, error = (1.0 if y[0] == y[1] else 0.0), 0.0
    else:
        freedom = n - 2
        t = r * sqrt(freedom / ((1.0 - r + TINY) * (1.0 + r + TINY)))
        p = 2 * float(stdtr(freedom, -abs(t)))
        error = sqrt((1 - r**2) * yy / xx / freedom)
    intercept = float(mean) - slope * middle
    return {"slope": slope, "intercept": intercept, "rvalue": r, "pvalue": p, "stderr": error}


def _correlation(xx: float, xy: float, yy: float) -> float:
    if yy == 0.0:
        return nan if xy == 0 else 0.0
    below = sqrt(xx * yy)
    r = xy / below if below else float(np.divide(xy, 0.0))
    return max(-1.0, min(1.0, r)) if r == r else nan
