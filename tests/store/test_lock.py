"""A lock is one process's, and ends with it."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys

import pytest

from pybench.base.errors import EnvironmentProblem
from pybench.store.lock import Lock, alone_in


def test_a_second_one_is_refused_until_the_first_is_closed(tmp_path):
    first = Lock(tmp_path / "lock")
    with pytest.raises(EnvironmentProblem, match="another run is at work"):
        Lock(tmp_path / "lock")
    first.close()
    Lock(tmp_path / "lock").close()


def test_a_lock_ends_with_its_process(tmp_path):
    code = f"""
import sys, time
from pybench.store.lock import Lock, alone_in
lock = Lock({str(tmp_path / "lock")!r})
print("held", flush=True)
time.sleep(60)
"""
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout.readline() == "held\n"
        with pytest.raises(EnvironmentProblem):
            Lock(tmp_path / "lock")
        os.kill(other.pid, signal.SIGKILL)
        other.wait()
    Lock(tmp_path / "lock").close()


def test_a_place_that_cannot_be_locked_is_named(tmp_path):
    with pytest.raises(EnvironmentProblem, match="cannot lock") as caught:
        Lock(tmp_path / "none" / "lock")
    assert caught.value.file == str(tmp_path / "none" / "lock")


def test_a_folder_is_one_writers_at_a_time(tmp_path):
    with alone_in(tmp_path):
        with pytest.raises(EnvironmentProblem, match="at work in this folder"), alone_in(tmp_path):
            pass
        assert list(tmp_path.iterdir()) == []
    with alone_in(tmp_path):
        pass


def test_where_folders_cannot_be_locked_work_goes_on(tmp_path, monkeypatch):
    def none(*_):
        raise OSError(errno.EBADF, "no locks of folders here")

    monkeypatch.setattr("fcntl.flock", none)
    with alone_in(tmp_path), alone_in(tmp_path):
        pass
