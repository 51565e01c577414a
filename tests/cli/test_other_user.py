"""Folders of another user that may be read only, and systems without shared memory."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import pytest

import pybench as pb
from tests.cli.conftest import WIDE, environment

ROOT = hasattr(os, "geteuid") and os.geteuid() == 0
# root writes everywhere, until it has lost this capability.
AS_ANYBODY = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"] if ROOT else []
NO_SHARED_MEMORY = 'mount -t tmpfs -o size=4k,mode=000,ro none /dev/shm && exec "$@"'


@pytest.fixture(scope="module")
def theirs(tmp_path_factory):
    """Return a folder of somebody else: a table, a suite, a cache, an out folder."""
    if ROOT and shutil.which("setpriv") is None:
        pytest.skip("root writes everywhere, and there is no setpriv")
    folder = tmp_path_factory.mktemp("theirs")
    (folder / "t.csv").write_text(WIDE)
    (folder / "out").mkdir()
    (folder / "cache").mkdir()
    (folder / "e.yaml").write_text("a: sklearn.dummy.DummyClassifier\n")
    pb.Suite.create("s", ["iris"], folds=2).save(folder / "suite")
    inside = [folder, *folder.rglob("*")]
    for path in inside:
        if ROOT:
            os.chown(path, 65534, 65534)
        path.chmod(0o555 if path.is_dir() else 0o444)
    yield folder
    for path in inside:
        path.chmod(0o755)


def as_anybody(folder, *arguments, first=AS_ANYBODY, **changes):
    command = [*first, sys.executable, "-m", "pybench", *map(str, arguments)]
    return subprocess.run(
        command, cwd=folder, env=environment(**changes), capture_output=True, text=True, timeout=300
    )


@pytest.mark.parametrize(
    "arguments",
    [
        ("mcm", "t.csv", "--higher-is-better", "--out", "m.svg"),
        ("compare", "t.csv", "--higher-is-better", "--engine", "python", "--out", "out"),
        ("compare", "t.csv", "--higher-is-better", "--engine", "python", "--out", "out/new"),
        ("suite", "tag", "suite", "new", "--tasks", "iris"),
        ("suite", "freeze", "suite"),
        ("suite", "export", "suite", "s.zip"),
        ("run", "suite", "--estimators", "e.yaml", "--out", "runs"),
    ],
    ids=lambda given: " ".join(given[:2]),
)
def test_what_cannot_be_written_is_the_environment_and_nothing_changes(theirs, arguments):
    before = {path: path.stat().st_mtime_ns for path in theirs.rglob("*")}
    done = as_anybody(theirs, *arguments)
    assert done.returncode == 3, done.stderr
    assert "Permission denied" in done.stderr
    assert "Traceback" not in done.stderr
    assert {path: path.stat().st_mtime_ns for path in theirs.rglob("*")} == before


def test_what_is_only_read_needs_no_permission_to_write(theirs, tmp_path):
    for arguments in (
        ("mcm", "t.csv", "--higher-is-better", "--out", tmp_path / "m.svg"),
        ("suite", "show", "suite"),
        ("run", "suite", "--estimators", "e.yaml", "--out", tmp_path / "runs"),
    ):
        done = as_anybody(theirs, *arguments)
        assert done.returncode == 0, done.stderr


@pytest.mark.r
def test_a_cache_of_somebody_else_is_named(theirs, tmp_path):
    given = ("mcm", "t.csv", "--higher-is-better", "--out", tmp_path / "m.svg", "--engine", "r")
    done = as_anybody(theirs, *given, PYBENCH_CACHE=str(theirs / "cache"))
    assert done.returncode == 3, done.stderr
    assert "PYBENCH_CACHE" in done.stderr


def without_shared_memory():
    able = ROOT and shutil.which("unshare") is not None
    first = ["unshare", "-m", "sh", "-c", NO_SHARED_MEMORY, "sh"]
    if not able or subprocess.run([*first, "true"], capture_output=True).returncode:
        pytest.skip("only root can hide /dev/shm, in a namespace of its own")
    return first


def test_workers_need_no_shared_memory(tmp_path):
    """Estimators with processes of their own (n_jobs) do not either: joblib falls back."""
    (tmp_path / "e.yaml").write_text(
        "bag: {class: sklearn.ensemble.BaggingClassifier, parameters: {n_jobs: 2}}\n"
    )
    pb.Suite.create("s", ["iris"], folds=2).save(tmp_path / "suite")
    given = ("run", "suite", "--estimators", "e.yaml", "--out", "runs", "--workers", "2")
    # joblib warns that it uses one process.
    done = as_anybody(tmp_path, *given, first=without_shared_memory(), PYTHONWARNINGS="default")
    assert done.returncode == 0, done.stderr


@pytest.mark.r
def test_r_needs_no_shared_memory(tmp_path):
    (tmp_path / "t.csv").write_text(WIDE)
    given = ("mcm", "t.csv", "--higher-is-better", "--out", "m.svg", "--engine", "both")
    done = as_anybody(tmp_path, *given, first=without_shared_memory())
    assert done.returncode == 0, done.stderr
