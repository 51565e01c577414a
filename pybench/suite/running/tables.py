"""Evaluations of folds -> the table that `compare` takes, and the tables beside it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from pybench.base.errors import ArgumentError, SuiteError
from pybench.base.text import shown
from pybench.store import atomic
from pybench.suite.running.jobs import Job
from pybench.suite.running.lines import line
from pybench.suite.running.measures import HIGHER_IS_BETTER
from pybench.suite.running.plan import Plan
from pybench.table import ResultsTable, results_table

RESULTS, EVALUATIONS = "results.csv", "evaluations.csv"
FAILURES, TIMES = "failures.csv", "times.csv"
_KEYS = ("estimator", "task", "repeat", "fold")

Evaluations = Mapping[Job, Mapping[str, Any]]


def measure_of(plan: Plan, measure: str | None) -> str:
    """Return the measure of the table: the one asked for, or that of all tasks.

    Raises
    ------
    ArgumentError
        One that does not exist, or none where tasks have several.
    """
    asked = [task.measure for task in plan.suite.tasks] if measure is None else [measure]
    if len(set(asked)) > 1:
        found = ", ".join(sorted(set(asked)))
        raise ArgumentError(
            f"the tasks have different measures ({found}): one table needs one `measure`",
            expected="one measure",
            found=found,
            hint="Give one: measure=, --measure.",
        )
    if asked[0] in HIGHER_IS_BETTER:
        return asked[0]
    expected = ", ".join(HIGHER_IS_BETTER)
    raise ArgumentError(
        f"`measure` must be one of {expected}, not {shown(asked[0])}",
        expected=expected,
        found=asked[0],
    )


def table_of(plan: Plan, found: Evaluations, measure: str, *, missing: bool) -> ResultsTable:
    """Return tasks by estimators: means over the folds of a repeat, then over repeats.

    Raises
    ------
    SuiteError
        If a measure is not defined for a fold, and nothing may be missing.
    """
    tasks = [task.name for task in plan.suite.tasks]
    names = [one.name for one in plan.contenders]
    cells = {(t, e): _repeats(plan, found, e, t, measure, missing) for t in tasks for e in names}
    counts = {len(scores) for scores in cells.values()}
    by_repeat = [[cells[t, e] for e in names] for t in tasks] if counts != {1} else None
    means = [[_mean(cells[t, e]) for e in names] for t in tasks]
    return results_table(
        np.array(means),
        tasks,
        names,
        higher_is_better=HIGHER_IS_BETTER[measure],
        metric=measure,
        by_repeat=np.array(by_repeat) if by_repeat and len(counts) == 1 else None,
        missing=missing,
    )


def _repeats(
    plan: Plan, found: Evaluations, estimator: str, task: str, measure: str, missing: bool
) -> list[float]:
    scores: dict[int, list[float]] = {}
    for repeat, fold, *_ in plan.folds[task]:
        job = Job(estimator, task, repeat, fold)
        value = found[job]["measures"][measure] if job in found else None
        if value is None and not missing:
            raise SuiteError(
                f"no {measure} for {job}",
                expected=f"{measure} of every fold",
                found="none: it is not defined there, or the estimator has no probabilities",
                hint='Take another measure, or fallback="missing".',
            )
        scores.setdefault(repeat, []).append(math.nan if value is None else value)
    return [_mean(values) for _, values in sorted(scores.items())]


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values)


def write_tables(
    out: Path,
    plan: Plan,
    found: Evaluations,
    failed: Mapping[Job, str],
    seconds: Mapping[tuple[Any, ...], Mapping[str, float]],
    table: ResultsTable | None,
) -> None:
    """Write what a run amounts to; all but the times depends on what was run alone."""
    order = [
        Job(one.name, task.name, repeat, fold)
        for one in plan.contenders
        for task in plan.suite.tasks
        for repeat, fold, *_ in plan.folds[task.name]
    ]
    head = [*_KEYS, "status", "n_train", "n_test", *HIGHER_IS_BETTER]
    rows = (_row(job, found[job]) for job in order if job in found)
    _write(out / EVALUATIONS, head, rows)
    reasons = ([*_key(job), failed[job]] for job in order if job in failed)
    _write(out / FAILURES, [*_KEYS, "reason"], reasons)
    taken = ((job, seconds.get(_key(job), {})) for job in order)
    times = ([*_key(job), s.get("fit"), s.get("predict")] for job, s in taken if s)
    _write(out / TIMES, [*_KEYS, "fit", "predict"], times)
    if table is not None:
        lines = (
            [name, *(None if score != score else score for score in scores)]
            for name, scores in zip(table.datasets, table.scores.tolist(), strict=True)
        )
        _write(out / RESULTS, ["dataset", *table.classifiers], lines)


def _row(job: Job, evaluation: Mapping[str, Any]) -> list[Any]:
    measures = evaluation["measures"]
    sizes = [evaluation[key] for key in ("status", "n_train", "n_test")]
    return [*_key(job), *sizes, *(measures.get(name) for name in HIGHER_IS_BETTER)]


def _key(job: Job) -> tuple[str, str, int, int]:
    return job.estimator, job.task, job.repeat, job.fold


def _write(path: Path, head: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    atomic.write_text(path, "".join([line(head), *map(line, rows)]))
