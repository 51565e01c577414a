"""Metadata as vectors: against scikit-learn, on the published tables, refusals."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from sklearn.preprocessing import MinMaxScaler, OneHotEncoder

import pybench as pb


def test_the_recsys_table_is_rescaled_as_scikit_learn_does(shared):
    frame = pd.read_csv(shared / "data" / "results" / "recsys_2024_dataset_features.csv")
    found = pb.metadata_embedding(frame)
    assert found.shape == (30, 18)  # the paper's 18 dimensions
    assert found.index.tolist() == frame["dataset"].tolist()
    assert found.columns.tolist() == frame.columns[1:].tolist()
    expected = MinMaxScaler().fit_transform(frame.drop(columns="dataset"))
    np.testing.assert_allclose(found, expected, atol=1e-13)
    assert found.min().eq(0).all()
    assert found.max().eq(1).all()


def test_task_types_of_mteb_are_one_hot_as_scikit_learn_does(shared):
    frame = pd.read_csv(shared / "data" / "results" / "mteb_2023_task_types.csv")
    found = pb.metadata_embedding(frame)
    encoder = OneHotEncoder(sparse_output=False).fit(frame[["task_type"]])
    assert found.columns.tolist() == [f"task_type={c}" for c in encoder.categories_[0]]
    np.testing.assert_array_equal(found, encoder.transform(frame[["task_type"]]))
    assert (found.sum(axis=1) == 1).all()


def test_index_and_column_name_the_datasets_alike():
    frame = pd.DataFrame({"dataset": ["b", "a"], "n": [1, 3], "k": ["x", "y"]})
    found = pb.metadata_embedding(frame)
    assert found.index.tolist() == ["b", "a"]
    pd.testing.assert_frame_equal(found, pb.metadata_embedding(frame.set_index("dataset")))


def test_kinds_of_columns():
    frame = pd.DataFrame(
        {
            "flag": [True, False, True],
            "same": [7, 7, 7],
            "kind": pd.Categorical(["v", "u", "v"], categories=["z", "v", "u"]),
            "small": np.array([1, 2, 3], np.int8),
            "nullable": pd.array([2, 4, 3], "Int64"),
        },
        index=["a", "b", "c"],
    )
    found = pb.metadata_embedding(frame)
    assert found.to_dict("list") == {
        "flag": [1, 0, 1],
        "same": [0, 0, 0],
        "kind=u": [0, 1, 0],
        "kind=v": [1, 0, 1],
        "small": [0, 0.5, 1],
        "nullable": [0, 1, 0.5],
    }
    assert (found.dtypes == np.float64).all()


def test_units_do_not_matter():
    frame = pd.DataFrame({"n": [3.0, 5, 4, 11]}, index=list("abcd"))
    assert pb.metadata_embedding(frame * 8 - 16).equals(pb.metadata_embedding(frame))


def test_a_range_beyond_the_doubles():
    frame = pd.DataFrame({"n": [-1.7e308, 0, 1.7e308]}, index=list("abc"))
    assert pb.metadata_embedding(frame)["n"].tolist() == [0, 0.5, 1]


def test_missing_values_are_refused_by_name():
    frame = pd.DataFrame({"n": [1, 2, 3], "k": ["x", None, None]}, index=list("abc"))
    says = "found 2 missing, the first for dataset `b` in column `k`"
    with pytest.raises(pb.ArgumentError, match=says):
        pb.metadata_embedding(frame)


def test_missing_values_are_told_by_a_column():
    frame = pd.DataFrame({"n": [0, np.nan, 10, 2], "k": ["x", None, "y", "x"]}, index=list("abcd"))
    found = pb.metadata_embedding(frame, missing="column")
    assert found.to_dict("list") == {
        "n": [0, 0.2, 1, 0.2],
        "n=missing": [0, 1, 0, 0],
        "k=x": [1, 0, 0, 1],
        "k=y": [0, 0, 1, 0],
        "k=missing": [0, 1, 0, 0],
    }
    pd.testing.assert_frame_equal(
        pb.metadata_embedding(frame.fillna({"n": 3, "k": "y"}), missing="column"),
        pb.metadata_embedding(frame.fillna({"n": 3, "k": "y"})),
    )


@pytest.mark.parametrize("kind", ["string", "category", object])
def test_gaps_of_any_kind_of_texts(kind):
    frame = pd.DataFrame({"k": pd.Series(["x", None, "y"], list("abc"), dtype=kind)})
    found = pb.metadata_embedding(frame, missing="column")
    assert found.to_dict("list") == {"k=x": [1, 0, 0], "k=y": [0, 0, 1], "k=missing": [0, 1, 0]}


def test_nothing_but_missing_values():
    frame = pd.DataFrame({"n": [np.nan, np.nan]}, index=list("ab"))
    found = pb.metadata_embedding(frame, missing="column")
    assert found.to_dict("list") == {"n": [0, 0], "n=missing": [1, 1]}


@pytest.mark.parametrize(
    ("frame", "says"),
    [
        ([1, 2], "a table with a row per dataset, not list"),
        (pd.DataFrame({"dataset": ["a"]}), "a column or more besides the names"),
        (pd.DataFrame({"n": [1, 2]}, index=["a", "a"]), "found `a` twice"),
        (pd.DataFrame({"n": [1, np.inf]}, index=["a", "b"]), "column `n` must hold finite"),
        (pd.DataFrame({"k": ["x", 3]}, index=["a", "b"]), "numbers or strings, not int"),
        (pd.DataFrame({"k": [1 + 1j, 3]}, index=["a", "b"]), "numbers or strings, not complex"),
        (pd.DataFrame({"k": ["x"], "k=x": [1]}, index=["a"]), "found `k=x` twice"),
    ],
)
def test_bad_tables_are_refused(frame, says):
    with pytest.raises(pb.ArgumentError, match=says):
        pb.metadata_embedding(frame)


def test_a_bad_setting_is_refused():
    with pytest.raises(pb.ArgumentError, match="missing"):
        pb.metadata_embedding(pd.DataFrame({"n": [1]}, index=["a"]), missing="drop")
