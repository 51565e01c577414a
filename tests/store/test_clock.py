"""Clocks that jump: what waits counts seconds of the monotonic clock, and files keep their data."""

from __future__ import annotations

import ast
import os
import time
from pathlib import Path

import pytest

import pybench as pb
from pybench.store import atomic

PACKAGE = Path(pb.__file__).parent
#: What asks for the time of day: the age of what dead writers left, and when a suite was made.
BY_THE_DAY = {"store/atomic.py": "time.time", "suite/create.py": "datetime.now"}


def test_only_ages_and_dates_ask_for_the_time_of_day():
    asked = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            name = ast.unparse(node.func) if isinstance(node, ast.Call) else ""
            if name in ("time.time", "time.time_ns", "datetime.now", "datetime.utcnow"):
                asked[path.relative_to(PACKAGE).as_posix()] = name
    assert asked == BY_THE_DAY


@pytest.mark.parametrize("years", [-30, 30])
def test_files_of_another_time_are_read_and_written_as_ever(tmp_path, years):
    """As after a jump of the clock by years: a run is resumed, its tables are up to date."""
    suite = pb.Suite.create("s", ["iris"], folds=2).save(tmp_path / "suite")
    estimators = {"a": {"class": "sklearn.dummy.DummyClassifier"}}
    first = pb.run(suite, estimators, out=tmp_path / "run", workers=1)
    asked = "select count(*) as n from evaluations"
    assert pb.suite_results(tmp_path / "run", asked).n[0] == 2
    then = time.time() + years * 365 * 86400
    for path in [*tmp_path.rglob("*"), tmp_path]:
        os.utime(path, (then, then))
    estimators["b"] = {"class": "sklearn.naive_bayes.GaussianNB"}
    again = pb.run(pb.Suite.load(tmp_path / "suite"), estimators, out=tmp_path / "run", workers=1)
    assert again.to_frame()["a"].tolist() == first.to_frame()["a"].tolist()
    assert pb.suite_results(tmp_path / "run", asked).n[0] == 4


def test_what_is_left_from_the_future_is_no_dead_writers(tmp_path):
    left = tmp_path / f"{atomic.PREFIX}1-x{atomic.SUFFIX}"
    left.write_text("")
    os.utime(left, (time.time() + atomic.DAY,) * 2)
    assert atomic.sweep(tmp_path) == 0
    assert atomic.sweep(tmp_path, age=-2 * atomic.DAY) == 1  # two days later
