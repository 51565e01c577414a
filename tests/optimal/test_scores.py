"""Scores: brute force, laws, coverage of the intervals, the planning lemma."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import ndtr
from scipy.stats import binomtest
from sklearn.metrics import roc_auc_score, roc_curve

import pybench as pb
from pybench.base.errors import ArgumentError
from pybench.optimal import scores

SAMPLE = st.lists(st.integers(-3, 3), min_size=2, max_size=12).map(lambda v: np.array(v, float))


@given(SAMPLE, SAMPLE)
def test_brute_force(zero, one):
    wins = np.sign(one[:, None] - zero[None, :])
    assert scores.auc(zero, one).value == pytest.approx(0.5 + wins.mean() / 2, abs=1e-12)
    cuts = [-9.5, *np.arange(-3.5, 4)]
    best = max((1 + (one > c).mean() - (zero > c).mean()) / 2 for c in cuts)
    found = scores.acc_star(zero, one)
    assert found.value == pytest.approx(best, abs=1e-12)
    at = scores.accuracy_at(zero, one, found.threshold).value
    assert at == pytest.approx(best, abs=1e-12)


@given(SAMPLE, SAMPLE)
def test_classes_exchanged_and_signs_turned(zero, one):
    for statistic in (scores.auc, scores.acc_star, scores.accuracy_at):
        here, there = statistic(zero, one), statistic(-one, -zero)
        assert there.value == pytest.approx(here.value, abs=1e-12)
    assert scores.auc(one, zero).value == pytest.approx(1 - scores.auc(zero, one).value, abs=1e-12)


@given(SAMPLE, SAMPLE)
def test_only_the_order_of_scores_matters(zero, one):
    for statistic in (scores.auc, scores.acc_star):
        here, there = statistic(zero, one), statistic(np.exp(zero), np.exp(one))
        assert (here.value, here.se) == pytest.approx((there.value, there.se), abs=1e-12)


@given(SAMPLE, SAMPLE)
def test_error_of_the_auc_is_delongs_double_sum(zero, one):
    kernel = (np.sign(one[:, None] - zero[None, :]) + 1) / 2
    variance = kernel.mean(1).var(ddof=1) / len(one) + kernel.mean(0).var(ddof=1) / len(zero)
    assert scores.auc(zero, one).se == pytest.approx(math.sqrt(variance), abs=1e-12)


def test_the_error_of_a_difference_is_that_of_differences_of_placements():
    rng = np.random.default_rng(4)
    for n in (2, 7):
        label = np.repeat([0, 1], n)
        first, second = rng.normal(size=(2, 2 * n))

        one, other = ((np.sign(x[n:, None] - x[:n]) + 1) / 2 for x in (first, second))
        apart = one - other
        variance = (apart.mean(1).var(ddof=1) + apart.mean(0).var(ddof=1)) / n
        found = scores.paired_error(label, first, second)
        assert found == pytest.approx(math.sqrt(variance), abs=1e-12)


def test_curve_is_that_of_scikit_learn():
    rng = np.random.default_rng(0)
    label, score = rng.integers(0, 2, 200), rng.integers(0, 30, 200) / 7
    frame = pb.optimal.roc(label, score)
    false, true, _ = roc_curve(label, score, drop_intermediate=False)
    assert frame["false_positive_rate"].to_numpy() == pytest.approx(false)
    assert frame["true_positive_rate"].to_numpy() == pytest.approx(true)
    area = np.trapezoid(frame["true_positive_rate"], frame["false_positive_rate"])
    assert area == pytest.approx(roc_auc_score(label, score))
    assert (np.diff(frame["threshold"]) < 0).all()


def test_intervals_cover():
    """95 % intervals of AUC and of the accuracy at 0 hold the truth in 95 % of 2000 samples."""
    rng = np.random.default_rng(1)
    law = {"auc": 0.7602499389, "acc_at_zero": 0.6914624613}
    held = dict.fromkeys(law, 0)
    for _ in range(2000):
        zero, one = rng.normal(-0.5, 1, 200), rng.normal(0.5, 1, 200)
        for name, score in scores.scores(zero, one).items():
            if name in law:
                low, high = score.interval()
                held[name] += low <= law[name] <= high
    for count in held.values():
        assert abs(count / 2000 - 0.95) < 4 * math.sqrt(0.95 * 0.05 / 2000)


@pytest.mark.parametrize("paths", [10, 50])
def test_intervals_cover_where_classes_are_far_apart(paths):
    """Normal intervals of AUC held the truth in 5 and 49 % of samples: an error of 0 is none."""
    rng = np.random.default_rng(paths)
    law = {"auc": ndtr(4.5 / 2**0.5), "acc_at_zero": ndtr(2.25)}
    held = dict.fromkeys(law, 0)
    for _ in range(400):
        zero, one = rng.normal(-2.25, 1, paths), rng.normal(2.25, 1, paths)
        for name, score in scores.scores(zero, one).items():
            if name in law:
                low, high = score.interval()
                held[name] += low <= law[name] <= high
    assert min(held.values()) >= 0.93 * 400


def test_an_interval_is_wilsons_and_is_never_a_point():
    """Of 20 paths all told apart: Wilson's of 20 of 20; of an AUC, no more paths than there are."""
    zero, one = np.arange(10.0), np.arange(10.0) + 100
    low, high = binomtest(20, 20).proportion_ci(method="wilson")
    for score in scores.scores(zero, one).values():
        if score.value == 1:
            assert score.interval() == pytest.approx((low, high))
    assert scores.auc(zero[:1], one).interval() == (0.0, 1.0)


