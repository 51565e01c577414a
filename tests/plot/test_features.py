"""The figure of what falls out: cells, bars, order of datasets, hostile names."""

from __future__ import annotations

import numpy as np
import pytest
from matplotlib.colors import to_hex

import pybench as pb
from pybench.plot._features import SHOW, feature_chart

NAN = np.nan


@pytest.mark.parametrize("show", SHOW)
def test_cells_have_the_colour_of_their_share(small, show):
    chart = feature_chart(small, show, None, None)
    cells = next(
        c for c in pb.plot.features(small, show=show).axes[0].collections
        if c.get_label() == "_share"
    )  # fmt: skip
    shares = np.concatenate([row.shares for row in chart.rows])
    colours = [to_hex(colour) for colour in cells.get_facecolor()]
    assert len(colours) == len(shares)
    for share, colour in zip(shares, colours, strict=True):
        assert (colour == "#ffffff") == (share == 0)
    full = {"missing": "#c04a00", "constant": "#0072b2"}[show]
    assert [colour == full for colour in colours] == [share == 1 for share in shares]


def assert_inside(figure):
    figure.canvas.draw()
    for text in figure.axes[0].texts:
        box = text.get_window_extent()
        assert figure.bbox.x0 <= box.x0 <= box.x1 <= figure.bbox.x1, text.get_text()
        assert figure.bbox.y0 <= box.y0 <= box.y1 <= figure.bbox.y1, text.get_text()


@pytest.mark.parametrize("show", SHOW)
def test_everything_is_inside_the_figure(small, show):
    assert_inside(pb.plot.features(small, show=show, title="A title"))


def test_many_datasets_by_many_features_stay_inside(report):
    rng = np.random.default_rng(0)
    values = np.where(rng.random((256, 300)) < 0.2, NAN, rng.normal(size=(256, 300)))
    datasets = np.repeat([f"Dataset{'Name' * (i % 6)}{i}" for i in range(128)], 2)
    big = report(values, datasets.tolist(), [f"value__calc{i % 120}__p_{i}" for i in range(300)])
    figure = pb.plot.features(big)
    assert_inside(figure)
    assert "Rows: the first 100 of 120" in " ".join(t.get_text() for t in figure.axes[0].texts)


def test_nothing_to_show_is_a_figure_that_says_so(report):
    figure = pb.plot.features(report([[1.0], [2.0]], ["d", "d"], ["f"]))
    assert_inside(figure)
    said = " ".join(text.get_text() for text in figure.axes[0].texts)
    assert "0 of 1 feature are missing" in said


def test_given_axes_shrink_the_drawing(small):
    from matplotlib.figure import Figure

    axes = Figure(figsize=(2, 2)).add_subplot()
    assert pb.plot.features(small, axes) is axes.figure
    assert axes.texts[0].get_fontsize() < 8


def test_same_input_same_bytes(small):
    one, two = (pb.plot.features(small).to_svg() for _ in range(2))
    assert one == two


def test_hostile_names_are_text(report, hostile):
    names = [name for name in hostile if name.isprintable() and len(name) < 100]
    bad = report([[NAN] * len(names)] * 2, ["$x_1$", "<b>"], names)
    figure = pb.plot.features(bad)
    figure.canvas.draw()
    assert "<b>" not in figure.to_svg()


@pytest.mark.parametrize("arguments", [{"show": "all"}, {"font_size": 0}, {"max_label": 2}])
def test_bad_arguments(small, arguments):
    with pytest.raises(pb.ArgumentError, match=f"`{next(iter(arguments))}` must be"):
        pb.plot.features(small, **arguments)
    with pytest.raises(pb.ArgumentError, match="`report` must be a FeatureReport"):
        pb.plot.features("report")


NAN = np.nan


def test_the_chart_counts_what_is_missing(small):
    chart = feature_chart(small, "missing", None, None)
    assert chart.datasets == ("short  8", "mid  30")
    assert [(row.name, row.group) for row in chart.rows] == [("b", "fractal"), ("a", "symbolic")]
    assert [row.shares.tolist() for row in chart.rows] == [[1.0, 0.0], [0.5, 0.25]]
    assert [row.some.tolist() for row in chart.rows] == [[False, False], [False, True]]
    assert [(row.fallen, row.count) for row in chart.rows] == [(1, 1), (2, 2)]
    assert chart.bars.tolist() == [2, 1]
    assert chart.alone.tolist() == [2, 1]
    assert chart.footnote == (
        "3 of 5 features are missing on some dataset; right: how many of each calculator. Not "
        "shown, since none is: 1 dataset, 2 calculators. Bars: features missing on the dataset; "
        "dark: on no other. The number at a dataset is the length of its shortest series. Dot: a "
        "feature is missing in some series of the dataset, not in all."
    )


def test_the_chart_counts_what_is_constant(small):
    chart = feature_chart(small, "constant", None, None)
    assert chart.datasets == ("mid  30", "long  99")
    assert [row.name for row in chart.rows] == ["length", "a"]
    assert [row.shares.tolist() for row in chart.rows] == [[1, 1], [0.5, 0]]
    assert chart.bars.tolist() == [2, 1]
    assert chart.alone.tolist() == [1, 0]
