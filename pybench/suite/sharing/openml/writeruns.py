"""Folders of `pybench.run` -> runs and studies of OpenML, as files beside those of the suite.

``runs/<id>/description.xml`` and ``predictions.arff``, ``flows/<id>/flow.xml``,
``setups/<id>/description.xml``, and for each folder ``studies/<id>/study.xml``, its list of runs.
"""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pybench.base import shared
from pybench.base.document import read_json
from pybench.base.errors import ArgumentError
from pybench.base.text import counted, shown
from pybench.read.files import file_bytes
from pybench.store import atomic
from pybench.suite.data import load_splits, load_table
from pybench.suite.filenames import file_stem
from pybench.suite.manifest import Manifest
from pybench.suite.running import folder as names
from pybench.suite.running.jobs import Job
from pybench.suite.running.measures import OPENML_NAMES
from pybench.suite.running.plan import read_plan
from pybench.suite.running.predictions import Predictions, decode
from pybench.suite.sharing.openml.arff import classes_of
from pybench.suite.sharing.openml.documents import StudyDocument
from pybench.suite.sharing.openml.flows import Flow, Settings, flow_of, setup_string, setup_xml
from pybench.suite.sharing.openml.ids import Ids, refuse_other_types
from pybench.suite.sharing.openml.rundocument import (
    Evaluation,
    OutputFile,
    RunDocument,
    Setting,
    predictions_arff,
)
from pybench.suite.task import Task

logger = logging.getLogger("pybench")
_URL = "https://www.openml.org"


@dataclass(frozen=True)
class Finished:
    """The results of an estimator on all folds of a task."""

    estimator: str
    task: Task
    parts: tuple[Predictions, ...]
    measures: tuple[Evaluation, ...]
    details: str  #: JSON with values for which OpenML has no field
    sha256: str  #: of the predictions of all folds


class FolderOfRuns:
    """A folder of `pybench.run`, read only.

    Raises
    ------
    ArgumentError
        If it holds the run of another suite.
    SuiteError
        If it holds no run.
    """

    def __init__(self, suite: Manifest, folder: Path) -> None:
        refuse_other_types(suite)
        self.suite, self.folder = suite, folder
        self.about = read_plan(folder)
        if self.about["suite"].get("hash") != suite.hash:
            raise ArgumentError(
                f"`runs` must be folders of runs of this suite, not {shown(str(folder))}",
                expected=f"a run of the suite {suite.hash}",
                found=str(self.about["suite"].get("hash")),
            )
        self.left_out: list[str] = []

    def flows(self) -> dict[str, tuple[Flow, Settings]]:
        """Return flow and setup of each estimator."""
        ground = self.about.get("versions", {})
        return {name: flow_of(one, ground) for name, one in self.about["estimators"].items()}

    def finished(self) -> Iterator[Finished]:
        """Yield finished results, task by task; if a fold is missing, keep only the name."""
        for task in self.suite.tasks:
            places = [(one.repeat, one.fold) for one in load_splits(self.suite, task).folds()]
            for name in self.about["estimators"]:
                read = [self._read(Job(name, task.name, *place)) for place in places]
                whole = [one for one in read if one is not None]
                if len(whole) < len(read):
                    self.left_out.append(f"{name} on {task.name}")
                    continue
                parts = tuple(part for part, _ in whole)
                measures = tuple(e for part, told in whole for e in _evaluations(part, told))
                hashes = "".join(told["predictions_sha256"] for _, told in whole)
                sha256 = hashlib.sha256(hashes.encode()).hexdigest()
                yield Finished(name, task, parts, measures, self._details(name, parts), sha256)

    def told(self) -> str:
        """Return a study's description of the folder; call it after iterating `finished`."""
        told = f"Runs of {counted(len(self.about['estimators']), 'estimator')}."
        if self.left_out:
            told += f" Not done in all folds: {'; '.join(self.left_out)}."
        return told

    def _read(self, job: Job) -> tuple[Predictions, Mapping[str, Any]] | None:
        """Return predictions and measures of a fold; None if it is not done."""
        place = self.folder.joinpath(*names.place_of(job))
        path, beside = place / names.predictions_name(job), place / names.evaluation_name(job)
        if not (path.is_file() and beside.is_file()):
            return None
        data = file_bytes(str(path))
        try:
            told = read_json(file_bytes(str(beside)))
            sound = told["status"] == "ok" and isinstance(told["measures"], dict)
            same = told["predictions_sha256"] == hashlib.sha256(data).hexdigest()
        except (ValueError, KeyError, TypeError):
            return None
        return (decode(data, str(path)), told) if sound and same else None

    def _details(self, name: str, parts: Sequence[Predictions]) -> str:
        told = {
            "made by": f"pybench {shared.version()}",
            "estimator": name,
            "seed": self.about["seed"],
            "suite": self.suite.hash,
            "confidences": all(part.confidences is not None for part in parts),
        }
        return json.dumps(told, ensure_ascii=False, sort_keys=True)


