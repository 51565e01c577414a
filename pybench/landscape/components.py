"""Principal components instead of a map: fewer columns, the same rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from pybench.base import check
from pybench.base.errors import ArgumentError
from pybench.base.result import Result
from pybench.base.text import counted

if TYPE_CHECKING:
    import pandas as pd

Doubles = NDArray[np.float64]

_NOTHING = 1e-10  # of the largest variance: rounding noise in a component that does not exist
_TIE = 1e-6  # loadings that differ by less are equally large


@dataclass(frozen=True, slots=True, eq=False)
class Components(Result):
    """Directions of most variance."""

    features: tuple[str, ...]  #: (p,) columns
    mean: Doubles  #: (p,) subtracted first
    loadings: Doubles  #: (p, d) of length 1; the first of the largest of each is positive
    variance: Doubles  #: (d,) share of the total variance of each component, descending
    explained: float  #: their sum, in (0, 1]

    schema: ClassVar[str] = "components/1"

    def scores(self, rows: Doubles) -> Doubles:
        """Return (n, d) coordinates of rows."""
        return np.asarray((rows - self.mean) @ self.loadings)

    def to_frame(self) -> pd.DataFrame:
        """Return one row per feature: its loading on each component, PC1, PC2, ..."""
        import pandas as pd

        names = [f"PC{i + 1}" for i in range(len(self.variance))]
        return pd.DataFrame(self.loadings, index=list(self.features), columns=names)

    def __str__(self) -> str:
        return (
            f"{counted(len(self.variance), 'component')} of {counted(len(self.mean), 'feature')}: "
            f"{100 * self.explained:.1f}% of the variance"
        )


def components(
    rows: Doubles,
    features: tuple[str, ...],
    variance: float,
    weights: Doubles | None = None,
) -> Components:
    """Return the fewest components that together have the given share of the variance.

    They are computed from the eigenvectors of the covariance matrix or, with fewer rows than
    columns, of the matrix of inner products of rows; a row counts as much as its weight. Their
    signs are fixed, so that both languages agree.
    """
    variance = check.fraction("variance", variance)
    if weights is None:
        mean = rows.mean(axis=0)
        centred = rows - mean
    else:
        mean = np.average(rows, axis=0, weights=weights)
        centred = (rows - mean) * np.sqrt(weights)[:, None]
    wide = rows.shape[1] > len(rows)
    values, vectors = np.linalg.eigh(centred @ centred.T if wide else centred.T @ centred)
    values, vectors = values[::-1], vectors[:, ::-1]
    real = values > _NOTHING * values[0]
    if values[0] <= 0 or not real.any():
        raise ArgumentError(
            "`features` must have rows that differ", expected="rows that differ", found="equal rows"
        )
    # The remaining components are noise, which differs between the languages.
    values, vectors = values[real], vectors[:, real]
    shares = values / values.sum()
    enough = int(np.searchsorted(np.cumsum(shares), variance - 1e-12)) + 1
    loadings = vectors[:, : min(enough, len(shares))]
    shares = shares[:enough]
    if wide:
        loadings = centred.T @ loadings
        loadings /= np.sqrt((loadings**2).sum(axis=0))
    loadings = loadings * _signs(loadings)
    for array in (mean, loadings, shares):
        array.flags.writeable = False
    return Components(features, mean, loadings, shares, float(shares.sum()))


def _signs(loadings: Doubles) -> Doubles:
    size = np.abs(loadings)
    first = (size >= (1 - _TIE) * size.max(axis=0)).argmax(axis=0)
    return np.asarray(np.sign(loadings[first, np.arange(loadings.shape[1])]))