def test_the_optimism_of_acc_star_is_named_and_real():
    """Over many samples of 1000 it is about 0.01 above the truth; the accuracy at 0 is not."""
    rng = np.random.default_rng(2)
    star, zero_at = [], []
    for _ in range(300):
        zero, one = rng.normal(-0.5, 1, 1000), rng.normal(0.5, 1, 1000)
        star.append(scores.acc_star(zero, one).value)
        zero_at.append(scores.accuracy_at(zero, one).value)
    assert 0.002 < np.mean(star) - 0.6914625 < 0.015
    assert abs(np.mean(zero_at) - 0.6914625) < 4 * np.std(zero_at) / math.sqrt(300)


def test_planning_keeps_its_promise():
    """The normal rule gives the width asked for, Hoeffding's bound at least the confidence."""
    m = pb.optimal.paths_needed(0.1, 0.3)
    assert 2 * 1.959963985 * math.sqrt(0.3 * 0.7 / m) <= 0.1
    assert 2 * 1.959963985 * math.sqrt(0.3 * 0.7 / (m - 1)) > 0.1
    m = pb.optimal.paths_needed(0.1, bound="hoeffding")
    assert 2 * math.exp(-2 * m * 0.05**2) <= 0.05 < 2 * math.exp(-2 * (m - 1) * 0.05**2)


def test_the_papers_500_test_paths_are_known_to_two_errors_of_0_04():
    assert 2 * 0.5 / math.sqrt(500) == pytest.approx(0.0447, abs=1e-4)
    assert pb.optimal.paths_needed(2 * 1.96 * 0.5 / math.sqrt(500)) == 500


@pytest.mark.parametrize(
    ("label", "score", "message"),
    [
        ([0, 1], [1.0], "the same length"),
        ([0, 2], [1.0, 2.0], "0 or 1"),
        ([0, 0], [1.0, 2.0], "both classes"),
        ([0, 1], [1.0, float("nan")], "NaN"),
        ([0, 1], ["a", "b"], "`score` must hold numbers"),
        ([0, 1], ["1", "2"], "`score` must hold numbers"),
        ([0, 1], [1j, 2], "`score` must hold numbers"),
        ([[0], [0, 1]], [1, 2], "`label` must hold numbers"),
        (["0", "1"], [1, 2], "`label` must hold numbers"),
        ([0, 1], {}, "`score` must be numbers, or a mapping"),
        ([0, 1], {3: [1, 2]}, "`score` must be numbers, or a mapping"),
        ([0, 1], {"mine": [1]}, "the same length"),
    ],
)
def test_what_is_refused(label, score, message):
    with pytest.raises(ArgumentError, match=message):
        pb.optimal.roc(label, score)


@pytest.mark.parametrize(
    "wrong",
    [
        *({"width": 0}, {"width": "a"}, {"width": 0.1, "bound": "chebyshev"}),
        *({"width": 0.1, "rate": rate} for rate in (2, "a", [0, 1], np.array([0.1, 0.2]))),
    ],
)
def test_plans_that_make_no_sense(wrong):
    with pytest.raises(ArgumentError):
        pb.optimal.paths_needed(**wrong)


def test_infinite_scores_have_thresholds_between_them():
    found = pb.optimal.roc([0, 0, 1, 1], [-np.inf, 0, 1, np.inf])
    inner = found["threshold"].to_numpy()[1:-1]
    assert np.isfinite(inner).all()
    assert (np.diff(inner) < 0).all()
    assert found["false_positive_rate"].tolist() == [0, 0, 0, 0.5, 1]
    assert found["true_positive_rate"].tolist() == [0, 0.5, 1, 1, 1]
    wide = pb.optimal.roc([0, 1], [-1.7e308, 1.7e308])["threshold"].tolist()
    assert wide == [np.inf, 0.0, -np.inf]


def test_names_tell_curves_apart():
    label, mine, other = [0, 0, 1, 1], [0.1, 0.4, 0.4, 0.8], [-np.inf, 2, 1, np.inf]
    both = pb.optimal.roc(label, {"mine": mine, "other": other})
    assert both["method"].unique().tolist() == ["mine", "other"]
    for name, score in (("mine", mine), ("other", other)):
        alone = pb.optimal.roc(label, score)
        assert set(alone["method"]) == {"score"}
        assert set(alone["auc"]) == {roc_auc_score(label, np.clip(score, -9, 9))}
        own = both[both["method"] == name].reset_index(drop=True)
        assert own.drop(columns="method").equals(alone.drop(columns="method"))


@pytest.mark.parametrize(
    "score",
    [
        scores.auc,
        scores.acc_star,
        scores.accuracy_at,
        scores.placement,
        scores.curve,
        scores.scores,
    ],
)
def test_a_nan_is_no_score(score):
    """It was sorted as the largest number; infinite ones have their place."""
    zero, one = np.array([0.0, 1.0, -np.inf]), np.array([1.0, np.inf])
    score(zero, one)
    for parts in ((np.append(zero, np.nan), one), (zero, np.append(one, np.nan))):
        with pytest.raises(ArgumentError, match=r"^1 of 6 scores are NaN"):
            score(*parts)
    with pytest.raises(ArgumentError, match="NaN"):
        scores.paired_error(np.array([0, 1]), np.array([0.0, np.nan]), np.array([0.0, 1.0]))
