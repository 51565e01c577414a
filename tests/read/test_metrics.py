"""`read_metrics`: several metrics of one source."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

import pybench as pb

WIDE = pd.DataFrame(
    {
        "dataset": list("uuvv"),
        "method": list("xyxy"),
        "accuracy": [0.9, 0.8, 0.7, 0.6],
        "seconds": [5.0, 2.0, 4.0, 1.0],
    }
)
DIRECTIONS = {"seconds": False, "accuracy": True}


def check(tables):
    assert list(tables) == ["seconds", "accuracy"]
    for name, higher in DIRECTIONS.items():
        t = tables[name]
        assert (t.metric, t.higher_is_better) == (name, higher)
        assert np.array_equal(t.scores.ravel(), WIDE[name])


def long():
    return WIDE.melt(["dataset", "method"], var_name="metric", value_name="score")


@pytest.mark.parametrize("make", [lambda: WIDE, long])
@pytest.mark.parametrize("form", ["frame", "table", "stream", "csv", "parquet"])
def test_columns_or_rows_name_the_metrics(tmp_path, make, form):
    source = make()
    if form == "csv":
        source.to_csv(tmp_path / "s.csv", index=False)
        source = tmp_path / "s.csv"
    elif form == "parquet":
        source.to_parquet(tmp_path / "s.parquet")
        source = str(tmp_path / "s.parquet")
    elif form != "frame":
        source = pa.Table.from_pandas(source)
        source = source.to_reader() if form == "stream" else source
    check(pb.read_metrics(source, DIRECTIONS))


def test_a_column_called_score_is_not_taken_for_another_metric():
    frame = WIDE.rename(columns={"accuracy": "score"})
    tables = pb.read_metrics(frame, {"score": True, "seconds": False})
    assert np.array_equal(tables["seconds"].scores.ravel(), WIDE["seconds"])
    assert np.array_equal(tables["score"].scores.ravel(), WIDE["accuracy"])


def test_a_file_of_a_tool_has_several_metrics(tmp_path):
    frame = WIDE.rename(columns={"dataset": "task", "method": "framework"})
    frame = frame.assign(id="i", fold=0, result=frame["accuracy"], metric="auc")
    tables = pb.read_metrics(frame, {"auc": True, "seconds": False}, repeats="mean")
    assert np.array_equal(tables["auc"].scores.ravel(), WIDE["accuracy"])
    assert np.array_equal(tables["seconds"].scores.ravel(), WIDE["seconds"])


def test_the_tables_go_into_a_comparison():
    many = pd.concat([WIDE.assign(dataset=WIDE["dataset"] + str(i)) for i in range(4)])
    found = pb.compare_metrics(pb.read_metrics(many, DIRECTIONS))
    assert found.agreement == ("opposite",)


@pytest.mark.parametrize(
    ("given", "reading", "message"),
    [
        (["accuracy"], {}, "`higher_is_better` must be the direction of each metric by its name"),
        ({}, {}, "`higher_is_better` must be the direction of each metric by its name"),
        ({"accuracy": True}, {"metric": "a"}, "`metric` cannot be given"),
        ({"accuracy": True}, {"score": "a"}, "`score` cannot be given"),
        ({"accuracy": 1}, {}, "`higher_is_better` must be true or false"),
        ({"f1": True}, {}, "expected a column `score` or `f1`"),
    ],
)
def test_refusals(given, reading, message):
    with pytest.raises(pb.PybenchError, match=message):
        pb.read_metrics(WIDE, given, **reading)
