"""The Nemenyi test: which pairs of methods differ, by their mean ranks."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from pybench.base import catalogue, check, notes
from pybench.base.printable import Sheet, with_better
from pybench.base.result import Result
from pybench.base.text import counted, lined, without_controls
from pybench.bridge import engine as engines
from pybench.comparison.adjust import adjusted_pairs, noted
from pybench.comparison.cliques import cliques, scmamp_bars
from pybench.comparison.friedman import CONVENTIONS, friedman_reference
from pybench.comparison.permutation import check_reference, exchange_pairs, permuted, unable
from pybench.comparison.ranks import Ranked, ranked
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
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class NemenyiResult(Result):
    """Result of the Nemenyi test."""

    pvalues: pd.DataFrame  #: (k, k) in [0, 1], table order, symmetric, diagonal 1
    verdicts: pd.DataFrame  #: same shape: 1 row better, -1 row worse, 0 neither shown
    critical_difference: float | None  #: in mean ranks; None by permutation
    mean_ranks: pd.Series  #: (k,) in [1, k], table order
    cliques: tuple[tuple[str, ...], ...]  #: maximal sets that do not differ, best rank first
    alpha: float  #: family-wise level in (0, 1)
    convention: str  #: "standard", "scmamp" or "pmcmr"
    n_datasets: int  #: N
    n_classifiers: int  #: k
    notes: tuple[str, ...]  #: caveats, defined in the glossary
    engine: str  #: "python", "r" or "both"
    reference: str = "limit"  #: how p was computed: "limit" or "permutation"
    least_pvalue: float = 0.0  #: smallest p possible for this size and these ties; 0: no bound

    schema: ClassVar[str] = "nemenyi/2"

    @property
    def significant(self) -> NDArray[np.bool_]:
        """Whether each pair differs at `alpha`, (k, k) bool, table order."""
        return np.asarray(self.verdicts.to_numpy() != 0)

    def to_frame(self) -> pd.DataFrame:
        """Return one row per pair: methods, difference of mean ranks, p-value, verdict."""
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
                "verdict": self.verdicts.to_numpy()[first, second],
            }
        )

    def _sheet(self, letters: bool) -> Sheet:
        decided = catalogue.decision("nemenyi", self.alpha, "single-step", self.convention)
        return with_better(Sheet(self.to_frame()), decided)

    def __str__(self) -> str:
        pairs = self.n_classifiers * (self.n_classifiers - 1) // 2
        differ = int(self.significant.sum()) // 2
        ranked = self.mean_ranks.sort_values(kind="stable")
        width = self.critical_difference
        ruler = "p by permutation" if width is None else f"critical difference {width:.4f}"
        lines = [
            f"Nemenyi test at alpha = {self.alpha:g}: {differ} of {counted(pairs, 'pair')} "
            f"{'differs' if differ == 1 else 'differ'}",
            f"  {ruler} (mean ranks over "
            f"{self.n_datasets} datasets); convention {self.convention}, engine {self.engine}",
            *(f"  {rank:7.3f}  {without_controls(str(name))}" for name, rank in ranked.items()),
        ]
        lines += unable(self.least_pvalue, self.alpha, self.n_datasets, self.notes)
        return lined(lines + notes.lines(self.notes))


def nemenyi(
    t: ResultsTable,
    alpha: float = 0.05,
    *,
    convention: str = "standard",
    tie_tol: float | str = "decimal",
    reference: str = "auto",
    engine: str | None = None,
) -> NemenyiResult:
    r"""Compare all pairs of methods by their mean ranks.

    Parameters
    ----------
    t : ResultsTable
        Scores of k >= 2 methods on N >= 2 datasets.
    alpha : float in (0, 1)
        Family-wise level of the verdicts, the critical difference and the cliques.
    convention : {"standard", "scmamp", "pmcmr"}
        "standard": Demšar's test; p is an integral of the upper tail and is accurate even for very
        small p. "pmcmr": the same test with p as 1 minus the distribution function. "scmamp": p
        comes from the distribution of the studentized range with k(N - 1) degrees of freedom, so
        the critical difference is larger; ``cliques`` are the bars that scmamp's ``plotCD`` draws.
    tie_tol : "decimal", float or "auto"
        See `ranks`.
    reference : {"auto", "limit", "permutation"}
        How to compute p. "limit": by the distribution of the range of k normals. "permutation": by
        exchanging the two scores of a pair within datasets in every possible way, with Holm's
        correction. "auto": by permutation if the convention is "standard" and there are two methods
        and up to 1000 datasets, otherwise by the limiting distribution.
    engine : {"python", "r", "both"}, optional
        Which language computes the result; default ``pybench.options.engine``. "both" computes it
        in both languages and compares the results.

    Returns
    -------
    NemenyiResult

    Raises
    ------
    ResultsTableError
        Fewer than 2 datasets or methods.
    ArgumentError
        ``alpha`` outside (0, 1), or an unknown convention.
    LanguagesDisagree
        With ``engine="both"``, if Python and R differ by more than the tolerance table allows.

    Notes
    -----
    For a pair with mean ranks :math:`d` apart,

    .. math:: p = P\Bigl(Q_k > \sqrt 2\, |d| \Big/ \sqrt{k(k+1)/(6N)}\Bigr), \qquad
       CD = \frac{q_\alpha}{\sqrt 2} \sqrt{\frac{k(k+1)}{6N}},

    where :math:`Q_k` is the range of k independent standard normals and :math:`q_\alpha` its
    upper quantile (Nemenyi 1963; Demšar 2006, JMLR 7, p. 12 and table 5). A pair differs
    significantly if p <= alpha, which is the same as ``|d| >= CD``.

    Mean ranks depend on the other methods in the table. If the other methods are variants of one
    method, or if the scores of the other methods vary less from dataset to dataset than the scores
    of the pair, two methods that do not differ are too often found to differ significantly
    (``docs/measured.md``).

    The range of normals is the limiting distribution for many datasets, if no method differs from
    any other. A test at level 0.05 that uses it can therefore have another true size (probability
    of rejecting a true hypothesis). With two methods, the size is off by more than 0.01 for many
    numbers of datasets: it is 0.125 with 4 datasets, and 0.077 with 16. With two methods on up to
    1000 datasets, "auto" therefore uses the p of the sign test, and there is no critical
    difference. With more methods, the size is at most 0.060 in simulations in which the scores of
    all methods have the same distribution. By permutation, p is computed as in `siegel`. This p is
    exact whatever the scores of the other methods are.

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
    table = ranked(t, tie_tol)
    check_reference(reference, convention, table.n)
    options = {"alpha": level, "convention": convention, "tie_tol": table.tie_tol}
    options["reference"] = reference
    return engines.answer(
        "nemenyi",
        {"t": t, **options},
        engine=engine,
        kind=NemenyiResult,
        python=lambda: nemenyi_test(table, level, convention, reference),
    )


