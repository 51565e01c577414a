"""Miller's simultaneous test of differences of mean ranks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pybench.bridge import engine as engines
from pybench.comparison.pairs import PairwiseTest
from pybench.comparison.permutation import check_reference
from pybench.comparison.ranks import ranked
from pybench.comparison.ranksums import Compared, Doubled, rank_sum_test
from pybench.comparison.siegel import siegel_z

if TYPE_CHECKING:
    from pybench.table import ResultsTable


def miller(
    t: ResultsTable,
    *,
    tie_tol: float | str = "decimal",
    reference: str = "auto",
    engine: str | None = None,
) -> PairwiseTest:
    r"""Compare all pairs of methods by Miller's test of mean ranks.

    Parameters
    ----------
    t : ResultsTable
        Scores of k >= 2 methods on N >= 2 datasets.
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
        ``statistics`` are chi-square values, >= 0, with k - 1 degrees of freedom. The p-values of
        this distribution already account for all pairs together, so ``adjust`` is "none". With
        permutation, the p-value of each pair is computed for this pair alone, and then adjusted by
        Bonferroni's correction, so ``adjust`` is "bonferroni".

    Raises
    ------
    ResultsTableError
        Fewer than 2 datasets or methods.
    LanguagesDisagree
        With ``engine="both"``, if Python and R differ by more than the tolerance table allows.

    Notes
    -----
    With mean ranks :math:`r_i`, :math:`\chi^2 = (r_i - r_j)^2 \big/ (k(k+1)/(6N))` is compared with
    the chi-square distribution of k - 1 degrees of freedom (Miller 1966, *Simultaneous statistical
    inference*). Miller's critical value applies at once to all contrasts of mean ranks, that is, to
    all weighted sums of mean ranks whose weights add up to 0. If only pairs are of interest, the
    Nemenyi test is more powerful.

    By permutation, p is the probability that the sum of the pair's rank differences is at least as
    far from 0 as observed if each difference has a random sign, + or - with equal probability. This
    p is exact whatever the scores of the other methods are, and is adjusted by Bonferroni's
    correction. "auto" permutes with two methods on up to 1000 datasets, because there a test at
    level 0.05 by the chi-square distribution can reject a true hypothesis with a probability that
    differs from 0.05 by more than 0.01.

    Examples
    --------
    >>> import pybench as pb
    >>> t = pb.read_results([[0.9, 0.8, 0.7], [0.8, 0.7, 0.6], [0.7, 0.6, 0.5]],
    ...     datasets=["d1", "d2", "d3"], classifiers=["a", "b", "c"], higher_is_better=True)
    >>> round(float(pb.miller(t).pvalues.loc["a", "c"]), 4)
    0.0498
    """
    table = ranked(t, tie_tol)
    check_reference(reference, "standard", table.n)
    return engines.answer(
        "miller",
        {"t": t, "tie_tol": table.tie_tol, "reference": reference},
        engine=engine,
        kind=PairwiseTest,
        python=lambda: rank_sum_test(
            table,
            _compare,
            test="miller",
            statistic="chi-square",
            method="chi-square",
            df=(table.k - 1,),
            adjust="none",
            reference=reference,
            joint=True,
        ),
    )


def _compare(doubled: Doubled) -> Compared:
    from scipy.special import chdtrc

    statistics = siegel_z(doubled) ** 2
    return Compared(statistics, chdtrc(doubled.shape[-1] - 1, statistics))
