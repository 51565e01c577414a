"""Scores against costs: dots, the front, and texts that fit."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import pybench as pb
from pybench.base.latex import PAPERS


def table(k=10, n=12, *, higher=True, names=None, metric="accuracy"):
    rng = np.random.default_rng(3)
    return pb.read_results(
        rng.normal(size=(n, k)).round(3),
        datasets=[f"d{i}" for i in range(n)],
        classifiers=names or [f"m{i}" for i in range(k)],
        higher_is_better=higher,
        metric=metric,
    )


def costs_of(t, seed=4):
    rng = np.random.default_rng(seed)
    return {name: float(10 ** rng.uniform(-1, 4)) for name in t.classifiers}


def line(figure, label):
    return [one for one in figure.axes[0].lines if one.get_label() == label]


def brute_force(costs, losses):
    """Return the places of the pairs that no other pair dominates."""
    pairs = list(zip(costs, losses, strict=True))
    return {
        i
        for i, (cost, loss) in enumerate(pairs)
        if not any(c <= cost and x <= loss and (c, x) != (cost, loss) for c, x in pairs)
    }


@pytest.mark.parametrize("higher", [True, False])
@pytest.mark.parametrize("of", ["scores", "ranks"])
def test_dots_are_means_and_the_line_joins_the_pareto_front(of, higher):
    t = table(higher=higher)
    costs = costs_of(t)
    figure = pb.plot.score_cost(t, costs, of=of)
    values = (t.to_frame() if of == "scores" else pb.ranks(t)).mean()
    dots = [(d.get_xdata()[0], d.get_ydata()[0]) for d in line(figure, "_dot")]
    assert [x for x, _ in dots] == pytest.approx(np.log10(list(costs.values())))
    assert [y for _, y in dots] == pytest.approx(list(values))
    sign = -1 if of == "scores" and higher else 1
    expected = brute_force(list(costs.values()), list(sign * values))
    (front,) = line(figure, "_front")
    assert sorted(front.get_xdata()) == pytest.approx(sorted(dots[i][0] for i in expected))
    assert front.get_xdata() == sorted(front.get_xdata())
    low, high = figure.axes[0].get_ylim()
    assert (low > high) == (of == "ranks")  # the best mean rank is on top


def test_a_table_of_costs_counts_on_the_datasets_of_both():
    t = table(3, 4)
    times = pb.read_results(
        [[1, 2, 30], [3, 4, 50], [100, 100, 100]], datasets=["d1", "d3", "x"],
        classifiers=["m0", "m1", "m2"], higher_is_better=False,
    )  # fmt: skip
    figure = pb.plot.score_cost(t, times, log=False)
    dots = [(d.get_xdata()[0], d.get_ydata()[0]) for d in line(figure, "_dot")]
    means = t.select(["d1", "d3"]).to_frame().mean()
    assert [x for x, _ in dots] == [2.0, 3.0, 40.0]
    assert [y for _, y in dots] == pytest.approx(list(means))
    assert "2 datasets." in " ".join(text.get_text() for text in figure.axes[0].texts)


def test_equal_methods_are_both_on_the_front():
    t = pb.read_results([[1, 1, 0]], datasets=["d"], classifiers=list("abc"), higher_is_better=True)
    (front,) = line(pb.plot.score_cost(t, {"a": 2, "b": 2, "c": 2}), "_front")
    assert len(front.get_xdata()) == 2


@pytest.mark.parametrize("k", [2, 10, 30])
@pytest.mark.parametrize("width", ["ieee-column", "acm-text"])
def test_the_width_is_exact_and_no_text_is_cut_or_covered(k, width, inside, apart):
    t = table(k, names=[f"a method of number {i}" for i in range(k)])
    figure = pb.plot.score_cost(
        t, costs_of(t), width=width, title="A title", cost_name="Training time (s)",
        highlight="a method of number 1",
    )  # fmt: skip
    assert figure.get_figwidth() == pytest.approx(PAPERS[width])
    assert apart(inside(figure)) == []


def test_sound(sound):
    t = table(4)
    sound(lambda **options: pb.plot.score_cost(t, costs_of(t), **options))
    equal = dict.fromkeys(t.classifiers, 5.0)
    sound(lambda **options: pb.plot.score_cost(t, equal, **options))


@pytest.mark.parametrize(
    ("costs", "options", "message"),
    [
        ({"m0": 1.0}, {}, r"`costs\['m1'\]` must be a number above 0, not None"),
        ({"m0": 1.0, "m1": 0.0}, {}, r"`costs\['m1'\]` must be a number above 0, not 0.0"),
        ([1.0, 2.0, 3.0], {}, "`costs` must be a results table, or a cost for each method"),
        (
            {"m0": 1.0, "m1": 2.0, "m2": 3.0},
            {},
            "`costs` must name methods of the table, each once",
        ),
        (pd.Series([1, 2, 3], ["m0", "m1", "m0"]), {}, "must name methods of the table, each once"),
        ([1.0, 0.0], {}, r"`costs\['m1'\]` must be a number above 0, not 0.0"),
        ({"m0": 1.0, "m1": 2.0}, {"of": "medians"}, '`of` must be one of "scores", "ranks"'),
        ({"m0": 1.0, "m1": 2.0}, {"log": 1}, "`log` must be True or False, not 1"),
        ({"m0": 1.0, "m1": 2.0}, {"cost_name": 3}, "`cost_name` must be a string, not 3"),
        ({"m0": 1.0, "m1": 2.0}, {"highlight": "z"}, "does not have: 'z'"),
    ],
)
def test_bad_arguments(costs, options, message):
    with pytest.raises(pb.ArgumentError, match=message):
        pb.plot.score_cost(table(2), costs, **options)


def test_costs_by_name_in_any_order_and_by_place_are_the_same():
    t = table(5)
    costs = costs_of(t)
    turned = pd.Series(costs).iloc[::-1]
    drawn = pb.plot.score_cost(t, costs).to_svg()
    for same in (turned, turned.to_dict(), list(costs.values()), np.array([*costs.values()])):
        assert pb.plot.score_cost(t, same).to_svg() == drawn


def test_tables_without_common_datasets_are_refused():
    times = pb.read_results([[1, 2]], datasets=["x"], classifiers=["m0", "m1"],
                            higher_is_better=False)  # fmt: skip
    with pytest.raises(pb.ResultsTableError, match="datasets that have scores and costs, found"):
        pb.plot.score_cost(table(2), times)
