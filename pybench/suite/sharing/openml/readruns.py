"""Files of an OpenML study -> a folder of results that the store reads, with each run checked."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from pybench.base.document import read_json
from pybench.base.errors import ArgumentError, SuiteError, refusal
from pybench.base.text import counted, shown, shown_names
from pybench.read.files import file_bytes
from pybench.store import atomic
from pybench.suite.data import load_data, load_splits
from pybench.suite.filenames import clash, file_stem
from pybench.suite.manifest import Manifest
from pybench.suite.running import folder as names
from pybench.suite.running.jobs import Job, evaluation
from pybench.suite.running.measures import evaluate
from pybench.suite.running.predictions import Predictions, encode
from pybench.suite.sharing.openml.documents import StudyDocument
from pybench.suite.sharing.openml.flows import Flow
from pybench.suite.sharing.openml.ids import Ids, refuse_other_types
from pybench.suite.sharing.openml.rundocument import RunDocument, read_predictions
from pybench.suite.store.published import SCHEMA
from pybench.suite.task import Task

if TYPE_CHECKING:
    from pybench.suite.data import TaskData

_HINT = "Get the files again from where they came from."


def read_runs(suite: Manifest, source: Path, out: Path, study: int | None = None) -> list[str]:
    """Read the runs of a study of OpenML as a folder of results; see `Suite.read_openml_runs`."""
    refuse_other_types(suite)
    listed = _study(source, study)
    tasks = {number: suite.task(name) for name, number in Ids.of(suite).tasks.items()}
    told = [_document(source, number) for number in listed.runs or ()]
    strange = [str(one.task_id) for one in told if one.task_id not in tasks]
    if strange or not told:
        found = f"runs on the tasks {shown_names(strange)}" if strange else "no runs"
        expected = f"runs on tasks of the suite {shown(suite.name)}"
        raise refusal(expected, found, "Read the suite of the runs.", kind=SuiteError)
    named = _named(told, tasks)
    if (out / "run.json").exists():
        raise ArgumentError(
            f"the folder {out} holds results already",
            expected="a new folder",
            found="run.json",
            hint="Give another folder as `out`.",
        )
    with atomic.making_folder(out) as made:
        for name, document in zip(named, told, strict=True):
            _import(suite, tasks[document.task_id], name, document, source, made)
        about = _about(suite, listed, dict(zip(named, told, strict=True)), source)
        atomic.write_text(made / "suite.json", suite.text())
        atomic.write_text(made / "run.json", json.dumps(about, indent=1, sort_keys=True) + "\n")
    return list(about["estimators"])


def _study(source: Path, number: int | None) -> StudyDocument:
    found: dict[int | None, StudyDocument] = {}
    for path in sorted((source / "studies").glob("*/study.xml")):
        one = StudyDocument.read(file_bytes(str(path)), str(path))
        if one.main_entity_type == "run":
            found[one.id] = one
    chosen = [one for key, one in found.items() if number in (None, key)]
    if len(chosen) != 1:
        known = shown_names([str(key) for key in found]) if found else "none"
        hint = "Name one of them."
        expected = "one study of runs" if number is None else f"the study {number}"
        raise refusal(expected, known, hint, file=str(source), kind=SuiteError)
    return chosen[0]


def _document(source: Path, number: int) -> RunDocument:
    path = str(source / "runs" / str(number) / "description.xml")
    found = RunDocument.read(file_bytes(path), path)
    if found.id != number:
        raise _mixed(f"run {number}", f"run {found.id}", path)
    return found


def _named(told: Sequence[RunDocument], tasks: Mapping[int, Task]) -> list[str]:
    """Return the name of each run's estimator: the name in pybench, else flow and setup."""
    found = []
    for one in told:
        name = _details(one).get("estimator")
        label = one.flow_name or f"flow {one.flow_id}"
        found.append(name if isinstance(name, str) and name else f"{label}, setup {one.setup_id}")
    pairs = [(name, one.task_id) for name, one in zip(found, told, strict=True)]
    twice = [name for place, (name, task) in enumerate(pairs) if (name, task) in pairs[:place]]
    if alike := (twice[:1] and (twice[0], twice[0])) or clash(dict.fromkeys(found)):
        hint = "A study with one run of a setup on a task can be read."
        raise refusal("each estimator once per task", shown_names(alike), hint, kind=SuiteError)
    return found


