"""OpenML and openml-python, the real one, with a loopback server: recorded files, our exports."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from openml_server import serving

import pybench as pb
from pybench.base.errors import ArgumentError, EnvironmentProblem, InputError
from pybench.suite.data import load_data, load_splits
from pybench.suite.sharing.openml.documents import StudyDocument
from pybench.suite.sharing.openml.online import fetch_suite
from pybench.suite.sharing.openml.publishsuite import publish_suite
from pybench.suite.sharing.openml.suitefiles import read_openml

pytestmark = pytest.mark.filterwarnings("ignore")  # openml-python's own, of its plans

TASK, DATA = 1882, 2


@pytest.fixture
def server(recorded, openml, tmp_path):
    """Return a server of the recorded files, which openml-python asks."""
    with serving([recorded, tmp_path / "served"]) as running:
        openml.config.server = f"{running.url}/api/v1/xml"
        running.studies[99] = {
            "alias": "toy", "name": "A toy", "description": "One task", "status": "active",
            "main_entity_type": "task", "ids": [str(TASK)],
        }  # fmt: skip
        yield running


def tree(folder: Path) -> dict[str, str]:
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {str(p.relative_to(folder)): hashlib.sha256(p.read_bytes()).hexdigest() for p in files}


def test_a_recorded_task_becomes_ours(server, openml, tmp_path):
    suite = fetch_suite(pb.Suite, 99, cache=tmp_path / "mine")
    assert (suite.openml_id, suite.alias, suite.status) == (99, "toy", "active")
    (task,) = suite.tasks
    assert (task.openml_id, task.dataset.openml_id, task.name) == (TASK, DATA, "anneal")
    assert (task.procedure.repeats, task.procedure.folds) == (10, 10)
    assert task.dataset.licence == "Public"
    theirs = openml.tasks.get_task(TASK, download_splits=True)
    X, y, _, names = openml.datasets.get_dataset(DATA, download_data=True).get_data(target="class")
    data = load_data(suite, task)
    assert list(data.X.columns) == list(names)
    assert data.y.tolist() == y.tolist()
    for name in X.columns:
        ours = [None if value != value else value for value in data.X[name].tolist()]
        assert ours == [None if value != value else value for value in X[name].tolist()], name
    for one in load_splits(suite, task).folds():
        train, test = theirs.get_train_test_split_indices(fold=one.fold, repeat=one.repeat)
        np.testing.assert_array_equal(one.train, train)
        np.testing.assert_array_equal(one.test, test)
    saved = suite.save(tmp_path / "saved")
    assert pb.Suite.load(saved.folder).hash == suite.hash


def test_by_alias_and_from_the_cache(server, tmp_path):
    suite = fetch_suite(pb.Suite, "toy", cache=tmp_path / "mine")
    asked = len(server.asked)
    server.down = True
    for key in ("toy", 99, "99"):
        again = fetch_suite(pb.Suite, key, cache=tmp_path / "mine", offline=True)
        assert again.hash == suite.hash
    assert fetch_suite(pb.Suite, 99, cache=tmp_path / "mine").hash == suite.hash
    assert len(server.asked) == asked  # an active suite cannot change: nobody was asked


def test_a_failing_server_costs_nothing_that_was_cached(server, tmp_path):
    cache = tmp_path / "mine"
    fetch_suite(pb.Suite, 99, cache=cache)
    whole = tree(cache)
    (data,) = cache.rglob("dataset.arff")
    data.unlink()
    left = tree(cache)
    server.down = True
    with pytest.raises(EnvironmentProblem, match="cannot fetch the task 1882 on OpenML"):
        fetch_suite(pb.Suite, 99, cache=cache)
    assert tree(cache) == left
    with pytest.raises(InputError, match=r"dataset\.arff"):
        fetch_suite(pb.Suite, 99, cache=cache, offline=True)
    assert tree(cache) == left
    server.down, server.cut = False, "dataset.arff"
    with pytest.raises(EnvironmentProblem):
        fetch_suite(pb.Suite, 99, cache=cache)
    assert tree(cache) == left
    server.cut = None
    fetch_suite(pb.Suite, 99, cache=cache)
    assert tree(cache) == whole


def test_no_such_suite(server, tmp_path):
    with pytest.raises(EnvironmentProblem, match="cannot fetch the suite `none`"):
        fetch_suite(pb.Suite, "none", cache=tmp_path)
    with pytest.raises(InputError, match="in the cache"):
        fetch_suite(pb.Suite, "none", cache=tmp_path, offline=True)


def test_openml_python_reads_our_export(alone, openml):
    _, suite = alone
    found = openml.study.get_suite(1)
    assert (found.name, found.alias, found.tasks, found.data) == ("Two", "two", [1, 2], [1, 2])
    task = openml.tasks.get_task(2, download_splits=True)
    ours = suite.tasks[1]
    assert (task.target_name, task.class_labels) == ("class", ["0", "1", "2"])
    for one in load_splits(suite, ours).folds():
        train, test = task.get_train_test_split_indices(fold=one.fold, repeat=one.repeat)
        np.testing.assert_array_equal(one.train, train)
        np.testing.assert_array_equal(one.test, test)


def test_get_dataset_on_our_export(alone, openml):
    _, suite = alone
    for number, task in enumerate(suite.tasks, 1):
        dataset = openml.datasets.get_dataset(
            number, download_data=True, download_qualities=True, download_features_meta_data=True
        )
        X, y, _, _ = dataset.get_data(target="class")
        data = load_data(suite, task)
        np.testing.assert_array_equal(X.to_numpy(float), data.X.to_numpy(float))
        assert y.tolist() == data.y.tolist()
        assert dataset.qualities["NumberOfInstances"] == len(data.y)
        assert [f.data_type for f in dataset.features.values()][-1] == "nominal"


def test_run_model_on_task(alone, openml):
    """The same tree, by openml-python on our export and by hand on our splits."""
    from sklearn.tree import DecisionTreeClassifier

    _, suite = alone
    pytest.importorskip("openml.extensions.sklearn", reason="openml-python's scikit-learn")
    model = DecisionTreeClassifier(random_state=0)
    run = openml.runs.run_model_on_task(model, openml.tasks.get_task(1), upload_flow=False)
    data = load_data(suite, "iris")
    said = {(row[0], row[1], row[2]): row[3:] for row in _rows(run)}
    for one in load_splits(suite, "iris").folds():
        tree_ = DecisionTreeClassifier(random_state=0)
        tree_.fit(data.X.iloc[one.train], data.y[one.train])
        for row, guess in zip(one.test, tree_.predict(data.X.iloc[one.test]), strict=True):
            assert guess in [str(item) for item in said[one.repeat, one.fold, row]]


def _rows(run) -> list[list[object]]:
    """Return (repeat, fold, row id, ...) of a run's predictions."""
    return [[row[0], row[1], row[3], *row[4:]] for row in run.data_content]


