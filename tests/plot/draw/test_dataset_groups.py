"""Groups of datasets: which there are, and their legend."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from matplotlib.figure import Figure

import pybench as pb
from pybench.plot.draw.dataset_groups import draw_dots, groups_of, legend_columns
from pybench.plot.draw.fonts import typeface
from pybench.plot.draw.style import FONT


def test_the_legend_has_as_many_columns_as_fit():
    face = typeface(FONT, 8.0, [])
    labels = ["a name of some length"] * 6
    one = legend_columns(labels, 0.0, face), legend_columns([], 0.0, face)
    found = [legend_columns(labels, room, face) for room in np.linspace(0.0, 600.0, 200)]
    assert one == (1, 1)
    assert found == sorted(found)
    assert set(found) == {1, 2, 3}


def test_groups_come_in_order_of_their_datasets():
    assert groups_of(["d", "e", "f"], {"f": "x", "e": "y", "d": "y"}) == ["y", "x"]
    assert groups_of(["d"], None) == []
    with pytest.raises(pb.ArgumentError, match="group of every dataset; 'e' has none"):
        groups_of(["d", "e"], {"d": "x"})
    names = [f"d{i}" for i in range(41)]
    with pytest.raises(pb.ArgumentError, match=r"at most 40 different groups.*, not 41"):
        groups_of(names, {name: name for name in names})


def test_forty_groups_differ_in_colour_or_shape_and_neighbours_in_both():
    names = [f"d{i}" for i in range(40)]
    axes = Figure().subplots()
    draw_dots(axes, np.zeros((40, 2)), names, {name: name for name in names}, names)
    looks = [(line.get_color(), line.get_marker()) for line in axes.lines]
    assert len(set(looks)) == 40
    assert all(a[0] != b[0] and a[1] != b[1] for a, b in pairwise(looks))
