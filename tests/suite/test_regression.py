"""Suites of regressions: the type is declared, splits are plain, rules about classes not asked."""

from __future__ import annotations

import json

import numpy as np
import pytest

import pybench as pb
from pybench.base.errors import ArgumentError, DatasetError, SeriesError, SuiteError
from pybench.suite.data import load_data, load_splits
from pybench.suite.qualities import of_numbers
from pybench.suite.splits import resamples, strata

TSER = "@problemName T\n@timeStamps false\n@univariate true\n@targetLabel true\n@data\n"


def table(folder, name="house", values=None, n=40):
    rng = np.random.default_rng(len(name))
    values = rng.normal(size=n).round(4) if values is None else values
    lines = (f"{x:.3f},{value}\n" for x, value in zip(rng.normal(size=n), values, strict=False))
    (folder / f"{name}.csv").write_text("x,y\n" + "".join(lines))
    return {name: folder / f"{name}.csv"}


def made(source, **given):
    return pb.Suite.create("s", source, **{"target": "y", "folds": 4, **given})


def tser(folder, targets, header=TSER):
    for half, part in (("TRAIN", targets[:4]), ("TEST", targets[4:])):
        lines = "".join(f"{i},{i * i % 7},{i % 3}:{value}\n" for i, value in enumerate(part))
        (folder / f"T_{half}.ts").write_text(header + lines)
    return {"T": folder / "T_TRAIN.ts"}


def test_a_declared_regression_is_a_task_of_numbers(tmp_path):
    suite = made(table(tmp_path), type="regression").save(tmp_path / "suite")
    (task,) = pb.Suite.load(tmp_path / "suite").tasks
    assert (task.type, task.measure, task.procedure.stratified) == ("regression", "r2", False)
    data = load_data(suite, task)
    assert (data.y.dtype, data.classes, len(data.y)) == (np.float64, (), 40)
    assert not data.y.flags.writeable
    assert str(suite).splitlines()[0].endswith(": 1 tabular regression task")
    assert suite.to_frame().loc["house", "type"] == "regression"
    assert not suite.candidates  # it is declared: nothing was guessed


def test_about_declares_the_type_of_one_dataset(tmp_path):
    source = table(tmp_path) | table(tmp_path, "names", ["a", "b"] * 20)
    suite = made(source, about={"house": {"type": "regression"}})
    assert {task.name: task.type for task in suite.tasks} == {
        "house": "regression", "names": "classification",
    }  # fmt: skip
    assert [task.measure for task in suite.tasks] == ["r2", "accuracy"]
    with pytest.raises(ArgumentError, match=r"type.*regression.*survival"):
        made(source, about={"house": {"type": "survival"}})
    with pytest.raises(ArgumentError, match="`type`"):
        made(source, type="survival")


def test_numbers_read_as_classes_are_told_by_a_verdict_unless_the_type_is_declared(tmp_path):
    source = table(tmp_path, values=[i % 5 for i in range(40)])
    (verdict,) = made(source).candidates
    assert (verdict.rule, verdict.verdict) == ("type", "pass")
    assert verdict.value == "classes: 5 different whole numbers"
    assert verdict.threshold == "at most 20 different whole numbers"
    assert 'type = "regression"' in verdict.note
    for declared in ({"type": "classification"}, {"nominal": "y"}, {"type": "regression"}):
        assert not made(source, **declared).candidates
    assert not made(table(tmp_path, "names", ["a", "b"] * 20)).candidates
    assert load_data(made(source, type="regression"), "house").y.tolist()[:3] == [0.0, 1.0, 2.0]


