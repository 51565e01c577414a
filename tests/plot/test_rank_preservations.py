"""The grid of metrics by domains."""

from __future__ import annotations

import numpy as np
import pytest
from matplotlib.colors import to_hex

import pybench as pb
from pybench.base.errors import ArgumentError
from pybench.plot.draw.style import INK, PALETTE


@pytest.fixture(scope="module")
def studies():
    made = pb.synthetic_benchmark(0, datasets=30, models=6, repeats=1)
    views = {"oracle": made.oracle, "broken": made.broken}
    one = pb.rank_preservation(
        made.table, views, ["random", "farthest-first", "k-medoids"], range(2, 9), 9
    )
    two = pb.rank_preservation(made.table, {"x": made.broken}, ["k-medoids", "random"],
                               range(2, 7), 5)  # fmt: skip
    return {"first": one, "a second domain of a name that is long": two}


def panels(figure):
    return [axes for axes in figure.axes if axes.axison]


def test_each_panel_draws_its_study_and_its_representation(studies):
    figure = pb.plot.rank_preservations(studies)
    one, two = studies.values()
    expected = [(study, seen, metric) for metric in ("mae", "spearman")
                for study, seen in ((one, "oracle"), (one, "broken"), (two, "x"))]  # fmt: skip
    for axes, (study, seen, metric) in zip(panels(figure), expected, strict=True):
        curves = study.curves[study.curves["metric"] == metric]
        curves = curves[curves["representation"].isin(["", seen])]
        wanted = {tuple(part["mean"]) for _, part in curves.groupby("strategy")}
        drawn = [line for line in axes.lines if line.get_label() == "_method"]
        assert {tuple(line.get_ydata()) for line in drawn} == wanted
        low, high = axes.get_ylim()
        assert low < min(map(min, wanted)) <= max(map(max, wanted)) < high
        # A strategy has one colour everywhere.
        known = {"random": INK, "farthest-first/cosine": PALETTE[0], "k-medoids/cosine": PALETTE[1]}
        for strategy, part in curves.groupby("strategy"):
            (line,) = [one for one in drawn if np.array_equal(one.get_ydata(), part["mean"])]
            assert to_hex(line.get_color()).upper() == known[strategy]


def test_there_is_one_legend_and_each_column_has_its_name(studies):
    figure = pb.plot.rank_preservations(studies)
    said = [text.get_text() for axes in figure.axes for text in axes.texts]
    for name in ("random", "farthest-first/cosine", "k-medoids/cosine", "first: oracle"):
        assert said.count(name) == 1
    assert said.count("Datasets chosen") == 1


def test_a_single_study_has_a_column_for_each_representation(studies):
    figure = pb.plot.rank_preservations(studies["first"], metrics="kendall")
    assert len(panels(figure)) == 2


def test_same_input_same_bytes(studies):
    one, two = (pb.plot.rank_preservations(studies).to_svg() for _ in range(2))
    assert one == two


def test_what_cannot_be_drawn(studies):
    with pytest.raises(ArgumentError, match="`results` is empty"):
        pb.plot.rank_preservations({})
    with pytest.raises(ArgumentError, match="`metrics` must be"):
        pb.plot.rank_preservations(studies, metrics=["accuracy"])
    with pytest.raises(ArgumentError, match="`width` must be at least"):
        pb.plot.rank_preservations(studies, width=2)
