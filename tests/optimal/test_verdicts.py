"""Verdicts: each by the rule that is printed."""

from __future__ import annotations

import numpy as np
import pytest

from pybench.optimal.verdicts import RULE, VERDICTS, Gap, finest, gap, verdict

TEST = 500
WIDE = finest(TEST)


def judged(auc, hidden, numerical):
    """Return the verdict on a classifier whose intervals are as narrow as they may be."""
    parts = (auc, auc - hidden, auc - numerical)
    return verdict(*(Gap(part, WIDE) for part in parts), TEST)


@pytest.mark.parametrize(
    ("auc", "hidden", "numerical", "expected"),
    [
        (0.50, 0.90, 0.76, "at chance"),
        (0.54, 0.90, 0.76, "at chance"),
        (0.88, 0.90, 0.76, "optimal"),
        (0.82, 0.90, 0.76, "between the lines"),
        (0.73, 0.90, 0.76, "between the lines"),
        (0.83, 0.90, 0.82, "near optimal"),
        (0.70, 0.90, 0.76, "suboptimal"),
        (0.96, 0.90, 0.76, "above"),
    ],
)
def test_rule(auc, hidden, numerical, expected):
    assert judged(auc, hidden, numerical) == expected
    assert expected in VERDICTS
    assert expected in RULE


def test_no_interval_is_finer_than_the_test_paths_allow():
    """The paper's 0.04 at m = 500: two standard deviations of a rate near 1/2."""
    assert pytest.approx(0.0447, abs=1e-4) == WIDE
    assert gap(np.full(40, 0.7), np.zeros(40), TEST).half == WIDE
    assert gap(np.array([0.7]), np.array([0.1]), TEST).half == pytest.approx(0.196, abs=1e-3)


@pytest.mark.parametrize("runs", [1, 2, 3, 9])
def test_few_runs_go_by_the_errors_of_single_ones(runs):
    """Student's t of 2 runs that differ by .03 is +-.19: any classifier would be optimal."""
    values = 0.7 + 0.03 * (np.arange(runs) % 2)
    errors = np.linspace(0.05, 0.06, runs)
    found = gap(values, errors, TEST)
    expected = 1.959964 * np.sqrt((errors**2).sum()) / runs
    assert found.half == pytest.approx(max(expected, WIDE), rel=1e-6)
    assert found.half < 0.12


def test_an_interval_that_holds_nearly_all_decides_nothing():
    narrow, wide = Gap(0.8, WIDE), Gap(-0.05, 2.1 * WIDE)
    assert verdict(narrow, wide, wide, TEST) == "undecided"
    assert verdict(narrow, Gap(-0.05, 1.9 * WIDE), wide, TEST) == "optimal"
    assert verdict(Gap(0.55, 2.1 * WIDE), wide, wide, TEST) == "undecided"
    far = Gap(-0.3, 2.1 * WIDE)  # as wide, and holds no 0
    assert verdict(narrow, far, far, TEST) == "suboptimal"
    assert verdict(narrow, far, wide, TEST) == "undecided"
    assert "undecided" in RULE
    assert "undecided" in VERDICTS


def test_interval_over_runs_is_students():
    from scipy import stats

    values = np.random.default_rng(0).normal(0.7, 0.3, 12)
    found = gap(values, np.zeros(12), TEST)
    low, high = stats.t.interval(0.95, 11, values.mean(), stats.sem(values))
    assert (found.lower, found.upper) == pytest.approx((low, high), rel=1e-12)
