"""The Quade test: ranks within datasets, weighted by the range of scores of a dataset."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pybench.base import check, notes
from pybench.base.errors import ArgumentError
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

CONVENTIONS = ("standard", "scmamp")
PAIRS_CONVENTIONS = ("standard", "scmamp", "pmcmr")
DISTRIBUTIONS = ("t", "normal")


class Weighted(NamedTuple):
    """Sums of the ranks of a table, weighted and centred, times 4: whole numbers.

    A score's weighted rank is S = Q (r - (k + 1)/2), Q the rank of the range of its dataset.
    """

    sums: NDArray[np.int64]  #: 4 S_j, (k,)
    squares: int  #: 16 times the sum of all S squared
    n: int  #: N
    k: int
    scores: NDArray[np.int64] = np.zeros((0, 0), np.int64)  #: 4 S, (N, k)


def quade(
    t: ResultsTable,
    *,
    convention: str = "standard",
    tie_tol: float | str = "decimal",
    reference: str = "auto",
    engine: str | None = None,
) -> OmnibusTest:
    r"""Test whether all methods perform alike, with datasets weighted by the range of scores.

    The methods are ranked within each dataset, and each dataset gets a weight: the rank of its
    range of scores among the ranges of all datasets. A dataset with a large range therefore counts
    more than one with a small range. All datasets must be measured in the same unit.

    Parameters
    ----------
    t : ResultsTable
        Scores of k >= 2 methods on N >= 2 datasets.
    convention : {"standard", "scmamp"}
        "scmamp" computes the sum of squares A (see the Notes) as if there were no ties, and p as 1
        minus the distribution function. With "scmamp", ``reference="auto"`` is the same as "limit".
    tie_tol : "decimal", float or "auto"
        Within a dataset, scores tie as in `ranks`. Ranges of datasets that differ by at most
        `tie_tol` are tied too; for ranges, "auto" is 1e-12 times the largest absolute score of the
        table. With "decimal" and the convention "standard", ranges are exact if all scores have at
        most 10 decimals and 15 digits.
    reference : {"auto", "limit", "permutation"}
        How to compute p. "limit": by the limiting distribution. "permutation": from tables in which
        the scores of each dataset are rearranged; all such tables if there are at most a million,
        otherwise a random sample. "auto": by permutation if the limiting distribution is inaccurate
        (few datasets, or datasets that all rank the methods alike, see the Notes); otherwise by the
        limiting distribution.
    engine : {"python", "r", "both"}, optional
        Which language computes the result; default ``pybench.options.engine``. "both" computes it
        in both languages and compares the results.

    Returns
    -------
    OmnibusTest
        ``mean_ranks`` are weighted means of ranks, in [1, k]. The weight of a dataset is the rank
        of its range.

    Raises
    ------
    ResultsTableError
        Fewer than 2 datasets or methods, or missing scores.
    ArgumentError
        An unknown convention, or an invalid tolerance.

    Notes
    -----
    Let :math:`r_{ij}` be the rank of method j on dataset i, and :math:`Q_i` the rank of the score
    range of dataset i among the ranges of all datasets. With :math:`S_{ij} = Q_i (r_{ij} -
    (k+1)/2)`, :math:`S_j = \sum_i S_{ij}`, :math:`A = \sum_{ij} S_{ij}^2` and :math:`B = \sum_j
    S_j^2 / N`, the statistic is

    .. math:: F = (N - 1) B / (A - B)

    with k - 1 and (k - 1)(N - 1) degrees of freedom (Quade 1979, *JASA* 74, 680-683; Conover 1999,
    *Practical Nonparametric Statistics*, 3rd ed., section 5.8). F is infinite if every dataset
    gives each method the same :math:`S_{ij}`; if all methods tie on every dataset, F is 0 and p is
    1.

    By permutation, p is the probability that F is at least as large as observed if the scores of
    each dataset are in random order. "auto" permutes with fewer than 10 datasets. With so few
    datasets, a test at level 0.05 by the limiting distribution can reject a true hypothesis with a
    probability that differs from 0.05 by more than about 0.01 (``bench/few_datasets.csv``). It also
    permutes if F is infinite. The scores of the first dataset can be kept as they are. If there are
    then still more than a million rearrangements, 19,999 random ones are drawn, the same in Python
    and R, and p is (1 + the number of tables at least as extreme) / 20,000.

    Examples
    --------
    >>> import pybench as pb
    >>> t = pb.read_results([[9, 8, 4], [8, 7, 1], [6, 7, 5]],
    ...     datasets=["d1", "d2", "d3"], classifiers=["a", "b", "c"], higher_is_better=True)
    >>> result = pb.quade(t)
    >>> round(result.statistic, 4), result.df
    (5.6364, (2.0, 4.0))
    """
    check.choice("convention", convention, CONVENTIONS)
    table = ranked(t, tie_tol, convention, one_metric=True)
    check_reference(reference, convention, table.n)
    return engines.answer(
        "quade",
        {"t": t, "convention": convention, "tie_tol": table.tie_tol, "reference": reference},
        engine=engine,
        kind=OmnibusTest,
        python=lambda: _quade(table, convention, reference),
    )


def quade_pairs(
    t: ResultsTable,
    adjust: str = "holm",
    control: str | None = None,
    distribution: str = "t",
    *,
    convention: str = "standard",
    tie_tol: float | str = "decimal",
    reference: str = "auto",
    engine: str | None = None,
) -> PairwiseTest:
    r"""Compare methods in pairs by the weighted ranks of the Quade test.

    Parameters
    ----------
    t : ResultsTable
        Scores of k >= 2 methods on N >= 2 datasets.
    adjust : str
        Correction for testing many pairs, see `adjust`.
    control : str, optional
        Compare all other methods with this method only.
    distribution : {"t", "normal"}
        "t": Conover's statistic t, with (k - 1)(N - 1) degrees of freedom. "normal": the statistic
        z, compared with the standard normal distribution. The Notes give both formulas.
    convention : {"standard", "scmamp", "pmcmr"}
        The variance by which z is standardised, see the Notes. "scmamp" is available only for z,
        and computes p as twice (1 minus the distribution function). "pmcmr" leaves the formula of t
        unchanged. With "scmamp" and with "pmcmr", ``reference="auto"`` is the same as "limit".
    tie_tol : "decimal", float or "auto"
        As in `quade`.
    reference : {"auto", "limit", "permutation"}
        As in `siegel`.
    engine : {"python", "r", "both"}, optional

    Returns
    -------
    PairwiseTest
        ``statistics`` are positive if the row is better.

    Raises
    ------
    ResultsTableError
        Fewer than 2 datasets or methods, or missing scores.
    ArgumentError
        An argument that is not one of its choices, or "scmamp" with "t".

    Notes
    -----
    In the terms of `quade`, Conover (1999, section 5.8, eq. 10) has

    .. math:: t = \frac{S_j - S_i}{\sqrt{2 N (A - B) / ((N - 1)(k - 1))}},
       \qquad z = \frac{S_j - S_i}{\sqrt{2 A / (k - 1)}},

    where z uses the variance of the numerator when ranks are permuted within datasets. The weighted
    mean ranks of two methods differ by :math:`2 (S_j - S_i) / (N (N + 1))`. Without ties, the
    variance of this difference is k (k + 1) (2N + 1) / (9 N (N + 1)). García et al. (2010,
    *Information Sciences* 180, 2044-2064) give (k - 1) / 2 times this variance, that is, (k - 1) k
    (k + 1) (2N + 1) / (18 N (N + 1)), which is right only for k = 3. For z, the convention "scmamp"
    uses their variance of the difference, and "pmcmr" their formula with N k in place of N.

    The ranks of both methods of a pair depend on the other methods in the table. If the other
    methods are variants of one method, or if the scores of the other methods vary less from dataset
    to dataset than the scores of the pair, two methods that do not differ are too often found to
    differ significantly (``docs/measured.md``).

    By permutation, p is computed as in `siegel`. "auto" permutes with two methods on fewer than 7
    datasets, and if t is infinite.

    Examples
    --------
    >>> import pybench as pb
    >>> t = pb.read_results([[9, 8, 4], [8, 7, 1], [6, 7, 5]],
    ...     datasets=["d1", "d2", "d3"], classifiers=["a", "b", "c"], higher_is_better=True)
    >>> pb.quade_pairs(t).statistics.round(4).loc["a"].tolist()
    [0.0, 1.206, 3.3166]
    """
    check.choice("distribution", distribution, DISTRIBUTIONS)
    check.choice("convention", convention, PAIRS_CONVENTIONS)
    if distribution == "t" and convention == "scmamp":
        raise ArgumentError(
            '`distribution` must be "normal" with convention "scmamp", not "t"',
            expected='"normal"',
            found='"t"',
        )
    table = ranked(t, tie_tol, convention, one_metric=True)
    check_pairs(table.names, "two-sided", control)
    check_adjust(adjust, control)
    check_reference(reference, convention, table.n)
    options = {"adjust": adjust, "control": control, "distribution": distribution}
    options["reference"] = reference
    return engines.answer(
        "quade_pairs",
        {"t": t, **options, "convention": convention, "tie_tol": table.tie_tol},
        engine=engine,
        kind=PairwiseTest,
        python=lambda: _quade_pairs(table, adjust, control, distribution, convention, reference),
    )


def _quade(table: Ranked, convention: str, reference: str) -> OmnibusTest:
    import pandas as pd

    weighted = weigh(table)
    n, k = weighted.n, weighted.k
    statistic, df = quade_statistic(weighted, convention), (k - 1.0, (k - 1.0) * (n - 1.0))

    def answer(tolerance: float | str) -> Rearranged:
        again = weigh(table.tied_within(tolerance))
        value = quade_statistic(again, convention)
        if permuted("quade", reference, convention, (n, k), math.isinf(value)):
            return rearrange_rows(again.scores)
        return Rearranged(upper_tail(value, df, convention), 0.0, "limit")

    found = answer(table.tie_tol)
    doubts = {
        **table.caveats(convention),
        "two-classifiers": False,  # the sizes of differences count too: not a sign test
        "floor": found.pvalue < P_FLOOR,
        "near-ties": noise_decides(table.tie_tol, found.pvalue, lambda other: answer(other).pvalue),
    }
    if found.reference != "limit":
        doubts["few-datasets"] = False
    means = weighted.sums / (2 * n * (n + 1)) + (k + 1) / 2
    return OmnibusTest(
        test="quade",
        statistic=statistic,
        pvalue=found.pvalue,
        df=df,
        n_datasets=n,
        n_classifiers=k,
        method="F",
        convention=convention,
        mean_ranks=pd.Series(means, index=table.names),
        notes=notes.holding(doubts),
        engine="python",
        reference=found.reference,
        least_pvalue=found.least,
    )


def _quade_pairs(
    table: Ranked,
    adjust: str,
    control: str | None,
    distribution: str,
    convention: str,
    reference: str,
) -> PairwiseTest:
    weighted = weigh(table)
    df = ((weighted.k - 1.0) * (weighted.n - 1.0),) if distribution == "t" else ()

    def answer(tolerance: float | str) -> Compared:
        again = weigh(table.tied_within(tolerance))
        values = quade_pair_statistics(again, distribution, convention)
        limit = Compared(values, _pair_pvalues(values, df, convention))
        return exchanged("quade_pairs", limit, again.scores, reference, convention)

    found, near = near_ties_of_pairs(table, answer, adjust, control)
    doubts = {
        **table.caveats(convention),
        "two-classifiers": False,  # the sizes of differences count too: not a sign test
        "near-ties": near,
    }
    if found.permuted:
        doubts["few-datasets"] = False
    return pairwise_test(
        table,
        found.statistics,
        found.pvalues,
        least=found.least,
        test="quade_pairs",
        statistic="t" if distribution == "t" else "z",
        method="permutation" if found.permuted else distribution,
        adjust=adjust,
        control=control,
        convention=convention,
        df=() if found.permuted else df,
        doubts=doubts,
    )


def _pair_pvalues(statistics: Floats, df: tuple[float, ...], convention: str) -> Floats:
    from scipy import special

    if df:
        return np.asarray(2.0 * special.stdtr(df[0], -np.abs(statistics)))
    return two_sided_normal(statistics, convention)


def weigh(table: Ranked) -> Weighted:
    """Weigh the centred ranks of each dataset by the rank of its range."""
    scores, tie_tol = table.results.scores, table.tie_tol
    scores = whole(scores)[0] if tie_tol == "decimal" else scores
    n, k = scores.shape
    # Near the largest double a range overflows: such scores are halved, which is exact.
    unit = 0.5 if np.abs(scores).max() > np.finfo(float).max / 2 else 1.0
    ranges = unit * scores.max(axis=1) - unit * scores.min(axis=1)
    tolerance = unit * table_tolerance(scores, tie_tol)
    if tolerance > 0.0:
        ranges = merge_near_ties(ranges, tolerance)
    weights = doubled_ranks(ranges, higher_is_better=False).astype(np.int64)
    centred = table.doubled.astype(np.int64) - (k + 1)
    scores = weights[:, None] * centred
    # Python's integers: the squares, of all datasets or even of one, may not fit into 64 bits.
    lengths = (centred**2).sum(axis=1).tolist()
    squares = sum(weight**2 * x for weight, x in zip(weights.tolist(), lengths, strict=True))
    return Weighted(scores.sum(axis=0), squares, n, k, scores)


def quade_statistic(weighted: Weighted, convention: str = "standard") -> float:
    """Compute F; 0 if all methods tie on every dataset."""
    sums, squares, n, k, _ = weighted
    between = sum(int(x) ** 2 for x in sums)  # 16 N B
    if convention == "scmamp":
        squares = 2 * n * (n + 1) * (2 * n + 1) * k * (k + 1) * (k - 1) // 9
    within = n * squares - between
    if between == 0:
        return 0.0
    return math.inf if within == 0 else (n - 1) * between / within


def quade_pair_statistics(weighted: Weighted, distribution: str, convention: str) -> Floats:
    """Return t or z of each pair, (k, k), positive where the row is better."""
    sums, squares, n, k, _ = weighted
    gaps = sums[None, :] - sums[:, None]  # 4 (S_j - S_i)
    if distribution == "t":
        between = sum(int(x) ** 2 for x in sums)
        variance = 2 * (n * squares - between) / ((n - 1) * (k - 1))
    elif convention == "standard":
        variance = 2 * squares / (k - 1)
    else:
        size = n if convention == "scmamp" else n * k
        of_means = k * (k + 1) * (2 * size + 1) * (k - 1) / (18 * size * (size + 1))
        variance = of_means * (2 * n * (n + 1)) ** 2
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(gaps == 0, 0.0, gaps / np.sqrt(variance))
