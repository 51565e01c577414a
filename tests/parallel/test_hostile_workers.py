"""A Dask worker of somebody else: what it answers wrongly is an error that names its task."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

import pybench as pb
from pybench import parallel
from pybench.base.errors import TasksFailed
from tests.parallel import hostile_worker
from tests.parallel.scripts import environment
from tests.suite.running import victims

distributed = pytest.importorskip("distributed")


@pytest.fixture(scope="module")
def somebody(tmp_path_factory):
    """Return a cluster whose only worker lies, and the file that says how it forges a run."""
    how = tmp_path_factory.mktemp("how") / "forgery"
    how.write_text("")
    with distributed.LocalCluster(n_workers=0, dashboard_address=":0") as found:
        address = found.scheduler_address
        alone = [address, "--no-nanny", "--nthreads", "1", "--no-dashboard"]
        lies = ["--preload", os.path.abspath(hostile_worker.__file__)]
        own = {**environment(), "PYTHONWARNINGS": "ignore", "HOSTILE_WORKER": str(how)}
        arguments = [sys.executable, "-m", "distributed.cli.dask_worker", *alone, *lies]
        worker = subprocess.Popen(arguments, env=own, stderr=subprocess.DEVNULL)
        try:
            with found.get_client() as client:
                client.wait_for_workers(1, timeout=120)
            yield address, how
        finally:
            worker.kill()
            worker.wait()


def upper(text):
    """Answer, or fail as a function may."""
    if text == "no file":
        raise FileNotFoundError(text)
    if text == "late":
        raise TimeoutError(text)
    if text == "unbuilt":
        raise Unbuilt("one", "other")
    return text.upper()


class Unbuilt(Exception):
    def __init__(self, one, other):
        super().__init__(one)


def is_text(place, answer):
    return isinstance(answer, str)


@pytest.mark.parametrize("lie", hostile_worker.LIES)
def test_a_lie_is_an_error_that_names_its_task(lie, somebody):
    answers = parallel.map(upper, ["a", lie, "b"], cluster=somebody[0], sound=is_text)
    assert next(answers) == "A"
    with pytest.raises(TasksFailed, match="a worker of the cluster answered task number 1") as got:
        next(answers)
    assert got.value.tasks == (1,)
    assert "that you trust them" in got.value.hint


@pytest.mark.parametrize(
    ("task", "kind", "text"),
    [
        ("no file", FileNotFoundError, "no file"),
        ("late", TimeoutError, "late"),
        ("unbuilt", RuntimeError, "Unbuilt: one"),
    ],
)
def test_an_error_of_the_function_is_none_of_the_cluster(task, kind, text, somebody):
    with pytest.raises(kind, match=text) as caught:
        list(parallel.map(upper, [task], cluster=somebody[0]))
    assert "in a worker process" in caught.value.__notes__[0]


@pytest.fixture(scope="module")
def suite(tmp_path_factory):
    folder = tmp_path_factory.mktemp("toy")
    source = victims.tables(folder / "source", 1)
    return pb.Suite.create("toy", source, target="class", folds=3).save(folder / "suite")


ESTIMATORS = victims.estimators(1)


@pytest.fixture(scope="module")
def calm(suite, tmp_path_factory):
    """Return what a run in this process alone writes for each job."""
    out = tmp_path_factory.mktemp("calm")
    pb.run(suite, ESTIMATORS, out=out, workers=1)
    return kept(out)


def kept(out):
    """Return path -> content of the files of the jobs."""
    files = (path for path in (out / "runs").rglob("*") if path.is_file())
    return {path.relative_to(out): path.read_bytes() for path in files}


@pytest.mark.parametrize("forgery", hostile_worker.FORGERIES)
def test_a_forged_outcome_is_not_kept_and_names_its_job(forgery, somebody, suite, calm, tmp_path):
    address, how = somebody
    how.write_text(forgery)
    with pytest.raises(TasksFailed, match="power 1 on t0, repeat 0, fold 2") as caught:
        pb.run(suite, ESTIMATORS, out=tmp_path, cluster=address, fallback="majority")
    assert "finished jobs are kept" in caught.value.hint
    assert kept(tmp_path) == {path: text for path, text in calm.items() if "0-2" not in path.stem}
    assert not (tmp_path / "results.csv").exists()
    how.write_text("")
    pb.run(suite, ESTIMATORS, out=tmp_path, cluster=address)
    assert kept(tmp_path) == calm
