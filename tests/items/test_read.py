"""Reading tables of items: both forms, what is refused and where."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import pybench as pb

LONG = """item,method,run,cluster,weight,dataset,score
q1,small,1,t1,2,x,1
q1,small,2,t1,2,x,0
q1,large,1,t1,2,x,1
q1,large,2,t1,2,x,1
q2,small,1,t1,1,y,0
q2,small,2,t1,1,y,0
q2,large,1,t1,1,y,1
q2,large,2,t1,1,y,0
"""
WIDE = "item,small,large\nq1,1,0\nq2,0,0.5\nq3,1,1\n"


@pytest.fixture
def read(tmp_path):
    def of(text, name="items.csv", **options):
        file = tmp_path / name
        file.write_text(text, encoding="utf-8")
        return pb.read_items(file, **{"higher_is_better": True, **options})

    return of


def test_a_long_file(read):
    items = read(LONG, metric="accuracy")
    assert items.items == ("q1", "q2")
    assert items.classifiers == ("small", "large")
    assert items.by_run.tolist() == [[[1, 0], [1, 1]], [[0, 0], [1, 0]]]
    assert items.scores.tolist() == [[0.5, 1], [0, 0.5]]
    assert items.clusters == ("t1", "t1")
    assert items.datasets == ("x", "y")
    assert items.weights.tolist() == [2, 1]
    assert (items.metric, items.format, items.higher_is_better) == ("accuracy", "csv", True)


def test_a_wide_file(read):
    items = read(WIDE, higher_is_better=False)
    assert items.scores.tolist() == [[1, 0], [0, 0.5], [1, 1]]
    assert items.by_run is items.clusters is items.weights is items.datasets is None
    assert not items.higher_is_better


def test_the_order_of_rows_is_that_of_the_table(read):
    head, *lines = LONG.splitlines()
    mixed = read("\n".join([head, *reversed(lines)]) + "\n")
    assert mixed.items == ("q2", "q1")
    assert mixed.classifiers == ("large", "small")
    assert mixed.by_run[1, 1].tolist() == [1, 0]  # runs by number


@pytest.mark.parametrize("name", ["classifier", "model", "estimator", "framework"])
def test_names_of_the_column_of_methods(read, name):
    assert read(LONG.replace("method", name)).classifiers == ("small", "large")


def test_columns_may_have_any_name(read):
    text = LONG.replace("item,", "doc,").replace("cluster", "text").replace("score", "acc")
    items = read(text.replace("run", "seed"), item="doc", cluster="text", score="acc", run="seed")
    assert items.clusters == ("t1", "t1")
    assert items.n_runs == 2
    assert read(LONG.replace("score", "acc"), metric="acc").n_items == 2


def test_sources_in_memory_are_the_same(read, tmp_path):
    expected = read(LONG).to_dict()
    frame = pd.read_csv(tmp_path / "items.csv")
    frame.to_parquet(tmp_path / "items.parquet")
    for source in (frame, tmp_path / "items.parquet"):
        found = pb.read_items(source, higher_is_better=True).to_dict()
        for field in ("source", "format"):
            del found[field]
        assert found == {key: value for key, value in expected.items() if key in found}
    indexed = frame[["item", "score"]].drop_duplicates("item").set_index("item")
    assert pb.read_items(indexed, higher_is_better=True).items == ("q1", "q2")


def test_one_name_in_two_datasets_is_two_items(read):
    items = read(LONG.replace("q2", "q1"))
    assert items.items == ("q1", "q1")
    assert items.datasets == ("x", "y")


def test_runs_without_numbers_are_in_order_of_appearance(read):
    text = "item,run,a,b\nq,z,1,0\nq,a,0,0\nr,a,1,1\nr,z,0,1\n"
    assert read(text).by_run[:, 0].tolist() == [[1, 0], [0, 1]]


LINE = LONG.splitlines(keepends=True)
HOSTILE = {
    "a score twice": (LONG + LINE[3], "every score once.*lines 4, 10", 10),
    "a row twice in a wide file": (
        WIDE + "q1,1,1\n",
        "every score once.*item `q1` on lines 2, 5",
        5,
    ),
    "a run missing": ("".join(LINE[:-1]), "1 missing.*item `q2`.*method `large` in run 2", 8),
    "a method without an item": (LONG.replace(LINE[3] + LINE[4], ""), "2 missing.*`large`", None),
    "a score missing": (WIDE.replace("0.5", ""), "every score.*item `q2` and method `large`", 3),
    "NaN": (WIDE.replace("0.5", "NaN"), "every score", 3),
    "infinite": (WIDE.replace("0.5", "inf"), "finite number", 3),
    "text": (WIDE.replace("0.5", "C"), "a number", 3),
    "a decimal comma": ("item;a;b\nq;1;0\nr;0,5;1\n", "decimals with a point", 3),
    "an item without a score": (WIDE + "q4,,\n", "2 missing", 5),
    "two clusters of an item": (LONG.replace("q1,large,1,t1", "q1,large,1,t2"), "one cluster", 4),
    "two weights of an item": (LONG.replace("q1,large,1,t1,2", "q1,large,1,t1,3"), "one weight", 4),
    "a weight of 0": (LONG.replace("t1,1,y", "t1,0,y"), "weight above 0.*`0`", 6),
    "no weight": (LONG.replace("t1,1,y", "t1,,y"), "weight above 0.*none", 6),
    "a weight as text": (LONG.replace("t1,1,y", "t1,much,y"), "a number", 6),
    "no column of items": (WIDE.replace("item", "id"), 'column `item`.*item="NAME"', 1),
    "no column of scores": (LONG.replace("score", "value"), "column `score`", 1),
    "two columns of methods": (LONG.replace("run", "model"), "one column of methods", 1),
    "a column twice": (WIDE.replace("large", "small"), "every column name once", 1),
    "no name of a column": (WIDE.replace("large", ""), "a name for every column", 1),
    "no method": ("item,run\nq,1\n", "at least one method column", 1),
    "no rows": ("item,a,b\n", "at least one item", None),
    "methods that look the same": ("item,\u00e9,e\u0301\nq,1,0\nr,0,1\n", "differ visibly", None),
    "a short line": (WIDE + "q4,1\n", "3 fields", 5),
    "an empty file": ("", "header", None),
}


@pytest.mark.parametrize("case", HOSTILE)
def test_hostile_files_are_refused(read, case):
    text, message, line = HOSTILE[case]
    with pytest.raises(pb.InputError, match=message) as caught:
        read(text)
    assert caught.value.line == line
    assert "items.csv" in str(caught.value)
    assert caught.value.hint


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"higher_is_better": 1}, "higher_is_better"),
        ({"format": "xml"}, "`format` must be one of"),
        ({"layout": "tall"}, "`layout`"),
        ({"item": 3}, "`item` must be the name of a column"),
        ({"run": "item"}, "`item` and `run` must name different columns"),
        ({"metric": 3}, "`metric`"),
        ({"encoding": "x"}, "`encoding`"),
    ],
)
def test_arguments_that_are_refused(read, options, message):
    with pytest.raises(pb.ArgumentError, match=message):
        read(WIDE, **options)


def test_sources_that_are_refused(tmp_path):
    with pytest.raises(pb.ArgumentError, match="`source` must be"):
        pb.read_items(3, higher_is_better=True)
    with pytest.raises(pb.InputError):
        pb.read_items(tmp_path / "absent.csv", higher_is_better=True)
    frame = pd.DataFrame({"item": ["a"], "m": [1.0]})
    with pytest.raises(pb.ResultsTableError, match="column `run2`"):
        pb.read_items(frame, higher_is_better=True, run="run2")


def test_a_missing_score_in_memory_names_its_row():
    frame = pd.DataFrame({"item": ["a", "b"], "m": [1.0, np.nan], "n": [0.0, 1.0]})
    with pytest.raises(pb.ResultsTableError, match="item `b` and method `m`"):
        pb.read_items(frame, higher_is_better=True)
