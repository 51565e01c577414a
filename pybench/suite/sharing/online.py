"""OpenML's server, through openml-python: suites are fetched on request, published on request.

openml-python removes what it has cached of a task or dataset when a download of it fails. So it
downloads into a folder of its own; what came whole joins the shared cache, file by file, and
nothing that is there is ever replaced or removed. The cache is laid out as openml-python's, so
either finds what the other has fetched; none of its pickles are read.
"""

from __future__ import annotations

import json
import logging
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

from pybench.base.errors import (
    ArgumentError,
    EnvironmentProblem,
    InputError,
    SuiteError,
    refusal,
)
from pybench.base.extras import require
from pybench.base.path import to_read
from pybench.base.text import clipped, shown, shown_names
from pybench.read.files import file_bytes
from pybench.store import atomic
from pybench.store.inside import inside
from pybench.suite.manifest import Manifest
from pybench.suite.sharing.documents import Study, TaskDocument
from pybench.suite.sharing.exchange import Files, read_openml
from pybench.suite.sharing.flows import Flow, Settings, setup_string
from pybench.suite.sharing.rundocument import prediction_rows
from pybench.suite.sharing.runs import Finished, FolderOfRuns
from pybench.suite.validity import parsed

_TASK_FILES = ("task.xml", "datasplits.arff")
_DATA_FILES = ("description.xml", "features.xml", "qualities.xml", "dataset.arff")
PUBLISHED = "openml.json"  # in a folder of runs
_ARFF_ONLY = "OPENML_SKIP_PARQUET"  # an ARFF file declares its types, Parquet of OpenML does not

S = TypeVar("S", bound=Manifest)


def fetch_suite(
    kind: type[S],
    suite: int | str,
    *,
    cache: str | os.PathLike[str] | None = None,
    offline: bool = False,
) -> S:
    """Make a suite of one of OpenML's, with its tasks, splits and data.

    Parameters
    ----------
    kind : type
        The class of the suite.
    suite : int or str
        Id or alias: 99, "OpenML-CC18".
    cache : path, optional
        Root of a cache of openml-python; its own one where left out. What is there is used.
    offline : bool
        Ask nobody; what is not in the cache is an error.

    Raises
    ------
    ExtraMissing
        If openml-python is not installed.
    EnvironmentProblem
        If the server cannot be reached or refuses.
    InputError
        If something is not in the cache, offline.
    SuiteError, DatasetError
        If something is malformed, or of a kind that is not read.
    """
    openml = require("openml", "openml", "suites of OpenML")
    place = _cache_folder(openml, cache)
    files = Files(place)
    study = _cached_study(files, suite)
    if study is None and offline:
        hint = "Fetch it once with offline=False."
        expected = f"the suite {shown(str(suite))} in the cache"
        raise refusal(expected, "none", hint, file=str(place), kind=InputError)
    if not offline:
        study = study or _fetched_study(openml, files, suite)
        for number in study.tasks or ():
            _fetch_task(openml, files, number)
    return read_openml(kind, place, study, ids_are_remote=True)


def publish_suite(suite: Manifest) -> int:
    """Publish a suite on the server of openml-python's configuration; return its new id.

    The server holds the tasks already: what is published is their list, with the suite's name,
    alias and description. The key of the account is openml-python's own.

    Raises
    ------
    ArgumentError
        If a task has no id of OpenML, or the suite has one, or no alias.
    ExtraMissing
        If openml-python is not installed.
    EnvironmentProblem
        If the server cannot be reached or refuses.
    """
    unknown = [task.name for task in suite.tasks if task.openml_id is None]
    if unknown or suite.openml_id is not None or suite.alias is None:
        problem = f"its tasks {shown_names(unknown)} are not there" if unknown else "it is there"
        problem = "it has no alias" if suite.alias is None and not unknown else problem
        raise ArgumentError(
            f"the suite {shown(suite.name)} cannot be published on OpenML: {problem}",
            expected="a new suite with an alias, of tasks with an `openml_id`",
            found=problem,
        )
    openml = require("openml", "openml", "publishing on OpenML")
    with _as_problem("publish the suite"):
        made = openml.study.create_benchmark_suite(
            name=suite.name,
            description=suite.description,
            task_ids=[task.openml_id for task in suite.tasks],
            alias=suite.alias,
        )
        made.publish()
    return int(made.study_id)


