"""The set of series: views, rows, splits, pickles."""

from __future__ import annotations

import pickle

import numpy as np
import pyarrow as pa
import pytest

from pybench.base.errors import ArgumentError
from pybench.seriesset.build import series_set
from pybench.seriesset.series import KEYS, SeriesSet


@pytest.fixture
def ragged():
    return series_set(
        [[1, 2, 3], [4, np.nan], [5], [6, 7]],
        dataset=["a", "b", "a", "b"],
        split=["train", "train", "test", "test"],
        label=["x", "y", "x", None],
    )


@pytest.fixture
def wide():
    cases = np.arange(24.0).reshape(4, 2, 3)
    return series_set(cases, dataset="d", channels=("x", "y"), label=list("abab"))


def test_values_are_views_that_cannot_be_written_to(ragged, wide):
    assert np.shares_memory(ragged.values(1), ragged.flat())
    for array in (ragged.values(0), ragged.flat(), ragged.offsets, ragged.id, wide.values(0)):
        assert not array.flags.writeable
    with pytest.raises(ValueError, match="read-only"):
        ragged.label[0] = "z"


@pytest.mark.parametrize(
    "rows", [2, -1, slice(1, 3), slice(None, None, -1), np.array([3, 0, 0]), np.arange(4) % 2 == 1]
)
def test_rows_are_those_of_numpy(ragged, wide, rows):
    places = np.atleast_1d(np.arange(4)[rows])
    for s in (ragged, wide):
        part = s[rows]
        assert len(part) == len(places)
        assert part.offsets[0] == 0
        for key in KEYS:
            assert getattr(part, key).tolist() == getattr(s, key)[places].tolist()
        for values, place in zip(part, places, strict=True):
            assert np.array_equal(values, s.values(place), equal_nan=True)


def test_an_arrow_slice_is_read_at_its_place(ragged):
    """Offsets need not begin at 0: a table may be cut elsewhere without a copy."""
    part = SeriesSet(ragged.arrow.slice(1, 2))
    assert part.lengths.tolist() == [2, 1]
    assert part == ragged[1:3]
    assert np.array_equal(SeriesSet(ragged.arrow.slice(2, 1)).to_numpy(), [[[5]]])
    assert pickle.loads(pickle.dumps(part)) == part


def test_select_and_by_dataset(ragged):
    assert ragged.select(["b"]).values(1).tolist() == [[6, 7]]
    assert ragged.select(split="test").id.tolist() == [0, 0]
    assert [s.datasets for s in ragged.by_dataset()] == [("a",), ("b",)]
    with pytest.raises(ArgumentError, match="no `c`"):
        ragged.select(["c"])
    with pytest.raises(ArgumentError, match="split"):
        ragged.select(split="valid")


def test_to_numpy_wants_equal_lengths(ragged, wide):
    assert np.array_equal(wide.to_numpy(), np.arange(24.0).reshape(4, 2, 3))
    assert wide[2:].to_numpy().tolist() == np.arange(12.0, 24.0).reshape(2, 2, 3).tolist()
    with pytest.raises(ArgumentError, match="1 to 3"):
        ragged.to_numpy()
    with pytest.raises(ArgumentError, match="no series"):
        ragged[:0].to_numpy()


def test_equality_is_that_of_keys_channels_and_values(ragged, wide):
    assert ragged == ragged[:]
    assert ragged != ragged[::-1]
    assert ragged != ragged[:3]
    assert wide != series_set(wide, dataset="d", channels=("x", "z"), label=list("abab"))
    assert wide != series_set(wide, dataset="d", channels=("x", "y"), label=list("abaa"))
    changed = wide.to_numpy().copy()
    changed[3, 1, 2] = np.nextafter(23, 24)
    assert wide != series_set(changed, dataset="d", channels=("x", "y"), label=list("abab"))


def test_a_pickled_row_does_not_carry_the_others_along(ragged):
    many = series_set(np.zeros((1000, 1000)), dataset="d", label=["x"] * 1000)
    assert len(pickle.dumps(many[3])) < 20_000
    for s in (ragged, many[:2], ragged[:0]):
        assert pickle.loads(pickle.dumps(s)) == s


def test_arrow_goes_round(ragged):
    table = pa.table(ragged)
    assert table.schema == ragged.to_arrow().schema
    assert SeriesSet(table) == ragged
    assert ragged.to_frame()["length"].tolist() == [3, 2, 1, 2]


def test_texts_say_what_is_there(ragged, wide):
    assert repr(ragged) == "<SeriesSet: 4 series of 2 datasets, lengths 1 to 3>"
    assert repr(wide) == "<SeriesSet: 4 series of 1 dataset, length 3, 2 channels>"
    assert repr(ragged[:0]) == "<SeriesSet: 0 series of 0 datasets, no series>"
    assert "`b`: 1 train, 1 test, 1 class" in str(ragged)
