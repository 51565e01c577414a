"""A guard: what hangs is ended, what dies is answered for, what it had started goes too."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from multiprocessing import connection
from pathlib import Path

import pytest

from pybench import parallel
from pybench.base.errors import EnvironmentProblem
from pybench.parallel import processes
from pybench.parallel.processes import Guard, Worker
from tests.parallel.scripts import environment, gone, state, until


def guarded(n):
    """Hang in C code, die, or answer."""
    if n == 1:
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM, signal.SIGINT])
        while True:
            time.sleep(60)
    if n == 2:
        os.kill(os.getpid(), signal.SIGSEGV)
    return str(n)


@pytest.fixture(autouse=True)
def in_time():
    """End a test that waits for a worker which is no more."""

    def late(*_):
        raise AssertionError("nothing came for 60 s")

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(60)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


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


GUARD = Guard("failed: {}".format, apart=True)
LARGE = 2**24  # more than a socket holds: it is sent while it is received


def kill(worker):
    os.kill(worker.process.pid, signal.SIGKILL)


def killing(monkeypatch, method, before):
    """Kill the first worker at a call of a method, before or after it."""
    call = getattr(Worker, method)
    killed = []

    def wrapped(self, *arguments):
        first = not killed
        if first:
            killed.append(self.process.pid)
        if first and before:
            kill(self)
        found = call(self, *arguments)
        if first and not before:
            kill(self)
        return found

    monkeypatch.setattr(Worker, method, wrapped)
    return killed


@pytest.mark.parametrize("before", [True, False])
@pytest.mark.parametrize(("method", "workers"), [("give", 1), ("give", 2), ("take", 1)])
def test_a_worker_killed_before_it_begins_costs_nothing(monkeypatch, method, workers, before):
    killed = killing(monkeypatch, method, before)
    found = dict(parallel.completed(str, range(4), workers=workers, guard=GUARD))
    assert found == {n: str(n) for n in range(4)}
    assert killed


def test_a_worker_killed_while_it_sends_costs_nothing(monkeypatch):
    take, killed = Worker.take, []

    def cut(self, seconds=None):
        if connection.wait([self.channel], 0) and self.begun <= time.monotonic() and not killed:
            time.sleep(0.5)  # the socket is full and the rest is on its way
            killed.append(self.process.pid)
            kill(self)
        return take(self, seconds)

    monkeypatch.setattr(Worker, "take", cut)
    tasks = [LARGE, 1, LARGE + 1]
    found = dict(parallel.completed(bytes, tasks, workers=1, guard=GUARD))
    assert [len(found[place]) for place in range(3)] == tasks
    assert killed


def test_workers_killed_between_tasks_cost_nothing():
    pids = []
    for place, pid in parallel.completed(lambda _: os.getpid(), range(6), workers=1, guard=GUARD):
        assert place == len(pids)
        pids.append(pid)
        os.kill(pid, signal.SIGKILL)  # it has nothing in hand
    assert len(set(pids)) == 6


def test_workers_that_are_dead_at_the_end_are_no_trouble():
    answers = parallel.completed(lambda _: os.getpid(), range(9), workers=2, guard=GUARD)
    pids = [next(answers)[1] for _ in range(2)]
    for pid in set(pids):
        os.kill(pid, signal.SIGKILL)
    answers.close()
    assert gone(pids)


def test_a_child_of_a_dead_worker_that_holds_its_channel_is_not_waited_for(tmp_path):
    def leave(n):
        if n == 1 and not (tmp_path / "child").exists():
            child = os.fork()  # as multiprocessing does: it has all that the worker has
            if not child:
                time.sleep(600)
            (tmp_path / "child").write_text(str(child))
            os.kill(os.getpid(), signal.SIGKILL)
        return n

    assert sorted(parallel.map(leave, range(4), workers=2)) == [0, 1, 2, 3]
    assert gone([int((tmp_path / "child").read_text())])


class Endless:
    """Takes for ever to be read."""

    def __reduce__(self):
        return time.sleep, (600,)


def test_a_start_without_end_is_late_too(monkeypatch):
    monkeypatch.setattr(processes, "START_SECONDS", 1.0)
    guard = Guard("failed: {}".format, seconds=1.0, apart=True)
    found = dict(parallel.completed(str, [Endless()], workers=1, guard=guard))
    assert found == {0: "failed: took longer than 1 s"}


ORPHANS = """
import ctypes, os, sys, subprocess, time
from pybench import parallel
def start(path):
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    with open(path, "w") as file:
        file.write(f"{os.getpid()} {child.pid}\\n")
    if sys.argv[2] == "sleeps":
        time.sleep(600)
    ctypes.PyDLL(None).sleep(600)  # holds the lock of Python's: no thread of the worker runs
list(parallel.map(start, [sys.argv[1]], workers=2))
"""


@pytest.mark.parametrize("how", ["sleeps", "holds"])
def test_what_a_task_had_started_ends_when_the_parent_is_killed(how, tmp_path):
    path = tmp_path / "pids"
    parent = subprocess.Popen([sys.executable, "-c", ORPHANS, str(path), how], env=environment())
    while not (path.exists() and path.read_text().endswith("\n")):
        time.sleep(0.02)
    parent.kill()
    parent.wait()
    assert gone([int(pid) for pid in path.read_text().split()])


class Stopped:
    """An answer that its worker begins to send, and stops in the midst of."""

    def __init__(self, how):
        self.how = how

    def __reduce__(self):
        if self.how == "forked" and (child := os.fork()) == 0:
            os.setsid()  # out of reach of what ends the worker and its group
            time.sleep(60)
            os._exit(child)
        threading.Thread(target=self.stop, daemon=True).start()
        return bytes, (b"x" * 50_000_000,)

    def stop(self):
        time.sleep(0.4)  # by then the channel is full, as the other side waits
        os.kill(os.getpid(), signal.SIGSTOP if self.how == "stopped" else signal.SIGKILL)


@pytest.mark.parametrize(
    ("how", "seconds", "why"), [("stopped", 1.0, "took longer"), ("forked", None, "ended")]
)
def test_an_answer_that_stops_half_way_is_not_waited_for(how, seconds, why, monkeypatch):
    """The one that is stopped lives and can only be late; the other is dead, and never late."""
    monkeypatch.setattr(processes, "LOOK_SECONDS", 0.1)
    whole = Worker.take

    def slowly(self, seconds=None):
        if self.begun < time.monotonic():  # not what says that it begins
            until(lambda: state(self.process.pid) in "TZ")
        return whole(self, seconds)

    monkeypatch.setattr(Worker, "take", slowly)
    guard = Guard(str, seconds)
    ((_, said),) = processes.in_processes(Stopped, [how], 1, guard)
    assert said.startswith(why)


def test_no_room_for_a_channel_is_an_environment_problem(monkeypatch):
    def none():
        raise OSError(24, "Too many open files")

    monkeypatch.setattr(processes.socket, "socketpair", none)
    with pytest.raises(EnvironmentProblem, match="cannot start: Too many open files"):
        list(parallel.map(abs, [1, 2], workers=2))


def failing(n):
    raise ValueError(f"no {n}")


def test_an_error_says_where_it_came_from():
    with pytest.raises(ValueError, match=r"no [01]") as caught:
        list(parallel.completed(failing, range(2), workers=2))
    assert any(
        note.startswith("in a worker process:\nTraceback") and "in failing" in note
        for note in caught.value.__notes__
    )
