"""Runs as OpenML's files: openml-python, the real one, reads them; we read them back."""

from __future__ import annotations

import json
import logging
from dataclasses import replace

import numpy as np
import pytest
from openml_server import serving
from sklearn.metrics import accuracy_score
from sklearn.naive_bayes import GaussianNB

import pybench as pb
from pybench.base.errors import ArgumentError, InputError
from pybench.suite.sharing.openml.documents import StudyDocument
from pybench.suite.sharing.openml.rundocument import RunDocument
from pybench.suite.sharing.openml.writeruns import FolderOfRuns


def accuracies(folder):
    return pb.suite_results(
        folder,
        "select estimator, task, repeat, fold, status, accuracy, nll, n_train from evaluations "
        "order by all",
    )


def test_runs_come_back_as_they_were(ran, tmp_path):
    _, folder = ran
    found = pb.Suite.read_openml(folder / "openml")
    assert found.read_openml_runs(folder / "openml", tmp_path / "back") == ["Bayes", "ridge's"]
    for path in sorted((folder / "runs" / "runs").rglob("predictions-*.csv")):
        inside = path.relative_to(folder / "runs")
        assert (tmp_path / "back" / inside).read_bytes() == path.read_bytes(), inside
    ours, theirs = accuracies(folder / "runs"), accuracies(tmp_path / "back")
    assert set(theirs.pop("status")) == {"published"}
    assert set(ours.pop("status")) == {"ok"}
    assert ours.equals(theirs)
    about = json.loads((tmp_path / "back" / "run.json").read_text())
    assert about["suite"]["hash"] == found.hash
    assert str(folder) not in json.dumps(about)  # a bundle carries it, and names no machine
    one = about["estimators"]["ridge's"]
    assert (one["settings"]["ridgeclassifier__alpha"], one["settings"]["preparation"]) == (
        "2", '"auto"',
    )  # fmt: skip
    assert one["versions"]["pybench"] == pb.__version__
    origins = pb.suite_results(tmp_path / "back", "select distinct origin from runs")
    assert origins["origin"].tolist() == ["published"]


def test_a_study_lists_what_was_run(ran):
    _, folder = ran
    path = folder / "openml" / "studies" / "2" / "study.xml"
    study = StudyDocument.read(path.read_bytes(), str(path))
    assert (study.main_entity_type, study.benchmark_suite, study.name) == ("run", 1, "Two: runs")
    assert (study.runs, study.tasks, study.data) == ((1, 2, 3, 4), (1, 2), (1, 2))
    assert (study.flows, study.setups) == ((1, 2), (1, 2))


def test_openml_python_reads_runs_from_the_folder(ran, openml):
    """`OpenMLRun.from_filesystem`: description and predictions, without a server."""
    _, folder = ran
    run = openml.runs.OpenMLRun.from_filesystem(
        folder / "openml" / "runs" / "2", expect_model=False
    )
    assert (run.run_id, run.task_id, run.flow_id, run.dataset_id) == (2, 1, 2, 1)
    settings = {one["oml:name"]: one["oml:value"] for one in run.parameter_settings}
    assert settings["ridgeclassifier__alpha"] == "2"
    told = run.fold_evaluations["predictive_accuracy"]
    ours = accuracies(folder / "runs").query("estimator == \"ridge's\" and task == 'iris'")
    assert [told[r][f] for r in (0, 1) for f in (0, 1, 2)] == ours["accuracy"].tolist()
    assert len(run.data_content) == 2 * 150
    # What it writes of what it has read is read by us as the same run.
    ours_again = RunDocument.read(run._to_xml().encode())
    path = folder / "openml" / "runs" / "2" / "description.xml"
    first = RunDocument.read(path.read_bytes())
    for name in ("task_id", "flow_id", "setup_string", "settings", "details"):
        assert getattr(ours_again, name) == getattr(first, name), name
    values = {(e.name, e.repeat, e.fold): e.value for e in first.evaluations}
    assert {(e.name, e.repeat, e.fold): e.value for e in ours_again.evaluations} == values


def test_openml_python_reads_study_runs_flows_and_setups_from_a_server(ran, openml):
    _, folder = ran
    with serving([folder / "openml"]) as running:
        openml.config.server = f"{running.url}/api/v1/xml"
        study = openml.study.get_study(2)
        assert (int(study.benchmark_suite), study.runs, study.tasks) == (1, [1, 2, 3, 4], [1, 2])
        path = folder / "openml" / "studies" / "2" / "study.xml"
        sent = StudyDocument.read(study._to_xml().encode())
        assert sent.runs == StudyDocument.read(path.read_bytes()).runs
        for run in openml.runs.get_runs(study.runs):
            flow = openml.flows.get_flow(run.flow_id)
            assert flow.name == run.flow_name
            setup = openml.setups.get_setup(run.setup_id)
            values = {one.parameter_name: one.value for one in setup.parameters.values()}
            assert values == {s["oml:name"]: s["oml:value"] for s in run.parameter_settings}
            assert set(flow.parameters) == set(values)
            with_data = openml.runs.OpenMLRun.from_filesystem(
                folder / "openml" / "runs" / str(run.id), expect_model=False
            )
            scores = with_data.get_metric_fn(accuracy_score)
            told = run.fold_evaluations["predictive_accuracy"]
            np.testing.assert_allclose(
                scores, [told[r][f] for r in (0, 1) for f in (0, 1, 2)], rtol=0, atol=1e-12
            )
            assert len(run.predictions) == len(with_data.data_content)
            shares = run.predictions.filter(like="confidence.").to_numpy(float)
            np.testing.assert_allclose(shares.sum(axis=1), 1.0, rtol=0, atol=1e-6)


