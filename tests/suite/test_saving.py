"""A save that is killed leaves the suite before it, or the one that it was to be."""

from __future__ import annotations

import os
import pathlib

import pytest

import pybench as pb
from pybench.base.errors import EnvironmentProblem
from pybench.store.lock import alone_in
from pybench.suite.saving import STAGE

WHEN = "2026-01-31T12:00:00Z"


class Killed(BaseException):
    """What ends a process at a system call."""


def killed_at(monkeypatch, number):
    """Let the system call that moves a file end the process at the given time."""
    calls = iter(range(1, 1000))
    move = os.replace

    def replace(*paths):
        if next(calls) == number:
            raise Killed
        move(*paths)

    monkeypatch.setattr(os, "replace", replace)


def test_a_kill_at_any_step_leaves_a_suite(folder, suite, tmp_path, monkeypatch):
    other = pb.Suite.create("toy", folder, target="class", folds=2, created=WHEN)
    assert other.hash != suite.hash
    seen = []
    for number in range(1, 100):
        place = tmp_path / str(number)
        suite.save(place)
        with monkeypatch.context() as patch:
            killed_at(patch, number)
            try:
                other.save(place)
            except Killed:
                pass
            else:
                break
        found = pb.Suite.load(place)
        seen.append(found.hash)
        assert found.hash in (suite.hash, other.hash)
        assert other.save(place).hash == pb.Suite.load(place).hash == other.hash
        assert not (place / STAGE).exists()
    assert seen[0] == suite.hash
    assert seen[-1] == other.hash
    assert len(seen) > 6


def test_what_is_there_is_not_written_again(suite, tmp_path):
    suite.save(tmp_path / "s")
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "s").glob("*/*")}
    suite.tag("x", tasks=["old"]).save(tmp_path / "s")
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "s").glob("*/*")} == before
    assert len(before) == 9


def test_two_that_save_at_a_time_do_not_mix_their_files(tmp_path):
    first = pb.Suite.create("s", ["iris"], folds=3).save(tmp_path / "s")
    other = pb.Suite.create("s", ["iris"], folds=4)
    with (
        alone_in(tmp_path / "s"),
        pytest.raises(EnvironmentProblem, match="another run is at work"),
    ):
        other.save(tmp_path / "s")
    assert pb.Suite.load(tmp_path / "s").hash == first.hash
    assert pb.Suite.load(other.save(tmp_path / "s").folder).hash == other.hash


def test_a_file_that_cannot_be_read_is_replaced(tmp_path, monkeypatch):
    suite = pb.Suite.create("s", ["iris"], folds=3).save(tmp_path / "s")
    again = pb.Suite.create("s", ["iris"], folds=3, created=suite.created)
    splits = tmp_path / "s" / "splits" / "iris.csv"
    read_bytes = pathlib.Path.read_bytes

    def refuse(path):
        if path == splits:
            raise PermissionError(13, "Permission denied")
        return read_bytes(path)

    with monkeypatch.context() as patched:
        patched.setattr(pathlib.Path, "read_bytes", refuse)  # root may read every file
        again.save(tmp_path / "s")
    assert pb.Suite.load(tmp_path / "s").hash == suite.hash
