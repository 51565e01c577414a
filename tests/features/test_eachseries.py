"""Rows of features, series by series: columns of channels, order, refusals."""

from __future__ import annotations

import numpy as np
import pytest

import pybench as pb
from pybench.features.eachseries import EachSeries, channel_columns


def ends(x):
    return [x[-1], x[0]]


def test_columns_are_sorted_and_values_follow_them():
    made = EachSeries(ends, ["last", "first"], ("value",))
    assert made.names == ("first", "last")
    series = pb.series_set([[1, 2, 3], [5, 4]], dataset="d")
    assert made(series).tolist() == [[1, 3], [5, 4]]


def test_channels_are_told_apart():
    made = EachSeries(ends, ["last", "first"], ("y", "x"))
    assert made.names == ("x__first", "x__last", "y__first", "y__last")
    series = pb.series_set([[[1, 2], [30, 40]]], dataset="d", channels=["y", "x"])
    assert made(series).tolist() == [[30, 40, 1, 2]]
    assert channel_columns(["a"], ["x"]) == ["x__a"]


def test_no_series_have_no_rows():
    made = EachSeries(ends, ["last", "first"], ("value",))
    empty = pb.series_set([[1, 2]], dataset="d")[:0]
    assert made(empty).shape == (0, 2)


def test_other_channels_are_refused():
    series = pb.series_set([[[1, 2], [3, 4]]], dataset="d", channels=["x", "y"])
    with pytest.raises(
        pb.ArgumentError, match="expected series with the channels `value`, found `x`, `y`"
    ):
        EachSeries(ends, ["last", "first"], ("value",))(series)


def test_what_overflows_is_infinite_and_no_warning():
    made = EachSeries(lambda x: [np.float64(x[0]) * np.float64(1e308)], ["big"], ("value",))
    assert made(pb.series_set([[1e10]], dataset="d")).tolist() == [[np.inf]]
