"""Who decides the pairs of a diagram: names, results, given p-values, controls."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pandas as pd
import pytest
from originals import available, numbers, table_of

import pybench as pb
from pybench.comparison.permutation import permuted
from pybench.comparison.verdicts import PAIRWISE, dunn_distance


def holm(pvalues):
    """Adjust by Holm's definition, p by p."""
    m = len(pvalues)
    ascending = sorted(range(m), key=lambda i: pvalues[i])
    result, largest = [0.0] * m, 0.0
    for step, i in enumerate(ascending):
        largest = max(largest, min(1.0, (m - step) * pvalues[i]))
        result[i] = largest
    return result


def frame_of(t, cells):
    """Return a frame of p-values from {(i, j): p}."""
    names = list(t.classifiers)
    p = pd.DataFrame(np.ones((len(names), len(names))), index=names, columns=names)
    for (i, j), value in cells.items():
        p.iloc[i, j] = p.iloc[j, i] = value
    return p


@pytest.fixture
def table(make_table):
    rng = np.random.default_rng(5)
    return make_table(rng.normal(size=(20, 6)) + 0.3 * np.arange(6))


def test_bars_are_exactly_the_pairs_that_given_pvalues_do_not_tell_apart(make_table):
    """scikit-posthocs #54: a diagram of any test; aeon and cd-diagram lose or invent links."""
    rng = np.random.default_rng(54)
    for _ in range(200):
        k = int(rng.integers(2, 13))
        t = make_table(np.round(rng.normal(size=(9, k)), 1))
        pairs = list(combinations(range(k), 2))
        p = frame_of(t, dict(zip(pairs, rng.random(len(pairs)) ** 3, strict=True)))
        shuffled = p.iloc[rng.permutation(k), rng.permutation(k)]
        level = float(rng.uniform(0.01, 0.9))  # scikit-posthocs #65: any level
        shown = pb.critical_difference(t, shuffled, level)
        together = {pair for bar in shown.cliques for pair in combinations(sorted(bar), 2)}
        names = t.classifiers
        alike = {tuple(sorted((names[i], names[j]))) for i, j in pairs if p.iloc[i, j] > level}
        assert together == alike
        order = list(shown.classifiers)
        pd.testing.assert_frame_equal(shown.pvalues, p.loc[order, order])
        at = {name: i for i, name in enumerate(order)}
        broken = any(at[bar[-1]] - at[bar[0]] + 1 > len(bar) for bar in shown.cliques)
        assert ("not-an-interval" in shown.notes) == broken


# exactRankTests was not asked about the two largest tables.
EXACT = [name for name in available() if "exactRankTests_p" in numbers("pairs.csv.xz")[name]]


@pytest.mark.parametrize("name", EXACT)
@pytest.mark.parametrize("level", [1e-6, 0.01, 0.05, 0.2])
def test_wilcoxon_holm_verdicts_of_exact_rank_tests(name, level):
    """exactRankTests with Holm, by its numbers and by ours."""
    t, theirs = table_of(name), numbers("pairs.csv.xz")[name]
    cells = zip(*(theirs[side].astype(int) - 1 for side in "ij"), strict=True)
    # Two equal columns: NaN there, p = 1 here.
    p_of_pairs = np.nan_to_num(theirs["exactRankTests_p"].data, nan=1.0).tolist()
    raw = dict(zip(cells, p_of_pairs, strict=True))
    final = dict(zip(raw, holm(p_of_pairs), strict=True))
    given = pb.critical_difference(t, frame_of(t, raw), level, adjust="holm")
    ours = pb.critical_difference(t, "wilcoxon", level, tie_tol=0.0)
    place = [given.classifiers.index(name) for name in t.classifiers]
    for (i, j), p in final.items():
        a, b = place[i], place[j]
        assert given.pvalues.iloc[a, b] == pytest.approx(p, rel=1e-12)
        assert given.significant[a, b] == (p <= level)
        if abs(p - level) > 1e-9 * level:  # both exact: they agree to rounding
            assert ours.significant[a, b] == (p <= level)
    assert given.adjust == ours.adjust == "holm"
    assert given.cliques == ours.cliques or any(abs(p - level) < 1e-6 for p in final.values())


