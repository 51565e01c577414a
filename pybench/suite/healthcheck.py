"""The health check of a suite: tasks that have become too easy, duplicates, leakage."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from pybench.base import check
from pybench.base.errors import ArgumentError
from pybench.base.result import Result
from pybench.base.text import counted, lined, shown_names
from pybench.seriesset.series import SeriesSet
from pybench.suite import trivial
from pybench.suite.data import TaskData, load_data, load_splits
from pybench.suite.duplicates import near_pairs, row_keys
from pybench.suite.manifest import Manifest
from pybench.suite.running.tasktypes import EVERY
from pybench.suite.task import Task
from pybench.table import ResultsTable

if TYPE_CHECKING:
    import pandas as pd

SOLVED = 0.99
NEAR = 1e-6
#: Kinds of findings, in the order in which they are reported.
KINDS = {
    "solved by all": "every estimator of the results reaches the level",
    "one attribute": "one attribute separates the classes",
    "stump": "a tree of one cut makes no error in ten folds",
    "decision tree": "a default tree makes no error in ten folds",
    "duplicate dataset": "two datasets have the same rows and targets",
    "shared rows": "two datasets have rows in common",
    "near duplicates": "series of two datasets differ in level and scale alone",
    "leakage": "test rows stand among the training rows of their fold",
    "near leakage": "test series differ from training series in level and scale alone",
    "contradiction": "equal rows have different classes",
}


class Finding(NamedTuple):
    """One finding."""

    kind: str
    dataset: str
    other: str
    value: float
    note: str


@dataclass(frozen=True, slots=True, eq=False)
class SuiteCheck(Result):
    """The findings of `Suite.check`."""

    suite: str  #: name
    version: int
    hash: str  #: of the suite
    findings: pd.DataFrame  #: one row per finding: kind, dataset, other, value, note
    n_tasks: int  #: tasks of the suite
    skipped: tuple[str, ...]  #: tasks whose data are not available
    #: regressions: whether one attribute or a tree suffices is asked of classes alone
    regressions: tuple[str, ...] = ()

    schema: ClassVar[str] = "suite-check/1"

    def to_frame(self) -> pd.DataFrame:
        """Return the findings."""
        return self.findings.copy()

    def __str__(self) -> str:
        of = counted(self.n_tasks, "task")
        lines = [f"Check of suite {self.suite}, version {self.version}, {of}"]
        for kind, meaning in KINDS.items():
            mine = self.findings[self.findings["kind"] == kind]
            if len(mine):
                lines.append(f"  {kind}: {meaning}")
                lines += [f"    {row}" for row in map(_said, mine.itertuples(index=False))]
        if not len(self.findings):
            lines.append('  nothing found; "solved by all" is checked only if results are given')
        if self.regressions:
            lines.append(
                "  of these regressions, rows were checked, but not whether they are too easy: "
                f"{', '.join(self.regressions)}"
            )
        if self.skipped:
            lines.append(
                f"  not checked, because their data are not available: {', '.join(self.skipped)}"
            )
        return lined(lines)


def check_suite(
    suite: Manifest,
    results: ResultsTable | None = None,
    *,
    solved: float = SOLVED,
    near: float = NEAR,
    seed: int = 0,
) -> SuiteCheck:
    """Look for tasks that are no longer useful; see `Suite.check`."""
    level = check.number("solved", solved, "a number > 0 and <= 1", 0.0, 1.0 + 1e-9)
    tolerance = check.number("near", near, "a number between 0 and 1", 0.0, 1.0)
    if results is not None:
        check.kind("results", results, ResultsTable, "read_results(source, higher_is_better=...)")
        _require_shares(results)
        _require_tasks(results, suite)
    findings: list[Finding] = []
    known: dict[str, TaskData] = {}
    keys: dict[str, list[bytes]] = {}
    skipped = []
    for task in suite.tasks:
        here = all(map(suite.present, task.dataset.files))
        if not here or not (task.dataset.files or task.dataset.source == "bundled"):
            skipped.append(task.name)
            continue
        data = load_data(suite, task)
        known[task.name], keys[task.name] = data, row_keys(data.X)
        if task.type != "regression":
            findings += _easy(task.name, data, seed)
            findings += _torn(task.name, keys[task.name], data)
        findings += _rows(suite, task, data, keys[task.name], tolerance)
    findings += _between(known, keys, tolerance)
    if results is not None:
        findings += (one for one in _solved(results, level) if one.dataset in suite.task_names)
    order = list(KINDS)
    findings.sort(key=lambda found: (order.index(found.kind), found.dataset, found.other))
    import pandas as pd

    frame = pd.DataFrame(findings, columns=list(Finding._fields))
    counts = suite.name, suite.version, suite.hash, frame, len(suite.tasks), tuple(skipped)
    return SuiteCheck(
        *counts, tuple(t.name for t in suite.tasks if t.type == "regression" and t.name in known)
    )


def _require_shares(results: ResultsTable) -> None:
    """Refuse scores that are not shares of correctly classified rows, such as a likelihood."""
    higher = results.higher_is_better
    expected = "scores of at most 1, or error rates in [0, 1] where lower is better"
    if not higher and results.metric in EVERY:
        found = f"{results.metric}, for which 1 - score is not a share of correct predictions"
    elif (results.scores > 1).any() or (not higher and (results.scores < 0).any()):
        found = f"{results.scores.min():g} to {results.scores.max():g}"
    else:
        return
    raise ArgumentError(
        f"`results` must hold {expected}, not {found}",
        expected=expected,
        found=found,
        hint="Give the accuracies of the same runs instead.",
    )


def _require_tasks(results: ResultsTable, suite: Manifest) -> None:
    """Refuse results without any task of the suite: they would give no findings."""
    if {*results.datasets} & {*suite.task_names}:
        return
    expected = f"results on tasks of the suite: {shown_names(suite.task_names)}"
    found = shown_names(results.datasets)
    raise ArgumentError(
        f"`results` must hold {expected}, not results on {found}",
        expected=expected,
        found=found,
        hint="The table must name its datasets as the suite names its tasks.",
    )


def _solved(results: ResultsTable, level: float) -> Iterator[Finding]:
    """Yield the datasets whose worst score reaches the level; an error rate is 1 - score."""
    for name, scores in zip(results.datasets, results.scores, strict=True):
        worst = float(scores.min()) if results.higher_is_better else 1.0 - float(scores.max())
        if worst >= level:
            note = f"worst of {counted(len(scores), 'estimator')}"
            yield Finding("solved by all", name, "", worst, note)


def _easy(name: str, data: TaskData, seed: int) -> Iterator[Finding]:
    import numpy as np

    variables = trivial.variables_of(data.X)
    if variables is None:
        return
    labels = data.y.tolist()
    accuracy, which = trivial.one_attribute(variables, labels, name, seed)
    if accuracy == 1.0:
        yield Finding("one attribute", name, "", 1.0, f"by {which}")
    x = np.column_stack([trivial.coded(variable) for variable in variables])
    if trivial.stump_error(x, labels, name, seed) == 0.0:
        yield Finding("stump", name, "", 1.0, "")
    if trivial.default_tree(x, labels, name, seed) == 1.0:
        yield Finding("decision tree", name, "", 1.0, "")


def _torn(name: str, keys: list[bytes], data: TaskData) -> Iterator[Finding]:
    """Look for equal rows with different classes; different numbers may be noise."""
    classes: dict[bytes, set[str]] = {}
    for key, label in zip(keys, data.y.tolist(), strict=True):
        classes.setdefault(key, set()).add(label)
    torn = sum(len(classes[key]) > 1 for key in keys)
    if torn:
        yield Finding("contradiction", name, "", torn / len(keys), counted(torn, "row"))


def _rows(
    suite: Manifest, task: Task, data: TaskData, keys: list[bytes], near: float
) -> Iterator[Finding]:
    """Look for equal rows within a dataset: in train and in test, which a clustering has not."""
    if task.splits is None or task.type == "clustering":
        return
    tested = leaked = 0
    for fold in load_splits(suite, task).folds():
        seen = {keys[row] for row in fold.train.tolist()}
        tested += len(fold.test)
        leaked += sum(keys[row] in seen for row in fold.test.tolist())
    if leaked:
        note = f"{leaked} of {tested} test rows, all folds"
        yield Finding("leakage", task.name, "", leaked / tested, note)
    if isinstance(data.X, SeriesSet):
        first = next(load_splits(suite, task).folds())
        pairs = list(near_pairs(data.X.take(first.test), data.X.take(first.train), near))
        alike = [row for row, other in pairs if keys[first.test[row]] != keys[first.train[other]]]
        if alike:
            note = f"{len(alike)} of {len(first.test)} test series of the first split"
            yield Finding("near leakage", task.name, "", len(alike) / len(first.test), note)


def _between(
    known: Mapping[str, TaskData], keys: Mapping[str, list[bytes]], near: float
) -> Iterator[Finding]:
    """Look for rows that two datasets have in common."""
    whole = {name: _multiset(keys[name], known[name].y.tolist()) for name in known}
    for one, other in combinations(known, 2):
        if whole[one] == whole[other]:
            what = "classes" if known[one].classes else "targets"
            yield Finding("duplicate dataset", one, other, 1.0, f"rows and {what}")
            continue
        there = set(keys[other])
        shared = sum(key in there for key in keys[one])
        if shared:
            note = f"{shared} of {len(keys[one])} rows of the first"
            yield Finding("shared rows", one, other, shared / len(keys[one]), note)
            continue
        first, second = known[one].X, known[other].X
        if isinstance(first, SeriesSet) and isinstance(second, SeriesSet):
            alike = len(list(near_pairs(first, second, near)))
            if alike:
                note = f"{alike} of {len(first)} series of the first"
                yield Finding("near duplicates", one, other, alike / len(first), note)


def _multiset(keys: list[bytes], labels: Iterable[Any]) -> list[tuple[bytes, Any]]:
    return sorted(zip(keys, labels, strict=True))


def _said(row: Any) -> str:
    where = f"{row.dataset} and {row.other}" if row.other else row.dataset
    note = f" ({row.note})" if row.note else ""
    return f"{where}: {row.value:.4g}{note}"
