"""Aligned ranks: scores minus the mean of their dataset, ranked over all datasets together."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from pybench.base import check, notes
from pybench.base.result import P_FLOOR
from pybench.bridge import engine as engines
from pybench.comparison.adjust import check_adjust
from pybench.comparison.decimals import whole
from pybench.comparison.omnibus import (
    OmnibusTest,
    noise_decides,
    two_sided_normal,
    upper_tail,
)
from pybench.comparison.pairs import PairwiseTest, check_pairs, pairwise_test
from pybench.comparison.permutation import Rearranged, check_reference, permuted, rearrange_rows
from pybench.comparison.ranks import (
    Ranked,
    doubled_ranks,
    merge_near_ties,
    ranked,
    table_tolerance,
)
from pybench.comparison.ranksums import Compared, exchanged, near_ties_of_pairs

if TYPE_CHECKING:
    from pybench.table import ResultsTable

Floats = NDArray[np.float64]
Doubled = NDArray[np.int32]

CONVENTIONS = ("standard", "scmamp")
# Scores beyond this are scaled by a power of 2, which is exact, so that no sum overflows.
_HUGE, _SMALLER = 2.0**900, 2.0**-100


def aligned_ranks(
    t: ResultsTable,
    *,
    convention: str = "standard",
    tie_tol: float | str = "decimal",
    reference: str = "auto",
    engine: str | None = None,
) -> OmnibusTest:
    r"""Test whether all methods perform alike, by ranking all aligned scores together.

    A score is aligned by subtracting the mean of its dataset; all N k aligned scores are then
    ranked together. Unlike in the Friedman test, a large difference counts more than a small one,
    so all datasets must be measured in the same unit.

    Parameters
    ----------
    t : ResultsTable
        Scores of k >= 2 methods on N >= 2 datasets.
    convention : {"standard", "scmamp"}
        "scmamp" reproduces the package scmamp, which differs in three points. It computes means and
        differences in double precision, so that rounding breaks ties across datasets. It computes
        the variance as if there were no ties. It computes p as 1 minus the distribution function.
    tie_tol : "decimal", float or "auto"
        With a number, aligned scores tie if they differ by at most this number. Ties are chained
        along the sorted scores: if a ties with b, and b with c, all three tie. "auto" uses the
        number 1e-12 times the largest absolute score of the table. With "decimal", only equal
        aligned scores tie. Aligned scores are exact if the convention is "standard" and all scores
        have at most 10 decimals and 15 digits.
    reference : {"auto", "limit", "permutation"}
        How to compute p. "limit": by the limiting distribution. "permutation": from tables in which
        the scores of each dataset are rearranged; all such tables if there are at most a million,
        otherwise a random sample. "auto": by permutation if there are too few datasets for the
        limiting distribution, see the Notes; otherwise by the limiting distribution.
    engine : {"python", "r", "both"}, optional
        Which language computes the result; default ``pybench.options.engine``. "both" computes it
        in both languages and compares the results.

    Returns
    -------
    OmnibusTest
        ``mean_ranks`` are mean aligned ranks, in [1, N k]; the best is the smallest.

    Raises
    ------
    ResultsTableError
        Fewer than 2 datasets or methods, or missing scores.
    ArgumentError
        An unknown convention, or an invalid tolerance.

    Notes
    -----
    With aligned ranks :math:`r_{ij}`, their sums :math:`R_j` over datasets and their means
    :math:`\bar r_i` within datasets,

    .. math:: T = \frac{(k-1) \sum_j (R_j - N(Nk+1)/2)^2}{\sum_{ij} (r_{ij} - \bar r_i)^2},

    is compared with the chi-square distribution with k - 1 degrees of freedom. T standardises the
    rank sums by their variance when aligned ranks are permuted within datasets. This variance holds
    with and without ties (Hodges and Lehmann 1962, *Ann. Math. Statist.* 33, 482-497; Sen 1968,
    *Ann. Math. Statist.* 39, 1115-1124). Without ties, T is the statistic of García et al. (2010,
    *Information Sciences* 180, 2044-2064). Aligned scores are multiplied by k: k (score - mean) is
    computed exactly and rounded once to the nearest double. So values that are equal in exact
    arithmetic stay equal, and rounding reverses no order.

    By permutation, p is the probability that T is at least as large as observed if the scores of
    each dataset are in random order. "auto" permutes with fewer than 10 datasets. With so few
    datasets, a test at level 0.05 by the limiting distribution can reject a true hypothesis with a
    probability that differs from 0.05 by more than about 0.01 (``bench/few_datasets.csv``). If
    there are more than a million rearrangements, 19,999 random ones are drawn, the same in Python
    and R, and p is (1 + the number of tables at least as extreme) / 20,000.

    Examples
    --------
    >>> import pybench as pb
    >>> t = pb.read_results([[9, 8, 4], [8, 7, 3], [6, 7, 5]],
    ...     datasets=["d1", "d2", "d3"], classifiers=["a", "b", "c"], higher_is_better=True)
    >>> result = pb.aligned_ranks(t)
    >>> result.mean_ranks.tolist()
    [3.0, 4.0, 8.0]
    """
    check.choice("convention", convention, CONVENTIONS)
    table = ranked(t, tie_tol, convention, one_metric=True)
    check_reference(reference, convention, table.n)
    return engines.answer(
        "aligned_ranks",
        {"t": t, "convention": convention, "tie_tol": table.tie_tol, "reference": reference},
        engine=engine,
        kind=OmnibusTest,
        python=lambda: _aligned_ranks(table, convention, reference),
    )


def aligned_ranks_pairs(
    t: ResultsTable,
    adjust: str = "holm",
    control: str | None = None,
    *,
    convention: str = "standard",
    tie_tol: float | str = "decimal",
    reference: str = "auto",
    engine: str | None = None,
) -> PairwiseTest:
    r"""Compare methods in pairs by their mean aligned ranks.

    Parameters
    ----------
    t : ResultsTable
        Scores of k >= 2 methods on N >= 2 datasets.
    adjust : str
        Correction for testing many pairs, see `adjust`.
    control : str, optional
        Compare all other methods with this method only.
    convention, tie_tol
        As in `aligned_ranks`.
    reference : {"auto", "limit", "permutation"}
        As in `siegel`.
    engine : {"python", "r", "both"}, optional

    Returns
    -------
    PairwiseTest
        ``statistics`` are the values of z, positive if the row is better.

    Raises
    ------
    ResultsTableError
        Fewer than 2 datasets or methods, or missing scores.
    ArgumentError
        An argument that is not one of its choices.

    Notes
    -----
    With :math:`S` the sum of squared deviations of aligned ranks from the means of their datasets,

    .. math:: z = (\bar R_j - \bar R_i) \Big/ \sqrt{\frac{2 S}{N^2 (k - 1)}},

    where the denominator is the standard deviation of the numerator when aligned ranks are permuted
    within datasets, with or without ties. The convention "scmamp" divides by :math:`\sqrt{k (N k +
    1) / 6}` instead, the standard deviation for N k ranks in random order. Because of the
    alignment, this divisor is too small by a factor of about :math:`\sqrt{(k - 1) / k}`, so the
    test rejects too often: with five methods, a test at level 0.05 rejects a true hypothesis with
    probability 0.08. In García et al. (2010, *Information Sciences* 180, 2044-2064, section 3.2.2),
    the number under the root is misprinted as :math:`k(N+1)/6`.

    The ranks of both methods of a pair depend on the other methods in the table. If the other
    methods are variants of one method, or if the scores of the other methods vary less from dataset
    to dataset than the scores of the pair, two methods that do not differ are too often found to
    differ significantly (``docs/measured.md``).

    By permutation, p is computed as in `siegel`. "auto" permutes only if there are two methods and
    fewer than 7 datasets.

    Examples
    --------
    >>> import pybench as pb
    >>> t = pb.read_results([[9, 8, 4], [8, 7, 3], [6, 7, 5]],
    ...     datasets=["d1", "d2", "d3"], classifiers=["a", "b", "c"], higher_is_better=True)
    >>> pb.aligned_ranks_pairs(t).pvalues_raw.round(4).loc["a"].tolist()
    [1.0, 0.6858, 0.0431]
    """
    check.choice("convention", convention, CONVENTIONS)
    table = ranked(t, tie_tol, convention, one_metric=True)
    check_pairs(table.names, "two-sided", control)
    check_adjust(adjust, control)
    check_reference(reference, convention, table.n)
    return engines.answer(
        "aligned_ranks_pairs",
        {
            "t": t,
            "adjust": adjust,
            "control": control,
            "convention": convention,
            "tie_tol": table.tie_tol,
            "reference": reference,
        },
        engine=engine,
        kind=PairwiseTest,
        python=lambda: _aligned_ranks_pairs(table, adjust, control, convention, reference),
    )


def _aligned_ranks(table: Ranked, convention: str, reference: str) -> OmnibusTest:
    import pandas as pd

    ranked_at = aligned_ranker(table, convention)
    aligned = ranked_at(table.tie_tol)
    statistic = aligned_statistic(aligned, convention)
    df = (table.k - 1.0,)

    def answer(tolerance: float | str) -> Rearranged:
        ranks = ranked_at(tolerance)
        if permuted("aligned_ranks", reference, convention, ranks.shape, infinite=False):
            return rearrange_rows(ranks.astype(np.int64))
        statistic = aligned_statistic(ranks, convention)
        return Rearranged(upper_tail(statistic, df, convention), 0.0, "limit")

    found = answer(table.tie_tol)
    doubts = {
        **_caveats(table, convention),
        "near-ties": noise_decides(table.tie_tol, found.pvalue, lambda other: answer(other).pvalue),
    }
    if found.reference != "limit":
        doubts["few-datasets"] = False
    return OmnibusTest(
        test="aligned_ranks",
        statistic=statistic,
        pvalue=found.pvalue,
        df=df,
        n_datasets=table.n,
        n_classifiers=table.k,
        method="chi-square",
        convention=convention,
        mean_ranks=pd.Series(aligned.sum(axis=0) / (2 * table.n), index=table.names),
        notes=notes.holding({**doubts, "floor": found.pvalue < P_FLOOR}),
        engine="python",
        reference=found.reference,
        least_pvalue=found.least,
    )


def _aligned_ranks_pairs(
    table: Ranked, adjust: str, control: str | None, convention: str, reference: str
) -> PairwiseTest:
    ranked_at = aligned_ranker(table, convention)

    def answer(tolerance: float | str) -> Compared:
        ranks = ranked_at(tolerance)
        z = aligned_z(ranks, convention)
        limit = Compared(z, two_sided_normal(z, convention))
        scores = ranks.astype(np.int64)
        return exchanged("aligned_ranks_pairs", limit, scores, reference, convention)

    found, near = near_ties_of_pairs(table, answer, adjust, control)
    doubts = {**_caveats(table, convention), "near-ties": near}
    if found.permuted:
        doubts["few-datasets"] = False
    return pairwise_test(
        table,
        found.statistics,
        found.pvalues,
        least=found.least,
        test="aligned_ranks_pairs",
        statistic="z",
        method="permutation" if found.permuted else "normal",
        adjust=adjust,
        control=control,
        convention=convention,
        doubts=doubts,
    )


def _caveats(table: Ranked, convention: str) -> dict[str, bool | str]:
    # The sizes of differences count too, so with two methods this is not a sign test.
    return {**table.caveats(convention), "two-classifiers": False}


def aligned_ranker(table: Ranked, convention: str) -> Callable[[float | str], Doubled]:
    """Align the scores; return a function from a tie tolerance to twice their ranks.

    The ranks are (N, k) in [2, 2 N k]; 2 is best.
    """
    t, n, k = table.results, table.n, table.k
    scores = whole(t.scores)[0] if table.tie_tol == "decimal" else t.scores
    unit = _SMALLER if np.abs(scores).max() > _HUGE else 1.0
    rows = (scores * unit).tolist()
    if convention == "scmamp":
        aligned = np.array(rows) - np.array([[rounded_mean(row)] for row in rows])
    else:
        aligned = np.array([exact_deviations(row) for row in rows])
        unit *= k
    together = aligned.reshape(1, n * k)

    def ranked(tie_tol: float | str) -> Doubled:
        tolerance = table_tolerance(scores, tie_tol) * unit
        merged = together if tolerance == 0.0 else merge_near_ties(together, tolerance)
        return doubled_ranks(merged, t.higher_is_better).reshape(n, k)

    return ranked


def exact_deviations(row: list[float]) -> list[float]:
    """Return k (x - mean) of each of k numbers, exact until one rounding."""
    negated = [-x for x in row]
    return [math.fsum([x] * len(row) + negated) for x in row]


def rounded_mean(row: list[float]) -> float:
    """Return the double nearest to the mean, as R's ``mean()`` on most machines."""
    k = len(row)
    near = math.fsum(row) / k
    return near + math.fsum([*row, *[-near] * k]) / k


