"""R26: what crosses is identical on the other side, or it is refused."""

from __future__ import annotations

import math
import struct

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

from pybench.base.errors import ConversionError
from pybench.bridge.call import AsMatrix
from pybench.bridge.convert import ColumnMajor, Columns, TableBlock, decode, encode
from pybench.table import results_table

needs_r = pytest.mark.r
NA_BITS = 0x7FF00000000007A2


def node_of(value):
    node, blocks = encode({"x": value})
    return node["items"][0], blocks


def bytes_of(block) -> memoryview:
    import io

    file = io.BytesIO()
    block.write_to(file)
    return memoryview(bytearray(file.getvalue()))


def there_and_back(value):
    """Encode and decode without R; answers have the same form as arguments."""
    node, blocks = node_of(value)
    return decode(node, [bytes_of(block) for block in blocks])


def bits(number: float) -> int:
    return struct.unpack("<Q", struct.pack("<d", number))[0]


SCALARS = [None, True, False, 0, -1, 2**31 - 1, -(2**31 - 1), 0.0, -0.0, 1.5, math.inf, -math.inf]
TEXTS = ["", "NA", "a b", "é", "e\u0301", "\N{SNAKE}", "\u200b", "=1+1", "x\ny", "x" * 500]


@pytest.mark.parametrize("value", [*SCALARS, *TEXTS])
def test_scalars_pass(value):
    back = there_and_back(value)
    assert back == value
    assert type(back) is type(value)
    assert str(back) == str(value)  # -0.0


VECTORS = [
    [],
    [True, None, False],
    [1, None, -3],
    ["a", None, "NA", ""],
    ["x"] * 3,
    [[1, 2], "a", None],
    {"a": 1, "b": [1, 2], "c": {"d": None}},
]


@pytest.mark.parametrize("value", VECTORS, ids=str)
def test_vectors_and_lists_pass(value):
    assert there_and_back(value) == value


def test_tuples_are_lists():
    assert there_and_back((1, 2)) == [1, 2]


def test_numbers_of_both_kinds_are_doubles():
    assert there_and_back([1, 2.5]).tolist() == [1.0, 2.5]
    assert there_and_back([2**31, 1]).tolist() == [2.0**31, 1.0]


def test_missing_double_is_rs_own():
    (_, missing) = there_and_back([1.5, None])
    assert bits(missing) == NA_BITS


