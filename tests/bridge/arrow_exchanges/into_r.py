"""Tables of real producers, taken by R."""

from __future__ import annotations

import math
from typing import Any

from embedded import EmbeddedR


def exchange_pyarrow_types(r: EmbeddedR) -> None:
    import pyarrow as pa

    text = ["", "NA", None]
    r.take(
        pa.table({
            "f64": [1.5, math.nan, None], "f32": pa.array([0.5, None, -math.inf], pa.float32()),
            "i32": pa.array([2**31 - 1, None, 1 - 2**31], pa.int32()),
            "i64": pa.array([2**53, -(2**53), None]), "bool": [True, None, False],
            "utf8": text, "large": pa.array(text, pa.large_utf8()),
            "view": pa.array(["short", "a text beyond twelve bytes \N{SNOWMAN}", None],
                             pa.string_view()),
            "day": pa.array([19_000, None, -1], pa.int32()).cast(pa.date32()),
            "ms": pa.array([19_000, None, -1], pa.int32()).cast(pa.date32()).cast(pa.date64()),
            "none": pa.nulls(3), "factor": pa.array(["b", "a", None]).dictionary_encode(),
        })
    )  # fmt: skip
    r.holds("""data.frame(
      f64 = c(1.5, NaN, NA), f32 = c(0.5, NA, -Inf), i32 = c(2147483647L, NA, -2147483647L),
      i64 = c(2^53, -2^53, NA), bool = c(TRUE, NA, FALSE), utf8 = c("", "NA", NA),
      large = c("", "NA", NA), view = c("short", "a text beyond twelve bytes \\u2603", NA),
      day = as.Date(c(19000, NA, -1), "1970-01-01"), ms = as.Date(c(19000, NA, -1), "1970-01-01"),
      none = NA, factor = factor(c("b", "a", NA), levels = c("b", "a"))
    )""")


def exchange_pyarrow_integers(r: EmbeddedR) -> None:
    import pyarrow as pa

    for bits in (8, 16, 32, 64):
        for kind in (getattr(pa, f"int{bits}")(), getattr(pa, f"uint{bits}")()):
            signed = not str(kind).startswith("u")
            high = min(2 ** (bits - signed) - 1, 2**53)
            low = max(1 - 2 ** (bits - 1), -(2**53)) if signed else 0
            r.take(pa.table({"n": pa.array([low, None, high, 7], kind)}))
            letter = "L" if bits < 32 or str(kind) == "int32" else ""
            r.holds(f"data.frame(n = c({low}{letter}, NA, {high}{letter}, 7{letter}))")
            r.take(pa.table({"n": pa.array([low, None, high, 7], kind)}), "matrix")
            r.holds(f"cbind(n = c({low}, NA, {high}, 7))")


def exchange_pyarrow_index_types(r: EmbeddedR) -> None:
    import pyarrow as pa

    whole = (pa.int8(), pa.int16(), pa.int32(), pa.int64(), pa.uint8(), pa.uint16(), pa.uint32())
    for kind in whole:
        indices = pa.array([1, None, 0], kind)
        r.take(pa.table({"f": pa.DictionaryArray.from_arrays(indices, ["x", "y"])}))
        r.holds('data.frame(f = factor(c("y", NA, "x"), levels = c("x", "y")))')
    ordered = pa.DictionaryArray.from_arrays([1, 0], ["lo", "hi"], ordered=True)
    r.take(pa.table({"f": ordered}))
    r.holds('data.frame(f = factor(c("hi", "lo"), c("lo", "hi"), ordered = TRUE))')
    with_null = pa.DictionaryArray.from_arrays(pa.array([0, 1]), pa.array(["x", None]))
    r.take(pa.table({"f": with_null}))
    r.holds('data.frame(f = factor(c("x", NA)))')


def exchange_pyarrow_chunks_and_slices(r: EmbeddedR) -> None:
    import pyarrow as pa

    chunks = [pa.array(part).dictionary_encode() for part in (["b", "a"], ["c", "a"], ["b"])]
    table = pa.table({"f": pa.chunked_array(chunks), "n": pa.chunked_array([[1.0, 2, 3], [4, 5]]),
                      "s": ["one", None, "three", "four", "five"],
                      "b": [True, False, None, True, False]})  # fmt: skip
    r.take(table)
    r.holds("""data.frame(f = factor(c("b", "a", "c", "a", "b"), levels = c("b", "a", "c")),
      n = c(1, 2, 3, 4, 5), s = c("one", NA, "three", "four", "five"),
      b = c(TRUE, FALSE, NA, TRUE, FALSE))""")
    r.take(table.slice(1, 3))
    r.holds("""data.frame(f = factor(c("a", "c", "a"), levels = c("b", "a", "c")),
      n = c(2, 3, 4), s = c(NA, "three", "four"), b = c(FALSE, NA, TRUE))""")
    r.take(table.slice(0, 0))
    assert r.evaluate("nrow(x)")[0] == 0


