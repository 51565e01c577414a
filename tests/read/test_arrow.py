"""Arrow in, Arrow out: every type is taken exactly or refused by name; damage never crashes."""

from __future__ import annotations

import datetime
import decimal
import io
import subprocess
import sys
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet
import pytest

from pybench.base.errors import ResultsTableError
from pybench.read import arrow
from pybench.read.results import read_results

ROOT = Path(__file__).parents[2]


def read(score: pa.Array, names: pa.Array | None = None, **arguments):
    names = pa.array([f"d{i}" for i in range(len(score))]) if names is None else names
    return read_results(
        pa.table({"dataset": names, "a": score}), higher_is_better=True, **arguments
    )


EXACT = {
    "double": pa.array([0.1, 1 / 3]),
    "float": pa.array([0.1, 1 / 3], pa.float32()),
    "halffloat": pa.array(np.array([0.1, 1 / 3], np.float16)),
    **{
        str(kind): pa.array([1, 120], kind)
        for kind in (pa.int8(), pa.int64(), pa.uint16(), pa.uint64())
    },
    "dictionary": pa.array([0.5, 0.25]).dictionary_encode(),
    "slice": pa.array([9.0, 0.5, 0.25, 9.0])[1:3],
}


@pytest.mark.parametrize("kind", EXACT)
def test_numbers_of_every_width_come_through_exactly(kind):
    column = EXACT[kind]
    assert read(column).scores[:, 0].tolist() == [float(x) for x in column.to_pylist()]


@pytest.mark.parametrize("kind", EXACT)
def test_nulls_of_every_width_are_missing(kind):
    column = pa.concat_arrays([EXACT[kind], EXACT[kind].take(pa.array([None], pa.int32()))])
    assert read(column, missing="drop").dropped == ("d2",)


def test_a_column_of_nulls_is_missing():
    with pytest.raises(ResultsTableError, match="found 2 missing"):
        read(pa.nulls(2))


REFUSED = {
    "bool": [True],
    "string": ["0.5"],
    "decimal128(2, 2)": [decimal.Decimal("0.50")],
    "date32[day]": [datetime.date(2020, 1, 1)],
    "list<item: double>": [[0.5]],
    "binary": [b"1"],
    "struct<x: double>": [{"x": 0.5}],
}


@pytest.mark.parametrize("kind", REFUSED)
def test_other_types_are_refused_by_name(kind):
    with pytest.raises(ResultsTableError) as caught:
        read(pa.array(REFUSED[kind]))
    assert (caught.value.column, caught.value.expected) == ("a", "numbers")
    assert caught.value.found.startswith(kind.partition(":")[0].partition("<")[0])


@pytest.mark.parametrize("number", [2**53 + 1, -(2**53) - 1, 2**63 - 1])
def test_integers_beyond_the_exact_range_are_refused(number):
    with pytest.raises(ResultsTableError, match=r"2\^53 in size, found .* in row 2"):
        read(pa.array([2**53, number]))
    assert read(pa.array([2**53, -(2**53)])).scores[:, 0].tolist() == [2.0**53, -(2.0**53)]


@pytest.mark.parametrize(
    "kind",
    [pa.string(), pa.large_string(), pa.string_view(), pa.dictionary(pa.int8(), pa.string())],
)
def test_names_of_every_text_type_come_through(kind):
    names = pa.array(["=a", "", "\u00e9"], pa.string()).cast(kind)
    assert read(pa.array([1.0, 2.0, 3.0]), names).datasets == ("=a", "", "\u00e9")


def test_names_may_be_integers_but_nothing_else():
    assert read(pa.array([1.0, 2.0]), pa.array([3, 2**62])).datasets == ("3", str(2**62))
    for names in ([1.5], [True], [None]):
        with pytest.raises(ResultsTableError, match=r"column 'dataset': expected (names|a name)"):
            read(pa.array([1.0]), pa.array(names))


def test_a_column_name_twice_is_refused():
    table = pa.Table.from_arrays(
        [pa.array(["d"]), pa.array([1.0]), pa.array([2.0])], ["dataset", "a", "a"]
    )
    with pytest.raises(ResultsTableError, match="found `a` 2 times"):
        read_results(table, higher_is_better=True)


