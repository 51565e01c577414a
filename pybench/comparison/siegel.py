"""The z test of differences of mean ranks, of all pairs or of all against a control."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from pybench.bridge import engine as engines
from pybench.comparison.adjust import check_adjust
from pybench.comparison.nemenyi import rank_scale
from pybench.comparison.pairs import PairwiseTest, check_pairs
from pybench.comparison.permutation import check_reference
from pybench.comparison.ranks import ranked
from pybench.comparison.ranksums import Compared, Doubled, Floats, rank_sum_gaps, rank_sum_test

if TYPE_CHECKING:
    from pybench.table import ResultsTable


def siegel(
    t: ResultsTable,
    adjust: str = "holm",
    alternative: str = "two-sided",
    control: str | None = None,
    *,
    tie_tol: float | str = "decimal",
    reference: str = "auto",
    engine: str | None = None,
) -> PairwiseTest:
    r"""Compare pairs of methods by their mean ranks, with the normal distribution.

    Parameters
    ----------
    t : ResultsTable
        Scores of k >= 2 methods on N >= 2 datasets.
    adjust : str
        Correction for testing many pairs, see `adjust`.
    alternative : {"two-sided", "greater", "less"}
        "greater": the row is better than the column. "less": the row is worse.
    control : str, optional
        Compare all other methods with this method only. With ``adjust="bonferroni"``, this is the
        Bonferroni-Dunn test.
    tie_tol : "decimal", float or "auto"
        See `ranks`.
    reference : {"auto", "limit", "permutation"}
        How to compute p. "limit": by the limiting distribution. "permutation": by exchanging the
        two scores of a pair within datasets in every possible way; the scores of other methods stay
        unchanged. "auto": by permutation if there are too few datasets for the limiting
        distribution, see the Notes; otherwise by the limiting distribution.
    engine : {"python", "r", "both"}, optional
        Which language computes the result; default ``pybench.options.engine``. "both" computes it
        in both languages and compares the results.

    Returns
    -------
    PairwiseTest
        ``statistics`` are the values of z, positive if the row has the better (lower) mean rank.

    Raises
    ------
    ResultsTableError
        Fewer than 2 datasets or methods.
    ArgumentError
        An unknown correction, alternative or control, or a correction that cannot be used with the
        alternative or the control.
    LanguagesDisagree
        With ``engine="both"``, if Python and R differ by more than the tolerance table allows.

    Notes
    -----
    With mean ranks :math:`r_i`,

    .. math:: z = (r_j - r_i) \Big/ \sqrt{k(k+1)/(6N)}

    is compared with the standard normal distribution (Siegel and Castellan 1988, *Nonparametric
    statistics for the behavioral sciences*, section 7.2; for comparisons with a control, Demšar
    2006, JMLR 7, p. 12). The denominator is not corrected for ties. ``friedmanPost`` in the R
    package scmamp is the same test.

    Mean ranks depend on the other methods in the table. If the other methods are variants of one
    method, or if the scores of the other methods vary less from dataset to dataset than the scores
    of the pair, two methods that do not differ are too often found to differ significantly
    (``docs/measured.md``).

    The permutation test gives each of the pair's rank differences (one per dataset) a random sign
    (+ or - with equal probability). The two-sided p is the probability that the sum of these
    differences is then at least as far from 0 as observed. This p is exact whatever the scores of
    the other methods are. "auto" permutes with two methods on up to 1000 datasets, and with three
    methods on fewer than 4 datasets. In these cases, a test at level 0.05 by the normal
    distribution can reject a true hypothesis with a probability that differs from 0.05 by more than
    0.01 (``bench/few_datasets.csv``).

    Examples
    --------
    >>> import pybench as pb
    >>> t = pb.read_results([[0.9, 0.8, 0.7], [0.8, 0.7, 0.6], [0.7, 0.6, 0.5]],
    ...     datasets=["d1", "d2", "d3"], classifiers=["a", "b", "c"], higher_is_better=True)
    >>> result = pb.siegel(t, control="a")
    >>> result.pvalues["a"].round(4).to_dict()
    {'b': 0.5, 'c': 0.5}
    >>> pb.siegel(t, control="a", reference="limit").pvalues["a"].round(4).to_dict()
    {'b': 0.2207, 'c': 0.0286}
    """
    table = ranked(t, tie_tol)
    check_pairs(table.names, alternative, control)
    check_adjust(adjust, control, alternative)
    check_reference(reference, "standard", table.n)
    options = {
        "adjust": adjust,
        "alternative": alternative,
        "control": control,
        "tie_tol": table.tie_tol,
        "reference": reference,
    }
    return engines.answer(
        "siegel",
        {"t": t, **options},
        engine=engine,
        kind=PairwiseTest,
        python=lambda: rank_sum_test(
            table,
            lambda doubled: _compare(doubled, alternative),
            test="siegel",
            statistic="z",
            method="normal",
            adjust=adjust,
            alternative=alternative,
            control=control,
            reference=reference,
        ),
    )


def siegel_z(doubled: Doubled) -> Floats:
    """Return z of all pairs from doubled ranks (..., N, k): (..., k, k), antisymmetric."""
    n, k = doubled.shape[-2:]
    return np.asarray(rank_sum_gaps(doubled) / (2 * n * rank_scale(n, k)))


def z_pvalues(z: Floats, alternative: str) -> Floats:
    """Return the p-values of z, with large z favouring the row, by the standard normal."""
    from scipy.special import erfc, ndtr

    if alternative == "two-sided":
        return np.asarray(erfc(np.abs(z) / math.sqrt(2)))
    return np.asarray(ndtr(-z if alternative == "greater" else z))


def _compare(doubled: Doubled, alternative: str) -> Compared:
    z = siegel_z(doubled)
    return Compared(z, z_pvalues(z, alternative))
