"""What a folder holds is compared with what is asked; differences are named, nothing mixed."""

from __future__ import annotations

import json

import pytest
from sklearn.naive_bayes import GaussianNB
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

import pybench as pb
from pybench.base.errors import ArgumentError, SuiteError
from pybench.suite.running.plan import SCHEMA, read_plan


def refused(match, suite, estimators, out, **options):
    with pytest.raises(SuiteError, match=match) as caught:
        pb.run(suite, estimators, out=out, workers=1, **options)
    assert caught.value.file == str(out / "run.json")
    assert "Use another folder" in caught.value.hint
    return caught.value


def test_what_changed_is_named_and_nothing_is_mixed(flowers, tmp_path, monkeypatch):
    out = tmp_path / "run"
    pb.run(flowers, {"tree": DecisionTreeClassifier(max_depth=2)}, out=out, workers=1)
    before = {file: file.read_bytes() for file in out.rglob("*") if file.is_file()}
    tree = {"tree": DecisionTreeClassifier(max_depth=2)}

    found = refused("estimator `tree`", flowers, {"tree": DecisionTreeClassifier(max_depth=3)}, out)
    assert found.expected == "DecisionTreeClassifier.max_depth = 2"
    assert found.found == "DecisionTreeClassifier.max_depth = 3"
    found = refused("estimator `tree`", flowers, {"tree": GaussianNB()}, out)
    assert "naive_bayes" in found.found
    refused("the seed was 0 and is now 1", flowers, tree, out, seed=1)
    refused(
        "estimator", flowers, {"tree": {"estimator": tree["tree"], "preparation": "scale"}}, out
    )

    more = pb.Suite.create("flowers", ["iris", "wine", "breast_cancer"], folds=3)
    assert "breast_cancer" in refused("the suite", more, tree, out).found
    other = pb.Suite.create("flowers", ["iris", "wine"], folds=4)
    assert "splits_sha256" in refused("the suite", other, tree, out).found

    from pybench.suite.running import plan

    versions = plan._versions
    monkeypatch.setattr(plan, "_versions", lambda: {**versions(), "numpy": "9.9"})
    assert refused("library", flowers, tree, out).found == "numpy 9.9"
    monkeypatch.undo()
    after = {file: file.read_bytes() for file in out.rglob("*") if file.is_file()}
    assert after == before


def test_a_later_call_brings_no_name_that_files_take_for_another(flowers, tmp_path):
    out = tmp_path / "run"
    pb.run(flowers, {"forest": GaussianNB()}, out=out, workers=1)
    before = (out / "run.json").read_bytes()
    with pytest.raises(ArgumentError, match="`forest`, `Forest`"):
        pb.run(flowers, {"Forest": GaussianNB()}, out=out, workers=1)
    assert (out / "run.json").read_bytes() == before


@pytest.mark.parametrize(
    "folds", [{"t": 3}, {"t": [[0, 1]]}, {"t": [[0, "x", 1, 1]]}, {"t": [[0, 99999999999, 4, 4]]}]
)
def test_folds_that_are_none_are_refused(folds, tmp_path):
    told = {"schema": SCHEMA, "suite": {}, "estimators": {}, "folds": folds}
    (tmp_path / "run.json").write_text(json.dumps(told), encoding="utf-8")
    with pytest.raises(SuiteError, match="not lists of four whole numbers"):
        read_plan(tmp_path)
    rest = {"suite": {"hash": "0"}, "seed": 0, "versions": {}, "machine": {}}
    good = told | rest | {"folds": {"t": [[0, 1, 4, 4]]}}
    (tmp_path / "run.json").write_text(json.dumps(good), encoding="utf-8")
    assert read_plan(tmp_path) == good


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("versions", None),
        ("versions", []),
        ("machine", "mine"),
        ("seed", "0"),
        ("suite", {}),
        ("estimators", {"tree": "a tree"}),
        ("estimators", {"tree": {"versions": {}}}),
    ],
)
def test_a_run_of_other_kinds_is_refused(field, value, flowers, tmp_path):
    out = tmp_path / "run"
    tree = {"tree": DecisionTreeClassifier(max_depth=2)}
    pb.run(flowers, tree, out=out, workers=1)
    told = json.loads((out / "run.json").read_text(encoding="utf-8"))
    (out / "run.json").write_text(json.dumps({**told, field: value}), encoding="utf-8")
    with pytest.raises(SuiteError, match=r"run\.json: expected the run\.json of a run"):
        pb.run(flowers, tree, out=out, workers=1)


def test_values_that_python_takes_for_equal_are_told_apart(flowers, tmp_path):
    out = tmp_path / "run"
    pb.run(flowers, {"svm": SVC(C=1)}, out=out, workers=1)
    found = refused("estimator `svm`", flowers, {"svm": SVC(C=1.0)}, out)
    assert (found.expected, found.found) == ("SVC.C = 1", "SVC.C = 1.0")


def test_a_damaged_copy_of_the_suite_is_written_anew(flowers, tmp_path):
    out = tmp_path / "run"
    pb.run(flowers, {"Bayes": GaussianNB()}, out=out, workers=1)
    whole = (out / "suite.json").read_bytes()
    (out / "suite.json").write_bytes(b"\xff")
    pb.run(flowers, {"Bayes": GaussianNB()}, out=out, workers=1)
    assert (out / "suite.json").read_bytes() == whole


@pytest.mark.parametrize("name", ["dataset", "classifier", "resample", "\udcff"])
def test_names_that_files_of_a_run_cannot_hold(name, flowers, tmp_path):
    with pytest.raises(ArgumentError, match=r"no estimator can be called|that UTF-8 can hold"):
        pb.run(flowers, {name: GaussianNB()}, out=tmp_path / "run", workers=1)
    assert not (tmp_path / "run").exists()
