"""Contrast estimation: differences between methods, from medians of differences."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from pybench.base import notes
from pybench.base.errors import ResultsTableError
from pybench.base.noun import noun, nouns
from pybench.base.result import Result
from pybench.base.text import lined, without_controls
from pybench.bridge import engine as engines
from pybench.comparison.decimals import whole
from pybench.comparison.doubts import ABOUT_TABLE
from pybench.comparison.ranks import Ranked, ranked

if TYPE_CHECKING:
    import pandas as pd

    from pybench.table import ResultsTable

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Contrasts(Result):
    """Estimated differences between all methods."""

    estimates: pd.DataFrame  #: (k, k), in units of the score; positive if the row is better
    effects: pd.Series  #: (k,), in units of the score: the estimates are differences of effects
    n_datasets: int  #: N
    n_classifiers: int  #: k
    notes: tuple[str, ...]  #: caveats, defined in the glossary
    engine: str  #: "python", "r" or "both"

    schema: ClassVar[str] = "contrasts/1"

    def to_frame(self) -> pd.DataFrame:
        """Return one row per pair: methods, estimate."""
        import pandas as pd

        first, second = np.triu_indices(self.n_classifiers, 1)
        names = self.estimates.index.to_numpy()
        return pd.DataFrame(
            {
                "classifier_1": names[first],
                "classifier_2": names[second],
                "estimate": self.estimates.to_numpy()[first, second],
            }
        )

    def __str__(self) -> str:
        best_first = self.effects.sort_values(ascending=False, kind="stable")
        lines = [
            f"Contrasts by medians of differences: effect of each {noun()}, in units of the score",
            f"  {self.n_classifiers} {nouns()} on {self.n_datasets} datasets; engine {self.engine}",
            *(f"  {x:10.4g}  {without_controls(str(name))}" for name, x in best_first.items()),
        ]
        return lined([*lines, *notes.lines(self.notes)])


def contrasts(t: ResultsTable, *, engine: str | None = None) -> Contrasts:
    r"""Estimate by how much each method is better than each other method.

    Parameters
    ----------
    t : ResultsTable
        Scores of k >= 2 methods on N >= 2 datasets.
    engine : {"python", "r", "both"}, optional
        Which language computes the result; default ``pybench.options.engine``. "both" computes it
        in both languages and compares the results.

    Returns
    -------
    Contrasts
        Estimates are positive if the row is better, whether higher or lower scores are better.

    Raises
    ------
    ResultsTableError
        Fewer than 2 datasets or methods, missing scores, or differences beyond the range of double.

    Notes
    -----
    If :math:`Z_{uv}` is the median over datasets of the difference of methods u and v, the effect
    of u is :math:`m_u = \sum_v Z_{uv} / k`, and the estimated difference of u and v is
    :math:`m_u - m_v` (Doksum 1967, *Ann. Math. Statist.* 38, 878-883; García et al. 2010,
    *Information Sciences* 180, 2044-2064, section 3.3). Unlike the medians, the estimates add up:
    the estimate of (u, v) plus the estimate of (v, w) is the estimate of (u, w).

    Examples
    --------
    >>> import pybench as pb
    >>> t = pb.read_results([[9, 8, 4], [8, 6, 3], [6, 7, 5]],
    ...     datasets=["d1", "d2", "d3"], classifiers=["a", "b", "c"], higher_is_better=True)
    >>> pb.contrasts(t).estimates.round(4).loc["a"].tolist()
    [0.0, 1.3333, 4.6667]
    """
    table = ranked(t, one_metric=True)
    return engines.answer(
        "contrasts", {"t": t}, engine=engine, kind=Contrasts, python=lambda: _contrasts(table)
    )


def _contrasts(table: Ranked) -> Contrasts:
    import pandas as pd

    t, names = table.results, table.names
    scores, _, unit = whole(t.scores)
    sums, parts = effect_sums(scores if t.higher_is_better else -scores), unit * t.n_classifiers
    with np.errstate(over="ignore", invalid="ignore"):
        # Divided last, so that estimates that are equal in exact arithmetic stay equal.
        estimates = (sums[:, None] - sums[None, :]) / parts
    if not np.isfinite(estimates).all():
        raise ResultsTableError(
            "expected differences within the range of doubles, found an overflow",
            expected="differences within the range of doubles",
            found="an overflow",
            hint="Rescale the scores.",
        )
    doubts = table.caveats()
    kept = (*ABOUT_TABLE, "mean-of-repeats")  # no test is made, so the other notes do not apply
    return Contrasts(
        estimates=pd.DataFrame(estimates, index=names, columns=names),
        effects=pd.Series(sums / parts, index=names),
        n_datasets=t.n_datasets,
        n_classifiers=t.n_classifiers,
        notes=notes.holding({key: doubts[key] for key in kept}),
        engine="python",
    )


def effect_sums(scores: Floats) -> Floats:
    """Return k times the effects: sums of medians of differences, exact until one rounding."""
    n, k = scores.shape
    sums = np.empty(k)
    for u in range(k):
        with np.errstate(over="ignore"):
            ordered = np.sort(scores[:, [u]] - scores, axis=0)
        medians = ordered[(n - 1) // 2] / 2 + ordered[n // 2] / 2
        try:
            sums[u] = math.fsum(medians.tolist())
        except (OverflowError, ValueError):  # beyond the range of double, Inf - Inf
            sums[u] = math.inf
    return sums
