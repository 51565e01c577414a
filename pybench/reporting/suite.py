"""The datasheet of a suite: tasks, rules, qualities, licences, findings in its data, and runs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

import pandas as pd

from pybench import plot
from pybench.base import shared
from pybench.plot._qualities import USUAL
from pybench.reporting.figures import FORMS, rendered
from pybench.reporting.folder import write_part
from pybench.reporting.formats import counted, joined
from pybench.reporting.frame import Part
from pybench.reporting.tables import frame_file
from pybench.suite.healthcheck import KINDS, SOLVED

if TYPE_CHECKING:
    from pybench.suite.healthcheck import SuiteCheck
    from pybench.suite.manifest import Manifest
    from pybench.suite.task import Task

_LIMITS = (
    "Results on these tasks apply to tasks like these: datasets that the rules exclude are not "
    "measured.",
    "The splits are fixed so that results can be compared; they are not new data.",
)
_UNSEEN = (
    "The data were searched for equal rows, and series for equal shapes. Leakage of another form "
    "is not seen in this way."
)
#: Kinds of findings that say that a task has become too easy to tell methods apart.
EASY = ("solved by all", "one attribute", "stump", "decision tree")


@dataclass(frozen=True, slots=True)
class Examined:
    """What a page about a suite tells besides its manifest."""

    check: SuiteCheck | None = None  #: of its data
    runs: pd.DataFrame | None = None  #: one row per task, with the measure it was scored by


NOT_EXAMINED = Examined()


def write(suite: Manifest, folder: Path, *, title: str | None = None) -> tuple[Path, ...]:
    """Write the page and its tables into a folder, as `folder.write_part`."""
    return write_part(folder, part(suite, title=title), files(suite))


def part(suite: Manifest, examined: Examined = NOT_EXAMINED, *, title: str | None = None) -> Part:
    """Return the part about a suite, and about what was examined of it."""
    tasks = counted(len(suite.tasks), "task")
    check, runs = examined.check, examined.runs
    values = {
        "suite": suite,
        "tasks": [(task, _splits(task)) for task in suite.tasks],
        "failed": [one for one in suite.candidates if one.verdict in ("fail", "unknown")],
        "rules": list(_rules(suite)),
        "qualities": list(_qualities(suite)),
        "licences": _licences(suite),
        "easy": None if check is None else list(_findings(check, easy=True)),
        "overlaps": None if check is None else list(_findings(check, easy=False)),
        "examined": 0 if check is None else check.n_tasks - len(check.skipped),
        "runs": None if runs is None else list(runs.itertuples()),
        "solved": SOLVED,
    }
    return Part(
        room="suite",
        title=title or suite.name,
        lead=f"{tasks} on {counted(len(suite.datasets), 'dataset')}; version {suite.version}, "
        f"{suite.status.replace('_', ' ')}.",
        template="suite.html",
        values=values,
        findings=(*sentences(suite), *_said_of(examined)),
        limits=(*_LIMITS, _UNSEEN) if values["examined"] else _LIMITS,
        facts=tuple(_facts(suite)),
        hashes=(("suite", suite.hash),),
        methods=f"We used {tasks} of the suite {suite.name}, version {suite.version} (SHA-256 "
        f"{suite.hash[:12]}…), with its stored splits. With pybench {shared.version()}.",
        references=("bischl2021",),
    )


def files(suite: Manifest, examined: Examined = NOT_EXAMINED) -> Iterator[tuple[str, bytes]]:
    """Yield the name and content of every file beside the page."""
    yield frame_file("tasks", suite.to_frame())
    if suite.candidates:
        yield frame_file("verdicts", suite.verdicts())
    if suite.qualities:
        yield frame_file("qualities", pd.DataFrame(suite.qualities).T.rename_axis("dataset"))
    if {name for found in suite.qualities.values() for name in found} & {*USUAL}:
        figure = plot.qualities(suite)
        for form in FORMS:
            yield f"qualities.{form}", rendered(figure, form)
    if examined.check is not None:
        yield frame_file("findings", examined.check.to_frame())
    if examined.runs is not None:
        yield frame_file("runs", examined.runs)


def sentences(suite: Manifest) -> Iterator[str]:
    """State in plain words what the suite is, and how its datasets were chosen."""
    what = joined([counted(number, f"{kind} task") for kind, number in suite.kinds().items()])
    loose = sum(not (task.splits_sha256 and task.dataset.sha256) for task in suite.tasks)
    if suite.tasks and not loose:
        yield (
            f"{what}: everyone who runs this suite has the same data and splits, which hashes fix."
        )
    elif suite.tasks:
        yield f"{what}; for {loose} of them, no hashes fix the data and splits."
    if suite.candidates:
        out = {one.dataset for one in suite.candidates if one.verdict == "fail"}
        seen = {one.dataset for one in suite.candidates}
        rules = counted(len({one.rule for one in suite.candidates}), "rule")
        yield f"Of {counted(len(seen), 'candidate')}, {len(out)} did not pass all of {rules}."
    if unknown := {one.dataset for one in suite.candidates if one.verdict == "unknown"}:
        yield f"Of {counted(len(unknown), 'candidate')} some rule could not be decided."
    if suite.preservation is not None:
        yield suite.preserved()
    unlicensed = sum(task.dataset.licence is None for task in suite.tasks)
    if unlicensed:
        size = counted(len(suite.tasks), "task")
        yield f"The source of the data states no licence for {unlicensed} of {size}."


def _said_of(examined: Examined) -> Iterator[str]:
    """State in plain words what was found in the data, and in runs."""
    if (check := examined.check) is not None:
        seen = counted(check.n_tasks - len(check.skipped), "task")
        found = {kind: _datasets_of(check, kind) for kind in KINDS}
        alone = {name for kind in EASY[1:] for name in found[kind]}
        if asked := check.n_tasks - len(check.skipped) - len(check.regressions):
            yield (
                "One attribute, a stump or a default decision tree was found to make no error on "
                f"{len(alone)} of the {counted(asked, 'task')} with classes whose data were "
                "examined."
            )
        if check.n_tasks > len(check.skipped):
            leaks = {*found["leakage"], *found["near leakage"]}
            yield (
                "Test rows that equal training rows, or are series of the same shape, were found "
                f"in {len(leaks)} of the {seen}."
            )
        if check.skipped:
            away = counted(len(check.skipped), "task")
            yield f"The data of {away} are not here, so they were not examined."
    if (runs := examined.runs) is not None:
        run = runs[runs["estimators"] > 0]
        yield f"Runs on {len(run)} of {counted(len(runs), 'task')} were found."
        if len(shares := run[run["measure"] == "accuracy"]):
            solved = int(((shares["worst"] >= SOLVED) & (shares["estimators"] > 1)).sum())
            yield (
                f"All of two or more estimators reach an accuracy of {SOLVED:g} on {solved} of "
                f"{counted(len(shares), 'task')} with runs."
            )


def _datasets_of(check: SuiteCheck, kind: str) -> list[str]:
    frame = check.to_frame()
    return list(frame.loc[frame["kind"] == kind, "dataset"])


def _findings(check: SuiteCheck, *, easy: bool) -> Iterator[tuple[str, str, str, float, str]]:
    """Yield what was found, in words: of tasks that are too easy, or of rows that occur twice."""
    rows: Iterator[Any] = check.to_frame().itertuples(index=False)
    for one in rows:
        if (one.kind in EASY) == easy:
            where = f"{one.dataset} and {one.other}" if one.other else one.dataset
            yield where, one.kind, KINDS[one.kind], one.value, one.note


def _rules(suite: Manifest) -> Iterator[tuple[str, str, int, int, int]]:
    """Yield each rule, what it requires, and how many candidates passed, failed, are unknown."""
    qualities = {one.rule: one.quality for one in suite.constraints if one.quality != one.rule}
    counts: dict[tuple[str, str], Counter[str]] = {}
    for one in suite.candidates:
        wanted = " ".join(filter(None, [qualities.get(one.rule), one.threshold]))
        counts.setdefault((one.rule, wanted), Counter())[one.verdict] += 1
    for (rule, threshold), found in counts.items():
        yield rule, threshold, found["pass"], found["fail"], found["unknown"]


def _qualities(suite: Manifest) -> Iterator[tuple[str, int, float, float, float]]:
    """Yield the usual qualities over the datasets of the tasks: count, least, median, most."""
    kept = [found for name, found in suite.qualities.items() if name in suite.datasets]
    for name in USUAL:
        if values := [found[name] for found in kept if name in found]:
            yield name, len(values), min(values), median(values), max(values)


def _licences(suite: Manifest) -> list[tuple[str, list[str]]]:
    """Return each licence with the datasets under it, none last."""
    found: dict[str, list[str]] = {}
    datasets = {task.dataset.name: task.dataset for task in suite.tasks}
    for dataset in sorted(datasets.values(), key=lambda one: (one.licence is None, one.licence)):
        found.setdefault(dataset.licence or "", []).append(dataset.name)
    return list(found.items())


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
