"""Runs published through openml-python on a loopback server, once each."""

from __future__ import annotations

import pytest
from sklearn.linear_model import RidgeClassifier

import pybench as pb
from pybench.base.errors import ArgumentError, EnvironmentProblem, SuiteError
from pybench.suite.running.predictions import encode
from pybench.suite.sharing.openml.online import fetch_suite
from pybench.suite.sharing.openml.rundocument import RunDocument, read_predictions
from pybench.suite.sharing.openml.suitefiles import read_openml

pytestmark = pytest.mark.filterwarnings("ignore")  # openml-python's own, of its plans


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
