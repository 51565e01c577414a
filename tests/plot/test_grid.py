"""Nothing of an arranged matrix overlaps or leaves the paper."""

from __future__ import annotations

import numpy as np
import pytest

import pybench as pb
from pybench.plot.cells import cells
from pybench.plot.grid import arrange
from pybench.plot.label import Extent
from pybench.table import results_table

EM = 9.0


def measure(text, size, bold):
    return Extent(0.6 * size * len(text), 0.75 * size, 0.25 * size)


def arranged(rows, columns, name="c{}", **settings):
    k = max(rows, columns) + 1
    rng = np.random.default_rng(k)
    names = [name.format(j) for j in range(k)]
    t = results_table(rng.random((5, k)), [f"d{i}" for i in range(5)], names, higher_is_better=True)
    said = cells(pb.multi_comparison(t, names[-rows:], names[:columns]), **settings)
    return said, arrange(said, measure, EM)


def beside(grid):
    """Return the texts that are in no cell."""
    return [text for text in grid.texts if text.role != "cell"]


def layers(grid):
    return {layer.role: layer for layer in grid.layers}


def box(word):
    width, tall = 0.6 * word.size * len(word.text), 0.75 * word.size
    if word.upright:
        return word.x - tall, word.y - width, word.x + 0.25 * word.size, word.y
    start = word.x - {"left": 0.0, "center": 0.5, "right": 1.0}[word.anchor] * width
    return start, word.y - tall, start + width, word.y + 0.25 * word.size


@pytest.mark.parametrize(("rows", "columns"), [(1, 4), (4, 1), (5, 5), (1, 1), (20, 20)])
@pytest.mark.parametrize("name", ["c{}", "a rather long name, number {}", "W" * 60 + "{}"])
def test_no_text_overlaps_another_or_leaves_the_paper(rows, columns, name):
    _, grid = arranged(rows, columns, name, title="A title")
    boxes = [box(word) for word in beside(grid)]
    for x0, y0, x1, y1 in boxes:
        assert x0 >= 0
        assert y0 >= 0
        assert x1 <= grid.width
        assert y1 <= grid.height
    for i, (x0, y0, x1, y1) in enumerate(boxes):
        for a0, b0, a1, b1 in boxes[:i]:
            assert x1 <= a0 or a1 <= x0 or y1 <= b0 or b1 <= y0, beside(grid)[i].text


@pytest.mark.parametrize(("rows", "columns"), [(1, 4), (4, 1), (9, 9)])
def test_texts_fit_their_cells_and_labels_stay_outside(rows, columns):
    said, grid = arranged(rows, columns)
    widest = max(len(line) for row in said.lines for cell in row for line in cell)
    assert grid.cell_width >= 0.6 * 0.85 * EM * widest
    assert grid.cell_height >= 3 * 1.25 * 0.85 * EM
    right = grid.left + columns * grid.cell_width
    bottom = grid.top + rows * grid.cell_height
    for word in beside(grid):
        x0, y0, x1, y1 = box(word)
        assert x1 <= grid.left or x0 >= right or y1 <= grid.top or y0 >= bottom, word.text
    assert np.asarray(layers(grid)["scale"].shapes)[..., 1].min() > bottom


def test_short_names_lie_and_long_ones_stand():
    lying = arranged(3, 3, "name {}")[1]
    standing = arranged(3, 3, "unbreakable" * 3 + "{}")[1]
    assert not any(word.upright for word in beside(lying))
    assert sum(word.upright for word in beside(standing)) == 3


def test_without_colours_footnote_and_title_less_is_said():
    _, grid = arranged(3, 3, colours="none", footnote=False)
    assert set(layers(grid)) == {"cells"}
    texts = [word.text for word in beside(grid)]
    assert "row better" not in texts
    assert len(texts) == 3 + 2 * 6  # the key, and name and mean of each row and column
