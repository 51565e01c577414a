"""The matrix of flips: what stands in which cell, what it says below, hostile names."""

from __future__ import annotations

import numpy as np
import pytest

import pybench as pb
from pybench.plot._stability import percentage, shade


@pytest.fixture(scope="module")
def result():
    """p = 0.0078 of a against b alone; at 0.02 not among three."""
    rows = [[0.4, 0.9 if i % 2 else 0.1, 0.5 + i / 100] for i in range(8)]
    names = {"datasets": [f"d{i}" for i in range(8)], "classifiers": ["b", "far", "a"]}
    t = pb.read_results(rows, higher_is_better=True, **names)
    return pb.stability(t, 0.02, resamples=50)


def texts(figure):
    return [text.get_text() for text in figure.axes[0].texts]


def test_shares_are_where_the_legend_says(result):
    figure = pb.plot.stability(result, title="Two\nlines")
    said = texts(figure)
    order = list(result.mean_ranks.sort_values(kind="stable").index)
    assert said[:3] == said[3:6] == order
    cells = said[6:12]
    places = [(r, c) for r in range(3) for c in range(3) if r != c]
    sets, resamples = (result.flips(kind)["wilcoxon-holm"] for kind in ("sets", "resamples"))
    for (row, column), cell in zip(places, cells, strict=True):
        pair = {order[row], order[column]}
        at = next(i for i, names in enumerate(result.pairs) if set(names) == pair)
        shares = sets if row > column else resamples
        assert cell == percentage(shares.iloc[at])
    assert "50" in cells
    assert said[12:14] == ["Two", "lines"]
    notes = " ".join(said[14:])
    assert "Below the diagonal: 4 sets of methods (all)." in notes
    assert "Above: 50 resamples of 8 datasets." in notes


@pytest.mark.parametrize("name", ["a", "b", "far"])
def test_the_pairs_of_one_method_are_those_of_the_square(result, name):
    order = list(result.mean_ranks.sort_values(kind="stable").index)
    square = dict(zip([(r, c) for r in order for c in order if r != c],
                      texts(pb.plot.stability(result))[6:12], strict=True))  # fmt: skip
    own, others = order.index(name), [other for other in order if other != name]
    drawn = pb.plot.stability(result, against=name)
    said = texts(drawn)
    assert said[:4] == [*others, "Sets", "Resamples"]
    assert f"Pairs of {name} with each other method. " in " ".join(said[8:])
    across = [round(text.get_position()[0]) for text in drawn.axes[0].texts[2:8]]
    assert across == across[:2] * 3
    for other, sets, resamples in zip(others, said[4:8:2], said[5:8:2], strict=True):
        low, high = (other, name) if own < order.index(other) else (name, other)
        assert (sets, resamples) == (square[low, high], square[high, low])


def test_dots_mark_what_differs_in_the_full_table():
    rows = [[3, 2, 1]] * 30
    names = {"datasets": [f"d{i}" for i in range(30)], "classifiers": ["a", "b", "c"]}
    result = pb.stability(pb.read_results(rows, higher_is_better=True, **names), resamples=0)
    for question, dots in (("nemenyi", 6), ("wilcoxon-holm", 6), ("order", 0)):
        (line,) = pb.plot.stability(result, question=question).axes[0].lines
        assert len(line.get_xdata()) == dots
    (line,) = pb.plot.stability(result, against="b").axes[0].lines
    assert len(line.get_xdata()) == 4


def test_percentages_never_say_all_or_nothing_wrongly():
    shares = [0.0, 1e-9, 0.0049, 0.005, 0.5, 0.994, 0.995, 1 - 1e-9, 1.0]
    shown = ["", "<1", "<1", "1", "50", "99", ">99", ">99", "100"]
    assert [percentage(share) for share in shares] == shown


def test_shades_go_from_white_to_the_palette():
    from matplotlib.colors import to_hex

    assert to_hex(shade(0.0)) == "#ffffff"
    assert to_hex(shade(1.0)).upper() == "#C04A00"


def test_everything_is_inside_the_figure(result):
    figure = pb.plot.stability(result, title="A title that is wider than three methods are")
    figure.canvas.draw()
    box = figure.bbox
    for text in figure.axes[0].texts:
        extent = text.get_window_extent()
        assert box.x0 <= extent.x0 <= extent.x1 <= box.x1, text.get_text()
        assert box.y0 <= extent.y0 <= extent.y1 <= box.y1, text.get_text()


def test_given_axes_shrink_the_drawing(result):
    from matplotlib.figure import Figure

    axes = Figure(figsize=(2, 2)).add_subplot()
    figure = pb.plot.stability(result, axes)
    assert figure is axes.figure
    assert axes.texts[0].get_fontsize() < 9


def test_same_input_same_bytes(result):
    one, two = (pb.plot.stability(result).to_svg() for _ in range(2))
    assert one == two


def test_hostile_names_are_text():
    names = ["$x_1^2$", "<b>bold</b>", "two\nlines", "日本語", "a "]
    t = pb.read_results(
        np.random.default_rng(0).random((6, 5)),
        datasets=list("defghi"),
        classifiers=names,
        higher_is_better=True,
    )
    figure = pb.plot.stability(pb.stability(t, resamples=0))
    assert set(texts(figure)[:5]) == {"$x_1^2$", "<b>bold</b>", "two\\nlines", "日本語", '"a "'}
    assert "<b>" not in figure.to_svg()


@pytest.mark.parametrize("arguments", [{"question": "time"}, {"against": "z"}, {"font_size": 0}])
def test_bad_arguments(result, arguments):
    with pytest.raises(pb.ArgumentError, match=f"`{next(iter(arguments))}` must be"):
        pb.plot.stability(result, **arguments)
