"""What the tests of the bridge share: an R child asked to evaluate R source."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest

from pybench.bridge import call as bridge
from pybench.bridge.children import children
from tests.parallel import scripts
from tests.versions import WARNINGS

T = TypeVar("T")
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session", autouse=True)
def close_child():
    """End the one child that all tests of this room share."""
    yield
    bridge.close()


@pytest.fixture(scope="session")
def r():
    """Return a function: R source -> its value."""
    return lambda source, **options: bridge.call("bridge_eval", {"source": source}, **options)


@pytest.fixture(scope="session")
def r_answer():
    """Return a function: R source -> value, warnings, messages and output."""
    return lambda source, **options: bridge.ask("bridge_eval", {"source": source}, **options)


@pytest.fixture(scope="session")
def child_pid(r):
    """Return a function: the process id of the child, which is started if there is none."""

    def pid() -> int:
        return int(r("Sys.getpid()"))

    return pid


@pytest.fixture
def fresh_child():
    """Let go of the child before and after a test that changes what a child starts from."""
    children.close()
    yield
    children.close()


# The one function that takes any value and does nothing with it is pb_progress().
_KEEP = """options(
  pybench.usual = getOption("pybench.progress"),
  pybench.progress = function(done, total, text) assign("kept", done, envir = globalenv())
)
NULL"""
_KEEP_NO_MORE = 'options(pybench.progress = getOption("pybench.usual")); NULL'


@pytest.fixture(scope="session")
def keep(r):
    """Return a function: hand R a value; it is then ``kept`` in R's global environment."""

    def hand_over(value: object) -> None:
        r(_KEEP)
        try:
            bridge.call("pb_progress", {"done": value, "total": 1})
        finally:
            r(_KEEP_NO_MORE)

    return hand_over


@pytest.fixture
def script(tmp_path):
    """Return a function: Python source -> the running process of a script without a main guard."""
    started = []

    def start(source: str) -> subprocess.Popen[str]:
        path = tmp_path / f"script{len(started)}.py"
        path.write_text(textwrap.dedent(source), encoding="utf-8")
        process = subprocess.Popen(
            [sys.executable, "-W", WARNINGS, path],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )  # fmt: skip
        started.append(process)
        return process

    yield start
    for process in started:
        if process.poll() is None:
            process.kill()
        process.communicate()


def at_best_within(seconds: float, act: Callable[[], tuple[float, T]], tries: int = 5) -> T:
    """Act until it is in time: a busy machine is slow now and then, a fault is slow always.

    ``act`` returns the seconds that it took and what it found, which is returned.
    """
    took = []
    for _ in range(tries):
        its_time, found = act()
        if its_time < seconds:
            return found
        took.append(its_time)
    raise AssertionError(f"expected less than {seconds} s, took {took}")


@pytest.fixture(scope="session")
def gone():
    """Return a function: process id -> whether that process ends."""
    return lambda pid: scripts.gone([pid])


@pytest.fixture(scope="session")
def running():
    """Return a function: process id -> whether that process runs."""
    return scripts.alive
