"""The n-th write, sync or rename of a run fails, for every n: a typed error, nothing lost."""

from __future__ import annotations

import errno
import itertools
import os
import shutil
import subprocess
import sys

import faults
import pytest
import victims
from sklearn.naive_bayes import GaussianNB

import pybench as pb
from pybench.base.errors import EnvironmentProblem


def problem_of(suite, given, out):
    try:
        pb.run(suite, given, out=out, workers=1)
    except EnvironmentProblem as error:
        return error
    return None


@pytest.mark.slow
@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EIO, errno.EROFS])
def test_a_disk_that_fails_once_at_every_place(code, tmp_path, written, record_property):
    suite = pb.Suite.create("one", ["iris"], folds=2).save(tmp_path / "suite")
    given = {"Bayes": {"estimator": GaussianNB(), "preparation": "none"}}
    pb.run(suite, given, out=tmp_path / "calm", workers=1)
    for n in itertools.count(1):
        out = tmp_path / str(n)
        with faults.failing(n, code) as fault:
            problem = problem_of(suite, given, out)
        if problem is None and fault.left > 0:
            break  # no fault was left to meet
        if problem is not None:
            assert os.strerror(code) in str(problem)
            assert problem.file is not None
        pb.run(suite, given, out=out, workers=1)
        assert written(out) == written(tmp_path / "calm"), n
    record_property("faults", n - 1)
    assert n > 30


@pytest.fixture
def small(tmp_path):
    """A file system of 1 MB."""
    place = tmp_path / "small"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(place)]
    if not shutil.which("mount") or subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("this user may not mount a file system")
    yield place
    subprocess.run(["umount", str(place)], check=True)


@pytest.mark.parametrize("workers", [1, 2])
def test_a_file_system_that_is_full(workers, small, tmp_path, written):
    source = victims.tables(tmp_path / "source", 2)
    suite = pb.Suite.create("toy", source, target="class", folds=5).save(tmp_path / "suite")
    given = victims.estimators(2)
    pb.run(suite, given, out=tmp_path / "calm", workers=1)
    (small / "ballast").write_bytes(bytes(900 * 1024))  # room for some of the jobs
    out = small / "run"
    with pytest.raises(EnvironmentProblem, match="No space left on device") as caught:
        pb.run(suite, given, out=out, workers=workers)
    assert str(out) in caught.value.file
    whole = len(list((out / "runs").glob("*/*/evaluation-*.json")))
    assert 0 < whole < 20
    (small / "ballast").unlink()
    seen = []
    pb.run(suite, given, out=out, workers=workers, progress=seen.append)
    assert seen[0].kept >= whole - 1
    assert written(out) == written(tmp_path / "calm")


def test_a_limit_on_the_size_of_files(tmp_path, written):
    """EFBIG, as where a quota on files is met; a signal that nobody has asked for stays away."""
    source = victims.tables(tmp_path / "source", 2)
    suite = pb.Suite.create("toy", source, target="class", folds=5).save(tmp_path / "suite")
    pb.run(suite, victims.estimators(2), out=tmp_path / "calm", workers=1)
    code = (
        "import resource, sys, victims, pybench as pb\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))\n"
        "pb.run(sys.argv[1], victims.estimators(2), out=sys.argv[2], workers=1)\n"
    )
    out = tmp_path / "run"
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "suite"), str(out)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert done.returncode == 1
    assert "EnvironmentProblem" in done.stderr
    assert "File too large" in done.stderr
    pb.run(suite, victims.estimators(2), out=out, workers=1)
    assert written(out) == written(tmp_path / "calm")


@pytest.mark.parametrize("place", ["file/run", "locked/run"])
def test_a_folder_that_cannot_be_made_is_named(place, flowers, three, tmp_path):
    (tmp_path / "file").write_text("")
    (tmp_path / "locked").mkdir(mode=0o500)
    if place == "locked/run" and os.access(tmp_path / "locked", os.W_OK):
        pytest.skip("this user may write everywhere")
    with pytest.raises(EnvironmentProblem, match="cannot make the folder") as caught:
        pb.run(flowers, three, out=tmp_path / place, workers=1)
    assert caught.value.file == str(tmp_path / place)