def nemenyi_test(
    table: Ranked, alpha: float, convention: str = "standard", reference: str = "auto"
) -> NemenyiResult:
    """Do the test in Python; arguments as `nemenyi`, checked."""
    import pandas as pd

    n, k, names = table.n, table.k, table.names
    exchanged = permuted("nemenyi", reference, convention, (n, k), infinite=False)

    def answer(ranks: Doubled) -> tuple[Floats, Floats]:
        if not exchanged:
            farthest = np.array([math.sqrt(2) * (k - 1) / rank_scale(n, k)])
            return nemenyi_pvalues(ranks, convention), np.full(
                (k, k), _tail(farthest, n, k, convention)
            )
        pvalues, least = exchange_pairs(ranks.astype(np.int64))
        return adjusted_pairs(pvalues, "holm"), adjusted_pairs(least, "holm")

    width = None if exchanged else critical_distance(n, k, alpha, convention)

    def verdict(ranks: Doubled) -> NDArray[np.int64]:
        return decide(answer(ranks)[0], ranks.sum(axis=0) / (2 * n), width, alpha, convention)

    pvalues, least = answer(table.doubled)
    mean_ranks = table.mean_ranks
    verdicts = decide(pvalues, mean_ranks, width, alpha, convention)
    doubts = {
        **table.caveats(convention),
        "near-ties": table.noise_decides(lambda ranks: verdict(ranks).tolist()),
        "omnibus-not-significant": friedman_reference(table.doubled).pvalue > alpha,
    }
    if exchanged:
        doubts["few-datasets"] = False
    groups = (
        scmamp_bars(names, mean_ranks, width)
        if convention == "scmamp" and width is not None
        else cliques(names, mean_ranks, verdicts != 0)
    )
    return NemenyiResult(
        pvalues=pd.DataFrame(pvalues, index=names, columns=names),
        verdicts=pd.DataFrame(verdicts, index=names, columns=names),
        critical_difference=width,
        mean_ranks=table.named_mean_ranks(),
        cliques=groups,
        alpha=alpha,
        convention=convention,
        n_datasets=n,
        n_classifiers=k,
        notes=noted(notes.holding(doubts), "holm" if exchanged else "nemenyi", k > 2),
        engine="python",
        reference="permutation" if exchanged else "limit",
        least_pvalue=float(least[np.triu_indices(k, 1)].min()),
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
    # Differences of doubled rank sums are integers with few values: each p is computed once.
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
    # Both packages subtract from 1, which limits p to about 1e-16.
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
    critical_difference: float | None,
    alpha: float,
    convention: str,
) -> NDArray[np.int64]:
    """Return which pairs differ (p <= alpha, or for scmamp |d| >= critical difference), and how.

    Returns
    -------
    (k, k) int
        1 if the row is better, -1 if it is worse, 0 if neither is shown to be better.
    """
    ahead = mean_ranks - mean_ranks[:, None]
    differs = pvalues <= alpha
    if convention == "scmamp" and critical_difference is not None:
        differs = abs(ahead) >= critical_difference
    return np.asarray(np.sign(ahead) * differs, np.int64)
