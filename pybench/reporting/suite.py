"""The content of a suite, with included and excluded datasets, as a page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pybench.base import shared
from pybench.reporting.folder import write_part
from pybench.reporting.formats import counted, joined
from pybench.reporting.frame import Part
from pybench.reporting.tables import frame_file

if TYPE_CHECKING:
    from pybench.suite.manifest import Manifest
    from pybench.suite.task import Task

_LIMITS = (
    "Results on these tasks apply to tasks like these: datasets that the rules exclude are not "
    "measured.",
    "The splits are fixed so that results can be compared; they are not new data.",
)


def write(suite: Manifest, folder: Path, *, title: str | None = None) -> tuple[Path, ...]:
    """Write the page and its tables into a folder, as `folder.write_part`."""
    return write_part(folder, part(suite, title=title), files(suite))


def part(suite: Manifest, *, title: str | None = None) -> Part:
    """Return the part about a suite."""
    tasks = counted(len(suite.tasks), "task")
    values = {
        "suite": suite,
        "tasks": [(task, _splits(task)) for task in suite.tasks],
        "failed": [one for one in suite.candidates if one.verdict in ("fail", "unknown")],
    }
    return Part(
        room="suite",
        title=title or suite.name,
        lead=f"{tasks} on {counted(len(suite.datasets), 'dataset')}; version {suite.version}, "
        f"{suite.status.replace('_', ' ')}.",
        template="suite.html",
        values=values,
        findings=tuple(sentences(suite)),
        limits=_LIMITS,
        facts=tuple(_facts(suite)),
        hashes=(("suite", suite.hash),),
        methods=f"We used {tasks} of the suite {suite.name}, version {suite.version} (SHA-256 "
        f"{suite.hash[:12]}…), with its stored splits. With pybench {shared.version()}.",
        references=("bischl2021",),
    )


def files(suite: Manifest) -> Iterator[tuple[str, bytes]]:
    """Yield the name and content of every file beside the page."""
    yield frame_file("tasks", suite.to_frame())
    if suite.candidates:
        yield frame_file("verdicts", suite.verdicts())


def sentences(suite: Manifest) -> Iterator[str]:
    """State in plain words what the suite is, and how its datasets were chosen."""
    what = joined([counted(number, f"{kind} task") for kind, number in suite.kinds().items()])
    if suite.tasks:
        yield (
            f"{what}: everyone who runs this suite has the same data and splits, which hashes fix."
        )
    if suite.candidates:
        out = {one.dataset for one in suite.candidates if one.verdict == "fail"}
        seen = {one.dataset for one in suite.candidates}
        rules = counted(len({one.rule for one in suite.candidates}), "rule")
        yield f"Of {counted(len(seen), 'candidate')}, {len(out)} did not pass all of {rules}."
    if unknown := {one.dataset for one in suite.candidates if one.verdict == "unknown"}:
        yield f"Of {counted(len(unknown), 'candidate')} some rule could not be decided."
    unlicensed = sum(task.dataset.licence is None for task in suite.tasks)
    if unlicensed:
        size = counted(len(suite.tasks), "task")
        yield f"The source of the data states no licence for {unlicensed} of {size}."


def _splits(task: Task) -> str:
    how = task.procedure
    size = f"{how.repeats} × {how.folds}" if how.folds > 1 else f"{how.repeats}"
    return f"{how.type}, {size}{', stratified' if how.stratified else ''}"


def _facts(suite: Manifest) -> Iterator[tuple[str, str]]:
    yield "Version", f"{suite.version}"
    yield "Status", suite.status.replace("_", " ")
    yield "Created", suite.created
    if suite.openml_id is not None:
        yield "OpenML", f"{suite.openml_id}"
    provenance: dict[str, Any] = dict(suite.provenance)
    yield from ((name.capitalize(), f"{value}") for name, value in provenance.items())
