"""How often verdicts are wrong: what bench/optimal_errors.csv says, and how it was found."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
import pytest

from bench import optimal_errors
from pybench.optimal import scores
from pybench.optimal.verdicts import MARGIN, gap, verdict


@pytest.fixture(scope="module")
def table():
    return pd.read_csv(optimal_errors.OUT, keep_default_na=False)


def test_wrong_verdicts_are_as_rare_as_is_said(table):
    """2.5 to 3.5 % at 500 test paths, fewer with few: at the margin, where most are wrong."""
    plain = table[table["design"].str.startswith("best")]
    assert len(plain) == 15
    assert plain["optimal"].max() < 0.036
    assert plain["suboptimal"].max() < 0.03
    assert plain["coverage"].between(0.94, 0.956).all()


def test_what_few_runs_cannot_see_is_told(table):
    failing = table[table["design"] == "fails in one run of ten"].set_index("runs")["optimal"]
    assert [round(failing[runs], 2) for runs in (5, 40)] == [0.59, 0.08]
    assert failing[5] == pytest.approx(0.9**5, abs=0.01)  # no failure among them


def test_gaps_of_the_table_are_the_margin():
    for best, test in optimal_errors.DESIGNS:
        values = optimal_errors.gaps(best, test, 5000)
        assert abs(values.mean() + MARGIN) < 4 * values.std() / math.sqrt(len(values))


def test_the_table_judges_as_the_rule_does():
    rng = np.random.default_rng(0)
    drawn = rng.normal(size=(3, 40))
    label = np.repeat([0, 1], 20)
    expected = [scores.auc(row[label == 0], row[label == 1]).value for row in drawn]
    assert optimal_errors.areas(drawn) == pytest.approx(expected, rel=1e-12)
    values = rng.normal(-MARGIN, 0.01, 1000)
    low, high = optimal_errors.judged(values, 5)
    for place, study in enumerate(values.reshape(-1, 5)):
        one = gap(study)
        assert (one.lower, one.upper) == pytest.approx((low[place], high[place]), rel=1e-9)
        said = verdict({"auc": gap(study + 0.7), "hidden": one, "numerical": one}, MARGIN)
        assert (said == "optimal") == (low[place] > -MARGIN and high[place] < MARGIN)
        assert (said == "suboptimal") == (high[place] < -MARGIN)
