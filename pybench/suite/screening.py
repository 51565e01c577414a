"""Before a suite is frozen: results of four cheap classifiers, and of runs stored so far."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from pybench.suite.manifest import Manifest
from pybench.suite.running.engine import run
from pybench.suite.running.measures import HIGHER_IS_BETTER
from pybench.suite.store.database import suite_results

if TYPE_CHECKING:
    import pandas as pd

    from pybench.table import ResultsTable

_QUERY = """
select task, estimator, avg({measure}) as score, count(*) as jobs
from evaluations join runs using (run, estimator)
where suite_hash = '{suite}' group by task, estimator
"""


def cheap() -> dict[str, Any]:
    """Return four fast classifiers of different kinds, by name.

    Examples
    --------
    >>> list(cheap())
    ['decision stump', 'decision tree', 'naive Bayes', 'nearest neighbour']
    """
    from sklearn.naive_bayes import GaussianNB
    from sklearn.neighbors import KNeighborsClassifier
    from sklearn.tree import DecisionTreeClassifier

    return {
        "decision stump": DecisionTreeClassifier(max_depth=1),
        "decision tree": DecisionTreeClassifier(),
        "naive Bayes": GaussianNB(),
        "nearest neighbour": {"estimator": KNeighborsClassifier(1), "preparation": "scale"},
    }


def screen(
    suite: Manifest, out: str | os.PathLike[str], *, workers: int | None, seed: int
) -> ResultsTable:
    """Run the four classifiers on a suite; see `Suite.screen`."""
    return run(suite, cheap(), out=out, workers=workers, seed=seed, fallback="majority")


def overview(
    suite: Manifest,
    folders: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    measure: str,
) -> pd.DataFrame:
    """Summarise stored runs per task; see `Suite.runs`."""
    found = suite_results(folders, _QUERY.format(measure=measure, suite=suite.hash))
    by_task = found.groupby("task")
    best, worst = ("max", "min") if HIGHER_IS_BETTER[measure] else ("min", "max")
    frame = by_task.agg(
        estimators=("estimator", "nunique"),
        jobs=("jobs", "sum"),
        worst=("score", worst),
        median=("score", "median"),
        best=("score", best),
    )
    # Of equally good estimators, take the first by name; there is none if none has a score.
    scored = found.dropna(subset="score").sort_values("estimator")
    ranked = scored.sort_values("score", ascending=best == "min", kind="stable")
    frame["leader"] = ranked.groupby("task")["estimator"].first()
    frame = frame.reindex(list(suite.task_names))
    counts = ["estimators", "jobs"]
    frame[counts] = frame[counts].fillna(0).astype(int)
    frame.index.name = "task"
    return frame
