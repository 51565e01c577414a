"""Series in Arrow and Parquet: what is written comes back, what does not fit is refused."""

from __future__ import annotations

import io
from random import Random

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from pybench.base.errors import SeriesError
from pybench.read.lists import read_ipc, read_parquet, read_table
from pybench.seriesset.build import series_set

SETS = {
    "ragged": series_set(
        [[1, 2, 3], [4, np.nan]],
        dataset=["a", "b"],
        split=["train", ""],
        label=["x", None],
    ),
    "channels": series_set(
        [np.arange(6.0).reshape(2, 3)] * 2, dataset="d", channels=("x", "y"), label=["1", "01"]
    ),
    "one channel of a name": series_set([[1], [2]], dataset="d", channels=("pressure",)),
}


def parquet(table: pa.Table) -> bytes:
    buffer = io.BytesIO()
    pq.write_table(table, buffer)
    return buffer.getvalue()


def ipc(table: pa.Table, new=pa.ipc.new_file) -> bytes:
    sink = pa.BufferOutputStream()
    with new(sink, table.schema) as writer:
        writer.write_table(table, max_chunksize=1)
    return sink.getvalue().to_pybytes()


@pytest.mark.parametrize("name", SETS)
def test_what_is_written_comes_back(name):
    table = SETS[name].to_arrow()
    assert read_parquet(parquet(table)) == SETS[name]
    assert read_ipc(ipc(table)) == SETS[name]
    assert read_ipc(ipc(table, pa.ipc.new_stream)) == SETS[name]
    assert read_table(table) == SETS[name]
    assert read_table(SETS[name]) == SETS[name]
    last = read_table(table.slice(1))  # ids count anew
    assert np.array_equal(last.values(0), SETS[name].values(1), equal_nan=True)


@pytest.mark.parametrize(
    "kind",
    [
        *(pa.list_(t) for t in (pa.float64(), pa.float32(), pa.float16(), pa.int8(), pa.int64())),
        pa.large_list(pa.float64()),
        pa.list_(pa.float64(), 2),
    ],
    ids=str,
)
def test_types_of_lists(kind):
    values = [[1, 2], [3, 4]]
    if pa.types.is_float16(kind.value_type):
        values = [list(map(np.float16, row)) for row in values]
    table = pa.table({"series": pa.array(values, kind)})
    assert read_table(table, dataset="d") == series_set([[1, 2], [3, 4]], dataset="d")


def test_null_is_a_missing_value():
    table = pa.table({"series": [[1.0, None], [2.0, 3.0]]})
    assert np.isnan(read_table(table, dataset="d").values(0)[0, 1])


def test_frames_with_lists():
    expected = series_set([[1, 2], [3]], dataset="d", label=["a", "b"])
    frame = pd.DataFrame({"label": ["a", "b"], "series": [[1.0, 2.0], [3.0]]})
    assert read_table(frame, dataset="d") == expected
    arrays = pd.DataFrame({"label": ["a", "b"], "series": [np.array([1.0, 2.0]), np.array([3.0])]})
    assert read_table(arrays, dataset="d") == expected


def test_labels_are_texts_or_integers():
    for labels in (["1", "2"], [1, 2], pd.Categorical(["1", "2"])):
        table = pa.table({"label": pa.array(labels), "series": [[1.0], [2.0]]})
        assert read_table(table, dataset="d").label.tolist() == ["1", "2"]


LISTS = pa.array([[1.0], [2.0]])
BAD = {
    "no lists": ({"label": ["a", "b"]}, "a column of lists"),
    "no rows": ({"series": pa.array([], pa.list_(pa.float64()))}, "at least one series"),
    "numbers without lists": ({"series": [1.0, 2.0]}, "lists of numbers"),
    "lists of texts": ({"series": [["a"], ["b"]]}, "lists of numbers"),
    "lists of lists": ({"series": [[[1.0]], [[2.0]]]}, "lists of numbers"),
    "row without series": ({"series": [[1.0], None]}, "none in row 1"),
    "empty series": ({"series": [[1.0], []]}, "none in series 1"),
    "infinite value": ({"series": [[1.0], [np.inf]]}, "`inf` in series 1"),
    "integer too large": ({"series": [[2**53 + 1], [2]]}, "9007199254740993"),
    "ragged channels": ({"x": LISTS, "y": [[1.0], [2.0, 3.0]]}, "channels of equal length"),
    "labels as doubles": ({"label": [1.0, 2.0], "x": LISTS}, "strings or integers"),
    "another split": ({"split": ["train", "valid"], "x": LISTS}, "`valid`"),
    "no split in a row": ({"split": ["train", None], "x": LISTS}, "none in row 1"),
    "no dataset in a row": ({"dataset": ["a", None], "x": LISTS}, "none in row 1"),
    "another column": ({"x": LISTS, "age": [1, 2]}, "lists of numbers"),
}


@pytest.mark.parametrize("name", BAD)
def test_refused(name):
    columns, says = BAD[name]
    for read in (
        lambda table: read_table(table, dataset="d"),
        lambda table: read_parquet(parquet(table), dataset="d", file="d.parquet"),
    ):
        with pytest.raises(SeriesError, match="expected") as caught:
            read(pa.table(columns))
        assert says in str(caught.value)


def test_a_name_is_needed_once():
    with pytest.raises(SeriesError, match="`dataset`"):
        read_table(pa.table({"series": LISTS}))
    with pytest.raises(SeriesError, match="`x` twice"):
        read_table(pa.Table.from_arrays([LISTS, LISTS], ["x", "x"]), dataset="d")


@pytest.mark.parametrize("n", [500, pytest.param(20_000, marks=pytest.mark.slow)])
@pytest.mark.parametrize(("write", "read"), [(parquet, read_parquet), (ipc, read_ipc)])
def test_damaged_files_are_refused_or_harmless(write, read, n):
    """Every mutant is read or refused; none ends the process or raises anything else."""
    whole = write(SETS["ragged"].to_arrow())
    random, refused = Random(n), 0
    for _ in range(n):
        data = bytearray(whole)
        for _ in range(random.randint(1, 4)):
            data[random.randrange(len(data))] = random.randrange(256)
        if random.random() < 0.2:
            del data[random.randrange(len(data)) :]
        try:
            read(bytes(data), dataset="d", file="f")
        except SeriesError:
            refused += 1
    assert refused > n / 5
