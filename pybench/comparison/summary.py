"""The whole comparison as one result."""

from __future__ import annotations

import dataclasses
import platform
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from pybench.base import check, notes, shared
from pybench.base.options import engine_or_default
from pybench.base.result import Result
from pybench.base.text import without_controls
from pybench.comparison.agreement import (
    Agreement,
    agreements,
    numeric_agreement,
    require_all,
)
from pybench.comparison.conclusions import conclusions
from pybench.comparison.critical import CriticalDifference, from_nemenyi
from pybench.comparison.engine import build
from pybench.comparison.friedman import CONVENTIONS, FriedmanResult, friedman
from pybench.comparison.nemenyi import NemenyiResult, nemenyi
from pybench.comparison.ranks import doubled_ranks, require_comparable

if TYPE_CHECKING:
    import pandas as pd

    from pybench.table import ResultsTable

Parts = tuple[FriedmanResult, FriedmanResult, NemenyiResult, CriticalDifference]
_KINDS: dict[str, type[Result]] = {
    "friedman": FriedmanResult,
    "iman_davenport": FriedmanResult,
    "nemenyi": NemenyiResult,
    "critical_difference": CriticalDifference,
}


@dataclass(frozen=True, slots=True, eq=False)
class Comparison(Result):
    """Everything that pybench says about one results table."""

    table: ResultsTable  #: what was compared
    friedman: FriedmanResult  #: omnibus test, chi-square
    iman_davenport: FriedmanResult  #: omnibus test, F
    nemenyi: NemenyiResult  #: all pairs
    critical_difference: CriticalDifference  #: what the diagram shows
    scores: pd.DataFrame  #: (k, 5) mean, sd, median, best, mean_rank; best mean rank first
    conclusions: tuple[str, ...]  #: in plain words
    notes: tuple[str, ...]  #: doubts of all parts, defined in the glossary
    alpha: float  #: family-wise level in (0, 1)
    convention: str  #: "standard", "scmamp" or "pmcmr"
    tie_tol: float | str  #: what counted as a tie
    engine: str  #: "python", "r" or "both"
    differences: tuple[Agreement, ...]  #: Python against R where engine is "both"
    versions: dict[str, str]  #: of pybench and what it stands on

    schema: ClassVar[str] = "comparison/1"

    def to_frame(self) -> pd.DataFrame:
        """Return `scores`: one row per classifier."""
        return self.scores.copy()

    def __str__(self) -> str:
        size = f"{self.table.n_classifiers} classifiers on {self.table.n_datasets} datasets"
        lines = [
            f"Comparison of {size}",
            *("  " + without_controls(sentence) for sentence in self.conclusions),
            self.scores.rename(without_controls).to_string(float_format=lambda x: f"{x:.4g}"),
            *notes.lines(self.notes),
        ]
        return "\n".join(lines)


def compare(
    t: ResultsTable,
    alpha: float = 0.05,
    *,
    convention: str = "standard",
    tie_tol: float | str = 0.0,
    engine: str | None = None,
) -> Comparison:
    """Compare classifiers over datasets: tests, critical differences, conclusions and doubts.

    Parameters
    ----------
    t : ResultsTable
        Scores of k >= 2 classifiers on N >= 2 datasets.
    alpha : float in (0, 1)
        Family-wise level.
    convention, tie_tol, engine
        See `nemenyi`.

    Returns
    -------
    Comparison

    Raises
    ------
    ResultsTableError, ArgumentError, LanguagesDisagree
        As `nemenyi`.

    Notes
    -----
    Friedman's test by chi-square and by Iman and Davenport's F, then Nemenyi's: the procedure of
    Demšar (2006), JMLR 7, section 3.2.2.

    Examples
    --------
    >>> import pybench as pb
    >>> t = pb.read_results([[0.9, 0.8, 0.7], [0.8, 0.7, 0.6], [0.7, 0.6, 0.5]],
    ...     datasets=["d1", "d2", "d3"], classifiers=["a", "b", "c"], higher_is_better=True)
    >>> pb.compare(t).conclusions[1]
    'a is best by mean rank (1.00).'
    """
    level = check.level("alpha", alpha)
    check.choice("convention", convention, CONVENTIONS)
    tolerance = check.tie_tolerance(tie_tol)
    chosen = engine_or_default(engine)
    require_comparable(t)
    settings: dict[str, Any] = {"alpha": level, "convention": convention, "tie_tol": tolerance}
    if chosen == "python":
        answered = _from_python(t, settings)
    elif chosen == "r":
        answered = _from_r(t, settings)
    else:
        answered = _from_both(t, settings)
    parts = answered.parts
    return Comparison(
        t,
        *parts,
        scores=answered.scores,
        conclusions=answered.conclusions,
        notes=notes.ordered({note for part in parts for note in part.notes}),
        **settings,
        engine=chosen,
        differences=answered.differences,
        versions={"pybench": shared.version(), **answered.versions},
    )


