"""Panels of qualities: a step per dataset, limits where the constraints have them."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import pybench as pb
from pybench.base.errors import ArgumentError


@pytest.fixture
def suite():
    frame = pd.DataFrame(
        {"NumberOfInstances": [10.0, 500.0, 800.0, 90000.0], "$odd_name$": [1.0, 1.0, 1.0, 1.0]},
        index=list("abcd"),
    )
    return pb.Suite.create("t", frame, constraints={"NumberOfInstances": (100, None)})


def test_lines_are_the_shares_of_candidates_and_of_those_kept(suite):
    figure = pb.plot.qualities(suite)
    (axes,) = figure.axes
    every, kept, limit = axes.lines
    np.testing.assert_array_equal(every.get_xdata(), [10, 10, 500, 800, 90000])
    np.testing.assert_array_equal(every.get_ydata(), [0, 0.25, 0.5, 0.75, 1])
    np.testing.assert_array_equal(kept.get_xdata(), [500, 500, 800, 90000])
    assert set(limit.get_xdata()) == {100.0}
    assert axes.get_xscale() == "log"
    low, high = axes.get_xlim()
    assert low < 10
    assert high > 90000


def test_names_are_chosen_and_shown_as_they_are(suite):
    figure = pb.plot.qualities(suite, ["$odd_name$", "NumberOfInstances"], width=4.0)
    assert len(figure.axes) == 2
    assert "$odd_name$" in figure.to_svg()
    assert figure.axes[0].get_xscale() == "linear"
    assert float(figure.get_figwidth()) == 4.0


def test_what_is_not_measured_is_refused(suite):
    with pytest.raises(ArgumentError, match="`z`"):
        pb.plot.qualities(suite, ["NumberOfInstances", "z"])
    empty = pb.Suite.create("t", pd.DataFrame({"x": [1.0]}, index=["a"]))
    with pytest.raises(
        ArgumentError, match="must be qualities that the suite has, not `NumberOfInstances`"
    ):
        pb.plot.qualities(empty)
    with pytest.raises(ArgumentError, match="width"):
        pb.plot.qualities(suite, width=-1.0)


def test_the_same_suite_gives_the_same_bytes(suite):
    assert pb.plot.qualities(suite).to_svg() == pb.plot.qualities(suite).to_svg()


def test_limits_that_are_far_away_do_not_squash_the_values():
    frame = pd.DataFrame({"NumberOfFeatures": [5.0, 14.0, 31.0]}, index=list("abc"))
    suite = pb.Suite.create("t", frame, constraints={"NumberOfFeatures": (None, 5000)})
    (axes,) = pb.plot.qualities(suite).axes
    assert axes.get_xscale() == "log"
    assert axes.get_xlim()[1] > 5000


def test_what_is_counted_has_ticks_at_whole_numbers():
    frame = pd.DataFrame(
        {
            "NumberOfClasses": [2.0, 3.0, 3.0],
            "NumberOfMissingValues": [0.0, 0.0, 0.0],
            "MinorityToMajority": [0.25, 0.5, 0.75],
        },
        index=list("abc"),
    )
    classes, ratio, missing = pb.plot.qualities(pb.Suite.create("t", frame)).axes
    assert [tick for tick in classes.get_xticks() if 2 <= tick <= 3] == [2.0, 3.0]
    assert [text.get_text() for text in missing.get_xticklabels()] == ["0"]
    assert any(tick % 1 for tick in ratio.get_xticks())
