"""Where everything in the figures stands is what tests/golden/figures.csv says."""

from __future__ import annotations

import csv

import pytest

from tests.plot.drawn import COLUMNS, FILE, drawings, rows, title_of


@pytest.mark.parametrize(
    ("name", "options"),
    [pytest.param(*one, id=title_of(*one).replace(" ", "-")) for one in drawings()],
)
def test_a_figure_is_drawn_as_before(name, options):
    """If a change is wanted: look at the figure, run drawn.py, and read the difference."""
    title = title_of(name, options)
    with FILE.open(newline="", encoding="utf-8") as file:
        listed = [line for line in csv.DictReader(file) if line["figure"] == title]
    found = rows(name, options)
    assert [(axes, layer) for axes, layer, _ in found] == [(x["axes"], x["layer"]) for x in listed]
    for (_, layer, numbers), line in zip(found, listed, strict=True):
        for column, number in zip(COLUMNS[3:], numbers, strict=True):
            # Six digits are written; an eye sees no tenth of a point, which a font may differ by.
            expected = pytest.approx(float(line[column]), rel=1e-4, abs=0.05)
            assert number == expected, f"{column} of {layer}"
