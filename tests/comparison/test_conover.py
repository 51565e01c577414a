"""Conover's test: the book's formula, closed forms, edge cases; R's packages: test_cases.py."""

from __future__ import annotations

import itertools
import math
from collections import Counter

import numpy as np
import pytest
from originals import table_of
from scipy import stats

import pybench as pb
from pybench.comparison.conover import conover_t
from pybench.comparison.ranks import doubled_ranks


def test_formula_of_the_book():
    """Conover 1999, section 5.8, written out, on tables with ties."""
    rng = np.random.default_rng(2)
    for _ in range(30):
        n, k = rng.integers(2, 15), rng.integers(2, 8)
        scores = rng.integers(0, 5, size=(n, k)).astype(float)
        ranks = np.apply_along_axis(stats.rankdata, 1, scores)
        a, c = (ranks**2).sum(), n * k * (k + 1) ** 2 / 4
        sums = ranks.sum(axis=0)
        if a - c == 0:
            continue
        chi2 = (k - 1) * ((sums**2).sum() - n * c) / (a - c)
        spread = 2 * n * (a - c) / ((n - 1) * (k - 1)) * (1 - chi2 / (n * (k - 1)))
        if spread < 1e-9:
            continue
        found = conover_t(doubled_ranks(scores, higher_is_better=False))
        np.testing.assert_allclose(found, np.subtract.outer(-sums, -sums) / math.sqrt(spread))


def test_separated_ranks_are_infinitely_far_apart(make_table):
    for adjust in ("holm", "single-step", "shaffer"):
        result = pb.conover(make_table([[3, 2, 1]] * 5), adjust, reference="limit")
        assert result.statistics.loc["c1"].tolist() == [0, math.inf, math.inf]
        assert result.statistics.loc["c3", "c1"] == -math.inf
        assert result.pvalues.loc["c1"].tolist() == [1, 0, 0]
    tied = pb.conover(make_table([[3, 1, 1]] * 5), reference="limit")
    assert tied.statistics.loc["c2", "c3"] == 0
    assert tied.pvalues.loc["c2", "c3"] == 1


def test_nothing_varies(make_table):
    """PMCMR and PMCMRplus answer NaN."""
    for variant in ("standard", "pmcmr-4.3"):
        for adjust in ("holm", "single-step"):
            result = pb.conover(make_table(np.ones((4, 3))), adjust, variant=variant)
            assert (result.pvalues.to_numpy() == 1).all()
            assert (result.statistics.to_numpy() == 0).all()
            assert result.notes[0] == "degenerate"


def test_the_numbers_of_pmcmr_are_noted(make_table):
    result = pb.conover(make_table([[3, 2, 1], [3, 1, 2], [2, 3, 1]]), variant="pmcmr-4.3")
    assert result.convention == "pmcmr-4.3"
    assert "convention" in result.notes


def test_two_classifiers_are_a_t_test_of_signs(make_table):
    """k = 2: half the difference of ranks is +-1/2 on each dataset; t of those."""
    scores = np.random.default_rng(5).random((15, 2))
    signs = np.sign(scores[:, 0] - scores[:, 1])
    expected = stats.ttest_1samp(signs, 0)
    result = pb.conover(make_table(scores), reference="limit")
    assert result.statistics.loc["c1", "c2"] == pytest.approx(expected.statistic, rel=1e-12)
    assert result.pvalues.loc["c1", "c2"] == pytest.approx(expected.pvalue, rel=1e-12)
    assert result.df == (14,)


def test_control_and_single_step(make_table):
    t = make_table(np.random.default_rng(6).random((12, 4)))
    result = pb.conover(t, "none", control="c2")
    assert result.pvalues.shape == (3, 1)
    assert result.pvalues.loc["c1", "c2"] == pb.conover(t, "none").pvalues.loc["c1", "c2"]
    single = pb.conover(t, "single-step")
    assert (single.pvalues >= single.pvalues_raw - 0.1).to_numpy().all()
    assert single.adjust == "single-step"
    with pytest.raises(pb.ArgumentError, match="joint distribution of all pairs"):
        pb.conover(t, "single-step", control="c2")
    with pytest.raises(pb.ArgumentError, match="`variant` must be one of"):
        pb.conover(t, variant="pmcmr")


def test_single_step_is_the_studentized_range(make_table):
    """SciPy's studentized range is another quadrature of the same law."""
    for n, k in ((4, 3), (5, 3), (20, 4), (9, 6)):
        t = make_table(np.random.default_rng(n).integers(0, 9, (n, k)))
        found = pb.conover(t, "single-step", reference="limit")
        q = math.sqrt(2) * found.statistics.abs().to_numpy()
        expected = stats.studentized_range.sf(q, k, (n - 1) * (k - 1))
        np.fill_diagonal(expected, 1.0)
        np.testing.assert_allclose(found.pvalues, expected, rtol=0, atol=1e-9)


def test_single_step_holds_its_level_where_nothing_differs(make_table):
    """Four datasets rank three methods in 6^4 ways; by the range of normals 12.5 % reject."""
    orders = list(itertools.permutations((1.0, 2.0, 3.0)))
    ways = Counter(tuple(sorted(rows)) for rows in itertools.product(orders, repeat=3))
    rejecting = sum(
        count
        for rows, count in ways.items()
        if pb.conover(make_table([orders[0], *rows]), "single-step").pvalues.min(axis=None) <= 0.05
    )
    assert rejecting / 6**3 <= 0.05


def test_replicates_equal_single_tables():
    scores = np.random.default_rng(4).integers(0, 9, size=(25, 12, 6)).astype(float)
    doubled = doubled_ranks(scores, higher_is_better=True)
    one_by_one = np.stack([conover_t(replicate) for replicate in doubled])
    np.testing.assert_array_equal(conover_t(doubled), one_by_one)


@pytest.mark.r
def test_both_engines(random_tables, make_table):
    tables = [*random_tables(6, seed=5, largest=15), make_table([[3, 2, 1]] * 5)]
    for t in tables:
        for adjust in ("holm", "single-step", "shaffer"):
            pb.conover(t, adjust, engine="both")
        pb.conover(t, "single-step", variant="pmcmrplus", engine="both")
        pb.conover(t, control="c2", tie_tol="auto", engine="both")


@pytest.mark.r
def test_both_engines_refuse_the_same():
    t = table_of("separated_k8_N4")
    texts = []
    for engine in ("python", "r"):
        with pytest.raises(pb.ArgumentError) as caught:
            pb.conover(t, variant="pmcmr-4.3", engine=engine)
        texts.append(str(caught.value))
    assert texts[0] == texts[1]
