"""Curves of the protocol: what is drawn is what was found."""

from __future__ import annotations

import dataclasses

import numpy as np
import pandas as pd
import pytest
from matplotlib.colors import to_hex

import pybench as pb
from pybench.base.errors import ArgumentError
from pybench.plot._rank_preservation import labels_of, methods
from pybench.plot.draw.style import INK, PALETTE


@pytest.fixture(scope="module")
def result():
    rng = np.random.default_rng(0)
    names = [f"d{i:02d}" for i in range(20)]
    t = pb.read_results(
        rng.normal(size=(20, 6)) + 0.7 * np.arange(6), higher_is_better=True, datasets=names,
        classifiers=list("abcdef"),
    )  # fmt: skip
    places = {x: pd.DataFrame(rng.normal(size=(20, 3)), index=names) for x in ("one", "two")}
    return pb.rank_preservation(t, places, sizes=range(2, 9), trials=12)


def lines(figure, role):
    axes = figure.axes[0]
    return [a for a in (*axes.lines, *axes.collections) if a.get_label() == f"_{role}"]


@pytest.mark.parametrize("metric", ["spearman", "mae"])
def test_the_best_are_named_and_drawn_with_their_numbers(result, metric):
    figure = pb.plot.rank_preservation(result, metric=metric, labelled=3)
    areas = result.auc[result.auc["metric"] == metric].sort_values(
        "mean", ascending=metric == "mae", kind="stable"
    )
    wanted = list(zip(areas["strategy"], areas["representation"], strict=True))[:3]
    if ("random", "") not in wanted:
        wanted.append(("random", ""))
    frame = result.curves[result.curves["metric"] == metric]
    drawn = lines(figure, "method")
    assert len(drawn) == len(wanted)
    for line, (strategy, place) in zip(drawn, wanted, strict=True):
        mine = frame[(frame["strategy"] == strategy) & (frame["representation"] == place)]
        np.testing.assert_array_equal(line.get_xdata(), mine["size"])
        np.testing.assert_array_equal(line.get_ydata(), mine["mean"])
        colour = INK if strategy == "random" else PALETTE[drawn.index(line)]
        assert to_hex(line.get_color()).upper() == colour
    said = [text.get_text() for text in figure.axes[0].texts]
    for strategy, place in wanted:
        assert strategy + (f", {place}" if place else "") in said


def test_a_strategy_has_one_colour_in_all_metrics(result):
    """If there are colours for all: the best by one metric is not blue because it is the best."""
    own = result.auc["representation"].isin(["one", ""])
    names = result.auc["strategy"].drop_duplicates()[:6]
    few = dataclasses.replace(result, auc=result.auc[own & result.auc["strategy"].isin(names)])
    seen = {}
    for metric in ("spearman", "mae", "kendall"):
        figure = pb.plot.rank_preservation(few, metric=metric, labelled=6)
        for line, drawn in zip(methods(few, metric), lines(figure, "method"), strict=True):
            seen.setdefault(line["strategy"], set()).add(to_hex(drawn.get_color()).upper())
    assert seen.pop("random") == {INK}
    assert sorted(map(len, seen.values())) == [1] * 5
    assert set.union(*seen.values()) == set(PALETTE[:5])


def test_bands_are_of_the_best_and_of_chance(result):
    figure = pb.plot.rank_preservation(result)
    bands = lines(figure, "band")
    assert len(bands) == 2
    best = methods(result, "spearman")[0]
    corners = bands[0].get_paths()[0].vertices
    assert corners[:, 1].min() == pytest.approx(best["low"].min())
    assert corners[:, 1].max() == pytest.approx(best["high"].max())


def test_the_target_is_dashed_where_there_is_one(result):
    (line,) = lines(pb.plot.rank_preservation(result), "target")
    assert set(line.get_ydata()) == {0.9}
    assert lines(pb.plot.rank_preservation(result, metric="kendall"), "target") == []


def test_all_that_is_drawn_is_inside(result):
    for metric in ("mae", "ndcg5"):
        axes = pb.plot.rank_preservation(result, metric=metric).axes[0]
        low, high = axes.get_ylim()
        values = result.curves[result.curves["metric"] == metric]["mean"]
        assert low < values.min() <= values.max() < high


def test_one_representation_goes_without_saying():
    rows = [{"strategy": "k-means", "representation": "x"}, {"strategy": "a", "representation": ""}]
    assert labels_of(rows) == ["k-means", "a"]
    rows.append({"strategy": "k-means", "representation": "y"})
    assert labels_of(rows) == ["k-means, x", "a", "k-means, y"]


def test_what_cannot_be_drawn(result):
    with pytest.raises(ArgumentError, match="metric"):
        pb.plot.rank_preservation(result, metric="accuracy")
    with pytest.raises(ArgumentError, match="rank_preservation"):
        pb.plot.rank_preservation(result.auc)
    with pytest.raises(ArgumentError, match="labelled"):
        pb.plot.rank_preservation(result, labelled=-1)


def test_same_input_same_bytes(result):
    one, two = (pb.plot.rank_preservation(result).to_svg() for _ in range(2))
    assert one == two


def test_the_note_is_as_wide_as_given_axes(result, narrow):
    narrow(lambda ax: pb.plot.rank_preservation(result, ax))