def publish_runs(
    suite: Manifest, folder: Path, *, name: str, description: str = "", alias: str | None = None
) -> int:
    """Publish the runs of a folder and the study that lists them; return the id of the study.

    What was published is kept in the folder, ``openml.json``: after a failure the same call goes on
    where it was, and what is published already, with the study, is not sent again. (What a server
    took but could not answer for, it may get twice.)

    Raises
    ------
    ArgumentError
        If a task has no id of OpenML, or the runs are of another suite.
    SuiteError
        If the folder holds no run, or nothing in it is finished.
    ExtraMissing
        If openml-python is not installed.
    EnvironmentProblem
        If the server cannot be reached or refuses.
    """
    if unknown := [task.name for task in suite.tasks if task.openml_id is None]:
        raise ArgumentError(
            f"runs on {shown_names(unknown)} cannot be published on OpenML: it has no such tasks",
            expected="tasks with an `openml_id`",
            found=shown_names(unknown),
        )
    source = FolderOfRuns(suite, folder)
    flows, ids = source.flows(), []
    openml = require("openml", "openml", "publishing on OpenML")
    kept = _Published(folder / PUBLISHED, openml.config.server)
    for one in source.finished():
        key = f"{one.estimator} on {one.task.name}, {one.sha256}"
        if kept.ids.get(key) is None:
            with _as_problem(f"publish the run of {one.estimator} on {one.task.name}"):
                kept.add(key, _publish_run(openml, one, *flows[one.estimator]))
        ids.append(kept.ids[key])
    if not ids:
        hint = "Run it again: what is done is kept."
        raise refusal("runs with all their folds", "none", hint, file=str(folder), kind=SuiteError)
    told = " ".join(filter(None, [description, source.told()]))
    key = f"study {json.dumps([name, alias, told, ids])}"
    if kept.ids.get(key) is None:
        with _as_problem("publish the study"):
            study = openml.study.create_study(
                name=name,
                description=told,
                run_ids=ids,
                alias=alias,
                benchmark_suite=suite.openml_id,
            )
            study.publish()
        kept.add(key, int(study.study_id))
    return kept.ids[key]


class _Published:
    """Ids of what a server has of a folder, on disk before anything else is sent."""

    def __init__(self, path: Path, server: str) -> None:
        self.path, self.server = path, server
        told = parsed(file_bytes(str(path)), str(path)) if path.exists() else {}
        if not (isinstance(told, dict) and all(isinstance(one, dict) for one in told.values())):
            hint = "Restore it: without it runs that are there already would be sent again."
            expected = f"what of the folder is published ({PUBLISHED})"
            raise refusal(expected, "another document", hint, file=str(path), kind=SuiteError)
        self.told: dict[str, Any] = told
        self.ids: dict[str, int] = told.setdefault(server, {})

    def add(self, key: str, number: int) -> None:
        self.ids[key] = number
        with inside(self.path.parent):
            atomic.write_text(self.path, json.dumps(self.told, indent=1, sort_keys=True) + "\n")


def _publish_run(openml: ModuleType, one: Finished, flow: Flow, settings: Settings) -> int:
    """Publish a run, and its flow if the server has it not."""
    theirs = openml.flows.OpenMLFlow(
        name=flow.name,
        description=flow.description,
        model=None,
        components={},
        parameters=dict.fromkeys(flow.parameters),
        parameters_meta_info={
            name: {"description": None, "data_type": None} for name in flow.parameters
        },
        external_version=flow.external_version,
        tags=[],
        language="English",
        dependencies=flow.dependencies,
    )
    theirs.publish()
    task = openml.tasks.get_task(one.task.openml_id, download_splits=False, download_data=False)
    evaluations: dict[str, dict[int | None, dict[int | None, str | None]]] = {}
    for told in one.measures:
        evaluations.setdefault(told.name, {}).setdefault(told.repeat, {})[told.fold] = told.value
    run = openml.runs.OpenMLRun(
        task_id=one.task.openml_id,
        flow_id=theirs.flow_id,
        dataset_id=task.dataset_id,
        flow=theirs,
        setup_string=setup_string(one.estimator, settings),
        parameter_settings=[
            {"oml:name": name, "oml:value": value, "oml:component": theirs.flow_id}
            for name, value in settings
        ],
        fold_evaluations=evaluations,
        data_content=[
            row for part in one.parts for row in prediction_rows(part, task.class_labels)
        ],
        run_details=one.details,
        description_text=f"pybench, {one.estimator}",
    )
    run.publish()
    return int(run.run_id)


