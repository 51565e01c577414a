"""Ordinary least squares in the exact steps of statsmodels' OLS: same matrices, same routines.

Each product and each decomposition is the one that `OLS(y, x).fit()` does, on arrays of the same
shape and order in memory, so that BLAS and LAPACK return the same bits.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import pi

import numpy as np

from pybench.features.kernels.sample import Floats

RCOND = 1e-15  # statsmodels: smaller singular values count as zero in the inverse
LOG_2PI = np.log(2 * pi)
EPS = float(np.finfo(np.float64).eps)


@dataclass(frozen=True)
class Fit:
    """Coefficients of y on the columns of x, and the inputs of their statistics."""

    x: Floats
    y: Floats
    inverse: Floats  #: pseudo-inverse of x
    params: Floats
    rank: int

    def residuals(self) -> Floats:
        """Return the residuals: y minus the fitted values."""
        return self.y - np.dot(self.x, self.params)  # type: ignore[no-any-return]

    def aic(self) -> float:
        """Akaike's criterion."""
        n = float(len(self.y))
        ssr = np.sum(self.residuals() ** 2)
        half = n / 2.0
        llf = -half * LOG_2PI - half * np.log(ssr / n) - half
        return -2 * llf + 2 * float(self.rank)  # type: ignore[no-any-return]

    def t_value(self, column: int) -> float:
        """Coefficient over its standard error."""
        residuals = self.residuals()
        scale = np.dot(residuals, residuals) / (float(len(self.y)) - self.rank)
        covariance = np.dot(self.inverse, self.inverse.T) * scale
        return self.params[column] / np.sqrt(covariance[column, column])  # type: ignore[no-any-return]


def fit(x: Floats, y: Floats) -> Fit:
    """Fit by the pseudo-inverse, as statsmodels does; LinAlgError where the SVD fails."""
    u, s, vt = np.linalg.svd(x, full_matrices=False)
    largest = np.maximum.reduce(s)
    # numpy.linalg.matrix_rank of a diagonal matrix: its singular values are these, sorted.
    rank = int(np.count_nonzero(s > largest * (len(s) * EPS)))
    kept = s > RCOND * largest
    inverted = np.zeros_like(s)
    inverted[kept] = 1.0 / s[kept]
    inverse = np.dot(vt.T, inverted[:, None] * u.T)
    return Fit(x, y, inverse, np.dot(inverse, y), rank)
