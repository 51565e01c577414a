"""Standard errors of clusters: originals' numbers, matrices written out, closed forms."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import linalg, stats

import pybench as pb
from pybench.items.clustered import design, estimates
from tests.items.made import golden, made

TABLES, NUMBERS = golden()


@pytest.mark.parametrize("row", NUMBERS, ids=lambda row: f"{row['table']}-{row['quantity']}")
def test_the_numbers_are_those_of_statsmodels_club_sandwich_and_r(row):
    items, (kind, _, part) = TABLES[row["table"]], row["quantity"].partition(" ")
    if kind == "McNemar":
        found = pb.compare_items(items, test="mcnemar").pvalues_raw[0]
        if part == "chi2":  # without correction, a function of the paired t
            t, n = pb.compare_items(items).statistics[0], items.n_items
            found = t**2 * n / (n - 1 + t**2)
    else:
        result = pb.compare_items(items, se=kind if part else "CR1")
        found = {
            "": result.differences[0], "error": result.standard_errors[0], "df": result.df,
            "t": result.statistics[0], "p": result.pvalues_raw[0], "lower": result.lower[0],
            "upper": result.upper[0],
        }[part]  # fmt: skip
    assert found == pytest.approx(float(row["value"]), rel=float(row["relative"]))


def by_matrices(values, weights, groups):
    """Return CR2's error and degrees of freedom by their definition, with n x n matrices."""
    n, total = len(values), weights.sum()
    hat = np.outer(np.ones(n), weights) / total
    rest = np.eye(n) - hat
    columns, square = [], 0.0
    for group in np.unique(groups):
        own = groups == group
        root = linalg.inv(linalg.sqrtm(rest[own] @ rest[own].T).real)
        factor = root @ weights[own]
        columns.append(rest[own].T @ factor / total)
        square += (factor @ (rest @ values)[own] / total) ** 2
    products = np.array(columns) @ np.array(columns).T
    return np.sqrt(square), np.trace(products) ** 2 / (products**2).sum()


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("weighted", [False, True])
def test_cr2_is_its_definition(seed, weighted):
    items = made(seed, n=12 + seed, k=2, clusters=2 + seed, weighted=weighted, answers=False)
    weights = np.ones(items.n_items) if items.weights is None else items.weights
    gap = items.scores[:, 0] - items.scores[:, 1]
    error, df = by_matrices(gap, weights, np.array(items.clusters))
    plan = design(items, "CR2")
    assert estimates(items, plan).errors[0] == pytest.approx(error, rel=1e-11)
    assert plan.df == pytest.approx(df, rel=1e-11)


def test_without_clusters_it_is_students_paired_t():
    items = made(3, n=25, k=2, answers=False)
    theirs = stats.ttest_rel(*items.scores.T)
    result = pb.compare_items(items)
    assert result.pvalues_raw[0] == pytest.approx(theirs.pvalue, rel=1e-10)
    assert result.df == pytest.approx(24, rel=1e-13)
    low, high = theirs.confidence_interval(0.95)
    np.testing.assert_allclose([result.lower[0], result.upper[0]], [low, high], rtol=1e-10)


def test_equal_clusters_are_a_t_test_of_their_means():
    items = made(4, n=40, k=2, answers=False, clusters=None)
    names = tuple(f"g{i % 8}" for i in range(40))
    clustered = pb.ItemTable(items.items, items.classifiers, items.scores, True, clusters=names)
    means = (items.scores[:, 0] - items.scores[:, 1]).reshape(5, 8).mean(axis=0)
    theirs = stats.ttest_1samp(means, 0)
    for se in ("CR2", "CR1"):
        result = pb.compare_items(clustered, se=se)
        assert result.pvalues_raw[0] == pytest.approx(theirs.pvalue, rel=1e-10)
        assert result.df == pytest.approx(7, rel=1e-12)


def test_a_cluster_of_copies_is_a_weighted_item_for_cr1():
    once = made(5, n=15, k=2, answers=False)
    times = np.arange(15) % 4 + 1
    rows = np.repeat(np.arange(15), times)
    copies = pb.ItemTable(
        tuple(f"{i}" for i in range(len(rows))), once.classifiers, once.scores[rows], True,
        clusters=tuple(f"g{i}" for i in rows),
    )  # fmt: skip
    weighted = pb.ItemTable(
        once.items, once.classifiers, once.scores, True, weights=times.astype(float)
    )
    one, other = (pb.compare_items(t, se="CR1") for t in (copies, weighted))
    np.testing.assert_allclose(one.pvalues, other.pvalues, rtol=1e-10)


def test_almost_equal_methods_keep_their_digits():
    draw = np.random.default_rng(6)
    base = draw.normal(1000, 300, 400)
    gap = draw.normal(0, 1e-3, 400)
    scores = np.column_stack([base, base + gap, draw.normal(size=400)])
    items = pb.ItemTable(tuple(map(str, range(400))), ("a", "b", "c"), scores, False)
    exact = (scores[:, 1] - scores[:, 0]).std(ddof=1) / 20
    assert pb.compare_items(items).standard_errors[0] == pytest.approx(exact, rel=1e-8)


@pytest.mark.parametrize("se", ["CR2", "CR1"])
def test_differences_equal_but_for_rounding_have_no_error(se):
    scores = np.array([[0.3, 0.2], [0.2, 0.1], [0.7, 0.6]])
    result = pb.compare_items(pb.ItemTable(("a", "b", "c"), ("m", "n"), scores, True), se=se)
    assert result.standard_errors[0] == 0
    assert result.pvalues[0] == 0
    assert result.statistics[0] == np.inf
    assert "constant-on-items" in result.notes
