"""A suite <-> a folder of OpenML's files, in the layout of its server and its clients' caches.

``studies/<id>/study.xml``, ``tasks/<id>/task.xml`` and ``datasplits.arff``,
``datasets/<id>/description.xml``, ``features.xml``, ``qualities.xml`` and ``dataset.arff``.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from pybench.base import shared
from pybench.base.errors import ArgumentError, SuiteError, refusal
from pybench.base.path import to_read, to_write
from pybench.base.text import shown, shown_names
from pybench.read.files import file_bytes
from pybench.read.tabular import DataTable, read_table
from pybench.store import atomic
from pybench.suite.data import load_splits, load_table
from pybench.suite.filenames import file_stem
from pybench.suite.manifest import Manifest
from pybench.suite.qualities import of_table
from pybench.suite.running.measures import OPENML_NAMES
from pybench.suite.sharing.openml.arff import read_splits, splits_arff, table_arff, with_classes
from pybench.suite.sharing.openml.datasets import dataset, described, names_of, stated
from pybench.suite.sharing.openml.documents import DataDocument, StudyDocument, TaskDocument
from pybench.suite.sharing.openml.files import Files, mixed
from pybench.suite.sharing.openml.ids import Ids, refuse_other_types
from pybench.suite.sharing.openml.qualities import write_qualities
from pybench.suite.sharing.openml.writeruns import write_file, write_runs
from pybench.suite.sharing.openml.xml import Writer
from pybench.suite.task import Dataset, Procedure, Task

_URL = "https://www.openml.org"
_OURS = {"crossvalidation": "crossvalidation", "holdout": "holdout", "customholdout": "holdout"}

S = TypeVar("S", bound=Manifest)


# Write.


def write_openml(
    suite: Manifest, folder: str | os.PathLike[str], runs: Sequence[Path] = ()
) -> Path:
    """Write the tabular tasks of a suite, and runs on them, as OpenML's files into a new folder.

    A suite, task or dataset without an OpenML id gets a local id. Local ids continue after the
    largest known id, or start from 1. A dataset that is an ARFF file is copied byte for byte if its
    target is nominal. Otherwise it is written with a nominal target, because numbers as classes
    would make the task a regression.

    Parameters
    ----------
    suite : Suite
    folder : path
        New or empty.
    runs : sequence of Path
        Folders of `pybench.run`; each becomes a study.

    Returns
    -------
    Path
        The folder.

    Raises
    ------
    ArgumentError
        If the suite has tasks of series, which OpenML does not support, or a regression, which is
        not written yet; if the folder is not empty; if runs belong to another suite.
    SuiteError
        If a file of the suite was changed or is missing.
    """
    series = [task.name for task in suite.tasks if task.kind != "tabular"]
    place = to_write("folder", folder)
    if series or (place.exists() and not (place.is_dir() and not any(place.iterdir()))):
        raise ArgumentError(
            "OpenML has no tasks of series: leave them out"
            if series
            else "`folder` must be a new folder",
            expected="tabular tasks" if series else "a folder that does not exist, or is empty",
            found=shown_names(series) if series else str(place),
        )
    refuse_other_types(suite)
    ids = Ids.of(suite)
    of = {task.dataset.name: task.dataset for task in suite.tasks}
    targets = {task.dataset.name: task.target for task in reversed(suite.tasks)}
    with atomic.making_folder(place) as out:
        write_file(out / "studies" / str(ids.suite) / "study.xml", _study(suite, ids).to_xml())
        for task in suite.tasks:
            number = ids.tasks[task.name]
            _write_task(
                suite, task, number, ids.data[task.dataset.name], out / "tasks" / str(number)
            )
        for name, number in ids.data.items():
            _write_data(suite, of[name], number, targets[name], out / "datasets" / str(number))
        write_runs(suite, ids, runs, out)
    return place


def _study(suite: Manifest, ids: Ids) -> StudyDocument:
    return StudyDocument(
        id=ids.suite,
        alias=suite.alias,
        main_entity_type="task",
        benchmark_suite=None,
        name=suite.name,
        description=suite.description,
        visibility="public",
        status=suite.status,
        creation_date=suite.created.removesuffix("Z"),
        creator=1,
        data=tuple(ids.data.values()),
        tasks=tuple(ids.tasks.values()),
    )


def _write_task(suite: Manifest, task: Task, number: int, data: int, folder: Path) -> None:
    how = task.procedure
    document = TaskDocument(
        id=number,
        data_id=data,
        target=task.target,
        procedure_id=None,
        procedure=how.type if how.type in _OURS else "holdout",
        splits_url=f"{_URL}/api_splits/get/{number}/Task_{number}_splits.arff",
        repeats=how.repeats,
        folds=how.folds,
        stratified=how.stratified,
        percentage=None,
        measure=OPENML_NAMES.get(task.measure, task.measure),
        tags=task.tags,
    )
    write_file(folder / "task.xml", document.to_xml())
    write_file(folder / "datasplits.arff", splits_arff(load_splits(suite, task), task.dataset.name))


def data_content(suite: Manifest, data: Dataset) -> tuple[bytes, DataTable]:
    """Return a dataset as an ARFF file with nominal targets, and as a table."""
    table = load_table(suite, data)
    given = with_classes(table, {t.target for t in suite.tasks if t.dataset.name == data.name})
    as_it_is = data.format == "arff" and given is table
    return (suite.read(data.files[0]) if as_it_is else table_arff(given, data.name)), given


def row_id_of(data: Dataset) -> tuple[str | None, tuple[str, ...]]:
    """Return the columns that are not features in OpenML's terms: the row id, and others."""
    only = len(data.ignore) == 1
    return (data.ignore[0] if only else None), (() if only else data.ignore)


