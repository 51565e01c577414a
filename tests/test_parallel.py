"""Tasks give the same bytes wherever they run, and nothing that happens to a worker is silent."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

from pybench import parallel
from pybench.base.errors import ArgumentError, EnvironmentProblem, SeriesError, TasksFailed
from pybench.parallel import processes
from tests.parallel.scripts import environment, gone, python, until


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_results_come_in_the_order_of_the_tasks(workers):
    def slow_first(n):
        time.sleep(0.2 if n == 0 else 0.0)
        return n * n

    assert list(parallel.map(slow_first, range(20), workers=workers)) == [n * n for n in range(20)]


def test_completed_gives_every_place_once_as_they_come(tmp_path):
    def slow_first(n):
        if n == 0:
            until((tmp_path / "another").exists)
            time.sleep(0.1)  # for its answer
        else:
            (tmp_path / "another").touch()
        return n

    found = list(parallel.completed(slow_first, range(8), workers=2))
    assert sorted(found) == [(n, n) for n in range(8)]
    assert found[0] != (0, 0)


def test_no_tasks_no_workers(monkeypatch):
    monkeypatch.setattr(processes, "Worker", None)
    assert list(parallel.map(abs, [], workers=4)) == []


def test_tasks_are_asked_for_as_workers_become_free():
    asked = []

    def tasks():
        for n in range(100):
            asked.append(n)
            yield n

    results = parallel.completed(abs, tasks(), workers=2)
    for answered in range(1, 20):
        next(results)
        assert len(asked) <= answered + 2
    results.close()


def test_blas_has_one_thread_wherever_it_runs():
    def threads(_):
        import numpy as np
        import threadpoolctl

        np.ones((2, 2)) @ np.ones((2, 2))
        return {pool["num_threads"] for pool in threadpoolctl.threadpool_info()}

    for workers in (1, 2):
        assert set().union(*parallel.map(threads, range(4), workers=workers)) == {1}


def test_the_same_bytes_here_and_in_processes():
    def sums(seed):
        x = np.sin(np.arange(200 * 200) + seed).reshape(200, 200)
        return (x @ x).tobytes()

    results = [list(parallel.map(sums, range(6), workers=w)) for w in (1, 2)]
    assert results[0] == results[1]


def test_an_error_comes_back_as_itself_with_its_place():
    def fail(n):
        if n == 3:
            raise SeriesError("expected a, found b", file="f.ts", line=7)
        return n

    for workers in (1, 2):
        with pytest.raises(SeriesError, match=r"f\.ts:7") as caught:
            list(parallel.map(fail, range(6), workers=workers))
        assert caught.value.line == 7
        notes = getattr(caught.value, "__notes__", [])
        assert workers == 1 or "in fail" in notes[0]


def test_an_error_that_cannot_be_sent_comes_back_as_its_text():
    def fail(_):
        class Odd(Exception):
            def __init__(self, one, two):
                super().__init__(f"{one}{two}")
                self.lock = __import__("threading").Lock()

        raise Odd("very ", "odd")

    with pytest.raises(RuntimeError, match="Odd: very odd"):
        list(parallel.map(fail, [1], workers=2))


def test_what_cannot_be_sent_is_refused():
    with pytest.raises(ArgumentError, match="cannot be sent to another process"):
        list(parallel.map(lambda lock: lock, [threading.Lock()], workers=2))


@pytest.mark.parametrize("workers", [0, -1, 1.5, "2", True])
def test_workers_is_a_whole_number(workers):
    with pytest.raises(ArgumentError, match="`workers`"):
        parallel.completed(abs, [1], workers=workers)


def test_a_task_whose_worker_is_killed_once_is_computed_again(tmp_path):
    def die_once(n):
        mark = tmp_path / str(n)
        if n % 3 == 0 and not mark.exists():
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return n

    assert list(parallel.map(die_once, range(9), workers=2)) == list(range(9))


def test_a_task_that_always_kills_is_set_aside_and_the_others_are_done():
    def die(n):
        if n in (2, 5):
            os.kill(os.getpid(), signal.SIGSEGV if n == 2 else signal.SIGKILL)
        return n

    found = []
    results = parallel.completed(die, range(8), workers=2)
    with pytest.raises(TasksFailed, match=r"2 tasks .* 3 times \(signal 11, signal 9\)") as caught:
        found.extend(place for place, _ in results)
    assert sorted(found) == [0, 1, 3, 4, 6, 7]
    assert caught.value.tasks == (2, 5)
    assert caught.value.exit_code == 4


@pytest.mark.parametrize("code", [0, 3])
def test_a_task_that_ends_its_worker_is_no_success(code):
    with pytest.raises(TasksFailed, match=f"exit {code}"):
        list(parallel.map(lambda _: os._exit(code), [1], workers=2))


def test_workers_that_cannot_start_say_so(monkeypatch):
    monkeypatch.setattr(processes, "_SERVE", f"import sys; sys.exit({processes.NO_START})")
    with pytest.raises(EnvironmentProblem, match="cannot start"):
        list(parallel.map(abs, [1], workers=2))
    monkeypatch.setattr(sys, "executable", "/no/such/python")
    with pytest.raises(EnvironmentProblem, match="No such file"):
        list(parallel.map(abs, [1], workers=2))


def test_workers_end_when_nobody_wants_more():
    results = parallel.completed(lambda _: os.getpid(), range(100), workers=2)
    pids = [next(results)[1] for _ in range(6)]
    results.close()
    assert gone(pids)


SCRIPT = """
from pybench import parallel
def power(n):
    return base ** n