def exchange_pyarrow_null_rows(r: EmbeddedR) -> None:
    import pyarrow as pa

    rows = [{"a": 1.0, "b": "x"}, None, {"a": 3.0, "b": None}, None, {"a": 5.0, "b": "z"}]
    whole = pa.array(rows, pa.struct({"a": pa.float64(), "b": pa.utf8()}))
    r.take(pa.chunked_array([whole]))
    r.holds('data.frame(a = c(1, NA, 3, NA, 5), b = c("x", NA, NA, NA, "z"))')
    r.take(pa.chunked_array([whole.slice(1, 3), whole.slice(4)]))
    r.holds('data.frame(a = c(NA, 3, NA, 5), b = c(NA, NA, NA, "z"))')


def exchange_pyarrow_refusals(r: EmbeddedR) -> None:
    import datetime

    import numpy as np
    import pyarrow as pa

    noon = datetime.datetime(2026, 1, 1, 12, tzinfo=datetime.UTC)
    refused: dict[str, Any] = {
        "float16": pa.array([np.float16(1)], pa.float16()), "binary": pa.array([b"x"]),
        "timestamp": pa.array([noon]), "time": pa.array([noon.time()]),
        "duration": pa.array([datetime.timedelta(1)]), "list": pa.array([[1]]),
        "struct": pa.array([{"a": 1}]),
        "map": pa.array([[("k", 1)]], pa.map_(pa.utf8(), pa.int8())),
        "decimal": pa.array([1], pa.decimal128(5)),
        "run_end_encoded": pa.RunEndEncodedArray.from_arrays([1], ["x"]),
        "a dictionary of int64": pa.array([5]).dictionary_encode(),
        "the extension type 'arrow.fixed_shape_tensor'": pa.ExtensionArray.from_storage(
            pa.fixed_shape_tensor(pa.int8(), [1]), pa.array([[1]], pa.list_(pa.int8(), 1))),
    }  # fmt: skip
    for words, column in refused.items():
        table = pa.table({"column one": column})
        r.refuses(table, "column 'column one'", f"found {words}", "Supported: float64")
    r.refuses(pa.table({"n": [1, 2**53 + 1]}), "column 'n': row 2", "found 9007199254740993")
    huge = pa.array([1, 2**64 - 1], pa.uint64())
    r.refuses(pa.table({"n": huge}), "column 'n': row 2", "found 18446744073709551615")
    noon_ms = pa.array([noon]).cast(pa.timestamp("ms")).cast(pa.int64()).view(pa.date64())
    r.refuses(pa.table({"d": noon_ms}), "column 'd': row 1", "expected a date64 of whole days")
    days = pa.table({"d": pa.array([noon.date()])})
    r.refuses(days, "column of numbers, found date32", to="matrix")
    r.refuses(pa.table({"n": pa.array([-(2**31)], pa.int32())}), "above -2147483648")
    r.refuses(pa.table({"s": ["a\0b"]}), "column 's': row 1", "without NUL")
    r.refuses(pa.table({"s": ["a"]}), "column of numbers, found utf8", to="matrix")
    r.refuses(pa.chunked_array([[1.0]]), "expected a table (struct), found float64")


def exchange_pyarrow_matrix(r: EmbeddedR) -> None:
    import pyarrow as pa

    first = {"a": [1.0, None], "b": pa.array([2.5, math.nan], pa.float32())}
    batches = [pa.record_batch(first), pa.record_batch(first)]
    r.take(pa.Table.from_batches(batches), "matrix")
    r.holds("cbind(a = c(1, NA, 1, NA), b = c(2.5, NaN, 2.5, NaN))")


def exchange_polars(r: EmbeddedR) -> None:
    import polars as pl

    frame = pl.DataFrame({
        "s": ["short", None, "a text beyond twelve bytes \N{SNOWMAN}", ""],
        "d": [1.5, None, math.nan, -math.inf], "i": pl.Series([1, None, -3, 2**53]),
        "i32": pl.Series([1, None, 3, 4], dtype=pl.Int32), "b": [True, None, False, True],
        "f": pl.Series([0.5, 1, None, 2], dtype=pl.Float32),
        "c": pl.Series(["x", None, "y", "x"], dtype=pl.Categorical),
        "e": pl.Series(["lo", "hi", None, "lo"], dtype=pl.Enum(["hi", "mid", "lo"])),
        "n": [None, None, None, None],
    })  # fmt: skip
    everything = """data.frame(
      s = c("short", NA, "a text beyond twelve bytes \\u2603", ""), d = c(1.5, NA, NaN, -Inf),
      i = c(1, NA, -3, 2^53), i32 = c(1L, NA, 3L, 4L), b = c(TRUE, NA, FALSE, TRUE),
      f = c(0.5, 1, NA, 2), c = factor(c("x", NA, "y", "x")),
      e = factor(c("lo", "hi", NA, "lo"), c("hi", "mid", "lo"), ordered = ORDERED), n = NA)"""
    # Only newer versions of polars export an enumeration as ordered.
    ordered = frame.to_arrow().schema.field("e").type.ordered
    everything = everything.replace("ORDERED", str(ordered).upper())
    r.take(frame)
    r.holds(everything)
    r.take(pl.concat([frame[0:1], frame[1:4]], rechunk=False))
    r.holds(everything)
    r.take(frame[2:3])
    r.evaluate("stopifnot(identical(x$s, 'a text beyond twelve bytes \\u2603'), is.nan(x$d))")
    r.refuses(frame.select(pl.lit([1]).alias("l")), "column 'l'", "list")
    r.take(pl.DataFrame({"t": [1, None]}).cast(pl.Date))
    r.holds('data.frame(t = as.Date(c("1970-01-02", NA)))')
    r.refuses(pl.DataFrame({"t": [1]}).cast(pl.Time), "column 't'", "found time")
    r.take(pl.DataFrame({"a": [1.0, 2.0], "b": [3, 4]}), "matrix")
    r.holds("cbind(a = c(1, 2), b = c(3, 4))")


