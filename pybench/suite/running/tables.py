"""Evaluations of folds -> the table that `compare` takes, and further tables in the folder."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from pybench.base.errors import ArgumentError, InputError, SuiteError, refusal
from pybench.base.text import shown
from pybench.read.files import file_bytes
from pybench.store import atomic
from pybench.suite.filenames import file_stem
from pybench.suite.running.jobs import Job
from pybench.suite.running.lines import line
from pybench.suite.running.plan import RunPlan
from pybench.suite.running.preparation import gives_probabilities
from pybench.suite.running.scoring import Measure, function_of, several
from pybench.suite.running.tasktypes import DIRECTIONS, EVERY
from pybench.table import ResultsTable, results_table

RESULTS, BY_FOLD = "results.csv", "folds.csv"
EVALUATIONS = "evaluations.csv"
FAILURES, TIMES = "failures.csv", "times.csv"
_SIZES = ("status", "n_train", "n_test")

Evaluations = Mapping[Job, Mapping[str, Any]]


def measures_of(plan: RunPlan, measure: Any) -> list[Measure]:
    """Return the measures of the tables: the requested ones, or that of all tasks.

    Raises
    ------
    ArgumentError
        If it does not exist, or none is requested and tasks have different ones, or a function.
    """
    if measure is not None:
        return several(measure, plan.type)
    asked = sorted({task.measure for task in plan.suite.tasks})
    if len(asked) > 1:
        found = ", ".join(asked)
        raise ArgumentError(
            f"the tasks have different measures ({found}), but a results table has only one",
            expected="one measure",
            found=found,
            hint="Choose one measure by `measure` (on the command line, by --measure).",
        )
    if function_of(asked[0]):
        # A suite holds no code, and does not choose what is imported either.
        raise ArgumentError(
            f"the tasks have the measure {shown(asked[0])}, a function, which a suite cannot name",
            expected="a measure by its name",
            found=asked[0],
            hint="Choose a measure by `measure` (on the command line, by --measure).",
        )
    return several(asked, plan.type)


def refuse_without(plan: RunPlan, measures: Sequence[Measure]) -> None:
    """Refuse, before any work, a measure of probabilities if an estimator gives none.

    Raises
    ------
    ArgumentError
        Names the estimator without probabilities.
    """
    needing = [measure.name for measure in measures if measure.of_probabilities]
    if not needing:
        return
    for one in plan.contenders:
        if not any(gives_probabilities(one.ready(kind, plan.type)) for kind in plan.kinds):
            raise ArgumentError(
                f"`measure` {needing[0]} needs probabilities, but {shown(one.name)} gives none",
                expected=f"estimators with predict_proba for the measure {needing[0]}",
                found=one.name,
                hint="Choose another measure, or leave this estimator out.",
            )


def table_of(plan: RunPlan, found: Evaluations, measure: Measure, *, missing: bool) -> ResultsTable:
    """Return tasks by estimators: means over the folds of each repeat, then over repeats; folds.

    Raises
    ------
    SuiteError
        If a measure is not defined for a fold, and missing values are not allowed.
    """
    tasks = [task.name for task in plan.suite.tasks]
    names = [one.name for one in plan.contenders]
    most = max(len(plan.folds[task]) for task in tasks)
    means = np.empty((len(tasks), len(names)))
    counts = np.empty(means.shape, np.int64)
    folds = np.full((*means.shape, most), math.nan)
    for i, task in enumerate(tasks):
        for j, name in enumerate(names):
            repeats = _repeats(plan, found, name, task, measure.name, missing)
            scores = [score for repeat in repeats for score in repeat]
            folds[i, j, : len(scores)] = scores
            counts[i, j] = len(scores)
            means[i, j] = _mean([_mean(repeat) for repeat in repeats])
    return results_table(
        means,
        tasks,
        names,
        higher_is_better=measure.higher_is_better,
        metric=measure.name,
        by_repeat=folds if most > 1 else None,
        n_repeats=most,
        n_available=counts,
        missing=missing,
    )


def _repeats(
    plan: RunPlan, found: Evaluations, estimator: str, task: str, measure: str, missing: bool
) -> list[list[float]]:
    """Return the scores of the folds of each repeat, both in their order."""
    scores: dict[int, list[float]] = {}
    for repeat, fold in sorted(place[:2] for place in plan.folds[task]):
        job = Job(estimator, task, repeat, fold)
        value = found[job]["measures"].get(measure) if job in found else None
        if value is None and not missing:
            raise SuiteError(
                f"no {measure} for {job}: {_why_none(found.get(job), measure)}",
                expected=f"{measure} of every fold",
                found="none",
                hint='Choose another measure, or keep it missing: fallback="missing" in a run, '
                'missing="keep" in run_tables().',
            )
        scores.setdefault(repeat, []).append(math.nan if value is None else value)
    return list(scores.values())


def _why_none(evaluation: Mapping[str, Any] | None, measure: str) -> str:
    if evaluation is None:
        return "the job is not done"
    if evaluation["status"] not in ("ok", "published"):
        return "the job failed, and its substitute has no such score"
    told = evaluation.get("undefined", {}).get(measure)
    return told or (
        "the measure is not defined on this fold, or the estimator gives no probabilities"
    )


def _mean(values: Sequence[float]) -> float:
    return math.fsum(values) / len(values)


def write_tables(
    out: Path,
    plan: RunPlan,
    found: Evaluations,
    failed: Mapping[Job, str],
    seconds: Mapping[Job, Mapping[str, float]],
) -> None:
    """Write the tables of a folder, with all estimators of its run.json, by name.

    All except the times depend only on what was run.
    """
    order = jobs_of(plan, sorted(plan.about["estimators"]))
    measures = tuple(DIRECTIONS[plan.type])
    rows = (_row(job, found[job], measures) for job in order if job in found)
    _write(out / EVALUATIONS, [*Job._fields, *_SIZES, *measures], rows)
    reasons = ([*job, failed[job]] for job in order if job in failed)
    _write(out / FAILURES, [*Job._fields, "reason"], reasons)
    taken = ((job, seconds.get(job, {})) for job in order)
    times = ([*job, s.get("fit"), s.get("predict")] for job, s in taken if s)
    _write(out / TIMES, [*Job._fields, "fit", "predict"], times)


def remove_results(out: Path) -> None:
    """Remove the tables that `write_results` wrote."""
    for name in (RESULTS, BY_FOLD):
        for path in (out / name, *out.glob(name.replace(".", "-*."))):
            atomic.remove(path)


def write_results(out: Path, table: ResultsTable, measure: str = "") -> None:
    """Write the table as `read_results` reads it, and the folds, if there are several.

    A ``measure`` is added to the names of the files.
    """
    ending = f"-{file_stem(measure.replace(':', '.'))}." if measure else "."
    results, by_fold = (name.replace(".", ending) for name in (RESULTS, BY_FOLD))
    named = list(zip(table.datasets, table.scores.tolist(), strict=True))
    lines = ([name, *map(_number, scores)] for name, scores in named)
    _write(out / results, ["dataset", *table.classifiers], lines)
    if table.by_repeat is None:
        return
    folds = (
        [name, fold, *map(_number, scores)]
        for name, of_dataset in zip(table.datasets, table.by_repeat, strict=True)
        for fold, scores in enumerate(of_dataset.T.tolist())
        if any(score == score for score in scores)
    )
    _write(out / by_fold, ["dataset", "resample", *table.classifiers], folds)


def _number(score: float) -> float | None:
    return None if score != score else score


def jobs_of(plan: RunPlan, estimators: Iterable[str]) -> list[Job]:
    """Return the jobs of estimators, ordered by estimator, then by task."""
    return [
        Job(name, task.name, repeat, fold)
        for name in estimators
        for task in plan.suite.tasks
        for repeat, fold, *_ in plan.folds[task.name]
    ]


def read_stand_ins(out: Path) -> dict[Job, dict[str, Any]]:
    """Return the evaluations without a file: those of fallbacks, and published scores.

    Raises
    ------
    SuiteError
        If the table of evaluations is not valid.
    """
    found = {}
    for row in _rows(out / EVALUATIONS, (*_SIZES, *Job._fields)):
        if row["status"] == "ok":
            continue
        try:
            sizes = {name: int(row[name]) if row[name] else None for name in _SIZES[1:]}
            measures = {m: float(row[m]) if row[m] else None for m in EVERY if m in row}
            found[_job(row)] = {"status": row["status"], **sizes, "measures": measures}
        except ValueError as error:
            raise _damaged(out / EVALUATIONS, str(error)) from error
    return found


def read_failures(out: Path) -> dict[Job, str]:
    """Return the reasons of failed jobs from the table in a folder.

    Raises
    ------
    SuiteError
        If the table of failures is not valid.
    """
    path = out / FAILURES
    try:
        return {_job(row): row["reason"] for row in _rows(path, (*Job._fields, "reason"))}
    except ValueError as error:
        raise _damaged(path, str(error)) from error


def _job(row: Mapping[str, str]) -> Job:
    return Job(row["estimator"], row["task"], int(row["repeat"]), int(row["fold"]))


def _rows(path: Path, columns: Sequence[str]) -> list[dict[str, str]]:
    """Return the rows of a table in a folder of results; none if it does not exist."""
    if not path.exists():
        return []
    try:
        text = io.StringIO(file_bytes(str(path)).decode(), newline="")
        rows = list(csv.DictReader(text, strict=True))
    except (ValueError, csv.Error) as error:
        raise _damaged(path, str(error)) from error
    for row in rows:
        if None in row or None in row.values() or not {*columns} <= {*row}:
            raise _damaged(path, "other columns, or rows that are shorter or longer")
    return rows


def _damaged(path: Path, found: str) -> InputError:
    expected = f"the table {path.name} of a folder of results"
    hint = "Remove it and run again: what is done is kept."
    return refusal(expected, found, hint, file=str(path), kind=SuiteError)


def _row(job: Job, evaluation: Mapping[str, Any], measures: Sequence[str]) -> list[Any]:
    scores = evaluation["measures"]
    return [
        *job,
        *(evaluation[key] for key in _SIZES),
        *(scores.get(name) for name in measures),
    ]


def _write(path: Path, head: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    atomic.write_text(path, "".join([line(head), *map(line, rows)]))
