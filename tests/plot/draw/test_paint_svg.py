"""Short SVG of diagrams: the same marks at the same places as Matplotlib's."""

from __future__ import annotations

import re

import numpy as np
import pytest
from lxml import etree

import pybench as pb
from pybench.plot._critical_difference import critical_difference_svgs
from pybench.plot.critical_difference_layout import arrange
from pybench.plot.critical_difference_text import diagram_texts
from pybench.plot.draw.fonts import families, measurer
from pybench.plot.draw.style import FONT
from pybench.table import results_table
from tests.plot import parts

SVG = "{http://www.w3.org/2000/svg}"


def diagrams(names, n=20, shift=0.15):
    """Return diagrams at three levels, with bars that break at some."""
    rng = np.random.default_rng(5)
    scores = rng.normal(size=(n, len(names))) + np.arange(len(names)) * shift
    table = results_table(scores, [f"d{i}" for i in range(n)], names, higher_is_better=True)
    return [pb.critical_difference(table, "wilcoxon", a, adjust="none") for a in (0.01, 0.1, 0.4)]


@pytest.fixture(scope="module")
def found():
    return diagrams([f"c{i}" for i in range(9)])


def parsed(svg):
    return etree.fromstring(svg.encode(), etree.XMLParser(resolve_entities=False))


def marks(svg):
    """Return the points of all paths, texts and dots, in the order of the file."""
    tree = parsed(svg)
    paths = [one.get("d") for one in tree.iter(f"{SVG}path")][1:]  # the first is the paper
    points = [float(number) for d in paths for number in re.findall(r"-?[\d.]+", d)]
    texts = [
        (one.text, float(one.get("x")), float(one.get("y"))) for one in tree.iter(f"{SVG}text")
    ]
    dots = [(float(one.get("cx")), float(one.get("cy"))) for one in tree.iter(f"{SVG}circle")]
    return points, texts, dots


def test_all_marks_of_the_layout_are_there_at_their_places(found):
    said = [diagram_texts(one) for one in found]
    measure = measurer(families(FONT, []))
    broken = 0
    for svg, one in zip(critical_difference_svgs(found), said, strict=True):
        diagram = arrange(one, measure, em=9.0)
        points, texts, dots = marks(svg)
        ends = sum(2 * len(stroke.points) for stroke in parts.strokes(diagram))
        assert len(points) == ends + 8 * len(parts.arcs(diagram))
        drawn = [x for stroke in parts.strokes(diagram) for point in stroke.points for x in point]
        curves = [x for arc in parts.arcs(diagram) for x, _ in arc.points]
        gaps = [min(abs(np.array(points) - x)) for x in (*drawn, *curves)]
        assert max(gaps) <= 0.051  # a tenth of a point is what is kept
        assert sorted(one[0] for one in texts) == sorted(one.text for one in diagram.texts)
        where = {(one.text, round(one.x, 1)) for one in diagram.texts}
        assert {(text, x) for text, x, _ in texts} == where
        assert np.allclose(
            dots, [(dot.x, dot.y) for dot in parts.marks(diagram, "member")], rtol=0, atol=0.051
        )
        broken += len(parts.arcs(diagram))
    assert broken, "no bar breaks: the arcs were not looked at"


def test_the_size_is_that_of_the_figure_and_the_file_a_fraction(found):
    for svg, one in zip(critical_difference_svgs(found), found, strict=True):
        figure = pb.plot.critical_difference(one)
        width, height = (72 * size for size in figure.get_size_inches())
        root = parsed(svg)
        assert float(root.get("width").removesuffix("pt")) == pytest.approx(width, abs=0.06)
        assert float(root.get("height").removesuffix("pt")) == pytest.approx(height, abs=0.06)
        assert 3 * len(svg) < len(figure.to_svg())


@pytest.mark.parametrize("name", ["<script>alert(1)</script>", "a & b", '"q" \'', "two  spaces"])
def test_a_name_is_text(name):
    [svg, *_] = critical_difference_svgs(diagrams(["one", name, "three"]))
    tree = parsed(svg)
    known = {f"{SVG}{tag}" for tag in ("svg", "g", "path", "circle", "text")}
    assert {one.tag for one in tree.iter()} <= known
    assert name in [one.text for one in tree.iter(f"{SVG}text")]


def test_names_without_end_shrink_as_in_the_figure():
    results = diagrams(["W" * 3000, "b", "c"])
    [svg, *_] = critical_difference_svgs(results)
    width = 72 * pb.plot.critical_difference(results[0]).get_figwidth()
    assert float(parsed(svg).get("width").removesuffix("pt")) == pytest.approx(width, rel=1e-4)
