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
    assert gap(np.full(40, 0.7), 0.0, TEST).half == WIDE
    assert gap(np.array([0.7]), 0.1, TEST).half == pytest.approx(0.196, abs=1e-3)


def test_interval_over_runs_is_students():
    from scipy import stats

    values = np.random.default_rng(0).normal(0.7, 0.3, 12)
    found = gap(values, 0.0, TEST)
    low, high = stats.t.interval(0.95, 11, values.mean(), stats.sem(values))
    assert (found.lower, found.upper) == pytest.approx((low, high), rel=1e-12)
