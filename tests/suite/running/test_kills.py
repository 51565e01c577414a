"""Killed again and again, at any moment, a run comes to the bytes of one that nobody disturbed."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import victims

import pybench as pb
from pybench.store.journal import events

ROOT = Path(__file__).resolve().parents[3]
MEASURES = ("r2", "neg_mean_absolute_error", "mape")
# Datasets that ship inside scikit-learn and aeon; estimators of both.
TABLES = ["iris", "wine", "breast_cancer", "digits"]
SERIES = ["GunPoint", "ItalyPowerDemand", "ArrowHead"]
ESTIMATORS = """
forest: {class: sklearn.ensemble.RandomForestClassifier, parameters: {n_estimators: 20}}
logistic: {class: sklearn.linear_model.LogisticRegression, preparation: scale}
neighbours: {steps: [sklearn.preprocessing.StandardScaler, sklearn.neighbors.KNeighborsClassifier]}
extra trees: {class: sklearn.ensemble.ExtraTreesClassifier, parameters: {n_estimators: 20}}
Bayes: sklearn.naive_bayes.GaussianNB
tree: sklearn.tree.DecisionTreeClassifier
"""
ROCKET = """
rocket:
  class: aeon.classification.convolution_based.RocketClassifier
  parameters: {n_kernels: 200}
interval:
  class: aeon.classification.interval_based.TimeSeriesForestClassifier
  parameters: {n_estimators: 5}
"""


def command(folder, out, *more):
    arguments = ["run", folder / "suite", "--estimators", folder / "estimators.yaml", "--out", out]
    return [sys.executable, "-m", "pybench", *map(str, arguments), "--workers", "2", *more]


def environment():
    # Whatever warns in the libraries of estimators is theirs.
    return {**os.environ, "PYTHONPATH": str(ROOT)}


def finished(folder, out):
    done = subprocess.run(
        command(folder, out, "--json"),
        capture_output=True,
        text=True,
        env=environment(),
        timeout=900,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def killed(folder, out, chance, how, code):
    """Start the command, wait until it has done some more jobs, end it at a random moment."""
    before = len(list((out / "runs").glob("*/*/evaluation-*.json")))
    process = subprocess.Popen(
        command(folder, out), env=environment(), start_new_session=True,
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
    )  # fmt: skip
    end = time.monotonic() + 120
    goal = before + chance.randint(0, 4)
    while time.monotonic() < end and process.poll() is None:
        if len(list((out / "runs").glob("*/*/evaluation-*.json"))) > goal:
            break
        time.sleep(0.01)
    time.sleep(chance.random() * 0.2)
    process.send_signal(how)
    process.communicate(timeout=60)
    assert process.returncode in (code, 0)


def prepared(folder, tables, series, text):
    (folder / "estimators.yaml").write_text(text)
    names = [*tables, *series]
    pb.Suite.create("real", names, folds=5).save(folder / "suite")


def shot(folder, suite, estimators, kills, written, kind="Nearest", measures=()):
    """Kill a run of two workers with SIGKILL, again and again; compare it with a calm one."""
    suite = suite.save(folder / "suite")
    fits = folder / "fits"
    arguments = [folder / "suite", folder / "shot", estimators, kills, 1, kind, *measures]
    subprocess.run(
        [sys.executable, victims.__file__, *map(str, arguments)],
        env={**environment(), victims.FITS: str(fits)}, timeout=60 + 6 * kills, check=True,
    )  # fmt: skip
    given = victims.estimators(estimators, kind)
    pb.run(suite, given, out=folder / "calm", workers=1, measure=measures or None)
    assert written(folder / "shot") == written(folder / "calm")
    done = [tuple(e["job"]) for e in events(folder / "shot" / "journal") if e["event"] == "done"]
    assert len(done) == len(set(done)), "finished work was done again"
    jobs = len(list((folder / "shot" / "runs").glob("*/*/evaluation-*.json")))
    # What a kill costs: the job that each of both workers has in hand, and one that was handed
    # over and not yet written down.
    assert jobs <= fits.stat().st_size <= jobs + 3 * kills
    return jobs


def classes(folder, tables, **procedure):
    source = victims.tables(folder / "source", tables)
    return pb.Suite.create("toy", source, target="class", **procedure)


def numbers(folder, **procedure):
    source = victims.numbers(folder / "source")
    return pb.Suite.create("toy", source, target="y", type="regression", **procedure)


def test_killed_in_every_build_and_the_bytes_of_a_calm_run(tmp_path, written, record_property):
    record_property("kills", 3)
    assert shot(tmp_path, classes(tmp_path, 2, folds=5), 2, 3, written) == 20


def test_a_killed_regression_of_tables_and_series_by_several_measures(
    tmp_path, written, record_property
):
    record_property("kills", 3)
    suite = numbers(tmp_path, folds=5, repeats=2)
    assert shot(tmp_path, suite, 2, 3, written, "Neighbour", MEASURES) == 24
    assert len([*(tmp_path / "shot").glob("results*.csv")]) == 3


@pytest.mark.slow
def test_twenty_kills_of_a_regression_by_several_measures(tmp_path, written, record_property):
    record_property("kills", 20)
    suite = numbers(tmp_path, folds=5, repeats=4)
    assert shot(tmp_path, suite, 4, 20, written, "Neighbour", MEASURES) == 96


@pytest.mark.slow
def test_two_hundred_kills_of_five_hundred_tasks(tmp_path, written, record_property):
    record_property("kills", 200)
    assert shot(tmp_path, classes(tmp_path, 5, folds=5, repeats=4), 5, 200, written) == 500


def check(folder, kills, written, seed):
    chance = random.Random(seed)
    disturbed, calm = folder / "disturbed", folder / "calm"
    for number in range(kills):
        how, code = [(signal.SIGKILL, -9), (signal.SIGTERM, 143), (signal.SIGINT, 130)][
            0 if number % 5 else chance.randrange(3)
        ]
        killed(folder, disturbed, chance, how, code)
    finished(folder, disturbed)
    finished(folder, calm)
    assert written(disturbed) == written(calm)
    done = [tuple(e["job"]) for e in events(disturbed / "journal") if e["event"] == "done"]
    assert len(done) == len(set(done)), "finished work was done again"
    begins = [e for e in events(disturbed / "journal") if e["event"] == "begin"]
    assert len(begins) > kills / 2


@pytest.mark.slow  # at every run: test_killed_in_every_build_and_the_bytes_of_a_calm_run
def test_a_real_suite_killed_and_compared(tmp_path, written, record_property):
    pytest.importorskip("aeon")
    record_property("kills", 10)
    prepared(tmp_path, TABLES, SERIES[:1], ESTIMATORS)
    check(tmp_path, 10, written, 1)
    done = subprocess.run(
        [sys.executable, "-m", "pybench", "compare", "results.csv", "--higher-is-better",
         "--engine", "python", "--out", "page", "--json"],
        cwd=tmp_path / "disturbed", capture_output=True, text=True, env=environment(), timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr


@pytest.mark.slow
def test_series_killed_ten_times(tmp_path, written, record_property):
    record_property("kills", 10)
    pytest.importorskip("aeon")
    prepared(tmp_path, [], SERIES, ESTIMATORS + ROCKET)
    check(tmp_path, 10, written, 2)
