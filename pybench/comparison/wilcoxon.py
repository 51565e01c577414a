"""The Wilcoxon signed-rank test of pairs of methods."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pybench.base import check
from pybench.base.errors import ArgumentError
from pybench.base.text import counted
from pybench.bridge import engine as engines
from pybench.comparison.adjust import check_adjust
from pybench.comparison.differences import (
    Pairs,
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
from pybench.comparison.signedrank import (
    EXACT_LARGEST,
    ZERO_METHODS,
    SignedRanks,
    exact_pvalues,
    normal_pvalues,
    signed_ranks,
)

if TYPE_CHECKING:
    from pybench.table import ResultsTable

Floats = NDArray[np.float64]

METHODS = ("auto", "exact", "normal")
CONVENTIONS = ("standard", "r-4.2", "r-4.6", "scipy")
#: Up to here "auto" is exact; at this point both differ by up to 0.0013.
AUTO_LARGEST = 200


@dataclass(frozen=True, slots=True)
class _Rules:
    """The options, checked."""

    zero_method: str
    method: str
    alternative: str
    correction: bool
    convention: str

    def ranks(self, gaps: Floats) -> SignedRanks:
        """Rank differences, (P, N), with zeros treated as in the convention."""
        pratt = self.convention == "r-4.6" and gaps.shape[1] < 50
        return signed_ranks(gaps, "pratt" if pratt else self.zero_method)

    def exact(self, ranks: SignedRanks) -> NDArray[np.bool_]:
        """Return for which pairs the exact distribution is used."""
        n = ranks.doubled.shape[1]
        clean = (ranks.zeros == 0) & ~ranks.tied
        if self.convention == "r-4.2":
            return np.asarray(clean & (n < 50))
        if self.convention == "r-4.6":
            return np.full(clean.shape, n < 50)
        if self.convention == "scipy":
            return np.asarray((clean & (n <= 50)) | (n <= 13))
        if self.method == "auto":
            return np.asarray(ranks.signed <= AUTO_LARGEST)
        return np.full(clean.shape, self.method == "exact")


class _Found(NamedTuple):
    """Results for P pairs; first axis: the pair, and the reversed pair."""

    statistics: Floats  #: (2, P)
    pvalues: Floats  #: (2, P)
    exact: NDArray[np.bool_]  #: (P,) whether from the exact distribution
    same: NDArray[np.bool_]  #: (P,) whether the two are equal on every dataset
    least: Floats  #: (P,) least possible p; 0 for the normal distribution

    def method(self, correction: bool) -> str:
        """Return in words how the p-values were computed."""
        normal = "normal with continuity correction" if correction else "normal"
        count = int(self.exact.sum())
        if count == self.exact.size:
            return "exact"
        if not count:
            return normal
        return f"exact for {counted(count, 'pair')}, {normal} for {self.exact.size - count}"


def wilcoxon(
    t: ResultsTable,
    adjust: str = "holm",
    zero_method: str = "wilcox",
    method: str = "auto",
    alternative: str = "two-sided",
    correction: bool = False,
    control: str | None = None,
    *,
    convention: str = "standard",
    tie_tol: float | str = "decimal",
    engine: str | None = None,
) -> PairwiseTest:
    r"""Test pairs of methods by the signed ranks of their differences.

    Parameters
    ----------
    t : ResultsTable
        Scores of k >= 2 methods on N >= 2 datasets.
    adjust : str
        Correction for testing many pairs, see `adjust`.
    zero_method : {"wilcox", "pratt", "zsplit"}
        How to treat datasets on which both scores are equal. "wilcox" leaves them out. "pratt"
        ranks them lowest and then leaves them out. "zsplit" ranks them lowest and gives half of
        their ranks to each method.
    method : {"auto", "exact", "normal"}
        Null distribution. "exact": the exact distribution given the ranks, also with ties and
        zeros, for up to 1000 nonzero differences. "normal": the normal distribution with the
        variance of the given ranks. "auto": exact up to 200 nonzero differences, otherwise normal.
    alternative : {"two-sided", "greater", "less"}
        "greater": the row is better than the column. "less": the row is worse.
    correction : bool
        Whether the normal distribution is used with a continuity correction of half a rank.
    control : str, optional
        Compare all other methods with this method only.
    convention : {"standard", "r-4.2", "r-4.6", "scipy"}
        "r-4.2" and "r-4.6" reproduce the defaults of `wilcox.test(paired = TRUE)` in R 4.2 and R
        4.6; "scipy" reproduces those of `scipy.stats.wilcoxon` 1.17. These three fix `zero_method`,
        `method` and `correction`, so you cannot give these arguments as well.
    tie_tol : "decimal", float or "auto"
        Which differences count as zero, and which as equal in absolute value:

        * "decimal": scores of methods with at most 10 decimals and 15 digits are subtracted as
          decimals, so that 0.9 - 0.8 and 0.8 - 0.7 tie. Other scores, such as means over repeats,
          are subtracted as doubles. Conventions other than "standard" treat "decimal" as 0.
        * 0: all scores are subtracted as doubles, and only equal doubles tie, as in R and SciPy.
        * A number above 0: differences of at most this size count as zero. The larger differences
          are sorted by size, and neighbours are tied if their sizes differ by at most this number,
          so ties can form chains.
        * "auto": like a number above 0, namely 1e-12 times the largest absolute score of the table.
    engine : {"python", "r", "both"}, optional
        Which language computes the result; default ``pybench.options.engine``. "both" computes it
        in both languages and compares the results.

    Returns
    -------
    PairwiseTest
        ``statistics`` are the values of W+, the sum of the ranks of the datasets on which the row
        is better. With "zsplit", half of the ranks of the datasets with equal scores are added to
        W+.

    Raises
    ------
    ResultsTableError
        Fewer than 2 datasets or methods.
    ArgumentError
        An unknown choice, an argument together with a convention that fixes it, or "exact" for more
        than 1000 nonzero differences.
    LanguagesDisagree
        With ``engine="both"``, if Python and R differ by more than the tolerance table allows.

    Notes
    -----
    If :math:`r_i` are the ranks of the absolute values of the nonzero differences :math:`d_i`,

    .. math:: W^+ = \sum_{d_i > 0} r_i, \qquad
       z = \frac{W^+ - \frac12 \sum r_i}{\sqrt{\frac14 \sum r_i^2}}.

    In the exact distribution, every choice of the signs of the n nonzero differences has the
    probability :math:`2^{-n}`, also with ties and zeros (Streitberg and Röhmel 1986, Statistical
    Software Newsletter 12, 10-17). The two-sided p is twice the smaller tail, at most 1. Small
    tails are sums of positive numbers and stay accurate.

    The test is due to Wilcoxon (1945, Biometrics Bulletin 1, 80-83), "pratt" to Pratt (1959, JASA
    54, 655-667) and "zsplit" to Demšar (2006, JMLR 7, section 3.1.3). With "zsplit", W+ also
    contains half of the ranks of the zeros, and the variance of the normal distribution counts the
    zeros too. The exact distribution does not give signs to zeros. So with "exact", "zsplit" has
    the same p-values as "pratt".

    The conventions are:

    * "r-4.2" leaves zeros out. With fewer than 50 datasets and no zeros or ties, it uses the exact
      distribution, otherwise the normal distribution with continuity correction.
    * "r-4.6" (as observed in R 4.6.1) uses the exact distribution and Pratt's treatment of zeros
      with fewer than 50 datasets. Otherwise it is the same as "r-4.2".
    * "scipy" leaves zeros out. It uses the exact distribution with up to 13 datasets, and with up
      to 50 datasets if there are no zeros or ties. Otherwise it uses the normal distribution
      without correction.

    For two methods that never differ, R and SciPy return NaN; pybench returns p = 1 and statistic 0
    in every convention.

    Examples
    --------
    >>> import pybench as pb
    >>> t = pb.read_results([[0.9, 0.8], [0.7, 0.5], [0.6, 0.3], [0.8, 0.4], [0.9, 0.4]],
    ...     datasets=list("vwxyz"), classifiers=["a", "b"], higher_is_better=True)
    >>> result = pb.wilcoxon(t)
    >>> float(result.statistics.loc["a", "b"]), float(result.pvalues.loc["a", "b"])  # 2 / 2^5
    (15.0, 0.0625)
    """
    table = ranked(t, tie_tol, convention, pairwise=True, one_metric=True)
    column = check_pairs(table.names, alternative, control)
    check_adjust(adjust, control, alternative)
    check.choice("zero_method", zero_method, ZERO_METHODS)
    check.choice("method", method, METHODS)
    check.flag("correction", correction)
    check.choice("convention", convention, CONVENTIONS)
    _require_free(convention, zero_method, method, correction)
    corrected = correction if convention == "standard" else convention != "scipy"
    rules = _Rules(zero_method, method, alternative, corrected, convention)
    options = {
        "adjust": adjust,
        "zero_method": zero_method,
        "method": method,
        "alternative": alternative,
        "correction": correction,
        "control": control,
        "convention": convention,
        "tie_tol": table.tie_tol,
    }
    return engines.answer(
        "wilcoxon",
        {"t": t, **options},
        engine=engine,
        kind=PairwiseTest,
        python=lambda: _wilcoxon(table, adjust, control, column, rules),
    )


def signed_rank_test(
    table: Ranked, zero_method: str = "wilcox", control: str | None = None
) -> PairwiseTest:
    """Do the two-sided test in Python, unadjusted; arguments as `wilcoxon`, checked."""
    rules = _Rules(zero_method, "auto", "two-sided", False, "standard")
    return _wilcoxon(table, "none", control, table.column(control), rules)


def one_sided(gaps: Floats) -> Floats:
    """Return the p-values in favour of the first and of the second of P pairs, (2, P).

    ``gaps``, (P, N), are differences; the other options have their defaults.
    """
    rules = _Rules("wilcox", "auto", "greater", False, "standard")
    return _test(rules.ranks(gaps), rules).pvalues


def _require_free(convention: str, zero_method: str, method: str, correction: bool) -> None:
    given = {"zero_method": zero_method, "method": method, "correction": correction}
    free = {"zero_method": "wilcox", "method": "auto", "correction": False}
    for name, value in given.items():
        if convention != "standard" and value != free[name]:
            raise ArgumentError(
                f'`{name}` is fixed by `convention` "{convention}"',
                expected=f'`{name}` left out, or `convention` "standard"',
                found=f"both `{name}` and `convention`",
                hint=f"Leave out `{name}`.",
            )


def _wilcoxon(
    table: Ranked, adjust: str, control: str | None, column: int | None, rules: _Rules
) -> PairwiseTest:
    k, tie_tol, pairs = table.k, table.tie_tol, pairs_of(table.k, column)
    scores = better_scores(table.results.scores, table.results.higher_is_better)
    blocks = differences(scores, pairs, tie_tol)
    found = _Found(*in_order((at, _test(rules.ranks(gaps), rules)) for at, gaps in blocks))
    doubts = pair_notes(
        table,
        rules.convention,
        identical=bool(found.same.any()),
        limiting=not found.exact.all(),
    )
    if check.by_equality(tie_tol):
        merged = _merged(scores, pairs, rules, found, tie_tol)
        both = (found.statistics, found.pvalues), merged
        doubts["near-ties"] = verdicts_change(k, pairs, both, adjust, rules.alternative, column)
    return pairwise_test(
        table,
        square(k, pairs, *found.statistics),
        square(k, pairs, *found.pvalues),
        test="wilcoxon",
        statistic="W+",
        method=found.method(rules.correction),
        adjust=adjust,
        alternative=rules.alternative,
        control=control,
        convention=rules.convention,
        doubts=doubts,
        least=square(k, pairs, found.least, found.least),
    )


def _test(ranks: SignedRanks, rules: _Rules) -> _Found:
    exact = rules.exact(ranks)
    _require_small(ranks, exact)
    pvalues = np.empty((2, len(exact)))
    for chosen, chances in (
        (exact, exact_pvalues(ranks.of(exact), rules.alternative)),
        (~exact, normal_pvalues(ranks.of(~exact), rules.alternative, rules.correction)),
    ):
        pvalues[:, chosen] = chances
    least = np.where(exact, least_signed(ranks.signed, rules.alternative), 0.0)
    return _Found(np.stack(ranks.statistic), pvalues, exact, ranks.signed == 0, least)


def _merged(
    scores: Floats, pairs: Pairs, rules: _Rules, found: _Found, tie_tol: float | str
) -> tuple[Floats, Floats]:
    """Return statistics and p-values by "auto"; only ranks that change are tested again."""
    statistics, pvalues = found.statistics.copy(), found.pvalues.copy()
    exactly, nearly = (differences(scores, pairs, by) for by in (tie_tol, "auto"))
    for (places, gaps), (_, clean) in zip(exactly, nearly, strict=True):
        before, after = rules.ranks(gaps), rules.ranks(clean)
        moved = before.differ(after)
        if moved.any():
            again = _test(after.of(moved), rules)
            moving = places[moved]
            statistics[:, moving], pvalues[:, moving] = again.statistics, again.pvalues
    return statistics, pvalues


def _require_small(ranks: SignedRanks, exact: NDArray[np.bool_]) -> None:
    largest = int(ranks.signed[exact].max(initial=0))
    if largest > EXACT_LARGEST:
        raise ArgumentError(
            f'`method` "exact" takes at most {EXACT_LARGEST} datasets on which two methods '
            f"differ; the table has {largest}",
            expected=f"at most {EXACT_LARGEST}",
            found=str(largest),
            hint='Use method = "auto".',
        )
