"""The figure of a multi-comparison matrix: few artists, the same bytes, every format."""

from __future__ import annotations

import hashlib
import io
import xml.etree.ElementTree as ET

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.collections import PolyCollection
from matplotlib.colors import to_hex
from matplotlib.figure import Figure

import pybench as pb
from pybench.base.errors import ArgumentError
from pybench.plot._multi_comparison import arrange_matrix
from pybench.plot.draw.many_texts import ManyTexts
from pybench.plot.draw.style import EVEN, SCALES
from pybench.plot.draw.text import Extent
from pybench.plot.multi_comparison_text import matrix_texts
from pybench.table import results_table


def matrix(k=5, n=12, names=None, higher=True, seed=0, **settings):
    scores = np.random.default_rng(seed).random((n, k))
    names = names or [f"classifier-{j}" for j in range(k)]
    t = results_table(scores, [f"d{i}" for i in range(n)], names, higher_is_better=higher)
    return pb.multi_comparison(t, **settings)


def saved(figure, form="png"):
    buffer = io.BytesIO()
    figure.savefig(buffer, format=form)
    return buffer.getvalue()


def texts(figure):
    svg = saved(figure, "svg").decode("utf-8")
    return [e.text for e in ET.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]


@pytest.mark.parametrize("form", ["png", "svg", "pdf"])
def test_same_input_same_bytes(form):
    digests = {
        hashlib.sha256(saved(pb.plot.multi_comparison(matrix()), form)).digest() for _ in range(2)
    }
    assert len(digests) == 1


def test_every_number_is_text_in_the_svg():
    result = matrix(4)
    shown = texts(pb.plot.multi_comparison(result, title="Who wins?"))
    for i, row in enumerate(result.rows):
        for column in result.columns[i + 1 :]:
            counts = (result.wins, result.draws, result.losses)
            assert "/".join(str(frame.loc[row, column]) for frame in counts) in shown
    assert "Who wins?" in shown
    assert shown.count("classifier-0") == 2
    assert "row better" in shown


@pytest.mark.parametrize("scale", SCALES)
def test_colours_of_cells(scale):
    row_colour, column_colour = SCALES[scale]
    result = matrix(3, higher=False)
    figure = pb.plot.multi_comparison(result, colours=scale)
    (fields,) = (a for a in figure.axes[0].collections if a.get_label() == "_cells")
    colours = [to_hex(colour).upper() for colour in fields.get_facecolors()]
    largest = np.abs(result.mean_difference.to_numpy()).argmax()
    i, j = divmod(int(largest), 3)
    row_is_better = result.mean_difference.iloc[i, j] < 0  # lower is better
    assert colours[largest] == (row_colour if row_is_better else column_colour)
    assert colours[3 * j + i] == (column_colour if row_is_better else row_colour)
    plain = pb.plot.multi_comparison(result, colours="none").axes[0].collections[0]
    assert {to_hex(colour).upper() for colour in plain.get_facecolors()} == {EVEN, "#E4E4E4"}


def test_few_artists_however_many_cells():
    axes = pb.plot.multi_comparison(matrix(20)).axes[0]
    drawn = [*axes.collections, *axes.artists, *axes.texts, *axes.patches, *axes.lines]
    assert len(drawn) <= 12
    assert sum(isinstance(artist, PolyCollection) for artist in drawn) == 2
    assert sum(len(a.texts) for a in drawn if isinstance(a, ManyTexts)) > 3 * 20 * 19


@pytest.mark.parametrize(
    ("rows", "columns", "shape"), [(["classifier-1"], None, (1, 4)), (None, "classifier-2", (4, 1))]
)
def test_one_row_and_one_column(rows, columns, shape):
    result = matrix(rows=rows, columns=columns)
    assert result.mean_difference.shape == shape
    figure = pb.plot.multi_comparison(result)
    assert len(figure.axes[0].collections[0].get_paths()) == 4
    assert saved(figure)[:4] == b"\x89PNG"


def test_not_registered_with_pyplot():
    from matplotlib import pyplot

    before = pyplot.get_fignums()
    figure = pb.plot.multi_comparison(matrix())
    assert pyplot.get_fignums() == before
    assert figure.canvas.manager is None


