"""Outlines of units lie where the figure shows the units."""

from __future__ import annotations

import io

import numpy as np
import pytest
from matplotlib.image import imread

import pybench as pb
from pybench.plot.outlines import outlines


@pytest.mark.parametrize("topology", ["hexagonal", "rectangular"])
def test_the_middle_of_each_outline_has_the_colour_of_its_unit(trained, topology):
    som = trained(5, 4, topology=topology)
    figure = pb.plot.landscape_map(som, show="counts")
    found = outlines(figure)
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png", dpi=144)
    pixels = imread(io.BytesIO(buffer.getvalue()))
    assert pixels.shape[:2] == pytest.approx((2 * found.height, 2 * found.width), abs=2)
    rows = np.bincount(som.units, minlength=20)
    assert found.corners.shape == (20, 6 if topology == "hexagonal" else 4, 2)
    shades = {}
    for count, corners in zip(rows, found.corners, strict=True):
        x, y = (0.5 * corners.mean(axis=0) + 0.5 * corners[0]) * 2  # off the dot of empty units
        shades.setdefault(int(count), set()).add(tuple(pixels[int(y), int(x), :3].round(2)))
    assert all(len(one) == 1 for one in shades.values()), shades
    assert len(shades) > 2
