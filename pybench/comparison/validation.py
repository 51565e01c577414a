"""Check one language against the other on a table of the user's own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from pybench.base import check
from pybench.base.result import Result
from pybench.comparison import exact
from pybench.comparison.agreement import Agreement, agreements
from pybench.comparison.critical import critical_difference
from pybench.comparison.friedman import CONVENTIONS, friedman
from pybench.comparison.nemenyi import nemenyi
from pybench.comparison.ranks import require_comparable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import pandas as pd

    from pybench.table import ResultsTable


@dataclass(frozen=True, slots=True, eq=False)
class Validation(Result):
    """Python's numbers against R's."""

    rows: tuple[tuple[str, Agreement], ...]  #: (settings, agreement) per quantity
    n_datasets: int  #: N
    n_classifiers: int  #: k

    schema: ClassVar[str] = "validation/1"

    @property
    def agrees(self) -> bool:
        """Whether every quantity is within its tolerance."""
        return all(row.agrees for _, row in self.rows)

    def to_frame(self) -> pd.DataFrame:
        """Return one row per quantity and setting, the worst value of each language beside it."""
        import pandas as pd

        return pd.DataFrame(
            [
                {
                    "quantity": row.quantity,
                    "settings": settings,
                    "python": row.python,
                    "r": row.r,
                    "difference": row.difference,
                    "relative": row.relative,
                    "tolerance": row.tolerance,
                    "agrees": row.agrees,
                }
                for settings, row in self.rows
            ]
        )

    def __str__(self) -> str:
        verdict = "agree" if self.agrees else "DISAGREE"
        size = f"{self.n_classifiers} classifiers on {self.n_datasets} datasets"
        exact = [row for _, row in self.rows if row.tolerance == 0]
        equal = sum(row.agrees for row in exact)
        shown = [pair for pair in self.worst() if pair[1].tolerance > 0 or not pair[1].agrees]
        return "\n".join(
            [
                f"Python and R {verdict} on {size}",
                *(f"  {'ok ' if row.agrees else 'BAD'} {row} [{s}]" for s, row in shown),
                f"  {equal} of {len(exact)} fields that must be equal are equal",
            ]
        )

    def worst(self) -> list[tuple[str, Agreement]]:
        """Return for each quantity the row that comes closest to its tolerance, or exceeds it."""
        found: dict[str, tuple[str, Agreement]] = {}
        for pair in self.rows:
            quantity = pair[1].quantity
            if quantity not in found or pair[1].strain > found[quantity][1].strain:
                found[quantity] = pair
        return list(found.values())


def validate(t: ResultsTable, alpha: float = 0.05, *, tie_tol: float | str = 0.0) -> Validation:
    """Compute every statistic in Python and in R and compare them.

    Parameters
    ----------
    t : ResultsTable
        Scores of k >= 2 classifiers on N >= 2 datasets.
    alpha : float in (0, 1)
        Family-wise level.
    tie_tol : float or "auto"
        See `ranks`.

    Returns
    -------
    Validation
        Disagreement is reported in it, not raised.

    Raises
    ------
    RNotFound, RVersionUnsupported
        No usable R.
    ResultsTableError, ArgumentError
        As `nemenyi`.

    Examples
    --------
    >>> import pybench as pb
    >>> t = pb.read_results([[0.9, 0.8, 0.7], [0.8, 0.7, 0.6], [0.7, 0.6, 0.5]],
    ...     datasets=["d1", "d2", "d3"], classifiers=["a", "b", "c"], higher_is_better=True)
    >>> pb.validate(t).agrees  # doctest: +SKIP
    True
    """
    level = check.level("alpha", alpha)
    tolerance = check.tie_tolerance(tie_tol)
    require_comparable(t)
    rows = tuple(_rows(t, level, tolerance))
    return Validation(rows, t.n_datasets, t.n_classifiers)


def _rows(t: ResultsTable, alpha: float, tie_tol: float | str) -> Iterator[tuple[str, Agreement]]:
    fits = t.n_datasets <= exact.LARGEST.get(t.n_classifiers, 0)
    methods = ("chi-square", "iman-davenport", *(("exact",) if fits else ()))
    for convention in CONVENTIONS:
        options = {"convention": convention, "tie_tol": tie_tol}
        for method in methods:
            yield from _both(f"{method}, {convention}", friedman, t, method=method, **options)
        for pairs in (nemenyi, critical_difference):
            yield from _both(convention, pairs, t, alpha=alpha, **options)


def _both(
    settings: str, function: Callable[..., Result], t: ResultsTable, **options: object
) -> Iterator[tuple[str, Agreement]]:
    ours, theirs = (function(t, **options, engine=engine) for engine in ("python", "r"))
    yield from ((settings, row) for row in agreements(function.__name__, ours, theirs))
