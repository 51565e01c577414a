"""The public face of corrections: kinds of input, refusals, corrections of one's own."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import pybench as pb
from pybench.comparison import adjust as module
from pybench.comparison.adjust import (
    ADJUSTMENTS,
    LOGICAL,
    adjusted,
    adjusted_pairs,
    check_adjust,
    controls,
)
from pybench.comparison.rom import critical_values


@pytest.fixture
def registered(monkeypatch):
    """Forget what a test registers."""
    monkeypatch.setattr(module, "_REGISTERED", {})


SQUARE = np.array([[1, 0.01, 0.04], [0.01, 1, 0.02], [0.04, 0.02, 1]])


def test_the_kind_of_the_input_is_the_kind_of_the_answer():
    expected = [0.03, 0.06, 0.06]
    assert pb.adjust([0.01, 0.03, 0.04]) == pytest.approx(expected, rel=1e-15)
    assert isinstance(pb.adjust((0.01, 0.03)), list)
    array = pb.adjust(np.array([0.01, 0.03, 0.04]))
    assert isinstance(array, np.ndarray)
    series = pb.adjust(pd.Series([0.01, 0.03, 0.04], index=list("abc"), name="p"))
    assert series.index.tolist() == ["a", "b", "c"]
    assert series.name == "p"
    assert series.tolist() == pytest.approx(expected, rel=1e-15)
    frame = pb.adjust(pd.DataFrame(SQUARE, index=list("abc"), columns=list("abc")))
    assert frame.loc["a", "b"] == frame.loc["b", "a"] == pytest.approx(0.03, rel=1e-15)
    assert np.diag(frame).tolist() == [1, 1, 1]


def test_the_input_is_left_alone():
    p, square = np.array([0.01, 0.03]), SQUARE.copy()
    np.fill_diagonal(square, np.nan)
    for method in ADJUSTMENTS:
        pb.adjust(square, method)
    pb.adjust(p, "none")[0] = 9
    assert p.tolist() == [0.01, 0.03]
    assert np.isnan(np.diag(square)).all()


def test_the_diagonal_does_not_count():
    square = SQUARE.copy()
    np.fill_diagonal(square, 0)
    for method in ADJUSTMENTS:
        np.testing.assert_array_equal(pb.adjust(square, method), pb.adjust(SQUARE, method))


def test_nothing_to_adjust():
    assert pb.adjust([]) == []
    assert pb.adjust(np.ones((1, 1)), "shaffer").tolist() == [[1]]
    assert adjusted(np.ones((4, 0)), "holm").shape == (4, 0)


@pytest.mark.parametrize(
    ("bad", "text"),
    [
        ([0.1, float("nan")], r"not NaN \(at 2\)"),
        ([0.1, None], r"not NaN \(at 2\)"),
        ([1.5], r"not 1.5 \(at 1\)"),
        ([-0.1, 2], r"not -0.1 \(at 1\)"),
        (["x"], "must be numbers from 0 to 1"),
        (0.05, "a vector or a k x k matrix, not a single number"),
        (np.ones((2, 3)), "not 2 x 3"),
        (np.array([[1, 0.2], [0.3, 1]]), "must be symmetric"),
        (np.array([[1, np.nan], [np.nan, 1]]), r"not NaN \(at 1, 2\)"),
    ],
)
def test_what_is_refused(bad, text):
    with pytest.raises(pb.ArgumentError, match=text):
        pb.adjust(bad)


def test_a_vector_has_no_logic():
    for method in ("shaffer", "bergmann"):
        with pytest.raises(pb.ArgumentError, match="needs a k x k matrix of all pairs"):
            pb.adjust([0.1, 0.2, 0.3], method)


@pytest.mark.parametrize("alpha", [0, 1, "0.05", float("nan")])
def test_bad_level(alpha):
    with pytest.raises(pb.ArgumentError, match="`alpha` must be a number between 0 and 1"):
        pb.adjust([0.1], "rom", alpha)


def test_tests_of_pairs_decide_at_every_level_as_rom():
    """Made for 0.05, p was 0.0102 where Rom's test at 0.01 does not reject, and the reverse."""
    rng = np.random.default_rng(3)
    scores = rng.normal(size=(25, 6)) + np.linspace(0, 0.9, 6)
    t = pb.read_results(
        scores, datasets=[*map(str, range(25))], classifiers=list("abcdef"), higher_is_better=True
    )
    raw = pb.wilcoxon(t, adjust="none", engine="python").pvalues.to_numpy()[np.triu_indices(6, 1)]
    for alpha in (0.001, 0.01, 0.1, 0.3, 0.7):
        ours = np.sort(raw) <= critical_values(15, alpha)[::-1]
        rejected = int(np.flatnonzero(ours).max(initial=-1)) + 1
        drawn = pb.critical_difference(t, "wilcoxon", alpha, adjust="rom")
        shown = pb.multi_comparison(t, adjust="rom", alpha=alpha)
        pairs = pb.wilcoxon(t, adjust="rom")
        assert drawn.significant.sum() // 2 == rejected
        for found in (drawn, shown, pairs):
            assert (found.pvalues.to_numpy() <= alpha).sum() // 2 == rejected
    pb.critical_difference(t, "wilcoxon", 0.01, adjust="rom", engine="both")
    pb.multi_comparison(t, adjust="rom", alpha=0.3, engine="both")


