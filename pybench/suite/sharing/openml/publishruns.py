"""Publish runs through openml-python, with their flows and the study that lists them."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from types import ModuleType

from pybench.base.errors import ArgumentError, SuiteError, refusal
from pybench.base.extras import require
from pybench.base.text import shown_names
from pybench.suite.manifest import Manifest
from pybench.suite.sharing.openml.flows import Flow, Settings, setup_string
from pybench.suite.sharing.openml.problems import as_problem
from pybench.suite.sharing.openml.published import PUBLISHED, Published
from pybench.suite.sharing.openml.rundocument import prediction_rows
from pybench.suite.sharing.openml.writeruns import Finished, FolderOfRuns


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
            hint=(
                "Publish the suite with `data=True`, fetch it by its id (`Suite.from_openml`), and "
                "run it: OpenML makes the splits of new tasks itself."
            ),
        )
    source = FolderOfRuns(suite, folder)
    flows, ids = source.flows(), []
    openml = require("openml", "openml", "publishing on OpenML")
    kept = Published(folder / PUBLISHED, openml.config.server)
    for one in source.finished():
        key = f"{one.estimator} on {one.task.name}, {one.sha256}"
        send = partial(_publish_run, openml, one, *flows[one.estimator])
        with as_problem(f"publish the run of {one.estimator} on {one.task.name}"):
            ids.append(kept.once(key, send))
    if not ids:
        hint = "Run it again: what is done is kept."
        raise refusal("runs with all their folds", "none", hint, file=str(folder), kind=SuiteError)
    told = " ".join(filter(None, [description, source.told()]))
    key = f"study {json.dumps([name, alias, told, ids])}"
    with as_problem("publish the study"):
        study = openml.study.create_study(
            name=name,
            description=told,
            run_ids=ids,
            alias=alias,
            benchmark_suite=suite.openml_id,
        )
        return kept.once(key, lambda: int(study.publish().study_id))


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
