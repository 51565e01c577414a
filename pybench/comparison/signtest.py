"""The sign test of pairs of methods."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from pybench.base import check
from pybench.bridge import engine as engines
from pybench.comparison.adjust import check_adjust
from pybench.comparison.differences import (
    Floats,
    better_scores,
    differences,
    in_order,
    pair_notes,
    pairs_of,
    square,
    verdicts_change,
)
from pybench.comparison.pairs import PairwiseTest, check_pairs, pairwise_test
from pybench.comparison.permutation import least_signed
from pybench.comparison.ranks import Ranked, ranked
from pybench.comparison.signedrank import twice

if TYPE_CHECKING:
    from pybench.table import ResultsTable


def sign_test(
    t: ResultsTable,
    adjust: str = "holm",
    alternative: str = "two-sided",
    control: str | None = None,
    *,
    tie_tol: float | str = "decimal",
    engine: str | None = None,
) -> PairwiseTest:
    r"""Test pairs of methods by the number of datasets on which each is better.

    Parameters
    ----------
    t : ResultsTable
        Scores of k >= 2 methods on N >= 2 datasets.
    adjust : str
        Correction for testing many pairs, see `adjust`.
    alternative : {"two-sided", "greater", "less"}
        "greater": the row is better than the column.
    control : str, optional
        Compare all other methods with this method only.
    tie_tol : "decimal", float or "auto"
        Differences of at most this size count as zero. "auto" is 1e-12 times the largest absolute
        score of the table; with "decimal" or with 0, only equal scores have the difference zero.
    engine : {"python", "r", "both"}, optional
        Which language computes the result; default ``pybench.options.engine``. "both" computes it
        in both languages and compares the results.

    Returns
    -------
    PairwiseTest
        ``statistics`` are the numbers of datasets on which the row is better.

    Raises
    ------
    ResultsTableError
        Fewer than 2 datasets or methods.
    ArgumentError
        An unknown correction, alternative or control, or an invalid ``tie_tol``.
    LanguagesDisagree
        With ``engine="both"``, if Python and R differ by more than the tolerance table allows.

    Notes
    -----
    Datasets on which both methods score the same are left out. With w wins and l losses of the
    method in the row on the other n = w + l datasets, the p-value for "greater" is

    .. math:: P(B \ge w) = 2^{-n} \sum_{i \ge w} \binom{n}{i},

    the exact binomial tail. The two-sided p-value is twice the smaller tail, but at most 1. Demšar
    (2006, JMLR 7, section 3.1.4) instead splits the datasets with equal scores evenly between the
    two methods, and ignores one of these datasets if their number is odd.

    Examples
    --------
    >>> import pybench as pb
    >>> t = pb.read_results([[0.9, 0.8], [0.7, 0.5], [0.6, 0.3], [0.8, 0.4], [0.9, 0.4]],
    ...     datasets=list("vwxyz"), classifiers=["a", "b"], higher_is_better=True)
    >>> float(pb.sign_test(t).pvalues.loc["a", "b"])  # 2 / 2^5
    0.0625
    """
    table = ranked(t, tie_tol, pairwise=True)
    column = check_pairs(table.names, alternative, control)
    check_adjust(adjust, control, alternative)
    options = {
        "adjust": adjust,
        "alternative": alternative,
        "control": control,
        "tie_tol": table.tie_tol,
    }
    return engines.answer(
        "sign_test",
        {"t": t, **options},
        engine=engine,
        kind=PairwiseTest,
        python=lambda: _sign_test(table, adjust, alternative, control, column),
    )


def _sign_test(
    table: Ranked, adjust: str, alternative: str, control: str | None, column: int | None
) -> PairwiseTest:
    k, pairs = table.k, pairs_of(table.k, column)
    scores = better_scores(table.results.scores, table.results.higher_is_better)

    def counted(tie_tol: float | str) -> NDArray[np.int64]:
        blocks = differences(scores, pairs, tie_tol)
        return np.asarray(in_order((places, [_wins(gaps)]) for places, gaps in blocks)[0])

    counts = counted(table.tie_tol)
    pvalues = sign_pvalues(counts, alternative)
    least = least_signed(counts.sum(axis=0), alternative)
    doubts = pair_notes(table, identical=bool((counts.sum(axis=0) == 0).any()))
    if check.by_equality(table.tie_tol):
        merged = counted("auto")
        both = (counts, pvalues), (merged, sign_pvalues(merged, alternative))
        doubts["near-ties"] = verdicts_change(k, pairs, both, adjust, alternative, column)
    return pairwise_test(
        table,
        square(k, pairs, *counts),
        square(k, pairs, *pvalues),
        test="sign_test",
        statistic="wins",
        method="exact",
        adjust=adjust,
        alternative=alternative,
        control=control,
        doubts=doubts,
        least=square(k, pairs, least, least),
    )


def _wins(gaps: Floats) -> NDArray[np.int64]:
    return np.stack([(gaps > 0).sum(axis=1), (gaps < 0).sum(axis=1)])


def sign_pvalues(counts: NDArray[np.int64], alternative: str) -> Floats:
    """Return the p-values of pairs and of reversed pairs from their wins.

    Parameters
    ----------
    counts : (2, P) int
        Wins of the first of each pair, and of the second.
    alternative : {"two-sided", "greater", "less"}

    Returns
    -------
    (2, P) float in (0, 1]
    """
    from scipy import special

    fewer, n = counts.min(axis=0), counts.sum(axis=0)
    if alternative == "two-sided":
        # P(B <= m) = I_{1/2}(n - m, m + 1); if nothing differs, n - m is 0, and p is 1.
        tail = special.betainc(np.maximum(n - fewer, 1), fewer + 1, 0.5)
        both = np.where(n == 0, 1.0, twice(tail))
        return np.stack([both, both])
    # P(B >= w) = I_{1/2}(w, n - w + 1), and 1 without wins.
    own = counts if alternative == "greater" else counts[::-1]
    tail = special.betainc(np.maximum(own, 1), n - own + 1, 0.5)
    return np.where(own == 0, 1.0, tail)