def test_run_model_on_the_recorded_task(server, openml):
    from sklearn.dummy import DummyClassifier

    task = openml.tasks.get_task(TASK)
    run = openml.runs.run_model_on_task(DummyClassifier(), task, upload_flow=False)
    assert len(run.data_content) == 10 * 898


def test_publish_and_attach(server, openml, tmp_path):
    suite = fetch_suite(pb.Suite, 99, cache=tmp_path / "mine")
    new = replace(suite, openml_id=None, alias="mine", name="Mine & <yours>")
    number = publish_suite(new)
    assert server.studies[number]["ids"] == [str(TASK)]
    upload = server.studies[number]["upload"]
    assert upload.index("alias") < upload.index("main_entity_type") < upload.index("tasks")
    sent = StudyDocument.read(upload.encode())
    wanted = StudyDocument(
        None, "mine", "task", None, "Mine & <yours>", new.description, tasks=(TASK,)
    )
    assert sent == wanted
    assert openml.study.attach_to_suite(number, [1, 3]) == 3
    assert openml.study.get_suite(number).tasks == [TASK, 1, 3]
    assert openml.study.update_suite_status(number, "active") is None
    listed = openml.study.list_suites(output_format="dataframe")
    assert number in listed["id"].tolist()


def test_our_export_is_published_and_attached_to(alone, openml, tmp_path):
    server, suite = alone
    fetched = fetch_suite(pb.Suite, 1, cache=tmp_path / "mine")
    number = replace(fetched, openml_id=None, alias="again").publish_openml()
    assert server.studies[number]["ids"] == ["1", "2"]
    assert openml.study.detach_from_suite(number, [1]) == 1
    assert openml.study.attach_to_suite(number, [1]) == 2
    found = openml.study.get_suite("again")
    assert (found.name, found.tasks) == (suite.name, [2, 1])


def test_what_cannot_be_published(server, tmp_path):
    made = pb.Suite.create("Two", ["iris"], folds=3, alias="two")
    with pytest.raises(ArgumentError, match="are not there"):
        publish_suite(made)
    suite = fetch_suite(pb.Suite, 99, cache=tmp_path / "mine")
    with pytest.raises(ArgumentError, match="it is there"):
        publish_suite(suite)
    assert not [path for path in server.asked if path.startswith("POST")]


def test_a_suite_object_of_theirs_round_trips(server, openml):
    theirs = openml.study.get_suite(99)
    ours = StudyDocument.read(server.study("99"))
    assert (theirs.study_id, theirs.alias, theirs.name) == (ours.id, ours.alias, ours.name)
    assert tuple(theirs.tasks) == ours.tasks
    assert StudyDocument.read(theirs._to_xml().encode()) == StudyDocument(
        None, ours.alias, "task", None, ours.name, ours.description, tasks=ours.tasks
    )


def test_our_export_comes_back_through_the_server(alone, tmp_path):
    _, suite = alone
    fetched = fetch_suite(pb.Suite, 1, cache=tmp_path / "mine")
    from_files = read_openml(pb.Suite, tmp_path / "served")
    for name in suite.task_names:
        assert load_splits(fetched, name).to_bytes() == load_splits(suite, name).to_bytes()
        assert load_data(fetched, name).X.equals(load_data(suite, name).X)
        assert load_data(from_files, name).y.tolist() == load_data(suite, name).y.tolist()
    assert fetched.tasks[0].openml_id == 1
    assert from_files.tasks[0].openml_id is None
