"""Standard errors of clusters: originals' numbers, matrices written out, closed forms."""

from __future__ import annotations

from decimal import Decimal, localcontext
from fractions import Fraction

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


def by_matrices(values, weights, groups, kind):
    """Return error and degrees of freedom by the definition of CR2 or CR3, with n x n matrices."""
    n, total = len(values), weights.sum()
    hat = np.outer(np.ones(n), weights) / total
    rest = np.eye(n) - hat
    columns, square = [], 0.0
    for group in np.unique(groups):
        own = groups == group
        if kind == "CR2":
            factor = linalg.inv(linalg.sqrtm(rest[own] @ rest[own].T).real) @ weights[own]
        else:
            factor = linalg.solve(rest[np.ix_(own, own)].T, weights[own])
        columns.append(rest[own].T @ factor / total)
        square += (factor @ (rest @ values)[own] / total) ** 2
    products = np.array(columns) @ np.array(columns).T
    return np.sqrt(square), np.trace(products) ** 2 / (products**2).sum()


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("se", ["CR2", "CR3"])
def test_the_errors_are_their_definition(se, seed, weighted):
    items = made(seed, n=12 + seed, k=2, clusters=2 + seed, weighted=weighted, answers=False)
    weights = np.ones(items.n_items) if items.weights is None else items.weights
    gap = items.scores[:, 0] - items.scores[:, 1]
    error, df = by_matrices(gap, weights, np.array(items.clusters), se)
    plan = design(items, se)
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
    for se in ("auto", "CR2", "CR1"):
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


@pytest.mark.parametrize("se", ["auto", "CR2", "CR3", "CR1"])
def test_differences_equal_but_for_rounding_have_no_error_and_no_test(se):
    scores = np.array([[0.3, 0.2], [0.2, 0.1], [0.7, 0.6]])
    items = pb.ItemTable(("a", "b", "c"), ("m", "n"), scores, True)
    result = pb.compare_items(items, se=se, rope=0.05)
    assert result.standard_errors[0] == 0
    for field in ("statistics", "pvalues_raw", "pvalues", "lower", "upper", "better", "equal"):
        assert np.isnan(getattr(result, field)[0]), field
    assert result.verdicts.tolist() == [0]
    assert "constant-on-items" in result.notes
    assert "m is not shown to differ from n: 0.1, no interval  no t-test" in str(result)
    flips = pb.compare_items(items, "sign_flip", se=se)
    assert flips.pvalues.tolist() == [0.25]
    assert "0.1, no interval  p = 0.25" in str(flips)


def test_a_pair_without_variation_counts_in_the_correction_of_the_others():
    draw = np.random.default_rng(3)
    one = draw.normal(size=12).round(2)
    scores = np.column_stack([one, one + 8, draw.normal(2, 1, 12).round(2)])
    items = pb.ItemTable(tuple("abcdefghijkl"), ("m", "n", "o"), scores, True)
    result = pb.compare_items(items, adjust="bonferroni")
    assert np.isnan(result.pvalues).tolist() == [True, False, False]
    np.testing.assert_allclose(result.pvalues[1:], np.minimum(1, 3 * result.pvalues_raw[1:]))
    assert result.verdicts[0] == 0


def test_cr3_is_made_of_the_means_without_one_cluster():
    items = made(7, n=30, k=2, clusters=6, answers=False)
    names, gap = np.array(items.clusters), items.scores[:, 0] - items.scores[:, 1]
    without = [gap[names != one].mean() for one in sorted(set(names))]
    result = pb.compare_items(items, se="CR3")
    expected = np.sqrt(((np.array(without) - gap.mean()) ** 2).sum())
    assert result.standard_errors[0] == pytest.approx(expected, rel=1e-11)


def test_uneven_weights_of_single_items_are_noted_and_have_cr3():
    for heavy, noted in ((1, False), (2, False), (100, True)):
        items = pb.ItemTable(
            tuple("0123456789"), ("m", "n"), np.eye(10)[:, :2], True, weights=[heavy] + [1] * 9
        )
        for se in ("auto", "CR1"):
            result = pb.compare_items(items, se=se)
            assert ("unequal-clusters" in result.notes) == noted
            assert result.se == ("CR1" if se == "CR1" else "CR3" if noted else "CR2")


def test_runs_are_noted():
    assert "several-runs" in pb.compare_items(made(1, runs=2)).notes
    assert "several-runs" not in pb.compare_items(made(1)).notes


