"""The exact test of a difference of two rank sums."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from pybench.base.errors import ArgumentError
from pybench.bridge import engine as engines
from pybench.comparison.adjust import check_adjust
from pybench.comparison.pairs import PairwiseTest, check_pairs
from pybench.comparison.ranks import ranked
from pybench.comparison.ranksums import Compared, Doubled, Floats, rank_sum_gaps, rank_sum_test

if TYPE_CHECKING:
    from pybench.table import ResultsTable

#: Largest N(k - 1), the maximum difference of rank sums: it takes a few seconds.
LARGEST = 50_000
# Probabilities below this count as 0: denormal numbers are slow and inaccurate.
_NEGLIGIBLE = 1e-300


def eisinga(
    t: ResultsTable,
    adjust: str = "holm",
    control: str | None = None,
    *,
    tie_tol: float | str = "decimal",
    engine: str | None = None,
) -> PairwiseTest:
    r"""Compare pairs of methods by the exact distribution of the difference of two rank sums.

    Parameters
    ----------
    t : ResultsTable
        Scores of k >= 2 methods on N >= 2 datasets, N(k - 1) <= 50,000.
    adjust : str
        Correction for testing many pairs, see `adjust`.
    control : str, optional
        Compare all other methods with this method only.
    tie_tol : "decimal", float or "auto"
        See `ranks`.
    engine : {"python", "r", "both"}, optional
        Which language computes the result; default ``pybench.options.engine``. "both" computes it
        in both languages and compares the results.

    Returns
    -------
    PairwiseTest
        ``statistics`` are differences of rank sums, positive if the row has the better (lower) rank
        sum.

    Raises
    ------
    ResultsTableError
        Fewer than 2 datasets or methods.
    ArgumentError
        An unknown correction or control, or a table too large.
    LanguagesDisagree
        With ``engine="both"``, if Python and R differ by more than the tolerance table allows.

    Notes
    -----
    On each dataset, the ranks of two methods are two different numbers among 1, ..., k, and every
    such pair of numbers is equally likely. The difference of the two rank sums is a sum over
    datasets, so its distribution is a convolution of the distributions on single datasets (Eisinga,
    Heskes, Pelzer and Te Grotenhuis 2017, *BMC Bioinformatics* 18, 68, who write it as a sum of
    alternating terms). This implementation adds positive terms only, so that small p-values are
    accurate. The distribution assumes no ties: with ties, a difference that is not a whole number
    gets the p-value of the next larger whole number, as in PMCMRplus. The distribution also assumes
    that *no* method differs from any other. If other methods differ, use `siegel` with
    ``reference="permutation"``.

    Mean ranks depend on the other methods in the table. If the other methods are variants of one
    method, or if the scores of the other methods vary less from dataset to dataset than the scores
    of the pair, two methods that do not differ are too often found to differ significantly
    (``docs/measured.md``).

    Examples
    --------
    >>> import pybench as pb
    >>> t = pb.read_results([[0.9, 0.8, 0.7], [0.8, 0.7, 0.6], [0.7, 0.6, 0.5]],
    ...     datasets=["d1", "d2", "d3"], classifiers=["a", "b", "c"], higher_is_better=True)
    >>> float(pb.eisinga(t, adjust="none").pvalues.loc["a", "c"]) * 6**3  # 2 of 6^3 ways
    2.0
    """
    table = ranked(t, tie_tol)
    check_pairs(table.names, "two-sided", control)
    check_adjust(adjust, control)
    _require_small(table.n, table.k)
    options = {"adjust": adjust, "control": control, "tie_tol": table.tie_tol}
    return engines.answer(
        "eisinga",
        {"t": t, **options},
        engine=engine,
        kind=PairwiseTest,
        python=lambda: rank_sum_test(
            table,
            _compare,
            test="eisinga",
            statistic="difference of rank sums",
            method="exact",
            adjust=adjust,
            control=control,
        ),
    )


@lru_cache(maxsize=8)
def two_sided_tail(n: int, k: int) -> Floats:
    """Return P(abs(D) >= d) for d = 0, ..., N(k - 1), D the difference of two rank sums.

    Notes
    -----
    Of the k(k - 1) ordered pairs of different ranks k - abs(d) differ by d, for d from -(k - 1)
    to k - 1 except 0.
    """
    differences = np.abs(np.arange(1 - k, k))
    one = np.where(differences > 0, k - differences, 0) / (k * (k - 1))
    law: Floats = np.ones(1)
    for _ in range(n):
        law = np.asarray(np.convolve(law, one), dtype=np.float64)
        law[law < _NEGLIGIBLE] = 0.0
    # From the end, so that small terms are added first.
    tail: Floats = 2 * np.cumsum(law[: n * (k - 1) - 1 : -1])[::-1]
    tail[0] = 1.0
    tail.flags.writeable = False
    return np.minimum(tail, 1.0)


def _compare(doubled: Doubled) -> Compared:
    gaps = rank_sum_gaps(doubled)
    # Half a doubled gap, rounded up.
    tail = two_sided_tail(*doubled.shape)
    return Compared(gaps / 2, tail[(np.abs(gaps) + 1) // 2], least=np.full(gaps.shape, tail[-1]))


def _require_small(n: int, k: int) -> None:
    if n * (k - 1) > LARGEST:
        raise ArgumentError(
            f"N(k - 1) must be at most {LARGEST} for N datasets and k methods, not {n * (k - 1)}",
            expected=f"N(k - 1) <= {LARGEST}",
            found=str(n * (k - 1)),
            hint="Use siegel: with so many datasets the normal approximation suffices.",
        )
