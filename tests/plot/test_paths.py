"""Paths over time."""

from __future__ import annotations

import numpy as np
import pytest
from matplotlib.collections import LineCollection

import pybench as pb
from pybench.base.errors import ArgumentError


@pytest.fixture(scope="module")
def seen():
    return pb.simulate("d-d6", 9, seed=1)


def test_paths_are_those_simulated(seen):
    axes = pb.plot.paths(seen, shown=4, channel=2).axes[0]
    parts = [part for part in axes.collections if isinstance(part, LineCollection)]
    for label, part in enumerate(parts):
        drawn = np.array([segment[:, 1] for segment in part.get_segments()])
        np.testing.assert_array_equal(drawn, seen.paths[seen.label == label][:4, 2])
        np.testing.assert_array_equal(part.get_segments()[0][:, 0], seen.times)


def test_all_paths_if_there_are_fewer(seen):
    axes = pb.plot.paths(seen, shown=100).axes[0]
    assert len(axes.collections[0].get_segments()) == 9


def test_sound(seen, sound):
    sound(lambda ax=None: pb.plot.paths(seen, ax))


def test_messages(seen):
    with pytest.raises(ArgumentError, match="the number of a coordinate of the paths, 0 to 5"):
        pb.plot.paths(seen, channel=6)
    with pytest.raises(ArgumentError, match="`shown` must be"):
        pb.plot.paths(seen, shown=0)
