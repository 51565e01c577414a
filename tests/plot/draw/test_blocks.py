"""Rows in blocks: headings stand above cells, every row is drawn once, bars have their lengths."""

from __future__ import annotations

import numpy as np
import pytest

from pybench.plot.draw.blocks import Bar, Cell, DatasetRow, blocks_scene
from pybench.plot.draw.fonts import families, measurer
from pybench.plot.draw.scene import Scene

MEASURE = measurer(families(None, []))


def scene(groups, columns=("R1", "R2", "R3"), blocks=None, most=np.inf):
    """Arrange groups: heading -> names of rows, all with the same cells."""
    bars = (Bar("cell", 1.0, "#FFFFFF"), Bar("part", 0.25, "#000000"))
    rows = {
        head: [DatasetRow(name, (Cell(bars, "7"),) * len(columns)) for name in names]
        for head, names in groups.items()
    }
    start = Scene(10.0, most=most)
    return blocks_scene(start, list(rows.items()), columns, (), ["A note."], blocks, MEASURE)


def test_a_heading_stands_above_names_and_cells():
    six = [f"R{i}" for i in range(6)]
    short, long = (scene({head: ["a name"]}, six) for head in ("R1", "R1: words"))
    cells = [
        next(layer for layer in s.layers if layer.role == "cell").shapes for s in (short, long)
    ]
    assert cells[0] == cells[1]
    assert scene({"R1: many words that are wider than all" * 3: ["a"]}).width > long.width


def test_bars_start_at_the_left_edge_of_their_cells():
    drawn = {layer.role: np.array(layer.shapes) for layer in scene({"R1": ["a", "b"]}).layers}
    assert (drawn["part"][:, 0] == drawn["cell"][:, 0]).all()
    wide = {role: np.ptp(shapes[:, :, 0], axis=1) for role, shapes in drawn.items()}
    np.testing.assert_allclose(wide["part"], wide["cell"] / 4)


@pytest.mark.parametrize("blocks", [None, 1, 2, 5, 99])
def test_every_row_is_drawn_once(blocks):
    names = [f"d{i}" for i in range(20)]
    found = scene({"R1": names[:15], "R2": names[15:]}, blocks=blocks)
    said = [text.text for text in found.texts]
    assert [text for text in said if text.startswith("d")] == names
    assert said.count("R1") >= 1


def test_blocks_that_do_not_fit_stand_below_each_other():
    names = [f"dataset {i}" for i in range(40)]
    assert scene({"R1": names}, most=200.0).width <= 200.0 < scene({"R1": names}).width
