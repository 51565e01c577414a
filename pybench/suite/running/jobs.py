"""One job: fit an estimator on the train rows of a fold of a task, predict the test rows."""

from __future__ import annotations

import copy
import hashlib
import itertools
import json
import math
import threading
import time
import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from pybench.base.stream import integer
from pybench.base.system import limited_memory
from pybench.suite.data import TaskData, load_data, load_splits
from pybench.suite.running.definitions import made, refuse_unfit
from pybench.suite.running.predictions import encode
from pybench.suite.running.preparation import Behind, prepared
from pybench.suite.running.tasktypes import DIRECTIONS, answered, evaluated, fit
from pybench.suite.splits import Splits
from pybench.suite.task import Task

if TYPE_CHECKING:
    from pybench.suite.manifest import Manifest

Ints = np.typing.NDArray[np.int64]
WARNINGS = 5  # warnings kept per job
LONGEST = 2000  # characters of a reason: CSV readers refuse fields beyond 131,072


class Job(NamedTuple):
    """The unit of work: it is done as a whole or not at all."""

    estimator: str
    task: str
    repeat: int
    fold: int

    def __str__(self) -> str:
        return f"{self.estimator} on {self.task}, repeat {self.repeat}, fold {self.fold}"


@dataclass(frozen=True, eq=False)
class Contender:
    """An estimator of a run."""

    name: str
    definition: Any  #: an object, an import path, or a mapping for `definitions.made`
    preparation: str = "auto"

    def ready(self, kind: str, type: str = "classification") -> Any:
        """Return a new unfitted estimator for tasks of a kind and type, with its preparation."""
        found = made(self.definition, self.name)
        refuse_unfit(found, self.name, type)
        if hasattr(found, "get_params"):
            from sklearn.base import clone

            found = clone(found)
        else:
            found = copy.deepcopy(found)
        return prepared(found, kind, self.preparation, self.name)


@dataclass(frozen=True, eq=False)
class Work:
    """A job with everything a worker needs for it."""

    job: Job
    task: Task
    contender: Contender


@dataclass(frozen=True, eq=False)
class Outcome:
    """The outcome of a job."""

    predictions: bytes  #: the file; b"" if it failed
    evaluation: Mapping[str, Any]  #: empty if it failed
    problem: str  #: why it failed, "" if it did not
    seconds: Mapping[str, float]  #: of fit and of predict
    warnings: tuple[str, ...]


def compute(source: Manifest, seed: int, memory: int | None, work: Work) -> Outcome:
    """Do one job and return its outcome, also if the estimator raises an error.

    Parameters
    ----------
    source : Manifest
        Gives access to the files of the suite; its tasks are not used.
    seed : int
    memory : int, optional
        Bytes of address space; only in a process that runs this job alone.
    work : Work
    """
    seconds: dict[str, float] = {}
    found: tuple[bytes, Mapping[str, Any]] = b"", {}
    problem = ""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            with limited_memory(memory):
                found = _computed(source, seed, work, seconds)
        except MemoryError as error:
            ceiling = "" if memory is None else f", the limit is {memory} bytes of address space"
            problem = kept_text(f"out of memory{ceiling}: {error}".removesuffix(": "))
            _HELD.clear()
        except (Exception, SystemExit) as error:  # the estimator is user code
            problem = said_by(error)
    said = tuple(dict.fromkeys(kept_text(f"{w.category.__name__}: {w.message}") for w in caught))
    return Outcome(*found, problem, seconds, said[:WARNINGS])


def sound(outcome: Any, job: Job, seed: int, sizes: tuple[int, int], measured: str) -> bool:
    """Return whether an outcome of somebody's worker is one of a job, with fields that files hold.

    ``measured`` is the type of its task. Errors mean no. Whether the numbers are true, only another
    run shows.
    """
    if not isinstance(outcome, Outcome):
        return False
    texts = outcome.problem, *outcome.warnings
    short = all(len(text.encode("utf-8")) <= 5 * LONGEST for text in texts)
    if not (short and all(map(math.isfinite, outcome.seconds.values()))):
        return False
    if outcome.problem:
        return outcome.predictions == b"" and outcome.evaluation == {}
    measures = outcome.evaluation["measures"]
    sha256 = hashlib.sha256(outcome.predictions).hexdigest()
    whole = evaluation(job, seed, "ok", sizes, measures, sha256)
    return (
        set(measures) == set(DIRECTIONS[measured])
        and all(one is None or type(one) is float for one in measures.values())
        and _line(outcome.evaluation) == _line(whole)
    )


