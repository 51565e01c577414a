"""The estimate goes by cost, ends at nothing left, and knows what an earlier run had done."""

from __future__ import annotations

import pytest

from pybench.base import progress
from pybench.base.errors import ArgumentError
from pybench.base.progress import Clock, Progress


@pytest.fixture
def now(monkeypatch):
    time = [100.0]
    monkeypatch.setattr(progress.time, "perf_counter", lambda: time[0])
    return time


def test_the_time_left_goes_by_the_cost(now):
    seen = []
    clock = Clock({"a": 1.0, "b": 2.0, "c": 7.0}, {"b", "c"}, seen.append)
    assert seen == [Progress(1, 3, 1, pytest.approx(0.1), None, "")]
    now[0] += 4.0
    clock.done("b", "set")
    assert seen[1] == Progress(2, 3, 1, pytest.approx(0.3), pytest.approx(14.0), "set")
    now[0] += 14.0
    clock.done("c", "set")
    assert seen[2] == Progress(3, 3, 1, 1.0, 0.0, "set")


def test_a_listener_that_cannot_be_called_is_refused():
    with pytest.raises(ArgumentError, match="`progress` must be a function, not 3"):
        Clock({"a": 1.0}, {"a"}, 3)


def test_nothing_to_do_is_done(now):
    seen = []
    Clock({"a": 1.0}, set(), seen.append)
    assert seen == [Progress(1, 1, 1, 1.0, 0.0, "")]


def test_the_end_is_exact_whatever_doubles_do(now):
    costs = {str(n): 0.1 + n / 7 for n in range(100)}
    seen = []
    clock = Clock(costs, set(costs), seen.append)
    for key in costs:
        now[0] += 1.0
        clock.done(key, "")
    assert (seen[-1].share, seen[-1].seconds_left) == (1.0, 0.0)
    assert sorted(seen, key=lambda p: p.share) == seen


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(None, ""), (7.4, ", 0:07 left"), (754, ", 12:34 left"), (7384, "2:03:04")],
)
def test_it_reads_well(seconds, text):
    found = str(Progress(3, 12, 1, 0.25, seconds, "GunPoint"))
    assert found.startswith("25%")
    assert text in found
    assert found.endswith(": 3 of 12 chunks (GunPoint)")