def test_undeclared_numbers_are_refused_with_both_ways_out(tmp_path):
    for given in ({}, {"type": "classification"}):
        with pytest.raises(DatasetError, match="with a fraction") as refused:
            made(table(tmp_path), **given)
        assert 'type = "regression"' in refused.value.hint
        assert 'nominal = ["y"]' in refused.value.hint


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        (["1.5", ""] * 20, "a number for every row"),
        (["2.5"] * 40, "two different numbers or more, found 1 number"),
        (["1.5", "half"] * 20, "a column of numbers for a regression, found a nominal column"),
    ],
)
def test_a_target_that_is_no_regression_is_refused(values, expected, tmp_path):
    with pytest.raises(DatasetError, match=expected):
        made(table(tmp_path, values=values), type="regression")


def test_series_with_a_target_label_are_regressions_by_their_header(tmp_path):
    suite = pb.Suite.create("s", tser(tmp_path, [1, 2, 3, 4, 5, 6, 7]), repeats=3)
    (task,) = suite.tasks
    assert (task.kind, task.type) == ("series", "regression")
    assert (task.procedure.type, task.procedure.stratified) == ("resamples", False)
    assert load_data(suite, task).y.tolist() == [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]
    assert suite.qualities["T"]["TargetMean"] == 4.0
    assert "NumberOfClasses" not in suite.qualities["T"]
    assert not suite.candidates
    other = pb.Suite.create("s", tser(tmp_path, [1, 2, 1, 2, 1, 2]), type="classification")
    assert load_data(other, "T").classes == ("1", "2")


def test_labels_that_are_no_numbers_are_refused_in_a_regression(tmp_path):
    header = TSER.replace("@targetLabel true", "@classLabel true up 1.5")
    source = tser(tmp_path, ["up", "1.5", "up", "1.5", "up", "1.5"], header)
    assert pb.Suite.create("s", source).tasks[0].type == "classification"
    with pytest.raises(SeriesError, match="a number for every series, found `up`"):
        pb.Suite.create("s", source, type="regression")


def test_splits_of_numbers_are_plain(tmp_path):
    suite = made(table(tmp_path), type="regression", repeats=2)
    splits = load_splits(suite, "house")
    sizes = [(len(one.train), len(one.test)) for one in splits.folds()]
    assert sizes == [(30, 10)] * 8
    splits.check(40, "crossvalidation")
    first, second = (
        [part.test.tolist() for part in splits.folds() if part.repeat == repeat]
        for repeat in (0, 1)
    )
    assert first != second
    held = made(table(tmp_path), type="regression", procedure="holdout", share=0.25)
    assert len(load_splits(held, "house").part(0, 0).test) == 10


def test_resamples_of_numbers_are_those_of_aeon():
    resampling = pytest.importorskip("aeon.benchmarking.resampling")
    y, split = list(np.arange(11) / 3), ["train"] * 4 + ["test"] * 7
    splits = resamples(strata(y, "regression"), split, repeats=4, name="T")
    assert splits.part(0, 0).train.tolist() == [0, 1, 2, 3]
    for seed in range(1, 4):
        train, test = resampling.resample_data_indices(np.array(y[:4]), np.array(y[4:]), seed)
        part = splits.part(seed, 0)
        assert (part.train.tolist(), part.test.tolist()) == (train.tolist(), test.tolist())


def test_qualities_of_numbers_are_moments_of_scipy(tmp_path):
    stats = pytest.importorskip("scipy.stats")
    suite = made(table(tmp_path), type="regression")
    found, y = suite.qualities["house"], load_data(suite, "house").y
    expected = {
        "TargetMean": y.mean(),
        "TargetStandardDeviation": y.std(),
        "TargetSkewness": stats.skew(y),
        "TargetKurtosis": stats.kurtosis(y, fisher=False),
        "TargetDistinctShare": len(set(y.tolist())) / 40,
    }
    assert {name: found[name] for name in expected} == pytest.approx(expected, rel=1e-12)
    assert not [name for name in found if "Class" in name]
    assert of_numbers([1.0, 1.0]) == {
        "TargetMean": 1.0, "TargetDistinctShare": 0.5, "TargetStandardDeviation": 0.0,
    }  # fmt: skip
    assert of_numbers([np.nan]) == {}


