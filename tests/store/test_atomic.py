"""A reader sees the old bytes or the new ones, whatever step of the writing fails."""

from __future__ import annotations

import errno
import os
import random
import stat
import subprocess
import sys
import threading
import time
from contextlib import suppress
from itertools import count
from pathlib import Path

import faults
import pytest

from pybench.base.errors import EnvironmentProblem
from pybench.store import atomic

ROOT = Path(__file__).parents[2]
OLD, NEW = b"old" * 1000, b"new" * 2000


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EIO, errno.EROFS, errno.EDQUOT])
@pytest.mark.parametrize("old", [OLD, None], ids=["replace", "create"])
def test_every_system_call_may_fail(code, old, tmp_path, record_property):
    path = tmp_path / "value"
    for n in count(1):
        if old is None:
            path.unlink(missing_ok=True)
        else:
            path.write_bytes(old)
        with faults.failing(n, code, faults.EVERY) as fault:
            try:
                atomic.write_bytes(path, NEW)
            except EnvironmentProblem as error:
                failure = error
            else:
                failure = None
        found = path.read_bytes() if path.exists() else None
        assert found in (old, NEW)
        assert names(tmp_path) in ([], ["value"]), "a temporary file was left behind"
        if fault.calls < n:  # no fault fired: the writing is over
            assert (failure, found) == (None, NEW)
            break
        assert failure is not None
        assert failure.file == str(path)
        assert os.strerror(code) in str(failure)
    record_property("faults", n - 1)
    assert n > 7  # stat, open, write, fsync, close, replace, and the same for the folder


def test_what_is_written_is_there_in_full(tmp_path):
    for data in (b"", b"x", os.urandom(3_000_000)):
        atomic.write_bytes(tmp_path / "value", data)
        assert (tmp_path / "value").read_bytes() == data
    atomic.write_text(tmp_path / "text", "\u00e9\r\n\n")
    assert (tmp_path / "text").read_bytes() == "\u00e9\r\n\n".encode()
    assert names(tmp_path) == ["text", "value"]


def test_a_short_write_is_continued(tmp_path, monkeypatch):
    write = os.write
    monkeypatch.setattr(atomic.os, "write", lambda descriptor, data: write(descriptor, data[:7]))
    atomic.write_bytes(tmp_path / "value", NEW)
    assert (tmp_path / "value").read_bytes() == NEW


def test_permissions_are_kept_and_otherwise_as_for_any_new_file(tmp_path):
    atomic.write_bytes(tmp_path / "value", b"1")
    (tmp_path / "plain").write_bytes(b"")
    assert (tmp_path / "value").stat().st_mode == (tmp_path / "plain").stat().st_mode
    (tmp_path / "value").chmod(0o640)
    atomic.write_bytes(tmp_path / "value", b"2")
    assert stat.S_IMODE((tmp_path / "value").stat().st_mode) == 0o640


def test_a_link_is_followed(tmp_path):
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to("folder/value")
    atomic.write_bytes(tmp_path / "link", NEW)
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "folder" / "value").read_bytes() == NEW


def test_a_longest_name_leaves_room_for_the_temporary_one(tmp_path):
    atomic.write_bytes(tmp_path / ("x" * 255), NEW)
    assert names(tmp_path) == ["x" * 255]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_device_is_an_error_and_stays_a_device():
    with pytest.raises(EnvironmentProblem, match="No space left"):
        atomic.write_bytes("/dev/full", NEW)
    assert stat.S_ISCHR(os.stat("/dev/full").st_mode)
    atomic.write_bytes("/dev/null", NEW)
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)


