"""Idle workers serve the next call, if nothing that they depend on has changed; then they end."""

from __future__ import annotations

import importlib
import os
import signal
import sys

import pytest

from pybench import parallel
from pybench.parallel import processes
from pybench.parallel.processes import Guard
from tests.parallel.scripts import gone, python


@pytest.fixture(autouse=True)
def none_before_and_after():
    """Start without idle workers, and leave none."""
    processes.end_kept()
    yield
    processes.end_kept()


def pids(workers=1, tasks=2, **options):
    """Return the processes that some tasks ran in."""
    found = parallel.completed(lambda _: os.getpid(), range(tasks), workers=workers, **options)
    return {pid for _, pid in found}


ALONE = Guard(str, apart=True)  # one worker, and not this process


def test_the_next_call_has_the_same_processes():
    first = pids(guard=ALONE)
    assert processes.has_kept()
    assert pids(guard=ALONE) == first
    assert len(pids(2, 8) | first) == 2


def test_a_call_that_is_closed_or_fails_ends_its_processes():
    def fail(n):
        if n == 2:
            raise ValueError(str(os.getpid()))
        return os.getpid()

    answers = parallel.completed(fail, range(2), workers=2)
    _, pid = next(answers)
    answers.close()
    assert gone([pid])
    with pytest.raises(ValueError, match=r"\d+") as caught:
        list(parallel.completed(fail, [2], workers=2))
    assert gone([int(str(caught.value))])
    assert not processes.has_kept()


@pytest.mark.parametrize("what", ["environment", "folder", "path"])
def test_a_call_in_another_setting_has_other_processes(what, monkeypatch, tmp_path):
    first = pids(guard=ALONE)
    if what == "environment":
        monkeypatch.setenv("PYBENCH_TEST_SETTING", "another")
    elif what == "folder":
        monkeypatch.chdir(tmp_path)
    else:
        monkeypatch.syspath_prepend(str(tmp_path))
    second = pids(guard=ALONE)
    assert not first & second
    assert gone(list(first))


def test_a_module_that_was_edited_is_loaded_again(monkeypatch, tmp_path):
    file = tmp_path / "edited_between_calls.py"
    file.write_text("def answer(n):\n    return 'old'\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    module = importlib.import_module(file.stem)
    try:
        assert set(parallel.map(module.answer, range(4), workers=2)) == {"old"}
        first = pids(guard=ALONE)
        assert pids(guard=ALONE) == first
        file.write_text("def answer(n):\n    return 'other'\n")
        importlib.reload(module)
        assert set(parallel.map(module.answer, range(4), workers=2)) == {"other"}
    finally:
        del sys.modules[file.stem]


def test_a_module_that_was_loaded_during_a_call_counts_too(monkeypatch, tmp_path):
    file = tmp_path / "loaded_during_a_call.py"
    file.write_text("VALUE = 'old'\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)

    def tasks():
        yield importlib.import_module(file.stem).__name__

    def value(name):
        return importlib.import_module(name).VALUE

    try:
        assert list(parallel.map(value, tasks(), workers=2)) == ["old"]
        file.write_text("VALUE = 'other'\n")
        assert list(parallel.map(value, tasks(), workers=2)) == ["other"]
    finally:
        del sys.modules[file.stem]


def test_a_process_without_a_task_ends_after_some_time(monkeypatch):
    soon = processes._SERVE.replace(
        "processes.serve", "processes.IDLE_SECONDS = 0.2\nprocesses.serve"
    )
    monkeypatch.setattr(processes, "_SERVE", soon)
    first = pids(guard=ALONE)
    assert gone(list(first))
    assert not processes.has_kept()
    assert not pids(guard=ALONE) & first


def test_a_process_that_was_killed_while_it_waited_costs_nothing():
    first = pids(guard=ALONE)
    for pid in first:
        os.kill(pid, signal.SIGKILL)
    assert gone(list(first))
    assert not pids(guard=ALONE) & first


def test_a_task_begins_in_the_folder_of_the_caller(tmp_path):
    def leave(_):
        before = os.getcwd()
        os.chdir(tmp_path)
        return os.getpid(), before

    found = dict(parallel.completed(leave, range(3), workers=1, guard=ALONE))
    found |= {3: found[0], **dict(parallel.completed(leave, range(4, 6), workers=1, guard=ALONE))}
    assert set(found.values()) == {(found[0][0], os.getcwd())}


AT_EXIT = """
import os
from pybench import parallel
print(*parallel.map(lambda _: os.getpid(), range(4), workers=2))
"""


def test_they_end_with_the_program():
    done = python(AT_EXIT)
    assert done.stderr == ""
    assert gone([int(pid) for pid in done.stdout.split()])


FORKS = """
import os
from pybench import parallel
def alone():
    guard = parallel.Guard(str, apart=True)
    answers = parallel.completed(lambda _: os.getpid(), [0], workers=1, guard=guard)
    return {pid for _, pid in answers}
mine = alone()
child = os.fork()
if not child:
    os._exit(7 if alone() & mine else 0)
_, status = os.waitpid(child, 0)
print(os.waitstatus_to_exitcode(status), alone() == mine)
"""


def test_a_forked_process_leaves_them_to_its_parent():
    done = python(FORKS)
    assert (done.stdout, done.stderr) == ("0 True\n", "")