def test_bonferroni_dunn_of_scmamp_and_pmcmrplus():
    """scmamp's friedmanPost with Bonferroni: 1 - cdf, hence absolute."""
    compared = 0
    for name in available():
        t, theirs = table_of(name), numbers("controls.csv.xz")[name]
        if permuted("siegel", "auto", "standard", t.scores.shape, infinite=False):
            continue  # few datasets: see test_permutation
        control, *others = t.classifiers
        shown = pb.critical_difference(t, "bonferroni-dunn", control=control)
        found = shown.pvalues.loc[others, control]
        np.testing.assert_allclose(found, theirs["friedman__bonferroni"], rtol=0, atol=1e-12)
        upper = np.minimum(1.0, len(others) * theirs["PMCMRplus_demsar_p_none_two.sided"])
        np.testing.assert_allclose(found, upper, rtol=1e-9)
        compared += 1
    assert compared >= 15


def test_demsar_2006_bonferroni_dunn():
    """Demšar (2006), p. 13: q = 2.394 and 2.128 for k = 4, CD = 1.16 and 1.04 with C4.5."""
    scale = np.sqrt(4 * 5 / (6 * 14))
    # printed with three digits, 1.16 cut off (2.394 * 0.488 = 1.168)
    assert dunn_distance(14, 4, 0.05) / scale == pytest.approx(2.394, abs=5e-4)
    assert dunn_distance(14, 4, 0.10) / scale == pytest.approx(2.128, abs=5e-4)
    assert dunn_distance(14, 4, 0.05) == pytest.approx(1.16, abs=0.01)
    assert dunn_distance(14, 4, 0.10) == pytest.approx(1.04, abs=0.005)
    t = table_of("demsar2006_ranked")
    against = {"test": "bonferroni-dunn", "control": "C4.5"}
    assert pb.critical_difference(t, alpha=0.05, **against).apart == ("C4.5+m+cf",)
    assert pb.critical_difference(t, alpha=0.10, **against).apart == ("C4.5+m+cf", "C4.5+m")


def test_the_distance_of_bonferroni_dunn_decides_as_its_p(random_tables):
    for t in random_tables(30, seed=3, largest=20):
        control = t.classifiers[-1]
        shown = pb.critical_difference(t, "bonferroni-dunn", 0.1, control=control)
        if shown.critical_difference is None:  # p by permutation
            continue
        at = shown.classifiers.index(control)
        gaps = np.abs(shown.mean_ranks - shown.mean_ranks[at])
        clear = np.abs(gaps - shown.critical_difference) > 1e-12
        found = shown.significant[:, at]
        assert (found == (gaps >= shown.critical_difference))[clear].all()
        assert shown.cliques == ()
        others = np.delete(np.arange(len(gaps)), at)
        assert not shown.significant[np.ix_(others, others)].any()


@pytest.mark.parametrize("name", PAIRWISE)
@pytest.mark.parametrize("control", [None, "c2"])
def test_a_name_gives_what_the_tests_result_gives(table, name, control):
    """scikit-posthocs #54; cd-diagram #2: Bonferroni-Dunn and others in one call."""
    function = getattr(pb, name)
    options = {} if control is None else {"control": control}
    if control and name == "miller":
        with pytest.raises(pb.ArgumentError, match='test "miller" takes no `control`'):
            pb.critical_difference(table, name, **options)
        return
    done = function(table, **options)
    by_name = pb.critical_difference(table, name, **options)
    by_result = pb.critical_difference(table, done)
    for shown in (by_name, by_result):
        assert (shown.test, shown.adjust, shown.control) == (name, done.adjust, control)
        assert shown.critical_difference is None
        same = shown.pvalues.loc[done.pvalues.index, done.pvalues.columns]
        pd.testing.assert_frame_equal(same, done.pvalues)
    assert by_name.cliques == by_result.cliques
    assert set(done.notes) <= set(by_name.notes)