def test_only_rom_depends_on_the_level():
    p = np.array([0.01, 0.02, 0.03, 0.2])
    for method in set(ADJUSTMENTS) - {"rom", "shaffer", "bergmann"}:
        np.testing.assert_array_equal(pb.adjust(p, method, 0.2), pb.adjust(p, method))
    assert pb.adjust(p, "rom", 0.2)[0] != pb.adjust(p, "rom", 0.05)[0]


@pytest.mark.parametrize("name", ["BHH", "bh", "Holm", "", None, 3, "single-step"])
def test_unknown_names(name):
    with pytest.raises(pb.ArgumentError, match='`adjust` must be one of "none", "bonferroni"'):
        check_adjust(name)


def test_logic_needs_all_pairs_two_sided(make_table):
    t = make_table([[1, 2, 3], [2, 1, 3], [3, 1, 2]])
    for method in ("shaffer", "bergmann"):
        with pytest.raises(pb.ArgumentError, match="all pairs, not to a control"):
            pb.siegel(t, method, control="c1")
        with pytest.raises(pb.ArgumentError, match='all pairs, not to alternative "less"'):
            pb.siegel(t, method, "less")
    assert check_adjust("single-step", None, "two-sided", "single-step") == "single-step"


def test_pairs_of_replicates():
    rng = np.random.default_rng(8)
    p = rng.random((6, 4, 4))
    p = (p + p.swapaxes(-1, -2)) / 2
    for method in ADJUSTMENTS:
        one_by_one = np.array([adjusted_pairs(square, method) for square in p])
        np.testing.assert_array_equal(adjusted_pairs(p, method), one_by_one)
    directed = adjusted_pairs(p, "bonferroni", directed=True)
    assert directed[0, 0, 1] == min(1, 12 * p[0, 0, 1])


def test_a_correction_of_ones_own(registered, make_table):
    pb.register_adjustment("sidak", lambda p: 1 - (1 - p) ** p.size)
    assert pb.adjust([0.5, 0.5], "sidak") == [0.75, 0.75]
    t = make_table(np.random.default_rng(3).random((12, 4)))
    result = pb.siegel(t, "sidak")
    raw = result.pvalues_raw.to_numpy()
    assert result.adjust == "sidak"
    assert result.pvalues.iloc[0, 1] == pytest.approx(1 - (1 - raw[0, 1]) ** 6, rel=1e-12)
    assert adjusted(np.full((2, 3, 4), 0.5), "sidak").shape == (2, 3, 4)
    pb.register_adjustment("sidak", lambda p: np.ones(p.size))  # one's own may be replaced
    assert pb.adjust([0.5], "sidak") == [1]


@pytest.mark.parametrize(
    "wrong",
    [lambda p: p / 2, lambda p: p[:1], lambda p: p + 1, lambda p: p * np.nan],
)
def test_a_correction_that_does_not_correct(registered, wrong):
    pb.register_adjustment("wrong", wrong)
    with pytest.raises(pb.ArgumentError, match='"wrong" must return 2 numbers'):
        pb.adjust([0.2, 0.4], "wrong")


def test_names_that_are_taken(registered):
    for name in ("holm", "BH", "shaffer", "single-step", "nemenyi", "*", "", None, 3):
        with pytest.raises(pb.ArgumentError, match="`name` must be a new name"):
            pb.register_adjustment(name, lambda p: p)
    with pytest.raises(pb.ArgumentError, match="`correction` must be a function"):
        pb.register_adjustment("mine", "holm")


def test_holm_stops_where_the_first_hypothesis_stays():
    """MCM 0.0.4 and aeon 1.6.0 go on and call two of the three significant (stats.md B 12)."""
    assert pb.adjust([0.02, 0.024, 0.03]) == pytest.approx([0.06, 0.06, 0.06], rel=1e-15)


