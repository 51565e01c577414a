"""Making sets of series: what goes in comes out, what does not fit is refused."""

from __future__ import annotations

import numpy as np
import pytest

from pybench.base.errors import SeriesError
from pybench.seriesset.build import channel_names, from_buffers, joined, series_set

TWO = np.array([0, 2, 5])


def test_what_goes_in_comes_out():
    s = series_set(
        [[1, 2], [3, np.nan, 5]], dataset="d", split=["train", "test"], label=["x", None]
    )
    assert s.dataset.tolist() == ["d", "d"]
    assert s.split.tolist() == ["train", "test"]
    assert s.label.tolist() == ["x", None]
    assert s.lengths.tolist() == [2, 3]
    assert np.array_equal(s.values(1), [[3, np.nan, 5]], equal_nan=True)


def test_none_is_a_missing_value():
    assert np.array_equal(series_set([[1, None]], dataset="d").flat(), [1, np.nan], equal_nan=True)


def test_ids_count_within_dataset_and_split():
    s = series_set(
        [[1]] * 6, dataset=["b", "a", "b", "b", "a", "b"], split=["train", "", "test"] * 2
    )
    assert s.id.tolist() == [0, 0, 0, 1, 1, 1]


def test_channels_stay_apart():
    cases = [np.arange(6.0).reshape(2, 3), np.arange(4.0).reshape(2, 2)]
    s = series_set(cases, dataset="d", channels=("x", "y"))
    for row, case in enumerate(cases):
        assert np.array_equal(s.values(row), case)
    assert s.flat(1).tolist() == [3, 4, 5, 2, 3]


def test_buffers_are_not_copied():
    values = np.arange(5.0)
    s = from_buffers(TWO, [values], dataset="d")
    assert np.shares_memory(s.flat(), values)
    assert np.shares_memory(s.values(1), values)


def test_joined_keeps_order_and_refuses_a_dataset_twice():
    one = series_set([[1], [2]], dataset="a", split="train")
    two = series_set([[3]], dataset="a", split="test")
    both = joined([one, two])
    assert [x[0, 0] for x in both] == [1, 2, 3]
    assert both[:2] == one
    with pytest.raises(SeriesError, match=r"`a` \(train\) twice"):
        joined([both, one])
    with pytest.raises(SeriesError, match="the same channels"):
        joined([one, series_set([[3]], dataset="b", channels=("x",))])
    with pytest.raises(SeriesError, match="at least one series"):
        joined([])


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"series": [[1], []]}, "none in series 1"),
        ({"series": [[[1, 2], [3, 4]]]}, "(channels, length) with 1 channel"),
        ({"series": [np.zeros((1, 1, 1))]}, "shape"),
        ({"series": [[1, np.inf]]}, "`inf` in series 0, place 1"),
        ({"series": [[1], [-np.inf]]}, "`-inf` in series 1, place 0"),
        ({"series": [[1]], "split": "valid"}, "`valid`"),
        ({"series": [[1]], "label": ["a", "b"]}, "2 for 1"),
        ({"series": [[1]], "label": "a"}, "one label per series"),
        ({"series": [[1]], "label": [1]}, "not text"),
        ({"series": [[1]], "dataset": ["a", "b"]}, "one dataset per series"),
        ({"series": [[1]], "dataset": [None]}, "a dataset for each series, found none in series 0"),
        ({"series": [[1]], "dataset": 1}, "one dataset per series"),
        ({"series": [[1]], "dataset": "\ud800"}, "not text"),
        ({"series": [[1], ["a"]]}, "<U1 in series 1"),
        ({"series": [[1], [1j]]}, "complex128 in series 1"),
        ({"series": [[[1, 2], [3]]]}, "of unequal lengths, in series 0"),
        ({"series": [[10**400]]}, "in series 0"),
        ({"series": 1}, "arrays"),
        ({"series": [[[1], [2]]], "channels": ("x", "x")}, "all different"),
        ({"series": [[1]], "channels": ("id",)}, "none of them dataset"),
        ({"series": [], "channels": ()}, "names of channels"),
        ({"series": [[1]], "channels": "x"}, "names of channels"),
    ],
)
def test_what_does_not_fit_is_refused(arguments, says):
    with pytest.raises(SeriesError, match="expected") as caught:
        series_set(**{"dataset": "d", **arguments})
    assert says in str(caught.value)


def test_channels_of_other_length_are_refused():
    with pytest.raises(SeriesError, match="channels of equal length"):
        from_buffers(TWO, [np.zeros(5), np.zeros(4)], dataset="d", channels=("x", "y"))


def test_names_of_channels():
    assert channel_names(1) == ("value",)
    assert channel_names(3) == ("channel_1", "channel_2", "channel_3")
