"""Qualities equal to recorded ones; verdicts on every candidate; rules that decide rightly."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import pybench as pb
from pybench.base.errors import ArgumentError, SuiteError
from pybench.suite.rules import CC18, COMPUTED
from pybench.suite.task import Constraint

WHEN = "2026-01-31T12:00:00Z"


def test_each_rule_fails_what_it_is_for(pool):
    suite = pb.Suite.create(
        "pool", pool, target="c", constraints="cc18", exclude=list(COMPUTED), created=WHEN
    )
    verdicts = suite.verdicts()
    fails = verdicts[verdicts.verdict == "fail"].groupby("dataset").rule.agg(set).to_dict()
    assert fails == {
        "small": {"(a) size"},
        "rare": {"(c) smallest class", "(d) balance"},
        "single": {"one attribute"},
        "xor": {"decision tree"},
        "thin": {"sparse"},
    }
    assert suite.task_names == ("good",)
    rules = [c.rule for c in CC18] + list(COMPUTED)
    for _, mine in verdicts.groupby("dataset"):
        assert sorted(mine.rule) == sorted(rules)
    small = verdicts[(verdicts.dataset == "small") & (verdicts.rule == "(a) size")].iloc[0]
    assert (small.value, small.threshold) == (400.0, ">= 500 and <= 100000")
    rare = verdicts[(verdicts.dataset == "rare") & (verdicts.rule == "(d) balance")].iloc[0]
    assert rare.value == 19 / 581
    assert suite.constraints == CC18
    assert set(suite.qualities) == {"good", "small", "rare", "single", "xor", "thin"}


def test_too_many_levels_fail_one_hot(tmp_path):
    words = [f"w{i}" for i in range(5001)]
    frame = pd.DataFrame({"w": words, "c": ["p", "q", "q"] * 1667})
    frame.to_csv(tmp_path / "words.csv", index=False)
    suite = pb.Suite.create("wide", tmp_path, target="c", exclude=["one-hot"], created=WHEN)
    verdict = suite.candidates[0]
    assert (verdict.value, verdict.verdict) == (5001.0, "fail")


def test_any_quality_with_a_range(pool):
    ranges = {"NumberOfInstances": (None, 599), "Dimensionality": (0.001, None), "Unheard": (1, 2)}
    suite = pb.Suite.create("small", pool, target="c", constraints=ranges, created=WHEN)
    assert suite.task_names == ("small",)
    rows = suite.verdicts().set_index(["dataset", "rule"])
    assert rows.loc[("good", "NumberOfInstances"), "verdict"] == "fail"
    assert rows.loc[("small", "Unheard"), "verdict"] == "unknown"
    with pytest.raises(SuiteError, match="unknown for `small: Unheard`"):
        suite.freeze()
    assert suite.freeze(accept_unknown=True).status == "active"


def test_ends_of_a_range_are_any_two_numbers_in_order(pool):
    ends = np.array([600, 700])
    ranges = {"NumberOfInstances": ends, "NumberOfFeatures": pd.Index([2, 3])}
    suite = pb.Suite.create("numpy", pool, target="c", constraints=ranges, created=WHEN)
    assert [(one.low, one.high) for one in suite.constraints] == [(600, 700), (2, 3)]
    with pytest.raises(ArgumentError, match="two numbers, None for an open end"):
        pb.Suite.create("set", pool, target="c", constraints={"NumberOfInstances": {5, 9}})


def test_an_infinite_end_is_an_open_one(pool, tmp_path):
    ranges = {"NumberOfInstances": (599, float("inf")), "NumberOfFeatures": (-float("inf"), 2)}
    suite = pb.Suite.create("large", pool, target="c", constraints=ranges, created=WHEN)
    assert (suite.constraints[0].high, suite.constraints[1].low) == (None, None)
    assert pb.Suite.load(suite.save(tmp_path / "s").folder).hash == suite.hash


def test_declared_flags_need_a_reason_and_unknown_is_not_passed(pool):
    flag = {"dataset": "good", "flag": "artificial", "reason": "drawn", "source": "rng"}
    suite = pb.Suite.create("d", pool, target="c", exclude="artificial", flags=[flag], created=WHEN)
    assert "good" not in suite.task_names
    assert suite.exclusions[0].reason == "drawn"
    verdicts = suite.verdicts().set_index("dataset").verdict
    assert (verdicts["good"], verdicts["small"]) == ("fail", "unknown")
    cleared = pb.Suite.create(
        "d", pool, target="c", exclude="artificial", flags=[{**flag, "holds": False}], created=WHEN
    )
    assert cleared.verdicts().set_index("dataset").verdict["good"] == "pass"
    for change in ({"reason": " "}, {"flag": "ugly"}, {"dataset": "z"}):
        with pytest.raises(ArgumentError):
            pb.Suite.create("d", pool, target="c", flags=[{**flag, **change}])


@pytest.mark.parametrize(
    ("argument", "value"),
    [
        ("constraints", "cc19"),
        ("constraints", {"NumberOfInstances": 5}),
        ("constraints", {"NumberOfInstances": (None, None)}),
        ("constraints", {"NumberOfInstances": (5, 4)}),
        ("constraints", {"NumberOfInstances": (float("nan"), 4)}),
        ("constraints", {"NumberOfInstances": (float("inf"), None)}),
        ("constraints", [Constraint("r", "NumberOfInstances", None, float("nan"))]),
        ("constraints", [1]),
        ("constraints", [CC18[0], CC18[0]]),
        ("exclude", "ugly"),
        ("classes", "all"),
        ("keep", 3),
    ],
)
def test_rules_that_are_none_are_refused(pool, argument, value):
    with pytest.raises(ArgumentError, match=argument):
        pb.Suite.create("d", pool, target="c", **{argument: value})
