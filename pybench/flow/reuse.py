"""Reuse of jobs from earlier runs of a study.

`run` refuses a folder with another suite or a changed estimator. A job, however, depends only on
its task, its estimator, its seed and the versions. If these are the same, so are its files,
whatever else was added to the suite or changed in it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pybench.base.errors import InputError
from pybench.store import atomic
from pybench.store.inside import target
from pybench.suite.filenames import file_stem
from pybench.suite.manifest import Manifest
from pybench.suite.running.plan import FILE, RunPlan, read_plan

RUNS = "runs"


def reuse_jobs(plan: RunPlan, folder: Path) -> int:
    """Copy the finished jobs of earlier runs in sibling folders; return the number of files."""
    copied = 0
    for other in sorted(folder.parent.iterdir() if folder.parent.exists() else ()):
        if other == folder or not (other / FILE).is_file():
            continue
        for source, destination in _shared(plan, other, folder):
            for file in sorted(source.glob("*-*-*.*")):
                if file.is_file() and not (destination / file.name).exists():
                    atomic.make_folder(destination)
                    atomic.write_bytes(destination / file.name, Path(target(file)).read_bytes())
                    copied += 1
    return copied


def _shared(plan: RunPlan, other: Path, folder: Path) -> Iterator[tuple[Path, Path]]:
    """Yield the folders of jobs that two runs share: in the other run, in this one."""
    try:
        held = read_plan(other)
        before = Manifest.parse((other / "suite.json").read_bytes())
    except (InputError, OSError):
        return  # the run is damaged
    if held["seed"] != plan.seed or held["versions"] != plan.about["versions"]:
        return
    old = {task.name: _identity(task) for task in before.tasks}
    for name, mine in plan.about["estimators"].items():
        theirs = held["estimators"].get(name)
        if theirs is None:
            continue
        for task in plan.suite.tasks:
            if old.get(task.name) == _identity(task) and _same(theirs, mine, task.kind):
                inner = (RUNS, file_stem(name), file_stem(task.name))
                yield other.joinpath(*inner), folder.joinpath(*inner)


def _same(theirs: Mapping[str, Any], mine: Mapping[str, Any], kind: str) -> bool:
    """Return whether an estimator and its libraries are the same on a kind of task."""
    pipelines = [one["pipeline"].get(kind) for one in (theirs, mine)]
    same = pipelines[0] == pipelines[1] and theirs["versions"] == mine["versions"]
    return bool(same) and pipelines[0] is not None


def _identity(task: Any) -> Any:
    """Return what the jobs of a task depend on: not its tags, not its measure."""
    data = dataclasses.replace(task.dataset, tags=(), licence=None, citation=None, url=None)
    return dataclasses.replace(task, dataset=data, tags=(), measure="accuracy", openml_id=None)
