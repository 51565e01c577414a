"""Row numbers are no method, wherever a table comes from; an index of names is the datasets."""

import logging

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

import pybench as pb
from pybench.base.errors import ResultsTableError


def read(source, **more):
    return pb.read_results(source, higher_is_better=True, **more)


@pytest.fixture
def frame():
    scores = np.random.default_rng(1).random((12, 2)).round(3)
    names = [f"d{i}" for i in range(12)]
    return pd.DataFrame({"dataset": names, "a": scores[:, 0], "b": scores[:, 1]})


def written_by_pandas(frame, folder):
    frame.to_csv(folder / "t.csv")
    return pd.read_csv(folder / "t.csv")


def parquet(frame, folder):
    frame.reset_index().to_parquet(folder / "t.parquet", index=False)
    return folder / "t.parquet"


@pytest.mark.parametrize(
    "source",
    [
        written_by_pandas,
        parquet,
        lambda frame, _: frame.reset_index(),
        lambda frame, _: frame[frame["a"] > frame["a"].median()].reset_index(),
        lambda frame, _: frame.sort_values("a").reset_index(),
        lambda frame, _: pa.Table.from_pandas(frame.reset_index(), preserve_index=False),
        lambda frame, _: frame.assign(anything=range(12)),
        lambda frame, _: frame.assign(anything=np.arange(1.0, 13.0)),
        lambda frame, _: frame.head(3).reset_index(),
    ],
)
def test_row_numbers_are_refused(frame, source, tmp_path):
    with pytest.raises(ResultsTableError, match=r"found row numbers\. .*index=False"):
        read(source(frame, tmp_path))


def test_row_numbers_of_a_matrix_are_refused(frame):
    matrix = np.c_[np.arange(12), frame[["a", "b"]]]
    with pytest.raises(ResultsTableError, match=r"column .row.: .* found row numbers"):
        read(matrix, datasets=frame["dataset"], classifiers=["row", "a", "b"])


def test_what_may_be_scores_is_read(frame):
    assert read(frame.head(9).assign(anything=range(9))).n_classifiers == 3
    assert read(frame.assign(X=[3, 1, 2, 4] * 3)).n_classifiers == 3
    assert read(frame.assign(id=frame["a"])).n_classifiers == 3
    assert read(frame.assign(anything=range(2, 14))).n_classifiers == 3
    assert read(frame[["dataset"]].assign(anything=range(12))).n_classifiers == 1
    with_gap = frame.assign(anything=[0.0, np.nan, *range(2, 12)])
    assert read(with_gap, missing="keep").n_classifiers == 3


def test_a_first_column_of_names_is_the_datasets_and_a_log_line_says_so(frame, tmp_path, caplog):
    frame.set_index("dataset").rename_axis(None).to_csv(tmp_path / "t.csv")
    with caplog.at_level(logging.WARNING, "pybench"):
        assert read(tmp_path / "t.csv").datasets == read(frame).datasets
    assert caplog.messages == ["the first column has no name; it is taken as `dataset`"]
