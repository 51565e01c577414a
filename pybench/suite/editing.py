"""Tags, and the life of a suite: in preparation, active, deactivated, next version."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TypeVar

from pybench.base import check
from pybench.base.errors import ArgumentError, SuiteError, refusal
from pybench.base.text import shown, shown_names
from pybench.suite.create import now, parent, texts
from pybench.suite.data import load_data, load_splits
from pybench.suite.manifest import Manifest
from pybench.suite.task import Task

S = TypeVar("S", bound=Manifest)


def only(
    suite: Manifest,
    *,
    tags: Iterable[str] = (),
    without: Iterable[str] = (),
    tasks: Iterable[str] | None = None,
) -> tuple[Task, ...]:
    """Return the tasks that have all of some tags and none of others; see `Suite.only`."""
    wanted, unwanted = set(texts("tags", tags)), set(texts("without", without))
    names = suite.task_names if tasks is None else texts("tasks", tasks)
    found = []
    for task in map(suite.task, names):
        mine = {*task.tags, *task.dataset.tags}
        if wanted <= mine and not unwanted & mine:
            found.append(task)
    return tuple(found)


def tagged(
    suite: S,
    tag: str,
    *,
    tasks: Iterable[str] = (),
    datasets: Iterable[str] = (),
    remove: bool = False,
) -> S:
    """Return the suite with a tag on some tasks or datasets; see `Suite.tag`."""
    require_editable(suite)
    if not check.text("tag", tag).strip():
        raise ArgumentError("`tag` must be a string that is not empty", expected="a string")
    chosen, data = texts("tasks", tasks), texts("datasets", datasets)
    for name in chosen:
        suite.task(name)
    for name in data:
        check.choice("datasets", name, suite.datasets)

    def edited(tags: tuple[str, ...], marked: bool) -> tuple[str, ...]:
        rest = tuple(item for item in tags if item != tag)
        return tags if not marked else rest if remove else tuple(sorted((*rest, tag)))

    new = []
    for task in suite.tasks:
        marks = edited(task.dataset.tags, task.dataset.name in data)
        dataset = replace(task.dataset, tags=marks)
        own = edited(task.tags, task.name in chosen)
        new.append(replace(task, dataset=dataset, tags=own))
    return replace(suite, tasks=tuple(new))


def frozen(suite: S, *, accept_unknown: bool = False) -> S:
    """Return the suite as active; see `Suite.freeze`."""
    require_editable(suite)
    if not suite.tasks:
        hint = "Loosen the constraints, or look at suite.verdicts()."
        raise refusal("tasks", "none", hint, kind=SuiteError)
    _refuse_verdicts(suite, "fail", "Create it again: a rule that fails excludes a dataset.")
    if not accept_unknown:
        hint = (
            'Declare the answer in `flags` (the dataset "*" stands for all), or freeze with '
            "accept_unknown=True."
        )
        _refuse_verdicts(suite, "unknown", hint)
    for file in suite.files():
        suite.read(file)  # all of them: a damaged file cannot be fixed after freezing
    for task in suite.tasks:
        if task.splits is not None:
            rows = len(load_data(suite, task).y)
            load_splits(suite, task).check(rows, task.procedure.type, task.splits)
    return replace(suite, status="active")


def deactivated(suite: S) -> S:
    """Return an active suite as deactivated; see `Suite.deactivate`."""
    if suite.status != "active":
        hint = "Only an active suite can be deactivated."
        raise refusal("an active suite", f"one that is {suite.status}", hint, kind=SuiteError)
    return replace(suite, status="deactivated")


def next_version(suite: S) -> S:
    """Return the next version, in preparation; see `Suite.new_version`."""
    return replace(
        suite,
        version=suite.version + 1,
        status="in_preparation",
        created=now(),
        provenance={**suite.provenance, "parent": parent(suite)},
        contents={file.path: suite.held(file) for file in suite.needed()},
        folder=None,
    )


def require_editable(suite: Manifest) -> None:
    """Refuse a suite that is frozen.

    Raises
    ------
    SuiteError
    """
    if suite.status != "in_preparation":
        found = f"{shown(suite.name)}, version {suite.version}, which is {suite.status}"
        hint = "A change of a frozen suite is a new version: suite.new_version()."
        raise refusal("a suite in preparation", found, hint, kind=SuiteError)


def _refuse_verdicts(suite: Manifest, verdict: str, hint: str) -> None:
    mine = [v for v in suite.candidates if v.dataset in suite.task_names and v.verdict == verdict]
    if mine:
        words = [f"{v.dataset}: {v.rule}" for v in mine]
        found = f"{verdict} for {shown_names(words)}"
        raise refusal("every rule passed", found, hint, kind=SuiteError)
