"""Substitutes for failed jobs, if the user has declared a fallback."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pybench.base import check
from pybench.base.errors import ArgumentError
from pybench.suite.running.jobs import Job, evaluation, loaded
from pybench.suite.running.plan import RunPlan
from pybench.suite.running.scoring import Measure
from pybench.suite.running.tasktypes import DIRECTIONS, FALLBACKS, evaluated, substituted

MISSING = "missing"
NAMES = ("majority", "mean", MISSING)


def check_fallback(fallback: str | None, type: str) -> None:
    """Refuse a fallback that does not exist, or not for tasks of a type.

    Raises
    ------
    ArgumentError
    """
    if fallback is None or check.choice("fallback", fallback, NAMES) in FALLBACKS[type]:
        return
    expected = f"{quoted(FALLBACKS[type])} for a {type}"
    raise ArgumentError(
        f'`fallback` must be {expected}, not "{fallback}"', expected=expected, found=fallback
    )


def quoted(names: Sequence[str]) -> str:
    """Return names as a choice: '"mean" or "missing"'."""
    return " or ".join(f'"{name}"' for name in names)


def stand_ins(
    plan: RunPlan, failed: Mapping[Job, str], fallback: str, wanted: Sequence[Measure]
) -> dict[Job, dict[str, Any]]:
    """Return substitute evaluations for failed jobs.

    "majority" predicts the most frequent class of the training rows (of equally frequent classes,
    the first by name), with the shares of classes as probabilities; "mean" predicts the mean of
    their targets; "missing" has no measures.
    """
    found: dict[Job, dict[str, Any]] = {}
    tasks = {task.name: task for task in plan.suite.tasks}
    for job in sorted(failed, key=lambda job: job.task):
        if fallback == MISSING:
            sizes = next(
                row[2:] for row in plan.folds[job.task] if row[:2] == (job.repeat, job.fold)
            )
            names = [*DIRECTIONS[plan.type], *(measure.name for measure in wanted)]
            measures: dict[str, float | None] = dict.fromkeys(names)
            found[job] = evaluation(job, plan.seed, fallback, sizes, measures)
            continue
        data, splits = loaded(plan.suite, tasks[job.task])
        part = splits.part(job.repeat, job.fold)
        one = substituted(plan.type, data, part)
        measures = evaluated(plan.type, one, data.classes)
        for measure in wanted:
            if measure.score is not None:
                measures |= measure.of(one, data.classes)["measures"]
        sizes = len(part.train), len(part.test)
        found[job] = evaluation(job, plan.seed, fallback, sizes, measures)
    return found
