"""Strategies by name, and one's own."""

from __future__ import annotations

import numpy as np
import pytest

import pybench as pb
from pybench.base.errors import ArgumentError
from pybench.selection import strategies


@pytest.fixture(autouse=True)
def forget():
    yield
    strategies._REGISTERED.clear()


def test_a_name_says_the_metric():
    assert strategies.plan("farthest-first", "euclidean").name == "farthest-first/euclidean"
    assert strategies.plan("farthest-first/cosine", "euclidean").metric == "cosine"
    assert strategies.plan("k-means", "cosine").name == "k-means"


@pytest.mark.parametrize("wrong", ["best", "k-means/cosine", "farthest-first/city", 3, None])
def test_unknown_names_are_refused(wrong):
    with pytest.raises(ArgumentError):
        strategies.plan(wrong, "cosine")


def test_ones_own_gets_standardised_points_k_and_a_seed(place, table):
    seen = []

    def last(x, k, seed):
        seen.append((x.shape, k, seed))
        return np.arange(len(x))[::-1][:k]

    pb.register_strategy("last", last)
    frame = place(0)
    assert pb.select(frame, 2, "last").names == pb.select(frame, 2, last).names == ("d13", "d12")
    assert seen[0] == seen[1]
    found = pb.rank_preservation(table(0), {"x": frame}, ["last"], (2, 3), 5)
    assert found.auc["strategy"].unique().tolist() == ["last"]
    assert len(set(seen[2:])) == 10  # 5 trials, 2 sizes: a seed each
    assert all(shape == (11, 4) for shape, *_ in seen[2:])


@pytest.mark.parametrize("rows", [[0, 0], [0], [0, 99], [0.0, 1.0], [-1, 0], "ab"])
def test_what_ones_own_returns_is_checked(place, rows):
    with pytest.raises(ArgumentError, match="2 different rows"):
        pb.select(place(0), 2, lambda x, k, seed: rows)


@pytest.mark.parametrize("name", ["k-means", "a/b", "", 3])
def test_names_that_cannot_be_registered(name):
    with pytest.raises(ArgumentError):
        pb.register_strategy(name, lambda x, k, seed: range(k))
    with pytest.raises(ArgumentError, match="callable"):
        pb.register_strategy("own", 3)


def test_r_does_not_know_functions_of_python(place):
    with pytest.raises(ArgumentError, match="functions of Python"):
        pb.select(place(0), 2, lambda x, k, seed: range(k), engine="r")


def test_only_strategies_by_distance_take_a_metric():
    taken = {name for name in strategies.names() if strategies.BUILT_IN[name][2]}
    assert taken == {"farthest-first", "k-medoids", "facility-location"}
    for name in taken:
        assert strategies.plan(name, "cosine").name == f"{name}/cosine"
