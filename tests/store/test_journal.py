"""A journal is read up to, and after, whatever a kill has torn; one process writes at a time."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys

import pytest

from pybench.base.errors import EnvironmentProblem
from pybench.store.journal import Journal, events


def filled(path, n):
    with Journal(path) as journal:
        for number in range(n):
            journal.append({"number": number, "text": "ä\n"})
    return [{"number": number, "text": "ä\n"} for number in range(n)]


def test_what_is_written_is_read(tmp_path):
    path = tmp_path / "journal"
    assert list(events(path)) == []
    assert filled(path, 3) == list(events(path))


def test_torn_anywhere_it_is_read_up_to_there_and_goes_on(tmp_path):
    path = tmp_path / "journal"
    whole = filled(path, 4)
    data = path.read_bytes()
    ends = [i + 1 for i, byte in enumerate(data) if byte == 10]
    for cut in range(len(data) + 1):
        path.write_bytes(data[:cut])
        kept = sum(end - 1 <= cut for end in ends)  # a line that lacks its end alone is whole
        assert list(events(path)) == whole[:kept]
        with Journal(path) as journal:
            journal.append({"more": cut})
        assert list(events(path)) == [*whole[:kept], {"more": cut}]


def test_damaged_lines_are_passed_over(tmp_path):
    path = tmp_path / "journal"
    whole = filled(path, 3)
    data = bytearray(path.read_bytes())
    data[data.index(b'"number":1') + 9] = ord("7")
    path.write_bytes(bytes(data) + b"00000000 \n\0\xff\n")
    assert list(events(path)) == [whole[0], whole[2]]


def test_two_at_once_are_refused_and_a_killed_one_lets_go(tmp_path):
    path = tmp_path / "journal"
    code = (
        "import sys, time; from pybench.store.journal import Journal\n"
        "journal = Journal(sys.argv[1]); journal.append({'a': 1}); print('held', flush=True)\n"
        "time.sleep(600)"
    )
    process = subprocess.Popen([sys.executable, "-c", code, str(path)], stdout=subprocess.PIPE)
    assert process.stdout.readline() == b"held\n"
    with pytest.raises(EnvironmentProblem, match="another run"):
        Journal(path)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    filled(path, 1)
    assert len(list(events(path))) == 2


def test_a_full_disk_is_named_and_what_was_written_stays(tmp_path, monkeypatch):
    path = tmp_path / "journal"
    whole = filled(path, 2)
    write = os.write

    def full(descriptor, data):
        if len(data) < 20:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return write(descriptor, data[: len(data) // 2])

    monkeypatch.setattr(os, "write", full)
    with Journal(path) as journal:
        with pytest.raises(EnvironmentProblem, match="No space left") as caught:
            journal.append({"number": 2, "text": "long enough to be cut in several parts"})
        assert caught.value.file == str(path)
    monkeypatch.undo()
    assert list(events(path)) == whole
    assert filled(path, 1) == list(events(path))[2:]


@pytest.mark.parametrize("place", ["none/journal", "."])
def test_where_nothing_can_be_written(place, tmp_path):
    with pytest.raises(EnvironmentProblem, match="cannot write the journal"):
        Journal(tmp_path / place)


@pytest.mark.parametrize("code", [errno.ENOLCK, errno.ENOTSUP])
def test_a_file_system_without_locks_is_named(code, tmp_path, monkeypatch):
    import fcntl

    def flock(*_):
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(fcntl, "flock", flock)
    with pytest.raises(EnvironmentProblem, match=os.strerror(code)) as caught:
        Journal(tmp_path / "journal")
    assert caught.value.file == str(tmp_path / "journal")


def test_a_torn_line_that_cannot_be_ended_is_named(tmp_path, monkeypatch):
    (tmp_path / "journal").write_bytes(b"torn")

    def write(*_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "write", write)
    with pytest.raises(EnvironmentProblem, match=os.strerror(errno.ENOSPC)):
        Journal(tmp_path / "journal")
