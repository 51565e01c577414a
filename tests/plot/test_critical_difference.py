from __future__ import annotations

import io
import re
import subprocess
import sys
from itertools import combinations
from types import SimpleNamespace

import numpy as np
import pytest
from lxml import etree
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

import pybench as pb
from pybench.base.errors import ArgumentError
from pybench.plot._critical_difference import critical_difference
from pybench.plot.draw.figure import reproducible
from pybench.plot.draw.text import visible

SVG = "{http://www.w3.org/2000/svg}"


def saved(figure, kind, **options):
    buffer = io.BytesIO()
    figure.savefig(buffer, format=kind, **options)
    return buffer.getvalue()


def svg_texts(figure):
    tree = etree.fromstring(saved(figure, "svg"))
    return [element.text for element in tree.iter(f"{SVG}text")]


def boxes(figure):
    renderer = figure.canvas.get_renderer()
    with reproducible():  # as when it is saved
        return [text.get_window_extent(renderer) for text in figure.axes[0].texts]


def assert_clean(figure):
    """No text overlaps another or leaves the figure, measured by the renderer."""
    found = boxes(figure)
    width, height = figure.bbox.size
    assert not [(a, b) for a, b in combinations(found, 2) if a.overlaps(b)]
    assert min(b.x0 for b in found) >= 0
    assert min(b.y0 for b in found) >= 0
    assert max(b.x1 for b in found) <= width
    assert max(b.y1 for b in found) <= height


@pytest.mark.parametrize("k", [2, 3, 4, 5, 8, 14, 21, 35, 47, 60])
@pytest.mark.parametrize("interval", [True, False])
def test_labels_neither_overlap_nor_leave_the_figure(random_result, k, interval):
    names = [("name " * 12)[: 1 + (7 * i) % 57].strip() + f"-{i}" for i in range(k)]
    drawn = random_result(k, k, interval=interval, names=names)
    assert_clean(critical_difference(drawn))
    groups = {name: name[:5] for name in names}
    assert_clean(critical_difference(drawn, layout="one-sided", groups=groups, highlight=names))
    look = {"best": "right", "title": " ".join(names), "max_label": 16}
    assert_clean(critical_difference(drawn, width=6.0, **look))


@pytest.mark.parametrize("seed", [3, 4])
def test_200_classifiers_neither_overlap_nor_leave_the_figure(random_result, seed):
    drawn = random_result(200, seed)
    assert 10 < len(drawn.cliques) <= 250
    figure = critical_difference(drawn)
    assert_clean(figure)
    assert set(drawn.classifiers) <= {text.get_text() for text in figure.axes[0].texts}


def test_200_classifiers_of_real_tests():
    """Signed-rank tests on 30 datasets have 8375 sets: drawn, they left a strip an inch wide."""
    rng = np.random.default_rng(1)
    sizes = rng.integers(50, 2000, size=30)[:, None]
    logits = rng.normal(1.5, 1, size=(30, 1)) + rng.normal(0, 0.25, size=200)
    scores = rng.binomial(sizes, 1 / (1 + np.exp(-logits))) / sizes
    t = pb.read_results(
        scores,
        datasets=[f"d{i}" for i in range(30)],
        classifiers=[f"c{i}" for i in range(200)],
        higher_is_better=True,
    )
    result = pb.critical_difference(t, "wilcoxon")
    assert len(result.cliques) > 250
    figure = critical_difference(result)
    assert_clean(figure)
    assert figure.get_figwidth() > 10
    words = " ".join(text.get_text() for text in figure.axes[0].texts)
    assert f"{len(result.cliques)} sets of methods" in words


def test_hostile_names_are_harmless_text(random_result, hostile):
    figure = critical_difference(random_result(len(hostile), 7, names=list(hostile)))
    assert_clean(figure)
    assert {visible(name) for name in hostile} <= set(svg_texts(figure))
    assert saved(figure, "pdf").startswith(b"%PDF")
    assert saved(figure, "png", dpi=30).startswith(b"\x89PNG")


def test_hostile_words_everywhere_else_are_harmless_too(result, hostile):
    for word in hostile:
        drawn = result(["a", "b"], [1, 2], joined=[(0, 1)], metric=word, test=word)
        figure = critical_difference(drawn, title=word, groups={"a": word})
        tree = etree.fromstring(saved(figure, "svg"))
        assert not tree.xpath("//*[local-name()='script']")
        assert visible(word) in {element.text for element in tree.iter(f"{SVG}text")}


def test_all_words_of_the_figure_are_text_in_the_svg(demsar):
    words = svg_texts(critical_difference(demsar, title="Decision trees"))
    assert words.count("Decision trees") == 1
    expected = {"C4.5", "C4.5+m", "C4.5+cf", "C4.5+m+cf", "1.96", "3.14", "CD = 1.25", "1", "4"}
    assert expected <= set(words)


@pytest.mark.parametrize("kind", ["png", "svg", "pdf"])
def test_the_same_result_gives_the_same_bytes(random_result, kind):
    drawn = random_result(9, 1, interval=False)  # arcs and marks: shared shapes have ids in SVG
    groups = {name: name[-1] for name in drawn.classifiers}
    first, second = (saved(critical_difference(drawn, groups=groups), kind) for _ in range(2))
    assert first == second


def test_ids_in_the_svg_are_unique(random_result):
    drawn = random_result(9, 1, interval=False)
    figure = critical_difference(drawn, groups=dict.fromkeys(drawn.classifiers, "g"))
    ids = etree.fromstring(saved(figure, "svg")).xpath("//@id")
    assert len(ids) == len(set(ids))


