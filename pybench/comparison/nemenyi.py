"""The Nemenyi test: which pairs of classifiers differ, by their mean ranks."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from pybench.base import check, notes
from pybench.base.result import P_FLOOR, Result
from pybench.base.text import counted, without_controls
from pybench.bridge import engine as engines
from pybench.comparison.cliques import cliques, scmamp_bars
from pybench.comparison.friedman import CONVENTIONS, friedman_pvalue, friedman_statistic
from pybench.comparison.ranks import (
    doubled_ranks,
    near_ties_decide,
    require_comparable,
    table_notes,
)
from pybench.comparison.studentized import (
    range_quantile,
    range_upper_tail,
    studentized_quantile,
    studentized_upper_tail,
)

if TYPE_CHECKING:
    import pandas as pd

    from pybench.table import ResultsTable

Doubled = NDArray[np.int32]


@dataclass(frozen=True, slots=True, eq=False)
class NemenyiResult(Result):
    """What the Nemenyi test found."""

    pvalues: pd.DataFrame  #: (k, k) in [0, 1], table order, symmetric, diagonal 1
    critical_difference: float  #: difference of mean ranks from which a pair differs
    mean_ranks: pd.Series  #: (k,) in [1, k], table order
    cliques: tuple[tuple[str, ...], ...]  #: maximal sets not told apart, best rank first
    alpha: float  #: family-wise level in (0, 1)
    convention: str  #: "standard", "scmamp" or "pmcmr"
    n_datasets: int  #: N
    n_classifiers: int  #: k
    notes: tuple[str, ...]  #: doubts, defined in the glossary
    engine: str  #: "python", "r" or "both"

    schema: ClassVar[str] = "nemenyi/1"

    @property
    def significant(self) -> NDArray[np.bool_]:
        """Whether each pair differs at `alpha`, (k, k) bool, table order."""
        return decide(
            self.pvalues.to_numpy(),
            self.mean_ranks.to_numpy(),
            self.critical_difference,
            self.alpha,
            self.convention,
        )

    def to_frame(self) -> pd.DataFrame:
        """Return one row per pair: classifiers, difference of mean ranks, p-value, verdict."""
        import pandas as pd

        first, second = np.triu_indices(self.n_classifiers, 1)
        names = self.mean_ranks.index.to_numpy()
        ranks = self.mean_ranks.to_numpy()
        return pd.DataFrame(
            {
                "classifier_1": names[first],
                "classifier_2": names[second],
                "rank_difference": ranks[first] - ranks[second],
                "pvalue": self.pvalues.to_numpy()[first, second],
                "significant": self.significant[first, second],
            }
        )

    def __str__(self) -> str:
        pairs = self.n_classifiers * (self.n_classifiers - 1) // 2
        differ = int(self.significant.sum()) // 2
        ranked = self.mean_ranks.sort_values(kind="stable")
        lines = [
            f"Nemenyi test at alpha = {self.alpha:g}: {differ} of {counted(pairs, 'pair')} "
            f"{'differs' if differ == 1 else 'differ'}",
            f"  critical difference {self.critical_difference:.4f} (mean ranks over "
            f"{self.n_datasets} datasets); convention {self.convention}, engine {self.engine}",
            *(f"  {rank:7.3f}  {without_controls(str(name))}" for name, rank in ranked.items()),
        ]
        return "\n".join(lines + notes.lines(self.notes))


def nemenyi(
    t: ResultsTable,
    alpha: float = 0.05,
    *,
    convention: str = "standard",
    tie_tol: float | str = 0.0,
    engine: str | None = None,
) -> NemenyiResult:
    r"""Compare all pairs of classifiers by their mean ranks.

    Parameters
    ----------
    t : ResultsTable
        Scores of k >= 2 classifiers on N >= 2 datasets.
    alpha : float in (0, 1)
        Family-wise level of the verdicts, the critical difference and the cliques.
    convention : {"standard", "scmamp", "pmcmr"}
        "standard": Demšar's test, p by an upper-tail integral with no floor. "pmcmr": the same
        with p = 1 - cdf. "scmamp": studentized with k(N - 1) degrees of freedom, which widens the
        critical difference, and the bars that its ``plotCD`` draws.
    tie_tol : float or "auto"
        See `ranks`.
    engine : {"python", "r", "both"}, optional
        Which implementation answers; default ``pybench.options.engine``.

    Returns
    -------
    NemenyiResult

    Raises
    ------
    ResultsTableError
        Fewer than 2 datasets or classifiers.
    ArgumentError
        ``alpha`` outside (0, 1), an unknown convention.
    LanguagesDisagree
        With ``engine="both"``, if Python and R differ by more than the tolerance table allows.

    Notes
    -----
    A pair with mean ranks :math:`d` apart has

    .. math:: p = P\Bigl(Q_k > \sqrt 2\, |d| \Big/ \sqrt{k(k+1)/(6N)}\Bigr), \qquad
       CD = \frac{q_\alpha}{\sqrt 2} \sqrt{\frac{k(k+1)}{6N}},

    where :math:`Q_k` is the range of k independent standard normals and :math:`q_\alpha` its
    upper quantile (Nemenyi 1963; Demšar 2006, JMLR 7, p. 12 and table 5). A pair differs if
    p <= alpha, which is ``|d| >= CD``.

    Examples
    --------
    >>> import pybench as pb
    >>> t = pb.read_results([[0.9, 0.8, 0.7], [0.8, 0.7, 0.6], [0.7, 0.6, 0.5]],
    ...     datasets=["d1", "d2", "d3"], classifiers=["a", "b", "c"], higher_is_better=True)
    >>> result = pb.nemenyi(t)
    >>> round(result.critical_difference, 4)
    1.9136
    >>> result.cliques
    (('a', 'b'), ('b', 'c'))
    """
    level = check.level("alpha", alpha)
    check.choice("convention", convention, CONVENTIONS)
    tolerance = check.tie_tolerance(tie_tol)
    require_comparable(t)
    options = {"alpha": level, "convention": convention, "tie_tol": tolerance}
    return engines.answer(
        "nemenyi",
        {"t": t, **options},
        engine=engine,
        kind=NemenyiResult,
        python=lambda: _nemenyi(t, level, convention, tolerance),
    )


def _nemenyi(t: ResultsTable, alpha: float, convention: str, tie_tol: float | str) -> NemenyiResult:
    import pandas as pd

    doubled = doubled_ranks(t.scores, t.higher_is_better, tie_tol)
    n, k = doubled.shape
    names = list(t.classifiers)
    pvalues = nemenyi_pvalues(doubled, convention)
    mean_ranks = doubled.sum(axis=0) / (2 * n)
    width = critical_distance(n, k, alpha, convention)
    significant = decide(pvalues, mean_ranks, width, alpha, convention)
    groups = (
        scmamp_bars(names, mean_ranks, width)
        if convention == "scmamp"
        else cliques(names, mean_ranks, significant)
    )
    return NemenyiResult(
        pvalues=pd.DataFrame(pvalues, index=names, columns=names),
        critical_difference=width,
        mean_ranks=pd.Series(mean_ranks, index=names),
        cliques=groups,
        alpha=alpha,
        convention=convention,
        n_datasets=n,
        n_classifiers=k,
        notes=_notes(t, doubled, pvalues, alpha, convention, tie_tol),
        engine="python",
    )


def nemenyi_pvalues(doubled: Doubled, convention: str = "standard") -> NDArray[np.float64]:
    """Compute Nemenyi p-values from doubled ranks.

    Parameters
    ----------
    doubled : (..., N, k) int
        Twice the ranks; leading axes are replicates.
    convention : {"standard", "scmamp", "pmcmr"}

    Returns
    -------
    (..., k, k) float in [0, 1], symmetric, diagonal 1
    """
    n, k = doubled.shape[-2:]
    sums = doubled.sum(axis=-2, dtype=np.int64)
    gaps = np.abs(sums[..., :, None] - sums[..., None, :])
    # Differences of doubled rank sums are integers, few of them: each p is computed once.
    used = np.zeros(2 * n * (k - 1) + 1, bool)
    used[gaps] = True
    used[0] = False
    distinct = np.flatnonzero(used)
    table = np.ones(used.size)
    q = distinct / (2 * n) * math.sqrt(2) / rank_scale(n, k)
    table[distinct] = _tail(q, n, k, convention)
    return np.asarray(table[gaps])


def _tail(q: NDArray[np.float64], n: int, k: int, convention: str) -> NDArray[np.float64]:
    if convention == "standard":
        return range_upper_tail(q, k)
    # Both packages subtract from 1, which leaves a floor near 1e-16.
    if convention == "pmcmr":
        return np.asarray(1.0 - (1.0 - range_upper_tail(q, k)))
    return np.asarray(1.0 - (1.0 - studentized_upper_tail(q, k, k * (n - 1))))


def rank_scale(n: int, k: int) -> float:
    """Return sqrt(k(k+1) / (6N)), the standard error of a difference of two mean ranks."""
    return math.sqrt(k * (k + 1) / (6 * n))


def critical_distance(n: int, k: int, alpha: float, convention: str = "standard") -> float:
    """Return the difference of mean ranks from which a pair differs at ``alpha``."""
    if convention == "scmamp":
        q = studentized_quantile(alpha, k, k * (n - 1))
    else:
        q = range_quantile(alpha, k)
    return q / math.sqrt(2) * rank_scale(n, k)


def decide(
    pvalues: NDArray[np.float64],
    mean_ranks: NDArray[np.float64],
    critical_difference: float,
    alpha: float,
    convention: str,
) -> NDArray[np.bool_]:
    """Tell which pairs differ: p <= alpha, or for scmamp |d| >= critical difference."""
    if convention == "scmamp":
        return np.asarray(np.abs(np.subtract.outer(mean_ranks, mean_ranks)) >= critical_difference)
    return pvalues <= alpha


def _notes(
    t: ResultsTable,
    doubled: Doubled,
    pvalues: NDArray[np.float64],
    alpha: float,
    convention: str,
    tie_tol: float | str,
) -> tuple[str, ...]:
    n, k = doubled.shape

    def verdict(other: Doubled) -> list[bool]:
        p = nemenyi_pvalues(other, convention)
        width = critical_distance(n, k, alpha, convention)
        mean_ranks = other.sum(axis=0) / (2 * n)
        return decide(p, mean_ranks, width, alpha, convention).ravel().tolist()

    omnibus = float(friedman_statistic(doubled))
    doubts = {
        **table_notes(t, doubled, convention),
        # 1 - cdf is noise near its own floor, other noise in R: no ground for a note.
        "floor": convention == "standard" and bool((pvalues < P_FLOOR).any()),
        "near-ties": near_ties_decide(t, tie_tol, verdict),
        "omnibus-not-significant": friedman_pvalue(omnibus, doubled, "chi-square", "standard")
        > alpha,
    }
    return notes.holding(doubts)
