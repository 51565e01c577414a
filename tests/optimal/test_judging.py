"""Runs judged anew: another margin, a file of an earlier rule, another number of test paths."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from sklearn.linear_model import LogisticRegression

import pybench as pb
from pybench.base.errors import ArgumentError


@pytest.fixture(scope="module")
def found():
    learners = {"logistic": LogisticRegression(max_iter=3000), "LRT": "LRT numerical"}
    return pb.optimality("a-T1", learners, runs=5, seed=1)


def test_another_margin_needs_no_new_fit(found):
    narrow = found.judged(0.001)
    verdicts = narrow.verdicts.set_index(["setting", "classifier", "statistic"])
    assert verdicts.loc[("a-T1", "logistic", "auc"), "verdict"] == "undecided"
    assert verdicts.loc[("a-T1", "LRT", "auc"), "verdict"] == "optimal"
    needed = found.runs_needed(0.001).set_index(["setting", "classifier", "statistic"])["runs"]
    assert (
        needed["a-T1", "logistic", "auc"]
        == verdicts.loc[("a-T1", "logistic", "auc"), "runs_needed"]
    )
    assert needed["a-T1", "logistic", "auc"] > 5
    pd.testing.assert_frame_equal(narrow.judged(found.margin).verdicts, found.verdicts)
    more = found.runs_needed(0.001, power=0.99)["runs"]
    assert (more.to_numpy() >= needed.to_numpy()).all()


@pytest.mark.parametrize("margin", [0.0, 0.5, -0.1, "a"])
def test_margins_that_are_none(found, margin):
    with pytest.raises(ArgumentError, match=r"`margin` must be a number between 0 and 0\.5"):
        found.judged(margin)
    with pytest.raises(ArgumentError, match=r"`margin` must be a number between 0 and 0\.5"):
        pb.optimality("a-T1", "LRT numerical", runs=1, margin=margin)


def test_a_file_of_the_first_schema_keeps_its_verdicts_and_can_be_judged_anew(found):
    old = found.to_dict()
    old |= {"schema": "pybench/optimality/1", "rule": "the old rule"}
    del old["margin"]
    place = old["verdicts"]["columns"].index("verdict")
    last = old["verdicts"]["columns"].index("runs_needed")
    old["verdicts"]["columns"].pop(last)
    for row in old["verdicts"]["values"]:
        row.pop(last)
        row[place] = "near optimal"
    again = pb.load_result(old)
    assert again.margin is None
    assert set(again.verdicts["verdict"]) == {"near optimal"}
    assert "Rule of an earlier version, which `.judged()` replaces: the old rule" in str(again)
    pd.testing.assert_frame_equal(again.judged().verdicts, found.verdicts, check_dtype=False)
    assert again.runs_needed().equals(found.runs_needed())


def test_a_file_without_the_observed_line_is_read_and_judged_by_the_hidden_one():
    now = pb.optimality(["b-T2", "d-d6"], "LRT numerical", runs=5)
    assert now.verdicts["observed"].isna().tolist() == [False, False, True, True]
    assert str(now).count("LRT observed 0.") == 2
    pd.testing.assert_frame_equal(pb.load_result(now.to_dict()).verdicts, now.verdicts)
    old = now.to_dict()
    new = [name for name in old["verdicts"]["columns"] if "observed" in name]
    assert new == ["observed", "gap_observed", "gap_observed_lower", "gap_observed_upper"]
    place = [old["verdicts"]["columns"].index(name) for name in new]
    for row in [old["verdicts"]["columns"], *old["verdicts"]["values"]]:
        for i in reversed(place):
            row.pop(i)
    method = old["lines"]["columns"].index("method")
    kept = [row[method] != "lrt_exact_chain" for row in old["lines"]["values"]]
    for part in ("rows", "values"):
        old["lines"][part] = [
            row for row, keep in zip(old["lines"][part], kept, strict=True) if keep
        ]
    again = pb.load_result(old)
    assert "LRT observed 0." not in str(again)
    assert len(pb.plot.optimality(again).axes) == 1
    judged = again.judged()
    assert judged.verdicts["observed"].isna().all()
    other = judged.verdicts.drop(columns=["verdict", "runs_needed", *new])
    same = now.verdicts.drop(columns=["verdict", "runs_needed", *new])
    pd.testing.assert_frame_equal(other, same, check_dtype=False)


@pytest.mark.slow
def test_the_verdict_does_not_follow_the_number_of_test_paths():
    """T9: below the optimum in 37 of 40 runs was "optimal" with 500 paths, not with 20,000."""
    words = []
    for test in (500, 20_000):
        one = pb.optimal.own_setting(
            "a", pb.optimal.ConstantDrift(), np.arange(11) / 10, train=1500, test=test
        )
        found = pb.optimality(one, LogisticRegression(max_iter=3000), runs=40)
        row = found.verdicts.set_index("statistic").loc["auc"]
        assert row["gap_hidden_upper"] < 0  # surely below, by less than the margin
        assert row["gap_hidden_lower"] > -0.02
        assert row["gap_hidden_upper"] - row["gap_hidden_lower"] < 0.01  # not +-.0447
        strict = found.judged(0.001).verdicts.set_index("statistic").loc["auc"]
        words.append((row["verdict"], strict["verdict"]))
    assert words == [("optimal", "suboptimal")] * 2
