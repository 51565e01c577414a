"""A table that is ranked once and tested on many portfolios of its datasets."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pybench.comparison.critical import significant_pairs
from pybench.comparison.friedman import friedman_statistic
from pybench.comparison.ranks import Ranked, ranked

if TYPE_CHECKING:
    import pandas as pd

    from pybench.table import ResultsTable

Doubled = NDArray[np.int32]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

# Number of ranks held in memory at once.
_BLOCK = 2**21


@dataclass(frozen=True, slots=True)
class PortfolioTests:
    """Tests on portfolios of a table ranked once: ranks are within datasets, so each takes rows."""

    table: Ranked
    row: dict[str, int]
    alpha: float
    gated: bool

    @classmethod
    def of(cls, t: ResultsTable, alpha: float, gated: bool) -> PortfolioTests:
        """Rank a table for tests at level alpha; gated: Nemenyi counts where Friedman rejects."""
        return cls(ranked(t), {name: i for i, name in enumerate(t.datasets)}, alpha, gated)

    def differs(self, rows: Ints) -> tuple[Bools, Bools]:
        """Return which pairs differ on portfolios (B, S) of rows, and whether Friedman rejects."""
        from scipy import special

        k = self.table.doubled.shape[1]
        ranks = self.table.doubled[rows]
        rejects = special.chdtrc(k - 1, friedman_statistic(ranks)) <= self.alpha
        apart = significant_pairs(ranks.sum(axis=-2, dtype=np.int64), rows.shape[-1], self.alpha)
        return (apart & rejects[..., None, None] if self.gated else apart), rejects

    def counts(self, rows: Ints) -> tuple[Ints, int]:
        """Count the portfolios on which each pair does not differ, and Friedman's rejections."""
        k = self.table.doubled.shape[1]
        apart, rejected = np.zeros((k, k), np.int64), 0
        length = max(1, _BLOCK // (k * max(k, rows.shape[1])))
        for start in range(0, len(rows), length):
            differs, rejects = self.differs(rows[start : start + length])
            apart += differs.sum(axis=0)
            rejected += int(rejects.sum())
        return len(rows) - apart, rejected

    def rows(self, names: NDArray[np.object_]) -> Ints:
        """Return the rows of datasets by their names, in an array of the same shape."""
        listed = [self.row[name] for name in names.ravel()]
        return np.array(listed, dtype=np.int64).reshape(names.shape)

    def frame(self, cells: NDArray[Any]) -> pd.DataFrame:
        """Return a (k, k) frame named by the methods."""
        import pandas as pd

        names = list(self.table.names)
        return pd.DataFrame(cells, index=names, columns=names)

    def whole(self, names: Iterable[str]) -> pd.DataFrame:
        """Return which pairs differ on all these datasets together."""
        return self.frame(self.differs(np.array([[self.row[n] for n in names]]))[0][0])
