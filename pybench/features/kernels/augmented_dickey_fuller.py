"""The augmented Dickey-Fuller test as statsmodels computes it, without its model objects."""

from __future__ import annotations

from math import ceil, nan
from typing import Any

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from scipy.special import ndtr

from pybench.features.kernels.least_squares import EPS, Fit, fit
from pybench.features.sample import Floats, Sample

SAFETY = 1000.0
SINGULAR = 1e10  # from this condition on, columns might count as dependent on each other
# MacKinnon (1994), one series, a constant: where the p-value is 1 or 0, and between which of two
# polynomials in the statistic is taken. Scaled by products, as statsmodels scales them.
LARGEST, SMALLEST, TURN = 2.74, -18.83, -1.61
LEFT = (np.array([2.1659, 1.4412, 3.8269]) * np.array([1, 1, 1e-2]))[::-1]
RIGHT = (np.array([1.7339, 9.3202, -1.2745, -1.0368]) * np.array([1, 1e-1, 1e-1, 1e-2]))[::-1]


def augmented_dickey_fuller(sample: Sample, parameters: list[dict[str, Any]]) -> list[float]:
    """Return the statistic, its p-value or the number of lags that Akaike's criterion takes."""
    try:
        found = _test(sample.x)
    except np.linalg.LinAlgError:
        found = None
    if found is None:  # too short, constant, not finite
        return [nan] * len(parameters)
    return [found[setting["attr"]] for setting in parameters]


def _test(x: Floats) -> dict[str, float] | None:
    n = len(x)
    most = min(n // 2 - 2, ceil(12.0 * np.power(n / 100.0, 1 / 4.0)))
    if most < 0 or x.max() == x.min():
        return None
    differences = np.diff(x)
    design = _with_constant(_lagged(x, differences, most), first=True)
    if not np.isfinite(design.max(axis=0)).all():
        return None
    y = differences[most:]
    first = design.shape[1] - most
    lags = _best(design, y, first) - first
    design = _with_constant(_lagged(x, differences, lags), first=False)
    statistic = float(fit(design, differences[lags:]).t_value(0))
    return {"teststat": statistic, "pvalue": _p_value(statistic), "usedlag": lags}


def _lagged(x: Floats, differences: Floats, lags: int) -> Floats:
    """Return one row a point in time: the level before it, then the `lags` differences before."""
    rows = len(differences) - lags
    table = np.empty((rows, lags + 1))
    table[:, 0] = x[lags:-1]
    if lags:
        table[:, 1:] = sliding_window_view(differences[:-1], lags)[:, ::-1]
    return table


def _with_constant(table: Floats, first: bool) -> Floats:
    """Put a column of ones first or last, unless a column is constant already and not zero."""
    constant = table.max(axis=0) == table.min(axis=0)
    if (constant & (table[0] != 0)).any():
        return table
    ones = np.ones((len(table), 1))
    return np.concatenate((ones, table) if first else (table, ones), axis=1)


def _best(design: Floats, y: Floats, first: int) -> int:
    """Return how many columns of the design have the smallest criterion; the fewest, if many."""
    fits: list[tuple[float, int]] = [
        (_fit(design, y, columns).aic(), columns) for columns in _candidates(design, y, first)
    ]
    return min(fits)[1]


def _candidates(design: Floats, y: Floats, first: int) -> list[int]:
    """Return the numbers of columns that may have the smallest criterion.

    The criterion decides and is not itself a feature, so only what comes near the smallest needs
    statsmodels' own arithmetic. One QR decomposition of the design with y beside it has the sums
    of squares of all the nested fits; `SAFETY` times their relative error is allowed for. A test
    compares with all criteria.
    """
    n, most = design.shape
    triangle: Floats = np.asarray(np.linalg.qr(np.column_stack((design, y)), mode="r"))
    values = np.linalg.svd(triangle[:most, :most], compute_uv=False)
    squares = triangle[:, most] ** 2
    left = squares[::-1].cumsum()[::-1][first:]  # by columns `first`, ..., `most`
    columns = np.arange(first, first + len(left))
    condition = values[0] / values[-1]
    error = SAFETY * EPS * condition * np.sqrt(squares.sum() / left[-1])
    if n <= most or condition >= SINGULAR or not np.isfinite(error):
        return list(range(first, most + 1))
    criteria = n * np.log(left) + 2 * columns
    near: list[int] = columns[criteria <= criteria.min() + n * error].tolist()
    return near


def _fit(design: Floats, y: Floats, columns: int) -> Fit:
    return fit(design[:, :columns], y)


def _p_value(statistic: float) -> float:
    if statistic > LARGEST:
        return 1.0
    if statistic < SMALLEST:
        return 0.0
    return float(ndtr(np.polyval(LEFT if statistic <= TURN else RIGHT, statistic)))
