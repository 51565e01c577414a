"""Before a suite is frozen: results of four cheap estimators, and of runs stored so far."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from pybench.base.errors import ArgumentError
from pybench.suite.manifest import Manifest
from pybench.suite.running.engine import run
from pybench.suite.running.tasktypes import EVERY, FALLBACKS, type_of
from pybench.suite.store.database import suite_results

if TYPE_CHECKING:
    import pandas as pd

    from pybench.table import ResultsTable

_QUERY = """
select task, estimator, avg({measure}) as score, count(*) as jobs
from evaluations join runs using (run, estimator)
where suite_hash = '{suite}' group by task, estimator
"""


def cheap(type: str = "classification") -> dict[str, Any]:
    """Return four fast estimators of different kinds for tasks of a type, by name.

    Raises
    ------
    ArgumentError
        There are none for a clustering.

    Examples
    --------
    >>> list(cheap())
    ['decision stump', 'decision tree', 'naive Bayes', 'nearest neighbour']
    >>> list(cheap("regression"))
    ['mean', 'decision tree', 'linear model', 'nearest neighbour']
    """
    if type == "clustering":
        raise ArgumentError(
            "a clustering has no fast estimators to screen it: they would need the number of "
            "clusters",
            expected="a suite of classifications or regressions",
            found="a suite of clusterings",
            hint="Run estimators of your own on it: pybench.run(suite, estimators, out=folder).",
        )
    return _regressors() if type == "regression" else _classifiers()


def _classifiers() -> dict[str, Any]:
    from sklearn.naive_bayes import GaussianNB
    from sklearn.neighbors import KNeighborsClassifier
    from sklearn.tree import DecisionTreeClassifier

    return {
        "decision stump": DecisionTreeClassifier(max_depth=1),
        "decision tree": DecisionTreeClassifier(),
        "naive Bayes": GaussianNB(),
        "nearest neighbour": {"estimator": KNeighborsClassifier(1), "preparation": "scale"},
    }


def _regressors() -> dict[str, Any]:
    from sklearn.dummy import DummyRegressor
    from sklearn.linear_model import LinearRegression
    from sklearn.neighbors import KNeighborsRegressor
    from sklearn.tree import DecisionTreeRegressor

    return {
        "mean": DummyRegressor(),
        "decision tree": DecisionTreeRegressor(),
        "linear model": {"estimator": LinearRegression(), "preparation": "scale"},
        "nearest neighbour": {"estimator": KNeighborsRegressor(1), "preparation": "scale"},
    }


def screen(
    suite: Manifest, out: str | os.PathLike[str], *, workers: int | None, seed: int
) -> ResultsTable:
    """Run the four estimators on a suite; see `Suite.screen`."""
    type = type_of(suite)
    return run(suite, cheap(type), out=out, workers=workers, seed=seed, fallback=FALLBACKS[type][0])


def overview(
    suite: Manifest,
    folders: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    measure: str,
) -> pd.DataFrame:
    """Summarise stored runs per task; see `Suite.runs`."""
    found = suite_results(folders, _QUERY.format(measure=measure, suite=suite.hash))
    by_task = found.groupby("task")
    best, worst = ("max", "min") if EVERY[measure] else ("min", "max")
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
