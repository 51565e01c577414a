"""Colours of the units: what is seen is what the map holds."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

import pybench as pb
from pybench.plot.draw.style import BLUE, INK, REGIONS, diverging, ink_on
from pybench.plot.landscape_map_colours import EMPTY, SHOW, region_tint, unit_colours


def test_counts_are_coloured_by_their_logarithm(trained):
    units = np.repeat(np.arange(5), [1, 10, 100, 1, 10])
    plan = unit_colours(trained(3, 2, units=units), "counts", None, None, False)
    one, ten, hundred, again, more, none = plan.fills
    assert (none, one, ten) == (EMPTY, again, more)
    assert len({one, ten, hundred}) == 3
    assert hundred == BLUE
    assert plan.empty.tolist() == [5]
    assert {text: colour for colour, text in plan.key} == {
        "1": one, "3": plan.key[1][0], "10": ten, "30": plan.key[3][0], "100": hundred
    }  # fmt: skip
    assert "Dot: 1 unit without rows." in plan.notes


def test_codes_in_standard_deviations_have_two_colours(trained):
    codes = np.array([[-2.0, 5, 0], [0, 5, 0], [1, 5, 0], [2, 5, 0]])
    som = trained(2, 2, codes=codes)
    plan = unit_colours(som, "codes", None, "a", True)
    assert plan.fills == [diverging(x) for x in (-1.0, 0.0, 0.5, 1.0)]
    assert [text for _, text in plan.key][::3] == ["−2", "0", "2"]
    plan = unit_colours(som, "codes", None, "a", False)
    assert plan.fills[0] == EMPTY
    assert plan.fills[3] == BLUE
    assert len(unit_colours(som, "codes", None, "b", False).key) == 1  # one value: one swatch


def test_one_far_unit_does_not_hide_the_rest(trained):
    codes = np.random.default_rng(0).normal(size=(400, 3))
    codes[0] += 1000
    plan = unit_colours(trained(20, 20, codes=codes), "distances", None, None, False)
    assert plan.key[-1][1].startswith("≥ ")
    assert len(set(plan.fills)) > 100


def test_all_that_is_shown_has_colours_for_every_unit(trained, halves):
    som = trained(4, 3)
    labels = halves(som).labels
    for show in SHOW:
        feature = "b" if show == "codes" else None
        plan = unit_colours(som, show, labels, feature, False)
        assert len(plan.fills) == 12
        assert ("Lines: borders of the 2 regions." in plan.notes) == (show != "regions")


def test_black_is_read_on_every_region():
    assert {ink_on(region_tint(i)) for i in range(6)} == {INK}
    assert len({region_tint(i) for i in range(6)}) == 6


def test_what_is_missing_is_refused_by_name(trained):
    som = trained(2, 2)
    with pytest.raises(pb.ArgumentError, match="`regions` must be given with show"):
        unit_colours(som, "regions", None, None, False)
    with pytest.raises(pb.ArgumentError, match="`feature` must be one of the map's 3 features"):
        unit_colours(som, "codes", None, "z", False)
    with pytest.raises(pb.ArgumentError, match=r"`feature` must be one of .*, not None"):
        unit_colours(som, "codes", None, None, False)
    with pytest.raises(pb.ArgumentError, match='`feature` must be None with show="counts"'):
        unit_colours(som, "counts", None, "a", False)


def test_a_torus_says_so(trained):
    som = trained(4, 4, toroidal=True)
    said = unit_colours(som, "distances", None, None, False).notes
    assert said[0] == "4 × 4 hexagons, opposite edges joined; 60 rows."
    assert dataclasses.is_dataclass(unit_colours(som, "counts", None, None, False))


def test_more_regions_than_colours_are_told(trained):
    som = trained(4, 3)
    for k, repeated in ((len(REGIONS), False), (len(REGIONS) + 1, True)):
        plan = unit_colours(som, "regions", np.arange(12) % k, None, False)
        assert any("Colours repeat" in note for note in plan.notes) == repeated
