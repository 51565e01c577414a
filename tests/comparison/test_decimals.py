"""Scores as decimals: what counts as one, and that differences are those of exact arithmetic."""

from __future__ import annotations

import csv
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

import pybench as pb
from pybench.comparison.decimals import decimal_units, subtracted, whole
from tests.conftest import GOLDEN


def by_repr(value):
    """Return the unit by the shortest printed form: the definition."""
    _, _, exponent = Decimal(repr(float(value))).normalize().as_tuple()
    decimals = max(0, -exponent)
    if decimals > 10 or abs(Fraction(repr(float(value)))) * 10**decimals >= 10**15:
        return None
    return 10.0**decimals


def test_the_edges_that_r_reads_too():
    with (GOLDEN / "decimals.csv").open() as file:
        rows = [(float.fromhex(row["number"]), row["unit"]) for row in csv.DictReader(file)]
    values = np.array([value for value, _ in rows])
    expected = [np.nan if unit == "NA" else float(unit) for _, unit in rows]
    np.testing.assert_array_equal(decimal_units(values[:, None]), expected)
    np.testing.assert_array_equal([by_repr(value) or np.nan for value in values], expected)
    assert decimal_units(np.array([[-0.0]])) == 1


def test_every_double_is_judged_as_its_printed_form_says():
    rng = np.random.default_rng(1)
    digits = rng.integers(1, 10 ** rng.integers(1, 16, 20_000))
    exact = [
        float(f"{d}e-{places}")
        for d, places in zip(digits, rng.integers(0, 13, 20_000), strict=True)
    ]
    near = np.nextafter(exact, rng.choice([-np.inf, np.inf], 20_000))
    values = np.concatenate([exact, near, rng.random(1000), np.exp(rng.normal(0, 30, 2000))])
    expected = [by_repr(value) or np.nan for value in values]
    np.testing.assert_array_equal(decimal_units(values[:, None]), expected)
    assert 15_000 < np.isfinite(expected).sum() < 25_000


def test_differences_are_exact_where_both_columns_are_decimals():
    rng = np.random.default_rng(2)
    columns = np.stack([np.round(rng.random(50), d) for d in (1, 2, 3, 4)] + [rng.random(50)])
    first, second = np.triu_indices(5, 1)
    gaps, unit = subtracted(columns, decimal_units(columns), first, second)
    for i, j, row, by in zip(first, second, gaps, unit, strict=True):
        if j == 4:
            np.testing.assert_array_equal(row, columns[i] - columns[j])
            continue
        exact = [Fraction(repr(a)) - Fraction(repr(b)) for a, b in columns[[i, j]].T.tolist()]
        assert [Fraction(x) / int(by) for x in row] == exact


def test_units_that_do_not_fit_together_leave_doubles():
    columns = np.array([[9e13, 1e13], [0.01, 0.02]])
    gaps, unit = subtracted(columns, decimal_units(columns), np.array([0]), np.array([1]))
    np.testing.assert_array_equal(gaps[0], columns[0] - columns[1])
    assert unit.tolist() == [1]


def test_a_rope_is_a_decimal_too():
    assert whole(np.array([[0.5, 0.25]]), 0.01)[1:] == (1, 100)
    assert whole(np.array([[0.5, 0.25]]), 1 / 3)[1:] == (1 / 3, 1)


def exact_ranks(t, i, j):
    """Return signed doubled ranks of the differences of the printed decimals."""
    gaps = [Decimal(repr(a)) - Decimal(repr(b)) for a, b in t.scores[:, [i, j]].tolist()]
    sizes = [abs(gap) for gap in gaps if gap]
    rank = {size: 2 * sum(x < size for x in sizes) + sizes.count(size) + 1 for size in sizes}
    return [rank[abs(gap)] * (1 if gap > 0 else -1) for gap in gaps if gap]


def exact_pvalue(ranks):
    """Return the exact two-sided p by adding one dataset after the other."""
    counts = {0: 1}
    for rank in map(abs, ranks):
        moved: dict[int, int] = dict(counts)
        for total, count in counts.items():
            moved[total + rank] = moved.get(total + rank, 0) + count
        counts = moved
    seen = sum(rank for rank in ranks if rank > 0)
    tails = [sum(c for x, c in counts.items() if ok(x)) for ok in (seen.__ge__, seen.__le__)]
    return min(1.0, 2 * min(tails) / 2 ** len(ranks))


