"""The folder of a run: which jobs are done, and how the outcome of a job is written."""

from __future__ import annotations

import hashlib
import json
import os
import platform
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from pybench.base.document import read_json
from pybench.read.files import file_bytes
from pybench.store import atomic
from pybench.store.journal import SYNC_SECONDS, Journal, events
from pybench.store.lock import Lock
from pybench.suite.filenames import file_stem
from pybench.suite.running.jobs import Job, Outcome
from pybench.suite.running.predictions import Predictions, decode

JOURNAL, RUNS = "journal", "runs"
LOCK = ".lock"  # R, which keeps no journal, takes it, too: r/R/suite-lock.R


class RunFolder:
    """Keeps finished jobs; one process at a time writes.

    A job is done if its predictions and its evaluation exist and the evaluation holds the hash of
    the predictions. The journal is a fast index of this, and keeps failures, warnings and times,
    and where calls began and ended. Killing the process loses no finished job. Files are flushed to
    disk once a second, all of that second together: a power cut loses at most these, and the hashes
    reveal it.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._made: set[Path] = set()
        self._unsynced: list[Path] = []
        self._synced = time.monotonic()
        atomic.make_folder(folder)
        self._lock = Lock(folder / LOCK)
        try:
            self.journal = Journal(folder / JOURNAL)
        except BaseException:
            self._lock.close()
            raise
        read = list(events(folder / JOURNAL))
        turns = [event["event"] for event in read if event["event"] in ("begin", "end")]
        self.was_killed = turns[-1:] == ["begin"]  #: a run in this folder did not come to its end
        self._told = {Job(*event["job"]): event for event in read if event["event"] == "done"}
        for place in (folder, *folder.glob(f"{RUNS}/*/*")):
            atomic.sweep(place, age=0.0)  # leftovers of killed runs; no other run is active

    def __enter__(self) -> RunFolder:
        return self

    def __exit__(self, *problem: object) -> None:
        try:
            with self.journal:  # closed whatever happens
                self._sync()
                if problem[0] is None:
                    self.journal.append({"event": "end", "time": _now()})
        finally:
            self._lock.close()

    def begin(self, settings: Mapping[str, Any]) -> None:
        """Record the start of a run, its machine and its limits."""
        head = {"event": "begin", "time": _now(), "host": platform.node(), "process": os.getpid()}
        self.journal.append({**head, **settings})

    def keep(self, job: Job, outcome: Outcome) -> None:
        """Write a finished job: predictions, evaluation, journal."""
        place = self.folder.joinpath(*place_of(job))
        if place not in self._made:
            atomic.make_folder(place)
            self._made.add(place)
        files = {
            place / predictions_name(job): outcome.predictions,
            place / evaluation_name(job): evaluation_bytes(outcome.evaluation),
        }
        for path, content in files.items():
            atomic.write_bytes(path, content, durable=False)
        self._unsynced += files
        event = self._record("done", job, outcome, {"evaluation": outcome.evaluation})
        self._told[job] = event
        if time.monotonic() - self._synced > SYNC_SECONDS:
            self._sync()

    def note(self, job: Job, outcome: Outcome) -> None:
        """Record a failed job."""
        self._record("failed", job, outcome, {"why": outcome.problem})

    def done(self, jobs: Iterable[Job], seed: int) -> dict[Job, Mapping[str, Any]]:
        """Return the evaluations of finished jobs, each checked against its files.

        A lost or damaged evaluation is written again from the journal, as R and SQL read it.
        """
        found: dict[Job, Mapping[str, Any]] = {}
        for job in jobs:
            place = os.path.join(self.folder, *place_of(job))
            path = os.path.join(place, evaluation_name(job))
            text = _read(path)
            event = self._told.get(job)
            evaluation = event["evaluation"] if event else _evaluation(text, job)
            if evaluation is None or evaluation["seed"] != seed:
                continue
            predictions = _read(os.path.join(place, predictions_name(job)))
            if hashlib.sha256(predictions).hexdigest() != evaluation["predictions_sha256"]:
                continue
            if event and text != (whole := evaluation_bytes(evaluation)):
                atomic.write_bytes(path, whole)
            found[job] = evaluation
        return found

    def predictions(self, job: Job) -> Predictions:
        """Return the predictions of a finished job."""
        path = self.folder.joinpath(*place_of(job), predictions_name(job))
        return decode(file_bytes(str(path)), str(path))

    def seconds(self) -> dict[Job, Mapping[str, float]]:
        """Return the seconds that each job took when it was last done."""
        return {job: event["seconds"] for job, event in self._told.items()}

    def _sync(self) -> None:
        atomic.sync(self._unsynced)
        self._unsynced.clear()
        self._synced = time.monotonic()

    def _record(
        self, event: str, job: Job, outcome: Outcome, more: Mapping[str, Any]
    ) -> dict[str, Any]:
        seconds = {key: round(value, 6) for key, value in outcome.seconds.items()}
        head = {"event": event, "job": list(job), "time": _now(), "seconds": seconds}
        said = {"warnings": list(outcome.warnings)} if outcome.warnings else {}
        whole = {**head, **more, **said}
        self.journal.append(whole)
        return whole


def place_of(job: Job) -> tuple[str, str, str]:
    """Return the path of a job's folder below that of the run."""
    return RUNS, file_stem(job.estimator), file_stem(job.task)


def predictions_name(job: Job) -> str:
    """Return the name of the predictions file."""
    return f"predictions-{job.repeat}-{job.fold}.csv"


def evaluation_name(job: Job) -> str:
    """Return the name of the evaluation file."""
    return f"evaluation-{job.repeat}-{job.fold}.json"


def evaluation_bytes(evaluation: Mapping[str, Any]) -> bytes:
    """Return the content of the evaluation file of a fold."""
    return (json.dumps(evaluation, ensure_ascii=False, sort_keys=True) + "\n").encode()


def _evaluation(text: bytes, job: Job) -> Mapping[str, Any] | None:
    """Return the evaluation of a job from its file, if the run died before the journal had it."""
    try:
        found = read_json(text)
        names = tuple(found[key] for key in Job._fields)
        whole = isinstance(found["measures"], dict) and found["status"] == "ok"
        told = "seed" in found and found["predictions_sha256"]
        return found if whole and names == job and told else None
    except (ValueError, KeyError, TypeError):
        return None


def _read(path: str) -> bytes:
    """Return the content of a file; empty if it cannot be read."""
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        return b""


def _now() -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