def _write_data(suite: Manifest, data: Dataset, number: int, target: str, folder: Path) -> None:
    content, table = data_content(suite, data)
    row_id, ignored = row_id_of(data)
    document = DataDocument(
        id=number,
        name=data.name,
        version=data.version if data.version.isdecimal() else "1",
        description=data.citation or data.name,
        format="Sparse_ARFF" if table.sparse else "ARFF",
        licence=data.licence,
        url=f"{_URL}/data/download/{number}/{file_stem(data.name)}.arff",
        default_target=target,
        row_id=row_id,
        ignored=ignored,
        citation=data.citation,
        tags=data.tags,
        status="active",
        md5=hashlib.md5(content, usedforsecurity=False).hexdigest(),
    )
    write_file(folder / "description.xml", document.to_xml())
    write_file(folder / "features.xml", _features(table, target, data.ignore))
    write_file(folder / "qualities.xml", write_qualities(_qualities(suite, data.name, table)))
    write_file(folder / "dataset.arff", content)


def _features(table: DataTable, target: str, ignore: tuple[str, ...]) -> bytes:
    out = Writer("data_features")
    for place, variable in enumerate(table.variables):
        out.begin("feature")
        out.text("index", place)
        out.text("name", variable.name)
        out.text("data_type", "string" if variable.type == "text" else variable.type)
        out.texts("nominal_value", variable.levels)
        out.text("is_target", str(variable.name == target).lower())
        out.text("is_ignore", str(variable.name in ignore and len(ignore) > 1).lower())
        out.text("is_row_identifier", str(ignore == (variable.name,)).lower())
        missing = sum(text is None for text in variable.texts())
        out.text("number_of_missing_values", missing)
        out.end()
    return out.bytes()


def _qualities(suite: Manifest, name: str, table: DataTable) -> Mapping[str, float | None]:
    """Return the qualities that OpenML states, or else ours."""
    found = suite.openml_qualities.get(name)
    size = {"NumberOfInstances": table.n_rows, "NumberOfFeatures": len(table.names)}
    return found or {**size, **suite.qualities.get(name, {})}


# Read.


