"""The catalogue of statistics: every public one is in it, and all that it says can be asked."""

from __future__ import annotations

import inspect

import pytest

import pybench as pb
from pybench.base import catalogue, shared
from pybench.comparison.pairs import PairwiseTest

USES = {"question", "reference", "text", "size", "family", "diagram", "mean-ranks"}
ROWS = shared.rows("calls.csv")
NOT_OF_A_TABLE = {"adjust", "register_adjustment"}
ASKS_ALL = {"validate"}


def test_every_public_statistic_of_a_table_is_in_the_catalogue():
    public = {
        name for name in pb.__all__
        if inspect.isfunction(found := getattr(pb, name))
        and found.__module__.startswith("pybench.comparison.")
    }  # fmt: skip
    assert set(catalogue.functions()) == public - NOT_OF_A_TABLE - ASKS_ALL


def test_rows_of_a_function_stand_together_and_the_first_says_its_kind():
    names = [row["function"] for row in ROWS]
    first = [
        row for row, before in zip(ROWS, ["", *names], strict=False) if row["function"] != before
    ]
    assert len(first) == len(set(names)), "rows of one function stand apart"
    assert [row["function"] for row in first] == [row["function"] for row in ROWS if row["kind"]]
    assert list(catalogue.kinds()) == [row["function"] for row in first]
    assert set().union(*(row["uses"].split() for row in ROWS)) == USES


def test_no_call_stands_twice_for_a_use():
    said = [(row["function"], row["settings"], use) for row in ROWS for use in row["uses"].split()]
    assert len(said) == len(set(said))


@pytest.mark.parametrize("name", catalogue.functions())
def test_settings_are_arguments_of_the_function(name):
    known = inspect.signature(getattr(pb, name)).parameters
    for row in ROWS:
        if row["function"] == name:
            call = catalogue.Call(name, row["settings"], frozenset())
            assert set(call.choices()) <= set(known), row["settings"]


def test_tests_of_pairs_have_a_name_in_figures():
    pairs = [name for name, kind in catalogue.kinds().items() if kind == "pairs"]
    assert list(catalogue.test_names()) == pairs
    assert set(catalogue.functions("diagram")) <= set(pairs)
    returning = {
        name
        for name in catalogue.functions()
        if inspect.signature(getattr(pb, name)).return_annotation == PairwiseTest.__name__
    }
    assert returning == set(pairs) - {"nemenyi"}  # which has a critical difference besides


def test_choices_are_read_as_what_they_are():
    call = catalogue.Call(
        "f", "method=exact|normal; samples=500; rope=0.0|0.01; correction=TRUE", frozenset()
    )
    assert call.choices() == {
        "method": ["exact", "normal"], "samples": [500], "rope": [0.0, 0.01], "correction": [True]
    }  # fmt: skip
    assert [type(x) for x in call.choices()["rope"]] == [float, float]
    assert catalogue.Call("f", "", frozenset()).choices() == {}


def test_calls_have_their_order():
    assert catalogue.calls("reference")[0] == catalogue.Call(
        "friedman", "", frozenset({"reference", "text"})
    )
    assert catalogue.functions("diagram")[:2] == ("wilcoxon", "sign_test")
