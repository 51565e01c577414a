"""Every figure at the width of a column and of a page: see `tests.plot.prints`."""

from __future__ import annotations

import csv
import io

import numpy as np
import pytest

import pybench as pb
from tests.plot import prints

with prints.FILE.open(newline="", encoding="utf-8") as file:
    ROWS = {(row["figure"], int(row["methods"]), float(row["width"])): row
            for row in csv.DictReader(file)}  # fmt: skip


def marked(keys):
    """Leave 10 and 100 methods, and 30 at the width of a page, to the nightly run."""
    slow = [pytest.mark.slow]
    return [
        pytest.param(name, k, width, marks=slow * (k in (10, 100) or (k, width) == (30, 7)))
        for name, k, width in keys
    ]


FIT = marked([key for key, row in ROWS.items() if row["height"]])
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


@pytest.mark.parametrize(("name", "k", "width"), marked(REFUSED))
def test_a_refusal_names_what_fits(name, k, width):
    """The least width that is named is enough, and no wider than needed."""
    row = ROWS[name, k, width]
    assert prints.row(name, k, width)[4:] == (row["least"], row["hint"])
    if not row["least"]:  # more methods than colours and shapes
        assert (name, k) == ("critical_differences", 100)
        return
    least = float(row["least"])
    assert prints.drawn(name, k, least).get_figwidth() == pytest.approx(least)
    with pytest.raises(pb.ArgumentError, match="`width` must be at least"):
        prints.drawn(name, k, least - 0.02)
    if k <= 30:
        assert "a larger width" not in row["hint"]
    if "font_size = " in row["hint"]:
        smaller = float(row["hint"].split("font_size = ")[1].split()[0].rstrip("."))
        assert prints.drawn(name, k, width, smaller).get_figwidth() == pytest.approx(width)


@pytest.mark.parametrize(
    ("name", "k", "width"), marked([key for key in REFUSED if 0 < key[1] <= 30])
)
def test_a_refusal_of_30_methods_names_a_layout_that_holds_the_text(name, k, width):
    """Shorter names, a list of letters, a figure per benchmark, or one method against all."""
    figure = prints.named(name, k, width, ROWS[name, k, width]["hint"])
    assert figure is not None
    assert figure.get_figwidth() == pytest.approx(width, abs=0.01)
    assert min(prints.sizes_in_pdf(figure)) >= prints.FONT - 0.001


@pytest.mark.parametrize(
    "name", [name for name, (_, most) in prints.OF_METHODS.items() if most == 100]
)
def test_a_figure_of_100_methods_is_small(name):
    """As SVG and as PDF; a matrix of all pairs and diagrams of benchmarks are refused."""
    if name in ("multi_comparison", "multi_comparison row", "critical_differences"):
        with pytest.raises(pb.ArgumentError):
            prints.drawn(name, 100, None)
        return
    figure = prints.drawn(name, 100, None)
    for form in ("svg", "pdf"):
        buffer = io.BytesIO()
        figure.savefig(buffer, format=form)
        assert len(buffer.getvalue()) < 1_000_000, form


def test_the_dots_of_100_methods_on_112_datasets_are_an_image():
    """As shapes they took 1.7 MB of SVG."""
    scores = np.random.default_rng(1).random((112, 100))
    names = {
        "datasets": [f"d{i}" for i in range(112)],
        "classifiers": [f"m{i}" for i in range(100)],
    }
    t = pb.read_results(scores, **names, higher_is_better=True)
    buffer = io.BytesIO()
    pb.plot.scores(t).savefig(buffer, format="svg")
    assert len(buffer.getvalue()) < 1_000_000