def _evaluations(part: Predictions, told: Mapping[str, Any]) -> Iterator[Evaluation]:
    for ours, theirs in OPENML_NAMES.items():
        value = told["measures"].get(ours)
        if value is not None:
            yield Evaluation(theirs, repr(float(value)), part.repeat, part.fold)


def write_runs(suite: Manifest, ids: Ids, folders: Sequence[Path], out: Path) -> None:
    """Write runs, flows, setups and a study for each folder, beside the files of a suite.

    An estimator that has not done all folds of a task is left out there: a warning and the study
    name it.
    """
    writer = _Writing(suite, ids, out)
    for number, folder in enumerate(folders, ids.suite + 1):
        source = FolderOfRuns(suite, folder)
        flows = source.flows()
        runs = [writer.run(one, *flows[one.estimator]) for one in source.finished()]
        writer.study(number, source, runs)
        if source.left_out:
            logger.warning(
                "not done in all folds, left out of %s: %s", out, "; ".join(source.left_out)
            )


class _Writing:
    """Assigns ids, and writes each flow and setup once."""

    def __init__(self, suite: Manifest, ids: Ids, out: Path) -> None:
        self.suite, self.ids, self.out = suite, ids, out
        self.flows: dict[Flow, int] = {}
        self.setups: dict[tuple[Flow, Settings], int] = {}
        self.runs = 0

    def run(self, one: Finished, flow: Flow, settings: Settings) -> RunDocument:
        """Write a run and return its description."""
        flow_id, setup_id = self._flow(flow), self._setup(flow, settings)
        self.runs += 1
        number, data = self.runs, self.ids.data[one.task.dataset.name]
        files = tuple(
            OutputFile(
                name, 2 * number + place, f"{_URL}/data/download/{2 * number + place}/{file}"
            )
            for place, (name, file) in enumerate(_FILES.items())
        )
        document = RunDocument(
            id=number,
            task_id=self.ids.tasks[one.task.name],
            flow_id=flow_id,
            flow_name=flow.name,
            setup_id=setup_id,
            setup_string=setup_string(one.estimator, settings),
            uploader=1,
            uploader_name="pybench",
            measure=OPENML_NAMES.get(one.task.measure, one.task.measure),
            data_id=data,
            data_name=one.task.dataset.name,
            data_url=f"{_URL}/data/download/{data}/{file_stem(one.task.dataset.name)}.arff",
            settings=tuple(Setting(name, value, flow_id) for name, value in settings),
            files=files,
            evaluations=one.measures,
            details=one.details,
        )
        folder = self.out / "runs" / str(number)
        write_file(folder / "description.xml", document.to_xml())
        relation = f"openml_task_{document.task_id}_predictions"
        text = predictions_arff(one.parts, declared_classes(self.suite, one.task), relation)
        write_file(folder / "predictions.arff", "".join(text).encode())
        return document

    def study(self, number: int, source: FolderOfRuns, runs: Sequence[RunDocument]) -> None:
        """Write the list of the runs of a folder."""
        study = StudyDocument(
            id=number,
            alias=None,
            main_entity_type="run",
            benchmark_suite=self.ids.suite,
            name=f"{self.suite.name}: {source.folder.resolve().name}",
            description=source.told(),
            visibility="public",
            status="active",
            creation_date=self.suite.created.removesuffix("Z"),
            creator=1,
            data=_each(run.data_id for run in runs),
            tasks=_each(run.task_id for run in runs),
            flows=_each(run.flow_id for run in runs),
            setups=_each(run.setup_id for run in runs),
            runs=_each(run.id for run in runs),
        )
        write_file(self.out / "studies" / str(number) / "study.xml", study.to_xml())

    def _flow(self, flow: Flow) -> int:
        if flow not in self.flows:
            self.flows[flow] = len(self.flows) + 1
            document = replace(flow, id=self.flows[flow])
            write_file(self.out / "flows" / str(document.id) / "flow.xml", document.to_xml())
        return self.flows[flow]

    def _setup(self, flow: Flow, settings: Settings) -> int:
        key = flow, settings
        if key not in self.setups:
            number = self.setups[key] = len(self.setups) + 1
            content = setup_xml(number, replace(flow, id=self._flow(flow)), settings)
            write_file(self.out / "setups" / str(number) / "description.xml", content)
        return self.setups[key]


_FILES = {"description": "description.xml", "predictions": "predictions.arff"}


def declared_classes(suite: Manifest, task: Task) -> tuple[str, ...]:
    """Return the classes of a task as declared in its ARFF file."""
    return classes_of(load_table(suite, task.dataset).variable(task.target))


def _each(found: Any) -> tuple[int, ...]:
    return tuple(sorted(set(found)))


def write_file(path: Path, content: bytes) -> None:
    """Write a file, and the folders above it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    atomic.write_bytes(path, content)
