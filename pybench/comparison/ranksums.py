"""What the tests of differences of rank sums share: the differences, the doubts, the result."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pybench.comparison.pairs import PairwiseTest, final_pvalues, pairwise_test
from pybench.comparison.ranks import VERDICT_LEVEL, doubled_ranks, near_ties_decide, table_notes

if TYPE_CHECKING:
    from pybench.table import ResultsTable

Floats = NDArray[np.float64]
Doubled = NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Compared:
    """All pairs of k classifiers, row against column; the diagonals mean nothing."""

    statistics: Floats  #: (k, k)
    pvalues: Floats  #: (k, k) in [0, 1], before adjustment
    adjusted: Floats | None = None  #: (k, k), from a joint distribution of the test's own


def rank_sum_gaps(doubled: Doubled) -> NDArray[np.int64]:
    """Return twice the rank sum of the column less that of the row: positive if the row is better.

    Parameters
    ----------
    doubled : (..., N, k) int
        Twice the ranks; leading axes are replicates.

    Returns
    -------
    (..., k, k) int
    """
    sums = doubled.sum(axis=-2, dtype=np.int64)
    return np.asarray(sums[..., None, :] - sums[..., :, None])


def rank_sum_test(
    t: ResultsTable,
    compare: Callable[[Doubled], Compared],
    *,
    adjust: str,
    alternative: str = "two-sided",
    control: str | None = None,
    convention: str = "standard",
    tie_tol: float | str = 0.0,
    **labels: Any,
) -> PairwiseTest:
    """Compare all pairs by their doubled ranks and make the result with its doubts.

    Parameters
    ----------
    t : ResultsTable
    compare : callable
        Doubled ranks -> `Compared`.
    adjust, alternative, control, convention, tie_tol, **labels
        As `pairwise_test`; what the caller has checked.
    """
    doubled = doubled_ranks(t.scores, t.higher_is_better, tie_tol)
    found = compare(doubled)
    column = None if control is None else t.classifiers.index(control)

    def verdict(other: Doubled) -> list[bool]:
        pairs = compare(other)
        final = final_pvalues(pairs.pvalues, adjust, alternative, column, pairs.adjusted)
        return (final <= VERDICT_LEVEL).ravel().tolist()

    doubts = table_notes(t, doubled, convention)
    if labels["method"] == "exact":
        doubts["few-datasets"] = False  # no limiting distribution
    doubts["near-ties"] = near_ties_decide(t, tie_tol, verdict)
    return pairwise_test(
        t,
        found.statistics,
        found.pvalues,
        final=found.adjusted,
        adjust=adjust,
        alternative=alternative,
        control=control,
        convention=convention,
        tie_tol=tie_tol,
        doubts=doubts,
        **labels,
    )
