"""The folder of a run: what is done in it, and how the outcome of a job gets there."""

from __future__ import annotations

import hashlib
import json
import os
import platform
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from pybench.base.errors import EnvironmentProblem
from pybench.store import atomic
from pybench.store.journal import Journal, events
from pybench.suite.naming import file_stem
from pybench.suite.running.jobs import Job, Outcome

JOURNAL, RUNS = "journal", "runs"


class RunFolder:
    """Keeps what is done; one process at a time writes.

    A job is done when its predictions and its evaluation are there and the one holds the hash of
    the other. The journal says so quickly, and keeps failures, warnings and times.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._made: set[Path] = set()
        _make(folder)
        self.journal = Journal(folder / JOURNAL)
        for place in (folder, *folder.glob(f"{RUNS}/*/*")):
            atomic.sweep(place, age=0.0)  # of runs that were killed; no other is at work

    def __enter__(self) -> RunFolder:
        return self

    def __exit__(self, *problem: object) -> None:
        self.journal.close()

    def begin(self, settings: Mapping[str, Any]) -> None:
        """Record that a run starts here, on which machine, with which limits."""
        head = {"event": "begin", "time": _now(), "host": platform.node(), "process": os.getpid()}
        self.journal.append({**head, **settings})

    def keep(self, job: Job, outcome: Outcome) -> None:
        """Write a job that was done: predictions, evaluation, journal."""
        place = self.folder.joinpath(*place_of(job))
        if place not in self._made:
            _make(place)
            self._made.add(place)
        atomic.write_bytes(place / predictions_name(job), outcome.predictions)
        text = json.dumps(outcome.evaluation, ensure_ascii=False, sort_keys=True) + "\n"
        atomic.write_text(place / evaluation_name(job), text)
        self._record("done", job, outcome, {"evaluation": outcome.evaluation})

    def note(self, job: Job, outcome: Outcome) -> None:
        """Record a job that failed."""
        self._record("failed", job, outcome, {"why": outcome.problem})

    def _record(self, event: str, job: Job, outcome: Outcome, more: Mapping[str, Any]) -> None:
        seconds = {key: round(value, 6) for key, value in outcome.seconds.items()}
        head = {"event": event, "job": list(key_of(job)), "time": _now(), "seconds": seconds}
        said = {"warnings": list(outcome.warnings)} if outcome.warnings else {}
        self.journal.append({**head, **more, **said})


def done_in(folder: Path, jobs: Iterable[Job]) -> dict[Job, Mapping[str, Any]]:
    """Return the evaluations of the jobs that a folder holds, each checked against its files."""
    told = {
        tuple(event["job"]): event["evaluation"]
        for event in events(folder / JOURNAL)
        if event["event"] == "done"
    }
    found: dict[Job, Mapping[str, Any]] = {}
    for job in jobs:
        place = os.path.join(folder, *place_of(job))
        evaluation = told.get(key_of(job))
        if evaluation is None:
            evaluation = _evaluation(os.path.join(place, evaluation_name(job)), job)
        if evaluation is None:
            continue
        if _sha256(os.path.join(place, predictions_name(job))) == evaluation["predictions_sha256"]:
            found[job] = evaluation
    return found


def seconds_in(folder: Path) -> dict[tuple[Any, ...], Mapping[str, float]]:
    """Return the seconds that each job took, the last time that it was done."""
    return {
        tuple(event["job"]): event["seconds"]
        for event in events(folder / JOURNAL)
        if event["event"] == "done"
    }


def key_of(job: Job) -> tuple[str, str, int, int]:
    """Return the four names of a job."""
    return job.estimator, job.task, job.repeat, job.fold


def place_of(job: Job) -> tuple[str, str, str]:
    """Return the folders of a job below that of the run."""
    return RUNS, file_stem(job.estimator), file_stem(job.task)


def predictions_name(job: Job) -> str:
    """Return the name of the file of predictions."""
    return f"predictions-{job.repeat}-{job.fold}.csv"


def evaluation_name(job: Job) -> str:
    """Return the name of the file of measures."""
    return f"evaluation-{job.repeat}-{job.fold}.json"


def _evaluation(path: str, job: Job) -> Mapping[str, Any] | None:
    """Return what was written about a job that was killed before the journal knew."""
    try:
        with open(path, "rb") as file:
            found = json.loads(file.read())
        names = tuple(found[key] for key in ("estimator", "task", "repeat", "fold"))
        whole = isinstance(found["measures"], dict) and found["status"] == "ok"
        return found if whole and names == key_of(job) and found["predictions_sha256"] else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _sha256(path: str) -> str:
    try:
        with open(path, "rb") as file:
            return hashlib.sha256(file.read()).hexdigest()
    except OSError:
        return ""


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise EnvironmentProblem(
            f"cannot make the folder: {error.strerror}",
            file=os.fspath(folder),
            expected="a folder that can be written to",
            found=str(error.strerror),
            hint="Give another folder (out=, --out).",
        ) from error


def _now() -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
