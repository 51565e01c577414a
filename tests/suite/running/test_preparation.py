"""Mixed columns, missing values, series: what estimators see, and that it is learnt in training."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd
import pytest
from sklearn.dummy import DummyClassifier
from sklearn.tree import DecisionTreeClassifier

import pybench as pb
from pybench.base.errors import ArgumentError
from pybench.suite.running.preparation import as_names, columns, prepared

TABLE = """size,colour,class
1,red,a
2,blue,b
,red,a
4,,b
5,red,a
6,blue,b
7,red,a
8,green,b
"""


@pytest.fixture
def mixed(tmp_path):
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "mixed.csv").write_text(TABLE)
    return pb.Suite.create("mixed", tmp_path / "data", target="class", folds=2).save(tmp_path / "s")


def frame(sizes, colours):
    return pd.DataFrame({"size": np.array(sizes, float), "colour": pd.Categorical(colours)})


def test_columns_are_learnt_from_the_training_rows():
    learnt = columns(scale=False).fit(frame([1, 2, np.nan, 9], ["r", "b", "r", None]))
    seen = learnt.transform(frame([np.nan, 5], ["g", None]))
    assert seen.tolist() == [[2.0, 0, 0, 0], [5.0, 1, 0, 0]]  # (missing), b, r; g is unknown
    scaled = columns(scale=True).fit(frame([1, 3], ["r", "b"])).transform(frame([2], ["b"]))
    assert scaled.tolist() == [[0.0, 1.0, 0.0]]


def test_a_category_with_the_name_of_what_is_missing_stays_apart_from_it():
    levels = ["(missing)", "((missing))", None, "b"]
    learnt = columns(scale=False).fit(frame([1] * 4, levels))
    assert learnt.transform(frame([1] * 4, levels))[:, 1:].sum(axis=0).tolist() == [1.0] * 4
    alone = learnt.transform(frame([1, 1], ["(missing)", "(missing)"]))
    missing = learnt.transform(frame([1, 1], [None, "b"]))
    assert (alone[:, 1:] * missing[:1, 1:]).sum() == 0.0
    names = as_names(pd.DataFrame({"colour": ["b", "(missing)", None]}))
    assert names.tolist() == [["b"], ["((missing))"], ["(missing)"]]


def test_a_column_without_a_value_in_training_stays():
    learnt = columns(scale=False).fit(frame([np.nan, np.nan], ["r", "r"]))
    assert learnt.transform(frame([3], ["r"])).shape == (1, 2)


def test_a_mixed_table_runs_and_the_pipeline_is_written(mixed, tmp_path):
    t = pb.run(mixed, {"tree": DecisionTreeClassifier()}, out=tmp_path / "run", workers=1)
    assert t.scores.shape == (1, 1)
    about = json.loads((tmp_path / "run" / "run.json").read_text())["estimators"]["tree"]
    text = json.dumps(about["pipeline"]["tabular"])
    assert '"strategy": "median"' in text
    assert "OneHotEncoder" in text


def test_none_gives_the_frame(mixed, tmp_path):
    with pytest.raises(pb.PybenchError, match="could not convert string"):
        pb.run(
            mixed, {"tree": {"estimator": DecisionTreeClassifier(), "preparation": "none"}},
            out=tmp_path / "run", workers=1,
        )  # fmt: skip


def test_series_are_rows_for_tables_and_arrays_for_aeon(tmp_path):
    aeon = pytest.importorskip("aeon.classification.distance_based")
    suite = pb.Suite.create("series", ["ItalyPowerDemand", "BasicMotions"])
    given = {
        "tree": DecisionTreeClassifier(),
        "euclid": aeon.KNeighborsTimeSeriesClassifier(distance="euclidean"),
    }
    t = pb.run(suite, given, out=tmp_path, workers=1)
    assert (t.scores > 0.5).all()
    about = json.loads((tmp_path / "run.json").read_text())["estimators"]
    assert "as_rows" in json.dumps(about["tree"])
    assert "as_rows" not in json.dumps(about["euclid"])
    assert "aeon" in about["euclid"]["versions"]


@pytest.mark.parametrize(
    ("kind", "preparation", "match"),
    [
        ("tabular", "rows", "found 'rows'"),
        ("series", "encode", "found 'encode'"),
        ("tabular", "magic", "`preparation`"),
    ],
)
def test_what_does_not_go_together_is_refused(kind, preparation, match):
    with pytest.raises(ArgumentError, match=match):
        prepared(DummyClassifier(), kind, preparation, "a")


def test_an_estimator_of_series_on_a_table_is_refused(flowers, tmp_path):
    aeon = pytest.importorskip("aeon.classification.distance_based")
    with pytest.raises(ArgumentError, match="one of time series"):
        pb.run(flowers, {"a": aeon.KNeighborsTimeSeriesClassifier()}, out=tmp_path, workers=1)
