"""What differs between systems: each way out is taken with the system's functions taken away."""

from __future__ import annotations

import fcntl
import json
import os
import resource
import subprocess
import sys
import time
from pathlib import Path

import pytest
from sklearn.dummy import DummyClassifier

import pybench as pb
from pybench import parallel
from pybench.base import system
from pybench.base.errors import EnvironmentProblem
from pybench.parallel import processes
from pybench.parallel.setting import Setting
from pybench.store import atomic
from pybench.store.lock import Lock, alone_in
from pybench.suite.running.limits import require_limits
from tests.parallel.scripts import gone

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "r" / "inst" / "extdata"
#: What Python lacks on Windows, as far as a program can take it away here.
AWAY = """
import os, signal, subprocess, sys
for name in ("fork", "forkpty", "killpg", "getpgrp", "setsid", "waitid", "register_at_fork",
             "pread", "pwrite", "getuid", "geteuid", "getppid", "sync", "sched_getaffinity",
             "O_NOFOLLOW", "O_CLOEXEC", "O_DIRECTORY"):
    delattr(os, name)
del signal.SIGKILL
for name in ("fcntl", "resource", "pwd", "grp", "termios"):
    sys.modules[name] = None
"""


def there(code: str, cwd: Path) -> str:
    """Run code where these functions are absent; return what it prints."""
    done = subprocess.run(
        [sys.executable, "-P", "-c", AWAY + code],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        text=True,
        capture_output=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


COMPARED = """
import json
import pybench as pb
from pybench.base import shared
from pybench.store import atomic
from pybench.store.journal import Journal, events

t = pb.read_results(shared.r_source() / "inst/extdata/demsar2006.csv", higher_is_better=True)
print(json.dumps([pb.friedman(t).pvalue, str(pb.stability(t))]))
open("journal", "wb").write(b"torn")
for number in (1, 2):
    with Journal("journal") as journal:
        journal.append({"done": number})
print(json.dumps([event["done"] for event in events("journal")]))
with atomic.making_folder("made") as folder:
    atomic.write_text(folder / "x", "a\\nb")
atomic.sync(["made/x"])
atomic.sweep(".", 1.0)
"""


def test_a_comparison_and_its_files_are_the_same_without_them(tmp_path):
    numbers, seen = map(json.loads, there(COMPARED, tmp_path).splitlines())
    t = pb.read_results(EXAMPLES / "demsar2006.csv", higher_is_better=True)
    assert numbers == [pb.friedman(t).pvalue, str(pb.stability(t))]
    assert seen == [1, 2]
    assert (tmp_path / "journal").read_bytes().startswith(b"torn\n")
    assert (tmp_path / "made" / "x").read_bytes() == b"a\nb"


SUITE = """
import json
import pybench as pb
from pybench.base import shared
from pybench.base.errors import EnvironmentProblem
from sklearn.dummy import DummyClassifier

folder = shared.r_source() / "inst" / "extdata"
suite, estimators = pb.Suite.load(folder / "suite"), {"dummy": DummyClassifier()}
t = pb.read_results(folder / "demsar2006.csv", higher_is_better=True)
print(json.dumps(pb.run(suite, estimators, out="runs").scores.tolist()))
refused = {
    "timeout": lambda: pb.run(suite, estimators, out="late", timeout=5),
    "memory": lambda: pb.run(suite, estimators, out="large", memory="2G"),
    "R": lambda: pb.friedman(t, engine="r"),
}
for name, call in refused.items():
    try:
        call()
    except EnvironmentProblem as error:
        print(json.dumps([name, error.message, error.hint]))
"""


def test_a_suite_runs_in_one_process_and_what_cannot_be_is_a_typed_error(tmp_path):
    scores, *refused = map(json.loads, there(SUITE, tmp_path).splitlines())
    suite = pb.Suite.load(EXAMPLES / "suite")
    t = pb.run(suite, {"dummy": DummyClassifier()}, out=tmp_path / "here")
    assert scores == t.scores.tolist()
    told = {name: f"{message} {hint}" for name, message, hint in refused}
    assert list(told) == ["timeout", "memory", "R"]
    assert "a worker process cannot start" in told["timeout"]
    assert "Leave out limits of time and memory" in told["timeout"]
    assert "cannot limit the memory" in told["memory"]
    assert 'engine="python"' in told["R"]


# What Windows has in place of flock, made of the other locks of this system.
MSVCRT = """
import types
def locking(descriptor, mode, count):
    assert mode == 2
    try:
        os.lockf(descriptor, os.F_TLOCK, count)
    except BlockingIOError:
        raise PermissionError(13, "Permission denied") from None
sys.modules["msvcrt"] = types.SimpleNamespace(LK_NBLCK=2, locking=locking)
"""
HELD = """
import sys, time
from pybench.store.journal import Journal
journal = Journal("journal")
journal.append({"a": 1})
print("held", flush=True)
sys.stdin.read()
"""
REFUSED = """
from pybench.base.errors import EnvironmentProblem
from pybench.store.journal import Journal, events
print(list(events("journal")))
try:
    Journal("journal").close()
except EnvironmentProblem as error:
    print(error.message)
"""


def test_the_lock_of_windows_is_one_processs(tmp_path):
    first = subprocess.Popen(
        [sys.executable, "-P", "-c", AWAY + MSVCRT + HELD],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    with first:
        assert first.stdout.readline() == b"held\n"
        again = there(MSVCRT + REFUSED, tmp_path).splitlines()
        assert again == ["[{'a': 1}]", "another run is at work in this folder"]
        first.stdin.close()
    free = there(MSVCRT + REFUSED, tmp_path).splitlines()
    assert free == ["[{'a': 1}]"]
    assert (tmp_path / "journal").stat().st_size < 100  # the locked byte was not written


def test_without_any_lock_nothing_is_locked(tmp_path, monkeypatch):
    for name in ("fcntl", "msvcrt"):
        monkeypatch.setitem(sys.modules, name, None)
    Lock(tmp_path / "lock").close()
    first, second = Lock(tmp_path / "lock"), Lock(tmp_path / "lock")
    first.close()
    second.close()


def test_where_a_folder_cannot_be_opened_it_is_neither_locked_nor_synced(tmp_path, monkeypatch):
    monkeypatch.delattr(os, "O_DIRECTORY")
    assert system.open_folder(tmp_path) is None
    with alone_in(tmp_path), alone_in(tmp_path):
        atomic.write_text(tmp_path / "x", "1")
    assert (tmp_path / "x").read_text() == "1"


def test_a_system_with_text_files_is_asked_for_bytes(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "O_BINARY", os.O_APPEND, raising=False)  # a flag that can be seen
    descriptor = system.open_file(tmp_path / "x", os.O_WRONLY | os.O_CREAT)
    assert fcntl.fcntl(descriptor, fcntl.F_GETFL) & os.O_APPEND
    os.close(descriptor)


def test_a_link_is_refused_where_the_system_can_and_followed_elsewhere(tmp_path, monkeypatch):
    (tmp_path / "link").symlink_to(tmp_path / "file")
    (tmp_path / "file").touch()
    with pytest.raises(OSError, match="link"):
        system.open_file(tmp_path / "link", os.O_RDONLY, follow=False)
    monkeypatch.delattr(os, "O_NOFOLLOW")
    os.close(system.open_file(tmp_path / "link", os.O_RDONLY, follow=False))


def test_a_folder_is_made_where_a_rename_replaces_files_only(tmp_path, monkeypatch):
    replace = os.replace

    def of_files(source, target):
        if os.path.isdir(target):
            raise PermissionError(13, "Access is denied")
        replace(source, target)

    monkeypatch.setattr(os, "replace", of_files)
    (tmp_path / "made").mkdir()
    with atomic.making_folder(tmp_path / "made") as folder:
        (folder / "x").touch()
    assert [path.name for path in tmp_path.rglob("*")] == ["made", "x"]
    with pytest.raises(EnvironmentProblem), atomic.making_folder(tmp_path / "made"):
        pass
    assert [path.name for path in tmp_path.rglob("*")] == ["made", "x"]


def test_a_process_is_not_asked_whether_it_runs_where_that_would_end_it(monkeypatch):
    assert system.is_running(os.getppid())
    assert not system.is_running(2**22 + 1)
    monkeypatch.delattr(os, "killpg")
    monkeypatch.setattr(os, "kill", lambda *_: pytest.fail("ended a process"))
    assert not system.is_running(os.getppid())


@pytest.mark.parametrize("way", ["waitid", "poll"])
def test_the_group_of_a_process_that_has_ended_can_be_ended(way, tmp_path, monkeypatch):
    if way == "poll":
        monkeypatch.delattr(os, "waitid")
    code = "import subprocess as s, sys; print(s.Popen(['sleep', '600'], stdout=2).pid, flush=True)"
    leader = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, start_new_session=True
    )
    with leader:
        child = int(leader.stdout.readline())
        until = time.monotonic() + 30
        while not system.has_ended(leader) and time.monotonic() < until:
            time.sleep(0.01)
        assert system.has_ended(leader)
        if way == "waitid":
            assert leader.returncode is None  # its number stays reserved
            assert system.is_running(child)
            system.end_group(leader.pid)
    assert gone([child])


def test_a_limit_of_memory_is_offered_where_it_holds(monkeypatch):
    assert system.limits_memory()
    monkeypatch.setattr(system, "_LIMITED", system._LIMITED.replace("2**20, hard", "hard, hard"))
    assert not system.limits_memory()  # it is taken, and nothing comes of it
    monkeypatch.undo()
    monkeypatch.delattr(resource, "RLIMIT_AS")
    assert not system.limits_memory()
    with pytest.raises(EnvironmentProblem, match="cannot limit the memory") as caught:
        require_limits()
    assert caught.value.hint == "Leave `memory` out."


def test_a_limit_of_memory_holds_inside_alone():
    before = resource.getrlimit(resource.RLIMIT_AS)
    for size in (2**44, 2**45):  # above what this process has
        with system.limited_memory(size):
            assert resource.getrlimit(resource.RLIMIT_AS) == (size, before[1])
        assert resource.getrlimit(resource.RLIMIT_AS) == before
    with system.limited_memory(None):
        assert resource.getrlimit(resource.RLIMIT_AS) == before


def test_without_limits_any_number_of_files_may_be_open(monkeypatch):
    assert system.open_files() == resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    monkeypatch.setitem(sys.modules, "resource", None)
    assert system.open_files() == float("inf")


def test_without_forks_there_is_one_core_and_no_worker(monkeypatch):
    monkeypatch.delattr(os, "fork")
    assert parallel.cores() == 1
    assert list(parallel.map(lambda _: os.getpid(), range(2), workers=2)) == [os.getpid()] * 2
    with pytest.raises(EnvironmentProblem, match="cannot hand an open file"):
        processes.Worker(Setting.present(""))


@pytest.mark.parametrize(
    ("name", "cache", "settings"),
    [
        ("linux", "~/.cache", "~/.config"),
        ("darwin", "~/Library/Caches", "~/Library/Application Support"),
        ("win32", "~/AppData/Local", "~/AppData/Roaming"),
        ("freebsd14", "~/.cache", "~/.config"),
    ],
)
def test_the_usual_folders(name, cache, settings, monkeypatch):
    monkeypatch.setattr(sys, "platform", name)
    assert (system.cache_folder(), system.settings_folder()) == (cache, settings)