class Broken:
    def __arrow_c_stream__(self, requested_schema=None):
        raise RuntimeError("no more\nlines")


@pytest.mark.parametrize(
    "source", [Broken(), pa.chunked_array([[1.0]])], ids=["raises", "no-table"]
)
def test_a_producer_that_gives_no_table_is_refused(source):
    with pytest.raises(ResultsTableError, match="expected an Arrow table"):
        read_results(source, higher_is_better=True)


@pytest.mark.parametrize("ending", ["parquet", "pq", "arrow", "feather", "ipc"])
@pytest.mark.parametrize(
    "data", [b"", b"ARROW1", b"PAR1PAR1", b"FEA1" + bytes(20), b"dataset,a\nd,1\n"]
)
def test_files_of_another_kind_are_refused(ending, data, tmp_path):
    path = tmp_path / f"t.{ending}"
    path.write_bytes(data)
    with pytest.raises(
        ResultsTableError, match=r"expected (a Parquet|an Arrow IPC) file"
    ) as caught:
        read_results(path, higher_is_better=True)
    assert caught.value.file == str(path)


def parquet_bytes(table: pa.Table) -> bytes:
    sink = io.BytesIO()
    pyarrow.parquet.write_table(table, sink)
    return sink.getvalue()


def ipc_bytes(table: pa.Table, make=pa.ipc.new_file) -> bytes:
    sink = io.BytesIO()
    with make(sink, table.schema) as writer:
        writer.write_table(table)
    return sink.getvalue()


def test_damaged_offsets_are_found_before_they_are_followed():
    table = pa.table({"dataset": ["first", "second"], "a": [1.0, 2.0]})
    data = bytearray(ipc_bytes(table))
    at = data.index(np.array([0, 5, 11], np.int32).tobytes())
    data[at + 4 : at + 8] = np.int32(2**30).tobytes()
    with pytest.raises(ResultsTableError, match="expected an Arrow IPC file"):
        arrow.read_ipc(bytes(data))


MUTANTS = """
import random, sys
from pybench.base.errors import PybenchError
from pybench.read import arrow
read = {"ipc": arrow.read_ipc, "parquet": arrow.read_parquet}[sys.argv[1]]
seed, dice, accepted = sys.stdin.buffer.read(), random.Random(0), 0
for _ in range(int(sys.argv[2])):
    data = bytearray(seed)
    for _ in range(dice.randint(1, 8)):
        data[dice.randrange(len(data))] = dice.choice([0, 1, 127, 128, 255, dice.randrange(256)])
    try:
        for column in read(bytes(data)).columns:
            repr(column.values)
        accepted += 1
    except PybenchError:
        pass
print(accepted)
"""


@pytest.mark.parametrize("kind", ["ipc", "parquet"])
def test_mutants_never_crash_and_never_raise_anything_else(kind):
    table = pa.table(
        {
            "dataset": ["a", "\u00e9\u00e9", None],
            "x": [1.0, None, 3.0],
            "y": [1, 2, None],
            "z": pa.array(["u", "v", "u"]).dictionary_encode(),
        }
    )
    seed = {"ipc": ipc_bytes, "parquet": parquet_bytes}[kind](table)
    # A child process: a crash must cost this test, not the run. 1,000 in the fast tier (R4).
    command = [sys.executable, "-c", MUTANTS, kind, "1000"]
    done = subprocess.run(command, input=seed, capture_output=True, cwd=ROOT, timeout=120)
    assert done.returncode == 0, done.stderr.decode()[-2000:]
    assert 0 < int(done.stdout) < 1000


THREADS = """
import os, sys
import pyarrow.parquet
from pybench.base.frame import parquet_table
before = len(os.listdir("/proc/self/task"))
parquet_table(sys.stdin.buffer.read())
print(len(os.listdir("/proc/self/task")) - before)
"""


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs Linux's list of threads")
def test_a_parquet_file_starts_no_thread():
    """A thread of Arrow's own can abort the process at its end (apache/arrow issue 34314)."""
    data = parquet_bytes(pa.table({"x": [1.0], "y": [2.0], "z": [3.0]}))
    command = [sys.executable, "-c", THREADS]
    done = subprocess.run(command, input=data, capture_output=True, cwd=ROOT, check=True)
    assert int(done.stdout) == 0


