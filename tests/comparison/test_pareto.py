"""The Pareto front of scores and costs: brute force, closed forms, both languages."""

from __future__ import annotations

import dataclasses
import math
from itertools import product

import numpy as np
import pytest

import pybench as pb
from pybench.base.stream import uniforms
from pybench.comparison.pareto import standing, verdicts_of
from pybench.table import results_table


def on_front(scores, costs):
    """Return by definition whether no other is at least as good in both and better in one."""
    k = len(scores)
    return [
        not any(
            scores[i] >= scores[j] and costs[i] <= costs[j]
            and (scores[i] > scores[j] or costs[i] < costs[j])
            for i in range(k)
        )
        for j in range(k)
    ]  # fmt: skip


def costs_of(t, costs):
    return results_table(costs, t.datasets, t.classifiers, higher_is_better=False)


def test_every_front_of_few_levels_by_definition():
    for levels in product(range(3), repeat=6):
        scores, costs = np.array(levels[:3], float), np.array(levels[3:], float)
        front, dominates = standing(-scores[None], costs[None])
        assert front.tolist() == on_front(scores, costs)
        assert ((dominates.sum(axis=0) == 0) == front).all()


@pytest.mark.parametrize("of", ["scores", "ranks"])
@pytest.mark.parametrize("varying", [True, False])
def test_shares_by_resampled_tables(make_table, of, varying):
    """Whole numbers: sums are exact, so that ties are ties."""
    rng = np.random.default_rng(3)
    t = make_table(rng.integers(0, 4, (6, 4)))
    costs = rng.integers(1, 4, (6, 4)).astype(float)
    given = costs_of(t, costs) if varying else dict(zip(t.classifiers, costs[0], strict=True))
    found = pb.pareto(t, given, of, resamples=60, seed=5)
    good = t.scores if of == "scores" else -pb.ranks(t).to_numpy()
    rows = np.floor(uniforms(5, "pareto", 0, 360) * 6).astype(int).reshape(60, 6)
    spent = [costs[drawn].sum(axis=0) if varying else costs[0] for drawn in rows]
    fronts = [on_front(good[drawn].sum(axis=0), c) for drawn, c in zip(rows, spent, strict=True)]
    np.testing.assert_allclose(found.shares, np.mean(fronts, axis=0), atol=1e-12)
    whole = costs.sum(axis=0) if varying else costs[0]
    assert found.front.tolist() == on_front(good.sum(axis=0), whole)


def test_two_methods_are_binomial(make_table):
    """The dearer wins 7 of 10: it is on the front if it wins more than 5 of 10 at rate 0.7."""
    from scipy.stats import binom

    t = make_table([[0, 1]] * 7 + [[1, 0]] * 3)
    found = pb.pareto(t, {"c1": 1, "c2": 2}, resamples=40_000)
    chance = binom.sf(5, 10, 0.7)
    assert found.shares["c2"] == pytest.approx(chance, abs=4 * math.sqrt(0.25 / 40_000))
    assert found.shares["c1"] == 1.0  # the cheapest
    assert found.dominates.loc["c1", "c2"] == pytest.approx(1 - found.shares["c2"])
    assert found.verdicts.tolist() == ["front", "ambiguous"]
    assert found.to_frame()["dominated_by"].tolist() == ["", "c1"]


def test_equal_methods_are_both_on_the_front_whatever_the_rounding(make_table):
    scores = np.random.default_rng(0).random((9, 1)).repeat(2, axis=1)
    scores[:, 1] += 1e-16
    found = pb.pareto(make_table(scores), {"c1": 3, "c2": 3}, resamples=200)
    assert found.shares.tolist() == [1.0, 1.0]
    assert found.dominates.to_numpy().sum() == 0


@pytest.mark.r
def test_means_are_those_of_decimals_in_both_languages(make_table):
    t = make_table([[0.1, 1.1], [0.2, 1.2], [-0.3, -0.7]], higher_is_better=True)
    costs = costs_of(t, np.array([[0.1, 1.0], [0.2, 1.0], [0.3, 1.0]]))
    found = pb.pareto(t, costs, resamples=20, engine="both")
    assert found.values.iloc[0] == 0.0  # a sum of binary fractions is 2.8e-17
    assert found.costs.iloc[0] == 0.2


def test_verdicts_at_the_limits():
    shares = np.array([1.0, 0.95, 0.9499, 0.5, 0.0501, 0.05, 0.0])
    words = ["front"] * 2 + ["ambiguous"] * 3 + ["dominated"] * 2
    assert verdicts_of(shares, 0.95) == words
    assert verdicts_of(np.array([0.9, 0.1, 0.1 + 1e-6]), 0.9) == ["front", "dominated", "ambiguous"]


def test_direction_does_not_matter(make_table):
    scores = np.random.default_rng(1).random((8, 3))
    costs = {"c1": 1, "c2": 2, "c3": 3}
    first = pb.pareto(make_table(scores), costs, resamples=100)
    second = pb.pareto(make_table(-scores, False), costs, resamples=100)
    assert first.shares.equals(second.shares)
    assert (-first.values).equals(second.values)