def test_given_axes_are_used_and_the_drawing_shrinks():
    host = Figure(figsize=(4, 3), dpi=100)
    FigureCanvasAgg(host)
    left, right = host.subplots(1, 2)
    assert pb.plot.multi_comparison(matrix(8), left) is host
    sizes = [artist.look.size for artist in left.artists]
    assert left.artists[0]._font.get_size() < sizes[0]
    assert not left.axison
    assert right.axison
    host.canvas.draw()
    ink = np.asarray(host.canvas.buffer_rgba())[..., :3].min(axis=-1) < 200
    assert ink[:, :10].sum() == 0  # nothing at the edge of the paper


def test_hostile_names_are_literal(hostile):
    names = [n for n in hostile if not set(n) & {"\0", "\ud800"} and "NFD" not in n]
    shown = []
    for at in range(0, len(names), 12):
        some = names[at : at + 12]
        result = matrix(len(some), 6, some)
        figure = pb.plot.multi_comparison(result, max_label=None, title="$x$ & <b>")
        shown += texts(figure)
        assert saved(figure, "pdf")[:5] == b"%PDF-"
        assert saved(figure)[:4] == b"\x89PNG"
    assert "<script>alert(1)</script>" in shown
    assert "$x_1^2$ and \\frac{a}{b}" in shown
    assert "two\\nlines" in shown


def test_same_cells_look_the_same_with_fewer_classifiers():
    """The figure keeps the law of the matrix: no text depends on who else is shown."""
    whole = pb.plot.multi_comparison(matrix(6))
    part = pb.plot.multi_comparison(matrix(6, rows=["classifier-0", "classifier-3"]))
    assert set(texts(part)) - set(texts(whole)) == {
        text for text in texts(part) if "comparisons" in text or text not in texts(whole)
    }
    numbers = {text for text in texts(part) if text.count("/") == 2 and text[0].isdigit()}
    assert numbers <= set(texts(whole))


@pytest.mark.parametrize(
    "arguments", [{"font_size": 0}, {"font_size": "9"}, {"colours": "rainbow"}]
)
def test_bad_arguments(arguments):
    with pytest.raises(pb.ArgumentError):
        pb.plot.multi_comparison(matrix(3), **arguments)


EM = 9.0


def measure(text, size, bold):
    return Extent(0.6 * size * len(text), 0.75 * size, 0.25 * size)


def arranged(rows, columns, name="c{}", **settings):
    k = max(rows, columns) + 1
    rng = np.random.default_rng(k)
    names = [name.format(j) for j in range(k)]
    t = results_table(rng.random((5, k)), [f"d{i}" for i in range(5)], names, higher_is_better=True)
    said = matrix_texts(pb.multi_comparison(t, names[-rows:], names[:columns]), **settings)
    return said, arrange_matrix(said, measure, EM)


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
    assert grid.cell_width >= 0.6 * EM * widest
    assert grid.cell_height >= 3 * 1.25 * EM
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


def test_the_hint_for_a_small_width_names_a_layout_that_is_not_drawn_already():
    names = [f"m{j}" for j in range(30)]
    with pytest.raises(ArgumentError, match="Use one method against all"):
        pb.plot.multi_comparison(matrix(30, names=names), width=3.4, font_size=8)
    column = matrix(30, names=names, columns=["m0"])
    pb.plot.multi_comparison(column, width=3.4, font_size=8)
    with pytest.raises(ArgumentError) as refused:
        pb.plot.multi_comparison(column, width=1, font_size=8)
    assert "one method" not in refused.value.hint


def test_more_columns_than_any_paper_holds_need_a_width():
    """100 methods came out 92 x 57 inches, without a word."""
    many = matrix(51)
    with pytest.raises(ArgumentError, match=r"more than 50 columns needs `width`.* 51") as refused:
        pb.plot.multi_comparison(many)
    assert "multi_comparison(t, columns=[name])" in str(refused.value.hint)
    assert "plot.pairwise_test(wilcoxon(t))" in str(refused.value.hint)
    assert pb.plot.multi_comparison(many, width=60).get_figwidth() == 60
    assert pb.plot.multi_comparison(matrix(51, columns=["classifier-3"])).get_figwidth() < 7
    assert pb.plot.multi_comparison(many, triangle="upper").get_figwidth() > 30  # 50 columns


def test_a_report_of_many_methods_has_no_figure_of_the_matrix():
    scores = np.random.default_rng(0).random((6, 51))
    names = [f"m{i}" for i in range(51)]
    t = results_table(scores, [f"d{i}" for i in range(6)], names, higher_is_better=True)
    kept = pb.compare(t, mcm=True)
    from pybench.reporting import figures

    drawn = [name for name, _ in figures._figures(kept, None, lambda figure, _: figure.__name__)]
    assert drawn == ["critical-difference", "signed-rank"]
