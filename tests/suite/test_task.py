"""The parts of a manifest."""

from __future__ import annotations

from pybench.suite.task import Constraint


def test_constraints_say_their_range():
    assert Constraint("r", "q", 0.05, None, low_included=False).threshold == "> 0.05"
    assert Constraint("r", "q", 500.0, 1e5).threshold == ">= 500 and <= 100000"
    strict = Constraint("r", "q", 1.0, 2.0, low_included=False, high_included=False)
    assert [strict.holds(x) for x in (1.0, 1.5, 2.0)] == [False, True, False]