def test_what_is_not_done_is_left_out_and_named(ran, copy, tmp_path, caplog):
    suite, _ = ran
    (copy / "runs" / "runs" / "Bayes" / "wine" / "predictions-1-2.csv").unlink()
    damaged = copy / "runs" / "runs" / "Bayes" / "iris" / "predictions-0-0.csv"
    damaged.write_bytes(damaged.read_bytes().replace(b"0,0,2,0,0", b"0,0,2,1,0", 1))
    with caplog.at_level(logging.WARNING):
        suite.write_openml(tmp_path / "openml", runs=[copy / "runs"])
    assert "Bayes on iris; Bayes on wine" in caplog.text
    path = tmp_path / "openml" / "studies" / "2" / "study.xml"
    study = StudyDocument.read(path.read_bytes())
    assert study.runs == (1, 2)
    assert "Not done in all folds: Bayes on iris; Bayes on wine." in study.description
    assert suite.read_openml_runs(tmp_path / "openml", tmp_path / "back") == ["ridge's"]


def test_runs_of_another_suite(ran, tmp_path):
    suite, folder = ran
    other = replace(suite, description="another")
    with pytest.raises(ArgumentError, match="runs of this suite"):
        other.write_openml(tmp_path / "openml", runs=folder / "runs")
    assert not (tmp_path / "openml").exists()
    with pytest.raises(InputError, match=r"run\.json"):
        suite.write_openml(tmp_path / "openml", runs=folder / "suite")


def test_names_of_classes_that_need_quotes(tmp_path):
    """Classes with blanks, quotes, a question mark: the same predictions come back."""
    classes = ("a b", "'", "?x", '"n%a, b"')
    rows = "".join(f"{i},{i % 5},{classes[i % 4]}\n" for i in range(24))
    (tmp_path / "odd.csv").write_text(f"x,z,y\n{rows}")
    files = {"odd": tmp_path / "odd.csv"}
    suite = pb.Suite.create("odd", files, target="y", folds=2, about={"odd": {"nominal": ["y"]}})
    pb.run(suite, {"Bayes": GaussianNB()}, out=tmp_path / "runs", workers=1)
    suite.write_openml(tmp_path / "openml", runs=tmp_path / "runs")
    suite.read_openml_runs(tmp_path / "openml", tmp_path / "back")
    for path in (tmp_path / "runs" / "runs").rglob("predictions-*.csv"):
        inside = path.relative_to(tmp_path / "runs")
        assert (tmp_path / "back" / inside).read_bytes() == path.read_bytes()


def test_code_of_ones_own_is_another_flow(ran):
    suite, folder = ran
    source = FolderOfRuns(suite, folder / "runs")
    flow, _ = source.flows()["Bayes"]
    assert flow.name == "pybench.sklearn.naive_bayes.GaussianNB"
    assert "sklearn==" not in flow.external_version  # that would be a flow of openml-python's own


@pytest.mark.parametrize(("classes", "kind"), [("01", "csv"), ("ab", "arff")])
def test_classes_that_are_numbers_or_texts_are_declared(tmp_path, classes, kind):
    rows = "".join(f"{i},{classes[i % 2]}\n" for i in range(20))
    head = {
        "csv": "x,y\n",
        "arff": "@relation d\n@attribute x numeric\n@attribute y string\n@data\n",
    }
    (tmp_path / f"d.{kind}").write_text(head[kind] + rows)
    suite = pb.Suite.create("d", {"d": tmp_path / f"d.{kind}"}, target="y", folds=2)
    suite = suite.save(tmp_path / "suite")
    pb.run(suite, {"Bayes": GaussianNB()}, out=tmp_path / "run", workers=1)
    out = suite.write_openml(tmp_path / "openml", runs=[tmp_path / "run"])
    levels = ",".join(classes)
    assert f"@attribute y {{{levels}}}" in (out / "datasets/1/dataset.arff").read_text()
    assert f"correct {{{levels}}}" in (out / "runs/1/predictions.arff").read_text()
    features = (out / "datasets/1/features.xml").read_text()
    assert features.count("data_type>nominal<") == features.count("nominal_value>0<") + (
        features.count("nominal_value>a<")
    )
    back = pb.Suite.read_openml(out)
    assert back.read_openml_runs(out, tmp_path / "back") == ["Bayes"]