def test_a_results_table_goes_out_as_it_came_in():
    table = read_results(
        np.array([[0.1, 1 / 3], [5e-324, -1.0]]),
        higher_is_better=True,
        datasets=["=d", "\u00e9"],
        classifiers=["a b", "NA"],
    )
    assert table.to_arrow().column_names == ["dataset", "a b", "NA"]
    assert read_results(table.to_arrow(), higher_is_better=True) == table
    assert read_results(pa.table(table), higher_is_better=True) == table
    assert read_results(table, higher_is_better=True) == table


@pytest.mark.parametrize("kind", [pa.string(), pa.large_string(), pa.string_view()])
@pytest.mark.parametrize("columns", [["dataset"], ["classifier"], ["dataset", "classifier"]])
def test_dictionaries_of_every_text(kind, columns, tmp_path):
    texts = {"dataset": ["x", "y", "x", "y"], "classifier": ["a", "a", "b", "b"]}
    codes = pa.array([0, 1, 0, 1], pa.uint32()), pa.array([0, 0, 1, 1], pa.uint32())
    for name, places in zip(texts, codes, strict=True):
        if name in columns:
            values = pa.array(sorted(set(texts[name]))).cast(kind)
            texts[name] = pa.DictionaryArray.from_arrays(places, values)
    table = pa.table({**texts, "score": [1.0, 2.0, 3.0, 4.0]})
    path = tmp_path / "t.arrow"
    with pa.OSFile(str(path), "wb") as sink, pa.ipc.new_file(sink, table.schema) as writer:
        writer.write_table(table)
    for source in (table, table.to_reader(), path):
        found = read_results(source, higher_is_better=True)
        assert (found.datasets, found.classifiers) == (("x", "y"), ("a", "b"))
        assert found.scores.tolist() == [[1, 3], [2, 4]]


@pytest.mark.parametrize("kind", ["Categorical", "Enum"])
def test_categories_of_polars(kind, tmp_path):
    polars = pytest.importorskip("polars")
    names = polars.Enum(["x", "y"]) if kind == "Enum" else polars.Categorical
    frame = polars.DataFrame({"dataset": ["x", "y"], "a": [1.0, 2.0], "b": [3.0, 4.0]})
    frame = frame.with_columns(polars.col("dataset").cast(names))
    frame.write_ipc(tmp_path / "t.arrow")
    frame.write_parquet(tmp_path / "t.parquet")
    for source in (frame, tmp_path / "t.arrow", tmp_path / "t.parquet"):
        assert read_results(source, higher_is_better=True).datasets == ("x", "y")


def test_one_column_alone_is_no_table():
    polars = pytest.importorskip("polars")
    for column in (polars.Series([1.0, 2.0]), pa.chunked_array([[1.0, 2.0]])):
        with pytest.raises(
            ResultsTableError, match="expected an Arrow table, found one column alone"
        ):
            read_results(column, higher_is_better=True)


# R CMD check hides packages that are only enhanced; this runs what it skips.
READERS = """
found <- vapply(c("arrow", "nanoarrow"), requireNamespace, NA, quietly = TRUE)
if (!any(found)) quit(status = 10L)
library(testthat)
testthat::test_dir(
  "r/tests/testthat", filter = "^(read-arrow|arrow-pointers)$", package = "pybench",
  load_package = "installed", stop_on_failure = TRUE, stop_on_warning = TRUE
)
"""


@pytest.mark.r
def test_r_reads_through_arrow_and_nanoarrow():
    done = subprocess.run(
        ["Rscript", "--vanilla", "-e", READERS], cwd=ROOT, capture_output=True, text=True
    )
    if done.returncode == 10:
        pytest.skip("neither arrow nor nanoarrow is installed for R (Debian sid has both)")
    assert done.returncode == 0, done.stdout + done.stderr
