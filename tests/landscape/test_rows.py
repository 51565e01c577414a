"""What a map can be trained on, and what is refused by name."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

import pybench as pb
from pybench.landscape.rows import finite_rows

GRID = np.arange(6.0).reshape(3, 2)


def feature_table(values, names) -> pb.FeatureTable:
    n = len(values)
    return pb.FeatureTable(
        dataset=np.full(n, "d", dtype=object),
        split=np.full(n, "", dtype=object),
        label=np.full(n, "x", dtype=object),
        id=np.arange(n),
        values=np.asarray(values, dtype=float),
        names=names,
        representation="own",
    )


@pytest.mark.parametrize(
    ("given", "names"),
    [
        (GRID, None),
        (GRID.astype(int), None),
        (GRID.tolist(), None),
        (pd.DataFrame(GRID, columns=["a", "b"]), ("a", "b")),
        (pd.DataFrame({"a": pd.array([0, 2, 4], dtype="Int64"), "b": GRID[:, 1]}), ("a", "b")),
        (pa.table({"a": GRID[:, 0], "b": GRID[:, 1]}), ("a", "b")),
        (feature_table(GRID, ("a", "b")), ("a", "b")),
    ],
)
def test_arrays_frames_and_tables_are_taken(given, names):
    rows = finite_rows("X", given)
    assert np.array_equal(rows.values, GRID)
    assert rows.values.dtype == np.float64
    assert rows.names == names
    assert rows.labels == (names or ("1", "2"))


def test_a_matrix_of_doubles_is_not_copied():
    assert finite_rows("X", GRID).values is GRID


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf, 1e101])
def test_what_is_not_finite_is_refused_by_row_and_column(bad):
    values = np.zeros((9000, 3))
    values[5000, 2] = values[5000, 1] = values[8000, 0] = bad
    with pytest.raises(pb.ArgumentError, match=r"row 5000 \(from 0\), column 'b'") as caught:
        finite_rows("X", pd.DataFrame(values, columns=["a", "b", "c"]))
    assert "2 such rows in all" in str(caught.value)
    assert caught.value.column == "b"


def test_missing_whole_numbers_are_refused():
    frame = pd.DataFrame({"a": pd.array([0, None], dtype="Int64"), "b": [1.0, 2.0]})
    with pytest.raises(pb.ArgumentError, match="column 'a' is nan"):
        finite_rows("X", frame)


@pytest.mark.parametrize(
    "bad",
    [
        [[1.0], [2.0, 3.0]],
        [1.0, 2.0],
        [["a", "b"]],
        np.empty((0, 3)),
        np.empty((3, 0)),
        np.zeros((1, 1), dtype=complex),
        pd.DataFrame({"a": [1.0], "b": ["x"]}),
        None,
    ],
)
def test_what_is_no_matrix_of_numbers_is_refused(bad):
    with pytest.raises(pb.ArgumentError, match="`X` must be a matrix of numbers"):
        finite_rows("X", bad)
