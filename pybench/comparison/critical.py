"""What a critical difference diagram shows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from pybench.base import check, notes
from pybench.base.result import Result
from pybench.base.text import without_controls
from pybench.comparison import engine as engines
from pybench.comparison.cliques import by_rank
from pybench.comparison.friedman import CONVENTIONS
from pybench.comparison.nemenyi import NemenyiResult, nemenyi
from pybench.comparison.ranks import require_comparable

if TYPE_CHECKING:
    import pandas as pd

    from pybench.table import ResultsTable

TESTS = ("nemenyi",)


@dataclass(frozen=True, slots=True, eq=False)
class CriticalDifference(Result):
    """Classifiers on an axis of mean ranks, with bars over those not told apart."""

    classifiers: tuple[str, ...]  #: by (mean rank, name), best first
    mean_ranks: NDArray[np.float64]  #: (k,) in [1, k], in that order
    cliques: tuple[tuple[str, ...], ...]  #: the bars: maximal sets not told apart
    significant: NDArray[np.bool_]  #: (k, k), in that order: whether a pair differs
    critical_difference: float | None  #: length of the ruler; None where the test has none
    test: str  #: which test decided, "nemenyi"
    alpha: float  #: family-wise level in (0, 1)
    convention: str  #: "standard", "scmamp" or "pmcmr"
    n_datasets: int  #: N
    metric: str | None  #: what the scores measure
    higher_is_better: bool  #: direction of the metric; rank 1 is best either way
    notes: tuple[str, ...]  #: doubts, defined in the glossary
    engine: str  #: "python", "r" or "both"

    schema: ClassVar[str] = "critical-difference/1"

    def to_frame(self) -> pd.DataFrame:
        """Return one row per classifier: name, mean rank, the bars (1-based) that cover it."""
        import pandas as pd

        bars = [
            ", ".join(str(i) for i, clique in enumerate(self.cliques, 1) if name in clique)
            for name in self.classifiers
        ]
        columns = {"classifier": list(self.classifiers), "mean_rank": self.mean_ranks, "bars": bars}
        return pd.DataFrame(columns)

    def __str__(self) -> str:
        width = "" if self.critical_difference is None else f", CD = {self.critical_difference:.4f}"
        lines = [
            f"Critical difference diagram ({self.test}, alpha = {self.alpha:g}{width}, "
            f"{self.n_datasets} datasets)",
            *(
                f"  {rank:7.3f}  {name}"
                for name, rank in zip(self.classifiers, self.mean_ranks, strict=True)
            ),
            *("  not told apart: " + ", ".join(clique) for clique in self.cliques),
        ]
        return "\n".join([*map(without_controls, lines), *notes.lines(self.notes)])


def critical_difference(
    t: ResultsTable,
    test: str = "nemenyi",
    alpha: float = 0.05,
    *,
    convention: str = "standard",
    tie_tol: float | str = 0.0,
    engine: str | None = None,
) -> CriticalDifference:
    """Compute what a critical difference diagram shows.

    Parameters
    ----------
    t : ResultsTable
        Scores of k >= 2 classifiers on N >= 2 datasets.
    test : {"nemenyi"}
        Which test decides the pairs.
    alpha : float in (0, 1)
        Family-wise level.
    convention, tie_tol, engine
        See `nemenyi`.

    Returns
    -------
    CriticalDifference

    Raises
    ------
    ResultsTableError, ArgumentError, LanguagesDisagree
        As `nemenyi`.

    Notes
    -----
    Demšar (2006), JMLR 7, figure 1. A bar is a maximal set of classifiers of which no pair
    differs; every pair that does not differ shares at least one bar.

    Examples
    --------
    >>> import pybench as pb
    >>> t = pb.read_results([[0.9, 0.8, 0.7], [0.8, 0.7, 0.6], [0.7, 0.6, 0.5]],
    ...     datasets=["d1", "d2", "d3"], classifiers=["a", "b", "c"], higher_is_better=True)
    >>> pb.critical_difference(t).to_frame()["bars"].tolist()
    ['1', '1, 2', '2']
    """
    check.choice("test", test, TESTS)
    level = check.level("alpha", alpha)
    check.choice("convention", convention, CONVENTIONS)
    tolerance = check.tie_tolerance(tie_tol)
    require_comparable(t)
    options = {"test": test, "alpha": level, "convention": convention, "tie_tol": tolerance}
    return engines.answer(
        "critical_difference",
        t,
        options,
        engine=engine,
        kind=CriticalDifference,
        python=lambda: from_nemenyi(
            nemenyi(t, level, convention=convention, tie_tol=tolerance, engine="python"), t
        ),
    )


def from_nemenyi(result: NemenyiResult, t: ResultsTable) -> CriticalDifference:
    """Arrange a Nemenyi result of table ``t`` for a diagram."""
    ranks = result.mean_ranks.to_numpy()
    order = by_rank(t.classifiers, ranks)
    ordered, significant = ranks[order], result.significant[np.ix_(order, order)]
    ordered.flags.writeable = significant.flags.writeable = False
    return CriticalDifference(
        classifiers=tuple(t.classifiers[i] for i in order),
        mean_ranks=ordered,
        cliques=result.cliques,
        significant=significant,
        critical_difference=result.critical_difference,
        test="nemenyi",
        alpha=result.alpha,
        convention=result.convention,
        n_datasets=result.n_datasets,
        metric=t.metric,
        higher_is_better=t.higher_is_better,
        notes=result.notes,
        engine=result.engine,
    )