def test_raw_pvalues_of_a_result_are_adjusted_anew(table):
    done = pb.siegel(table)
    anew = pb.critical_difference(table, done, adjust="bonferroni")
    assert anew.adjust == "bonferroni"
    expected = np.minimum(1, 15 * done.pvalues_raw.loc["c1", "c2"])
    assert anew.pvalues.loc["c1", "c2"] == pytest.approx(expected, rel=1e-14)
    against = pb.critical_difference(table, done, control="c3")
    same = pb.siegel(table, control="c3")
    pd.testing.assert_frame_equal(against.pvalues.loc[same.pvalues.index], same.pvalues)
    assert against.adjust == "holm"


def test_given_pvalues_take_a_control_and_a_correction(table):
    p = frame_of(table, {(0, j): 0.012 for j in range(1, 6)})
    plain = pb.critical_difference(table, p, control="c1")
    assert (plain.adjust, plain.test, len(plain.apart)) == ("none", "p-values", 5)
    holm_ = pb.critical_difference(table, p, control="c1", adjust="holm")
    assert holm_.pvalues["c1"].tolist() == pytest.approx([0.06] * 5)
    assert holm_.apart == ()
    assert pb.critical_difference(table, p, control="c2").apart == ("c1",)


def test_notes_of_given_pvalues_are_about_the_table_and_the_numbers(make_table):
    t = make_table([[1.0, 1.0], [2.0, 1.0], [3.0, 1.0]])
    assert pb.critical_difference(t, frame_of(t, {(0, 1): 1e-20})).notes == (
        "ties",
        "direction-by-mean-ranks",
        "floor",
    )


def test_bonferroni_dunn_tells_where_friedman_finds_nothing(make_table):
    rng = np.random.default_rng(0)
    t = make_table(rng.normal(size=(12, 5)))
    shown = pb.critical_difference(t, "bonferroni-dunn", control="c1")
    assert "omnibus-not-significant" in shown.notes
    assert shown.to_frame()["differs"].tolist() == [False] * 5


def bad_frames(t):
    good = frame_of(t, {(0, 1): 0.5})
    outside, lone, missing = good.copy(), good.copy(), good.copy()
    outside.iloc[0, 2] = outside.iloc[2, 0] = 1.5
    lone.iloc[0, 1] = 0.25
    missing.iloc[2, 1] = np.nan
    return {
        "p-values in [0, 1]; row 'c1', column 'c3' has 1.5": outside,
        "row 'c1', column 'c2' has 0.25, the other way round 0.5": lone,
        "row 'c3', column 'c2' has no number": missing,
        "once each; missing: c6; not in the table: x": good.rename(index={"c6": "x"}),
        "once each; missing: c6$": good.iloc[:5, :5],
    }


@pytest.mark.parametrize("case_", range(5))
def test_bad_pvalues_are_refused_with_their_place(table, case_):
    message, frame = list(bad_frames(table).items())[case_]
    with pytest.raises(pb.ArgumentError) as error:
        pb.critical_difference(table, frame)
    assert message.rstrip("$") in str(error.value)


REQUESTS = {
    "unknown": {"test": "t-test"},
    "kind": {"test": 3},
    "nameless": {"test": np.ones((6, 6))},
    "stranger": {"test": "siegel", "control": "nobody"},
    "no control": {"test": "bonferroni-dunn"},
    "own correction": {"test": "bonferroni-dunn", "control": "c1", "adjust": "holm"},
    "nemenyi corrected": {"test": "nemenyi", "adjust": "holm"},
    "nemenyi control": {"test": "nemenyi", "control": "c1"},
    "correction": {"test": "siegel", "adjust": "guess"},
    "logical control": {"test": "siegel", "adjust": "shaffer", "control": "c1"},
    "convention": {"test": "siegel", "convention": "scmamp"},
    "convention of dunn": {"test": "bonferroni-dunn", "control": "c1", "convention": "scmamp"},
}
MESSAGES = {
    "unknown": '`test` must be one of "nemenyi"',
    "kind": "`test` must be the name of a test, a PairwiseTest or a data frame of p-values",
    "nameless": "not ndarray",
    "stranger": "`control` must be a method of the table",
    "no control": '`control` must be given with test "bonferroni-dunn"',
    "own correction": '`adjust` cannot be given with test "bonferroni-dunn"',
    "nemenyi corrected": '`adjust` cannot be given with test "nemenyi"',
    "nemenyi control": '`control` cannot be given with test "nemenyi"',
    "correction": "`adjust` must be one of",
    "logical control": "only to two-sided tests of all pairs, not to a control",
    "convention": 'test "siegel" takes no `convention`',
    "convention of dunn": '`convention` must be one of "standard"',
}