def test_rules_about_classes_are_not_asked_of_a_regression(tmp_path):
    source = table(tmp_path, n=600)
    suite = made(source, type="regression", constraints="cc18", exclude="cc18")
    found = {one.rule: one.verdict for one in suite.candidates}
    assert [rule for rule, verdict in found.items() if verdict == "not asked"] == [
        "(c) classes", "(c) smallest class", "(d) balance",
        "one attribute", "decision tree", "binarised",
    ]  # fmt: skip
    assert found["(a) size"] == found["one-hot"] == found["sparse"] == "pass"
    assert found["artificial"] == "unknown"
    notes = {one.note for one in suite.candidates if one.verdict == "not asked"}
    assert notes == {"the target of a regression has no classes"}
    flags = [
        {"dataset": "house", "flag": flag, "reason": "r", "source": "s", "holds": False}
        for flag in ("artificial", "grouped", "subset", "no source")
    ]
    again = made(source, type="regression", constraints="cc18", exclude="cc18", flags=flags)
    assert again.freeze().status == "active"
    assert pb.Suite.load(again.save(tmp_path / "s").folder).hash == again.hash


def test_the_health_check_says_nothing_about_classes(tmp_path):
    values = np.arange(40) / 4
    (tmp_path / "twice.csv").write_text(
        "x,y\n" + "".join(f"{i // 2},{value}\n" for i, value in enumerate(values))
    )
    source = table(tmp_path, "line", values) | {"twice": tmp_path / "twice.csv"}
    check = made(source, type="regression").check()
    assert set(check.findings.kind) == {"leakage"}  # equal rows have different numbers: noise
    assert check.regressions == ("line", "twice")
    assert "not whether they are too easy: line, twice" in str(check)
    assert "class" not in str(check)


def test_screening_runs_four_regressors(tmp_path):
    suite = made(table(tmp_path), type="regression").save(tmp_path / "suite")
    screened = suite.screen(tmp_path / "screen", workers=1)
    assert screened.classifiers == ("mean", "decision tree", "linear model", "nearest neighbour")
    assert screened.metric == "r2"
    assert (screened.scores[:, 0] <= 0).all()
    frame = suite.runs(tmp_path / "screen")
    assert frame.loc["house", "best"] == screened.scores.max()
    assert suite.runs(tmp_path / "screen", "rmse").loc["house", "leader"] == "mean"


def test_a_suite_keeps_its_type_and_another_one_is_refused(tmp_path):
    suite = made(table(tmp_path), type="regression")
    again = pb.Suite.create("again", suite)
    assert again.tasks == suite.tasks
    with pytest.raises(ArgumentError, match="`type` of `house` must be its type in the suite"):
        pb.Suite.create("again", suite, type="classification")


def test_a_manifest_of_before_has_no_type_and_an_unknown_one_is_refused(tmp_path):
    suite = made(table(tmp_path, "names", ["a", "b"] * 20)).save(tmp_path / "suite")
    text = (tmp_path / "suite" / "suite.json").read_text()
    assert '"type": "classification"' not in text
    plain = json.loads(text)
    plain["tasks"][0]["type"] = "survival"
    (tmp_path / "suite" / "suite.json").write_text(json.dumps(plain))
    with pytest.raises(SuiteError, match="survival"):
        pb.Suite.load(tmp_path / "suite")
    assert suite.tasks[0].type == "classification"


def test_openml_files_hold_classifications_alone(tmp_path):
    suite = made(table(tmp_path), type="regression")
    for call in (
        lambda: suite.write_openml(tmp_path / "openml"),
        lambda: suite.read_openml_runs(tmp_path, tmp_path / "out"),
    ):
        with pytest.raises(ArgumentError, match=r"only classifications of OpenML, not `house`"):
            call()
    bundle = suite.export(tmp_path / "suite.zip", data="all")
    assert pb.Suite.import_(bundle, tmp_path / "copy").hash == suite.hash
