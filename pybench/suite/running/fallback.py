"""Substitutes for failed jobs, if the user has declared a fallback."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from pybench.suite.data import TaskData
from pybench.suite.running.jobs import Job, evaluation, loaded, places
from pybench.suite.running.measures import HIGHER_IS_BETTER, evaluate
from pybench.suite.running.plan import RunPlan
from pybench.suite.splits import Fold

FALLBACKS = ("majority", "missing")


def stand_ins(plan: RunPlan, failed: Mapping[Job, str], fallback: str) -> dict[Job, dict[str, Any]]:
    """Return substitute evaluations for failed jobs.

    "majority" predicts the most frequent class of the training rows (of equally frequent classes,
    the first by name), with the shares of classes as probabilities; "missing" has no measures.
    """
    found: dict[Job, dict[str, Any]] = {}
    tasks = {task.name: task for task in plan.suite.tasks}
    for job in sorted(failed, key=lambda job: job.task):
        if fallback == "missing":
            sizes = next(
                row[2:] for row in plan.folds[job.task] if row[:2] == (job.repeat, job.fold)
            )
            measures: dict[str, float | None] = dict.fromkeys(HIGHER_IS_BETTER)
        else:
            data, splits = loaded(plan.suite, tasks[job.task])
            part = splits.part(job.repeat, job.fold)
            sizes, measures = (len(part.train), len(part.test)), _majority(data, part)
        found[job] = evaluation(job, plan.seed, fallback, sizes, measures)
    return found


def _majority(data: TaskData, part: Fold) -> dict[str, float | None]:
    n = len(data.classes)
    counts = np.bincount(places(data.y[part.train], data.classes), minlength=n)
    truth = places(data.y[part.test], data.classes)
    said = np.full(len(truth), int(counts.argmax()))
    shares = np.tile(counts / counts.sum(), (len(truth), 1))
    return evaluate(truth, said, shares, n)
