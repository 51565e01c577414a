"""Critical differences of the same methods on several benchmarks, or by several metrics."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from pybench.base import check, notes
from pybench.base.errors import ArgumentError, ResultsTableError
from pybench.base.result import Result
from pybench.base.text import lined, without_controls
from pybench.comparison.critical import CriticalDifference, critical_difference
from pybench.comparison.ranks import require_comparable
from pybench.comparison.verdicts import TESTS

if TYPE_CHECKING:
    import pandas as pd

    from pybench.table import ResultsTable


@dataclass(frozen=True, slots=True, eq=False)
class CriticalDifferences(Result):
    """One critical difference diagram per benchmark, of the same methods."""

    benchmarks: tuple[str, ...]  #: names, in the order given
    classifiers: tuple[str, ...]  #: by (mean of the mean ranks over benchmarks, name), best first
    mean_ranks: pd.DataFrame  #: (benchmarks, k) in [1, k], in the order of both fields above
    diagrams: tuple[CriticalDifference, ...]  #: one per benchmark
    test: str  #: the test that decided
    adjust: str  #: correction for testing many pairs of one benchmark
    control: str | None  #: the method that all others are compared with, or None: all pairs
    alpha: float  #: family-wise level of each benchmark, in (0, 1)
    convention: str  #: "standard", or the package whose numbers are reproduced
    notes: tuple[str, ...]  #: caveats of all benchmarks, defined in the glossary
    engine: str  #: "python", "r" or "both"

    schema: ClassVar[str] = "critical-differences/1"

    def to_frame(self) -> pd.DataFrame:
        """Return one row per benchmark and method: names, mean rank, bars of that benchmark."""
        import pandas as pd

        frames = [diagram.to_frame() for diagram in self.diagrams]
        for name, frame in zip(self.benchmarks, frames, strict=True):
            frame.insert(0, "benchmark", name)
        return pd.concat(frames, ignore_index=True)

    def __str__(self) -> str:
        against = "" if self.control is None else f", all against {self.control}"
        head = (
            f"Critical differences on {len(self.benchmarks)} benchmarks ({self.test}{against}, "
            f"adjustment {self.adjust}, alpha = {self.alpha:g} each)"
        )
        lines = [without_controls(head)]
        for name, ranks in self.mean_ranks.iterrows():
            each = ", ".join(f"{classifier} {rank:.3f}" for classifier, rank in ranks.items())
            lines.append(without_controls(f"  {name}: {each}"))
        for name, diagram in zip(self.benchmarks, self.diagrams, strict=True):
            lines += [
                without_controls(f"  no significant difference on {name}: {', '.join(clique)}")
                for clique in diagram.cliques
            ]
            if diagram.control is not None:
                which = f"{diagram.control} on {name}"
                told = f"  differ significantly from {which}: {diagram.differing()}"
                lines.append(without_controls(told))
        return lined([*lines, *notes.lines(self.notes)])


def critical_differences(
    tables: Mapping[str, ResultsTable],
    test: str = "nemenyi",
    alpha: float = 0.05,
    *,
    adjust: str | None = None,
    control: str | None = None,
    convention: str = "standard",
    tie_tol: float | str = "decimal",
    engine: str | None = None,
) -> CriticalDifferences:
    """Compute the critical differences of the same methods on several benchmarks.

    Parameters
    ----------
    tables : mapping of name to ResultsTable
        One table per benchmark, metric or setting. All tables have the same k >= 2 methods, in any
        order; datasets, metrics and directions may differ between tables.
    test : str
        Name of a test, see `critical_difference`.
    alpha : float in (0, 1)
        Family-wise level within each benchmark; p-values are not corrected for the number of
        benchmarks.
    adjust, control, convention, tie_tol, engine
        See `critical_difference`.

    Returns
    -------
    CriticalDifferences

    Raises
    ------
    ArgumentError
        For the same reasons as `critical_difference`; or no benchmark, or a name that is not text.
    ResultsTableError
        For the same reasons as `critical_difference`; or a benchmark that lacks a method of another
        benchmark.

    Notes
    -----
    The idea follows the two-dimensional diagrams of Bunse (critdd). The bars of each benchmark are
    those of `critical_difference`.

    Examples
    --------
    >>> import pybench as pb
    >>> scores = [[0.9, 0.8, 0.7], [0.8, 0.7, 0.6], [0.7, 0.6, 0.5]]
    >>> names = {"datasets": ["d1", "d2", "d3"], "classifiers": ["a", "b", "c"]}
    >>> t = pb.read_results(scores, **names, higher_is_better=True)
    >>> u = pb.read_results(scores, **names, higher_is_better=False)
    >>> pb.critical_differences({"accuracy": t, "error": u}).mean_ranks.loc["error"].tolist()
    [3.0, 2.0, 1.0]
    """
    import pandas as pd

    benchmarks = _require_alike(tables)
    check.choice("test", test, TESTS)
    settings: dict[str, Any] = {
        "adjust": adjust,
        "control": control,
        "convention": convention,
        "tie_tol": tie_tol,
        "engine": engine,
    }
    diagrams = [critical_difference(tables[name], test, alpha, **settings) for name in benchmarks]
    rows = [
        dict(zip(diagram.classifiers, diagram.mean_ranks.tolist(), strict=True))
        for diagram in diagrams
    ]
    sums = {name: sum(row[name] for row in rows) for name in rows[0]}
    # Rounded, so that means equal up to the last bit are equal.
    order = sorted(sums, key=lambda name: (round(sums[name] / len(rows), 9), name))
    first = diagrams[0]
    return CriticalDifferences(
        benchmarks=benchmarks,
        classifiers=tuple(order),
        mean_ranks=pd.DataFrame(rows, index=list(benchmarks))[order],
        diagrams=tuple(diagrams),
        test=first.test,
        adjust=first.adjust,
        control=first.control,
        alpha=first.alpha,
        convention=first.convention,
        notes=notes.ordered({note for diagram in diagrams for note in diagram.notes}),
        engine=first.engine,
    )


def _require_alike(tables: object) -> tuple[str, ...]:
    """Return the benchmarks' names; refuse no benchmarks, and one that lacks a method."""
    named = isinstance(tables, Mapping) and all(isinstance(name, str) for name in tables)
    if not isinstance(tables, Mapping) or not named or not tables:
        raise ArgumentError(
            "`tables` must be named tables, one or more",
            expected="a mapping of name to ResultsTable",
            found=type(tables).__name__ if tables else "nothing",
        )
    for table in tables.values():
        require_comparable(table)
    every = sorted({name for table in tables.values() for name in table.classifiers})
    for benchmark, table in tables.items():
        missing = [name for name in every if name not in table.classifiers]
        if missing:
            raise ResultsTableError(
                f"benchmark '{benchmark}' has no method {', '.join(map(repr, missing))}",
                expected="the same methods on every benchmark",
                found=f"{len(missing)} missing",
                hint="Leave these methods out of the other tables, or leave this benchmark out.",
            )
    return tuple(tables)
