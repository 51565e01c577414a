"""Common code of the tests of differences of rank sums: differences, caveats, result."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pybench.base import check
from pybench.comparison.pairs import PairwiseTest, pairwise_test, verdicts_of
from pybench.comparison.permutation import exchange_pairs, permuted
from pybench.comparison.ranks import Ranked

Floats = NDArray[np.float64]
Doubled = NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Compared:
    """All pairs of k methods, row against column; the diagonals are meaningless."""

    statistics: Floats  #: (k, k)
    pvalues: Floats  #: (k, k) in [0, 1], before adjustment
    adjusted: Floats | None = None  #: (k, k), from the test's own joint distribution
    least: Floats | None = None  #: (k, k), the smallest possible p-values, if known
    permuted: bool = False  #: whether they come from exchanging the two scores of a pair


def rank_sum_gaps(doubled: Doubled) -> NDArray[np.int64]:
    """Return twice the rank sum of the column minus that of the row: positive if the row is better.

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


def exchanged(
    test: str,
    limit: Compared,
    scores: NDArray[np.int64],
    reference: str,
    convention: str,
    alternative: str = "two-sided",
    present: NDArray[np.bool_] | None = None,
) -> Compared:
    """Return the results by the limit, or the same by exchanging the scores of pairs."""
    infinite = bool(np.isinf(limit.statistics).any())
    if not permuted(test, reference, convention, scores.shape, infinite):
        return limit
    pvalues, least = exchange_pairs(scores, alternative, present)
    return Compared(limit.statistics, pvalues, least=least, permuted=True)


def near_ties_of_pairs(
    table: Ranked,
    answer: Callable[[float | str], Compared],
    adjust: str,
    control: str | None,
) -> tuple[Compared, bool]:
    """Return the results with a tie tolerance, and whether rounding noise decides a verdict.

    Parameters
    ----------
    table : Ranked
    answer : callable
        Function of a tie tolerance that returns the statistics and raw p-values of all pairs.
    adjust, control
        As in the test.
    """
    column = table.column(control)

    def verdicts(pairs: Compared) -> NDArray[np.int64]:
        return verdicts_of(pairs.statistics, pairs.pvalues, adjust, "two-sided", column)

    found = answer(table.tie_tol)
    near = check.by_equality(table.tie_tol) and not np.array_equal(
        verdicts(found), verdicts(answer("auto"))
    )
    return found, near


def rank_sum_test(
    table: Ranked,
    compare: Callable[[Doubled], Compared],
    *,
    adjust: str,
    alternative: str = "two-sided",
    control: str | None = None,
    convention: str = "standard",
    reference: str = "limit",
    joint: bool = False,
    **labels: Any,
) -> PairwiseTest:
    """Compare all pairs by their doubled ranks and make the result with its caveats.

    Parameters
    ----------
    table : Ranked
    compare : callable
        Doubled ranks -> `Compared`.
    reference : {"auto", "limit", "permutation"}
        See `permuted`.
    joint : bool
        Whether the p-values hold for all pairs together; those by permutation are then adjusted by
        Bonferroni's correction.
    adjust, alternative, control, convention, **labels
        As in `pairwise_test`; checked by the caller.
    """
    column = table.column(control)

    def answer(ranks: Doubled) -> Compared:
        scores = ranks.astype(np.int64)
        return exchanged(labels["test"], compare(ranks), scores, reference, convention, alternative)

    def correction(pairs: Compared) -> str:
        return "bonferroni" if pairs.permuted and joint else adjust

    def verdict(ranks: Doubled) -> object:
        pairs = answer(ranks)
        return verdicts_of(
            rank_sum_gaps(ranks),
            pairs.pvalues,
            correction(pairs),
            alternative,
            column,
            pairs.adjusted,
        ).tolist()

    found = answer(table.doubled)
    if found.permuted:
        labels |= {"method": "permutation", "df": ()}
    doubts = table.caveats(convention)
    if labels["method"] in ("exact", "permutation"):
        doubts["few-datasets"] = False  # no limiting distribution
    doubts["near-ties"] = table.noise_decides(verdict)
    return pairwise_test(
        table,
        found.statistics,
        found.pvalues,
        final=found.adjusted,
        directions=np.sign(rank_sum_gaps(table.doubled)),
        least=found.least,
        adjust=correction(found),
        alternative=alternative,
        control=control,
        convention=convention,
        doubts=doubts,
        **labels,
    )
