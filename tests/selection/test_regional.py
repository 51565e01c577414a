"""A portfolio of the landscape: regions take turns."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

import pybench as pb
from pybench.base.errors import ArgumentError
from pybench.selection.regional import is_landscape, members, region_rows

REGIONS = {"small": ["a", "b"], "large": ["c", "d", "e", "f"], "middle": ["g", "h", "i"]}


def test_each_round_takes_one_of_each_region_the_largest_first():
    home = {name: region for region, names in REGIONS.items() for name in names}
    for seed in range(20):
        names = pb.select(REGIONS, 9, "landscape", seed=seed).names
        rounds = ["large", "middle", "small"] * 2 + ["large", "middle", "large"]
        assert [home[name] for name in names] == rounds
        assert pb.select(REGIONS, 4, "landscape", seed=seed).names == names[:4]
    first = {pb.select(REGIONS, 1, "landscape", seed=seed).names[0] for seed in range(60)}
    assert first == set(REGIONS["large"])


def test_what_stands_for_what():
    found = pb.select(REGIONS, 3, "landscape")
    home = dict(zip(found.datasets, found.nearest, strict=True))
    for names in REGIONS.values():
        assert len({home[name] for name in names}) == 1


def test_a_landscape_may_come_in_several_shapes():
    shapes = [
        REGIONS,
        SimpleNamespace(representatives=lambda threshold: REGIONS),
        SimpleNamespace(region_names=list(REGIONS), members=list(REGIONS.values())),
    ]
    for shape in shapes:
        assert is_landscape(shape)
        assert members(shape) == REGIONS
    rows = region_rows(REGIONS, ["a", "c", "d"])
    assert [part.tolist() for part in rows] == [[0], [1, 2], []]


@pytest.mark.parametrize("wrong", [{}, {"r": ["a"], "s": ["a"]}, {"r": ["zz"]}])
def test_what_is_refused(wrong):
    with pytest.raises(ArgumentError):
        region_rows(wrong, ["a", "b"])


def test_a_landscape_and_a_table_do_not_change_places(place):
    for given, strategy in ((REGIONS, "farthest-first"), (place(0), "landscape")):
        with pytest.raises(ArgumentError, match="landscape"):
            pb.select(given, 2, strategy)


def test_in_the_protocol_datasets_of_no_region_come_last(table):
    t = table(0)
    regions = {"one": list(t.datasets[:4]), "two": list(t.datasets[4:7])}
    found = pb.rank_preservation(t, {"map": regions}, ["landscape"], (2, 5), 10)
    assert found.auc["representation"].unique().tolist() == ["map"]
    assert np.isfinite(found.by_trial).all()


@pytest.mark.parametrize("names", [["a", np.nan], [1, 2], ["a", None]])
def test_names_are_texts(names):
    with pytest.raises(ArgumentError, match="must hold names of datasets"):
        pb.select({"r": names}, 1, "landscape")
