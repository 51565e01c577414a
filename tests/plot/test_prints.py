"""Every figure at the width of a column and of a page: see `tests.plot.prints`."""

from __future__ import annotations

import csv

import pytest

import pybench as pb
from tests.plot import prints

with prints.FILE.open(newline="", encoding="utf-8") as file:
    ROWS = {(row["figure"], int(row["methods"]), float(row["width"])): row
            for row in csv.DictReader(file)}  # fmt: skip
FIT = [key for key, row in ROWS.items() if row["height"]]
REFUSED = [key for key, row in ROWS.items() if not row["height"]]
SHAPES = 0.6  # points: Matplotlib's boxes reach a little beyond their letters


def test_every_figure_is_tried():
    assert list(ROWS) == list(prints.drawings())
    drawn = {name.split()[0] for name, *_ in ROWS}
    texts = {"critical_difference_tikz", "critical_differences_tikz", "multi_comparison_latex"}
    assert drawn | texts == set(pb.plot.__all__)


@pytest.mark.parametrize(("name", "k", "width"), FIT)
def test_a_printed_figure_has_its_width_and_no_text_is_small_cut_or_covered(name, k, width):
    figure = prints.drawn(name, k, width)
    assert figure.get_figwidth() == pytest.approx(width, abs=0.01)
    assert figure.get_figheight() == pytest.approx(float(ROWS[name, k, width]["height"]), abs=0.06)
    assert min(prints.sizes_in_pdf(figure)) >= prints.FONT - 0.001
    boxes = prints.text_boxes(figure)
    size = figure.get_size_inches() * 72
    for text, box in boxes:
        assert min(box.x0, box.y0) >= -SHAPES, text
        assert box.x1 <= size[0] + SHAPES, text
        assert box.y1 <= size[1] + SHAPES, text
    assert prints.overlaps(boxes) == []


@pytest.mark.parametrize(("name", "k", "width"), REFUSED)
def test_a_refusal_names_what_fits(name, k, width):
    """The least width that is named is enough, and no wider than needed."""
    row = ROWS[name, k, width]
    assert prints.row(name, k, width)[4:] == (row["least"], row["hint"])
    least = float(row["least"])
    assert prints.drawn(name, k, least).get_figwidth() == pytest.approx(least)
    with pytest.raises(pb.ArgumentError, match="`width` must be at least"):
        prints.drawn(name, k, least - 0.02)
    if k <= 30:
        assert "a larger width" not in row["hint"]
    if "font_size = " in row["hint"]:
        smaller = float(row["hint"].split("font_size = ")[1].split()[0].rstrip("."))
        assert prints.drawn(name, k, width, smaller).get_figwidth() == pytest.approx(width)
