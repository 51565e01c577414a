"""The figure of the bootstrap: counts, the majority's verdicts, pairs that change."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from matplotlib.colors import to_hex
from matplotlib.figure import Figure

import pybench as pb
from pybench.plot._bootstrap import OWN, cell_text, shade
from pybench.plot.draw.style import INK, ink_on

FIGURE = pb.plot.bootstrap


def table(names, datasets=30, seed=2):
    rng = np.random.default_rng(seed)
    scores = rng.normal(size=(datasets, len(names))) + np.arange(len(names)) * 0.35
    return pb.read_results(
        scores, higher_is_better=True, datasets=[f"d{i}" for i in range(datasets)],
        classifiers=names,
    )  # fmt: skip


@pytest.fixture
def result():
    regions = {"R1": [f"d{i}" for i in range(15)], "R2": [f"d{i}" for i in range(15, 30)]}
    return pb.bootstrap(table(list("abcdefg")), regions, per_region=(3, 12), repeats=20)


def layers(figure, role):
    axes = figure.axes[0]
    return [a for a in (*axes.collections, *axes.lines) if a.get_label() == f"_{role}"]


def test_cells_hold_the_counts(result):
    figure = FIGURE(result, n=12)
    own, random = result.counts[12].to_numpy(), result.random_counts[12].to_numpy()
    counts = np.where(np.tri(7, k=-1, dtype=bool), own, random)
    off = ~np.eye(7, dtype=bool)
    said = [t.get_text() for t in figure.axes[0].texts][15:57]
    assert said == [str(n) for n in counts[off]]
    colours = [to_hex(c).upper() for c in layers(figure, "count")[0].get_facecolor()]
    expected = np.array([shade(n / 20) for n in counts.ravel()], object).reshape(7, 7)
    expected[~off] = OWN
    assert colours == expected.ravel().tolist()


def test_dots_are_the_verdicts_of_the_majority(result):
    figure = FIGURE(result)
    for n, dots, cells in zip((3, 12), layers(figure, "different"), layers(figure, "count"),
                              strict=True):  # fmt: skip
        corners = [path.vertices[:4] for path in cells.get_paths()]
        found = np.zeros((7, 7), bool)
        for x, y in dots.get_xydata():
            (at,) = [
                i for i, c in enumerate(corners)
                if c[:, 0].min() < x < c[:, 0].max() and c[:, 1].min() < y < c[:, 1].max()
            ]  # fmt: skip
            found[divmod(at, 7)] = True
        lower = np.tri(7, k=-1, dtype=bool)
        np.testing.assert_array_equal(found[lower], result.verdicts[n].to_numpy()[lower])
        random = 2 * result.random_counts[n].to_numpy() <= 20
        np.testing.assert_array_equal(found[lower.T], random[lower.T])


def test_pairs_that_change_are_outlined_in_each_matrix(result):
    assert result.changing
    figure = FIGURE(result)
    outlined = layers(figure, "changing")
    assert [len(x.get_segments()) for x in outlined] == [len(result.changing)] * 2
    said = " ".join(t.get_text() for t in figure.axes[0].texts)
    assert f"Outlined: {len(result.changing)} of 21 pairs" in said


def test_a_pair_is_outlined_below_the_diagonal(result):
    one = dataclasses.replace(result, changing=(("b", "e"),))
    figure = FIGURE(one, n=3)
    corner = layers(figure, "changing")[0].get_segments()[0][0]
    cells = layers(figure, "count")[0].get_paths()
    np.testing.assert_allclose(corner, cells[4 * 7 + 1].vertices[0])  # row e, column b


def test_many_portfolios_are_percentages():
    assert cell_text(30, 30) == "30"
    assert cell_text(999, 999) == "999"
    assert [cell_text(n, 10_000) for n in (0, 1, 5000, 9999, 10_000)] == [
        "0", "<1", "50", ">99", "100"
    ]  # fmt: skip
    assert {ink_on(shade(share)) for share in np.linspace(0, 1, 51)} == {INK}


@pytest.mark.parametrize("k", [2, 14, pytest.param(25, marks=pytest.mark.slow)])
def test_everything_is_read(inside, apart, k):
    names = [f"Classifier{'Name' * (i % 4)}{i}" for i in range(k)]
    result = pb.bootstrap(table(names), {"R1": [f"d{i}" for i in range(30)]}, (2, 5, 9), repeats=10)
    boxes = inside(FIGURE(result, title="Portfolios"))
    assert apart(boxes) == []


def test_given_axes_shrink_the_drawing(result):
    axes = Figure(figsize=(3, 2)).add_subplot()
    assert FIGURE(result, axes) is axes.figure
    assert axes.texts[0].get_fontsize() < 5


def test_same_input_same_bytes(result):
    one, two = (FIGURE(result).to_svg() for _ in range(2))
    assert one == two


def test_hostile_names_are_text(hostile):
    names = [name for name in hostile if "\ud800" not in name and "\0" not in name][:12]
    result = pb.bootstrap(table(names), {"R1": [f"d{i}" for i in range(30)]}, 4, repeats=5)
    figure = FIGURE(result, title="<b>$x")
    figure.canvas.draw()
    assert "<script>" not in figure.to_svg()


@pytest.mark.parametrize("arguments", [{"n": 5}, {"font_size": 0}, {"max_label": 2}, {"ax": 3}])
def test_bad_arguments(result, arguments):
    with pytest.raises(pb.ArgumentError, match=f"`{next(iter(arguments))}` must be"):
        FIGURE(result, **arguments)
    with pytest.raises(pb.ArgumentError, match="`bootstrap` must be a Bootstrap"):
        FIGURE("bootstrap")
