"""Planning: the formula, simulation, runs."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

import pybench as pb
from tests.items.made import made


def power(effect, n):
    """Return the power of Student's paired t-test by SciPy; ``effect`` in standard deviations."""
    t, distance = stats.t.isf(0.025, n - 1), effect * np.sqrt(n)
    return stats.nct.sf(t, n - 1, distance) + stats.nct.cdf(-t, n - 1, distance)


@pytest.mark.parametrize("effect", [0.1, 0.5, 1, 2, 3])
def test_single_items_need_what_the_t_test_needs(effect):
    items = made(1, n=50, k=2)
    gap = items.scores[:, 0] - items.scores[:, 1]
    found = pb.items_needed(items, effect * gap.std(ddof=1))
    assert found.variances[0] == pytest.approx(gap.var(ddof=1), rel=1e-12)
    enough = [power(effect, n) >= 0.8 for n in range(2, 1000)]
    assert found.needed[0] == 2 + enough.index(True)
    assert found.present[0] == pytest.approx(power(effect, 50), abs=1e-10)
    assert found.design_effects[0] == 1
    assert found.run_shares is None


@pytest.mark.parametrize("clusters", [None, 8])
def test_the_detectable_difference_has_the_wanted_power(clusters):
    items = made(1, n=50, k=2, clusters=clusters)
    found = pb.items_needed(items, 0.05)
    again = pb.items_needed(items, float(found.detectable[0]))
    assert again.present[0] == pytest.approx(0.8, abs=1e-10)
    assert again.needed[0] == 50


def test_copies_in_clusters_need_as_many_times_more():
    once = made(2, n=30, k=3, answers=False)
    rows = np.repeat(np.arange(30), 4)
    copies = pb.ItemTable(
        tuple(map(str, range(120))), once.classifiers, once.scores[rows], True,
        clusters=tuple(f"g{i}" for i in rows),
    )  # fmt: skip
    one, four = pb.items_needed(once, 0.1), pb.items_needed(copies, 0.1)
    np.testing.assert_allclose(four.variances, 4 * one.variances, rtol=1e-12)
    np.testing.assert_allclose(four.design_effects, 4 * 119 / 116, rtol=1e-12)


def test_the_planned_number_has_the_wanted_power():
    draw = np.random.default_rng(3)
    pilot = draw.normal([0.0, 0.0], 1, (4000, 2))
    items = pb.ItemTable(tuple(map(str, range(4000))), ("a", "b"), pilot, True)
    n = int(pb.items_needed(items, 0.5, power=0.7).needed[0])
    gaps = draw.normal(0.5, np.sqrt(2), (4000, n))
    found = (stats.ttest_1samp(gaps, 0, axis=1).pvalue <= 0.05).mean()
    assert abs(found - 0.7) < 0.04


def test_more_runs_need_fewer_items_by_the_share_of_runs():
    draw = np.random.default_rng(4)
    truth = draw.normal(size=(3000, 2, 1))
    cube = truth + draw.normal(0, 2, (3000, 2, 3))
    items = pb.ItemTable(
        tuple(map(str, range(3000))), ("a", "b"), cube.mean(axis=2), True, by_run=cube
    )
    now = pb.items_needed(items, 0.1)
    assert now.runs == 3
    assert now.run_shares[0] == pytest.approx(8 / 3 / (2 + 8 / 3), abs=0.03)
    many = pb.items_needed(items, 0.1, runs=1000)
    assert many.variances[0] == pytest.approx(2 + 8 / 1000, abs=0.25)
    one = pb.items_needed(items, 0.1, runs=1)
    assert one.variances[0] == pytest.approx(10, abs=0.6)


def test_few_clusters_need_more_than_the_normal_formula_says():
    """As one value per cluster, whose t-test needs 9.94 values; their number is continuous here."""
    draw = np.random.default_rng(5)
    effects = draw.normal(size=3)
    scores = np.stack([np.repeat(effects, 50) + draw.normal(0, 1e-3, 150), np.zeros(150)], axis=1)
    groups = tuple(np.repeat(list("abc"), 50))
    items = pb.ItemTable(tuple(map(str, range(150))), ("x", "y"), scores, True, clusters=groups)
    found = pb.items_needed(items, effects.std(ddof=1))
    assert found.needed[0] == pytest.approx(50 * 9.94, abs=3)  # the items of a cluster vary, too
    assert "few-in-pilot" in found.notes


def test_a_difference_that_does_not_vary_plans_nothing():
    items = pb.ItemTable(("a", "b"), ("m", "n", "o"), [[1, 1, 0], [0, 0, 1]], True)
    found = pb.items_needed(items, 0.1)
    for values in (found.needed, found.detectable, found.present):
        assert np.isnan(values).tolist() == [True, False, False]
    assert "constant-in-pilot" in found.notes
    assert "m against n: unknown, the difference does not vary" in str(found)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"difference": 0}, "difference"),
        ({"difference": 0.1, "power": 1}, "power"),
        ({"difference": 0.1, "alpha": 0}, "alpha"),
        ({"difference": 0.1, "runs": 2}, "at least 2 runs"),
        ({"difference": 0.1, "dataset": "x"}, "dataset"),
    ],
)
def test_what_is_refused(options, message):
    with pytest.raises(pb.ArgumentError, match=message):
        pb.items_needed(made(1), **options)


def test_text_and_frame():
    found = pb.items_needed(made(1, k=6, clusters=8), 0.05)
    text = str(found)
    assert "planned from 40 items in 8 clusters, 1 run per item" in text
    assert "and 5 pairs more" in text
    assert found.to_frame()["needed"].tolist() == found.needed.tolist()
