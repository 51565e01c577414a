"""A user's function as a representation: shapes checked, columns sorted, source remembered."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

import pybench as pb
from pybench.features.representation import representation

SERIES = pb.series_set([[1, 5], [2, 2, 3]], dataset="toy")


def ends(series):
    return [[x[0, -1], x[0, 0]] for x in series]


def count(series):
    return [[len(series)]]


def test_a_function_of_series():
    made = pb.own_representation(ends, ["last", "first"])
    assert (made.name, made.unit, made.names) == ("ends", "series", ("first", "last"))
    assert made.compute(SERIES).tolist() == [[1, 5], [2, 3]]
    assert representation(made) is made
    assert pickle.loads(pickle.dumps(made)).compute(SERIES).tolist() == [[1, 5], [2, 3]]


def test_a_function_of_a_dataset():
    made = pb.own_representation(count, "size", name="my count", unit="dataset")
    assert (made.name, made.unit, made.names) == ("my count", "dataset", ("size",))
    assert made.compute(SERIES).tolist() == [[2]]


def test_another_source_or_version_is_another_setting():
    one = pb.own_representation(ends, ["a", "b"])
    assert one.settings == pb.own_representation(ends, ["a", "b"]).settings
    assert one.settings != pb.own_representation(count, ["a", "b"]).settings
    assert pb.own_representation(min, ["a"]).settings == {"source": ""}
    assert one.versions == {}  # nobody could tell whether what was kept is still true
    assert pb.own_representation(ends, ["a", "b"], version="2").versions == {"own": "2"}


@pytest.mark.parametrize("unit", ["series", "dataset"])
def test_a_wrong_shape_is_refused(unit):
    made = pb.own_representation(lambda series: np.zeros((5, 1)), ["a"], unit=unit)
    with pytest.raises(pb.ArgumentError, match=r"found shape \(5, 1\)"):
        made.compute(SERIES)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("ends", ["a"]), "`function` must be callable, not str"),
        ((ends, []), "all different"),
        ((ends, ["a", "a"]), "all different"),
    ],
)
def test_bad_arguments_are_refused(arguments, says):
    with pytest.raises(pb.ArgumentError, match=says):
        pb.own_representation(*arguments)
    with pytest.raises(pb.ArgumentError, match="unit"):
        pb.own_representation(ends, ["a"], unit="archive")


def test_a_bare_function_is_told_how_to_be_wrapped():
    with pytest.raises(pb.ArgumentError, match="own_representation"):
        representation(ends)
