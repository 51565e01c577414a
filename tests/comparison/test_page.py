"""Page's test against SciPy's, enumeration and the definition."""

from __future__ import annotations

import itertools
import json
import math

import numpy as np
import pandas as pd
import pytest
from scipy.stats import norm, page_trend_test

import pybench as pb
from pybench.comparison.page import _of_one_dataset, exact_pvalue, page_z
from pybench.comparison.ranks import doubled_ranks

SCIPY = 1e-9  # relative: the exact distribution as products and sums of chances


def untied(rng, n, k):
    return rng.permuted(np.tile(np.arange(1.0, k + 1), (n, 1)), axis=1)


@pytest.mark.parametrize(("n", "k"), [(2, 3), (4, 3), (3, 5), (10, 4), (5, 6), (3, 7)])
def test_scipy_exact(make_table, n, k):
    """SciPy predicts increasing columns: its scores are our ranks."""
    rng = np.random.default_rng(n * k)
    for _ in range(5):
        ranks = untied(rng, n, k)
        t = make_table(ranks, higher_is_better=False)
        expected = page_trend_test(ranks, ranked=True, method="exact")
        result = pb.page(t, list(t.classifiers), method="exact")
        assert result.statistic == expected.statistic
        assert result.pvalue == pytest.approx(expected.pvalue, rel=SCIPY, abs=0)
        assert result.method == expected.method == "exact"


@pytest.mark.parametrize(
    ("k", "n", "level", "critical"),
    [(3, 2, 0.05, 28), (4, 2, 0.05, 58), (4, 2, 0.01, 60), (3, 10, 0.05, 128), (3, 10, 0.01, 131)],
)
def test_published_critical_values(k, n, level, critical):
    """Page (1963), table 2: the least L whose chance is at most the level."""
    one, least = _of_one_dataset(tuple(range(2, 2 * k + 1, 2)))
    total = np.ones(1)
    for _ in range(n):
        total = np.convolve(total, one)
    tail = total[::-1].cumsum()[::-1]
    assert tail[2 * critical - n * least] <= level < tail[2 * (critical - 1) - n * least]


@pytest.mark.parametrize(("n", "k"), [(3, 3), (12, 6), (40, 9), (150, 4)])
def test_scipy_asymptotic(make_table, n, k):
    ranks = untied(np.random.default_rng(n + k), n, k)
    t = make_table(ranks, higher_is_better=False)
    expected = page_trend_test(ranks, ranked=True, method="asymptotic")
    result = pb.page(t, list(t.classifiers), method="normal")
    assert result.statistic == expected.statistic
    assert result.pvalue == pytest.approx(expected.pvalue, rel=SCIPY, abs=0)
    assert result.pvalue == pytest.approx(norm.sf(result.z), rel=SCIPY)


@pytest.mark.parametrize(
    "ranks", [[[1, 2, 3], [1.5, 1.5, 3]], [[1, 2.5, 2.5], [2, 2, 2], [2, 1, 3], [1, 3, 2]]]
)
def test_exact_counts_every_shuffle_given_the_ties(ranks):
    doubled = (2 * np.array(ranks)).astype(np.int32)
    orders = [list(itertools.permutations(row)) for row in doubled.tolist()]
    places = np.arange(1, 4)
    found = np.array([(np.array(x) @ places).sum() for x in itertools.product(*orders)])
    assert exact_pvalue(doubled) == pytest.approx((found >= (doubled @ places).sum()).mean())


def test_variance_is_that_of_shuffles_given_the_ties():
    ranks = [[2, 4, 6, 8], [3, 3, 7, 7], [2, 6, 6, 6]]
    orders = [list(itertools.permutations(row)) for row in ranks]
    z = [page_z(np.array(rows)) for rows in itertools.product(*orders)]
    assert np.mean(z) == pytest.approx(0, abs=1e-12)
    assert np.mean(np.square(z)) == pytest.approx(1, rel=1e-12)


def test_definition(random_tables):
    for t in random_tables(10, seed=4, largest=15):
        k = t.n_classifiers
        order = [t.classifiers[j] for j in np.random.default_rng(k).permutation(k)]
        ranks = pb.ranks(t)
        result = pb.page(t, order, method="normal")
        assert result.statistic == (ranks[order].sum() * np.arange(1, k + 1)).sum()
        mean = t.n_datasets * k * (k + 1) ** 2 / 4
        variance = k * (k + 1) / 12 * ((ranks - (k + 1) / 2) ** 2).to_numpy().sum()
        expected = (result.statistic - mean) / math.sqrt(variance)
        assert result.z == pytest.approx(expected, rel=1e-9, abs=1e-12)
        opposite = pb.page(t, order[::-1], method="normal")
        assert opposite.z == pytest.approx(-result.z, rel=1e-12)


def test_exact_tails_add_up(make_table):
    """P(L >= l) + P(L' >= l') = 1 + P(L = l) with the order turned round; here by complement."""
    t = make_table(untied(np.random.default_rng(3), 6, 4))
    names = list(t.classifiers)
    up, down = (pb.page(t, order, method="exact").pvalue for order in (names, names[::-1]))
    assert 1 < up + down < 1.2


