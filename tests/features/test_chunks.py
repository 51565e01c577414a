"""A chunk is named by its content, and its bytes hold the features bit by bit."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from pybench.base.errors import ArgumentError, SeriesError
from pybench.features import chunks
from pybench.features.chunks import CHUNK, Failure, compute, cut, decode, encode, work
from pybench.seriesset.build import series_set


def keys(series, made_by):
    return [chunk.key for chunk in cut(series, made_by)]


def test_chunks_hold_every_row_once_and_in_order(some, toy):
    for size in (1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK + 7):
        found = cut(some(size), toy)
        rows = [row for chunk in found for row in range(size)[chunk.rows]]
        assert rows == list(range(size))
        assert len({chunk.key for chunk in found}) == len(found)


def test_a_dataset_is_one_chunk_where_a_row_is_a_dataset(some, per_dataset):
    assert [chunk.rows for chunk in cut(some(3 * CHUNK), per_dataset)] == [slice(0, 3 * CHUNK)]


def test_names_and_labels_do_not_matter_to_series_but_to_datasets(toy, per_dataset):
    values = [[1, 2, 3], [4, 5, 6]]
    one = series_set(values, dataset="a", split="train", label=["x", "y"])
    for other in (
        series_set(values, dataset="b", split="train", label=["x", "y"]),
        series_set(values, dataset="a", split="test", label=["x", "y"]),
        series_set(values, dataset="a", split="train", label=["x", "x"]),
        series_set(values, dataset="a", split="train"),
    ):
        assert keys(one, toy) == keys(other, toy)
        assert keys(one, per_dataset) != keys(other, per_dataset)


def test_whatever_can_change_a_value_changes_the_key(toy, monkeypatch):
    one = series_set([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], dataset="a")
    others = [
        series_set([[1.0, 2.0], [3.0, 4.0, 5.0, 6.0]], dataset="a"),  # the same values, cut anew
        series_set([[1.0, 2.0, 3.0], [4.0, 5.0, np.nextafter(6.0, 7.0)]], dataset="a"),
        series_set([[4.0, 5.0, 6.0], [1.0, 2.0, 3.0]], dataset="a"),
        series_set([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], dataset="a", channels=["x"]),
        series_set([[0.0, 2.0, 3.0], [4.0, 5.0, 6.0]], dataset="a"),
        series_set([[-0.0, 2.0, 3.0], [4.0, 5.0, 6.0]], dataset="a"),
        series_set([[np.nan, 2.0, 3.0], [4.0, 5.0, 6.0]], dataset="a"),
    ]
    found = [keys(one, toy)] + [keys(other, toy) for other in others]
    changes = {
        "name": "other", "names": toy.names[::-1], "versions": {"toy": "2"},
        "settings": {"seed": 1}, "unit": "dataset",
    }  # fmt: skip
    found += [keys(one, replace(toy, **{name: value})) for name, value in changes.items()]
    monkeypatch.setattr(chunks, "_code", lambda: "another")
    found.append(keys(one, toy))
    assert len({key for (key,) in found}) == len(found)


def test_a_slice_of_a_set_has_the_key_of_its_rows(some, toy):
    whole = some(CHUNK, CHUNK)
    parts = [keys(one, toy) for one in whole.by_dataset()]
    assert parts == [keys(some(CHUNK), toy), keys(whole[CHUNK:], toy)]


def test_the_representation_sees_no_names(some, toy):
    series = some(CHUNK + 5)
    last = work(series, cut(series, toy)[1], toy)
    assert len(last) == 5
    assert set(last.dataset) | set(last.split) | set(last.label) == {"", None}
    assert [x.tolist() for x in last] == [x.tolist() for x in series[CHUNK:]]


def test_a_dataset_is_given_whole(some, per_dataset):
    series = some(CHUNK + 5)
    assert work(series, cut(series, per_dataset)[0], per_dataset) is series


def test_bytes_hold_every_bit():
    odd = [0.0, -0.0, np.nan, -np.nan, np.inf, -np.inf, 5e-324, 1 / 3]
    values = np.array([odd, odd[::-1]])
    found, seconds = decode(encode(values, 0.1))
    assert found.tobytes() == values.tobytes()
    assert (found.shape, seconds) == (values.shape, 0.1)
    assert decode(encode(values[:0], 0.0))[0].shape == (0, len(odd))


def test_what_goes_wrong_is_a_value_unless_it_is_ours(some, toy):
    def divide(series):
        raise ZeroDivisionError("by nothing")

    def refuse(series):
        raise SeriesError("too short")

    found = compute(replace(toy, compute=divide), some(3))
    assert isinstance(found, Failure)
    assert found.reason == "ZeroDivisionError: by nothing"
    assert "in divide" in found.details
    with pytest.raises(SeriesError, match="too short"):
        compute(replace(toy, compute=refuse), some(3))


@pytest.mark.parametrize("shape", [(3, 4), (2, 5), (5,), (3, 5, 1)])
def test_a_wrong_shape_is_refused(shape, some, toy):
    with pytest.raises(ArgumentError, match=r"must return an array of shape \(3, 5\)"):
        compute(replace(toy, compute=lambda series: np.zeros(shape)), some(3))


def test_starting_a_representation_is_no_time_of_the_series(some, toy, monkeypatch):
    clock = [0.0]
    monkeypatch.setattr(chunks.time, "perf_counter", lambda: clock[0])

    class Slow:
        warmed = 0

        def warm_up(self):
            Slow.warmed += 1
            clock[0] += 5.0

        def __call__(self, series):
            clock[0] += 1.0
            return np.zeros((len(series), 5))

    monkeypatch.setattr(chunks, "_warm", set())
    for _ in range(3):
        assert decode(compute(replace(toy, compute=Slow()), some(3)))[1] == 1.0
    assert Slow.warmed == 1