@pytest.mark.parametrize("path", ["missing/value", "", "."])
def test_no_such_place(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(EnvironmentProblem, match="cannot write the file") as caught:
        atomic.write_bytes(path, NEW)
    assert caught.value.hint
    assert names(tmp_path) == []


def test_readers_never_see_half_a_file(tmp_path):
    path = tmp_path / "value"
    versions = [bytes([i]) * 100_000 for i in range(4)]
    atomic.write_bytes(path, versions[0])
    over = threading.Event()

    def write():
        for i in range(100):
            atomic.write_bytes(path, versions[i % 4])
        over.set()

    writer = threading.Thread(target=write)
    writer.start()
    reads = 0
    while not over.is_set():
        assert path.read_bytes() in versions
        reads += 1
    writer.join()
    assert reads > 10


WRITER = """
import sys
from pybench.store import atomic
for i in range(10**9):
    atomic.write_bytes(sys.argv[1], bytes([i % 256]) * 300_000)
    if i == 0:
        print("started", flush=True)
"""


def test_a_killed_writer_leaves_a_whole_file_and_what_a_sweep_removes(tmp_path, record_property):
    record_property("kills", 4)
    path = tmp_path / "value"
    for pause in (0.0, 0.003, 0.007, 0.011):
        command = [sys.executable, "-c", WRITER, str(path)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT) as writer:
            writer.stdout.readline()
            time.sleep(pause)
            writer.kill()
        data = path.read_bytes()
        assert data == data[:1] * 300_000
    leftovers = len(names(tmp_path)) - 1
    assert atomic.sweep(tmp_path) == 0  # they are young: a writer may still own them
    assert atomic.sweep(tmp_path, age=0) == leftovers
    assert names(tmp_path) == ["value"]


@pytest.mark.slow
def test_ten_thousand_reads_while_writers_are_killed(tmp_path, record_property):
    record_property("kills", 200)
    path, chance, reads = tmp_path / "value", random.Random(1), 0
    for _ in range(200):
        command = [sys.executable, "-c", WRITER, str(path)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT) as writer:
            writer.stdout.readline()
            end = time.monotonic() + chance.random() * 0.05
            while time.monotonic() < end or reads % 50:
                data = path.read_bytes()
                assert data == data[:1] * 300_000
                reads += 1
            writer.kill()
    assert reads >= 10_000
    assert 0 < atomic.sweep(tmp_path, age=0) <= 200
    assert names(tmp_path) == ["value"]


def test_a_sweep_takes_only_what_is_old_and_its_own(tmp_path):
    for name in (".pybench-1-a.tmp", ".pybench-2-b.tmp", "mine.tmp", ".pybench"):
        (tmp_path / name).write_bytes(b"")
    two_days_ago = time.time() - 2 * atomic.DAY
    for name in (".pybench-1-a.tmp", "mine.tmp", ".pybench"):
        os.utime(tmp_path / name, (two_days_ago, two_days_ago))
    assert atomic.sweep(tmp_path) == 1
    assert names(tmp_path) == [".pybench", ".pybench-2-b.tmp", "mine.tmp"]


def test_what_is_old_and_has_a_writer_that_lives_stays(tmp_path):
    with subprocess.Popen(["sleep", "60"]) as other:
        for number in (other.pid, os.getpid()):
            path = tmp_path / f".pybench-{number}-a.tmp"
            path.write_bytes(b"")
            os.utime(path, (0, 0))
        assert atomic.sweep(tmp_path) == 1  # a process of our number was in a container
        assert names(tmp_path) == [f".pybench-{other.pid}-a.tmp"]
        other.kill()
        other.wait()
        assert atomic.sweep(tmp_path) == 1


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EIO])
@pytest.mark.parametrize("old", [OLD, None], ids=["replace", "create"])
def test_every_system_call_of_piecewise_writing_may_fail(code, old, tmp_path, record_property):
    path = tmp_path / "value"
    for n in count(1):
        path.unlink(missing_ok=True)
        if old is not None:
            path.write_bytes(old)
        with (
            faults.failing(n, code, faults.EVERY) as fault,
            suppress(EnvironmentProblem),
            atomic.writing(path) as file,
        ):
            file.write(NEW[:100])
            file.write(NEW[100:])
        left = path.read_bytes() if path.exists() else None
        assert left in (old, NEW)
        assert names(tmp_path) in ([], ["value"])
        if fault.calls < n:
            assert left == NEW
            break
    record_property("faults", n - 1)
    assert n > 3


