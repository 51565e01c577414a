"""The heat map of coverage: order, blocks, texts and colours of the cells."""

from __future__ import annotations

import numpy as np
import pytest
from matplotlib.colors import to_hex
from matplotlib.figure import Figure

import pybench as pb
from pybench.plot._coverage import groups_of, shade
from pybench.plot.draw.style import INK, ink_on
from pybench.plot.draw.text import percentage

FIGURE = pb.plot.coverage


def of(rows):
    """Return the coverage of datasets: name -> instances in each region."""
    dataset = [name for name, counts in rows.items() for n in [sum(counts)] for _ in range(n)]
    region = [at for counts in rows.values() for at, n in enumerate(counts) for _ in range(n)]
    return pb.coverage(dataset, region, k=len(next(iter(rows.values()))))


def drawn_texts(figure):
    return [text.get_text() for text in figure.axes[0].texts]


def test_datasets_stand_under_their_main_region_the_purest_first():
    c = of({"b": [0, 9, 1], "a": [0, 9, 1], "pure": [0, 5, 0], "x": [2, 2, 0], "y": [0, 0, 7]})
    groups = [(head, [row.name for row in rows]) for head, rows in groups_of(c, None)]
    assert groups == [
        ("R1: 1 dataset", ["x"]), ("R2: 3 datasets", ["pure", "a", "b"]), ("R3: 1 dataset", ["y"])
    ]  # fmt: skip
    said = drawn_texts(FIGURE(c, blocks=1))
    assert said[:10] == ["R1", "R2", "R3", "R1: 1 dataset", "x", "50", "50", "R2: 3 datasets",
                         "pure", "100"]  # fmt: skip


@pytest.mark.parametrize(
    ("percent", "said"),
    [(0, ""), (0.02, "<1"), (0.5, "1"), (49.5, "50"), (99.49, "99"), (99.97, ">99"), (100, "100")],
)
def test_rounding_hides_nothing(percent, said):
    assert percentage(percent) == said


def test_cells_have_the_colour_of_their_percentage():
    c = of({"a": [1, 0, 999], "b": [0, 0, 5]})
    figure = FIGURE(c)
    cells = next(x for x in figure.axes[0].collections if x.get_label() == "_share")
    colours = [to_hex(x).upper() for x in cells.get_facecolor()]
    rows = [c.percent.loc[row.name] for _, rows in groups_of(c, None) for row in rows]
    assert colours == [shade(p) for row in rows for p in row]
    assert [x == "#FFFFFF" for x in colours] == [p == 0 for row in rows for p in row]
    assert {ink_on(shade(p)) for p in range(101)} == {INK}
    assert "No instance in R2." in " ".join(drawn_texts(figure))


def many(datasets=113, regions=6, seed=0):
    rng = np.random.default_rng(seed)
    rows = {}
    for i in range(datasets):
        counts = rng.multinomial(60, rng.dirichlet([0.15] * regions))
        rows[f"Dataset{'WithAName' * (i % 4)}{i}"] = counts.tolist()
    return of(rows)


@pytest.mark.parametrize(("datasets", "regions"), [(113, 6), (82, 10), (30, 20), (1, 1), (2, 3)])
def test_every_row_and_cell_is_read(inside, apart, datasets, regions):
    c = many(datasets, regions)
    figure = FIGURE(c, title="Coverage", font_size=9)
    boxes = inside(figure)
    assert apart(boxes) == []
    assert {name for name, _ in boxes} >= set(c.percent.index)
    wide, high = figure.get_size_inches()
    assert datasets < 30 or 0.7 < wide / high < 2.2


def test_a_group_that_goes_on_is_named_again(inside):
    figure = FIGURE(many(), blocks=4)
    said = drawn_texts(figure)
    assert sum(name == "R1" for name in said) == 4
    assert any(name.endswith("(continued)") for name in said)
    inside(figure)


@pytest.mark.parametrize("blocks", [1, 2, 3, 7, 113, 500])
def test_blocks_hold_every_dataset_once(blocks):
    c = many()
    said = drawn_texts(FIGURE(c, blocks=blocks))
    assert sorted(x for x in said if x.startswith("Dataset")) == sorted(c.percent.index)


def test_given_axes_shrink_the_drawing():
    axes = Figure(figsize=(3, 3)).add_subplot()
    assert FIGURE(many(), axes) is axes.figure
    assert axes.texts[0].get_fontsize() < 4


def test_same_input_same_bytes():
    c = many(20)
    one, two = (FIGURE(c).to_svg() for _ in range(2))
    assert one == two


def test_hostile_names_are_text(hostile):
    names = [name for name in hostile if "\ud800" not in name]
    figure = FIGURE(of({name: [1, 2] for name in names}), title="<b>$x")
    figure.canvas.draw()
    assert "<script>" not in figure.to_svg()


@pytest.mark.parametrize(
    "arguments", [{"blocks": 0}, {"font_size": 0}, {"max_label": 2}, {"ax": 3}]
)
def test_bad_arguments(arguments):
    with pytest.raises(pb.ArgumentError, match=f"`{next(iter(arguments))}` must be"):
        FIGURE(many(3), **arguments)
    with pytest.raises(pb.ArgumentError, match="`coverage` must be a Coverage"):
        FIGURE("coverage")
