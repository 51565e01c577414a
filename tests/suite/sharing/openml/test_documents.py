"""OpenML's documents, the recorded ones among them: read, written, read again."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pybench.base.errors import SuiteError
from pybench.suite.sharing.openml.documents import DataDocument, StudyDocument, TaskDocument

STUDY = StudyDocument(
    id=7,
    alias="a-b",
    main_entity_type="task",
    benchmark_suite=None,
    name="A & B",
    description="<two>\nlines",
    visibility="public",
    status="active",
    creation_date="2026-01-01T00:00:00",
    creator=1,
    data=(2,),
    tasks=(3, 1),
)


def test_a_suite_round_trips():
    assert StudyDocument.read(STUDY.to_xml()) == STUDY
    run = replace(STUDY, main_entity_type="run", benchmark_suite=9, runs=(5,), flows=(), tasks=None)
    assert StudyDocument.read(run.to_xml()) == run
    names = [
        "id",
        "alias",
        "main_entity_type",
        "name",
        "status",
        "creation_date",
        "creator",
        "data",
    ]
    places = [STUDY.to_xml().index(f"<oml:{name}>".encode()) for name in names]
    assert places == sorted(places)


@pytest.mark.parametrize("number", [1, 3, 1882])
def test_a_recorded_task_round_trips(recorded, number):
    path = recorded / "tasks" / str(number) / "task.xml"
    task = TaskDocument.read(path.read_bytes(), str(path))
    assert (task.id, task.folds, task.stratified, task.measure) == (
        number, 10, True, "predictive_accuracy",
    )  # fmt: skip
    assert TaskDocument.read(task.to_xml()) == task


def test_the_recorded_dataset_round_trips(recorded):
    path = recorded / "datasets" / "2" / "description.xml"
    data = DataDocument.read(path.read_bytes(), str(path))
    assert (data.id, data.name, data.licence, data.default_target) == (
        2, "anneal", "Public", "class",
    )  # fmt: skip
    assert DataDocument.read(data.to_xml()) == data


def test_what_is_no_such_document(recorded):
    path = recorded / "tasks" / "1" / "task.xml"
    task = path.read_bytes()
    regression = task.replace(b"task_type_id>1<", b"task_type_id>2<")
    with pytest.raises(SuiteError, match="supervised classification"):
        TaskDocument.read(regression, "t.xml")
    with pytest.raises(SuiteError, match="the input `source_data`"):
        TaskDocument.read(task.replace(b'"source_data"', b'"other"'), "t.xml")
    with pytest.raises(SuiteError, match="the main entity"):
        StudyDocument.read(STUDY.to_xml().replace(b">task<", b">flow<"))
    with pytest.raises(SuiteError, match="oml:study"):
        StudyDocument.read(task)