base = 3
print(list(parallel.map(power, range(5), workers=2)))
"""


@pytest.mark.parametrize("way", ["file", "standard input", "-c"])
def test_a_script_needs_no_main_guard(way, tmp_path):
    path = tmp_path / "script.py"
    path.write_text(SCRIPT)
    done = {
        "file": lambda: python("", arguments=[str(path)]),
        "standard input": lambda: python("", arguments=["-"], input=SCRIPT),
        "-c": lambda: python(SCRIPT),
    }[way]()
    assert (done.stdout, done.stderr) == ("[1, 3, 9, 27, 81]\n", "")


def test_what_a_task_prints_does_not_mix_with_results():
    code = "from pybench import parallel\nlist(parallel.map(print, ['hello'], workers=2))"
    done = python(code)
    assert (done.stdout, done.stderr) == ("", "hello\n")


LONG = """
import json, os, sys, time
from pybench import parallel
def pid(_):
    with open(sys.argv[1], "a") as file:
        file.write(f"{os.getpid()}\\n")
    time.sleep(60)
list(parallel.map(pid, range(4), workers=2))
"""


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_workers_die_with_their_parent_in_mid_task(how, tmp_path):
    pids = tmp_path / "pids"
    pids.touch()
    code = LONG.replace("sys.argv[1]", json.dumps(str(pids)))
    parent = subprocess.Popen(
        [sys.executable, "-c", code], env=environment(), stderr=subprocess.PIPE, text=True
    )
    until(lambda: len(pids.read_text().splitlines()) == 2)
    parent.send_signal(how)
    _, errors = parent.communicate(timeout=60)
    workers = [int(line) for line in pids.read_text().splitlines()]
    assert len(workers) == 2
    assert gone(workers)
    assert parent.returncode == -how
    assert ("KeyboardInterrupt" in errors) == (how == signal.SIGINT)


def test_the_first_tasks_are_computed_here_as_long_as_that_is_wanted():
    asked, told = [], []

    def tasks():
        for n in range(10):
            asked.append(n)
            yield n

    def here(seconds):
        told.append(seconds)
        return len(told) < 3

    def where(n):
        return n, os.getpid()

    results = parallel.completed(where, tasks(), workers=2, here=here)
    found = [next(results) for _ in range(3)]
    assert asked == [0, 1, 2]
    assert found == [(n, (n, os.getpid())) for n in range(3)]
    found = dict(results)
    assert sorted(found) == list(range(3, 10))
    assert all(answer[0] == place and answer[1] != os.getpid() for place, answer in found.items())
    assert len(told) == 3
    assert all(0 <= seconds < 60 for seconds in told)


def test_no_process_is_started_for_tasks_that_are_all_computed_here(monkeypatch, capsys):
    monkeypatch.setattr(processes, "Worker", None)
    found = parallel.completed(print, range(2), workers=2, here=lambda seconds: True)
    assert list(found) == [(0, None), (1, None)]
    assert capsys.readouterr() == ("", "0\n1\n")  # where other processes print, too


def test_tasks_that_kill_have_their_places_after_tasks_that_were_computed_here():
    def die(n):
        if n == 3:
            os.kill(os.getpid(), signal.SIGKILL)
        return n

    found = []
    results = parallel.completed(die, range(6), workers=2, here=lambda seconds: False)
    with pytest.raises(TasksFailed) as caught:
        found.extend(results)
    assert sorted(found) == [(n, n) for n in (0, 1, 2, 4, 5)]
    assert caught.value.tasks == (3,)