@pytest.mark.parametrize(
    "dtype", ["f8", "f4", "f2", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", ">f8", "?"]
)
def test_numpy_types_pass(dtype):
    values = np.array([0, 1, 1, 0], dtype=dtype)
    assert list(there_and_back(values)) == values.tolist()


@pytest.mark.parametrize("order", ["C", "F"])
@pytest.mark.parametrize("shape", [(2, 3), (1, 1), (0, 3), (3, 0), (1100, 130), (2, 3, 4)])
def test_arrays_pass_in_both_orders(order, shape):
    values = np.arange(float(np.prod(shape))).reshape(shape, order=order)
    back = there_and_back(values)["values"]
    assert back.shape == shape
    assert (back == values).all()


def test_views_pass():
    values = np.arange(60.0).reshape(6, 10)
    for view in (values[::2, ::-3], values.T, values[:, 1:2], np.broadcast_to(1.5, (3, 2))):
        assert (there_and_back(view)["values"] == view).all()
    assert there_and_back(values[0, ::2]).tolist() == values[0, ::2].tolist()


def test_column_major_block_is_what_r_wants():
    values = np.arange(6.0).reshape(2, 3)
    assert bytes(bytes_of(ColumnMajor(values))) == values.tobytes(order="F")


def test_every_bit_of_a_double_passes():
    patterns = [0, 1, 1 << 63, NA_BITS, NA_BITS | 1 << 51, 0x7FF8000000000001, 2**64 - 1]
    values = np.array(patterns, dtype=np.uint64).view(np.float64)
    assert there_and_back(values).view(np.uint64).tolist() == patterns
    matrix = values[:6].reshape(2, 3)
    assert there_and_back(matrix)["values"].copy().view(np.uint64).tolist() == (
        matrix.copy().view(np.uint64).tolist()
    )


REFUSED = {
    "mixture": [1, "a"],
    "truth and number": [True, 1],
    "wide integer": 2**53 + 1,
    "wide integer in a list": [2**60, 0.5],
    "wide integers": np.array([2**60]),
    "wide unsigned": np.array([2**64 - 1], dtype=np.uint64),
    "complex": 1j,
    "complex array": np.array([1j]),
    "long double": np.zeros(1, dtype=np.longdouble),
    "date": np.array(["2026-01-01"], dtype="datetime64[D]"),
    "masked": np.ma.masked_array([1.0, 2.0], [True, False]),
    "objects": np.array([1, "a"], dtype=object),
    "set": {1, 2},
    "object": object(),
    "bytes": b"abc",
    "key that is no text": {1: 2},
    "zero byte": "a\0b",
    "half a character": "\ud800",
    "zero byte in a name": {"a\0b": 1},
    "row labels": pd.DataFrame({"a": [1.0]}, index=["x"]),
    "column name that is no text": pd.DataFrame({0: [1.0]}),
    "columns of mixed objects": pd.DataFrame({"a": [1, "b"]}),
    "arrow array": pa.array([1, 2]),
    "series": pd.Series([1.0]),
}


@pytest.mark.parametrize("what", REFUSED)
def test_the_rest_is_refused_by_argument(what):
    with pytest.raises(ConversionError, match="x") as caught:
        encode({"x": REFUSED[what]})
    assert caught.value.exit_code == 5


def test_the_place_inside_is_named():
    with pytest.raises(ConversionError, match=r"`options\$weights\[1\]\$x` must be"):
        encode({"options": {"weights": [1, {"x": object()}]}})


def test_damaged_table_is_refused():
    offsets = pa.py_buffer(np.array([0, 2], dtype=np.int32))
    column = pa.Array.from_buffers(pa.string(), 1, [None, offsets, pa.py_buffer(b"\xff\xfe")])
    with pytest.raises(ConversionError, match="Arrow refuses"):
        encode({"x": pa.table({"a": column})})


@pytest.mark.parametrize("names", [["a", "a"], ["a", ""], ["a", None]])
def test_names_that_no_dictionary_holds_are_refused(names):
    node = {"type": "character", "values": ["u", "v"], "names": names}
    with pytest.raises(ConversionError, match="each value has its own name"):
        decode(node, [])


def test_missing_integers_in_a_matrix_are_none():
    cells = memoryview(np.array([1, -(2**31), 3, 4], dtype=np.int32)).cast("B")
    node = {"type": "integer", "data": 0, "dim": [2, 2], "dimnames": [["a", "b"], None]}
    back = decode(node, [cells])
    assert back["values"].tolist() == [[1, 3], [None, 4]]
    assert (back["rows"], back["columns"]) == (["a", "b"], None)


FRAMES = {
    "pandas, columns in one piece": lambda c: pd.DataFrame(c),
    "pandas, rows in one piece": lambda c: pd.DataFrame(
        np.column_stack(list(c.values())), columns=list(c)
    ),
    "pyarrow": lambda c: pa.table(c),
    "pyarrow, chunks": lambda c: pa.concat_tables([pa.table(c).slice(0, 1), pa.table(c).slice(1)]),
    "polars": lambda c: pytest.importorskip("polars").DataFrame(c),
}


@pytest.mark.parametrize("kind", FRAMES)
def test_tables_pass_with_nan_as_nan(kind):
    columns = {"a": np.array([1.0, math.nan, 3.0]), "é \N{SNAKE}": np.array([math.inf, -0.0, 0.5])}
    node, (block,) = node_of(FRAMES[kind](columns))
    assert (node["type"], node["to"]) == ("frame", "data.frame")
    back = decode(node, [bytes_of(block)])
    assert back.column_names == list(columns)
    assert back.column("a").null_count == 0
    for name, values in columns.items():
        assert back.column(name).to_numpy().view(np.uint64).tolist() == (
            values.view(np.uint64).tolist()
        )


def test_missing_cells_of_nullable_columns_are_null():
    frame = pd.DataFrame({"a": pd.array([1, None], dtype="Int64"), "b": ["x", None]})
    _, (block,) = node_of(frame)
    back = decode({"type": "frame", "data": 0}, [bytes_of(block)])
    assert back.to_pydict() == {"a": [1, None], "b": ["x", None]}


def test_size_of_a_slice_is_its_own():
    table = pa.table({"a": np.zeros(100_000)}).slice(5, 10)
    assert TableBlock(table).nbytes == 80
    assert len(bytes_of(TableBlock(table))) < 2000


@pytest.fixture
def table():
    """Return a results table with all that one can have."""
    return results_table(
        [[0.5, 0.25], [1.0, 0.125], [0.1, 0.7]],
        ["d 1", "NA", "é"],
        ["=a", "b"],
        higher_is_better=True,
        metric="accuracy",
        by_repeat=np.stack([np.full((3, 2), 0.5), np.full((3, 2), 0.25)], axis=2),
        dropped=("gone",),
        source="file.csv",
    )


# ---- with R ------------------------------------------------------------------------------------

IN_R = [
    (None, "NULL"),
    (True, "TRUE"),
    (3, "3L"),
    (2**31, "2147483648"),
    (2.5, "2.5"),
    ("é", "'\\u00e9'"),
    ("NA", "'NA'"),
    ([1, None], "c(1L, NA)"),
    ([True, None], "c(TRUE, NA)"),
    ([1.5, None], "c(1.5, NA)"),
    (["NA", None], "c('NA', NA)"),
    ([None, None], "c(NA, NA)"),
    ([], "list()"),
    ([[1], "a"], "list(1L, 'a')"),
    ({"a": 1, "b": None}, "list(a = 1L, b = NULL)"),
    (np.array([1.5, math.nan]), "c(1.5, NaN)"),
    (np.array([[1, 2], [3, 4]]), "matrix(c(1L, 3L, 2L, 4L), 2)"),
    (np.zeros((2, 0)), "matrix(0, 2, 0)"),
    (np.arange(8.0).reshape(2, 2, 2, order="F"), "array(0:7 + 0, c(2, 2, 2))"),
    (pa.table({"a": [1.5, None], "b": ["x", "y"]}), "data.frame(a = c(1.5, NA), b = c('x', 'y'))"),
    (AsMatrix(pa.table({"a": [1, 2], "b": [0.5, None]})), "cbind(a = c(1, 2), b = c(0.5, NA))"),
    (Columns(np.array([[1.0, 2.0]]), ["a", "é"]), "cbind(a = 1, '\\u00e9' = 2)"),
]


@needs_r
@pytest.mark.parametrize(("value", "source"), IN_R, ids=[source for _, source in IN_R])
def test_r_gets_exactly(r, keep, value, source):
    keep(value)
    assert r(f"identical(kept, {source}, num.eq = FALSE, single.NA = FALSE)") is True


ANSWERS = [
    ("NULL", None),
    ("TRUE", True),
    ("NA", None),
    ("3L", 3),
    ("NA_integer_", None),
    ("c(1L, NA)", [1, None]),
    ("'x'", "x"),
    ("NA_character_", None),
    ("c('NA', NA)", ["NA", None]),
    ("character()", []),
    ("list()", []),
    ("list(1, 'a', NULL)", [1.0, "a", None]),
    ("c(a = 1, b = 2)", {"a": 1.0, "b": 2.0}),
    ("list(x = 1L, y = list(z = TRUE))", {"x": 1, "y": {"z": True}}),
    ("factor(c('v', NA, 'u'))", ["v", None, "u"]),
    ("table(c('u', 'v', 'v'))", "refused"),
    ("1:3", [1, 2, 3]),
    ("structure(list(a = 1), class = 'anything')", {"a": 1.0}),
]


@needs_r
@pytest.mark.parametrize(("source", "expected"), ANSWERS)
def test_python_gets_exactly(r, source, expected):
    if expected == "refused":
        with pytest.raises(ConversionError):
            r(source)
    else:
        value = r(source)
        assert value == expected
        assert type(value) is type(expected)


@needs_r
def test_doubles_come_as_arrays_and_scalars(r):
    assert r("c(1, 2)").tolist() == [1.0, 2.0]
    assert r("numeric()").shape == (0,)
    assert bits(r("NA_real_")) == NA_BITS
    assert type(r("1")) is float


@needs_r
def test_matrices_come_with_their_names(r):
    back = r("matrix(c(1, 2, 3, 4), 2, dimnames = list(NULL, c('a', 'b')))")
    assert back["values"].tolist() == [[1, 3], [2, 4]]
    assert (back["rows"], back["columns"]) == (None, ["a", "b"])


@needs_r
def test_data_frames_come_as_tables(r):
    back = r("data.frame(a = c(1.5, NaN, NA), b = c(1L, NA, 3L), c = c('x', NA, 'NA'))")
    assert isinstance(back, pa.Table)
    assert back.column("a").null_count == 1
    assert math.isnan(back.column("a")[1].as_py())
    assert back.column("b").to_pylist() == [1, None, 3]
    assert back.column("c").to_pylist() == ["x", None, "NA"]


@needs_r
def test_large_tables_pass_both_ways(r, keep):
    values = np.random.default_rng(0).random((20_000, 12))
    for table in (values, np.asfortranarray(values)):
        keep(table)
        assert (r("kept")["values"] == values).all()
    frame = pa.table({f"c{j}": values[:, j] for j in range(12)})
    keep(frame)
    assert r("kept").equals(frame)


@needs_r
def test_results_table_arrives_as_rs_own(r, keep, table):
    keep(table)
    assert r("class(kept)[[1]]") == "pb_results_table"
    assert r("identical(dimnames(kept$scores), list(kept$datasets, kept$classifiers))")
    back = r("unclass(kept)")
    assert (back["scores"]["values"] == table.scores).all()
    assert back["datasets"] == list(table.datasets)
    assert back["classifiers"] == list(table.classifiers)
    assert (back["metric"], back["higher_is_better"]) == ("accuracy", True)
    assert back["dropped"] == "gone"
    assert (back["by_repeat"]["values"] == table.by_repeat).all()


@needs_r
def test_table_that_r_refuses_is_typed(keep):
    duration = pa.table({"a": pa.array([1], pa.duration("s"))})
    with pytest.raises(ConversionError, match="duration"):
        keep(duration)


@needs_r
def test_nothing_of_arrow_stays_alive(r, keep):
    keep(pa.table({"a": [1.0, 2.0]}))
    r("data.frame(a = 1)")
    alive = r("rm(kept, envir = globalenv()); gc(); gc(); unlist(pybench:::arrow_live())")
    assert set(alive.values() if isinstance(alive, dict) else alive) == {0}