def two_decimals(number, n=20, k=2, apart=0.0):
    rng = np.random.default_rng(number)
    return pb.read_results(
        np.round(rng.normal(0.7 + apart * np.arange(k), 0.08, (n, k)), 2),
        datasets=[f"d{i}" for i in range(n)],
        classifiers=[f"c{j}" for j in range(k)],
        higher_is_better=True,
    )


def test_wilcoxons_p_is_that_of_the_decimals():
    """T7 of the audit: with doubles it was another in 367 of 500 such tables."""
    others = 0
    for number in range(500):
        t = two_decimals(number)
        p = exact_pvalue(exact_ranks(t, 0, 1))
        assert float(pb.wilcoxon(t).pvalues.iloc[0, 1]) == pytest.approx(p, rel=1e-12)
        doubles = float(pb.wilcoxon(t, tie_tol=0.0).pvalues.iloc[0, 1])
        others += abs(doubles - p) > 1e-9
    assert others > 250


def test_every_source_gives_the_same_p(tmp_path):
    import pyarrow as pa
    import pyarrow.parquet as pq

    t = two_decimals(5, 20, 4)
    frame, arrow = t.to_frame(), t.to_arrow()
    frame.to_csv(tmp_path / "t.csv", index_label="dataset")
    pq.write_table(arrow, tmp_path / "t.parquet")
    expected = pb.wilcoxon(t).pvalues
    for source in (tmp_path / "t.csv", tmp_path / "t.parquet", frame, arrow, pa.table(arrow)):
        read = pb.read_results(source, higher_is_better=True)
        assert pb.wilcoxon(read).pvalues.equals(expected)


def test_the_snippet_of_the_issue(make_table):
    t = make_table([[0.9, 0.8], [0.7, 0.8], [0.5, 0.2]])
    assert pb.wilcoxon(t).statistics.iloc[0, 1] == 4.5  # .9 - .8 ties with .8 - .7
    assert pb.wilcoxon(t, tie_tol=0.0).statistics.iloc[0, 1] == 4
    found = pb.paired_t(make_table([[0.81, 0.80], [0.76, 0.75], [0.3, 0.29]]))
    assert found.statistics.iloc[0, 1] == np.inf
    effects = pb.effects(t, tie_tol="decimal")
    assert effects.rank_biserial.iloc[0, 1] == pytest.approx((4.5 - 1.5) / 6)
    assert effects.mean_difference.iloc[0, 1] == 0.1


def test_means_that_are_equal_as_decimals_are_equal(make_table):
    t = make_table([[0.1, 0.3], [0.2, 0.0]])
    found = pb.multi_comparison(t)
    assert found.mean_scores.nunique() == 1
    assert found.mean_difference.iloc[0, 1] == 0
    u = make_table([[0.81, 0.80, 0.7], [0.75, 0.76, 0.9]])
    assert pb.multi_comparison(u).mean_difference.loc["c1", "c2"] == 0


def test_a_difference_of_the_rope_is_inside(make_table):
    t = make_table([[0.81, 0.80], [0.76, 0.75], [0.3, 0.29], [0.5, 0.49]])
    for test in (pb.bayesian_sign, pb.bayesian_signed_rank):
        found = test(t, rope=0.01, samples=1000)
        assert found.equal.iloc[0, 1] == 1
        assert "rope-edge" not in found.notes


def test_other_conventions_subtract_doubles():
    t = two_decimals(3, 30, 4)
    for call, conventions in (
        (pb.wilcoxon, ("r-4.2", "r-4.6", "scipy")),
        (pb.aligned_ranks_pairs, ("scmamp",)),
        (pb.quade_pairs, ("pmcmr",)),
    ):
        for convention in conventions:
            given, doubles = (call(t, convention=convention, tie_tol=x) for x in ("decimal", 0.0))
            assert given.pvalues.equals(doubles.pvalues)
            assert given.notes == doubles.notes


@pytest.mark.parametrize(
    "test", ["wilcoxon", "sign_test", "quade_pairs", "aligned_ranks_pairs", "siegel", "conover"]
)
def test_every_verdict_that_noise_turns_is_noted(test):
    """T5 of the audit: asked of the adjusted p, at the level used."""
    turned = 0
    for number in range(60):
        t = two_decimals(number, 14, 4, 0.03)
        for alpha in (0.05, 0.1):
            found, merged = (
                pb.critical_difference(t, test, alpha, tie_tol=x) for x in (0.0, "auto")
            )
            turns = bool((found.significant != merged.significant).any())
            turned += turns
            assert ("near-ties" in found.notes) == turns
        assert "near-ties" not in pb.critical_difference(t, test, alpha).notes
    assert (turned > 0) == (test in ("wilcoxon", "quade_pairs", "aligned_ranks_pairs"))
