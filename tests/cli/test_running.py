"""`pybench run` and `pybench suite results`, in a process of their own: files, exit codes, text."""

from __future__ import annotations

import csv
import json
import signal
from pathlib import Path

import pytest

import pybench as pb
from tests.parallel.scripts import gone, until

ESTIMATORS = """
tree: sklearn.tree.DecisionTreeClassifier
Bayes: sklearn.naive_bayes.GaussianNB
"""
BROKEN = "broken: {class: sklearn.tree.DecisionTreeClassifier, parameters: {max_depth: -1}}\n"
SLOW = "slow: {class: sklearn.ensemble.RandomForestClassifier, parameters: {n_estimators: 3000}}\n"


@pytest.fixture
def ready(tmp_path):
    pb.Suite.create("flowers", ["iris", "wine"], folds=3).save(tmp_path / "suite")
    (tmp_path / "estimators.yaml").write_text(ESTIMATORS)
    return ["run", "suite", "--estimators", "estimators.yaml", "--out", "runs"]


def test_a_run_and_what_it_found(ready, pybench, tmp_path):
    done = pybench(*ready, "--workers", "1")
    assert done.returncode == 0, done.stderr
    assert "Results of 2 methods on 2 datasets: accuracy" in done.stdout
    assert "next: pybench compare runs/results.csv --higher-is-better" in done.stdout
    again = pybench(*ready, "--workers", "1", "--json", "--only", "Bayes")
    result = json.loads(again.stdout)["result"]
    assert result["classifiers"] == ["Bayes"]
    asked = pybench("suite", "results", "runs")
    assert "Bayes" in asked.stdout
    asked = pybench(
        "suite", "results", "runs", "--csv", "out.csv",
        "--sql", "select task, max(accuracy) as best from evaluations group by 1 order by 1",
    )  # fmt: skip
    assert asked.returncode == 0, asked.stderr
    with (tmp_path / "out.csv").open(newline="") as file:
        assert [row["task"] for row in csv.DictReader(file)] == ["iris", "wine"]
    asked = pybench("suite", "results", "runs", "--sql", "select x", "--json")
    assert (asked.returncode, json.loads(asked.stdout)["error"]["class"]) == (2, "ArgumentError")


def test_failures_are_4_with_and_without_a_fallback(ready, pybench, tmp_path):
    (tmp_path / "estimators.yaml").write_text(ESTIMATORS + BROKEN)
    done = pybench(*ready, "--workers", "1", "--quiet")
    assert done.returncode == 4
    assert "6 jobs failed: broken on iris" in done.stderr
    assert not (tmp_path / "runs" / "results.csv").exists()
    done = pybench(*ready, "--workers", "1", "--fallback", "majority", "--json")
    assert done.returncode == 4
    said = json.loads(done.stdout)
    assert len(said["failures"]) == 6
    assert said["failures"][0]["estimator"] == "broken"
    assert "InvalidParameterError" in said["failures"][0]["reason"]
    assert said["result"]["classifiers"] == ["tree", "Bayes", "broken"]
    # The failures of others are kept in the folder, and are no concern of this call.
    assert pybench(*ready, "--workers", "1", "--quiet", "--only", "Bayes").returncode == 0
    assert "broken" in (tmp_path / "runs" / "failures.csv").read_text()


def test_a_change_is_5_and_arguments_are_2(ready, pybench, tmp_path):
    assert pybench(*ready, "--workers", "1").returncode == 0
    (tmp_path / "estimators.yaml").write_text(ESTIMATORS.replace("GaussianNB", "BernoulliNB"))
    done = pybench(*ready, "--workers", "1")
    assert done.returncode == 5
    assert "estimator `Bayes` was" in done.stderr
    assert "Use another folder" in done.stderr
    for more in (["--timeout", "0"], ["--memory", "x"], ["--only", "none"], ["--workers", "0"]):
        assert pybench(*ready, *more).returncode == 2
    assert pybench("run", "nothing", *ready[2:]).returncode == 5


@pytest.mark.slow
@pytest.mark.parametrize("n", [1, 2])
@pytest.mark.parametrize(("how", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_interrupted_children_are_gone_and_the_journal_is_whole(
    how, code, n, ready, start, tmp_path
):
    (tmp_path / "estimators.yaml").write_text(ESTIMATORS + SLOW)
    process = start(*ready, "--workers", str(n), "--quiet")
    until(lambda: any((tmp_path / "runs").glob("runs/*/*/evaluation*")))
    workers = children(process.pid)
    assert len(workers) == (n if n > 1 else 0)
    process.send_signal(how)
    process.communicate(timeout=60)
    assert process.returncode == code
    assert gone(workers)
    lines = (tmp_path / "runs" / "journal").read_bytes().split(b"\n")
    assert lines[-1] == b""
    assert not list((tmp_path / "runs").rglob(".pybench-*"))


def children(pid):
    return [int(x) for x in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def test_only_some_estimators(ready, pybench, tmp_path):
    with (tmp_path / "estimators.yaml").open("a") as file:
        file.write("'one, two': sklearn.dummy.DummyClassifier\n")
    for asked, names in (("tree, Bayes", ["tree", "Bayes"]), ("one, two", ["one, two"])):
        done = pybench(*ready, "--workers", "1", "--json", "--only", asked)
        assert json.loads(done.stdout)["result"]["classifiers"] == names
    for asked in ("", " , ", "tree,oak"):
        done = pybench(*ready, "--only", asked)
        assert done.returncode == 2
        assert "--only must be names of estimators in estimators.yaml, not" in done.stderr


def test_a_regression_by_several_measures(pybench, tmp_path):
    (tmp_path / "data").mkdir()
    for name in "ab":
        rows = "".join(f"{i},{i * 0.3 + len(name)}\n" for i in range(24))
        (tmp_path / "data" / f"{name}.csv").write_text("x,y\n" + rows)
    refused = pybench("suite", "create", "data", "suite", "--target", "y", "--json")
    assert json.loads(refused.stdout)["error"]["class"] == "DatasetError"
    done = pybench(
        "suite", "create", "data", "suite", "--target", "y", "--type", "regression", "--folds", "3",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "2 tabular regression tasks" in done.stdout
    assert "regression" in done.stdout.splitlines()[-1]
    (tmp_path / "e.yaml").write_text(
        "ridge: sklearn.linear_model.Ridge\nmean: sklearn.dummy.DummyRegressor\n"
    )
    done = pybench(
        "run", "suite", "--estimators", "e.yaml", "--out", "runs", "--workers", "1",
        "--measure", "rmse,neg_mean_absolute_error,r2",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "Results of 2 methods on 2 datasets: rmse" in done.stdout
    assert "next: pybench compare runs/results.csv --lower-is-better" in done.stdout
    names = sorted(file.name for file in (tmp_path / "runs").glob("results*.csv"))
    assert names == ["results-neg_mean_absolute_error.csv", "results-r2.csv", "results.csv"]
    refused = pybench(
        "run", "suite", "--estimators", "e.yaml", "--out", "runs", "--measure", "log_loss", "--json"
    )
    assert json.loads(refused.stdout)["error"]["class"] == "ArgumentError"
