"""Laws between statistics of comparison: one follows from another, or from counting, or a limit."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import stats

import pybench as pb
from pybench.comparison.corrections import ASCENDING
from pybench.comparison.pairs import ALTERNATIVES
from pybench.table import results_table

CLOSE = {"rel": 1e-9, "abs": 1e-12}
LIMIT = {"adjust": "none", "reference": "limit"}
FEW = settings(max_examples=15)


@st.composite
def tables(draw, least=2, most=6, datasets=(2, 12)):
    n, k = draw(st.integers(*datasets)), draw(st.integers(least, most))
    scores = draw(arrays(np.int64, (n, k), elements=st.integers(-5, 5))) / 8
    return named(scores, draw(st.booleans()))


@st.composite
def orders(draw, least=2, most=5):
    """Draw tables without ties."""
    n, k = draw(st.integers(2, 9)), draw(st.integers(least, most))
    rows = draw(st.lists(st.permutations(range(k)), min_size=n, max_size=n))
    return named(np.array(rows, float), True)


def named(scores, higher_is_better=True):
    n, k = np.shape(scores)
    names = [f"d{i}" for i in range(n)], list("abcdefghi"[:k])
    return results_table(scores, *names, higher_is_better=higher_is_better)


def over_pairs(frame):
    """Return the values of all pairs, row before column."""
    return frame.to_numpy()[np.triu_indices(len(frame), 1)]


def varied(t):
    """Tell whether datasets rank apart, and not all alike: so that every statistic is finite."""
    return 1e-9 < pb.kendall_w(t, resamples=1).w < 1 - 1e-9


@given(tables())
def test_ranks_count_the_better_and_half_the_equal(t):
    turned = t.scores if t.higher_is_better else -t.scores
    better = (turned[:, None, :] > turned[:, :, None]).sum(axis=2)
    equal = (turned[:, None, :] == turned[:, :, None]).sum(axis=2)
    assert (pb.ranks(t).to_numpy() == 1 + better + (equal - 1) / 2).all()


@given(tables())
@FEW
def test_statistics_have_their_ranges(t):
    n, k = t.n_datasets, t.n_classifiers
    for test in (pb.friedman, pb.quade, pb.aligned_ranks, pb.skillings_mack):
        found = test(t)
        assert 0 <= found.least_pvalue <= 1
        assert found.least_pvalue - 1e-12 <= found.pvalue <= 1
        assert found.statistic >= 0
    assert pb.friedman(t).statistic <= n * (k - 1) * (1 + 1e-12)
    for name in PAIRS:
        found = getattr(pb, name)(t).pvalues.to_numpy()
        assert ((found >= 0) & (found <= 1)).all()
        assert (found == found.T).all(), name
        assert (np.diag(found) == 1).all()


@given(tables())
@FEW
def test_what_follows_from_ranks_and_chi_square(t):
    """Iman and Davenport's F and Kendall's W; F and chi-square are means of pairs squared."""
    ranks = pb.ranks(t).to_numpy()
    n, k = ranks.shape
    spread = ((ranks - (k + 1) / 2) ** 2).sum()
    chi = pb.friedman(t).statistic
    sums = ranks.sum(axis=0) - n * (k + 1) / 2
    assert chi == pytest.approx((k - 1) * (sums**2).sum() / spread if spread else 0, **CLOSE)
    assert pb.kendall_w(t, resamples=1).w == pytest.approx(chi / (n * (k - 1)), **CLOSE)
    trend = pb.page(t, t.classifiers, method="normal")
    assert trend.statistic == pytest.approx((ranks.sum(axis=0) * np.arange(1, k + 1)).sum())
    if varied(t):
        ratio = pb.friedman(t, method="iman-davenport").statistic
        assert ratio == pytest.approx((n - 1) * chi / (n * (k - 1) - chi), **CLOSE)
        assert (over_pairs(pb.conover(t).statistics) ** 2).mean() == pytest.approx(ratio, **CLOSE)


@given(orders())
@FEW
def test_without_ties_the_statistics_of_mean_ranks_are_one(t):
    chi, k = pb.friedman(t).statistic, t.n_classifiers
    z = over_pairs(pb.siegel(t).statistics)
    assert (z**2).mean() == pytest.approx(chi / (k - 1), **CLOSE)
    assert over_pairs(pb.miller(t).statistics) == pytest.approx(z**2, **CLOSE)
    assert pb.skillings_mack(t).statistic == pytest.approx(chi, **CLOSE)
    found = over_pairs(pb.miller(t, reference="limit").pvalues_raw)
    assert found == pytest.approx(stats.chi2.sf(z**2, k - 1), **CLOSE)


@given(tables(least=3))
@FEW
def test_a_test_of_all_is_the_mean_of_its_pairs_squared(t):
    quade = pb.quade(t).statistic
    if varied(t) and 0 < quade < math.inf:
        pairs = over_pairs(pb.quade_pairs(t).statistics)
        assert (pairs**2).mean() == pytest.approx(quade, **CLOSE)
    aligned, k = pb.aligned_ranks(t).statistic, t.n_classifiers
    pairs = over_pairs(pb.aligned_ranks_pairs(t).statistics)
    assert (pairs**2).mean() == pytest.approx(aligned / (k - 1), **CLOSE)


@given(tables())
@FEW
def test_nemenyi_lies_between_the_normal_test_and_its_bonferroni_correction(t):
    n, k = t.n_datasets, t.n_classifiers
    raw = over_pairs(pb.siegel(t, **LIMIT).pvalues)
    nemenyi = pb.nemenyi(t, reference="limit")
    joint = over_pairs(nemenyi.pvalues)
    assert raw == pytest.approx(
        2 * stats.norm.sf(np.abs(over_pairs(pb.siegel(t).statistics))), **CLOSE
    )
    assert (joint >= raw - 1e-9).all()
    assert (joint <= np.minimum(1, raw * k * (k - 1) / 2) + 1e-9).all()
    if k == 2:
        assert joint == pytest.approx(raw, abs=1e-9)
        normal = stats.norm.ppf(0.975) * math.sqrt(k * (k + 1) / (6 * n))
        assert nemenyi.critical_difference == pytest.approx(normal, rel=1e-9)
    gaps = np.abs(np.subtract.outer(*[nemenyi.mean_ranks.to_numpy()] * 2))[np.triu_indices(k, 1)]
    clear = np.abs(gaps - nemenyi.critical_difference) > 1e-9
    assert ((joint <= 0.05) == (gaps > nemenyi.critical_difference))[clear].all()
    stricter = pb.nemenyi(t, 0.01, reference="limit")
    assert stricter.critical_difference > nemenyi.critical_difference


@given(tables(least=3, datasets=(4, 12)).filter(varied))
@FEW
def test_a_limiting_p_is_the_tail_of_its_statistic(t):
    n, k = t.n_datasets, t.n_classifiers
    chi, ratio = stats.chi2(k - 1).sf, stats.f(k - 1, (k - 1) * (n - 1)).sf
    student = stats.t((n - 1) * (k - 1)).sf
    limit = {"reference": "limit"}
    for found, tail in (
        (pb.friedman(t, **limit), chi), (pb.aligned_ranks(t, **limit), chi),
        (pb.friedman(t, "iman-davenport", **limit), ratio), (pb.quade(t, **limit), ratio),
    ):  # fmt: skip
        assert found.pvalue == pytest.approx(tail(found.statistic), **CLOSE)
    for found, tail in (
        (pb.conover(t, **LIMIT), student), (pb.quade_pairs(t, **LIMIT), student),
        (pb.aligned_ranks_pairs(t, **LIMIT), stats.norm.sf),
        (pb.paired_t(t, "none"), stats.t(n - 1).sf),
    ):  # fmt: skip
        values = np.abs(over_pairs(found.statistics))
        assert over_pairs(found.pvalues) == pytest.approx(2 * tail(values), **CLOSE)
    dunn = pb.critical_difference(t, "bonferroni-dunn", control="a").pvalues
    raw = pb.siegel(t, "none", control="a", reference="limit").pvalues["a"]
    found = dunn.loc[raw.index, "a"].to_numpy()
    assert found == pytest.approx(np.minimum(1, (k - 1) * raw), **CLOSE)


@given(tables())
@FEW
def test_cliques_are_what_the_verdicts_say(t):
    diagram = pb.critical_difference(t)
    apart = dict(np.ndenumerate(np.asarray(diagram.significant)))
    place = {name: i for i, name in enumerate(diagram.classifiers)}
    together = {
        pair
        for clique in diagram.cliques
        for pair in itertools.permutations(map(place.get, clique), 2)
    }
    for pair in itertools.permutations(range(t.n_classifiers), 2):
        assert (pair in together) != apart[pair]


@given(tables(most=2, datasets=(2, 12)))
@FEW
def test_two_classifiers(t):
    """All tests of ranks ask of two methods what the sign test asks."""
    counts = pb.multi_comparison(t, order="table")
    wins, losses = counts.wins.loc["a", "b"], counts.losses.loc["a", "b"]
    decided = max(wins + losses, 1)
    assert pb.friedman(t).statistic == pytest.approx((wins - losses) ** 2 / decided, **CLOSE)
    sign = pb.sign_test(t).pvalues.loc["a", "b"]
    tail = stats.binom.cdf(min(wins, losses), wins + losses, 0.5) if wins + losses else 1
    assert sign == pytest.approx(min(1, 2 * tail), **CLOSE)
    for test in (pb.friedman, pb.nemenyi, pb.siegel, pb.conover, pb.miller):
        p = test(t).pvalue if test is pb.friedman else test(t).pvalues.loc["a", "b"]
        assert p == pytest.approx(sign, **CLOSE), test.__name__
    gap = (t.scores[:, 0] - t.scores[:, 1]) * (1 if t.higher_is_better else -1)
    assert pb.contrasts(t).estimates.loc["a", "b"] == pytest.approx(np.median(gap), **CLOSE)


@pytest.mark.parametrize("n", [2, 5, 12, 30])
@pytest.mark.parametrize("k", [2, 3, 4])
def test_perfect_agreement(n, k):
    t = named(np.tile(np.arange(k, 0, -1.0), (n, 1)) + 10 * np.arange(n)[:, None])
    result = pb.friedman(t)
    assert result.statistic == pytest.approx(n * (k - 1))
    assert result.pvalue == pytest.approx(
        math.factorial(k) ** (1 - n) if n < 10 or k == 2 else stats.chi2.sf(n * (k - 1), k - 1)
    )
    assert pb.kendall_w(t).w == pb.kendall_w(t).high == 1
    trend = pb.page(t, t.classifiers)
    assert trend.statistic == n * sum(j * j for j in range(1, k + 1))
    if trend.method == "exact":
        assert trend.pvalue == pytest.approx(float(math.factorial(k)) ** -n)
    intervals = pb.rank_intervals(t)
    assert list(intervals.mean_ranks) == list(range(1, k + 1))
    assert intervals.best["a"] == 1
    effects = pb.effects(t)
    assert (over_pairs(effects.superiority) == 1).all()
    assert (over_pairs(effects.rank_biserial) == 1).all()
    for test in (pb.wilcoxon, pb.sign_test):
        assert over_pairs(test(t, "none").pvalues) == pytest.approx(0.5 ** (n - 1))


PVALUES = ("friedman", "quade", "aligned_ranks", "skillings_mack")
PAIRS = (
    "nemenyi", "siegel", "conover", "miller", "eisinga", "wilcoxon", "sign_test", "paired_t",
    "quade_pairs", "aligned_ranks_pairs", "critical_difference", "multi_comparison",
)  # fmt: skip


@pytest.mark.parametrize("n", [3, 12])
def test_no_difference_at_all_is_p_1_everywhere(n):
    t = named(np.tile(np.linspace(-1, 1, n)[:, None], (1, 4)))
    assert {name: getattr(pb, name)(t).pvalue for name in PVALUES} == dict.fromkeys(PVALUES, 1.0)
    for name in PAIRS:
        assert (getattr(pb, name)(t).pvalues.to_numpy() == 1).all(), name
    assert (pb.bayesian_t(t).equal.to_numpy() == 1).all()
    assert (pb.effects(t).superiority.to_numpy() == 0.5).all()


SIDED = (pb.wilcoxon, pb.sign_test, pb.paired_t, pb.siegel)


@pytest.mark.parametrize("test", SIDED, ids=lambda test: test.__name__)
@given(t=tables())
@FEW
def test_one_side_is_the_other_of_the_pair_turned_round(test, t):
    both, less, greater = (
        test(t, "none", alternative=kind).pvalues_raw.to_numpy()
        for kind in ("two-sided", "less", "greater")
    )
    assert set(ALTERNATIVES) == {"two-sided", "less", "greater"}
    assert greater == pytest.approx(less.T, **CLOSE)
    off = ~np.eye(len(both), dtype=bool)
    assert both[off] == pytest.approx(np.minimum(1, 2 * np.minimum(less, greater))[off], **CLOSE)
    assert (less + greater >= 1 - 1e-9)[off].all()


@given(tables(most=3, datasets=(2, 7)))
@FEW
def test_signed_ranks_by_every_choice_of_signs(t):
    found = pb.wilcoxon(t, "none").pvalues
    ahead = pb.wilcoxon(t, "none", alternative="greater").pvalues
    for a, b in itertools.combinations(t.classifiers, 2):
        gap = (t.to_frame()[a] - t.to_frame()[b]).to_numpy() * (1 if t.higher_is_better else -1)
        gap = gap[gap != 0]
        ranks = stats.rankdata(np.abs(gap))
        every = [np.dot(signs, ranks) for signs in itertools.product([-1, 1], repeat=len(gap))]
        score = np.dot(np.sign(gap), ranks)
        assert found.loc[a, b] == pytest.approx(np.mean(np.abs(every) >= abs(score)), **CLOSE)
        assert ahead.loc[a, b] == pytest.approx(np.mean(np.array(every) >= score), **CLOSE)


@given(tables(datasets=(3, 12)))
@FEW
def test_effects_counts_and_tests_of_a_pair_agree(t):
    n, k = t.n_datasets, t.n_classifiers
    sign = 1 if t.higher_is_better else -1
    cells, effects = pb.multi_comparison(t, order="table"), pb.effects(t)
    student, off = pb.paired_t(t, "none"), ~np.eye(k, dtype=bool)
    assert (cells.wins.to_numpy() == cells.losses.to_numpy().T).all()
    assert ((cells.wins + cells.draws + cells.losses).to_numpy() == n).all()
    assert effects.superiority.to_numpy() == pytest.approx(
        ((cells.wins + cells.draws / 2) / n).to_numpy(), **CLOSE
    )
    gaps = sign * cells.mean_difference.to_numpy()
    assert effects.mean_difference.to_numpy() == pytest.approx(gaps, **CLOSE)
    means = cells.mean_scores.to_numpy()
    assert gaps == pytest.approx(sign * np.subtract.outer(means, means), **CLOSE)
    size = effects.d_z.to_numpy()[off]
    finite = np.isfinite(size)
    t_values = student.statistics.to_numpy()[off]
    assert t_values[finite] == pytest.approx(size[finite] * math.sqrt(n), **CLOSE)
    centre = {"superiority": 0.5}
    for name in ("hodges_lehmann", "mean_difference", "d_z", "rank_biserial", "superiority"):
        point, low, high = (
            getattr(effects, name + end).to_numpy() - centre.get(name, 0)
            for end in ("", "_low", "_high")
        )
        ok = np.isfinite(point)
        assert point[ok] == pytest.approx(-point.T[ok], **CLOSE), name
        assert low[ok] == pytest.approx(-high.T[ok], rel=1e-7, abs=1e-9), name
        assert ((low <= point + 1e-9) & (point <= high + 1e-9)).all(), name
    low, p = effects.mean_difference_low.to_numpy()[off], student.pvalues.to_numpy()[off]
    clear = np.abs(p - 0.05) > 1e-9
    high = effects.mean_difference_high.to_numpy()[off]
    assert (((low > 0) | (high < 0)) == (p < 0.05))[clear].all()


@given(tables(datasets=(3, 10)))
@FEW
def test_intervals_of_ranks_hold_the_mean_rank(t):
    found = pb.rank_intervals(t, resamples=300)
    assert (found.low <= found.mean_ranks).all()
    assert (found.mean_ranks <= found.high).all()
    assert found.best.sum() == pytest.approx(1)
    assert (found.better + found.better.T).to_numpy() == pytest.approx(np.ones_like(found.better))
    w = pb.kendall_w(t, resamples=300)
    assert 0 <= w.low <= w.high <= 1


@pytest.mark.parametrize("name", ["bayesian_sign", "bayesian_signed_rank", "bayesian_t"])
@given(t=tables(datasets=(3, 10), most=4))
@FEW
def test_beliefs_share_one(name, t):
    draws = {} if name == "bayesian_t" else {"samples": 300}
    ask = getattr(pb, name)
    # Beyond 99 a t distribution with 2 degrees of freedom still has 2e-6.
    narrow, wide, all_of_it = (ask(t, rope=rope, **draws) for rope in (0.0, 0.2, 1e9))
    for found in (narrow, wide, all_of_it):
        for kind in ("", "mean_"):
            better, equal, worse = (
                getattr(found, kind + part).to_numpy() for part in ("better", "equal", "worse")
            )
            ones = np.ones_like(better)
            assert better + equal + worse == pytest.approx(ones, **CLOSE)
            assert better == pytest.approx(worse.T, **CLOSE)
            assert equal == pytest.approx(equal.T, **CLOSE)
    assert (narrow.mean_equal.to_numpy() <= wide.mean_equal.to_numpy() + 1e-9).all()
    assert all_of_it.equal.to_numpy() == pytest.approx(np.ones_like(wide.equal))


@given(tables(datasets=(3, 10)))
@FEW
def test_beliefs_in_closed_form(t):
    n, off = t.n_datasets, ~np.eye(t.n_classifiers, dtype=bool)
    wins = pb.multi_comparison(t, order="table").wins.to_numpy()
    found = pb.bayesian_sign(t, rope=0, samples=50, prior=0.5).mean_better.to_numpy()
    assert found[off] == pytest.approx(wins[off] / (n + 0.5), **CLOSE)
    sides = pb.paired_t(t, "none", alternative="greater").pvalues_raw.to_numpy()
    better = pb.bayesian_t(t, rope=0).better.to_numpy()
    spread = np.isfinite(pb.effects(t).d_z.to_numpy()) & (pb.effects(t).d_z.to_numpy() != 0) & off
    assert better[spread] == pytest.approx(1 - sides[spread], **CLOSE)
    test = pb.posterior(t, "a", "b", samples=200, seed=3)
    pair = pb.bayesian_signed_rank(t, samples=200, seed=3)
    for part in ("better", "equal", "worse"):
        assert getattr(test, part) == getattr(pair, part).loc["a", "b"]


@given(tables())
@FEW
def test_contrasts_are_differences_of_effects(t):
    found = pb.contrasts(t)
    effects = found.effects.to_numpy()
    assert effects.sum() == pytest.approx(0, abs=1e-12)
    assert found.estimates.to_numpy() == pytest.approx(np.subtract.outer(effects, effects), **CLOSE)


PS = st.lists(st.floats(0, 1, allow_subnormal=False), min_size=1, max_size=8)


@pytest.mark.parametrize("method", sorted(ASCENDING))
@given(ps=PS)
@settings(max_examples=30)
def test_a_correction_keeps_the_order_and_lowers_no_p(method, ps):
    p, found = np.array(ps), np.asarray(pb.adjust(np.array(ps), method))
    assert ((found >= p - 1e-12) & (found <= 1)).all()
    order = np.argsort(p, kind="stable")
    assert (np.diff(found[order]) >= -1e-12).all()
    assert pb.adjust(p[::-1], method) == pytest.approx(found[::-1], **CLOSE)
    if len(ps) == 1:
        assert found == pytest.approx(p)


@given(PS)
def test_corrections_by_their_strength(ps):
    p = {name: np.asarray(pb.adjust(np.array(ps), name)) for name in ASCENDING}
    chain = ("none", "hommel", "hochberg", "holm", "bonferroni")
    for weaker, stronger in itertools.pairwise(chain):
        assert (p[weaker] <= p[stronger] + 1e-12).all(), (weaker, stronger)
