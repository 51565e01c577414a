"""Bytes are counted as they are made; a folder is there whole, or not."""

from __future__ import annotations

import contextlib
import errno
import os
import signal
import subprocess
import sys
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest
from archives import Member, archive, members_of

import pybench as pb
from pybench.base.errors import EnvironmentProblem, SuiteError
from pybench.suite.sharing import members, unpack

SUITE = pb.Suite.create("flowers", ["iris"], folds=3, created="2026-01-01T00:00:00Z")


@pytest.fixture
def good(tmp_path) -> list[Member]:
    """Return the members of a good bundle."""
    return members_of(SUITE.export(tmp_path / "good.zip"))


def test_a_member_stops_at_its_size(tmp_path):
    """Counted on the bytes really made, whatever the directory says."""
    member = Member(b"x", bytes(50 << 20))
    packed = member.head()[3]
    lying = replace(member, packed=packed, size=len(packed) * 99)
    file = tmp_path / "x.zip"
    file.write_bytes(archive([lying]))
    made = []
    with open(file, "rb") as stream:
        (info,) = members.checked_members(stream, "x.zip")
        pieces = unpack.pieces(stream, info, "x.zip")
        with pytest.raises(SuiteError):
            made.extend(map(len, pieces))
    assert 0 < sum(made) <= lying.size


def test_a_disk_that_fails_leaves_nothing(good, tmp_path, monkeypatch, record_property):
    file = tmp_path / "b.zip"
    file.write_bytes(archive(good))
    target = tmp_path / "in" / "here"
    real, left = os.fsync, [0]

    def failing(descriptor):
        left[0] -= 1
        if left[0] < 0:
            raise OSError(errno.ENOSPC, "No space left on device")
        real(descriptor)

    monkeypatch.setattr(os, "fsync", failing)
    for fault in count():
        left[0] = fault
        problem = None
        with contextlib.suppress(EnvironmentProblem):
            problem = attempt(file, target)
        if target.exists():  # whole: at most the last step, syncing the parent, has failed
            assert pb.Suite.load(target).hash == SUITE.hash
            break
        assert problem is None
        assert list((tmp_path / "in").iterdir()) == []
    record_property("faults", fault)
    assert fault >= 2


def attempt(file: Path, target: Path) -> pb.Suite:
    return pb.Suite.import_(file, target)


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="POSIX signals")
def test_a_kill_leaves_no_half_folder(good, tmp_path, record_property):
    record_property("kills", 3)
    file = tmp_path / "b.zip"
    file.write_bytes(archive(good))
    program = """
import os, sys, signal
import pybench as pb
real, left = os.fsync, [int(sys.argv[1])]
def killing(descriptor):
    left[0] -= 1
    if left[0] < 0:
        os.kill(os.getpid(), signal.SIGKILL)
    real(descriptor)
os.fsync = killing
pb.Suite.import_(sys.argv[2], sys.argv[3])
"""
    for moment in range(3):
        target = tmp_path / "in" / str(moment)
        command = [sys.executable, "-c", program, str(moment), str(file), str(target)]
        done = subprocess.run(command, capture_output=True, check=False)
        if done.returncode == -signal.SIGKILL and target.exists():
            pb.Suite.load(target)
        assert done.returncode in (0, -signal.SIGKILL)
