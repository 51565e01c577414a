"""Coefficients of an autoregressive model with a constant, by least squares."""

from __future__ import annotations

from math import nan
from typing import Any

import numpy as np

from pybench.features.kernels.least_squares import fit
from pybench.features.kernels.sample import Floats, Sample


def ar_coefficient(sample: Sample, parameters: list[dict[str, Any]]) -> list[float]:
    """Return coefficient `coeff` (0: the constant) of the model of order `k`."""
    orders = {setting["k"] for setting in parameters}
    fitted = {order: _coefficients(sample.x, order) for order in orders}
    return [
        nan if coeff > k else fitted[k][coeff]
        for coeff, k in ((setting["coeff"], setting["k"]) for setting in parameters)
    ]


def _coefficients(x: Floats, order: int) -> list[float]:
    rows = len(x) - order
    if rows < order + 1:
        # tsfresh returns one NaN too few if estimation fails, and 0 for coefficients it lacks.
        return [*[nan] * order, 0.0]
    # Present and past share one table, laid out as in statsmodels: strides set BLAS's sum order.
    table = np.empty((rows, order + 1))
    for lag in range(order + 1):
        table[:, lag] = x[order - lag : len(x) - lag]
    design = np.concatenate((np.ones((rows, 1)), table[:, 1:]), axis=1)
    if not np.isfinite(design.max(axis=0)).all():  # where tsfresh raises
        return [nan] * (order + 1)
    try:
        return fit(design, table[:, 0]).params.tolist()  # type: ignore[no-any-return]
    except np.linalg.LinAlgError:
        return [*[nan] * order, 0.0]