def test_holm_is_capped_at_1():
    """critdd 0.0.5 reports adjusted p-values up to 27.9 (stats.md B 10)."""
    p = np.linspace(0.04, 0.9, 595)
    assert pb.adjust(p).max() == 1
    assert (p * np.arange(595, 0, -1)).max() > 27.9


NOTES = {
    "none": "no-control", "finner": "weak-control", "li": "independent-control",
    "BH": "fdr-control", "BY": "fdr-control", "mine": "unknown-control",
}  # fmt: skip


@pytest.mark.parametrize("method", [*ADJUSTMENTS, "mine"])
def test_what_a_correction_leaves_open_is_noted(method, registered, make_table):
    pb.register_adjustment("mine", lambda p: p)
    t = make_table(np.random.default_rng(4).random((12, 4)))
    expected = [NOTES[method]] if method in NOTES else []
    found = pb.wilcoxon(t, method)
    assert controlled(found) == expected
    assert f"\n  adjustment: {controls(method)['text']}" in str(found)
    assert controlled(pb.critical_difference(t, found)) == expected
    assert controlled(pb.critical_difference(t, found, adjust="holm")) == []
    assert controlled(pb.critical_difference(t, pb.wilcoxon(t), adjust=method)) == expected
    # The matrix says itself that it corrects nothing, and given numbers may be adjusted already.
    asked = expected if method != "none" else []
    assert controlled(pb.multi_comparison(t, adjust=method)) == asked
    assert controlled(pb.critical_difference(t, found.pvalues_raw, adjust=method)) == asked
    assert controlled(pb.core_patterns(t, ["c1", "c2"], 1, adjust=method)) == expected
    if method not in (*LOGICAL, "mine"):
        needed = pb.datasets_needed(t, adjust=method, repeats=2)
        assert controlled(needed) == expected


def test_a_single_test_needs_no_correction(make_table):
    two = make_table(np.random.default_rng(4).random((12, 2)))
    assert controlled(pb.wilcoxon(two, "none")) == []
    assert controlled(pb.critical_difference(two, pb.wilcoxon(two, "finner"))) == []
    assert controlled(pb.multi_comparison(two, adjust="BH")) == []
    assert controlled(pb.wilcoxon(two, "none", alternative="less")) == ["no-control"]  # two of them


def test_what_others_do_to_mean_ranks_is_noted(make_table):
    t = make_table(np.random.default_rng(4).random((12, 4)))
    two = make_table(np.random.default_rng(4).random((12, 2)))
    by_name = {"control": "c1", "test": "bonferroni-dunn"}
    for found, noted in (
        (lambda t: pb.nemenyi(t), True),
        (lambda t: pb.siegel(t, alternative="less"), True),
        (lambda t: pb.conover(t, "single-step"), True),
        (lambda t: pb.eisinga(t, control="c1"), True),
        (lambda t: pb.quade_pairs(t), True),
        (lambda t: pb.aligned_ranks_pairs(t), True),
        (lambda t: pb.critical_difference(t), True),
        (lambda t: pb.critical_difference(t, **by_name), True),
        (lambda t: pb.critical_difference(t, pb.siegel(t), adjust="BH"), True),
        (lambda t: pb.datasets_needed(t, "nemenyi", repeats=2), True),
        (lambda t: pb.compare(t), True),
        (lambda t: pb.miller(t), False),
        (lambda t: pb.wilcoxon(t), False),
        (lambda t: pb.stability(t, resamples=0), False),
    ):
        assert ("mean-ranks" in found(t).notes) == noted
        assert "mean-ranks" not in found(two).notes
    assert controlled(pb.miller(t)) == controlled(pb.stability(t, resamples=0)) == []


def test_finner_does_not_hold_the_chance_of_any_false_rejection():
    """The first true null meets 1 - (1 - alpha)^((m - m0 + 1) / m) where the others are rejected.

    The chance of a rejection is then exactly that of the first of m0 steps, or more.
    """
    rng = np.random.default_rng(5)
    for m, true, least in ((10, 5, 0.1426), (100, 50, 0.7297)):
        p = np.concatenate([np.zeros((20_000, m - true)), rng.random((20_000, true))], axis=1)
        level = 1 - 0.95 ** ((m - true + 1) / m)
        assert 1 - (1 - level) ** true == pytest.approx(least, abs=1e-4)
        rejected = (adjusted(p, "finner")[:, -true:] <= 0.05).any(axis=1).mean()
        assert rejected == pytest.approx(1 - (1 - level) ** true, abs=0.0125)
        assert (adjusted(p, "holm")[:, -true:] <= 0.05).any(axis=1).mean() < 0.0546


def controlled(result):
    return [note for note in result.notes if note.endswith("-control")]
