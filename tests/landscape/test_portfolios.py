"""Portfolios: evenly drawn, without replacement, and dependent on nothing that they should not."""

from __future__ import annotations

import itertools
from collections import Counter
from types import SimpleNamespace

import numpy as np
import pytest

import pybench as pb
from pybench.landscape.portfolios import (
    check_per_region,
    draw,
    portfolios,
    representatives,
    usable,
)


def test_draws_are_without_replacement_and_every_choice_is_as_likely():
    drawn = draw(4, 2, 12_000, 3, "x")
    assert ((drawn >= 0) & (drawn < 4)).all()
    seen = Counter(map(tuple, drawn.tolist()))
    assert set(seen) == set(itertools.permutations(range(4), 2))
    # 12 ordered choices, 1000 of each expected: five standard deviations.
    assert max(abs(count - 1000) for count in seen.values()) < 5 * np.sqrt(1000 * 11 / 12)


def test_all_of_a_region_is_a_shuffle():
    drawn = draw(5, 5, 200, 0, "x")
    assert (np.sort(drawn, axis=1) == np.arange(5)).all()
    assert len({tuple(row) for row in drawn.tolist()}) > 60


def test_more_repeats_only_add_rows():
    np.testing.assert_array_equal(draw(9, 3, 500, 7, "x")[:30], draw(9, 3, 30, 7, "x"))


def test_a_region_hangs_on_no_other():
    regions = {"a": tuple("pqrs"), "b": tuple("uvwxyz")}
    both = portfolios(regions, 2, 50, 1)
    assert both.shape == (50, 4)
    np.testing.assert_array_equal(both[:, 2:], portfolios({"b": regions["b"]}, 2, 50, 1))
    turned = portfolios({"b": regions["b"], "a": regions["a"]}, 2, 50, 1)
    np.testing.assert_array_equal(turned, both[:, [2, 3, 0, 1]])
    assert not np.array_equal(both, portfolios(regions, 2, 50, 2))


def test_names_are_sorted_and_keys_are_texts():
    assert representatives({1: ["b", "a"], "x": ()}, 90) == {"1": ("a", "b"), "x": ()}


def test_an_object_is_asked_for_its_representatives():
    asked = []
    landscape = SimpleNamespace(representatives=lambda at: asked.append(at) or {"r": ["d"]})
    assert representatives(landscape, 80.0) == {"r": ("d",)}
    assert asked == [80.0]


def test_a_result_of_representatives_will_do():
    found = SimpleNamespace(region_names=("r", "s"), members=(("e", "d"), ()))
    assert representatives(found, 90) == {"r": ("d", "e"), "s": ()}
    landscape = SimpleNamespace(representatives=lambda _: found)
    assert representatives(landscape, 90) == {"r": ("d", "e"), "s": ()}


@pytest.mark.parametrize(
    ("landscape", "said"),
    [
        (["a"], "must be a mapping"),
        ({}, "must be a mapping"),
        ({"r": "abc"}, "not 'abc' for region `r`"),
        ({"r": [1]}, "names of datasets"),
        ({"r": None}, "names of datasets"),
        ({1: ["a"], "1": ["b"]}, "two regions with the same name"),
        ({"": ["a"]}, "region without a name"),
        ({"r": ["a"], "s": ["b", "a"]}, "`a` twice, in region `r` and in region `s`"),
        ({"r": ["a", "a"]}, "`a` twice, in region `r` and in region `r`"),
    ],
)
def test_what_is_no_landscape_is_refused(landscape, said):
    with pytest.raises(pb.ArgumentError, match=said):
        representatives(landscape, 90)


def test_regions_that_are_too_small():
    regions = {"a": ("p", "q", "r"), "b": ("s", "none"), "c": ()}
    kept = usable(regions, "pqrst", 2, "skip")
    assert kept.drawn == {"a": ("p", "q", "r")}
    assert kept.skipped == ("b", "c")
    assert kept.unscored == ("none",)
    with pytest.raises(pb.ArgumentError, match=r"needs 2 datasets.*`b`, `c`") as refused:
        usable(regions, "pqrst", 2, "refuse")
    assert refused.value.found == "b: 1, c: 0"
    with pytest.raises(pb.ArgumentError, match="needs 4 datasets"):
        usable(regions, "pqrst", 4, "skip")


@pytest.mark.parametrize("value", [0, 1.5, (), "2", None, [2, "3"], [True]])
def test_what_is_no_number_of_datasets_is_refused(value):
    with pytest.raises(pb.ArgumentError, match="per_region"):
        check_per_region(value)


def test_numbers_of_datasets_are_sorted_and_said_once():
    assert check_per_region((4, 2, 2, np.int64(3))) == (2, 3, 4)
    assert check_per_region(5) == (5,)
