"""Conclusions of the paper, judged by rules: by hand, and by what is known of the processes."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from bench import optimal_conclusions, reproduce_optimal
from bench.optimal_rules import (
    EQUAL,
    FARTHER,
    MORE,
    REACHES,
    SAME,
    Conclusion,
    Statement,
    difference,
    once,
    spread,
    stated,
)
from pybench.optimal.verdicts import Gap, gap


def interval(lower, upper, runs=10):
    """Return a gap with this interval."""
    half = stats.t.ppf(0.975, runs - 1) / math.sqrt(runs)
    return Gap((lower + upper) / 2, (upper - lower) / 2 / half, runs)


@pytest.mark.parametrize(
    ("rule", "lower", "upper", "answer"),
    [
        (SAME, -0.019, 0.019, "shown"),
        (SAME, -0.021, 0.019, "undecided"),
        (SAME, 0.021, 0.03, "refuted"),
        (SAME, -0.03, -0.021, "refuted"),
        (MORE, 0.001, 0.01, "shown"),
        (MORE, 0.001, 0.5, "shown"),
        (MORE, -0.001, 0.019, "refuted"),
        (MORE, -0.001, 0.021, "undecided"),
        (MORE, -0.4, -0.3, "refuted"),
        (REACHES, -0.019, 0.3, "shown"),
        (REACHES, -0.021, 0.3, "undecided"),
        (REACHES, -0.3, -0.021, "refuted"),
        (FARTHER, 0.101, 0.2, "shown"),
        (FARTHER, 0.05, 0.099, "refuted"),
        (FARTHER, 0.05, 0.101, "undecided"),
        (EQUAL, 0.001, 0.002, "refuted"),
        (EQUAL, -0.001, 0.002, "undecided"),
    ],
)
def test_rules_by_hand(rule, lower, upper, answer):
    assert stated("x", interval(lower, upper), rule).answer == answer


def test_nothing_is_answered_with_few_runs_or_none():
    """Few say that something is large, not that it is small; one run says nothing."""
    few = {"runs": 4}
    assert stated("x", interval(-0.001, 0.001, **few), SAME).answer == "undecided"
    assert stated("x", interval(0.1, 0.2, **few), SAME).answer == "refuted"
    assert stated("x", interval(-0.001, 0.001, **few), MORE).answer == "undecided"
    assert stated("x", interval(0.1, 0.2, **few), MORE).answer == "shown"
    assert stated("x", interval(0.1, 0.2, **few), REACHES).answer == "undecided"
    assert stated("x", interval(0.11, 0.2, **few), FARTHER).answer == "shown"
    assert stated("x", Gap(0.0, 0.0, 4), EQUAL).answer == "undecided"
    assert stated("x", Gap(0.0, 0.0, 4), EQUAL).needed == 5
    assert stated("x", Gap(0.5, math.inf, 1), MORE).answer == "undecided"
    assert stated("x", None, SAME).answer == "undecided"
    assert stated("x", Gap(0.0, 0.0, 10), EQUAL).answer == "shown"


def test_runs_that_would_decide_are_those_of_a_simulation():
    """Four of five studies with so many runs are decided, and fewer with a quarter less."""
    found = stated("x", Gap(0.01, 0.02, 10), SAME)
    assert found.answer == "undecided"
    rng = np.random.default_rng(0)

    def decided(runs):
        studies = rng.normal(0.01, 0.02, (4000, runs))
        return np.mean([stated("x", gap(one), SAME).answer != "undecided" for one in studies])

    assert decided(int(found.needed)) == pytest.approx(0.8, abs=0.03)
    assert decided(int(found.needed * 0.75)) < 0.75


def test_one_of_many_is_shown_at_the_level_of_all_together():
    """Without effects, at most one set of forty in forty is said to have one."""
    rng = np.random.default_rng(2)
    none = rng.normal(size=(2000, 40, 10))
    answers = [once("x", [gap(one) for one in found]).answer for found in none]
    assert np.mean([answer == "shown" for answer in answers]) == pytest.approx(0.025, abs=0.012)
    large = [interval(-0.4, -0.3), interval(0.05, 0.06), None]
    assert once("x", large) == Statement("x", "shown", pytest.approx(0.055))
    assert once("x", [interval(-0.4, -0.3)]).answer == "refuted"
    assert once("x", [interval(-0.4, -0.3), None]).answer == "undecided"
    assert once("x", []).answer == "undecided"


def test_differences_of_independent_runs_have_welchs_error():
    rng = np.random.default_rng(1)
    one, other = rng.normal(0, 1, 8), rng.normal(0, 3, 20)
    found = difference(gap(one), gap(other))
    welch = stats.ttest_ind(one, other, equal_var=False)
    error = (one.mean() - other.mean()) / welch.statistic
    assert found.mean == pytest.approx(one.mean() - other.mean(), rel=1e-12)
    assert found.half == pytest.approx(stats.t.ppf(0.975, 7) * error, rel=1e-9)
    assert found.half >= stats.t.ppf(0.975, welch.df) * error


def test_spreads_are_compared_by_the_f_test():
    """By its P value: shown if it is below 0.025 on the side of the larger spread."""
    for ratio in (0.3, 0.6, 0.9, 1.1, 1.8, 3.0):
        p = stats.f.sf(ratio**2, 9, 14)
        answer = "shown" if p < 0.025 else "refuted" if p > 0.975 else "undecided"
        assert spread("x", Gap(0, ratio, 10), Gap(0, 1, 15)).answer == answer


@pytest.mark.parametrize(
    ("answers", "verdict"),
    [
        (["shown", "shown"], "holds"),
        (["shown", "refuted", "undecided"], "holds in part"),
        (["refuted", "undecided"], "does not hold"),
        (["shown", "undecided"], "undecided"),
        ([], "undecided"),
    ],
)
def test_answers_make_a_verdict(answers, verdict):
    found = [Statement("x", answer, 0.1) for answer in answers]
    assert Conclusion("", "", "", found).verdict == verdict


def test_numbers_say_answers_range_and_runs():
    found = [Statement("x", "shown", 0.1), Statement("x", "undecided", 0.25, 12.0)]
    found += [Statement("y", "undecided", 0.3, 7.0), Statement("y", "undecided", 0.3, 30.0)]
    assert Conclusion("", "", "", found).numbers == (
        "x: 1 shown, 1 undecided (0.100 to 0.250); about 12 runs would decide; "
        "y: 2 undecided (0.300); up to about 30 runs would decide"
    )


@pytest.fixture(scope="module")
def conclusions():
    return optimal_conclusions.conclusions(reproduce_optimal.study())


def test_what_is_known_of_the_processes_is_concluded(conclusions):
    """Both lines are one for constant drift, not for Ornstein-Uhlenbeck; c rises more than d."""
    found = {one.said: one for one in conclusions}
    equal = found["The two lines are the same for processes with a linear drift (cases a and c)."]
    assert equal.verdict == "holds in part"
    answers = {(one.who, one.answer) for one in equal.statements}
    assert {("case a", "shown"), ("case c", "refuted")} <= answers
    assert not {("case a", "refuted"), ("case c", "shown")} & answers
    steeper = "The lines rise more steeply with the dimension in case c than in case d."
    assert found[steeper].verdict == "holds"
    assert (
        found["The optimal accuracy rises with time, dimension and less noise."].verdict == "holds"
    )


def test_every_conclusion_has_a_place_and_a_rule(conclusions):
    assert len({one.said for one in conclusions}) == len(conclusions) >= 30
    for one in conclusions:
        assert one.where
        assert one.how
        assert one.statements
        assert one.verdict in ("holds", "holds in part", "does not hold", "undecided")