def exchange_duckdb(r: EmbeddedR) -> None:
    import duckdb

    relation = duckdb.sql("""
      SELECT * FROM (VALUES (1.5::DOUBLE, 1::INTEGER, 2::BIGINT, 'short', TRUE, 0.5::FLOAT),
        (NULL, NULL, NULL, NULL, NULL, NULL),
        ('nan'::DOUBLE, -7, -9, 'a text beyond twelve bytes', FALSE, 2::FLOAT)
      ) AS t(d, i, l, s, b, f)""")
    r.take(relation)
    r.holds("""data.frame(d = c(1.5, NA, NaN), i = c(1L, NA, -7L), l = c(2, NA, -9),
      s = c("short", NA, "a text beyond twelve bytes"), b = c(TRUE, NA, FALSE),
      f = c(0.5, NA, 2))""")
    r.take(duckdb.sql("SELECT 'y'::ENUM('x', 'y') AS e UNION ALL SELECT NULL"))
    r.holds('data.frame(e = factor(c("y", NA), levels = c("x", "y")))')
    r.take(duckdb.sql("SELECT range::DOUBLE AS n, 'row ' || range AS s FROM range(100000)"))
    r.holds('data.frame(n = as.double(0:99999), s = paste("row", 0:99999))')
    r.take(duckdb.sql("SELECT DATE '2026-01-01' AS d, 255::UTINYINT AS n, 7::UBIGINT AS u"))
    r.holds('data.frame(d = as.Date("2026-01-01"), n = 255L, u = 7)')
    for kind, words in {"BLOB": "binary", "TIMESTAMP": "timestamp", "TIME": "time"}.items():
        r.refuses(duckdb.sql(f"SELECT NULL::{kind} AS c"), "column 'c'", f"found {words}")


def exchange_pandas(r: EmbeddedR) -> None:
    import pandas as pd

    frame = pd.DataFrame({
        "d": [1.5, None, math.inf], "s": ["a", None, "NA"], "b": [True, False, True],
        "i": pd.array([1, None, 3], dtype="Int64"), "c": pd.Categorical(["y", None, "x"]),
        "o": pd.Categorical(["lo", "hi", "lo"], categories=["lo", "hi"], ordered=True),
    })  # fmt: skip
    r.take(frame)
    r.holds("""data.frame(d = c(1.5, NA, Inf), s = c("a", NA, "NA"), b = c(TRUE, FALSE, TRUE),
      i = c(1, NA, 3), c = factor(c("y", NA, "x")),
      o = factor(c("lo", "hi", "lo"), levels = c("lo", "hi"), ordered = TRUE))""")
    r.refuses(pd.DataFrame({"p": pd.period_range("2026", periods=2, freq="D")}), "column 'p'",
              "the extension type 'pandas.period'")  # fmt: skip
    r.refuses(pd.DataFrame({"t": pd.date_range("2026", periods=2)}), "column 't'", "timestamp")


def exchange_nanoarrow(r: EmbeddedR) -> None:
    import nanoarrow as na

    class OneBatch:
        def __init__(self, array: Any) -> None:
            self.array = array

        def __arrow_c_stream__(self, requested_schema: object = None) -> Any:
            return na.c_array_stream(self.array).__arrow_c_stream__()

    fields = {"a": na.float64(), "s": na.string(), "b": na.bool_()}
    columns = [na.c_array([1.0, None], na.float64()), na.c_array(["x", None], na.string()),
               na.c_array([True, False], na.bool_())]  # fmt: skip
    array = na.c_array_from_buffers(na.struct(fields), 2, [None], children=columns)
    r.take(OneBatch(array))
    r.holds('data.frame(a = c(1, NA), s = c("x", NA), b = c(TRUE, FALSE))')