def test_all_agree(make_table):
    """The one most extreme table of (k!)^N."""
    t = make_table([[4, 3, 2, 1]] * 8)
    result = pb.page(t, ["c1", "c2", "c3", "c4"])
    assert result.method == "exact"
    assert result.pvalue == pytest.approx(24.0**-8, rel=1e-12, abs=0)
    assert result.z > 0
    assert pb.page(t, ["c4", "c3", "c2", "c1"]).pvalue == pytest.approx(1, abs=1e-14)


@pytest.mark.parametrize("method", ["exact", "normal"])
def test_degenerate(make_table, method):
    result = pb.page(make_table([[1, 1, 1]] * 3), ["c2", "c1", "c3"], method=method)
    assert (result.z, result.pvalue) == (0, 1)
    assert "degenerate" in result.notes


@pytest.mark.parametrize(
    ("n", "k", "method"), [(100, 8, "exact"), (101, 8, "normal"), (2, 9, "normal")]
)
def test_auto_is_exact_where_it_can_be(make_table, n, k, method):
    t = make_table(untied(np.random.default_rng(0), n, k))
    result = pb.page(t, t.classifiers)
    assert result.method == method
    if method == "exact":
        normal = pb.page(t, t.classifiers, method="normal")
        assert result.pvalue == pytest.approx(normal.pvalue, abs=0.01)
        return
    with pytest.raises(pb.ArgumentError, match="at most 8 methods and 100 datasets, not"):
        pb.page(t, t.classifiers, method="exact")


@pytest.mark.parametrize("maker", [np.array, pd.Index, pd.Series, iter, tuple])
def test_order_is_any_iterable_of_names(make_table, maker):
    t, order = make_table([[1, 2, 3], [1, 3, 2], [2, 1, 3]]), ["c3", "c1", "c2"]
    found = pb.page(t, maker(order))
    assert found.order == tuple(order)
    assert {type(name) for name in found.order} == {str}
    assert found.pvalue == pb.page(t, order).pvalue


@pytest.mark.parametrize("order", [{"c1", "c2", "c3"}, np.array("c1"), [["c1"], ["c2"], ["c3"]]])
def test_what_has_no_order_or_no_names_is_refused(make_table, order):
    with pytest.raises(pb.ArgumentError, match="`order` must name every method"):
        pb.page(make_table([[1, 2, 3], [1, 3, 2]]), order)


@pytest.mark.parametrize(
    "order", [["c1", "c2"], ["c1", "c2", "c2"], ["c1", "c2", "d"], "c1", None, 3, []]
)
def test_order_names_every_classifier_once(make_table, order):
    with pytest.raises(pb.ArgumentError, match="`order` must name every method"):
        pb.page(make_table([[1, 2, 3], [1, 3, 2]]), order)


def test_few_datasets_do_not_matter_to_the_exact_distribution(make_table):
    t = make_table([[1, 2, 3], [1, 3, 2]])
    assert "few-datasets" not in pb.page(t, t.classifiers).notes
    assert "few-datasets" in pb.page(t, t.classifiers, method="normal").notes


def test_noise_that_decides_is_noted(make_table):
    t = make_table([[0.1 + 0.2, 0.3]] * 12)
    assert "near-ties" in pb.page(t, ["c1", "c2"]).notes
    assert "near-ties" not in pb.page(t, ["c1", "c2"], tie_tol="auto").notes


def test_better_is_declared(make_table):
    ranks = untied(np.random.default_rng(9), 6, 4)
    down, up = make_table(ranks, higher_is_better=False), make_table(-ranks)
    assert pb.page(down, down.classifiers).pvalue == pb.page(up, up.classifiers).pvalue


def test_result_reads_well_and_is_json_safe(make_table):
    result = pb.page(make_table([[3, 2, 1]] * 4), ["c1", "c2", "c3"])
    assert str(result).splitlines() == [
        "Test of a predicted order: page (exact): L = 56, z = 2.828, p = 0.0007716",
        "  3 methods on 4 datasets; engine python",
        "  predicted ranks: c1 < c2 < c3",
    ]
    stored = json.loads(json.dumps(result.to_dict(), allow_nan=False))
    assert stored["order"] == ["c1", "c2", "c3"]
    assert stored["schema"] == "pybench/trend-test/1"
    assert result.to_frame()["mean_rank"].tolist() == [1, 2, 3]


def test_ranks_that_tie_leave_their_place(make_table):
    doubled = doubled_ranks(np.array([[1.0, 1.0, 2.0]]), True)
    assert exact_pvalue(np.vstack([doubled, doubled])) == 1  # 2.5, 2.5, 1: the worst order


@pytest.mark.r
def test_both_languages(random_tables):
    for t in random_tables(8, seed=23, largest=12):
        k = t.n_classifiers
        order = [t.classifiers[j] for j in np.random.default_rng(k).permutation(k)]
        for tie_tol in (0.0, "auto", 0.02):
            for method in ("auto", "normal"):
                pb.page(t, order, method=method, tie_tol=tie_tol, engine="both")
