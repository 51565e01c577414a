"""Files of features and of names: what is read, and what is refused where."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import pybench as pb
from pybench.base.errors import ArgumentError, InputError, SeriesError
from pybench.cli.embeddings import named_embeddings, only, read_embedding, read_names
from pybench.reporting.numbers import document


def features():
    return pb.FeatureTable(
        dataset=np.array(["b", "b", "a"], object),
        split=np.array(["train"] * 3, object),
        label=np.array(["1", "2", "1"], object),
        id=np.arange(3),
        values=np.array([[1.0, 2.0], [3.0, 4.0], [9.0, np.nan]]),
        names=("x", "y"),
        representation="own",
    )


@pytest.mark.parametrize("ending", ["csv", "parquet", "arrow"])
def test_a_table_of_features_becomes_means(tmp_path, ending):
    path = tmp_path / f"f.{ending}"
    pb.write_features(features(), path)
    found = read_embedding(path)
    expected = pb.dataset_embedding(features())
    pd.testing.assert_frame_equal(found, expected)
    assert found.loc["b"].tolist() == [2.0, 3.0]


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_any_table_with_a_row_a_dataset(tmp_path, ending):
    path = tmp_path / f"f.{ending}"
    frame = pb.dataset_embedding(features()).assign(whole=[1, 2]).reset_index()
    if ending == "csv":
        frame.to_csv(path, index=False)
    else:
        frame.to_parquet(path)
    found = read_embedding(path)
    assert found.index.tolist() == ["b", "a"]
    assert found["whole"].tolist() == [1.0, 2.0]
    assert np.isnan(found.loc["a", "y"])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("name,x\na,1\n", "f.csv:1: column 'dataset': expected a column `dataset`"),
        ("dataset,x\na,1\na,2\n", "f.csv:3: column 'dataset': expected each dataset once"),
        ("dataset,x\na,1\nb,red\n", "f.csv:3: column 'x': expected a finite number, found `red`"),
        ("dataset,x\na,1\nb,inf\n", "expected a finite number"),
        ("dataset,x,x\na,1,2\n", "every column name once"),
    ],
)
def test_what_is_no_embedding(tmp_path, text, said):
    path = tmp_path / "f.csv"
    path.write_text(text)
    with pytest.raises(InputError) as caught:
        read_embedding(path)
    assert said.replace("column 'dataset': expected a column", "expected a column") in str(
        caught.value
    ) or said in str(caught.value)


def test_a_damaged_table_of_features_is_refused_as_such(tmp_path):
    path = tmp_path / "f.csv"
    path.write_text("dataset,split,label,id,x\na,train,1,0,0.5\nb,train,1,0,red\n")
    with pytest.raises(SeriesError) as caught:
        read_embedding(path)
    assert (caught.value.file, caught.value.line, caught.value.column) == (str(path), 3, "x")
    assert "expected a number, Inf, -Inf or NaN in every cell" in str(caught.value)


def test_names_of_embeddings(tmp_path):
    path = tmp_path / "looks.csv"
    path.write_text("dataset,x\na,1\nb,2\n")
    assert list(named_embeddings([str(path), f"again={path}"])) == ["looks", "again"]
    for texts in ([str(path), str(path)], [f"={path}"]):
        with pytest.raises(ArgumentError, match="different names"):
            named_embeddings(texts)


def test_names_of_datasets_from_either_file(tmp_path):
    (tmp_path / "mine.txt").write_bytes("\ufeff#1\r\n a \r\n\nb\u2028c\x0b\rd".encode())
    assert read_names(tmp_path / "mine.txt") == ("#1", " a ", "b\u2028c\x0b\rd")
    place = pb.dataset_embedding(features())[["x"]]
    for result in (pb.select(place, 1), pb.record_selection(place, 1)):
        (tmp_path / "selection.json").write_bytes(document(result.to_dict()))
        assert read_names(tmp_path) == read_names(tmp_path / "selection.json") == ("a",)


@pytest.mark.parametrize("name", ["none.txt", "empty.txt", "latin.txt", "other.json"])
def test_what_holds_no_names(tmp_path, name):
    (tmp_path / "empty.txt").write_text("\r\n\n")
    (tmp_path / "latin.txt").write_bytes(b"caf\xe9\n")
    other = pb.coverage(["a", "b"], [0, 1])
    (tmp_path / "other.json").write_bytes(document(other.to_dict()))
    with pytest.raises(InputError, match="pybench select") as caught:
        read_names(tmp_path / name)
    assert caught.value.file == str(tmp_path / name)


def test_only_some_datasets(tmp_path):
    t = pb.read_results([[1, 2], [2, 1], [3, 1]], higher_is_better=True, datasets=list("abc"),
                        classifiers=["x", "y"])  # fmt: skip
    path = tmp_path / "mine.txt"
    path.write_text("c\na\n")
    assert only(t, None) is t
    assert only(t, path).datasets == ("c", "a")
    path.write_text("c\nd\n")
    with pytest.raises(InputError, match="`d`, for which it has no scores"):
        only(t, path)


def test_a_name_is_the_whole_line(tmp_path):
    t = pb.read_results([[1, 2], [2, 1], [3, 1]], higher_is_better=True, datasets=["x", " x", "y "],
                        classifiers=["a", "b"])  # fmt: skip
    path = tmp_path / "mine.txt"
    path.write_text(" x\ny \n")
    assert only(t, path).datasets == (" x", "y ")
    path.write_text("y\n")
    with pytest.raises(InputError, match="blanks included: the table has `y `"):
        only(t, path)


def test_a_name_that_a_file_gives_twice_is_its_fault(tmp_path):
    path = tmp_path / "mine.txt"
    path.write_text("c\na\nc\n")
    with pytest.raises(InputError, match="each dataset once, found `c` 2 times") as caught:
        read_names(path)
    assert caught.value.file == str(path)
