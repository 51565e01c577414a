"""Manifests of strangers, with a right hash: every value is refused by name, or does no harm."""

from __future__ import annotations

import hashlib
import json

import numpy as np
import pytest

import pybench as pb
from pybench.base.errors import ArgumentError, InputError, SuiteError
from pybench.suite.data import load_data, load_splits
from pybench.suite.hashing import canonical

FORGED = "n\n  signed by ED25519 key SHA256:abc"
FORMULA = "=cmd|' /C calc'!A0"


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    folder = tmp_path_factory.mktemp("suite")
    rows = [f"{x!r},{'ab'[i % 2]}" for i, x in enumerate(np.linspace(0, 1, 40).tolist())]
    (folder / "tab.csv").write_text("x,y\n" + "\n".join(rows) + "\n")
    pb.Suite.create("s", {"tab": folder / "tab.csv"}, target="y", folds=2).save(folder / "suite")
    return (folder / "suite" / "suite.json").read_text(), folder / "suite" / "suite.json"


@pytest.fixture
def made(saved):
    """Return a function: a change of the manifest -> the folder of that suite, rightly hashed."""
    text, path = saved

    def make(change):
        plain = json.loads(text)
        del plain["hash"]
        change(plain)
        plain["hash"] = hashlib.sha256(canonical(plain)).hexdigest()
        path.write_text(json.dumps(plain))
        return path.parent

    return make


def task(plain):
    return plain["tasks"][0]


def verdict(dataset="d", rule="r"):
    rest = {"value": 1.0, "threshold": "", "verdict": "fail"}
    return {"dataset": dataset, "rule": rule, **rest}


NAMED = {
    "suite": lambda plain, name: plain.update(name=name),
    "task": lambda plain, name: task(plain).update(name=name),
    "dataset": lambda plain, name: task(plain)["dataset"].update(name=name),
    "candidate": lambda plain, name: plain["candidates"].append(verdict(dataset=name)),
    "rule": lambda plain, name: plain["candidates"].append(verdict(rule=name)),
}


@pytest.mark.parametrize("what", NAMED)
@pytest.mark.parametrize(
    "name", [FORGED, "\x1b[31mred", "a\x9b31m", "a\u2028b", "\u202egnp", FORMULA]
)
def test_a_name_forges_no_line_and_runs_in_no_spreadsheet(made, what, name):
    folder = made(lambda plain: NAMED[what](plain, name))
    with pytest.raises(SuiteError, match="one line, and no formula"):
        pb.Suite.load(folder)


@pytest.mark.parametrize("what", NAMED)
@pytest.mark.parametrize("name", ["+attention", "é", "(a|b)", "-x", "two words"])
def test_what_no_spreadsheet_runs_is_a_name(made, what, name):
    pb.Suite.load(made(lambda plain: NAMED[what](plain, name)))


def test_a_suite_that_could_not_be_loaded_shows_one_line_and_is_not_saved(tmp_path):
    suite = pb.Suite.create(FORGED, ["iris"], folds=2)
    assert "\n  signed" not in str(suite)
    assert "\n" not in repr(suite)
    with pytest.raises(SuiteError, match="one line, and no formula"):
        suite.save(tmp_path / "s")


@pytest.mark.parametrize("name", [FORMULA, "\uff1dHYPERLINK(1)", "a\nb", "\x1b[31m"])
def test_results_of_a_run_have_no_such_name_either(name, tmp_path):
    suite = pb.Suite.create("s", ["iris"], folds=2)
    with pytest.raises(ArgumentError, match="no estimator can be called"):
        pb.run(suite, {name: {"class": "sklearn.dummy.DummyClassifier"}}, out=tmp_path / "out")


@pytest.mark.parametrize("format", ["ts", "ucr", "bundled", "none"])
def test_a_table_in_a_format_of_series_is_refused(made, format):
    suite = pb.Suite.load(made(lambda plain: task(plain)["dataset"].update(format=format)))
    with pytest.raises(SuiteError, match=f"csv, arff, parquet, arrow, found {format}"):
        load_data(suite, "tab")


@pytest.mark.parametrize("format", ["csv", "bundled", "none"])
def test_series_in_another_format_are_refused(made, format):
    def change(plain):
        task(plain)["kind"] = "series"
        task(plain)["dataset"]["format"] = format

    with pytest.raises(SuiteError, match=f"ts, arff, ucr, parquet, arrow, found {format}"):
        load_data(pb.Suite.load(made(change)), "tab")


@pytest.mark.parametrize("field", ["folds", "repeats"])
def test_other_folds_than_the_splits_have_are_refused(made, field):
    suite = pb.Suite.load(made(lambda plain: task(plain)["procedure"].update({field: 10**12})))
    with pytest.raises(SuiteError, match=r"1000000000000.* folds of the task `tab`, found 1 x 2"):
        load_splits(suite, "tab")


@pytest.mark.parametrize(
    "change",
    [
        lambda plain: plain.update(version=10**400),
        lambda plain: task(plain)["dataset"].update(openml_id=2**53),
        lambda plain: task(plain)["procedure"].update(seed=-(10**30)),
    ],
)
def test_whole_numbers_are_those_that_r_holds_too(made, change):
    with pytest.raises(SuiteError, match=r"a number below 2\^53"):
        pb.Suite.load(made(change))


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data.update(format="arff"),
        lambda data: data.update(format="parquet"),
        lambda data: data.update(format="arrow"),
        lambda data: data.update(source="bundled"),
        lambda data: data.update(ignore=["x"]),
        lambda data: data.update(ignore=["nothing"]),
        lambda data: data.update(nominal=["nothing"]),
    ],
)
def test_data_that_are_not_as_told_are_refused_by_name(made, change):
    suite = pb.Suite.load(made(lambda plain: change(task(plain)["dataset"])))
    with pytest.raises((InputError, ArgumentError)):
        load_data(suite, "tab")