def test_the_pdf_is_not_blank(demsar, tmp_path):
    path = tmp_path / "figure.pdf"
    critical_difference(demsar).savefig(path)
    page = path.read_bytes()
    assert page.count(b"/Font") >= 1
    assert len(page) > 5_000


def test_the_png_is_not_blank(demsar):
    from matplotlib.image import imread

    pixels = imread(io.BytesIO(saved(critical_difference(demsar), "png")))[..., :3]
    dark = (pixels.min(axis=2) < 0.5).mean()
    assert 0.002 < dark < 0.2
    edge = np.concatenate([pixels[0], pixels[-1], pixels[:, 0], pixels[:, -1]])
    assert edge.min() == 1.0, "something touches the edge"


def test_pyplot_is_neither_needed_nor_told(demsar):
    figure = "pybench.plot._critical_difference"
    code = f"import sys, {figure}; sys.exit('matplotlib.pyplot' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
    import matplotlib.pyplot as plt

    critical_difference(demsar)
    assert plt.get_fignums() == []


def test_given_axes_are_drawn_into(demsar, random_result):
    figure = Figure(figsize=(8, 6))
    renderer = FigureCanvasAgg(figure).get_renderer()
    axes = figure.subplots(2, 2)
    for place, drawn in zip(axes.flat, [demsar, random_result(35, 1)] * 2, strict=True):
        assert critical_difference(drawn, place) is figure
        frame = place.get_window_extent()
        for text in place.texts:
            box = text.get_window_extent(renderer)
            # 1 pixel: hinting of the caller's figure moves glyphs to whole pixels
            assert frame.x0 - 1 <= box.x0 <= box.x1 <= frame.x1 + 1
            assert frame.y0 - 1 <= box.y0 <= box.y1 <= frame.y1 + 1


def test_axes_in_a_subfigure_give_the_whole_figure(demsar):
    figure = Figure(figsize=(8, 4))
    axes = figure.subfigures(1, 2)[0].subplots()
    assert critical_difference(demsar, axes) is figure


def test_a_width_is_kept_to_the_inch(random_result):
    for width in (3.4, 7.0, 20.0):
        figure = critical_difference(random_result(14, 2), width=width)
        assert figure.get_figwidth() == pytest.approx(width, abs=1e-6)
        assert_clean(figure)
        assert max(text.get_fontsize() for text in figure.axes[0].texts) == pytest.approx(9.0)


def test_a_width_may_be_that_of_a_paper(demsar):
    assert critical_difference(demsar, width="ieee-column").get_figwidth() == pytest.approx(3.487)
    with pytest.raises(ArgumentError, match=r"`width` must be .*neurips"):
        critical_difference(demsar, width="nature")


@pytest.mark.parametrize("k", [4, 10, 30])
@pytest.mark.parametrize("font_size", [6.0, 9.0])
def test_a_width_that_is_too_small_is_refused_with_ways_out(random_result, k, font_size):
    drawn = random_result(k, 1, names=[f"a rather long name of method {i}" for i in range(k)])
    with pytest.raises(ArgumentError, match=f"at font size {font_size:g}, not 1.5") as caught:
        critical_difference(drawn, width=1.5, font_size=font_size)
    least = float(caught.value.expected.split()[-2])
    for way, value in re.findall(r"(font_size|max_label) = ([\d.]*\d)", caught.value.hint):
        given = {"font_size": font_size, way: float(value) if way == "font_size" else int(value)}
        critical_difference(drawn, width=1.5, **given)
    if not re.search("font_size|max_label", caught.value.hint):
        assert caught.value.hint == "Use a larger width."
    figure = critical_difference(drawn, width=least, font_size=font_size)
    assert figure.get_figwidth() == pytest.approx(least, abs=1e-6)
    with pytest.raises(ArgumentError, match="`width` must be at least"):
        critical_difference(drawn, width=least - 0.02, font_size=font_size)


def test_endless_names_shrink_the_drawing_instead_of_breaking_it(result):
    drawn = result(["W" * 5_000, "b"], [1, 2], distance=0.5)
    assert max(critical_difference(drawn).get_size_inches()) <= 100.0


def test_names_are_cut_only_on_request(result):
    drawn = result(["x" * 60, "b"], [1, 2], distance=0.5)
    assert "x" * 60 in svg_texts(critical_difference(drawn))
    assert "xxxxxx…xxxxx" in svg_texts(critical_difference(drawn, max_label=12))


def test_a_comparison_is_drawn_like_its_diagram(demsar):
    whole = critical_difference(SimpleNamespace(critical_difference=demsar))
    assert saved(whole, "svg") == saved(critical_difference(demsar), "svg")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"layout": "left"}, '`layout` must be one of "auto", "both", "one-sided", not "left"'),
        ({"best": "top"}, "`best` must be one of"),
        ({"axis": "log"}, "`axis` must be one of"),
        ({"width": 0}, "`width` must be a positive number of inches, not 0"),
        ({"font_size": -1}, "`font_size` must be a positive number of points, not -1"),
        ({"line_width": "thick"}, "`line_width` must be a positive number of points"),
    ],
)
def test_bad_arguments_are_named(demsar, arguments, message):
    with pytest.raises(ArgumentError, match=message):
        critical_difference(demsar, **arguments)


def test_width_and_axes_exclude_each_other(demsar):
    with pytest.raises(ArgumentError, match="`width` cannot be given together with `ax`"):
        critical_difference(demsar, Figure().subplots(), width=5)
