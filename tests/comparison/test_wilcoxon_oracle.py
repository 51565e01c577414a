"""The Wilcoxon test against R, exactRankTests, coin and scmamp, case by case of the oracle.

All of them subtract doubles: ``tie_tol=0.0``.
"""

from __future__ import annotations

import math

import pytest

import pybench as pb

P = 1e-11  # relative: sums of up to 10^4 doubles, and R's own digits
REFUSED = {"k3_N1": "one dataset", "inf_k4_N15": "infinite scores"}
ONE_MINUS_CDF = 5e-16  # absolute: coin's p near its floor


class Pair:
    """Two classifiers of a table, and the row of the oracle about them."""

    def __init__(self, row, t, answers):
        self.row, self.t, self.answers = row, t, answers
        self.cell = (row["alg_i"], row["alg_j"])

    def result(self, **options):
        """The table's answer, asked once for all of its pairs."""
        key = tuple(sorted(options.items()))
        if key not in self.answers:
            self.answers[key] = pb.wilcoxon(self.t, "none", tie_tol=0.0, **options)
        return self.answers[key]

    def p(self, **options):
        return float(self.result(**options).pvalues.at[self.cell])

    def w(self, **options):
        return float(self.result(**options).statistics.at[self.cell])

    @property
    def same(self):
        return self.row["n_used"] == "0"

    @property
    def clean(self):
        return self.row["n_zero"] == "0" and self.row["ties_in_absdiff"] == "FALSE"


@pytest.fixture
def pairs(case, make_table):
    """All pairs of a case.

    R leaves the missing scores of a pair out, pybench datasets of a table: with missing scores
    each pair has a table of its own.
    """
    if case.name in REFUSED:
        pytest.skip(REFUSED[case.name])
    rows = case.rows("wilcoxon")
    if not case.name.startswith("na_"):
        t, answers = pb.read_results(case.input, higher_is_better=True), {}
        return [Pair(row, t, answers) for row in rows]
    scores, found = case.rows("input"), []
    for row in rows:
        names = [row["alg_i"], row["alg_j"]]
        kept = [[r[name] for name in names] for r in scores]
        kept = [[float(x) for x in pair] for pair in kept if "NA" not in pair]
        if kept:  # one classifier has no score at all
            found.append(Pair(row, make_table(kept, classifiers=names), {}))
    return found


def agrees(pair, p, column):
    """R has no p-value where all differences are zero; here it is 1."""
    if pair.same:
        return p == 1 and pair.row[column] in ("NaN", "NA", "1")
    return p == pytest.approx(float(pair.row[column]), rel=P, abs=0)


def test_every_pvalue_of_r(pairs):
    for pair in pairs:
        assert pair.w(convention="r-4.2") == float(pair.row["V"])
        assert agrees(pair, pair.p(convention="r-4.2"), "p_default")
        for alternative in ("greater", "less"):
            p = pair.p(convention="r-4.2", alternative=alternative)
            assert agrees(pair, p, f"p_{alternative}")
        assert agrees(pair, pair.p(method="normal", correction=True), "p_normal_cc")
        assert agrees(pair, pair.p(method="normal"), "p_normal_nocc")
        # exact = TRUE falls back to the normal distribution with zeros or ties
        exact = {"method": "exact"} if pair.clean else {"method": "normal", "correction": True}
        assert agrees(pair, pair.p(**exact), "p_exact")
        assert int(pair.row["n_used"]) == pair.t.n_datasets - int(pair.row["n_zero"])


def test_every_exact_pvalue_of_exact_rank_tests(pairs):
    for pair in pairs:
        if "exactRankTests_p" in pair.row:  # not computed for the two largest cases
            assert agrees(pair, pair.p(method="exact"), "exactRankTests_p")


def test_every_pratt_pvalue_of_coin(pairs):
    from scipy.special import ndtr

    for pair in pairs:
        p = pair.p(method="normal", zero_method="pratt")
        if "coin_pratt_p" not in pair.row:  # not computed for the two largest cases
            continue
        if pair.same:
            assert p == 1
            continue
        # coin takes 1 - cdf: noise of 1e-16, and 0 below it
        coin = float(pair.row["coin_pratt_p"])
        assert p == pytest.approx(coin, rel=1e-11, abs=ONE_MINUS_CDF)
        upper = ndtr(-abs(float(pair.row["coin_pratt_z"])))
        assert p == pytest.approx(2 * upper, rel=1e-9, abs=0)


def test_scmamps_one_sided_pvalue_is_half_of_a_two_sided_one(pairs):
    """T is ours with zeros split; its p is the lower tail of the smaller sum, without ties."""
    from scipy.special import ndtr

    for pair in pairs:
        if pair.row["scmamp_T"] == "NA":  # it has no answer for missing scores
            continue
        n = pair.t.n_datasets
        split = {"zero_method": "zsplit", "method": "normal"}
        result = pair.result(**split)
        middle = n * (n + 1) / 4  # where nothing differs, W+ is 0 here
        smaller = min(result.statistics.at[pair.cell], result.statistics.at[pair.cell[::-1]])
        assert (middle if pair.same else smaller) == float(pair.row["scmamp_T"])
        z = (float(pair.row["scmamp_T"]) - middle) / math.sqrt(middle * (2 * n + 1) / 6)
        assert ndtr(z) == pytest.approx(float(pair.row["scmamp_p"]), rel=1e-9, abs=0)
        if pair.clean:
            half = float(pair.row["scmamp_p"])
            assert pair.p(**split) == pytest.approx(2 * half, rel=1e-9, abs=0)


def test_what_r_makes_of_infinite_scores(oracle, make_table):
    """Infinite differences are the largest and tied, as those from 1e300 are."""
    case = oracle("inf_k4_N15")
    large = {"Inf": 1e300, "-Inf": -1e300}
    scores = [
        [large.get(x) or float(x) for x in list(row.values())[1:]] for row in case.rows("input")
    ]
    result = pb.wilcoxon(make_table(scores), "none", convention="r-4.2")
    for row in case.rows("wilcoxon"):
        cell = int(row["i"]) - 1, int(row["j"]) - 1
        assert result.statistics.iloc[cell] == float(row["V"])
        assert result.pvalues.iloc[cell] == pytest.approx(float(row["p_default"]), rel=P, abs=0)


def test_adjusted_pvalues_of_r(case):
    if case.name in REFUSED or case.name.startswith("na_"):
        pytest.skip("refused, or R's families have other datasets in each pair")
    rows = case.rows("wilcoxon")
    if any(row["p_default"] == "NaN" for row in rows):
        pytest.skip("R counts a pair without differences out of the family; here it has p = 1")
    t = pb.read_results(case.input, higher_is_better=True)
    columns = {
        **{f"p_default_{a}": {"convention": "r-4.2", "adjust": a} for a in ADJUSTED},
        "p_normal_cc_holm": {"method": "normal", "correction": True},
        "p_normal_nocc_holm": {"method": "normal"},
    }
    for column, options in columns.items():
        found = pb.wilcoxon(t, tie_tol=0.0, **options).pvalues
        for row in rows:
            p = found.iloc[int(row["i"]) - 1, int(row["j"]) - 1]
            assert p == pytest.approx(float(row[column]), rel=P, abs=0), column


ADJUSTED = ("holm", "bonferroni", "hochberg", "BH")