def test_a_block_that_fails_leaves_what_was_there(tmp_path):
    path = tmp_path / "value"
    path.write_bytes(OLD)
    path.chmod(0o640)
    with pytest.raises(ZeroDivisionError), atomic.writing(path) as file:
        file.write(NEW[: 1 // 0])
    assert (path.read_bytes(), names(tmp_path)) == (OLD, ["value"])
    with atomic.writing(path) as file:
        file.write(NEW)
    assert (path.read_bytes(), stat.S_IMODE(path.stat().st_mode)) == (NEW, 0o640)


def test_a_device_cannot_be_replaced_piece_by_piece():
    with pytest.raises(EnvironmentProblem, match="not a regular file"), atomic.writing("/dev/null"):
        raise AssertionError


def test_remove_takes_away_what_is_there_and_names_what_it_cannot(tmp_path):
    (tmp_path / "file").write_bytes(OLD)
    for _ in range(2):
        atomic.remove(tmp_path / "file")
        assert names(tmp_path) == []
    (tmp_path / "folder").mkdir()
    with pytest.raises(EnvironmentProblem, match="folder"):
        atomic.remove(tmp_path / "folder")


def test_two_may_move_the_same_files_at_once(tmp_path, monkeypatch):
    source, folder = tmp_path / "stage", tmp_path / "whole"
    source.mkdir()
    for name in ("a", "b", "last"):
        (source / name).write_text(name)
    whole = os.replace

    def another_is_first(path, target):
        monkeypatch.setattr(os, "replace", whole)
        atomic.move_into(source, folder, "last")
        whole(path, target)

    monkeypatch.setattr(os, "replace", another_is_first)
    atomic.move_into(source, folder, "last")
    assert sorted(path.name for path in folder.iterdir()) == ["a", "b", "last"]
    assert not source.exists()


def test_what_could_not_be_written_is_refused_before_the_work(tmp_path, monkeypatch):
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("")
    atomic.require_writable(tmp_path / "new.csv")
    atomic.require_writable(tmp_path / "file")
    monkeypatch.chdir(tmp_path)
    atomic.require_writable("new.csv")
    for place, why in (
        (tmp_path / "none" / "new.csv", "No such file or directory"),
        (tmp_path / "folder", "Is a directory"),
    ):
        with pytest.raises(EnvironmentProblem, match=f"cannot write the file: {why}"):
            atomic.require_writable(place)
    monkeypatch.setattr("os.access", lambda *_: False)  # root may write everywhere
    with pytest.raises(EnvironmentProblem, match="Permission denied"):
        atomic.require_writable("new.csv")


@pytest.mark.parametrize("there", [False, True])
def test_a_folder_is_made_where_others_are(there, tmp_path):
    parent = tmp_path / "a" / "b"
    if there:
        parent.mkdir(parents=True)
    with atomic.making_folder(parent / "made") as made:
        (made / "x").write_text("1")
    assert names(parent) == ["made"]
    assert (parent / "made" / "x").read_text() == "1"


def test_a_new_name_is_on_the_disk_before_the_writer_goes_on(tmp_path, monkeypatch):
    synced = []
    monkeypatch.setattr(atomic, "_sync_folder", lambda folder: synced.append(str(folder)))
    atomic.write_bytes(tmp_path / "one", b"1")
    with atomic.writing(tmp_path / "two") as file:
        file.write(b"2")
    assert synced == [str(tmp_path)] * 2


def test_many_files_are_synced_together_and_an_error_of_one_names_it(tmp_path, monkeypatch):
    files = [tmp_path / str(n) for n in range(40)]
    for file in files:
        atomic.write_bytes(file, b"1", durable=False)
    synced, bad = [], tmp_path / "27"

    def fsync(descriptor):
        path = os.readlink(f"/proc/self/fd/{descriptor}")
        if bad is not None and path == str(bad):
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        synced.append(path)

    if not os.path.isdir("/proc/self/fd"):
        pytest.skip("the system does not tell the path of a descriptor")
    monkeypatch.setattr(os, "fsync", fsync)
    with pytest.raises(EnvironmentProblem, match="Input/output error") as caught:
        atomic.sync([*files, tmp_path / "gone"])
    assert caught.value.file == str(bad)
    bad = None
    synced.clear()
    atomic.sync([*files, tmp_path / "gone"])
    assert sorted(synced) == sorted([*map(str, files), str(tmp_path)])
    assert synced[-1] == str(tmp_path)  # the folder, which holds the names, comes last
