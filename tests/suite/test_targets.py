"""Targets of numbers: classes where whole and few, else refused unless declared."""

from __future__ import annotations

import dataclasses

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import pybench as pb
from pybench.base.errors import DatasetError, SeriesError, TasksFailed
from pybench.suite.data import load_data


def written(folder, values, name="house.csv"):
    lines = (f"{i % 7},{value}\n" for i, value in enumerate(values))
    (folder / name).write_text("x,y\n" + "".join(lines))
    return {name.partition(".")[0]: folder / name}


def made(source, **given):
    return pb.Suite.create("s", source, target="y", folds=2, **given)


def test_a_regression_is_refused_with_file_column_rule_and_counts(tmp_path):
    values = np.random.default_rng(0).normal(size=500).round(6)
    with pytest.raises(DatasetError) as refused:
        made(written(tmp_path, values))
    error = refused.value
    assert (error.column, error.file) == ("y", str(tmp_path / "house.csv"))
    assert error.expected == (
        "classes to predict: names, or at most 50 different whole numbers (the larger of "
        "20 and a tenth of the rows)"
    )
    assert error.found == "500 different numbers in 500 rows, 500 of them with a fraction"
    assert 'nominal = ["y"]' in error.hint
    assert "regression" in error.hint


@pytest.mark.parametrize(
    ("values", "fine"),
    [
        ([i % 20 for i in range(100)], True),
        ([i % 21 for i in range(100)], False),
        ([i % 21 for i in range(209)], False),
        ([i % 21 for i in range(210)], True),
        ([i % 30 - 15 for i in range(300)], True),
        ([(i % 2) * 1.0 for i in range(50)], True),
        ([0.5, 1.5] * 50, False),
        ([0.5, "half"] * 50, True),
        ([f"c{i % 40}" for i in range(80)], True),
    ],
)
def test_numbers_are_classes_where_they_are_whole_and_few(values, fine, tmp_path):
    source = written(tmp_path, values)
    if fine:
        assert len(made(source).tasks) == 1
        return
    with pytest.raises(DatasetError, match="classes to predict"):
        made(source)
    assert made(source, nominal="y").tasks[0].dataset.nominal == ("y",)
    assert made(source, about={"house": {"nominal": ["y"]}}).tasks[0].dataset.nominal == ("y",)
    assert made(source, nominal=["y"], about={"house": {"tags": ["a"]}}).tasks


def test_a_regression_among_others_stays_out_with_a_verdict(tmp_path):
    source = written(tmp_path, np.arange(100) / 3)
    source |= written(tmp_path, ["a", "b"] * 50, "plain.csv")
    suite = made(source)
    assert suite.task_names == ("plain",)
    (verdict,) = [one for one in suite.candidates if one.dataset == "house"]
    assert (verdict.rule, verdict.verdict) == ("can be run", "fail")
    assert verdict.value == "100 different numbers in 100 rows, 66 of..."
    assert verdict.threshold.startswith("classes to predict")


def test_a_suite_of_before_is_refused_when_it_is_checked_and_run_and_can_be_made_again(tmp_path):
    suite = made(written(tmp_path, [i % 40 for i in range(120)]), nominal="y")
    task = suite.tasks[0]
    before = dataclasses.replace(task, dataset=dataclasses.replace(task.dataset, nominal=()))
    suite = dataclasses.replace(suite, tasks=(before,)).save(tmp_path / "suite")
    for call in (lambda: suite.check(), lambda: load_data(suite, "house")):
        with pytest.raises(DatasetError, match="40 different numbers in 120 rows"):
            call()
    with pytest.raises(TasksFailed, match="2 jobs failed"):
        pb.run(suite, {"tree": "sklearn.tree.DecisionTreeClassifier"}, out=tmp_path / "run",
               workers=1)  # fmt: skip
    failures = (tmp_path / "run" / "failures.csv").read_text()
    assert failures.count("found 40 different numbers in 120 rows") == 2
    again = pb.Suite.create("again", suite, nominal=["y"]).save(tmp_path / "again")
    assert len(load_data(again, "house").classes) == 40
    assert pb.Suite.load(tmp_path / "again").tasks[0].dataset.nominal == ("y",)


def test_parquet_and_arff(tmp_path):
    columns = {"x": np.arange(60.0), "y": np.arange(60.0) / 4}
    pq.write_table(pa.table(columns), tmp_path / "p.parquet")
    with pytest.raises(DatasetError, match="45 of them with a fraction"):
        made({"p": tmp_path / "p.parquet"})
    assert made({"p": tmp_path / "p.parquet"}, nominal="y").tasks
    rows = "".join(f"{i},{i % 30}\n" for i in range(60))
    head = "@relation r\n@attribute x numeric\n@attribute y "
    (tmp_path / "a.arff").write_text(f"{head}numeric\n@data\n{rows}")
    with pytest.raises(DatasetError, match="list them in the ARFF header"):
        made({"a": tmp_path / "a.arff"})
    levels = ",".join(map(str, range(30)))
    (tmp_path / "a.arff").write_text(f"{head}{{{levels}}}\n@data\n{rows}")
    assert made({"a": tmp_path / "a.arff"}).tasks


def test_labels_of_series_may_be_many_and_have_no_fractions(tmp_path):
    def series(labels):
        for half in ("TRAIN", "TEST"):
            lines = "".join(f"{label}\t{i}\t{i * i % 7}\n" for i, label in enumerate(labels))
            (tmp_path / f"W_{half}.tsv").write_text(lines)
        return {"W": tmp_path / "W_TRAIN.tsv"}

    assert len(pb.Suite.create("s", series(range(52))).tasks) == 1  # as the archive's Pig datasets
    with pytest.raises(SeriesError, match="with a fraction"):
        pb.Suite.create("s", series([0.5, 1.25, 2, 3]))
    assert pb.Suite.create("s", series([0.5, 1.25, 2, 3]), nominal="label").tasks


def test_no_dataset_of_cc18_has_more_classes_than_numbers_might_name():
    suite = pb.Suite.shipped("OpenML-CC18")
    assert len(suite.tasks) == 72
    for name in suite.datasets:
        found = suite.qualities[name]
        assert found["NumberOfClasses"] <= max(20, found["NumberOfInstances"] // 10)
