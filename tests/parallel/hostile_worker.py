"""A Dask worker of somebody else: `--preload` of this file replaces what it answers.

A task that is a key of `LIES` is answered by that lie. In a run, the file ``HOSTILE_WORKER`` holds
the name of one of `FORGERIES`, which replaces the outcomes of all jobs but the first two.
"""

from __future__ import annotations

import dataclasses
import os
from pathlib import Path

import numpy as np

from pybench.parallel import cluster
from pybench.parallel.processes import answered, opened


class Unreadable:
    """Sound where it is written, an error where it is read."""

    def __reduce__(self):
        return int, ("no number",)


class Rude(Exception):
    """An error of a class that nobody else has, and that says nothing."""

    def __str__(self):
        raise ValueError("no text")


class Unbuilt(Exception):
    """An error that cannot be built again."""

    def __init__(self, one, other):
        super().__init__(one)


def fail(error):
    raise error


honest = cluster._on_worker
LIES = {
    "a number": lambda place: 7,
    "nothing": lambda place: None,
    "an array": lambda place: np.full((2, 2), np.nan),
    "a tuple of others": lambda place: (place, "x"),
    "a place that is true": lambda place: (True, answered(lambda: 1)),
    "the answer to another task": lambda place: (place + 1, answered(lambda: 1)),
    "bytes that are no pickle": lambda place: (place, b"x"),
    "a pickle of others": lambda place: (place, answered(lambda: 1)[:-9]),
    "what nobody can read": lambda place: (place, answered(Unreadable)),
    "unreadable to Dask": lambda place: (place, Unreadable()),
    "an exit": lambda place: (place, answered(lambda: fail(SystemExit(0)))),
    "a wrong type": lambda place: (place, answered(lambda: 7)),
    "an error of Dask": lambda place: fail(OSError("of Dask")),
    "an error that cannot be built": lambda place: fail(Unbuilt("one", "other")),
}


def _measures(outcome, value):
    measures = {**outcome.evaluation["measures"], "accuracy": value}
    return dataclasses.replace(outcome, evaluation={**outcome.evaluation, "measures": measures})


def _evaluation(outcome, **fields):
    return dataclasses.replace(outcome, evaluation={**outcome.evaluation, **fields})


first = []
FORGERIES = {
    "a number": lambda outcome: 7,
    "another job": lambda outcome: first[0],
    "another seed": lambda outcome: _evaluation(outcome, seed=5),
    "another size": lambda outcome: _evaluation(outcome, n_test=10**6),
    "one field more": lambda outcome: _evaluation(outcome, more=1),
    "other predictions": lambda outcome: dataclasses.replace(outcome, predictions=b"row_id\n"),
    "NaN": lambda outcome: _measures(outcome, float("nan")),
    "a text": lambda outcome: _measures(outcome, "0.9"),
    "an array": lambda outcome: _measures(outcome, np.ones(3)),
    "no time": lambda outcome: dataclasses.replace(outcome, seconds={"fit": float("inf")}),
    "a long failure": lambda outcome: dataclasses.replace(outcome, problem="x" * 10**7),
    "a failure with a score": lambda outcome: dataclasses.replace(outcome, problem="x"),
    "an error": lambda outcome: fail(Rude("a", "b")),
}


def hostile(function, place, task):
    """Answer in place of `cluster._on_worker`."""
    if isinstance(task, str):
        return LIES[task](place) if task in LIES else honest(function, place, task)
    answer = honest(function, place, task)
    if place < 2:
        first[:] = [opened(answer[1])[0]]
        return answer
    how = Path(os.environ["HOSTILE_WORKER"]).read_text(encoding="utf-8")
    return place, answered(lambda: FORGERIES[how](opened(answer[1])[0])) if how else answer[1]


def dask_setup(worker):
    cluster._on_worker = hostile
