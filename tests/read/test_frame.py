"""pandas frames and NumPy arrays: each type taken exactly or refused by name."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from pybench.base.errors import ArgumentError, ResultsTableError
from pybench.read.results import read_results


def read(frame, **arguments):
    return read_results(frame, higher_is_better=True, **arguments)


def scores(values, dtype):
    column = pd.Series(values, dtype=dtype)
    return pd.DataFrame({"dataset": [f"d{i}" for i in range(len(values))], "a": column})


@pytest.mark.parametrize(
    "dtype",
    [
        "float64",
        "float32",
        "float16",
        "Float64",
        "Float32",
        "int64",
        "uint8",
        "Int64",
        "UInt16",
        "object",
        "category",
        "double[pyarrow]",
        "int32[pyarrow]",
    ],
)
def test_numbers_of_every_dtype(dtype):
    assert read(scores([1, 3], dtype)).scores.tolist() == [[1.0], [3.0]]


@pytest.mark.parametrize(
    "dtype", ["float32", "Float64", "Int64", "object", "category", "double[pyarrow]"]
)
def test_missing_of_every_dtype(dtype):
    assert read(scores([1, None], dtype), missing="drop").dropped == ("d1",)


@pytest.mark.parametrize(
    ("dtype", "values"),
    [
        ("bool", [True]),
        ("boolean", [True]),
        ("str", ["1"]),
        ("string", ["1"]),
        ("category", ["1"]),
        ("object", ["1"]),
        ("object", [True]),
        ("complex128", [1j]),
        ("datetime64[ns]", ["2020-01-01"]),
        ("timedelta64[ns]", [1]),
        ("bool[pyarrow]", [True]),
        ("string[pyarrow]", ["1"]),
    ],
)
def test_other_dtypes_are_refused_by_column(dtype, values):
    with pytest.raises(ResultsTableError, match=r"column 'a': expected (a number|numbers), found"):
        read(scores(values, dtype))


def test_long_doubles_are_refused():
    if np.dtype(np.longdouble).itemsize == 8:
        pytest.skip("here a long double is a double")
    with pytest.raises(ResultsTableError, match="expected numbers, found float128"):
        read(scores([1.0], np.longdouble))


@pytest.mark.parametrize("dtype", ["str", "string", "object", "category", "string[pyarrow]"])
def test_names_of_every_dtype(dtype):
    frame = pd.DataFrame({"dataset": pd.Series(["=d", "NA"], dtype=dtype), "a": [1.0, 2.0]})
    assert read(frame).datasets == ("=d", "NA")
    frame.loc[1, "dataset"] = None
    with pytest.raises(ResultsTableError, match=r"column 'dataset': expected a name, .* in row 2"):
        read(frame)


def test_an_index_counts_as_the_datasets_where_no_column_does():
    frame = pd.DataFrame({"a": [1.0, 2.0]}, index=["x", "y"])
    assert read(frame).datasets == ("x", "y")
    assert read(frame.rename_axis("anything")).datasets == ("x", "y")
    assert read(frame.assign(dataset=["p", "q"])).datasets == ("p", "q")
    assert read(frame.set_axis([31, 7])).datasets == ("31", "7")


def test_a_plain_index_counts_as_nothing():
    with pytest.raises(ResultsTableError, match="expected a column `dataset`, found `a`"):
        read(pd.DataFrame({"a": [1.0, 2.0]}))


@pytest.mark.parametrize(
    "index", [[1.5, 2.5], [("a", 1), ("b", 2)], pd.date_range("2020", periods=2)]
)
def test_an_index_of_anything_else_is_refused(index):
    with pytest.raises(ResultsTableError, match="expected names as text or integers"):
        read(pd.DataFrame({"a": [1.0, 2.0]}, index=index))


def test_column_names_are_text_or_integers():
    assert read(pd.DataFrame({"dataset": ["d"], 7: [1.0]})).classifiers == ("7",)
    with pytest.raises(ResultsTableError, match="found float at column 2"):
        read(pd.DataFrame({"dataset": ["d"], 1.5: [1.0]}))
    with pytest.raises(ResultsTableError, match="found `7` 2 times"):
        read(pd.DataFrame([["d", 1.0, 2.0]], columns=["dataset", 7, "7"]))


def test_a_results_table_goes_out_as_it_came_in():
    table = read(pd.DataFrame({"dataset": ["d", "=e"], "NA": [0.1, 1 / 3], "a b": [1.0, 2.0]}))
    assert read(table.to_frame()) == table
    assert read(table.to_frame().reset_index()) == table


def test_frames_are_not_written_to():
    frame = pd.DataFrame({"dataset": ["d"], "a": [-0.0]})
    read(frame).scores.sum()
    assert np.signbit(frame.loc[0, "a"])


# ---- arrays -------------------------------------------------------------------------------------

NAMES = {"datasets": ["d", "e"], "classifiers": ["a", "b"]}


@pytest.mark.parametrize(
    "dtype", ["float64", "float32", "float16", "int64", "uint8", "object", ">f8"]
)
def test_arrays_of_every_dtype(dtype):
    assert read(np.array([[1, 2], [3, 4]], dtype), **NAMES).scores.tolist() == [[1, 2], [3, 4]]


def test_arrays_in_any_order_of_memory():
    array = np.asfortranarray(np.arange(16.0).reshape(4, 4))[::2, ::-2]
    assert read(array, **NAMES).scores.tolist() == [[3.0, 1.0], [11.0, 9.0]]


@pytest.mark.parametrize("dtype", [np.float32, np.int64])
def test_masked_scores_are_missing(dtype):
    array = np.ma.masked_array([[1, 2], [3, 4]], [[0, 0], [0, 1]], dtype)
    with pytest.raises(ResultsTableError, match="for dataset `e` and method `b`"):
        read(array, **NAMES)


@pytest.mark.parametrize("dtype", ["bool", "U1", "complex128", "M8[s]", "longdouble"])
def test_other_arrays_are_refused(dtype):
    with pytest.raises(ResultsTableError, match="column 'a': expected numbers"):
        read(np.zeros((2, 2)).astype(dtype), **NAMES)


@pytest.mark.parametrize(
    ("shape", "names", "word"),
    [
        ((2,), NAMES, "2 dimensions, not 1"),
        ((2, 2, 2), NAMES, "2 dimensions, not 3"),
        ((3, 2), NAMES, "`datasets` must hold 3 names, not 2"),
        ((2, 1), NAMES, "`classifiers` must hold 1 names, not 2"),
        ((2, 2), {"datasets": ["d", "e"]}, "`classifiers` must be a list of 2 names"),
        ((2, 2), NAMES | {"datasets": "de"}, "`datasets` must be a list of 2 names"),
        ((2, 2), NAMES | {"datasets": ["d", 1]}, "`datasets` must be strings"),
    ],
)
def test_arrays_need_their_names(shape, names, word):
    with pytest.raises(ArgumentError, match=word):
        read(np.zeros(shape), **names)


def test_arrays_may_repeat_datasets_but_not_classifiers():
    array = np.array([[1.0, 2.0], [3.0, 6.0]])
    assert read(
        array, datasets=["d", "d"], classifiers=["a", "b"], repeats="mean"
    ).scores.tolist() == [[2, 4]]
    with pytest.raises(ResultsTableError, match="every column name once, found `a` 2 times"):
        read(array, datasets=["d", "e"], classifiers=["a", "a"])


@pytest.mark.parametrize(
    ("shape", "word"), [((0, 2), "at least one dataset"), ((2, 0), "at least one method")]
)
def test_empty_arrays_are_refused(shape, word):
    names = {"datasets": ["d", "e"][: shape[0]], "classifiers": ["a", "b"][: shape[1]]}
    with pytest.raises(ResultsTableError, match=word):
        read(np.zeros(shape), **names)


def test_names_of_an_array_may_come_from_any_iterable():
    t = read_results(
        np.ones((2, 2)),
        datasets=(f"d{i}" for i in range(2)),
        classifiers=pd.Index(["a", "b"]),
        higher_is_better=True,
    )
    assert (t.datasets, t.classifiers) == (("d0", "d1"), ("a", "b"))
    with pytest.raises(ArgumentError, match="`datasets` must be a list of 2 names"):
        read_results(np.ones((2, 2)), datasets=2, classifiers="ab", higher_is_better=True)
