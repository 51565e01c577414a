"""Run the real command in a process of its own."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.versions import WARNINGS

ROOT = Path(__file__).resolve().parents[2]
WIDE = "dataset,a,b,c\nd1,0.9,0.8,0.7\nd2,0.8,0.7,0.6\nd3,0.95,0.9,0.5\nd4,0.3,0.2,0.1\n"


def environment(**changes):
    # Unbuffered, an output that is full is told once whatever the end of a process does.
    left = ("PYBENCH_ENGINE", "PYTHONUNBUFFERED")
    kept = {name: value for name, value in os.environ.items() if name not in left}
    own = {"PYTHONPATH": str(ROOT), "PYTHONWARNINGS": WARNINGS, "COLUMNS": "100"}
    return {**kept, **own, **changes}


@pytest.fixture
def pybench(tmp_path):
    """Return a function: arguments -> finished process, run in the test's own folder."""

    def run(*arguments, cwd=tmp_path, **changes):
        command = [sys.executable, "-m", "pybench", *map(str, arguments)]
        return subprocess.run(
            command,
            cwd=cwd,
            env=environment(**changes),
            capture_output=True,
            text=True,
            timeout=300,
        )

    return run


@pytest.fixture
def start(tmp_path):
    """Return a function: arguments -> running process; it is ended with the test."""
    running = []

    def begin(*arguments, **changes):
        command = [sys.executable, "-m", "pybench", *map(str, arguments)]
        running.append(
            subprocess.Popen(
                command, cwd=tmp_path, env=environment(**changes), text=True,
                stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
            )
        )  # fmt: skip
        return running[-1]

    yield begin
    for process in running:
        process.kill()
        process.communicate()


@pytest.fixture
def table(tmp_path):
    """Write a small wide table and return its path."""
    path = tmp_path / "accuracy.csv"
    path.write_text(WIDE, encoding="utf-8")
    return path


@pytest.fixture
def no_r(tmp_path):
    """Return what hides R from the command."""
    return {"PATH": str(tmp_path / "no-such-folder"), "R_HOME": ""}
