"""An import that is killed leaves no folder of its name; what it leaves goes when it is old."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from pybench.store import atomic

ROOT = Path(__file__).resolve().parents[2]
BUNDLE = "pb.Suite.import_('suite.zip', 'there/new')"
PUBLISHED = "pb.import_published('scores.csv', 'there/new', origin='a paper')"
# The process is gone in mid-writing: the n-th file is not opened any more.
KILLED = """
import os, signal, sys
import pybench as pb
left = int(sys.argv[1])
def opening(event, arguments):
    global left
    if event == "open" and ".pybench-" in str(arguments[0]) and arguments[2] & os.O_CREAT:
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
sys.addaudithook(opening)
"""


def call(folder, code, *arguments):
    return subprocess.run(
        [sys.executable, "-c", code, *arguments], cwd=folder, timeout=120,
        env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True,
    )  # fmt: skip


def leftovers(folder):
    return [path.name for path in (folder / "there").glob(".pybench-*")]


@pytest.mark.parametrize(("code", "n"), [(BUNDLE, "3"), (PUBLISHED, "1")])
def test_leftovers_of_a_killed_import_go_when_they_are_old(code, n, suite, tmp_path):
    suite.save(tmp_path / "suite").export(tmp_path / "suite.zip", data="all")
    (tmp_path / "scores.csv").write_text("dataset,a,b\niris,0.9,0.8\n")
    (tmp_path / "there").mkdir()
    done = call(tmp_path, KILLED + code, n)
    assert done.returncode == -signal.SIGKILL, done.stderr
    (left,) = leftovers(tmp_path)
    assert not (tmp_path / "there" / "new").exists()
    two_days_ago = time.time() - 2 * atomic.DAY
    os.utime(tmp_path / "there" / left, (two_days_ago, two_days_ago))
    young = tmp_path / "there" / ".pybench-999999999-young.tmp"
    young.mkdir()  # of another import, which may be alive on another machine
    done = call(tmp_path, "import pybench as pb\n" + code)
    assert done.returncode == 0, done.stderr
    assert leftovers(tmp_path) == [young.name]
    assert (tmp_path / "there" / "new").is_dir()
