"""Files of one dataset: types as declared or found, hostile files refused with line and column."""

from __future__ import annotations

import io

import numpy as np
import pandas as pd
import pytest

from pybench.base.errors import ArgumentError, DatasetError
from pybench.read.tabular import read_table


def table(text, format="csv", **options):
    return read_table(text, format=format, file=f"toy.{format}", **options)


def test_csv_columns_are_numbers_if_all_they_hold_are():
    text = b"n,code,word,none\n1,1,1,\n?,2,b,NA\n-2.5e3,1,,\n"
    found = table(text, nominal=("code",))
    kinds = {v.name: v.type for v in found.variables}
    assert kinds == {"n": "numeric", "code": "nominal", "word": "nominal", "none": "numeric"}
    assert found.variable("code").levels == ("1", "2")
    assert found.variable("word").values == ["1", "b", None]
    assert np.isnan(found.variable("none").values).all()
    frame = found.to_frame()
    assert frame["code"].cat.categories.tolist() == ["1", "2"]
    assert frame["n"].dtype == np.float64


@pytest.mark.parametrize("format", ["parquet", "arrow"])
def test_parquet_and_arrow_give_what_csv_gives(format):
    frame = pd.DataFrame(
        {"n": [1.5, None, 3.0], "i": [1, 2, 1], "w": pd.Categorical(["b", None, "a"])}
    )
    buffer = io.BytesIO()
    (frame.to_parquet if format == "parquet" else frame.to_feather)(buffer)
    found = table(buffer.getvalue(), format, nominal=("i",))
    same = table(b"n,i,w\n1.5,1,b\n,2,\n3,1,a\n", nominal=("i",))
    pd.testing.assert_frame_equal(found.to_frame(), same.to_frame())


def test_numbers_as_classes_are_written_shortest():
    found = table(b"c,d\n1,0\n2.50,0\n1e3,0\n0.1,0\n").variable("c")
    assert found.texts() == ["1", "2.5", "1000", "0.1"]


def test_recorded_openml_data_are_what_openml_says(shared):
    folder = shared / "data" / "openml" / "recorded" / "datasets"
    anneal = read_table((folder / "2" / "dataset.arff").read_bytes(), format="arff")
    assert (anneal.n_rows, len(anneal.variables)) == (898, 39)
    assert anneal.variable("class").levels == ("1", "2", "3", "4", "5", "U")
    features = (folder / "2" / "features.xml").read_text()
    for variable in anneal.variables:
        assert f"<oml:name>{variable.name}</oml:name>" in features
    declared = features.count("<oml:data_type>nominal</oml:data_type>")
    assert sum(v.type == "nominal" for v in anneal.variables) == declared
    other = read_table((folder / "30" / "dataset_30.pq").read_bytes(), format="parquet")
    assert other.n_rows == 4177


HEAD = b"@relation t\n@attribute n numeric\n@attribute c {p,q}\n@data\n"


@pytest.mark.parametrize(
    ("text", "format", "line", "expected"),
    [
        (b"", "csv", None, "header line"),
        (b"a,b\n", "csv", None, "rows"),
        (b"a,b\n1\n", "csv", 2, "2 fields"),
        (b"a,a\n1,2\n", "csv", 1, "every column name once"),
        (b"a,\n1,2\n", "csv", 1, "a name for every column"),
        (b"", "arff", None, "series|table|empty"),
        (HEAD, "arff", None, "rows after @data"),
        (HEAD + b"1,p\n2\n", "arff", 6, "2 values"),
        (HEAD + b"1,p\nx,q\n", "arff", 6, "a finite number"),
        (HEAD + b"1e999,q\n", "arff", 5, "a finite number"),
        (HEAD + b"1,r\n", "arff", 5, "a declared level"),
        (HEAD + b"1,'?'\n", "arff", 5, "a declared level"),
        (HEAD + b"'?',p\n", "arff", 5, "a number"),
        (HEAD + b"1,,\n", "arff", 5, "2 values"),
        (HEAD + b",p\n", "arff", 5, "a value"),
        (HEAD + b"{1 p, 0 1}\n", "arff", 5, "rising places"),
        (HEAD + b"1,p,{5}\n", "arff", 5, "a value|comma"),
        (b"@relation t\n@attribute n numeric\n1\n", "arff", 3, "@attribute or @data"),
        (b"@relation t\n@attribute n complex\n@data\n1\n", "arff", 2, "numeric, real"),
        (b"@relation t\n@attribute r relational\n@data\n1\n", "arff", 2, "numeric, real"),
        (b"PAR1 and no more", "parquet", None, "a Parquet file"),
        (b"ARROW1 and no more", "arrow", None, "an Arrow IPC file"),
    ],
)
def test_hostile_files_are_refused(text, format, line, expected):
    with pytest.raises(DatasetError, match=expected) as caught:
        table(text, format)
    assert caught.value.file == f"toy.{format}"
    assert caught.value.line == line
    assert caught.value.hint


def test_infinite_values_are_refused_in_memory_formats():
    buffer = io.BytesIO()
    pd.DataFrame({"n": [1.0, np.inf]}).to_parquet(buffer)
    with pytest.raises(DatasetError, match="a finite number") as caught:
        table(buffer.getvalue(), "parquet")
    assert caught.value.column == "n"


def test_infinity_written_in_a_csv_is_a_word():
    assert table(b"n,m\n1,0\ninf,0\n").variable("n").type == "nominal"


def test_unknown_nominal_columns_are_refused():
    with pytest.raises(ArgumentError, match="`z`"):
        table(b"a,b\n1,2\n", nominal=("z",))
    with pytest.raises(ArgumentError, match="ARFF"):
        table(HEAD + b"1,p\n", "arff", nominal=("n",))


def test_a_column_that_is_not_there_is_named_with_those_that_are():
    with pytest.raises(DatasetError, match="expected a column `z`, found `a`, `b`"):
        table(b"a,b\n1,2\n").variable("z")


@pytest.mark.parametrize("nominal", [(), ("id",)])
@pytest.mark.parametrize("value", [2**53 + 1, -(2**53) - 1, 2**63])
def test_integers_that_are_no_double_are_refused(value, nominal):
    """2^53 + 1 was read as 2^53: two classes became one."""
    buffer = io.BytesIO()
    kind = np.uint64 if value > 0 else np.int64
    pd.DataFrame({"id": np.array([1, 2, value], dtype=kind)}).to_parquet(buffer)
    with pytest.raises(
        DatasetError, match=r"at most 2\^53 in size, found `-?9.*` in row 3"
    ) as caught:
        table(buffer.getvalue(), "parquet", nominal=nominal)
    assert caught.value.column == "id"