@pytest.mark.parametrize("heavy", [3e4, 1e6, 1e9, 1e12])
@pytest.mark.parametrize("groups", ["abcdefghij", "aabbccddee", "aaabcdefgg"])
@pytest.mark.parametrize("se", ["CR2", "CR3"])
def test_one_heavy_item_keeps_its_digits(se, heavy, groups):
    """The definition in exact rational numbers, but for roots of 60 digits."""
    draw = np.random.default_rng(len(set(groups)))
    scores = draw.normal(size=(10, 2)).round(3)
    weights = np.array([heavy, *draw.uniform(0.5, 2, 9).round(2)])
    items = pb.ItemTable(
        tuple("0123456789"), ("a", "b"), scores, True, weights=weights, clusters=tuple(groups)
    )
    gap = [Fraction(a) - Fraction(b) for a, b in scores.tolist()]
    error, df = by_fractions(gap, [Fraction(w) for w in weights.tolist()], groups, se)
    plan = design(items, se)
    assert plan.df == pytest.approx(df, rel=1e-10)
    assert plan.df >= 1
    assert estimates(items, plan).errors[0] == pytest.approx(error, rel=1e-10)


def by_fractions(gap, weights, groups, kind):
    """Return error and degrees of freedom without rounding but for 60 digits."""
    with localcontext() as context:
        context.prec = 60

        def decimal(value):
            return Decimal(value.numerator) / Decimal(value.denominator)

        n, total = len(gap), sum(weights)
        share = [w / total for w in weights]
        rest = [[Fraction(i == j) - share[j] for j in range(n)] for i in range(n)]
        residuals = [sum(rest[i][j] * gap[j] for j in range(n)) for i in range(n)]
        columns, square = [], Decimal(0)
        for group in sorted(set(groups)):
            own = [i for i in range(n) if groups[i] == group]
            covariance = [
                [decimal(sum(x * y for x, y in zip(rest[i], rest[j], strict=True))) for j in own]
                for i in own
            ]
            if kind == "CR2":
                root = inverse_root(covariance)
            else:
                root = inverse([[decimal(rest[j][i]) for j in own] for i in own])
            factor = [
                sum(root[a][b] * decimal(weights[i]) for b, i in enumerate(own))
                for a in range(len(own))
            ]
            columns.append(
                [sum(factor[a] * decimal(rest[i][j]) for a, i in enumerate(own)) for j in range(n)]
            )
            square += sum(f * decimal(residuals[i]) for f, i in zip(factor, own, strict=True)) ** 2
        products = [
            [sum(a * b for a, b in zip(p, q, strict=True)) for q in columns] for p in columns
        ]
        trace = sum(products[g][g] for g in range(len(products)))
        df = trace**2 / sum(value**2 for row in products for value in row)
        return float(square.sqrt() / decimal(total)), float(df)


def inverse_root(matrix):
    """Return M^(-1/2) by Denman and Beavers' iteration, in the decimals of the context."""
    size = len(matrix)
    y, z = matrix, [[Decimal(int(i == j)) for j in range(size)] for i in range(size)]
    for _ in range(120):
        inverses = inverse(z), inverse(y)
        y, z = (
            [[(a + b) / 2 for a, b in zip(r, s, strict=True)] for r, s in zip(m, v, strict=True)]
            for m, v in zip((y, z), inverses, strict=True)
        )
    return z


def inverse(matrix):
    """Return the inverse by Gauss and Jordan's elimination."""
    size = len(matrix)
    rows = [[*row, *(Decimal(int(i == j)) for j in range(size))] for i, row in enumerate(matrix)]
    for i in range(size):
        best = max(range(i, size), key=lambda j: abs(rows[j][i]))
        rows[i], rows[best] = rows[best], rows[i]
        rows[i] = [value / rows[i][i] for value in rows[i]]
        for j in range(size):
            if j != i:
                rows[j] = [a - rows[j][i] * b for a, b in zip(rows[j], rows[i], strict=True)]
    return [row[size:] for row in rows]


def test_weights_that_no_float_can_square_are_refused():
    for weights in ([1e300, 1, 1], [1, 1e-300, 1e-300]):
        scores = [[1, 0], [0, 1], [1, 1]]
        items = pb.ItemTable(tuple("abc"), ("m", "n"), scores, True, weights=weights)
        with pytest.raises(pb.ResultsTableError, match="weights that are less uneven"):
            pb.compare_items(items)
