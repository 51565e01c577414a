"""CC18 as it ships: ids, figures, verdicts."""

from __future__ import annotations

import csv

import pandas as pd

import pybench as pb
from pybench.suite.rules import CC18
from tests.suite.conftest import OPENML


def test_cc18_passes_its_own_rules():
    suite = pb.Suite.shipped("OpenML-CC18")
    rows = suite.verdicts()
    ranged = rows[rows.rule.isin([c.rule for c in CC18])]
    assert len(suite.tasks) == 72
    assert len(ranged) == 72 * 5
    assert (ranged.verdict == "pass").all()
    car = ranged[(ranged.dataset == "car") & (ranged.rule == "(d) balance")].iloc[0]
    assert round(car.value, 4) == 0.0537
    bounds = ranged[ranged.note.str.startswith("a bound")]
    assert set(bounds.dataset) == {"mnist_784", "Devnagari-Script", "CIFAR_10", "Fashion-MNIST"}
    assert (bounds.rule == "(c) smallest class").all()
    assert bounds.set_index("dataset").value["mnist_784"] == 0.80 * 70000 / 10
    assert suite.status == "active"
    with (OPENML / "cc18.csv").open(newline="") as file:
        table = {row["name"]: row for row in csv.DictReader(file)}
    assert {t.name: str(t.openml_id) for t in suite.tasks} == {
        name: row["task_id"] for name, row in table.items()
    }
    assert {t.name: str(t.dataset.openml_id) for t in suite.tasks} == {
        name: row["data_id"] for name, row in table.items()
    }
    for name, row in table.items():
        assert suite.qualities[name]["NumberOfInstances"] == float(row["n_instances"])
        assert suite.qualities[name]["NumberOfFeatures"] == float(row["n_features"])


def test_a_dataset_just_below_a_limit_of_cc18_is_out():
    figures = {"NumberOfInstances": [499, 500], "NumberOfFeatures": [5000, 5000]}
    exact = {
        "NumberOfClasses": [2, 2],
        "MinorityClassSize": [20, 20],
        "MajorityClassSize": [400, 399],
    }
    frame = pd.DataFrame({**figures, **exact}, index=["a", "b"])
    frame["MinorityToMajority"] = frame.MinorityClassSize / frame.MajorityClassSize
    rows = pb.Suite.create("t", frame, constraints="cc18").verdicts()
    fails = rows[rows.verdict == "fail"]
    assert list(zip(fails.dataset, fails.rule, strict=True)) == [
        ("a", "(a) size"),
        ("a", "(d) balance"),
    ]
