"""A run on a Dask cluster over TCP whose workers are killed: every job is done, the same bytes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import victims

import pybench as pb
from pybench.base.errors import EnvironmentProblem
from pybench.parallel import cluster
from pybench.store.journal import events

ROOT = Path(__file__).resolve().parents[3]
distributed = pytest.importorskip("distributed")
ESTIMATORS, JOBS = 2, 20


@pytest.fixture(autouse=True)
def a_busy_machine():
    """Let Dask wait for workers that start again: it gives up those that take 15 s to."""
    dask = pytest.importorskip("dask")
    with dask.config.set({"distributed.deploy.lost-worker-timeout": "5m"}):
        yield


@pytest.fixture(scope="module")
def suite(tmp_path_factory):
    """Two small tasks of 5 folds."""
    folder = tmp_path_factory.mktemp("toy")
    source = victims.tables(folder / "source", 2)
    return pb.Suite.create("toy", source, target="class", folds=5).save(folder / "suite")


@pytest.fixture(scope="module")
def calm(suite, tmp_path_factory, written):
    """Return what a run in this process alone writes."""
    out = tmp_path_factory.mktemp("calm")
    pb.run(suite, victims.estimators(ESTIMATORS), out=out, workers=1)
    return written(out)


def run(suite, out, address, pids=(), at=5):
    """Run on a cluster; kill processes of its workers when some jobs are done."""
    left = list(pids)

    def kill(progress):
        if progress.done >= at:
            while left:
                os.kill(left.pop(), signal.SIGKILL)

    pb.run(suite, victims.estimators(ESTIMATORS), out=out, cluster=address, progress=kill)
    assert not left


@pytest.mark.parametrize("victims_of_two", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_workers_killed_midway_that_are_started_again(
    victims_of_two, suite, calm, tmp_path, written
):
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0"
    ) as found:
        assert found.scheduler_address.startswith("tcp://127.0.0.1:")
        pids = [nanny.pid for nanny in found.workers.values()]
        assert len(set(pids)) == 2
        run(suite, tmp_path, found.scheduler_address, pids[:victims_of_two])
    assert written(tmp_path) == calm


@pytest.mark.slow
@pytest.mark.parametrize("left", [1, 0])
def test_workers_killed_midway_for_good(left, suite, calm, tmp_path, written, monkeypatch):
    monkeypatch.setattr(cluster, "ASK_SECONDS", 0.1)
    monkeypatch.setattr(cluster, "DESERTED_SECONDS", 2.0)
    with distributed.LocalCluster(n_workers=0, dashboard_address=":0") as empty:
        address = empty.scheduler_address
        workers = [worker(address) for _ in range(2)]
        try:
            with empty.get_client() as client:
                client.wait_for_workers(2, timeout=120)
            pids = [one.pid for one in workers]
            if left:
                run(suite, tmp_path, address, pids[:1])
            else:
                with pytest.raises(EnvironmentProblem, match="no workers for 2 s") as caught:
                    run(suite, tmp_path, address, pids)
                assert "call again" in caught.value.hint
        finally:
            for one in workers:
                one.kill()
                one.wait()
    kept = len(list((tmp_path / "runs").glob("*/*/evaluation-*.json")))
    assert kept == JOBS if left else 5 <= kept < JOBS
    # What is done is kept, and the same call goes on, anywhere.
    begins = []
    pb.run(suite, victims.estimators(ESTIMATORS), out=tmp_path, workers=1, progress=begins.append)
    assert begins[0].kept == kept
    assert written(tmp_path) == calm


CLIENT = """
import sys, victims, pybench as pb
pb.run(sys.argv[1], victims.estimators(2), out=sys.argv[2], cluster=sys.argv[3])
"""


def test_a_caller_that_is_killed_amid_batches(suite, calm, tmp_path, written):
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0"
    ) as found:
        arguments = [suite.folder, tmp_path, found.scheduler_address]
        for goal in (3, 8):
            caller = subprocess.Popen(
                [sys.executable, "-c", CLIENT, *map(str, arguments)],
                env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
            )
            while victims.done(tmp_path) < goal and caller.poll() is None:
                time.sleep(0.001)
            caller.kill()
            caller.wait()
        pb.run(suite, victims.estimators(2), out=tmp_path, cluster=found.scheduler_address)
    assert written(tmp_path) == calm
    done = [tuple(e["job"]) for e in events(tmp_path / "journal") if e["event"] == "done"]
    assert len(done) == len(set(done)) == JOBS


def worker(address):
    """Start a worker of Dask that nobody starts again."""
    alone = [address, "--no-nanny", "--nthreads", "1", "--no-dashboard"]
    return subprocess.Popen(
        [sys.executable, "-m", "distributed.cli.dask_worker", *alone],
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONWARNINGS": "ignore"},
    )
