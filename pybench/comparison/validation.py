"""Compare one language with the other on a user's table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from pybench.base import check
from pybench.base.errors import ArgumentError, InputError, LanguagesDisagree, PybenchError
from pybench.base.noun import nouns
from pybench.base.result import Result
from pybench.base.text import lined
from pybench.bridge.agreement import Agreement, agreements
from pybench.comparison.incomplete import common_counts
from pybench.comparison.questions import Question, questions
from pybench.comparison.ranks import require_comparable
from pybench.comparison.summary import compare

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pandas as pd

    from pybench.table import ResultsTable


@dataclass(frozen=True, slots=True, eq=False)
class Validation(Result):
    """Python's numbers compared with R's."""

    rows: tuple[tuple[str, Agreement], ...]  #: (settings, agreement) of each quantity compared
    refused: tuple[tuple[str, str], ...]  #: (function [settings], reason): refused by both
    n_datasets: int  #: N
    n_classifiers: int  #: k

    schema: ClassVar[str] = "validation/2"

    @property
    def agrees(self) -> bool:
        """Whether every quantity is within its tolerance."""
        return all(row.agrees for _, row in self.rows)

    def to_frame(self) -> pd.DataFrame:
        """Return one row per quantity and setting, with the worst value of each language."""
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
        size = f"{self.n_classifiers} {nouns()} on {self.n_datasets} datasets"
        bad = [f"  BAD {row} [{settings}]" for settings, row in self.rows if not row.agrees]
        exact = [row for _, row in self.rows if row.tolerance == 0]
        equal = sum(row.agrees for row in exact)
        return lined(
            [
                f"Python and R {verdict} on {size}",
                *bad,
                *(f"  ok  {row} [{s}]" for s, row in self.worst() if row.agrees),
                f"  {equal} of {len(exact)} fields that must be equal are equal",
                *(f"  not compared: {', '.join(what)}: {why}" for why, what in self.reasons()),
            ]
        )

    def functions(self) -> dict[str, list[tuple[str, Agreement]]]:
        """Return the rows of each function, by its name."""
        found: dict[str, list[tuple[str, Agreement]]] = {}
        for pair in self.rows:
            found.setdefault(pair[1].quantity.partition(".")[0], []).append(pair)
        return found

    def worst(self) -> list[tuple[str, Agreement]]:
        """Return for each function the row that comes closest to its tolerance, or exceeds it."""
        return [max(rows, key=lambda pair: pair[1].strain) for rows in self.functions().values()]

    def reasons(self) -> list[tuple[str, list[str]]]:
        """Return why both languages refuse, and the calls refused for this reason."""
        found: dict[str, list[str]] = {}
        for what, why in self.refused:
            found.setdefault(why, []).append(what)
        return [*found.items()]


def validate(
    t: ResultsTable, alpha: float = 0.05, *, tie_tol: float | str = "decimal"
) -> Validation:
    """Compute every statistic of a table in both Python and R, and compare the results.

    Parameters
    ----------
    t : ResultsTable
        Scores of k >= 2 methods on N >= 2 datasets.
    alpha : float in (0, 1)
        Family-wise level.
    tie_tol : "decimal", float or "auto"
        See `ranks`.

    Returns
    -------
    Validation
        Differences are reported in the result, not raised as errors.

    Raises
    ------
    RNotFound, RVersionUnsupported
        R is missing or its version is not supported.
    ResultsTableError, ArgumentError
        For the same reasons as `nemenyi`.

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
    require_comparable(t, complete=False)
    rows: list[tuple[str, Agreement]] = []
    refused: list[tuple[str, str]] = []
    for question in questions(t, level, tolerance):
        answer = _answered(question)
        if isinstance(answer, PybenchError):
            refused.append((f"{question.name} [{question.settings}]", str(answer)))
        else:
            rows += [(question.settings, row) for row in answer]
    if common_counts(t.scores).min() >= 2:
        rows += [("defaults", row) for row in _summary(t, level, tolerance)]
    return Validation(tuple(rows), tuple(refused), t.n_datasets, t.n_classifiers)


def _answered(question: Question) -> list[Agreement] | PybenchError:
    """Compare the two answers; return the error if both languages refuse alike."""
    ours, theirs = (_asked(question, engine) for engine in ("python", "r"))
    if isinstance(ours, Result) and isinstance(theirs, Result):
        return agreements(question.name, ours, theirs)
    if isinstance(ours, PybenchError) and type(ours) is type(theirs):
        return ours
    # Only one has numbers: as far apart as possible.
    said = [str(answer) if isinstance(answer, PybenchError) else "" for answer in (ours, theirs)]
    return [Agreement.of_equal(f"{question.name}.refusal", *said)]


def _asked(question: Question, engine: str) -> Result | PybenchError:
    try:
        return question.ask(engine)
    except (ArgumentError, InputError) as refusal:
        return refusal


def _summary(t: ResultsTable, alpha: float, tie_tol: float | str) -> Iterator[Agreement]:
    """Compare what only the whole comparison has: its sentences and its scores."""
    try:
        both = compare(t, alpha, mcm=False, tie_tol=tie_tol, engine="both")
    except LanguagesDisagree as apart:
        yield Agreement.of_equal("compare", "", str(apart))
        return
    yield from (row for row in both.differences if row.quantity.startswith("compare."))