def aligned_statistic(aligned: Doubled, convention: str = "standard") -> float:
    """Compute T from twice the aligned ranks; 0 if all methods tie on every dataset."""
    n, k = aligned.shape
    size = n * k
    sums = aligned.sum(axis=0) / 2
    between = float(((sums - n * (size + 1) / 2) ** 2).sum())
    if between == 0.0:
        return 0.0
    if convention == "standard":
        return float((k - 1) * between / spread_within(aligned))
    squares = size * (size + 1) * (2 * size + 1) / 6
    rows = aligned.sum(axis=1) / 2
    return float((k - 1) * between / (squares - (rows**2).sum() / k))


def spread_within(aligned: Doubled) -> float:
    """Return the sum of squared deviations of aligned ranks from their datasets' means."""
    ranks = aligned.astype(np.float64) / 2  # half-integers: the sums below are exact
    return float(((ranks - ranks.mean(axis=1, keepdims=True)) ** 2).sum())


def aligned_z(aligned: Doubled, convention: str = "standard") -> Floats:
    """Return z of each pair, (k, k), positive where the row has the better mean aligned rank."""
    n, k = aligned.shape
    means = aligned.sum(axis=0) / (2 * n)
    if convention == "scmamp":
        variance = k * (n * k + 1) / 6
    else:
        variance = 2 * spread_within(aligned) / (n**2 * (k - 1))
    return np.asarray((means[None, :] - means[:, None]) / math.sqrt(variance or 1.0))
