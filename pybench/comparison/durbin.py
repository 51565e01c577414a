"""Durbin's test with its pairs, for balanced incomplete blocks with some scores per dataset."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pybench.base import check, notes
from pybench.base.errors import ResultsTableError
from pybench.base.result import P_FLOOR
from pybench.bridge import engine as engines
from pybench.comparison.adjust import check_adjust
from pybench.comparison.doubts import about_table
from pybench.comparison.exact import LARGEST, orders
from pybench.comparison.omnibus import OmnibusTest, noise_decides, upper_tail
from pybench.comparison.pairs import PairwiseTest, check_pairs, pairwise_test
from pybench.comparison.permutation import (
    MOST,
    SAMPLES,
    Rearranged,
    check_reference,
    permuted,
    rearrange_rows,
    shuffled_sums,
)
from pybench.comparison.ranks import Ranked, doubled_ranks, mean_ranks_of, ranked, tie_groups
from pybench.comparison.ranksums import Compared, exchanged, near_ties_of_pairs

if TYPE_CHECKING:
    import pandas as pd

    from pybench.table import ResultsTable

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

METHODS = ("chi-square", "F")
_STANDARD = "standard"


class Blocks(NamedTuple):
    """Ranks of balanced blocks: twice the ranks minus their mean, so whole numbers."""

    scores: Ints  #: (N, k): 2 r - (m + 1), 0 where a score is missing
    present: NDArray[np.bool_]  #: (N, k)
    size: int  #: m, the scores of each dataset

    @property
    def complete(self) -> bool:
        """Whether no score is missing: the tests are then Friedman's and Conover's."""
        return self.size == int(self.scores.shape[1])

    @property
    def df(self) -> int:
        """Degrees of freedom within datasets, N m - N - k + 1."""
        n, k = self.scores.shape
        return int(n * (self.size - 1) - (k - 1))

    @property
    def between(self) -> int:
        """Sum of squares of the column sums."""
        return sum(int(x) ** 2 for x in self.scores.sum(axis=0))

    @property
    def within(self) -> int:
        """Sum of squares of all."""
        return int((self.scores**2).sum())

    @property
    def left(self) -> int:
        """N (m - 1) A - (k - 1) B, with A the sum of squares `within` and B `between`."""
        n, k = self.scores.shape
        return int(n) * (self.size - 1) * self.within - int(k - 1) * self.between


def durbin(
    t: ResultsTable,
    method: str = "chi-square",
    *,
    tie_tol: float | str = "decimal",
    reference: str = "auto",
    engine: str | None = None,
) -> OmnibusTest:
    r"""Test whether all methods perform alike in a balanced incomplete block design.

    The design must be a balanced incomplete block design. In such a design, each dataset has scores
    of the same number of methods, and each method has scores on the same number of datasets. Also,
    for every pair of methods, the number of datasets on which both have scores is the same.

    Parameters
    ----------
    t : ResultsTable
        Scores of k >= 2 methods on N >= 2 datasets, read with ``missing="keep"``.
    method : {"chi-square", "F"}
        "chi-square": the statistic T_1, with the chi-square distribution with k - 1 degrees of
        freedom as its limiting distribution. "F": the statistic T_2, which is compared with an F
        distribution, see the Notes; this test is less conservative than "chi-square".
    tie_tol : "decimal", float or "auto"
        See `ranks`.
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
        ``mean_ranks`` are means over the datasets on which the method has a score. They lie between
        1 and m, the number of scores of each dataset.

    Raises
    ------
    ResultsTableError
        Fewer than 2 datasets or methods, or a design that is not balanced.
    ArgumentError
        An argument that is not one of its choices.
    LanguagesDisagree
        With ``engine="both"``, if Python and R differ by more than the tolerance table allows.

    Notes
    -----
    Each of N datasets has m scores, and each of k methods has r scores. With ranks :math:`r_{ij}`
    among the scores of a dataset, their sums :math:`R_j` over datasets, :math:`A = \sum_{ij}
    r_{ij}^2` and :math:`C = N m (m+1)^2 / 4`,

    .. math:: T_1 = \frac{(k-1) \bigl(\sum_j R_j^2 - r C\bigr)}{A - C}, \qquad
       T_2 = \frac{T_1 / (k-1)}{(N(m-1) - T_1) / (Nm - N - k + 1)}

    (Durbin 1951, *British Journal of Psychology, Statistical Section* 4, 85-90; with ties Conover
    1999, *Practical Nonparametric Statistics*, 3rd ed., section 5.9). T_1 is compared with the
    chi-square distribution with k - 1 degrees of freedom, and T_2 is compared with the F
    distribution with k - 1 and Nm - N - k + 1 degrees of freedom. Without missing scores, T_1 is
    Friedman's statistic and T_2 is Iman and Davenport's, with the same p-values. If the design is
    not balanced, use `skillings_mack`.

    By permutation, p is the probability that the statistic is at least as large as observed if the
    scores of each dataset are in random order. If scores are missing, "auto" permutes with fewer
    than 40 datasets. If no score is missing, it permutes with fewer than 10 datasets, and with up
    to 1000 datasets if there are only two methods. In these cases, a test at level 0.05 by the
    limiting distribution can reject a true hypothesis with a probability that differs from 0.05 by
    more than about 0.01 (``bench/few_datasets.csv``). "auto" also permutes if F is infinite. If
    there are more than a million rearrangements, 19,999 random ones are drawn, the same in Python
    and R, and p is (1 + the number of tables at least as extreme) / 20,000.

    Examples
    --------
    Seven persons rank three of seven varieties of ice cream each (Conover 1999, p. 391):

    >>> import pybench as pb
    >>> none = None
    >>> t = pb.read_results(
    ...     [[2, 3, none, 1, none, none, none], [none, 3, 1, none, 2, none, none],
    ...      [none, none, 2, 1, none, 3, none], [none, none, none, 1, 2, none, 3],
    ...      [3, none, none, none, 1, 2, none], [none, 3, none, none, none, 1, 2],
    ...      [3, none, 1, none, none, none, 2]],
    ...     datasets=list("1234567"), classifiers=list("ABCDEFG"), higher_is_better=False,
    ...     missing="keep")
    >>> result = pb.durbin(t, reference="limit")
    >>> round(result.statistic, 6), round(result.pvalue, 3)
    (12.0, 0.062)
    >>> round(pb.durbin(t, "F").statistic, 6), pb.durbin(t, "F").df
    (8.0, (6.0, 8.0))
    """
    check.choice("method", method, METHODS)
    table = ranked(t, tie_tol, complete=False)
    check_reference(reference, _STANDARD, table.n)
    _require_balanced(table.results)
    return engines.answer(
        "durbin",
        {"t": t, "method": method, "tie_tol": table.tie_tol, "reference": reference},
        engine=engine,
        kind=OmnibusTest,
        python=lambda: _durbin(table, method, reference),
    )


def durbin_pairs(
    t: ResultsTable,
    adjust: str = "holm",
    control: str | None = None,
    *,
    tie_tol: float | str = "decimal",
    reference: str = "auto",
    engine: str | None = None,
) -> PairwiseTest:
    r"""Compare methods in pairs in a balanced incomplete block design.

    Parameters
    ----------
    t : ResultsTable
        Scores of a balanced design, as for `durbin`.
    adjust : str
        Correction for testing many pairs, see `adjust`.
    control : str, optional
        Compare all other methods with this method only.
    tie_tol : "decimal", float or "auto"
        See `ranks`.
    reference : {"auto", "limit", "permutation"}
        How to compute p. "limit": by the limiting distribution. "permutation": by exchanging the
        two scores of a pair, in every possible way, within the datasets on which both methods have
        scores; the scores of other methods stay unchanged. "auto": by permutation if the limiting
        distribution is inaccurate (few datasets, or datasets that all rank the methods alike, see
        the Notes); otherwise by the limiting distribution.
    engine : {"python", "r", "both"}, optional
        Which language computes the result; default ``pybench.options.engine``. "both" computes it
        in both languages and compares the results.

    Returns
    -------
    PairwiseTest
        ``statistics`` are the values of t, with Nm - N - k + 1 degrees of freedom if each dataset
        has m scores. They are positive if the row has the better (lower) rank sum. With
        permutation, p and the direction of a pair depend only on the datasets on which both methods
        have scores.

    Raises
    ------
    ResultsTableError
        Fewer than 2 datasets or methods, or a design that is not balanced.
    ArgumentError
        An unknown correction or control.
    LanguagesDisagree
        With ``engine="both"``, if Python and R differ by more than the tolerance table allows.

    Notes
    -----
    In the terms of `durbin`,

    .. math:: t = (R_j - R_i) \Big/ \sqrt{\frac{2 r (A - C)}{Nm - N - k + 1}
       \Bigl(1 - \frac{T_1}{N(m-1)}\Bigr)}

    (Conover 1999, *Practical Nonparametric Statistics*, 3rd ed., section 5.9). Without missing
    scores, t is that of `conover`. With missing scores the test is conservative: if no methods
    differ, the expected square of the denominator of t is m (k - 1) / ((m - 1) k) times the
    variance of its numerator. This factor is above 1 if scores are missing (m < k).

    By permutation, p is the probability that the sum of the pair's rank differences is at least as
    far from 0 as observed if each difference has a random sign, + or - with equal probability. This
    p is exact whatever the scores of the other methods are, but it uses only the datasets on which
    both methods have scores. "auto" permutes in three cases. First, if t is infinite. Second, with
    four methods on fewer than 5 datasets; there, a test at level 0.05 by Student's t can reject a
    true hypothesis with a probability that differs from 0.05 by more than about 0.01
    (``bench/few_datasets.csv``). Third, if no score is missing and `conover` permutes.

    Examples
    --------
    >>> import pybench as pb
    >>> t = pb.read_results([[1, 2, None], [2, None, 1], [None, 1, 2], [2, 4, None], [3, None, 1],
    ...     [None, 5, 4]], datasets=list("uvwxyz"), classifiers=["a", "b", "c"],
    ...     higher_is_better=True, missing="keep")
    >>> pb.durbin_pairs(t).statistics.loc["c"].round(4).tolist()
    [-0.4629, -0.9258, 0.0]
    """
    table = ranked(t, tie_tol, complete=False)
    check_pairs(table.names, "two-sided", control)
    check_adjust(adjust, control)
    check_reference(reference, _STANDARD, table.n)
    _require_balanced(table.results)
    options: dict[str, object] = {"adjust": adjust, "control": control, "reference": reference}
    options["tie_tol"] = table.tie_tol
    return engines.answer(
        "durbin_pairs",
        {"t": t, **options},
        engine=engine,
        kind=PairwiseTest,
        python=lambda: _durbin_pairs(table, adjust, control, reference),
    )


def _durbin(table: Ranked, method: str, reference: str) -> OmnibusTest:
    t, tie_tol = table.results, table.tie_tol
    blocks = blocks_of(t, tie_tol)
    n, k = blocks.scores.shape
    df = (k - 1.0,) if method == "chi-square" else (k - 1.0, float(blocks.df))

    def answer(tolerance: float | str) -> Rearranged:
        return durbin_reference(blocks_of(t, tolerance), method, df, reference)

    found = answer(tie_tol)
    doubts = {
        **_doubts(t, blocks),
        "few-datasets": n < 10 and found.reference == "limit",
        "floor": found.pvalue < P_FLOOR,
        "near-ties": noise_decides(tie_tol, found.pvalue, lambda other: answer(other).pvalue),
    }
    return OmnibusTest(
        test="durbin",
        statistic=durbin_statistic(blocks, method),
        pvalue=found.pvalue,
        df=df,
        n_datasets=n,
        n_classifiers=k,
        method=method,
        convention=_STANDARD,
        mean_ranks=_mean_ranks(t, blocks),
        notes=notes.holding(doubts),
        engine="python",
        reference=found.reference,
        least_pvalue=found.least,
    )


def _durbin_pairs(table: Ranked, adjust: str, control: str | None, reference: str) -> PairwiseTest:
    t, blocks = table.results, blocks_of(table.results, table.tie_tol)
    df = (float(blocks.df),)

    def answer(tolerance: float | str) -> Compared:
        from scipy.special import stdtr

        found = blocks_of(t, tolerance)
        values = durbin_t(found)
        limit = Compared(values, np.minimum(1.0, 2 * stdtr(df[0], -np.abs(values))))
        test = "conover" if found.complete else "durbin_pairs"
        return exchanged(test, limit, found.scores, reference, _STANDARD, present=found.present)

    found, near = near_ties_of_pairs(table, answer, adjust, control)
    doubts = {
        **_doubts(t, blocks),
        "few-datasets": t.n_datasets < 10 and not found.permuted,
        "near-ties": near,
    }
    directions = np.sign(_shared_gaps(blocks) if found.permuted else found.statistics)
    return pairwise_test(
        table,
        found.statistics,
        found.pvalues,
        directions=directions,
        least=found.least,
        test="durbin_pairs",
        statistic="t",
        method="permutation" if found.permuted else "t",
        adjust=adjust,
        control=control,
        df=() if found.permuted else df,
        mean_ranks=_mean_ranks(t, blocks),
        doubts=doubts,
    )


def durbin_reference(
    blocks: Blocks, method: str, df: tuple[float, ...], reference: str
) -> Rearranged:
    """Return p as requested; arguments as `durbin`."""
    statistic = durbin_statistic(blocks, method)
    test = "friedman" if blocks.complete else "durbin"
    if not permuted(test, reference, _STANDARD, blocks.scores.shape, math.isinf(statistic)):
        return Rearranged(upper_tail(statistic, df, _STANDARD), 0.0, "limit")
    # Given the ties, both statistics increase with the sum of squares of the rank sums.
    if not blocks.complete:
        return rearrange_blocks(blocks)
    k = blocks.size
    return rearrange_rows(blocks.scores, LARGEST[k] if k < 5 else 0)


def rearrange_blocks(blocks: Blocks) -> Rearranged:
    """Compare the spread of column sums with that of tables whose datasets are rearranged."""
    scores, present = blocks.scores, blocks.present
    n, k = scores.shape
    if math.factorial(blocks.size) ** n > MOST:
        ordered = np.zeros_like(scores)
        ordered[:, : blocks.size] = np.sort(scores[present].reshape(n, -1), axis=1)
        sums = shuffled_sums(ordered, ~present, SAMPLES, 0, "permutation")
        count = sum(int(((part**2).sum(axis=1) >= blocks.between).sum()) for part in sums)
        return Rearranged((1 + count) / (1 + SAMPLES), 1 / (1 + SAMPLES), "simulation")
    reached = np.zeros((1, k), np.int64)
    for row, here in zip(scores, present, strict=True):
        placed = np.zeros((len(orders(row[here])), k), np.int64)
        placed[:, here] = orders(row[here])
        reached = (reached[:, None, :] + placed).reshape(-1, k)
    spread = (reached**2).sum(axis=1)
    least = float((spread == spread.max()).mean())
    return Rearranged(float((spread >= blocks.between).mean()), least, "permutation")


def durbin_statistic(blocks: Blocks, method: str) -> float:
    """Return T_1 or T_2; 0 if all rank sums are equal."""
    if blocks.between == 0:
        return 0.0
    if method == "chi-square":
        return int(blocks.scores.shape[1] - 1) * blocks.between / blocks.within
    return math.inf if blocks.left == 0 else blocks.df * blocks.between / blocks.left


def durbin_t(blocks: Blocks) -> Floats:
    """Return t of each pair, (k, k), positive if the row is better; 0 / 0 is 0."""
    k, m = blocks.scores.shape[1], blocks.size
    sums = blocks.scores.sum(axis=0)
    gaps = sums[None, :] - sums[:, None]
    with np.errstate(divide="ignore", invalid="ignore"):
        values = gaps * np.sqrt(blocks.df * k * (m - 1) / (2.0 * m * np.float64(blocks.left)))
    return np.where(gaps == 0, 0.0, values)


def _shared_gaps(blocks: Blocks) -> Ints:
    """Return the gaps of the column sums over the datasets with both scores of a pair."""
    shared = blocks.scores.T @ blocks.present.astype(np.int64)  # of the row where both exist
    return np.asarray(shared.T - shared)


def blocks_of(t: ResultsTable, tie_tol: float | str) -> Blocks:
    """Rank the scores of each dataset; all datasets have the same number."""
    present = ~np.isnan(t.scores)
    size = int(present[0].sum())
    there = t.scores[present].reshape(t.n_datasets, size)
    scores = np.zeros(t.scores.shape, np.int64)
    scores[present] = (
        doubled_ranks(there, t.higher_is_better, tie_tol).astype(np.int64) - (size + 1)
    ).ravel()
    return Blocks(scores, present, size)


def _mean_ranks(t: ResultsTable, blocks: Blocks) -> pd.Series:
    import pandas as pd

    doubled = np.where(blocks.present, blocks.scores + blocks.size + 1, 0)
    return pd.Series(mean_ranks_of(doubled), index=list(t.classifiers))


def _doubts(t: ResultsTable, blocks: Blocks) -> dict[str, bool | str]:
    centred = blocks.scores[blocks.present].reshape(t.n_datasets, blocks.size)
    doubled = (centred + blocks.size + 1).astype(np.int32)
    return {
        "degenerate": not blocks.scores.any(),
        "two-classifiers": t.n_classifiers == 2,
        "ties": tie_groups(doubled) > 0,
        "missing-scores": t.n_missing > 0,
        "mean-of-repeats": t.n_repeats > 1,
        **about_table(t),
        "pairwise-complete": False,
    }


def _require_balanced(t: ResultsTable) -> None:
    """Refuse a table in which datasets, methods or pairs have more scores than others."""
    present = (~np.isnan(t.scores)).astype(np.int64)
    together = present.T @ present
    for what, counts in (
        ("scores per dataset", present.sum(axis=1)),
        ("scores per method", np.diag(together)),
        (
            "datasets with scores of both methods of a pair",
            together[~np.eye(len(together), dtype=bool)],
        ),
    ):
        low, high = int(counts.min()), int(counts.max())
        if low != high or high == 0 or (what == "scores per dataset" and high < 2):
            found = f"{low} to {high} {what}" if low != high else f"{low} {what}"
            raise ResultsTableError(
                f"expected a balanced incomplete block design, found {found}",
                expected="the same number of scores for every dataset (2 or more) and for every "
                "method, and for each pair the same number of datasets with scores of both methods",
                found=found,
                hint="Use skillings_mack, which takes any pattern of missing scores.",
            )
