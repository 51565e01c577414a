"""A guard: what hangs is ended, what dies is answered for, what it had started goes too."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from pybench import parallel
from pybench.parallel.processes import Guard

ROOT = Path(__file__).resolve().parent.parent


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONWARNINGS": "error"}


def python(code: str, **options) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *options.pop("arguments", ["-c", code])],
        env=environment(), capture_output=True, text=True, timeout=120, **options,
    )  # fmt: skip


def alive(pid: int) -> bool:
    """Tell whether a process runs; one that nobody has waited for yet does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def gone(pids: list[int], seconds: float = 5.0) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end and any(map(alive, pids)):
        time.sleep(0.02)
    return not any(map(alive, pids))


def guarded(n):
    """Hang in C code, die, or answer."""
    if n == 1:
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM, signal.SIGINT])
        while True:
            time.sleep(60)
    if n == 2:
        os.kill(os.getpid(), signal.SIGSEGV)
    return str(n)


@pytest.mark.parametrize("workers", [1, 2])
def test_a_guard_ends_what_hangs_and_answers_for_what_dies(workers):
    guard = Guard("failed: {}".format, seconds=3.0, apart=True)
    found = dict(parallel.completed(guarded, range(4), workers=workers, guard=guard))
    assert found == {
        0: "0",
        1: "failed: took longer than 3 s",
        2: "failed: ended the worker process 3 times (signal 11)",
        3: "3",
    }


@pytest.mark.slow
def test_what_a_late_task_had_started_ends_with_it():
    def parent(path):
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
        Path(path).write_text(str(child.pid))
        time.sleep(600)

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "pid"
        guard = Guard(str, seconds=8.0, apart=True)
        list(parallel.completed(parent, [path], workers=1, guard=guard))
        assert gone([int(path.read_text())])
