"""ARFF of tables: exactly, or refused with line and column; real files of OpenML among them."""

from __future__ import annotations

import math

import pandas as pd
import pytest

from pybench.base.errors import DatasetError
from pybench.read.tabular import DataTable, read_table

HEAD = "@relation toy\n@attribute x real\n@attribute y {a,'b c','?'}\n@attribute z string\n@data\n"


def read_arff(data: bytes) -> DataTable:
    return read_table(data, format="arff", file="toy.arff")


def read(rows: str, head: str = HEAD) -> pd.DataFrame:
    return read_arff((head + rows).encode()).to_frame()


# row -> x, y, z
GOOD = {
    "1.5,a,free": (1.5, "a", "free"),
    "-1e-3,'b c','a, b'": (-1e-3, "b c", "a, b"),
    "?,?,?": (math.nan, math.nan, None),
    "0,'?','?'": (0.0, "?", "?"),
    " 1 , a , free ": (1.0, "a", "free"),
    '1,"a","it\'s"': (1.0, "a", "it's"),
    "1,a,'it\\'s 5\\%'": (1.0, "a", "it's 5%"),
    "0.1,a,NA": (0.1, "a", "NA"),
    "1,a,\u00e9": (1.0, "a", "é"),
    "'2.5',a,x": (2.5, "a", "x"),
    "{1 'b c', 2 x}": (0.0, "b c", "x"),
    "{0 7, 2 x}": (7.0, "a", "x"),
}


@pytest.mark.parametrize("row", GOOD)
def test_a_row(row):
    found = tuple(read(f"% no\n\n{row}\n").iloc[0])
    assert repr((float(found[0]), *found[1:])) == repr(GOOD[row])


# row -> what the message says
BAD = {
    "1,a": "expected 3 values, found 2",
    "1,a,x,y": "expected 3 values, found 4",
    "1,A,x": "column '2': expected a declared level, found `A`",
    "1,,x": "column '2': expected a value, found",
    "1,a,": "column '3': expected a value, found",
    ",a,x": "column '1': expected a",
    "one,a,x": "column '1': expected a finite number, found `one`",
    "1;5,a,x": "column '1': expected a finite number",
    "inf,a,x": "column '1': expected a finite number",
    "1e999,a,x": "column '1': expected a finite number",
    "'1,5',a,x": "column '1': expected a finite number",
    "'?',a,x": "column '1': expected a number, found a quoted `?`",
    "1 a x": "expected a comma",
    "1,a,x y": "expected a comma",
    "1,a,'x": "expected a closing quote",
    "1,a,x,{5}": "expected a value, found `{`",
    "{0 1}": "expected a value, found none",
    "{3 1}": "expected rising places below 3",
    "{2 x, 1 a}": "expected rising places below 3",
}


@pytest.mark.parametrize("row", BAD)
@pytest.mark.parametrize("before", ["", "1,a,x\n", "1,'b c','x y'\n"])
def test_a_bad_row_is_refused_with_its_place(row, before):
    with pytest.raises(DatasetError) as caught:
        read(f"{before}{row}\n1,a,z\n")
    assert str(caught.value).startswith(f"toy.arff:{6 + bool(before)}: ")
    assert BAD[row] in str(caught.value)


HEADERS = {
    "": "an empty file",
    "@relation r\n@data\n1\n": "expected 0 values, found 1",
    "@relation r\n@attribute x real\n@data\n": "expected rows after @data, found none",
    "@relation r\n@attribute d month\n@data\n": "expected numeric, real, integer, string",
    "@relation r\n@attribute x real\n1\n": "expected @attribute or @data",
    "@attribute x real\n@data\n1\n": "expected @relation",
    "@relation r\n@attribute x real\n@attribute x real\n@data\n": "`x` twice",
    "@relation r\n@attribute y {a,a}\n@data\n": "`a` twice",
    "@relation r\n@attribute y {a,?}\n@data\n": "expected levels, found `?`",
    "@relation r\n@attribute x real\n": "expected @data, found the end of the file",
    "@relation r\n@attribute s relational\n@attribute x real\n@end s\n@data\n": "relational",
    "@relation r\n@attribute x real\n@data\n1\0\n": "a NUL byte",
    "@relation r\n@attribute x real\n@data\n1\r2\n": "CR alone",
}


@pytest.mark.parametrize("text", HEADERS)
def test_a_bad_file_is_refused(text):
    with pytest.raises(DatasetError, match=r"toy\.arff") as caught:
        read_arff(text.encode())
    assert HEADERS[text] in str(caught.value)


def test_latin_1_is_refused():
    with pytest.raises(DatasetError, match="0xE9"):
        read_arff(HEAD.encode() + b"1,a,\xe9\n")


def test_declared_levels_stay_where_none_occurs():
    frame = read("1,a,x\n")
    assert frame["y"].cat.categories.tolist() == ["a", "b c", "?"]


def test_a_sparse_file_says_so():
    assert read_arff((HEAD + "{2 x}\n1,a,x\n").encode()).sparse
    assert not read_arff((HEAD + "1,a,x\n").encode()).sparse


def test_a_plain_row_is_read_as_a_quoted_one():
    plain = "".join(f"{i / 7!r},a,t{i}\n" for i in range(50))
    quoted = "".join(f"'{i / 7!r}','a','t{i}'\n" for i in range(50))
    pd.testing.assert_frame_equal(read(plain), read(quoted))


@pytest.mark.parametrize("name", ["datasets/2/dataset.arff", "tasks/1/datasplits.arff"])
def test_the_recorded_files_are_read_as_liac_arff_reads_them(shared, name):
    liac = pytest.importorskip("arff", reason="liac-arff comes with the extra openml")
    data = (shared / "data" / "openml" / "recorded" / name).read_bytes()
    theirs = liac.loads(data.decode())
    ours = read_arff(data).to_frame()
    assert list(ours.columns) == [attribute for attribute, _ in theirs["attributes"]]
    for place, column in enumerate(ours.columns):
        found = [None if value != value else value for value in ours[column].tolist()]
        assert found == [row[place] for row in theirs["data"]], column
