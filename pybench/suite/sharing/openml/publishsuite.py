"""Publish a suite through openml-python: its list of tasks, or its datasets and tasks as well.

OpenML makes the splits of a new task itself, by one of its own estimation procedures. Neither its
documented API nor openml-python takes splits from elsewhere (openml/OpenML issue 950).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Any

from pybench.base.errors import ArgumentError
from pybench.base.extras import require
from pybench.base.text import shown, shown_names
from pybench.read.download import FILE_BYTES, FILE_SECONDS
from pybench.suite.data import load_data, load_splits
from pybench.suite.manifest import Manifest
from pybench.suite.running.measures import OPENML_NAMES
from pybench.suite.sharing.licence import allows_sharing
from pybench.suite.sharing.openml.documents import EstimationProcedure
from pybench.suite.sharing.openml.files import Files, cache_folder
from pybench.suite.sharing.openml.problems import as_problem
from pybench.suite.sharing.openml.published import PUBLISHED, Published
from pybench.suite.sharing.openml.server import Server
from pybench.suite.sharing.openml.suitefiles import data_content, row_id_of
from pybench.suite.task import Dataset, Task

_EXISTS = 614  # the code of the server's refusal of a task that it has, whose text has the id
_MATCHED = re.compile(r"matched id\(s\):\s*\[(\d+)")
_AGAIN = (
    "Check the network and openml-python's configuration, and repeat the call: what has an id in "
    f"{PUBLISHED} is not sent again. OpenML examines a new dataset before it takes tasks on it."
)
_NOT_IN_NAMES = re.compile(r"[^a-zA-Z0-9_.(),-]")


def publish_suite(suite: Manifest, *, data: bool = False) -> int:
    """Publish a suite on the server of openml-python's configuration; see `Suite.publish_openml`.

    Raises
    ------
    ArgumentError
        If the suite cannot be published; nothing was sent.
    ExtraMissing
        If openml-python is not installed.
    EnvironmentProblem
        If the server cannot be reached or refuses.
    """
    _refuse(suite, _why_not(suite, data))
    openml = require("openml", "openml", "publishing on OpenML")
    if not data or suite.folder is None:
        return _listed(openml, suite, [task.openml_id or 0 for task in suite.tasks])
    kept = Published(suite.folder / PUBLISHED, openml.config.server)
    procedures = _procedures(openml, suite)
    ids = [_task(openml, suite, task, procedures, kept) for task in suite.tasks]
    if len(set(ids)) < len(ids):
        both = zip(suite.task_names, ids, strict=True)
        same = [name for name, number in both if ids.count(number) > 1]
        _refuse(suite, f"for OpenML, {shown_names(same)} are not different tasks")
    return kept.once(f"suite {suite.hash}", lambda: _listed(openml, suite, ids))


# What can be published.


def _why_not(suite: Manifest, data: bool) -> str:
    """Return why a suite cannot be published, "" if it can."""
    new = [task for task in suite.tasks if task.openml_id is None]
    sent = list(dict.fromkeys(one.dataset for one in new if one.dataset.openml_id is None))
    if new and not data:
        return f"its tasks {shown_names([one.name for one in new])} are not there"
    if suite.openml_id is not None:
        return "it is there already"
    if suite.alias is None:
        return "it has no alias"
    if data and suite.folder is None:
        return "it is not saved, and the ids of what is published are kept in its folder"
    if series := [one.name for one in new if one.kind != "tabular"]:
        return f"OpenML has no tasks of series, such as {shown_names(series)}"
    if absent := [one.name for one in sent if not _here(suite, one)]:
        return f"the data of {shown_names(absent)} are not here"
    if bound := [one.name for one in sent if not allows_sharing(one.licence)]:
        return f"no licence lets anybody redistribute the data of {shown_names(bound)}"
    return ""


def _here(suite: Manifest, data: Dataset) -> bool:
    return data.source == "bundled" or bool(data.files and all(map(suite.present, data.files)))


def _refuse(suite: Manifest, problem: str) -> None:
    if problem:
        raise ArgumentError(
            f"the suite {shown(suite.name)} cannot be published on OpenML: {problem}",
            expected="a new suite that has an alias, and whose tasks are, or can be, on OpenML",
            found=problem,
            hint=(
                "Tasks and datasets that OpenML does not have are published with `data=True`; "
                "leave out those that cannot be."
            ),
        )


def _procedures(openml: ModuleType, suite: Manifest) -> dict[str, EstimationProcedure]:
    """Return the server's estimation procedure for each new task."""
    new = [task for task in suite.tasks if task.openml_id is None]
    if not new:
        return {}
    server = Server(openml, Files(cache_folder(openml, None)), FILE_SECONDS, FILE_BYTES)
    with as_problem("list the estimation procedures"):
        known = server.procedures()
    found = {task.name: _procedure(suite, task, known) for task in new}
    if none := [name for name, one in found.items() if one is None]:
        _refuse(
            suite,
            f"OpenML splits new tasks itself, but not as {shown_names(none)} are split; it has: "
            f"{'; '.join(one.name for one in known)}",
        )
    return {name: one for name, one in found.items() if one is not None}


