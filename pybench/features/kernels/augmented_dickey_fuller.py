"""The augmented Dickey-Fuller test as statsmodels computes it, without its model objects."""

from __future__ import annotations

from math import ceil, inf, nan
from typing import Any

import numpy as np
import numpy.typing as npt
from numpy.lib.stride_tricks import sliding_window_view
from scipy.special import ndtr

from pybench.features.kernels.least_squares import EPS, LOG_2PI, fit
from pybench.features.kernels.sample import Floats, Sample

ROUNDINGS = 1e3  # bound on an error, in roundings (see _criteria)
WELL_CONDITIONED = 1e10  # so that no singular value counts as zero

# MacKinnon (1994), one series, a constant: where the p-value is 1 or 0, and where it switches
# between two polynomials in the statistic. Scaled by products, as in statsmodels.
LARGEST, SMALLEST, TURN = 2.74, -18.83, -1.61
LEFT = (np.array([2.1659, 1.4412, 3.8269]) * np.array([1, 1, 1e-2]))[::-1]
RIGHT = (np.array([1.7339, 9.3202, -1.2745, -1.0368]) * np.array([1, 1e-1, 1e-1, 1e-2]))[::-1]


def augmented_dickey_fuller(sample: Sample, parameters: list[dict[str, Any]]) -> list[float]:
    """Return the statistic, its p-value or the number of lags chosen by Akaike's criterion."""
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
    """Return one row per point in time: the previous level, then the `lags` differences before."""
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
    """Return how many columns of the design have the smallest criterion; the fewest if tied.

    One decomposition gives all criteria up to rounding. Only those that may be the smallest, given
    the rounding error, are computed as statsmodels does, with one SVD each.
    """
    counts = np.arange(first, design.shape[1] + 1)
    rough, error = _criteria(design, y, counts)
    near = counts[~(rough > rough.min() + 2 * error)]  # all of them where anything is NaN
    if len(near) == 1:
        return int(near[0])
    return int(min((fit(design[:, :count], y).aic(), count) for count in near)[1])


def _criteria(design: Floats, y: Floats, counts: npt.NDArray[np.int64]) -> tuple[Floats, float]:
    """Return Akaike's criterion for the first `counts` columns, and a bound on all rounding.

    The bound covers both ways, the exact one included. Coefficients from a pseudo-inverse and their
    residuals are off by a small multiple of eps times the condition of the design times the norm of
    y (Higham, Accuracy and Stability of Numerical Algorithms, 2002, chapter 20); columns left out
    only lower the condition. `ROUNDINGS` is that multiple, some hundred times what is seen.
    """
    n = len(y)
    triangle: Any = np.linalg.qr(np.column_stack((design, y)), mode="r")
    singular = np.linalg.svd(triangle[:-1, :-1], compute_uv=False)
    squares = np.cumsum(triangle[::-1, -1] ** 2)[::-1]  # residual after 0, 1, ... columns
    rough = n * np.log(squares[counts] / n) + 2 * counts + n * (1 + LOG_2PI)
    condition = singular[0] / singular[-1]
    if not condition < WELL_CONDITIONED:  # ranks may be less than they seem
        return rough, inf
    share = ROUNDINGS * EPS * condition * np.sqrt(squares[0] / squares[counts[-1]])
    return rough, float(n * (2 * share + share**2))


def _p_value(statistic: float) -> float:
    if statistic > LARGEST:
        return 1.0
    if statistic < SMALLEST:
        return 0.0
    return float(ndtr(np.polyval(LEFT if statistic <= TURN else RIGHT, statistic)))
