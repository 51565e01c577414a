"""The Friedman test: do the methods differ at all?"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from pybench.base import check, notes
from pybench.base.result import P_FLOOR, Result, format_p, format_statistic
from pybench.base.text import lined
from pybench.bridge import engine as engines
from pybench.comparison.exact import LARGEST, require_small
from pybench.comparison.permutation import (
    Rearranged,
    check_reference,
    permuted,
    rearrange_rows,
    unable,
)
from pybench.comparison.ranks import (
    VERDICT_LEVEL,
    Ranked,
    ranked,
    squared_deviations,
)

if TYPE_CHECKING:
    import pandas as pd

    from pybench.table import ResultsTable

METHODS = ("chi-square", "iman-davenport", "exact")
CONVENTIONS = ("standard", "scmamp", "pmcmr")


@dataclass(frozen=True, slots=True, eq=False)
class FriedmanResult(Result):
    """Result of the Friedman test."""

    statistic: float  #: chi-square, or F if method == "iman-davenport"; >= 0, may be inf
    pvalue: float  #: in [0, 1]; below 1e-12 it is shown as a bound
    df: tuple[float, ...]  #: (k - 1,), or (k - 1, (k - 1)(N - 1)) for F, () for "exact"
    n_datasets: int  #: N
    n_classifiers: int  #: k
    method: str  #: the statistic and its limiting distribution
    convention: str  #: "standard", "scmamp" or "pmcmr"
    ties: int  #: groups of methods that share a rank, over all datasets
    mean_ranks: pd.Series  #: (k,) in [1, k], table order
    notes: tuple[str, ...]  #: caveats, defined in the glossary
    engine: str  #: "python", "r" or "both"
    reference: str = "limit"  #: "limit", "permutation" (all rearrangements) or "simulation" (drawn)
    least_pvalue: float = 0.0  #: smallest p possible for this size and these ties; 0: no bound

    schema: ClassVar[str] = "friedman/1"

    def to_frame(self) -> pd.DataFrame:
        """Return one row: method, statistic, df1, df2, pvalue, n_datasets, n_classifiers."""
        import pandas as pd

        df1, df2 = (*self.df, math.nan, math.nan)[:2]
        row = {
            "method": self.method,
            "statistic": self.statistic,
            "df1": df1,
            "df2": df2,
            "pvalue": self.pvalue,
            "n_datasets": self.n_datasets,
            "n_classifiers": self.n_classifiers,
            "convention": self.convention,
        }
        return pd.DataFrame([row])

    def __str__(self) -> str:
        letter = "F" if self.method == "iman-davenport" else "chi-square"
        df = f", df = {', '.join(f'{x:g}' for x in self.df)}" if self.df else ""
        if self.reference != "limit" and self.df:
            df = f", by {self.reference}"
        head = (
            f"Friedman test ({self.method}): {letter} = {format_statistic(self.statistic, 6)}{df}, "
            f"p {format_p(self.pvalue)}"
        )
        size = f"{self.n_classifiers} methods on {self.n_datasets} datasets"
        source = f"convention {self.convention}, engine {self.engine}"
        cannot = unable(self.least_pvalue, VERDICT_LEVEL, self.n_datasets, self.notes)
        return lined([head, f"  {size}; {source}", *cannot, *notes.lines(self.notes)])


def friedman(
    t: ResultsTable,
    method: str = "chi-square",
    *,
    convention: str = "standard",
    tie_tol: float | str = "decimal",
    reference: str = "auto",
    engine: str | None = None,
) -> FriedmanResult:
    r"""Test whether all methods perform alike, by their ranks within datasets.

    Parameters
    ----------
    t : ResultsTable
        Scores of k >= 2 methods on N >= 2 datasets.
    method : {"chi-square", "iman-davenport", "exact"}
        Statistic and its null distribution. "chi-square": chi-square with its limiting
        distribution, which has k - 1 degrees of freedom. "iman-davenport": Iman and Davenport's F,
        which is less conservative than "chi-square". "exact": chi-square with its exact permutation
        distribution given the ties, for small tables only.
    convention : {"standard", "scmamp", "pmcmr"}
        "scmamp" leaves out the correction for ties and computes p as 1 minus the distribution
        function, as the package scmamp does. "pmcmr" uses the formulas of "standard". With "scmamp"
        and with "pmcmr", ``reference="auto"`` is the same as "limit".
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
    FriedmanResult

    Raises
    ------
    ResultsTableError
        Fewer than 2 datasets or methods.
    ArgumentError
        An unknown method or convention, or a table too large for "exact".
    LanguagesDisagree
        With ``engine="both"``, if Python and R differ by more than the tolerance table allows.

    Notes
    -----
    With rank sums :math:`R_j` and ranks :math:`r_{ij}`,

    .. math:: \chi^2_F = \frac{(k-1) \sum_j (R_j - N(k+1)/2)^2}{\sum_{ij} (r_{ij} - (k+1)/2)^2},
       \qquad F = \frac{(N-1)\chi^2_F}{N(k-1) - \chi^2_F}.

    Chi-square is corrected for ties (Conover 1999, *Practical Nonparametric Statistics*, 3rd ed.,
    section 5.8, eq. 5); without ties it is the statistic of Friedman (1937) and Demšar (2006, JMLR
    7, p. 11). F is the statistic of Iman and Davenport (1980; Demšar, p. 11). If all methods tie on
    every dataset, the statistic is 0 and p is 1.

    By permutation, p is the probability that the statistic is at least as large as observed if the
    scores of each dataset are in random order. "auto" permutes with fewer than 10 datasets, and
    with two methods on up to 1000 datasets. There, a test at level 0.05 by the limiting
    distribution can reject a true hypothesis with a probability that differs from 0.05 by more than
    about 0.01 (``bench/few_datasets.csv``). It also permutes if F is infinite. The scores of the
    first dataset can be kept as they are. If there are then still more than a million
    rearrangements, 19,999 random ones are drawn, the same in Python and R, and p is (1 + the number
    of tables at least as extreme) / 20,000. All rearrangements are used with ``method="exact"``,
    and also for two to four methods on up to as many datasets as ``method="exact"`` accepts.

    Examples
    --------
    >>> import pybench as pb
    >>> t = pb.read_results([[0.9, 0.8, 0.7], [0.8, 0.7, 0.6], [0.7, 0.6, 0.5]],
    ...     datasets=["d1", "d2", "d3"], classifiers=["a", "b", "c"], higher_is_better=True)
    >>> result = pb.friedman(t)
    >>> result.statistic, result.df
    (6.0, (2.0,))
    >>> round(pb.friedman(t, method="exact").pvalue, 6)  # 1 / 3!^2
    0.027778
    """
    check.choice("method", method, METHODS)
    check.choice("convention", convention, CONVENTIONS)
    table = ranked(t, tie_tol)
    check_reference(reference, convention, table.n)
    options = {"method": method, "convention": convention, "tie_tol": table.tie_tol}
    options["reference"] = reference
    return engines.answer(
        "friedman",
        {"t": t, **options},
        engine=engine,
        kind=FriedmanResult,
        python=lambda: friedman_test(table, method, convention, reference),
    )


def friedman_test(
    table: Ranked, method: str, convention: str = "standard", reference: str = "auto"
) -> FriedmanResult:
    """Do the test in Python; arguments as `friedman`, checked."""
    statistic = float(friedman_statistic(table.doubled, method, convention))
    found = friedman_reference(table.doubled, method, convention, reference)

    def verdict(ranks: NDArray[np.int32]) -> bool:
        return friedman_reference(ranks, method, convention, reference).pvalue <= VERDICT_LEVEL

    doubts = {
        **table.caveats(convention),
        "floor": found.pvalue < P_FLOOR,
        "near-ties": table.noise_decides(verdict),
    }
    if found.reference != "limit":
        doubts["few-datasets"] = False
    return FriedmanResult(
        statistic=statistic,
        pvalue=found.pvalue,
        df=degrees_of_freedom(table.n, table.k, method),
        n_datasets=table.n,
        n_classifiers=table.k,
        method=method,
        convention=convention,
        ties=table.ties,
        mean_ranks=table.named_mean_ranks(),
        notes=notes.holding(doubts),
        engine="python",
        reference=found.reference,
        least_pvalue=found.least,
    )


def friedman_reference(
    doubled: NDArray[np.int32],
    method: str = "chi-square",
    convention: str = "standard",
    reference: str = "auto",
) -> Rearranged:
    """Return p from doubled ranks (N, k) as requested; arguments as `friedman`."""
    k = doubled.shape[1]
    if method == "exact":
        require_small(*doubled.shape)
        reference = "permutation"
    statistic = float(friedman_statistic(doubled, method, convention))
    if permuted("friedman", reference, convention, doubled.shape, math.isinf(statistic)):
        # Given the ties, chi-square and F increase with the sum of squares of the rank sums.
        scores = doubled.astype(np.int64) - (k + 1)
        return rearrange_rows(scores, LARGEST.get(k, 0) if method == "exact" or k < 5 else 0)
    return Rearranged(friedman_pvalue(statistic, doubled, method, convention), 0.0, "limit")


def friedman_statistic(
    doubled: NDArray[np.int32], method: str = "chi-square", convention: str = "standard"
) -> NDArray[np.float64]:
    """Compute Friedman's chi-square or Iman and Davenport's F from doubled ranks.

    Parameters
    ----------
    doubled : (..., N, k) int
        Twice the ranks; leading axes are replicates.
    method : {"chi-square", "iman-davenport", "exact"}
    convention : {"standard", "scmamp", "pmcmr"}

    Returns
    -------
    (...) float, >= 0
        0 if all methods tie on every dataset.
    """
    n, k = doubled.shape[-2:]
    between, within = squared_deviations(doubled)
    if convention == "scmamp":
        within = np.full_like(within, n * k * (k * k - 1) // 3)
    # Integers up to here; N * within >= between (Cauchy-Schwarz), equal if all datasets agree.
    top, bottom = (
        ((n - 1) * between, n * within - between)
        if method == "iman-davenport"
        else ((k - 1) * between, within)
    )
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(between == 0, 0.0, np.asarray(top, float) / np.asarray(bottom, float))


def degrees_of_freedom(n: int, k: int, method: str) -> tuple[float, ...]:
    """Return the degrees of freedom of the reference distribution; none for "exact"."""
    both = (float(k - 1), float((k - 1) * (n - 1)))
    return {"chi-square": both[:1], "iman-davenport": both, "exact": ()}[method]


def friedman_pvalue(
    statistic: float, doubled: NDArray[np.int32], method: str, convention: str
) -> float:
    """Return the upper tail of the limiting distribution at ``statistic``, in [0, 1]."""
    from scipy import special

    n, k = doubled.shape
    df = degrees_of_freedom(n, k, method)
    if convention == "scmamp":
        cdf = special.chdtr if method == "chi-square" else special.fdtr
        return float(max(0.0, 1.0 - cdf(*df, statistic)))
    tail = special.chdtrc if method == "chi-square" else special.fdtrc
    return float(tail(*df, statistic))
