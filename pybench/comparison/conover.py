"""Conover's t test of differences of rank sums."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from pybench.base import check
from pybench.base.errors import ArgumentError
from pybench.bridge import engine as engines
from pybench.comparison.adjust import check_adjust
from pybench.comparison.pairs import PairwiseTest, check_pairs
from pybench.comparison.permutation import check_reference
from pybench.comparison.ranks import ranked, squared_deviations
from pybench.comparison.ranksums import Compared, Doubled, Floats, rank_sum_gaps, rank_sum_test
from pybench.comparison.studentized import range_upper_tail, studentized_upper_tail

if TYPE_CHECKING:
    from pybench.table import ResultsTable

VARIANTS = ("standard", "pmcmrplus", "pmcmr-4.3")
SINGLE_STEP = "single-step"


def conover(
    t: ResultsTable,
    adjust: str = "holm",
    control: str | None = None,
    *,
    variant: str = "standard",
    tie_tol: float | str = "decimal",
    reference: str = "auto",
    engine: str | None = None,
) -> PairwiseTest:
    r"""Compare pairs of methods by rank sums, relative to the residual spread of the ranks.

    The residual spread is the part of the variance of the ranks that differences between methods do
    not explain.

    Parameters
    ----------
    t : ResultsTable
        Scores of k >= 2 methods on N >= 2 datasets.
    adjust : str
        Correction for testing many pairs, see `adjust`. For all pairs, "single-step" is possible,
        too: as in Tukey's test, p comes from the distribution of the studentized range, with the
        degrees of freedom of t. On few datasets, "single-step" rejects too often, see the Notes.
    control : str, optional
        Compare all other methods with this method only.
    variant : {"standard", "pmcmrplus", "pmcmr-4.3"}
        The variants other than "standard" reproduce published numbers. For "single-step",
        "pmcmrplus" uses the distribution of the range of k standard normal variables, as the R
        package PMCMRplus does. "pmcmr-4.3" uses the same distribution and, in addition,
        interchanges N and k in the denominator of t, as the R package PMCMR 4.3 does by mistake.
    tie_tol : "decimal", float or "auto"
        See `ranks`.
    reference : {"auto", "limit", "permutation"}
        How to compute p. "limit": by the limiting distribution. "permutation": by exchanging the
        two scores of a pair within datasets in every possible way; the scores of other methods stay
        unchanged. "auto": by permutation if the limiting distribution is inaccurate (few datasets,
        or datasets that all rank the methods alike, see the Notes); otherwise by the limiting
        distribution.
    engine : {"python", "r", "both"}, optional
        Which language computes the result; default ``pybench.options.engine``. "both" computes it
        in both languages and compares the results.

    Returns
    -------
    PairwiseTest
        ``statistics`` are the values of t, with (N - 1)(k - 1) degrees of freedom. They are
        positive if the row has the better (lower) rank sum, and infinite if all datasets rank the
        methods in the same order.

    Raises
    ------
    ResultsTableError
        Fewer than 2 datasets or methods.
    ArgumentError
        An unknown correction, control or variant; "single-step" with a control; a table for which
        PMCMR 4.3 takes the root of a negative number.
    LanguagesDisagree
        With ``engine="both"``, if Python and R differ by more than the tolerance table allows.

    Notes
    -----
    With rank sums :math:`R_i`, ranks :math:`r`, :math:`A = \sum r^2`, :math:`C = Nk(k+1)^2/4` and
    Friedman's statistic :math:`\chi^2` corrected for ties,

    .. math:: t = (R_j - R_i) \Big/ \sqrt{\frac{2N(A - C)}{(N-1)(k-1)}
       \Bigl(1 - \frac{\chi^2}{N(k-1)}\Bigr)}

    (Conover 1999, *Practical nonparametric statistics*, 3rd ed., section 5.8). The test is meant to
    follow a significant Friedman test; without adjustment it does not control the family-wise error
    rate. In simulations in which none of three or more methods differs, "single-step" with the
    limiting distribution finds a significant difference at level 0.05 too often: in 0.092 of the
    tables with 5 datasets and 3 methods, in 0.070 of those with 6 datasets and 3 methods, and in at
    most 0.065 of those with 7 or more datasets. With the variant "pmcmrplus", which uses the range
    of normal variables, the share is still 0.06 with 20 datasets.

    Mean ranks depend on the other methods in the table. If the other methods are variants of one
    method, or if the scores of the other methods vary less from dataset to dataset than the scores
    of the pair, two methods that do not differ are too often found to differ significantly
    (``docs/measured.md``).

    By permutation, p is the probability that the sum of the pair's rank differences is at least as
    far from 0 as observed if each difference has a random sign, + or - with equal probability. This
    p is exact whatever the scores of the other methods are. "auto" permutes with two methods, with
    three methods on fewer than 9 datasets, and with more methods on fewer than 4 datasets. In these
    cases, a test at level 0.05 by Student's t can reject a true hypothesis with a probability that
    differs from 0.05 by more than about 0.01 (``bench/few_datasets.csv``). "auto" also permutes if
    t is infinite. With permutation, "single-step" is Bonferroni's correction.

    Examples
    --------
    >>> import pybench as pb
    >>> t = pb.read_results([[0.9, 0.8, 0.7], [0.8, 0.7, 0.6], [0.7, 0.5, 0.6]],
    ...     datasets=["d1", "d2", "d3"], classifiers=["a", "b", "c"], higher_is_better=True)
    >>> pb.conover(t, adjust="none").statistics.loc["a"].round(4).to_dict()
    {'a': 0.0, 'b': 2.8284, 'c': 3.5355}
    """
    table = ranked(t, tie_tol)
    check_pairs(table.names, "two-sided", control)
    check_adjust(adjust, control, "two-sided", SINGLE_STEP)
    if adjust == SINGLE_STEP and control is not None:
        raise ArgumentError(
            f'`adjust` = "{SINGLE_STEP}" uses the joint distribution of all pairs: it does not '
            "apply with a control",
            expected="all pairs",
            found="a control",
            hint='Use "holm".',
        )
    check.choice("variant", variant, VARIANTS)
    check_reference(reference, variant, table.n)
    options = {
        "adjust": adjust,
        "control": control,
        "variant": variant,
        "tie_tol": table.tie_tol,
        "reference": reference,
    }
    return engines.answer(
        "conover",
        {"t": t, **options},
        engine=engine,
        kind=PairwiseTest,
        python=lambda: rank_sum_test(
            table,
            lambda doubled: _compare(doubled, adjust, variant),
            test="conover",
            statistic="t",
            method="t",
            df=(_degrees_of_freedom(table.n, table.k),),
            adjust=adjust,
            control=control,
            convention=variant,
            reference=reference,
            joint=adjust == SINGLE_STEP,
        ),
    )


def conover_t(doubled: Doubled, variant: str = "standard") -> Floats:
    """Return t of all pairs from doubled ranks (..., N, k): (..., k, k), antisymmetric.

    0 / 0, two equal rank sums if all datasets rank alike, is 0.
    """
    n, k = doubled.shape[-2:]
    between, within = squared_deviations(doubled)
    gaps = rank_sum_gaps(doubled)
    # The formula of `conover` in doubled ranks: whole numbers up to the division, so that "all
    # datasets rank alike" is an exact 0. PMCMR has k for the first N and for the second.
    if variant != "pmcmr-4.3":
        spread = n * within - between
    else:
        spread = k * within - (k - 1) * between / (n - 1)
        if (spread < 0).any():
            _refuse_negative_root()
    with np.errstate(divide="ignore", invalid="ignore"):
        t = (
            gaps
            * np.sqrt(_degrees_of_freedom(n, k) / (2.0 * np.asarray(spread, float)))[
                ..., None, None
            ]
        )
    return np.where(gaps == 0, 0.0, t)


def _compare(doubled: Doubled, adjust: str, variant: str) -> Compared:
    from scipy.special import stdtr

    n, k = doubled.shape[-2:]
    t = conover_t(doubled, variant)
    pvalues = np.minimum(1.0, 2 * stdtr(_degrees_of_freedom(n, k), -np.abs(t)))
    if adjust != SINGLE_STEP:
        return Compared(t, pvalues)
    q = math.sqrt(2) * np.where(np.isinf(t), 0.0, np.abs(t))
    joint = (
        studentized_upper_tail(q, k, _degrees_of_freedom(n, k))
        if variant == "standard"
        else range_upper_tail(q, k)
    )
    return Compared(t, pvalues, np.where(np.isinf(t), 0.0, joint))


def _degrees_of_freedom(n: int, k: int) -> float:
    return float((n - 1) * (k - 1))


def _refuse_negative_root() -> None:
    raise ArgumentError(
        '`variant` = "pmcmr-4.3" has no result for this table: PMCMR 4.3 takes the root of a '
        "negative number",
        expected="a table on which PMCMR 4.3 answers",
        found="NaN",
        hint='Use variant="standard", which is Conover\'s formula.',
    )