@dataclass(frozen=True, slots=True)
class _Answer:
    """What one engine, or both, made of a table."""

    parts: Parts
    scores: pd.DataFrame
    conclusions: tuple[str, ...]
    versions: dict[str, str]
    differences: tuple[Agreement, ...] = ()


def _from_python(t: ResultsTable, settings: dict[str, Any]) -> _Answer:
    import scipy

    options = {name: settings[name] for name in ("convention", "tie_tol")}
    chi_square, f = (
        friedman(t, method, **options, engine="python")
        for method in ("chi-square", "iman-davenport")
    )
    pairs = nemenyi(t, settings["alpha"], **options, engine="python")
    diagram = from_nemenyi(pairs, t)
    versions = {
        "python": platform.python_version(),
        "numpy": np.__version__,
        "scipy": scipy.__version__,
    }
    said = conclusions(chi_square, f, diagram)
    scores = score_summary(t, settings["tie_tol"])
    return _Answer((chi_square, f, pairs, diagram), scores, said, versions)


def _from_r(t: ResultsTable, settings: dict[str, Any]) -> _Answer:
    from pybench.bridge.call import call

    answer: Any = call("pb_compare", {"t": t, **settings})
    parts: Any = tuple(build(kind, answer[name]) for name, kind in _KINDS.items())
    said = answer["conclusions"]
    sentences = (said,) if isinstance(said, str) else tuple(said)
    scores = answer["scores"].to_pandas().set_index("classifier")
    return _Answer(parts, scores, sentences, {"R": answer["versions"]["R"]})


def _from_both(t: ResultsTable, settings: dict[str, Any]) -> _Answer:
    ours, theirs = _from_python(t, settings), _from_r(t, settings)
    names = ("friedman", "friedman", "nemenyi", "critical_difference")
    rows = [
        row
        for name, mine, other in zip(names, ours.parts, theirs.parts, strict=True)
        for row in agreements(name, mine, other)
    ]
    rows.append(_same_scores(t, ours.scores, theirs.scores))
    rows.append(Agreement.of_equal("compare.conclusions", ours.conclusions, theirs.conclusions))
    require_all(rows)
    both: Any = tuple(dataclasses.replace(part, engine="both") for part in ours.parts)
    return _Answer(
        both, ours.scores, ours.conclusions, {**ours.versions, **theirs.versions}, tuple(rows)
    )


def _same_scores(t: ResultsTable, ours: pd.DataFrame, theirs: pd.DataFrame) -> Agreement:
    if list(ours.index) != list(theirs.index) or list(ours.columns) != list(theirs.columns):
        return Agreement.of_equal("compare.scores", list(ours.index), list(theirs.index))
    # In units of the largest score: a standard deviation of rounding noise has no digits.
    scale = float(np.abs(t.scores).max()) or 1.0
    return numeric_agreement("compare.scores", ours.to_numpy() / scale, theirs.to_numpy() / scale)


def score_summary(t: ResultsTable, tie_tol: float | str = 0.0) -> pd.DataFrame:
    """Summarise the scores of each classifier over datasets.

    Parameters
    ----------
    t : ResultsTable
    tie_tol : float or "auto"

    Returns
    -------
    pandas.DataFrame, shape (k, 5)
        mean, sd (n - 1), median, best (datasets on which it has the best score, shared or not),
        mean_rank; by (mean rank, name).
    """
    import pandas as pd

    doubled = doubled_ranks(t.scores, t.higher_is_better, tie_tol)
    # In units of a power of two near the largest score: no square or sum over- or underflows.
    exponent = np.frexp(np.abs(t.scores).max())[1]
    scores = np.ldexp(t.scores, -exponent)
    moments = [scores.mean(axis=0), scores.std(axis=0, ddof=1), np.median(scores, axis=0)]
    with np.errstate(over="ignore"):  # of the largest doubles the deviation may be Inf, as in R
        mean, sd, median = np.ldexp(moments, exponent)
    columns = {
        "mean": mean,
        "sd": sd,
        "median": median,
        "best": (doubled == doubled.min(axis=1, keepdims=True)).sum(axis=0),
        "mean_rank": doubled.sum(axis=0) / (2 * t.n_datasets),
    }
    frame = pd.DataFrame(columns, index=pd.Index(t.classifiers, name="classifier"))
    order = sorted(range(t.n_classifiers), key=lambda j: (columns["mean_rank"][j], frame.index[j]))
    return frame.iloc[order]
