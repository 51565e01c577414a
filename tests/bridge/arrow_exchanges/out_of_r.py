"""Tables of R, taken by real consumers."""

from __future__ import annotations

import math
from typing import Any

from embedded import EmbeddedR

TOY = """data.frame(
  d = c(1.5, NA, NaN), i = c(1L, NA, -3L), b = c(TRUE, NA, FALSE), s = c("h\\u00e9", NA, "NA"),
  f = factor(c("y", NA, "x")))"""


def check_rows(rows: list[dict[str, Any]]) -> None:
    """Assert that a consumer's rows are those of `TOY`."""
    assert rows[0] == {"d": 1.5, "i": 1, "b": True, "s": "hé", "f": "y"}
    assert rows[1] == dict.fromkeys(rows[0])
    assert math.isnan(rows[2].pop("d"))
    assert rows[2] == {"i": -3, "b": False, "s": "NA", "f": "x"}


def exchange_to_pyarrow(r: EmbeddedR) -> None:
    import pyarrow as pa

    table = pa.table(r.give(TOY))
    table.validate(full=True)
    assert [str(field.type) for field in table.schema] == [
        "double", "int32", "bool", "string", "dictionary<values=string, indices=int32, ordered=0>",
    ]  # fmt: skip
    assert [column.null_count for column in table.columns] == [1, 1, 1, 1, 1]
    check_rows(table.to_pylist())
    matrix = pa.table(r.give('matrix(c(1, NA, 3, 4), 2, dimnames = list(NULL, c("a", "b")))'))
    matrix.validate(full=True)
    assert matrix.to_pydict() == {"a": [1.0, None], "b": [3.0, 4.0]}
    assert pa.table(r.give("data.frame(x = double(), s = character())")).num_rows == 0
    large = pa.table(r.give("data.frame(x = as.double(1:10))"))
    assert large.slice(3, 2).to_pydict() == {"x": [4.0, 5.0]}


def exchange_to_polars(r: EmbeddedR) -> None:
    import polars as pl

    check_rows(pl.DataFrame(r.give(TOY)).to_dicts())


def exchange_to_duckdb(r: EmbeddedR) -> None:
    import duckdb

    given = r.give(TOY)  # duckdb finds the variable by its name
    rows = duckdb.sql("SELECT * FROM given").fetchall()
    check_rows([dict(zip("dibsf", row, strict=True)) for row in rows])
    assert given is not None


def exchange_to_nanoarrow(r: EmbeddedR) -> None:
    import nanoarrow as na

    array = na.Array(r.give("data.frame(d = c(1.5, NA), s = c('x', NA))"))
    assert array.to_pylist() == [{"d": 1.5, "s": "x"}, {"d": None, "s": None}]


def exchange_to_pandas(r: EmbeddedR) -> None:
    import pandas as pd
    import pyarrow as pa

    given = r.give("data.frame(d = c(1.5, NA), s = c('x', NA))")
    if hasattr(pd.DataFrame, "from_arrow"):  # since pandas 3
        frame = pd.DataFrame.from_arrow(given)
    else:
        frame = pa.table(given).to_pandas()
    assert frame["d"].tolist()[0] == 1.5
    assert frame.isna().to_numpy().tolist() == [[False, False], [True, True]]
