"""What figures of a results table show of it: the scores of two methods, and who wins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from pybench.base.errors import ResultsTableError
from pybench.comparison.pairs import check_pair
from pybench.comparison.ranks import doubled_ranks, require_comparable

if TYPE_CHECKING:
    from pybench.table import ResultsTable

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Duel:
    """Two methods on the datasets that have scores of both."""

    datasets: tuple[str, ...]  #: n names
    scores: Floats  #: (n, 2), in units of the metric
    better: NDArray[np.int64]  #: (n,): 1 if the first method is better, 2 the second, 0 neither
    left_out: int  #: number of datasets without a score of both

    @classmethod
    def of(cls, t: ResultsTable, first: str, second: str, tie_tol: float | str) -> Duel:
        """Compare two methods dataset by dataset, ties by a tolerance as in `pybench.ranks`.

        Raises
        ------
        ArgumentError
            Not a table, or not two different methods of it.
        ResultsTableError
            No dataset has scores of both methods.
        """
        require_comparable(t, complete=False, datasets=1)
        pair = list(check_pair(t.classifiers, first, second))
        present = np.flatnonzero(np.isfinite(t.scores[:, pair]).all(axis=1))
        if not len(present):
            raise ResultsTableError(
                "expected a dataset with scores of both methods, found none",
                expected="a dataset with scores of both methods",
                found="none",
            )
        scores = t.scores[present][:, pair]
        order = np.sign(np.diff(doubled_ranks(scores, t.higher_is_better, tie_tol), axis=1)[:, 0])
        return cls(
            datasets=tuple(t.datasets[i] for i in present.tolist()),
            scores=scores,
            better=np.where(order == 0, 0, np.where(order > 0, 1, 2)),
            left_out=t.n_datasets - len(present),
        )
