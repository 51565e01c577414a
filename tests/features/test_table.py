"""FeatureTable says what it holds, in every form, and cannot be written to."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pyarrow as pa
import pytest

from pybench.base.errors import ArgumentError
from pybench.features.table import FeatureTable

VALUES = np.array([[1.0, 2.0], [3.0, 4.0], [5.0, np.nan], [7.0, 8.0]])


def texts(*values):
    return np.array(values, object)


@pytest.fixture
def table():
    return FeatureTable(
        dataset=texts("a", "b", "a", "a"),
        split=texts("train", "", "test", "train"),
        label=texts("x", None, "y", "x"),
        id=np.array([0, 0, 0, 1]),
        values=VALUES.copy(),
        names=("f", "g"),
        representation="toy",
        removed={"h": "not computable for 1 series of `a`"},
        left_out={"c": "unequal length"},
    )


def test_rows_have_names_of_their_own(table):
    assert table.ids == ("a/train/0", "b/0", "a/test/0", "a/train/1")
    assert (table.datasets, len(table), table.per_dataset) == (("a", "b"), 4, False)


def test_a_row_a_dataset_is_called_like_it():
    table = FeatureTable(
        texts("a", "b"), texts("", ""), texts(None, None), np.zeros(2, np.int64), VALUES[:2].copy(),
        ("f", "g"), "toy", unit="dataset",
    )  # fmt: skip
    assert (table.per_dataset, table.ids) == (True, ("a", "b"))
    assert str(table) == "toy: 2 features of 2 datasets"


def test_one_series_of_each_dataset_is_no_table_of_datasets(table):
    one = replace(table, **{k: getattr(table, k)[:2] for k in ("dataset", "split", "label", "id")},
                  values=VALUES[:2].copy())  # fmt: skip
    assert (one.per_dataset, one.ids) == (False, ("a/train/0", "b/0"))
    assert str(one).startswith("toy: 2 features of 2 series of 2 datasets\n")


@pytest.mark.parametrize(
    "other", [{"id": np.arange(3)}, {"names": ("f",)}, {"values": VALUES[0]}, {"label": texts()}]
)
def test_what_does_not_fit_together_is_refused(table, other):
    with pytest.raises(ArgumentError, match="id per row, and one name per column"):
        replace(table, **other)


def test_the_array_of_the_caller_stays_as_it_was(table):
    values = VALUES.copy()
    assert not replace(table, values=values).values.flags.writeable
    assert values.flags.writeable


def test_a_column_by_its_name(table):
    assert table.column("f").tolist() == [1.0, 3.0, 5.0, 7.0]
    with pytest.raises(ArgumentError, match="it was removed, not computable for 1 series"):
        table.column("h")
    with pytest.raises(ArgumentError, match=r"no feature `k`$"):
        table.column("k")


def test_rows_by_dataset(table):
    found = {name: rows[:, 0].tolist() for name, rows in table.by_dataset()}
    assert found == {"a": [1.0, 5.0, 7.0], "b": [3.0]}


def test_frame_and_arrow_hold_the_same(table):
    frame = table.to_frame()
    assert frame.index.names == ["dataset", "split", "label", "id"]
    assert np.array_equal(frame.to_numpy(), VALUES, equal_nan=True)
    frame.iloc[0, 0] = 99.0
    assert table.values[0, 0] == 1.0
    for arrow in (table.to_arrow(), pa.table(table)):
        assert arrow.column_names == ["dataset", "split", "label", "id", "f", "g"]
        assert arrow.column("label").to_pylist() == ["x", None, "y", "x"]
        assert arrow.column("g").null_count == 0
        columns = [arrow.column(name).to_numpy() for name in ("f", "g")]
        assert np.array_equal(np.transpose(columns), VALUES, equal_nan=True)


def test_the_dictionary_is_json(table):
    found = json.loads(json.dumps(table.to_dict(), allow_nan=False))
    assert found["schema"] == "pybench/feature-table/1"
    assert found["values"][2] == [5.0, "NaN"]
    assert found["left_out"] == {"c": "unequal length"}


def test_it_cannot_be_written_to(table):
    for name in ("dataset", "split", "label", "id", "values"):
        with pytest.raises(ValueError, match="read-only"):
            getattr(table, name)[0] = 0


def test_the_text_says_what_is_gone(table):
    assert str(table).splitlines() == [
        "toy: 2 features of 4 series of 2 datasets",
        "removed: 1 feature (see .removed)",
        "left out: `c` (see .left_out)",
    ]
    assert repr(table) == str(table)
