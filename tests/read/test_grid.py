"""Names of columns, names in columns, and where an error says that it is."""

from __future__ import annotations

import datetime
import enum

import numpy as np
import pandas as pd
import pytest

from pybench.base.errors import ResultsTableError
from pybench.read.grid import Column, RawTable, check_column_names, is_missing, names_in, text_of


class Name(str, enum.Enum):  # noqa: UP042 - str() of this one is "Name.IRIS"
    IRIS = "iris"


def grid(*names, lines=None):
    return RawTable([Column(name, "fields", [], "text") for name in names], 0, "t.csv", lines)


def test_columns_need_a_name_and_only_one_may_have_it():
    check_column_names(grid("a", "A", " ", "a "))
    with pytest.raises(ResultsTableError, match=r"^t.csv:1: column '2': expected a name"):
        check_column_names(grid("a", "", lines=[]))
    with pytest.raises(ResultsTableError, match=r"^t.csv: column 'a': .* found `a` 3 times"):
        check_column_names(grid("a", "b", "a", "a"))


def test_names_are_texts_or_integers():
    values = ["", "NA", 7, np.int8(-3), np.str_("x"), 10**30, Name.IRIS]
    column = Column("dataset", "objects", values, "object")
    expected = ["", "NA", "7", "-3", "x", str(10**30), "iris"]
    assert names_in(RawTable([column], 7), column) == expected
    assert all(type(name) is str for name in names_in(RawTable([column], 7), column))


@pytest.mark.parametrize("value", [1.0, True, np.True_, b"x", ("a",), datetime.date(2020, 1, 1)])
def test_nothing_else_is_a_name(value):
    assert text_of(value) is None
    column = Column("dataset", "objects", ["d", value], "object")
    with pytest.raises(ResultsTableError, match="column 'dataset': expected names as text or int"):
        names_in(RawTable([column], 2), column)


def test_missing_values_are_four():
    assert all(map(is_missing, [None, float("nan"), np.float32("nan"), pd.NA]))
    assert not any(map(is_missing, [0, 0.0, "", "NA", float("inf"), False, np.array([1.0])]))


def test_places_are_lines_of_a_file_and_rows_of_memory():
    assert grid("a", lines=[2, 4, 9]).places([0, 2]) == "lines 2, 9"
    assert grid("a").places([0, 2]) == "rows 1, 3"
    assert grid("a", lines=range(2, 20)).places(range(7)) == "lines 2, 3, 4, 5, 6, ..."