def _procedure(
    suite: Manifest, task: Task, known: Sequence[EstimationProcedure]
) -> EstimationProcedure | None:
    """Return the procedure that splits as a task is split, with the server's random numbers."""
    how = task.procedure
    fits = [
        one
        for one in known
        if (one.type, one.repeats, one.stratified) == (how.type, how.repeats, how.stratified)
    ]
    if how.type == "crossvalidation":
        return next((one for one in fits if one.folds == how.folds), None)
    if how.type != "holdout":
        return None
    fold, classes = next(load_splits(suite, task).folds()), len(load_data(suite, task).classes)
    tested, rows = len(fold.test), len(fold.test) + len(fold.train)
    for one in fits:
        # The server's "10% Holdout set" states 33 percent, too: the name has to agree.
        share = one.percentage or 0
        same = abs(tested - share * rows / 100) <= classes  # each class is rounded
        if same and one.name.startswith(f"{share}%"):
            return one
    return None


# Send.


def _task(
    openml: ModuleType,
    suite: Manifest,
    task: Task,
    procedures: Mapping[str, EstimationProcedure],
    kept: Published,
) -> int:
    """Return the id of a task, which is published if OpenML does not have it."""
    if task.openml_id is not None:
        return task.openml_id
    data, procedure = _dataset(openml, suite, task, kept), procedures[task.name]
    key = f"task: {task.target} of dataset {data}, procedure {procedure.id}, {task.measure}"
    with as_problem(f"publish the task {shown(task.name)}", _AGAIN):
        made = openml.tasks.create_task(
            task_type=openml.tasks.TaskType.SUPERVISED_CLASSIFICATION,
            dataset_id=data,
            target_name=task.target,
            estimation_procedure_id=procedure.id,
            evaluation_measure=OPENML_NAMES.get(task.measure),
        )
        return kept.once(key, lambda: _sent_or_matched(openml, made))


def _sent_or_matched(openml: ModuleType, made: Any) -> int:
    """Publish a task; if the server has it already, return the id of that."""
    try:
        made.publish()
    except openml.exceptions.OpenMLServerException as error:
        found = _MATCHED.search(error.message) if error.code == _EXISTS else None
        if found is None:
            raise
        return int(found[1])
    return int(made.task_id)


def _dataset(openml: ModuleType, suite: Manifest, task: Task, kept: Published) -> int:
    """Return the id of the dataset of a task, which is published if OpenML does not have it."""
    data = task.dataset
    if data.openml_id is not None:
        return data.openml_id
    with as_problem(f"publish the dataset {shown(data.name)}", _AGAIN):
        key = f"dataset {data.name}, {data.sha256}"
        return kept.once(key, lambda: _sent(openml, suite, data, task.target))


def _sent(openml: ModuleType, suite: Manifest, data: Dataset, target: str) -> int:
    """Publish a dataset; return its id."""
    content, table = data_content(suite, data)
    row_id, ignored = row_id_of(data)
    made = openml.datasets.OpenMLDataset(
        name=_NOT_IN_NAMES.sub("_", _latin(data.name)),
        description=_latin(data.citation or data.name),
        data_format="sparse_arff" if table.sparse else "arff",
        version_label=data.version or None,
        licence=data.licence,
        default_target_attribute=target,
        row_id_attribute=row_id,
        ignore_attribute=list(ignored) or None,
        citation=None if data.citation is None else _latin(data.citation),
        original_data_url=data.url,
        dataset=content.decode("utf-8"),
    )
    made.publish()
    return int(made.dataset_id)


def _latin(text: str) -> str:
    """Return a text in ASCII, the only letters that the server takes: without accents."""
    plain = unicodedata.normalize("NFKD", text)
    bare = "".join(mark for mark in plain if not unicodedata.combining(mark))
    return bare.encode("ascii", "replace").decode("ascii")


def _listed(openml: ModuleType, suite: Manifest, ids: Sequence[int]) -> int:
    """Publish the list of tasks as a suite; return its id."""
    with as_problem("publish the suite"):
        made = openml.study.create_benchmark_suite(
            name=suite.name,
            description=suite.description,
            task_ids=list(ids),
            alias=suite.alias,
        )
        made.publish()
    return int(made.study_id)