def test_only_common_datasets_count(make_table):
    t = make_table(np.random.default_rng(1).random((8, 3)))
    part = t.select(t.datasets[2:])
    costs = costs_of(part, np.random.default_rng(2).random((6, 3)))
    found = pb.pareto(t, costs, resamples=50)
    assert str(found) == str(pb.pareto(part, costs, resamples=50))
    assert found.n_datasets == 6
    assert found.costs_vary


@pytest.mark.parametrize(
    ("cost", "message"),
    [
        ({"c1": 1}, r"`cost\['c2'\]` must be a number above 0, not None"),
        ({"c1": 1, "c2": 0}, r"`cost\['c2'\]` must be a number above 0, not 0"),
        ({"c1": 1, "c2": math.nan}, "above 0, not nan"),
        ({"c1": 1, "c2": "2"}, "above 0, not '2'"),
        ([1, 2, 3], "a results table, or a cost for each method"),
        ({"c1": 1, "c2": 1, "z": 1}, "must name methods of the table, each once"),
    ],
)
def test_refused_costs(make_table, cost, message):
    with pytest.raises(pb.ArgumentError, match=message):
        pb.pareto(make_table([[1, 2], [2, 1]]), cost)


def test_refusals(make_table):
    t = make_table([[1, 2], [2, 1]])
    with pytest.raises(pb.ArgumentError, match="a table in which lower costs are better"):
        pb.pareto(t, t)
    times = costs_of(t, [[1.0, 2], [1, 2]])
    with pytest.raises(pb.ResultsTableError, match="datasets that have scores and costs"):
        pb.pareto(t, dataclasses.replace(times, datasets=("x", "y")))
    with pytest.raises(pb.ResultsTableError, match="2 datasets, found 1"):
        pb.pareto(t, times.select(times.datasets[:1]))
    for confidence in (0.5, 1, 0.3, "a"):
        with pytest.raises(pb.ArgumentError, match=r"above 0\.5 and below 1"):
            pb.pareto(t, times, confidence=confidence)
    with pytest.raises(pb.ArgumentError, match="`of`"):
        pb.pareto(t, times, "means")


@pytest.mark.r
@pytest.mark.parametrize("of", ["scores", "ranks"])
def test_both_languages(make_table, of):
    rng = np.random.default_rng(9)
    t = make_table(np.round(rng.random((12, 5)), 1))
    for cost in (
        dict(zip(t.classifiers, rng.random(5) + 0.1, strict=True)),
        costs_of(t, np.round(rng.lognormal(size=(12, 5)), 1) + 0.1),
    ):
        assert pb.pareto(t, cost, of, 0.9, 500, -4, engine="both").engine == "both"


def test_told_names_every_method_once(make_table):
    t = make_table([[9, 8, 7, 1], [8, 7, 6, 1], [9, 6, 7, 1]], classifiers=list("abcd"))
    told = pb.pareto(t, [60, 2, 5, 9], resamples=200).told()
    assert [sentence.rpartition(": ")[2] for sentence in told] == ["a, b.", "d.", "c."]
    assert "at least 95 % of 200 resamples" in told[0]


def test_few_datasets_and_equal_scores_have_notes(make_table):
    rng = np.random.default_rng(2)
    nine, ten = make_table(rng.random((9, 2))), make_table(rng.random((10, 2)))
    assert pb.pareto(nine, [1, 2], resamples=9).notes == ("few-for-front",)
    assert pb.pareto(ten, [1, 2], resamples=9).notes == ()
    equal = pb.pareto(make_table([[1, 1]] * 12), [1, 2], resamples=9)
    assert equal.notes == ("cost-alone",)
    assert "p-value" not in str(equal)
    assert "not the probability that a method is on the front" in str(equal)


def test_a_dearer_equal_method_is_front_by_chance_as_often_as_the_note_says():
    """Two datasets: all resamples favour it if both do, that is in a quarter of tables."""
    from pybench.base import notes

    rng = np.random.default_rng(5)
    for n, share in ((2, 0.25), (3, 0.19), (5, 0.11)):
        weights = rng.multinomial(n, [1 / n] * n, size=2000)
        wins = (rng.normal(size=(4000, n)) @ weights.T > 0).mean(axis=1)
        error = 4 * math.sqrt(share * (1 - share) / 4000)
        assert (wins >= 0.95).mean() == pytest.approx(share, abs=error + 0.01)
        assert f"{100 * share:.0f} % of " in notes.text("few-for-front")


def test_every_cost_is_above_0(make_table):
    t = make_table([[1, 2], [2, 1]])
    costs = costs_of(t, [[5.0, 1], [5, 0]])
    with pytest.raises(pb.ArgumentError, match=r"`cost\['d2', 'c2'\]` must be a number above 0"):
        pb.pareto(t, costs)
