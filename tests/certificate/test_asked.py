"""The ways in which a question is put, and the forms in which R's answers arrive."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

import pybench as pb
from pybench.certificate.asked import engines, in_r, made, numbers, texts, twins


def test_numbers_and_texts_of_every_form():
    grid = {"values": np.eye(2), "rows": None, "columns": None}
    assert numbers(grid).tolist() == [[1, 0], [0, 1]]
    assert numbers({"a": 1, "b": 2.5}).tolist() == [1, 2.5]
    assert numbers(3).tolist() == 3
    assert np.isnan(numbers([None, 1.0])[0])
    assert texts(None) == []
    assert texts("one") == ["one"]
    assert texts({"x": "a", "y": None}) == ["a", None]


def test_a_pair_of_functions_answers_with_named_fields():
    one = twins("select", "mantel", "t", lambda: {"a": 1}, lambda: {"a": 2}, "x")
    assert (one.python(), one.r()) == (SimpleNamespace(a=1), SimpleNamespace(a=2))
    assert (one.room, one.name, one.table, one.settings) == ("select", "mantel", "t", "x")


@pytest.mark.r
def test_each_engine_computes_for_itself(make_table):
    one = engines("compare", pb.friedman, "t", make_table([[3, 2, 1], [2, 3, 1]]))
    assert (one.python().engine, one.r().engine) == ("python", "r")


@pytest.mark.r
def test_an_argument_that_only_r_can_hold():
    pair = made("pb_optimal_process", name="constant", theta=[1.0, 2.0])
    seen = in_r("pb_simulate", process=pair, paths=2, times=[0.0, 1.0], seed=1, workers=1)
    assert seen["process"] == "constant"
    with pytest.raises(pb.ArgumentError, match="starts with pb_"):
        in_r("pb_simulate", process=made("system", command="true"), times=[0.0, 1.0])