@pytest.mark.parametrize("what", REQUESTS)
def test_what_a_test_does_not_take_is_refused(table, what):
    with pytest.raises(pb.ArgumentError) as error:
        pb.critical_difference(table, **REQUESTS[what])
    assert MESSAGES[what] in str(error.value)


def test_a_result_must_fit(table, make_table):
    other = make_table(-table.scores)
    with pytest.raises(pb.ArgumentError, match="must be a test of the same table"):
        pb.critical_difference(table, pb.siegel(other))
    with pytest.raises(pb.ArgumentError, match='must be two-sided, not "greater"'):
        pb.critical_difference(table, pb.siegel(table, alternative="greater"))
    against = pb.siegel(table, control="c1")
    with pytest.raises(pb.ArgumentError, match="must be the control of the test, 'c1', not 'c2'"):
        pb.critical_difference(table, against, control="c2")


@pytest.mark.r
def test_both_languages_agree(random_tables):
    for i, t in enumerate(random_tables(8, seed=11, largest=12)):
        rng = np.random.default_rng(i)
        control = t.classifiers[int(rng.integers(t.n_classifiers))]
        pairs = list(combinations(range(t.n_classifiers), 2))
        p = frame_of(t, dict(zip(pairs, rng.random(len(pairs)), strict=True)))
        for arguments in (
            {"test": "bonferroni-dunn", "control": control},
            {"test": "wilcoxon"},
            {"test": "siegel", "control": control, "adjust": "bonferroni"},
            {"test": p, "alpha": 0.5},
            {"test": p, "control": control, "adjust": "holm", "alpha": 0.5},
            {"test": pb.siegel(t)},
            {"test": pb.siegel(t, control=control)},
            {"test": pb.siegel(t), "adjust": "hommel", "alpha": 0.3},
        ):
            assert pb.critical_difference(t, **arguments, engine="both").engine == "both"


@pytest.mark.r
@pytest.mark.parametrize("name", PAIRWISE)
def test_both_languages_agree_by_every_name(table, name):
    assert pb.critical_difference(table, name, engine="both").test == name


@pytest.mark.r
def test_two_classifiers_agree_in_both_languages(make_table):
    t = make_table([[0.9, 0.8], [0.8, 0.9], [0.7, 0.6], [0.7, 0.5]])
    for arguments in ({"test": "bonferroni-dunn", "control": "c2"}, {"test": "wilcoxon"}):
        shown = pb.critical_difference(t, **arguments, engine="both")
        from_r = pb.critical_difference(t, **arguments, engine="r")
        pd.testing.assert_frame_equal(shown.pvalues, from_r.pvalues)


@pytest.mark.r
@pytest.mark.parametrize("what", [name for name in REQUESTS if name not in ("kind", "nameless")])
def test_r_refuses_in_the_same_words(table, what):
    from pybench.bridge.call import call

    messages = []
    with pytest.raises(pb.ArgumentError) as error:
        pb.critical_difference(table, **REQUESTS[what])
    messages.append(str(error.value))
    with pytest.raises(pb.ArgumentError) as error:
        call("pb_critical_difference", {"t": table, **REQUESTS[what]})
    messages.append(str(error.value))
    assert messages[0] == messages[1]
