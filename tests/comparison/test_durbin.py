"""Durbin's test with its pairs: a printed example, theory, complete tables, both languages."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from originals import table_of

import pybench as pb
from pybench.comparison.durbin import blocks_of, durbin_statistic, rearrange_blocks


@pytest.fixture
def icecream():
    """Ranks of 7 persons, 3 of 7 varieties each: Conover (1999), p. 391."""
    return table_of("durbin_icecream", False, "keep")


def design(k, m, times=1, seed=0, levels=None):
    """Return a table of every m of k methods, so many times."""
    rng = np.random.default_rng(seed)
    blocks = list(itertools.combinations(range(k), m)) * times
    scores = np.full((len(blocks), k), np.nan)
    for row, block in zip(scores, blocks, strict=True):
        row[list(block)] = rng.normal(size=m) if levels is None else rng.integers(0, levels, m)
    return pb.read_results(
        scores,
        datasets=[f"d{i}" for i in range(len(blocks))],
        classifiers=list("abcdef")[:k],
        higher_is_better=True,
        missing="keep",
    )


def test_what_conover_prints(icecream):
    chi = pb.durbin(icecream, reference="limit")
    assert (chi.statistic, chi.df) == (pytest.approx(12), (6.0,))
    assert chi.pvalue == pytest.approx(0.062, abs=5e-4)
    ratio = pb.durbin(icecream, "F", reference="limit")
    assert (ratio.statistic, ratio.df) == (pytest.approx(8), (6.0, 8.0))
    sums = 2 + chi.mean_ranks  # 3 times the mean rank among 3 scores: it is rescaled to 1 to 7
    assert sums.to_numpy() == pytest.approx([8, 9, 4, 3, 5, 6, 7])
    assert "missing-scores" in chi.notes


def test_the_permutation_of_the_example(icecream):
    """All 6^7 rearrangements; T_1 = 12 is reached by 0.018 of them."""
    found = pb.durbin(icecream)
    assert (found.reference, found.pvalue) == ("permutation", pb.durbin(icecream, "F").pvalue)
    assert found.pvalue * 6**7 == pytest.approx(round(found.pvalue * 6**7))
    assert found.pvalue == pytest.approx(0.018, abs=5e-4)
    assert 0 < found.least_pvalue <= found.pvalue


@pytest.mark.parametrize(("k", "m", "levels"), [(3, 2, None), (4, 3, None), (4, 2, 2), (4, 3, 2)])
def test_all_rearrangements_one_by_one(k, m, levels):
    t = design(k, m, seed=3, levels=levels)
    blocks = blocks_of(t, 0.0)
    rows = [
        [*itertools.permutations(row[here])]
        for row, here in zip(blocks.scores, blocks.present, strict=True)
    ]
    spread = []
    for chosen in itertools.product(*rows):
        sums = np.zeros(k, int)
        for one, here in zip(chosen, blocks.present, strict=True):
            sums[here] += one
        spread.append(int((sums**2).sum()))
    found = rearrange_blocks(blocks)
    assert found.pvalue == pytest.approx(np.mean(np.array(spread) >= blocks.between))
    assert found.least == pytest.approx(np.mean(np.array(spread) == max(spread)))


def test_drawn_tables_come_near_all(monkeypatch):
    import pybench.comparison.durbin as home

    blocks = blocks_of(design(4, 3, seed=1), 0.0)
    exact = rearrange_blocks(blocks)
    monkeypatch.setattr(home, "MOST", 1)
    drawn = rearrange_blocks(blocks)
    assert (exact.reference, drawn.reference) == ("permutation", "simulation")
    assert drawn.pvalue == pytest.approx(exact.pvalue, abs=5 * 0.5 / 20_000**0.5)


@pytest.mark.parametrize("reference", ["auto", "limit", "permutation"])
@pytest.mark.parametrize("shape", [(4, 3), (12, 4), (6, 2), (5, 5)])
def test_with_all_scores_it_is_friedman_and_conover(make_table, shape, reference):
    t = make_table(np.random.default_rng(2).integers(0, 6, shape).astype(float))
    for method, other in (("chi-square", "chi-square"), ("F", "iman-davenport")):
        ours = pb.durbin(t, method, reference=reference)
        theirs = pb.friedman(t, other, reference=reference)
        for field in ("statistic", "pvalue", "df", "least_pvalue", "reference"):
            assert getattr(ours, field) == pytest.approx(getattr(theirs, field)), field
    ours, theirs = (f(t, reference=reference) for f in (pb.durbin_pairs, pb.conover))
    for field in ("statistics", "pvalues", "pvalues_raw", "directions", "verdicts"):
        assert getattr(ours, field).to_numpy() == pytest.approx(getattr(theirs, field).to_numpy())
    assert (ours.mean_ranks == theirs.mean_ranks).all()


def test_f_and_chi_square_are_one_statistic(icecream):
    chi, ratio = (pb.durbin(icecream, method).statistic for method in ("chi-square", "F"))
    n, k, m = 7, 7, 3
    left = (n * (m - 1) - chi) / (n * m - n - k + 1)
    assert ratio == pytest.approx(chi / (k - 1) / left)


def test_a_pair_is_exchanged_where_both_have_scores():
    t = design(4, 3, times=4, seed=2)
    found = pb.durbin_pairs(t, "none", reference="permutation")
    both = t.scores[~np.isnan(t.scores[:, :2]).any(axis=1)]
    ranks = blocks_of(t, 0.0).scores[~np.isnan(t.scores[:, :2]).any(axis=1)]
    gaps = ranks[:, 1] - ranks[:, 0]
    assert len(both) == 8
    signed = [abs(np.dot(gaps, s)) for s in itertools.product((-1, 1), repeat=len(gaps))]
    assert found.pvalues.loc["a", "b"] == pytest.approx(
        np.mean(np.array(signed) >= abs(gaps.sum()))
    )
    assert found.directions.loc["a", "b"] == np.sign(gaps.sum())


def test_few_datasets_that_have_both_cannot_reject():
    found = pb.durbin_pairs(design(4, 3), "none")
    assert (found.method, found.least_pvalue) == ("permutation", 0.5)
    assert "cannot reject" in str(found)


def test_a_control_and_its_correction(icecream):
    all_pairs = pb.durbin_pairs(icecream, "none", reference="limit")
    found = pb.durbin_pairs(icecream, "bonferroni", control="D", reference="limit")
    raw = all_pairs.pvalues["D"].drop("D")
    assert found.pvalues["D"].to_numpy() == pytest.approx(np.minimum(1, 6 * raw.to_numpy()))


def test_nothing_differs():
    t = design(4, 3, levels=1)
    found = pb.durbin(t)
    assert (found.statistic, found.pvalue) == (0.0, 1.0)
    assert {"degenerate", "ties"} <= set(found.notes)
    assert (pb.durbin_pairs(t).pvalues.to_numpy() == 1).all()


def test_perfect_agreement_is_an_infinite_f():
    scores = np.full((3, 3), np.nan)
    for row, block in zip(scores, [(0, 1), (0, 2), (1, 2)], strict=True):
        row[list(block)] = block
    t = pb.read_results(
        scores,
        datasets=list("xyz"),
        classifiers=list("abc"),
        higher_is_better=False,
        missing="keep",
    )
    assert durbin_statistic(blocks_of(t, 0.0), "chi-square") > 0
    assert pb.durbin(t, "F").reference == "permutation"


@pytest.mark.parametrize(
    ("rows", "found"),
    [
        ([[1, 2, None], [1, 2, 3], [2, None, 1]], "2 to 3 scores per dataset"),
        ([[1, None, None], [None, 2, None], [None, None, 1]], "1 scores per dataset"),
        ([[1, 2, None], [1, 2, None], [None, 2, 1]], "1 to 3 scores per method"),
        (
            [[1, 2, None, None], [1, 2, None, None], [None, None, 2, 1], [None, None, 2, 1]],
            "0 to 2 datasets with scores of both methods of a pair",
        ),
    ],
)
@pytest.mark.parametrize("function", [pb.durbin, pb.durbin_pairs])
def test_designs_that_are_not_balanced(function, rows, found):
    t = pb.read_results(
        rows,
        datasets=list("wxyz")[: len(rows)],
        classifiers=list("abcd")[: len(rows[0])],
        higher_is_better=True,
        missing="keep",
    )
    with pytest.raises(pb.ResultsTableError, match=f"block design, found {found}.*skillings_mack"):
        function(t)


def test_arguments(icecream):
    for arguments in ({"method": "t"}, {"reference": "exact"}, {"tie_tol": -1}):
        with pytest.raises(pb.ArgumentError, match=f"`{next(iter(arguments))}`"):
            pb.durbin(icecream, **arguments)
    for arguments in ({"adjust": "x"}, {"control": "x"}, {"reference": "exact"}):
        with pytest.raises(pb.ArgumentError, match=f"`{next(iter(arguments))}`"):
            pb.durbin_pairs(icecream, **arguments)


@pytest.mark.r
@pytest.mark.parametrize(
    ("k", "m", "times", "levels"),
    [(3, 2, 4, None), (4, 3, 1, 2), (4, 3, 4, 3), (5, 3, 1, 3), (5, 4, 9, None)],
)
def test_both_languages(k, m, times, levels):
    t = design(k, m, times, seed=4, levels=levels)
    for reference in ("auto", "limit", "permutation"):
        for method in ("chi-square", "F"):
            pb.durbin(t, method, reference=reference, engine="both")
        pb.durbin_pairs(t, reference=reference, engine="both")
        pb.durbin_pairs(t, control="b", reference=reference, engine="both")