def read_openml(
    kind: type[S],
    folder: str | os.PathLike[str],
    study: StudyDocument | None = None,
    *,
    ids_are_remote: bool = False,
) -> S:
    """Make a suite from a folder of OpenML's files.

    Parameters
    ----------
    kind : type
        The class of the suite.
    folder : path
        A folder that `write_openml` wrote, or a client's cache.
    study : StudyDocument, optional
        The suite; not needed if the folder has only one.
    ids_are_remote : bool
        Whether the ids are those of a server, to be kept as ``openml_id``.

    Raises
    ------
    SuiteError
        If a document is malformed, does not match another, or is of another kind of task.
    DatasetError
        If data or splits are malformed.
    InputError
        If a file is missing.
    """
    files = Files(to_read("folder", folder))
    study = study or _only_study(files)
    if study.main_entity_type != "task":
        hint = "A study is a list of runs; its suite is a list of tasks."
        raise refusal("a suite", f"the study {shown(study.name)}", hint, kind=SuiteError)
    tasks: list[Task] = []
    contents: dict[str, bytes | Path] = {}
    documents = [_task_document(files, number) for number in study.tasks or ()]
    datasets = {one.data_id: described(files, one.data_id) for one in documents}
    names = names_of(datasets)
    known = {names[number]: found for number in datasets if (found := stated(files, number))}
    measured: dict[str, dict[str, float]] = {}
    for document in documents:
        data = dataset(files, datasets[document.data_id], names[document.data_id], document.target)
        path = files.data(document.data_id)
        table = read_table(file_bytes(str(path)), format="arff", file=str(path))
        table.variable(document.target)
        contents[data.files[0].path] = path
        same = [one for one in documents if one.data_id == document.data_id]
        name = data.name if len(same) == 1 else f"{data.name} {document.id}"
        task, splits = _task(files, document, table.n_rows, data, name, ids_are_remote)
        contents[str(task.splits)] = splits
        if data.name not in measured:
            measured[data.name] = of_table(table, task.target, data.ignore)
        tasks.append(task)
    return kind(
        name=study.name,
        alias=study.alias,
        description=study.description,
        version=1,
        status=study.checked_status(),
        created=study.time(),
        tasks=tuple(tasks),
        qualities=measured,
        openml_qualities=known,
        provenance={"source": "OpenML", "made by": f"pybench {shared.version()}"},
        openml_id=study.id if ids_are_remote else None,
        contents=contents,
    )


def _only_study(files: Files) -> StudyDocument:
    paths = sorted((files.folder / "studies").glob("*/study.xml"))
    studies = [StudyDocument.read(file_bytes(str(path)), str(path)) for path in paths]
    found = [one for one in studies if one.main_entity_type == "task"] or studies
    if len(found) != 1:
        names = shown_names([str(one.id) for one in found]) if found else "none"
        hint = "Name the suite."
        raise refusal("one suite", names, hint, file=str(files.folder), kind=SuiteError)
    return found[0]


def _task_document(files: Files, number: int) -> TaskDocument:
    path = str(files.task(number))
    document = TaskDocument.read(file_bytes(path), path)
    if document.id != number:
        raise mixed(f"task {number}", f"task {document.id}", path)
    return document


def _task(
    files: Files, document: TaskDocument, rows: int, data: Dataset, name: str, remote: bool
) -> tuple[Task, bytes]:
    path = str(files.splits(document.id))
    splits = read_splits(file_bytes(path), path)
    if document.procedure not in _OURS:
        raise mixed(f"one of {', '.join(_OURS)}", shown(document.procedure), path)
    kind = _OURS[document.procedure]
    splits.check(rows, kind, path)
    content = splits.to_bytes()
    measures = {theirs: ours for ours, theirs in OPENML_NAMES.items()}
    task = Task(
        name=name,
        dataset=data,
        target=document.target,
        procedure=Procedure(kind, splits.repeats, splits.n_folds, document.stratified, None),
        splits=f"splits/{file_stem(name)}.csv",
        splits_sha256=hashlib.sha256(content).hexdigest(),
        measure=measures.get(document.measure or "", document.measure or "accuracy"),
        tags=document.tags,
        openml_id=document.id if remote else None,
    )
    return task, content