def _cache_folder(openml: ModuleType, cache: str | os.PathLike[str] | None) -> Path:
    """Return the part of a cache that belongs to the configured server."""
    root = Path(openml.config._root_cache_directory)
    own = Path(openml.config.get_cache_directory())
    return own if cache is None else to_read("cache", cache) / own.relative_to(root)


def _cached_study(files: Files, suite: int | str) -> Study | None:
    for path in sorted((files.folder / "studies").glob("*/study.xml")):
        study = Study.read(file_bytes(str(path)), str(path))
        if suite in (study.id, study.alias) or str(suite) == str(study.id):
            return study
    return None


def _fetched_study(openml: ModuleType, files: Files, suite: int | str) -> Study:
    with _as_problem(f"fetch the suite {shown(str(suite))}"):
        found: Any = openml.study.get_suite(suite)
    study = Study(
        id=int(found.study_id),
        alias=found.alias,
        main_entity_type=found.main_entity_type,
        benchmark_suite=None,
        name=found.name,
        description=found.description or "",
        status=found.status,
        creation_date=found.creation_date,
        creator=int(found.creator) if found.creator else None,
        data=tuple(found.data or ()),
        tasks=tuple(found.tasks or ()),
    )
    if study.status != "in_preparation":  # one that may still change is asked for each time
        _keep(files.study(int(found.study_id)), study.to_xml())
    return study


def _fetch_task(openml: ModuleType, files: Files, number: int) -> None:
    """Bring what the cache does not have of a task and its data."""
    with _as_problem(f"fetch the task {number}"), _staging(openml, files.folder) as staged:
        if not all((files.task(number).parent / name).is_file() for name in _TASK_FILES):
            openml.tasks.get_task(
                number,
                download_splits=True,
                download_data=False,
                download_qualities=False,
                download_features_meta_data=True,
            )
            _join(Files(staged).task(number).parent, files.task(number).parent, _TASK_FILES)
        path = str(files.task(number))
        data = TaskDocument.read(file_bytes(path), path).data_id
        if not (files.description(data).is_file() and files.data(data).is_file()):
            openml.datasets.get_dataset(
                data,
                download_data=True,
                download_qualities=True,
                download_features_meta_data=True,
            )
            _join(Files(staged).data(data).parent, files.data(data).parent, _DATA_FILES)


@contextmanager
def _staging(openml: ModuleType, folder: Path) -> Iterator[Path]:
    """Let openml-python work in a cache of its own; give the part of it for the server."""
    own = openml.config._root_cache_directory
    before = os.environ.get(_ARFF_ONLY)
    with tempfile.TemporaryDirectory(prefix=atomic.PREFIX, ignore_cleanup_errors=True) as root:
        try:
            os.environ[_ARFF_ONLY] = "true"
            openml.config.set_root_cache_directory(root)
            yield Path(openml.config.get_cache_directory())
        finally:
            openml.config.set_root_cache_directory(own)
            os.environ.pop(_ARFF_ONLY)
            if before is not None:
                os.environ[_ARFF_ONLY] = before


def _join(source: Path, target: Path, names: tuple[str, ...]) -> None:
    for name in names:
        if (source / name).is_file():
            _keep(target / name, file_bytes(str(source / name)))


def _keep(path: Path, content: bytes) -> None:
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        atomic.write_bytes(path, content)


@contextmanager
def _as_problem(what: str) -> Iterator[None]:
    """Turn what openml-python or the network raises into an error of ours."""
    logger = logging.getLogger("openml")
    level = logger.level
    logger.setLevel(logging.ERROR)  # it warns of its own plans, which are not the user's
    try:
        yield
    except (ArgumentError, EnvironmentProblem, InputError):
        raise
    except Exception as error:  # its own kinds, those of requests, and bare ones
        reason = getattr(error, "message", "") or str(error) or type(error).__name__
        reason = clipped(_without_key(reason))
        raise EnvironmentProblem(
            f"cannot {what} on OpenML: {reason}",
            expected="an answer of the server",
            found=reason,
            hint="Check the id, the network and openml-python's configuration; "
            "what was cached before is still there.",
        ) from None  # its text has the address of what was asked, and that has the key
    finally:
        logger.setLevel(level)


def _without_key(text: str) -> str:
    key = require("openml", "openml", "OpenML").config.apikey
    return text.replace(key, "***") if key else text