def _details(one: RunDocument) -> Mapping[str, Any]:
    try:
        found = read_json(one.details or "{}")
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _import(
    suite: Manifest, task: Task, name: str, document: RunDocument, source: Path, out: Path
) -> None:
    path = str(source / "runs" / str(document.id) / "predictions.arff")
    own = _details(document).get("confidences", True) is not False
    read = {
        (one.repeat, one.fold): one
        for one in read_predictions(file_bytes(path), path, confidences=own)
    }
    data, splits = load_data(suite, task), load_splits(suite, task)
    if {(one.repeat, one.fold) for one in splits.folds()} != set(read):
        expected = f"{counted(len(splits), 'fold')} of the task {shown(task.name)}"
        raise _mixed(expected, f"others ({len(read)})", path)
    codes = {label: code for code, label in enumerate(data.classes)}
    for fold in splits.folds():
        job = Job(name, task.name, fold.repeat, fold.fold)
        part = _checked(read[fold.repeat, fold.fold], data, fold.test, path)
        content = encode(part)
        truth, said = (
            np.array([codes[x] for x in side]) for side in (part.correct, part.predicted)
        )
        measures = evaluate(truth, said, part.confidences, len(codes))
        sizes, sha256 = (len(fold.train), len(fold.test)), hashlib.sha256(content).hexdigest()
        told = evaluation(job, -1, "published", sizes, measures, sha256) | {"seed": None}
        place = out.joinpath(*names.place_of(job))
        place.mkdir(parents=True, exist_ok=True)
        atomic.write_bytes(place / names.predictions_name(job), content)
        atomic.write_bytes(place / names.evaluation_name(job), names.evaluation_bytes(told))


def _checked(part: Predictions, data: TaskData, tested: np.ndarray, path: str) -> Predictions:
    """Return predictions, for the classes that occur, if they match the fold."""
    where = f"repeat {part.repeat}, fold {part.fold}"
    if sorted(part.rows.tolist()) != sorted(tested.tolist()):
        raise _mixed(f"the rows of the test part of {where}", "others", path)
    if list(part.correct) != data.y[part.rows].tolist():
        raise _mixed(f"the classes of the data in {where}", "others", path)
    if strange := sorted({*part.predicted} - {*data.classes}):
        raise _mixed(f"classes that occur in {where}", shown_names(strange), path)
    if part.confidences is None:
        return part
    places = {label: place for place, label in enumerate(part.classes)}
    if absent := [label for label in data.classes if label not in places]:
        raise _mixed("confidences of every class", f"none of {shown_names(absent)}", path)
    shares = part.confidences[:, [places[label] for label in data.classes]]
    if not ((shares >= 0).all() and (shares <= 1).all()):
        raise _mixed(f"confidences in [0, 1] in {where}", "others", path)
    # Files may have three decimals, or no confidence for classes that do not occur.
    if (np.abs(part.confidences.sum(axis=1) - 1) > 1e-3 * len(part.classes)).any():
        raise _mixed(f"confidences whose sum is 1 in each row of {where}", "other sums", path)
    return replace(part, classes=data.classes, confidences=shares)


def _about(
    suite: Manifest, study: StudyDocument, runs: Mapping[str, RunDocument], source: Path
) -> dict[str, Any]:
    about: dict[str, Any] = {
        "schema": SCHEMA,
        "suite": {"name": suite.name, "version": suite.version, "hash": suite.hash},
        "source": f"OpenML, study {study.id}: {study.name}",
        "estimators": {},
    }
    for name, run in runs.items():
        path = source / "flows" / str(run.flow_id) / "flow.xml"
        versions = (
            Flow.read(file_bytes(str(path)), str(path)).dependencies if path.is_file() else ""
        )
        pairs = [line.partition("==") for line in versions.split()]
        about["estimators"][name] = {
            "folder": file_stem(name),
            "flow": run.flow_name,
            "settings": {one.name: one.value for one in run.settings},
            "versions": {package: number for package, mark, number in pairs if mark},
        }
    return about


def _mixed(expected: str, found: str, file: str) -> Exception:
    return refusal(expected, found, _HINT, file=file, kind=SuiteError)
