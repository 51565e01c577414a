"""The figure of a Pareto front with its certainty."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import pybench as pb
from pybench.table import results_table


@pytest.fixture
def found():
    t = results_table(
        [[9, 8, 7, 1], [8, 7, 6, 1], [9, 6, 7, 1]], list("xyz"), list("abcd"),
        higher_is_better=True, metric="points",
    )  # fmt: skip
    return pb.pareto(t, {"a": 60, "b": 2, "c": 5, "d": 9}, resamples=200)


def dots(figure):
    return [line for line in figure.axes[0].lines if line.get_label() == "_dot"]


@pytest.mark.parametrize("log", [True, False])
def test_marks_are_the_verdicts(found, log):
    figure = pb.plot.pareto_front(found, log=log)
    assert found.verdicts.tolist() == ["front", "front", "ambiguous", "dominated"]
    a, b, c, d = dots(figure)
    assert [dot.get_marker() for dot in (a, b, c, d)] == ["o", "o", "o", "s"]
    assert c.get_markerfacecolor() == "white"
    assert a.get_markerfacecolor() == b.get_markerfacecolor() != "white"
    at = [dot.get_xdata()[0] for dot in (a, b, c, d)]
    np.testing.assert_allclose(at, np.log10([60, 2, 5, 9]) if log else [60, 2, 5, 9])
    assert [dot.get_ydata()[0] for dot in (a, b, c, d)] == found.values.tolist()
    (line,) = [line for line in figure.axes[0].lines if line.get_label() == "_front"]
    assert len(line.get_xdata()) == found.front.sum() == 2


def test_texts_say_shares_and_rules(found):
    figure = pb.plot.pareto_front(found, cost_name="Euro", title="Worth it?", highlight="d")
    texts = " ".join(text.get_text() for axes in figure.axes for text in axes.texts)
    assert f"c ({100 * found.shares['c']:.0f} %)" in texts
    assert "Euro, logarithmic" in texts
    assert "Mean points" in texts
    assert "95 % of 200 resamples" in texts.replace("\n", " ")
    assert (
        dots(figure)[3].get_markerfacecolor()
        != dots(pb.plot.pareto_front(found))[3].get_markerfacecolor()
    )


def test_ranks_are_upside_down(found):
    t = results_table([[3, 1], [2, 1]], ["x", "y"], ["a", "b"], higher_is_better=True)
    bottom, top = pb.plot.pareto_front(pb.pareto(t, {"a": 2, "b": 1}, "ranks")).axes[0].get_ylim()
    assert bottom > top


def test_the_figure_of_maps_names_this_one(found):
    with pytest.raises(pb.ArgumentError, match="`search` must be a SomSearch") as refused:
        pb.plot.pareto(found)
    assert "pareto_front" in str(refused.value.hint)


def test_groups_keep_the_verdicts_in_size_and_filling(found):
    figure = pb.plot.pareto_front(found, groups={"a": "one", "b": "two", "c": "one", "d": "two"})
    a, b, c, d = dots(figure)
    assert [dot.get_marker() for dot in (a, b, c, d)] == ["o", "s", "o", "s"]
    assert c.get_markerfacecolor() == "white"
    assert a.get_markersize() == b.get_markersize() == c.get_markersize() > d.get_markersize()
    texts = " ".join(text.get_text() for text in figure.axes[0].texts).replace("\n", " ")
    assert "small marks" in texts
    assert "squares" not in texts


def test_refusals(found):
    with pytest.raises(pb.ArgumentError, match="`result`"):
        pb.plot.pareto_front(pd.DataFrame())
    with pytest.raises(pb.ArgumentError, match="`log`"):
        pb.plot.pareto_front(found, log=1)
    with pytest.raises(pb.ArgumentError, match="does not have: 'z'"):
        pb.plot.pareto_front(found, highlight="z")