def _line(evaluation: Mapping[str, Any]) -> str:
    return json.dumps(evaluation, sort_keys=True, allow_nan=False)


def said_by(error: BaseException) -> str:
    """Return the text of an estimator's error in a form that files can hold."""
    kind = type(error).__name__
    try:
        return kept_text(f"{kind}: {error}")
    except Exception:  # formatting the error is user code, too
        return f"{kind}, without a readable message"


def kept_text(text: str) -> str:
    """Return a text with a length and characters that every CSV reader accepts."""
    if len(text) > LONGEST:
        text = f"{text[:LONGEST]}... ({len(text)} characters)"
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def _computed(
    source: Manifest, seed: int, work: Work, seconds: dict[str, float]
) -> tuple[bytes, Mapping[str, Any]]:
    job, task = work.job, work.task
    data, splits = loaded(source, task)
    part = splits.part(job.repeat, job.fold)
    names = ("fit", job.estimator, job.task, job.repeat, job.fold)
    estimator = seeded(work.contender.ready(task.kind, task.type), seed, names)
    begin = time.perf_counter()
    fit(task.type, estimator, rows_of(data, part.train), data.y[part.train])
    seconds["fit"] = time.perf_counter() - begin
    begin = time.perf_counter()
    one = answered(task.type, estimator, rows_of(data, part.test), data, part)
    seconds["predict"] = time.perf_counter() - begin
    file, measures = encode(one), evaluated(task.type, one, data.classes)
    sizes = len(part.train), len(part.test)
    sha256 = hashlib.sha256(file).hexdigest()
    return file, evaluation(job, seed, "ok", sizes, measures, sha256)


def evaluation(
    job: Job,
    seed: int,
    status: str,
    sizes: tuple[int, int],
    measures: Mapping[str, float | None],
    sha256: str = "",
) -> dict[str, Any]:
    """Return the record of a fold."""
    return {
        "estimator": job.estimator,
        "task": job.task,
        "repeat": job.repeat,
        "fold": job.fold,
        "seed": seed,
        "status": status,
        "n_train": sizes[0],
        "n_test": sizes[1],
        "measures": dict(measures),
        "predictions_sha256": sha256,
    }


def seeded(estimator: Any, seed: int, names: tuple[str | int, ...]) -> Any:
    """Set every ``random_state`` of an estimator, including nested ones, each to its own number."""
    if isinstance(estimator, Behind):
        seeded(estimator.estimator, seed, names)
    elif hasattr(estimator, "get_params"):
        every = estimator.get_params(deep=True)
        states = sorted(name for name in every if f"__{name}".endswith("__random_state"))
        estimator.set_params(**{name: integer(seed, *names, name) for name in states})
    return estimator


def rows_of(data: TaskData, rows: Ints) -> Any:
    """Return rows as estimators take them: a frame, or series in aeon's form.

    Series of equal length are an array (n, channels, length), others a list of (channels, length).
    """
    if hasattr(data.X, "iloc"):
        return data.X.iloc[rows].reset_index(drop=True)
    series = data.X.take(rows)
    lengths = series.lengths
    if len(lengths) and (lengths == lengths[0]).all():
        return np.stack([series.flat(c).reshape(len(rows), -1) for c in _channels(series)], axis=1)
    bounds = (series.offsets - series.offsets[0]).tolist()
    flat = [series.flat(c) for c in _channels(series)]
    return [
        np.stack([values[low:high] for values in flat]) for low, high in itertools.pairwise(bounds)
    ]


def _channels(series: Any) -> range:
    return range(len(series.channels))


# Jobs are ordered by task: each process keeps the data of the last task.
# The whole task is the key: its target and ignored columns decide what estimators see.
_HELD: dict[Task, tuple[TaskData, Splits]] = {}
_LOCK = threading.Lock()  # Dask's workers have threads


def loaded(source: Manifest, task: Task) -> tuple[TaskData, Splits]:
    """Return data and splits of a task, read once for consecutive jobs."""
    with _LOCK:
        if task not in _HELD:
            _HELD.clear()
            data, splits = load_data(source, task), load_splits(source, task)
            splits.check(len(data.y), task.procedure.type, task.splits)
            _HELD[task] = data, splits
        return _HELD[task]
