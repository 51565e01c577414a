"""OpenML's server: suites are fetched on request, published on request.

openml-python gives the locations of server and cache, and publishes. It waits for an answer without
limit, holds all of it in memory, and removes what it has cached of a task when a download fails. So
pybench fetches files itself, within limits. Complete files that match the server's description are
added to the shared cache one by one; existing files are never replaced or removed. The cache has
openml-python's layout, so each finds what the other has fetched; none of its pickles are read.
"""

from __future__ import annotations

import json
import logging
import os
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
from pybench.read.download import (
    FILE_BYTES,
    FILE_SECONDS,
    TooMuch,
    limits,
)
from pybench.read.files import file_bytes
from pybench.store import atomic
from pybench.store.inside import inside
from pybench.suite.jsonschema import parsed
from pybench.suite.manifest import Manifest
from pybench.suite.sharing.openml.documents import StudyDocument
from pybench.suite.sharing.openml.flows import Flow, Settings, setup_string
from pybench.suite.sharing.openml.rundocument import prediction_rows
from pybench.suite.sharing.openml.server import Server
from pybench.suite.sharing.openml.suitefiles import Files, read_openml
from pybench.suite.sharing.openml.writeruns import Finished, FolderOfRuns

_LONGEST = 100  # characters of an alias, of which OpenML accepts 32
PUBLISHED = "openml.json"  # in a folder of runs

S = TypeVar("S", bound=Manifest)


def fetch_suite(
    kind: type[S],
    suite: int | str,
    *,
    cache: str | os.PathLike[str] | None = None,
    offline: bool = False,
    seconds: float = FILE_SECONDS,
    most_bytes: int = FILE_BYTES,
) -> S:
    """Make a suite from a suite on OpenML, with its tasks, splits and data.

    Parameters
    ----------
    kind : type
        The class of the suite.
    suite : int or str
        Id or alias: 99, "OpenML-CC18".
    cache : path, optional
        Root of a cache of openml-python, by default its own. Its files are used.
    offline : bool
        Do not use the network; what is not in the cache is an error.
    seconds, most_bytes : float, int
        Limits for each file of data or splits. For a file of splits, the limit is a sixteenth of
        ``most_bytes``.

    Raises
    ------
    ArgumentError
        If ``suite`` is not a valid id or alias.
    ExtraMissing
        If openml-python is not installed.
    EnvironmentProblem
        If the server cannot be reached, refuses, takes too long or sends too much, or if a dataset
        has no checksum or does not match its checksum.
    InputError
        If something is not in the cache while offline.
    SuiteError, DatasetError
        If something is malformed, or of a kind that is not supported.
    """
    openml = require("openml", "openml", "suites of OpenML")
    limit = limits(seconds, most_bytes)
    _check_named(suite)
    place = _cache_folder(openml, cache)
    files = Files(place)
    study = _cached_study(files, suite)
    if study is None and offline:
        hint = "Fetch it once with offline=False."
        expected = f"the suite {shown(str(suite))} in the cache"
        raise refusal(expected, "none", hint, file=str(place), kind=InputError)
    if not offline:
        server = Server(openml, files, *limit)
        with inside(place):
            if study is None:
                with _as_problem(f"fetch the suite {shown(str(suite))}"):
                    study = server.study(suite)
            for number in study.tasks or ():
                with _as_problem(f"fetch the task {number}"):
                    server.task(number)
    return read_openml(kind, place, study, ids_are_remote=True)


def _check_named(suite: int | str) -> None:
    """Refuse an id or alias that cannot be requested, such as a number of 500 digits."""
    named = isinstance(suite, str) and 0 < len(suite) <= _LONGEST
    if not (named or (isinstance(suite, int) and 0 < suite < 2**63)):
        kind = f"a string of {len(suite)} characters" if isinstance(suite, str) else "another"
        raise ArgumentError(
            f"`suite` must be the id or the alias of a suite of OpenML, not {kind}",
            expected=f"a number below 2^63, or a string of at most {_LONGEST} characters",
            found=kind,
        )


def publish_suite(suite: Manifest) -> int:
    """Publish a suite on the server of openml-python's configuration; return its new id.

    The server must already have the tasks. Only their list is published, with the suite's name,
    alias and description. The key of the account comes from openml-python's configuration.

    Raises
    ------
    ArgumentError
        If a task has no OpenML id, or the suite already has one, or has no alias.
    ExtraMissing
        If openml-python is not installed.
    EnvironmentProblem
        If the server cannot be reached or refuses.
    """
    unknown = [task.name for task in suite.tasks if task.openml_id is None]
    if unknown or suite.openml_id is not None or suite.alias is None:
        problem = f"its tasks {shown_names(unknown)} are not there" if unknown else ""
        problem = problem or "it is there already"
        problem = "it has no alias" if suite.alias is None and not unknown else problem
        raise ArgumentError(
            f"the suite {shown(suite.name)} cannot be published on OpenML: {problem}",
            expected="a new suite that has an alias, and whose tasks have an `openml_id`",
            found=problem,
            hint="Give a new suite that has an alias, and whose tasks have an `openml_id`.",
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

    Published ids are kept in the folder, in ``openml.json``. After a failure, the same call
    resumes; runs and a study that were already published are not sent again. (If the server
    accepted a run or study but its answer was lost, the server may receive the same run or study
    twice.)

    Raises
    ------
    ArgumentError
        If a task has no OpenML id, or the runs are of another suite.
    SuiteError
        If the folder holds no run, or nothing in it is finished.
    ExtraMissing
        If openml-python is not installed.
    EnvironmentProblem
        If the server cannot be reached or refuses.
    """
    if unknown := [task.name for task in suite.tasks if task.openml_id is None]:
        raise ArgumentError(
            f"runs on {shown_names(unknown)} cannot be published: OpenML has no such tasks",
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
    """Ids of what was published from a folder, written to disk before anything else is sent."""

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
    """Publish a run, and its flow if the server does not have it."""
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


def _cached_study(files: Files, suite: int | str) -> StudyDocument | None:
    for path in sorted((files.folder / "studies").glob("*/study.xml")):
        study = StudyDocument.read(file_bytes(str(path)), str(path))
        if suite in (study.id, study.alias) or str(suite) == str(study.id):
            return study
    return None


@contextmanager
def _as_problem(what: str) -> Iterator[None]:
    """Turn errors of openml-python or the network into pybench's errors."""
    logger = logging.getLogger("openml")
    level = logger.level
    logger.setLevel(logging.ERROR)  # its warnings about its own plans do not concern the user
    try:
        yield
    except (ArgumentError, EnvironmentProblem, InputError):
        raise
    except Exception as error:  # its own classes, those of requests, and bare exceptions
        reason = getattr(error, "message", "") or str(error) or type(error).__name__
        reason, late = clipped(_without_key(reason)), isinstance(error, TooMuch)
        raise EnvironmentProblem(
            f"cannot {what} on OpenML: {reason}",
            expected="an answer of the server",
            found=reason,
            hint=(
                "Try again, or raise the limits (seconds=, most_bytes=); "
                if late
                else "Check the id, the network and openml-python's configuration; "
            )
            + "what was cached before is still there.",
        ) from None  # its text has the requested address, which contains the key
    finally:
        logger.setLevel(level)


def _without_key(text: str) -> str:
    key = require("openml", "openml", "OpenML").config.apikey
    return text.replace(key, "***") if key else text
