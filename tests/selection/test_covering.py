"""Covering radii, and bounds that hold."""

from __future__ import annotations

import itertools

import numpy as np
import pandas as pd
import pytest

import pybench as pb
from pybench.selection.covering import flat_dimension, volume_bound
from pybench.selection.space import distances, gram, standardized


@pytest.mark.parametrize("metric", ["cosine", "euclidean"])
def test_no_subset_has_a_radius_below_the_least(place, metric):
    frame = place(1, n=9)
    found = pb.covering(frame, metric).table
    apart = distances(gram(standardized(frame.to_numpy())), metric)
    for size in (1, 2, 3, 4):
        best = min(
            apart[list(rows)].min(axis=0).max() for rows in itertools.combinations(range(9), size)
        )
        row = found.iloc[size - 1]
        assert row["least"] - 1e-12 <= best <= row["radius"] + 1e-12
    assert tuple(found["dataset"][:4]) == pb.select(frame, 4, metric=metric).names


@pytest.mark.parametrize("metric", ["cosine", "euclidean"])
def test_the_bound_holds_and_says_something_in_few_dimensions(metric):
    grid = pd.DataFrame(list(itertools.product(range(40), range(3))), columns=["x", "y"])
    grid = grid.astype(float).set_axis([f"d{i:03d}" for i in range(120)], axis=0)
    found = pb.covering(grid, metric)
    assert (found.table["radius"] <= found.table["bound"] + 1e-12).all()
    assert found.dimension == 2
    assert (found.table["bound"] < found.table["radius"].iloc[0]).any()
    assert (found.table["radius"].diff()[1:] <= 0).all()
    assert found.table["radius"].iloc[-1] == 0


def test_dimensions_and_volumes():
    line = np.linspace(0, 1, 5)[:, None] * [3.0, 4.0]
    assert flat_dimension(distances(gram(line), "euclidean")) == 1
    assert flat_dimension(np.zeros((4, 4))) == 0
    assert volume_bound(1.0, 1, np.array([1, 2, 3])).tolist() == pytest.approx([np.inf, 2, 1])
    # The specification: p = 64, t = 20 gives 20.9 half diameters.
    assert volume_bound(1.0, 64, np.array([20]))[0] / 2 == pytest.approx(20.87, abs=0.01)
    # Below the diameter only beyond 3^p.
    below, above = volume_bound(1.0, 5, np.array([3**5 - 1, 3**5 + 1]))
    assert above < 1 < below


def test_text(place):
    assert "is never below it" in str(pb.covering(place(0)))
