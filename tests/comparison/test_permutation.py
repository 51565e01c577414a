"""p-values by rearranging, against plain enumeration; what few datasets can and cannot show."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest

import pybench as pb
from pybench.comparison.permutation import _chance, exchange_pairs, few, rearrange_rows


def tables(count, seed=0):
    rng = np.random.default_rng(seed)
    for _ in range(count):
        yield rng.integers(0, 4, (rng.integers(2, 5), rng.integers(2, 4)))


def spread(sums):
    return (np.asarray(sums) ** 2).sum(axis=-1)


def test_rows_against_enumeration():
    for scores in tables(60):
        orders = [list(itertools.permutations(row)) for row in scores.tolist()]
        found = spread([np.sum(rows, axis=0) for rows in itertools.product(*orders)])
        answer = rearrange_rows(scores)
        expected = (found >= spread(scores.sum(axis=0))).mean()
        assert answer.pvalue == pytest.approx(expected, abs=1e-12)
        assert answer.least == pytest.approx((found == found.max()).mean(), abs=1e-12)


@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
def test_pairs_against_enumeration(alternative):
    turn = {"two-sided": abs, "greater": float, "less": lambda x: -x}[alternative]
    for scores in tables(40, seed=1):
        pvalues, least = exchange_pairs(scores, alternative)
        signs = np.array(list(itertools.product((1, -1), repeat=len(scores))))
        for i, j in itertools.permutations(range(scores.shape[1]), 2):
            gaps = scores[:, j] - scores[:, i]
            sums = [turn(float(x)) for x in signs @ gaps]
            expected = np.mean(np.array(sums) >= turn(float(gaps.sum())))
            assert pvalues[i, j] == pytest.approx(expected, abs=1e-12)
            assert least[i, j] == pytest.approx(np.mean(np.array(sums) == max(sums)), abs=1e-12)


STATISTICS = {
    "siegel": lambda t: pb.siegel(t, "none", reference="limit"),
    "conover": lambda t: pb.conover(t, "none", reference="limit"),
    "quade_pairs": lambda t: pb.quade_pairs(t, "none", reference="limit"),
    "aligned_ranks_pairs": lambda t: pb.aligned_ranks_pairs(t, "none", reference="limit"),
}


@pytest.mark.parametrize("name", STATISTICS)
def test_statistics_of_a_pair_are_exchanged_on_the_table_itself(make_table, name):
    """The two scores of a pair change places within datasets; the whole test is done anew."""
    rng = np.random.default_rng(2)
    for _ in range(4):
        scores = rng.integers(0, 6, (4, 3)).astype(float)
        sizes = []
        for swaps in itertools.product((False, True), repeat=4):
            moved = scores.copy()
            moved[list(swaps), :2] = moved[list(swaps), 1::-1]
            sizes.append(abs(STATISTICS[name](make_table(moved)).statistics.iat[0, 1]))
        observed = abs(STATISTICS[name](make_table(scores)).statistics.iat[0, 1])
        expected = np.mean([math.isinf(x) or x >= observed * (1 - 1e-9) for x in sizes])
        found = getattr(pb, name)(make_table(scores), "none", reference="permutation")
        assert found.pvalues.iat[0, 1] == pytest.approx(expected, abs=1e-12)
        assert (found.method, found.df) == ("permutation", ())


def test_perfect_agreement_on_few_datasets(make_table):
    """Tables that were called different with p < 1e-12: the chance is 1/4, 1/6, 1/36."""
    two, three = make_table([[3, 2], [6, 5], [9, 7]]), make_table([[3, 2, 1], [6, 5, 4], [9, 8, 7]])
    for method in ("chi-square", "iman-davenport"):
        assert pb.friedman(two, method).pvalue == 0.25
        assert pb.friedman(make_table([[3, 2, 1], [6, 5, 4]]), method).pvalue == pytest.approx(
            1 / 6
        )
        assert pb.friedman(three, method).pvalue == pytest.approx(1 / 36)
    assert pb.quade(three).pvalue == pb.aligned_ranks(three).pvalue == pytest.approx(1 / 36)
    for test in (pb.conover, pb.quade_pairs):
        found = test(three)
        assert found.pvalues_raw.iat[0, 1] == 0.25
        assert found.least_pvalue == 0.75
        assert not found.significant.any()
    assert pb.nemenyi(two).pvalues.iat[0, 1] == 0.25
    whole = pb.compare(two)
    assert not any("1e-12" in sentence for sentence in whole.conclusions)
    assert "floor" not in whole.notes
    assert pb.nemenyi(make_table([[2, 1]] * 5)).pvalues.iat[0, 1] == 0.0625


def test_a_report_of_two_classifiers(make_table, tmp_path):
    """There is no critical difference to show: a page is written all the same."""
    found = pb.compare(make_table([[3, 2], [6, 5], [9, 7]]), mcm=False)
    assert found.nemenyi.critical_difference is None
    assert pb.report(found, tmp_path / "page").exists()


def test_a_large_table_that_agrees_has_its_chance(make_table):
    found = pb.friedman(make_table([[3, 2, 1]] * 40), "iman-davenport")
    assert found.statistic == math.inf
    assert found.pvalue == pytest.approx(6.0**-39, rel=1e-12)
    assert pb.conover(make_table([[3, 2, 1]] * 40)).pvalues_raw.iat[0, 1] == 2.0**-39


def test_what_cannot_be_shown_is_said(make_table):
    scores = np.random.default_rng(3).random((7, 5))
    found = pb.wilcoxon(make_table(scores))
    assert found.least_pvalue == 10 * 2 / 128
    assert "With 7 datasets no p can be below 0.1562: this test cannot reject at 0.05." in str(
        found
    )
    assert pb.wilcoxon(make_table(scores), "hochberg").least_pvalue == 2 / 128
    assert pb.wilcoxon(make_table(scores), alternative="greater").least_pvalue == 20 / 128
    assert pb.wilcoxon(make_table(scores), control="c1").least_pvalue == 4 * 2 / 128
    agreed = pb.wilcoxon(make_table(np.arange(7)[:, None] * [0, 1, 2, 3, 4] + [0, 9, 19, 30, 50]))
    assert agreed.pvalues.to_numpy().min() == agreed.least_pvalue
    assert pb.siegel(make_table(scores)).least_pvalue == 0
    assert "cannot reject" not in str(pb.siegel(make_table(scores)))


def test_no_order_of_the_table_counts(make_table):
    rng = np.random.default_rng(4)
    for n, k in ((6, 7), (7, 4)):  # drawn, and gone through
        scores = rng.integers(0, 5, (n, k))
        t, moved = make_table(scores), make_table(scores[rng.permutation(n)][:, rng.permutation(k)])
        assert pb.friedman(t).pvalue == pb.friedman(moved).pvalue
        assert pb.friedman(t).reference == ("simulation" if k == 7 else "permutation")


def test_bounds_and_conventions(make_table):
    assert (few("friedman", 2), few("friedman", 30), few("conover", 3)) == (1001, 10, 9)
    t = make_table(np.random.default_rng(5).random((4, 3)))
    assert pb.friedman(t, convention="scmamp").reference == "limit"
    with pytest.raises(pb.ArgumentError, match='requires `convention` "standard"'):
        pb.friedman(t, convention="scmamp", reference="permutation")
    with pytest.raises(pb.ArgumentError, match="`reference` must be one of"):
        pb.siegel(t, reference="exact")
    with pytest.raises(pb.ArgumentError, match="at most 1000 datasets"):
        pb.siegel(make_table([[1, 2], [2, 1]] * 501), reference="permutation")


@pytest.mark.r
def test_both_engines(random_tables):
    for t in random_tables(4, seed=6, largest=9):
        for ask in (
            pb.friedman,
            pb.quade,
            pb.aligned_ranks,
            pb.conover,
            pb.quade_pairs,
            pb.nemenyi,
        ):
            ask(t, reference="permutation", engine="both")


@pytest.mark.parametrize("name", ["conover", "siegel", "quade_pairs", "aligned_ranks_pairs"])
def test_other_classifiers_do_not_disturb_exchanged_pairs(name, make_table):
    """The exchange of two columns is exact, whatever the others do: no note says otherwise."""
    t = make_table(np.random.default_rng(4).normal(size=(12, 4)))
    test = getattr(pb, name)
    assert "mean-ranks" in test(t, reference="limit").notes
    permuted = test(t, reference="permutation")
    assert "mean-ranks" not in permuted.notes
    diagram = pb.critical_difference(t, permuted, adjust="BH")
    assert "mean-ranks" not in diagram.notes


@pytest.mark.parametrize("columns", [160, 200])
def test_the_chance_that_all_rows_agree_on_either_side_of_the_largest_factorial(columns):
    together = np.full(columns // 2, 2)
    within = [np.r_[100, np.ones(columns - 100, int)], np.r_[90, np.full(columns // 2 - 45, 2)]]

    def orders(counts):
        return Fraction(math.factorial(columns), math.prod(map(math.factorial, counts.tolist())))

    exact = orders(together) / math.prod(map(orders, within))
    assert _chance(together, within) == pytest.approx(float(exact), rel=1e-11, abs=0)
