"""Aligned ranks: scores less the mean of their dataset, ranked over all datasets together."""

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
from pybench.comparison.omnibus import (
    OmnibusTest,
    noise_decides,
    table_tolerance,
    two_sided_normal,
    upper_tail,
)
from pybench.comparison.pairs import PairwiseTest, check_pairs, pairwise_test
from pybench.comparison.ranks import (
    doubled_ranks,
    merge_near_ties,
    require_comparable,
    table_notes,
)

if TYPE_CHECKING:
    from pybench.table import ResultsTable

Floats = NDArray[np.float64]
Doubled = NDArray[np.int32]

CONVENTIONS = ("standard", "scmamp")
# Scores beyond this are made smaller by a power of 2, which is exact, so that no sum overflows.
_HUGE, _SMALLER = 2.0**900, 2.0**-100


def aligned_ranks(
    t: ResultsTable,
    *,
    convention: str = "standard",
    tie_tol: float | str = 0.0,
    engine: str | None = None,
) -> OmnibusTest:
    r"""Test whether all classifiers perform alike, by ranks across datasets.

    From each score the mean of its dataset is subtracted; all N k aligned scores are ranked
    together. Unlike in the Friedman test a large difference counts more than a small one, so all
    datasets must be measured in the same unit.

    Parameters
    ----------
    t : ResultsTable
        Scores of k >= 2 classifiers on N >= 2 datasets.
    convention : {"standard", "scmamp"}
        "scmamp" takes mean and difference in doubles, whose rounding breaks ties across datasets;
        the variance as if there were no ties; and p = 1 - cdf.
    tie_tol : float or "auto"
        Aligned scores that differ by no more count as tied; neighbours are chained. "auto" is
        1e-12 times the largest absolute score of the table.
    engine : {"python", "r", "both"}, optional
        Which implementation answers; default ``pybench.options.engine``.

    Returns
    -------
    OmnibusTest
        ``mean_ranks`` are mean aligned ranks, in [1, N k]; the best is the smallest.

    Raises
    ------
    ResultsTableError
        Fewer than 2 datasets or classifiers, or missing scores.
    ArgumentError
        An unknown convention, a bad tolerance.

    Notes
    -----
    With aligned ranks :math:`r_{ij}`, their sums :math:`R_j` and means :math:`\bar r_i` within
    datasets,

    .. math:: T = \frac{(k-1) \sum_j (R_j - N(Nk+1)/2)^2}{\sum_{ij} (r_{ij} - \bar r_i)^2},

    chi-square with k - 1 degrees of freedom: the form that shuffling aligned ranks within datasets
    gives, ties or not (Hodges and Lehmann 1962, *Ann. Math. Statist.* 33, 482-497; Sen 1968, *Ann.
    Math. Statist.* 39, 1115-1124). Without ties it is that of García et al. (2010, *Information
    Sciences* 180, 2044-2064). An aligned score is the exact k (score - mean) as the nearest double:
    what is equal in the numbers as given stays equal, and no rounding turns an order round.

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
    tolerance = check.tie_tolerance(tie_tol)
    require_comparable(t)
    return engines.answer(
        "aligned_ranks",
        {"t": t, "convention": convention, "tie_tol": tolerance},
        engine=engine,
        kind=OmnibusTest,
        python=lambda: _aligned_ranks(t, convention, tolerance),
    )


def aligned_ranks_pairs(
    t: ResultsTable,
    adjust: str = "holm",
    control: str | None = None,
    *,
    convention: str = "standard",
    tie_tol: float | str = 0.0,
    engine: str | None = None,
) -> PairwiseTest:
    r"""Compare classifiers in pairs by their mean aligned ranks.

    Parameters
    ----------
    t : ResultsTable
        Scores of k >= 2 classifiers on N >= 2 datasets.
    adjust : str
        Correction for testing many pairs, see `adjust`.
    control : str, optional
        Compare all others with this classifier alone.
    convention, tie_tol
        As in `aligned_ranks`.
    engine : {"python", "r", "both"}, optional

    Returns
    -------
    PairwiseTest
        ``statistics`` are z, positive where the row is better.

    Raises
    ------
    ResultsTableError
        Fewer than 2 datasets or classifiers, or missing scores.
    ArgumentError
        An argument that is none of its choices.

    Notes
    -----
    With :math:`S` the sum of squared deviations of aligned ranks from the means of their datasets,

    .. math:: z = (\bar R_j - \bar R_i) \Big/ \sqrt{\frac{2 S}{N^2 (k - 1)}},

    the standard deviation that shuffling the aligned ranks within datasets gives, ties or not.
    The convention "scmamp" has :math:`\sqrt{k (N k + 1) / 6}`, that of N k ranks in random order:
    alignment makes it too small by a factor of about :math:`\sqrt{(k - 1) / k}`, and the test
    liberal (size 0.08 for 0.05 with five classifiers). García et al. (2010, *Information
    Sciences* 180, 2044-2064, section 3.2.2) print :math:`k (N + 1) / 6` under the root.

    Examples
    --------
    >>> import pybench as pb
    >>> t = pb.read_results([[9, 8, 4], [8, 7, 3], [6, 7, 5]],
    ...     datasets=["d1", "d2", "d3"], classifiers=["a", "b", "c"], higher_is_better=True)
    >>> pb.aligned_ranks_pairs(t).pvalues_raw.round(4).loc["a"].tolist()
    [1.0, 0.6858, 0.0431]
    """
    check.choice("convention", convention, CONVENTIONS)
    tolerance = check.tie_tolerance(tie_tol)
    check_pairs(t, "two-sided", control)
    check_adjust(adjust, control)
    return engines.answer(
        "aligned_ranks_pairs",
        {
            "t": t,
            "adjust": adjust,
            "control": control,
            "convention": convention,
            "tie_tol": tolerance,
        },
        engine=engine,
        kind=PairwiseTest,
        python=lambda: _aligned_ranks_pairs(t, adjust, control, convention, tolerance),
    )


def _aligned_ranks(t: ResultsTable, convention: str, tie_tol: float | str) -> OmnibusTest:
    import pandas as pd

    ranked_at = aligned_ranker(t, convention)
    aligned = ranked_at(tie_tol)
    statistic = aligned_statistic(aligned, convention)
    df = (t.n_classifiers - 1.0,)
    pvalue = upper_tail(statistic, df, convention)

    def pvalue_at(tolerance: float | str) -> float:
        return upper_tail(aligned_statistic(ranked_at(tolerance), convention), df, convention)

    doubts = {
        **_doubts(t, convention, tie_tol),
        "near-ties": noise_decides(tie_tol, pvalue, pvalue_at),
    }
    return OmnibusTest(
        test="aligned_ranks",
        statistic=statistic,
        pvalue=pvalue,
        df=df,
        n_datasets=t.n_datasets,
        n_classifiers=t.n_classifiers,
        method="chi-square",
        convention=convention,
        mean_ranks=pd.Series(aligned.sum(axis=0) / (2 * t.n_datasets), index=list(t.classifiers)),
        notes=notes.holding({**doubts, "floor": pvalue < P_FLOOR}),
        engine="python",
    )


def _aligned_ranks_pairs(
    t: ResultsTable, adjust: str, control: str | None, convention: str, tie_tol: float | str
) -> PairwiseTest:
    ranked_at = aligned_ranker(t, convention)
    z = aligned_z(ranked_at(tie_tol), convention)
    pvalues = two_sided_normal(z, convention)

    def pvalues_at(tolerance: float | str) -> Floats:
        return two_sided_normal(aligned_z(ranked_at(tolerance), convention), convention)

    doubts = {
        **_doubts(t, convention, tie_tol),
        "near-ties": noise_decides(tie_tol, pvalues, pvalues_at),
    }
    return pairwise_test(
        t,
        z,
        pvalues,
        test="aligned_ranks_pairs",
        statistic="z",
        method="normal",
        adjust=adjust,
        control=control,
        convention=convention,
        tie_tol=tie_tol,
        doubts=doubts,
    )


def _doubts(t: ResultsTable, convention: str, tie_tol: float | str) -> dict[str, bool]:
    doubled = doubled_ranks(t.scores, t.higher_is_better, tie_tol)
    # The sizes of differences count too, so that two classifiers are no sign test.
    return {**table_notes(t, doubled, convention), "two-classifiers": False}


def aligned_ranker(t: ResultsTable, convention: str) -> Callable[[float | str], Doubled]:
    """Align the scores; return a function from a tie tolerance to twice their ranks.

    These are (N, k) in [2, 2 N k], 2 being the best.
    """
    n, k = t.scores.shape
    unit = _SMALLER if np.abs(t.scores).max() > _HUGE else 1.0
    rows = (t.scores * unit).tolist()
    if convention == "scmamp":
        aligned = np.array(rows) - np.array([[rounded_mean(row)] for row in rows])
    else:
        aligned = np.array([exact_deviations(row) for row in rows])
        unit *= k
    together = aligned.reshape(1, n * k)

    def ranked(tie_tol: float | str) -> Doubled:
        tolerance = table_tolerance(t, tie_tol) * unit
        merged = together if tolerance == 0.0 else merge_near_ties(together, tolerance)
        return doubled_ranks(merged, t.higher_is_better).reshape(n, k)

    return ranked


def exact_deviations(row: list[float]) -> list[float]:
    """Return k (x - mean) of each of k numbers, exact until one rounding."""
    negated = [-x for x in row]
    return [math.fsum([x] * len(row) + negated) for x in row]


def rounded_mean(row: list[float]) -> float:
    """Return the double nearest to the mean, which is R's ``mean()`` on most machines."""
    k = len(row)
    near = math.fsum(row) / k
    return near + math.fsum([*row, *[-near] * k]) / k


def aligned_statistic(aligned: Doubled, convention: str = "standard") -> float:
    """Compute T from twice the aligned ranks; 0 where every dataset ranks all alike."""
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
