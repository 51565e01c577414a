"""A compact suite: the k tasks whose ranking of methods is nearest to that on all tasks."""

from __future__ import annotations

from pybench.base import check
from pybench.base.errors import ArgumentError
from pybench.base.text import shown_names
from pybench.selection.compact import Compact, compact
from pybench.suite.manifest import Manifest
from pybench.suite.task import Preservation
from pybench.table import ResultsTable


def chosen_tasks(
    suite: Manifest, k: int, results: ResultsTable, seed: int
) -> tuple[Compact, Preservation]:
    """Choose tasks by results on all of them, and say how well they keep the ranking.

    Raises
    ------
    ArgumentError
        If ``results`` lack a task of the suite, or ``k`` is out of range.
    """
    check.kind("results", results, ResultsTable, "run(suite, estimators, out=folder)")
    if missing := [name for name in suite.task_names if name not in results.datasets]:
        raise ArgumentError(
            f"`results` must have a row for each task of the suite, but not {shown_names(missing)}",
            expected=shown_names(suite.task_names, 20),
            found=shown_names(results.datasets, 20),
            hint="Run the methods on all tasks, or make a suite of those that have results.",
        )
    found = compact(results.select(suite.task_names), k, seed)
    return found, Preservation(
        len(suite.tasks), found.methods, found.error, found.random_error, found.spearman,
        found.random_spearman, seed,
    )  # fmt: skip
