"""OpenML and openml-python, the real one, with a loopback server: recorded files, our exports."""

from __future__ import annotations

import hashlib
import traceback
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from openml_server import serving
from sklearn.linear_model import RidgeClassifier

import pybench as pb
from pybench.base.errors import ArgumentError, EnvironmentProblem, InputError, SuiteError
from pybench.suite.data import load_data, load_splits
from pybench.suite.running.predictions import encode
from pybench.suite.sharing.openml import online
from pybench.suite.sharing.openml.documents import StudyDocument
from pybench.suite.sharing.openml.online import _as_problem, fetch_suite, publish_suite
from pybench.suite.sharing.openml.rundocument import RunDocument, read_predictions
from pybench.suite.sharing.openml.suitefiles import read_openml, write_openml

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


def exported(folder: Path) -> pb.Suite:
    """Export a suite of two bundled datasets as OpenML's files."""
    made = pb.Suite.create("Two", ["iris", "wine"], folds=3, repeats=2, alias="two")
    write_openml(made, folder)
    return made


@pytest.fixture
def alone(openml, tmp_path):
    """Return a server of our export alone."""
    suite = exported(tmp_path / "served")
    with serving([tmp_path / "served"]) as running:
        openml.config.server = f"{running.url}/api/v1/xml"
        yield running, suite


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


@pytest.fixture
def ran(alone, tmp_path):
    """Return a suite that the server has, and a folder of runs on it."""
    suite = fetch_suite(pb.Suite, 1, cache=tmp_path / "mine")
    estimators = {"Bayes": "sklearn.naive_bayes.GaussianNB", "ridge": RidgeClassifier()}
    pb.run(suite, estimators, out=tmp_path / "runs", workers=1)
    return alone[0], suite, tmp_path / "runs"


def test_runs_are_published_with_flows_and_a_study(ran, openml):
    server, suite, folder = ran
    number = suite.publish_openml_runs(folder, name="Ours & <yours>", alias="ours")
    study = openml.study.get_study(number)
    assert (study.name, study.alias, study.runs) == ("Ours & <yours>", "ours", [300, 301, 302, 303])
    assert server.studies[number]["description"] == "Runs of 2 estimators."
    sent = RunDocument.read(server.runs[301]["description"].encode())
    flow = openml.flows.get_flow(sent.flow_id)
    assert flow.name == "pybench.sklearn.linear_model._ridge.RidgeClassifier"
    assert {one.component for one in sent.settings} == {sent.flow_id}
    assert dict(one[:2] for one in sent.settings)["alpha"] == "1.0"
    assert {one.name for one in sent.evaluations} >= {"predictive_accuracy", "kappa"}
    assert len(server.flows) == 2  # one an estimator, not one a run
    for one in read_predictions(server.runs[300]["predictions"].encode()):
        inside = f"runs/Bayes/iris/predictions-{one.repeat}-{one.fold}.csv"
        assert encode(one) == (folder / inside).read_bytes()


def test_a_run_is_published_once(ran):
    server, suite, folder = ran
    server.full = 3
    with pytest.raises(EnvironmentProblem, match=r"run of ridge on wine on OpenML: .*disk is full"):
        suite.publish_openml_runs(folder, name="Ours")
    assert (len(server.runs), server.studies) == (3, {})
    server.full = None
    number = suite.publish_openml_runs(folder, name="Ours", description="Twice tried.")
    assert server.studies[number]["ids"] == ["300", "301", "302", "303"]
    assert len(server.runs) == 4
    assert server.studies[number]["description"] == "Twice tried. Runs of 2 estimators."
    again = suite.publish_openml_runs(folder, name="Ours", description="Twice tried.")
    assert (again, len(server.studies), len(server.runs)) == (number, 1, 4)
    assert suite.publish_openml_runs(folder, name="Others") != number


def test_runs_that_cannot_be_published(ran, tmp_path):
    server, suite, folder = ran
    with pytest.raises(ArgumentError, match="`iris`, `wine` cannot be published"):
        read_openml(pb.Suite, tmp_path / "served").publish_openml_runs(folder, name="Ours")
    for path in folder.rglob("predictions-0-0.csv"):
        path.unlink()
    with pytest.raises(SuiteError, match="runs with all their folds"):
        suite.publish_openml_runs(folder, name="Ours")
    assert not [path for path in server.asked if path.startswith("POST")]


def test_openml_python_attaches_runs_to_a_study_of_ours(ran, openml):
    _, suite, folder = ran
    number = suite.publish_openml_runs(folder, name="Ours")
    assert openml.study.attach_to_study(number, [7]) == 5
    assert openml.study.detach_from_study(number, [300, 7]) == 3
    assert openml.study.get_study(number).runs == [301, 302, 303]
    listed = openml.study.list_studies(output_format="dataframe")
    assert listed["id"].tolist() == [number]


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


def test_the_api_key_is_in_no_traceback(server, openml, tmp_path):
    """Where the network fails, requests tells the whole address, the key in it."""
    key = openml.config.apikey = "5ec2e7" * 5
    with pytest.raises(EnvironmentProblem) as raised, _as_problem("fetch"):
        raise OSError(f"?api_key={key}")
    assert key not in "".join(traceback.format_exception(raised.value))
    assert "***" in str(raised.value)
    openml.config.server = "http://127.0.0.1:9/api/v1/xml"
    with pytest.raises(EnvironmentProblem) as raised:
        fetch_suite(pb.Suite, 99, cache=tmp_path)
    assert key not in "".join(traceback.format_exception(raised.value))


@pytest.mark.parametrize("text", ["[]", '{"http://server": []}', "3"])
def test_a_record_of_what_is_published_that_is_none_is_refused(text, tmp_path):
    (tmp_path / online.PUBLISHED).write_text(text)
    with pytest.raises(SuiteError, match=r"openml\.json: expected what of the folder is published"):
        online._Published(tmp_path / online.PUBLISHED, "http://server")
