"""A Dask cluster over TCP: the same results; workers that die take their own task alone along."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

from pybench import parallel
from pybench.base.errors import ArgumentError, EnvironmentProblem, SeriesError, TasksFailed
from pybench.parallel import cluster
from pybench.parallel.processes import Guard
from tests.parallel.scripts import environment


def guarded(n):
    """Hang in C code, die, or answer."""
    if n == 1:
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM, signal.SIGINT])
        while True:
            time.sleep(60)
    if n == 2:
        os.kill(os.getpid(), signal.SIGSEGV)
    return str(n)


@pytest.fixture(autouse=True)
def a_busy_machine():
    """Let Dask wait for workers that start again: it gives up those that take 15 s to."""
    pytest.importorskip("distributed")  # before the setting: leaving it would forget the others
    import dask

    with dask.config.set({"distributed.deploy.lost-worker-timeout": "5m"}):
        yield


@pytest.fixture(scope="module")
def dask_cluster():
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0"
    ) as cluster:
        yield cluster


def test_a_cluster_gives_the_same_in_order(dask_cluster):
    def slow_first(n):
        time.sleep(0.2 if n == 0 else 0.0)
        x = np.sin(np.arange(100 * 100) + n).reshape(100, 100)
        return (x @ x).tobytes()

    address = dask_cluster.scheduler_address
    found = list(parallel.map(slow_first, range(12), cluster=address))
    assert found == list(parallel.map(slow_first, range(12), workers=1))


def test_a_client_is_left_open(dask_cluster):
    with dask_cluster.get_client() as client:
        assert list(parallel.map(abs, [-1, -2], cluster=client)) == [1, 2]
        assert client.status == "running"


def test_an_error_on_a_cluster_comes_back_as_itself(dask_cluster):
    def fail(n):
        raise SeriesError("expected a, found b", line=n)

    with pytest.raises(SeriesError, match="line 1"):
        list(parallel.map(fail, [1], cluster=dask_cluster.scheduler_address))


@pytest.mark.r
def test_each_thread_of_a_worker_has_its_own_r(tmp_path):
    """Each task waits for the other's file, in R."""
    import distributed

    def meet(n):
        from pybench.bridge.call import call

        mine, other = (tmp_path / str(i) for i in (n, 1 - n))
        wait = f"while (!file.exists('{other}')) Sys.sleep(0.01)"
        return call("bridge_eval", {"source": f"file.create('{mine}'); {wait}; Sys.getpid()"})

    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=2, processes=True, dashboard_address=":0"
    ) as one:
        pids = list(parallel.map(meet, [0, 1], cluster=one.scheduler_address))
    assert len(set(pids)) == 2


def test_processes_of_our_own_inside_a_worker_of_dask(dask_cluster):
    def nested(n):
        from pybench import parallel

        return list(parallel.map(abs, [-n, n], workers=2))

    with dask_cluster.get_client() as client:
        assert client.submit(nested, 4).result(timeout=60) == [4, 4]


def test_a_guard_on_a_cluster(dask_cluster):
    guard = Guard("failed: {}".format, seconds=5.0, apart=True)
    address = dask_cluster.scheduler_address
    found = dict(parallel.completed(guarded, range(4), cluster=address, guard=guard))
    assert found[0] == "0"
    assert found[1] == "failed: took longer than 5 s"
    assert found[2] == "failed: ended the worker process 3 times (signal 11)"


@pytest.mark.slow
def test_a_task_that_kills_workers_of_a_cluster_is_set_aside(dask_cluster):
    def die(n):
        if n == 1:
            os.kill(os.getpid(), signal.SIGKILL)
        return n

    found = []
    results = parallel.completed(die, range(4), cluster=dask_cluster.scheduler_address)
    with pytest.raises(TasksFailed) as caught:
        found.extend(place for place, _ in results)
    assert sorted(found) == [0, 2, 3]
    assert caught.value.tasks == (1,)


def test_short_tasks_go_together_and_each_is_answered_once(dask_cluster, monkeypatch):
    """Long ones among them let the others go to the workers that are free."""
    received, found = [], cluster._found

    def counted(future, watch):
        received.append(future.key)
        return found(future, watch)

    monkeypatch.setattr(cluster, "_found", counted)

    def sometimes_slow(n):
        time.sleep(0.5 if n % 150 == 149 else 0.0)
        return n

    answers = parallel.completed(sometimes_slow, range(600), cluster=dask_cluster.scheduler_address)
    assert sorted(answers) == [(n, n) for n in range(600)]
    assert len(received) < 200


def test_a_batch_is_answered_in_time_even_if_tasks_are_left(monkeypatch):
    monkeypatch.setattr(cluster, "_on_worker", lambda function, place, task: function(task))
    monkeypatch.setattr(cluster, "BATCH_SECONDS", 0.01)
    seconds, answers = cluster._on_workers(time.sleep, [(0, 0.0), (1, 0.1), (2, 0.0)])
    assert len(answers) == 2
    assert seconds >= 0.1


@pytest.mark.parametrize(
    "found",
    [7, None, (0.1,), (0.1, []), (0.1, [1, 2, 3]), (float("nan"), [1]), (-1.0, [1]), ("0", [1]),
     (0.1, "ab")],
)  # fmt: skip
def test_what_is_no_answer_to_a_batch_is_refused(found):
    with pytest.raises((ValueError, TypeError)):
        cluster._of_batch(found, 2)


@pytest.mark.slow
def test_a_task_that_kills_workers_takes_no_other_of_its_batch_along(dask_cluster):
    def die(n):
        if n == 30:
            os.kill(os.getpid(), signal.SIGKILL)
        return n

    found = []
    results = parallel.completed(die, range(60), cluster=dask_cluster.scheduler_address)
    with pytest.raises(TasksFailed) as caught:
        found.extend(place for place, _ in results)
    assert sorted(found) == [n for n in range(60) if n != 30]
    assert caught.value.tasks == (30,)


def test_a_cluster_that_is_not_there(monkeypatch):
    pytest.importorskip("distributed")
    monkeypatch.setattr(cluster, "CONNECT_SECONDS", 1)
    with pytest.raises(EnvironmentProblem, match="does not answer"):
        list(parallel.map(abs, [1], cluster="tcp://127.0.0.1:9"))
    with pytest.raises(ArgumentError, match="`cluster`"):
        list(parallel.map(abs, [1], cluster=7))


def test_a_cluster_without_workers_is_not_waited_for(monkeypatch):
    distributed = pytest.importorskip("distributed")
    monkeypatch.setattr(cluster, "ASK_SECONDS", 0.1)
    monkeypatch.setattr(cluster, "DESERTED_SECONDS", 1.0)
    with (
        distributed.LocalCluster(n_workers=0, dashboard_address=":0") as empty,
        pytest.raises(EnvironmentProblem, match="no workers for 1 s"),
    ):
        list(parallel.map(abs, [1], cluster=empty.scheduler_address))


@pytest.mark.slow
def test_results_that_died_with_the_last_worker_are_not_waited_for(monkeypatch):
    distributed = pytest.importorskip("distributed")
    monkeypatch.setattr(cluster, "ASK_SECONDS", 0.1)
    monkeypatch.setattr(cluster, "DESERTED_SECONDS", 1.0)
    with distributed.LocalCluster(n_workers=0, dashboard_address=":0") as empty:
        address = empty.scheduler_address
        alone = [address, "--no-nanny", "--nthreads", "1", "--no-dashboard"]
        arguments = [sys.executable, "-m", "distributed.cli.dask_worker", *alone]
        worker = subprocess.Popen(arguments, env={**environment(), "PYTHONWARNINGS": "ignore"})
        with empty.get_client() as client:
            client.wait_for_workers(1, timeout=60)
        answers = parallel.completed(lambda _: os.getpid(), range(8), cluster=address)
        assert next(answers)[1] == worker.pid
        time.sleep(1.0)  # others are done, and lie with the worker
        worker.kill()
        worker.wait()
        begin = time.monotonic()
        with pytest.raises(EnvironmentProblem, match="no workers for 1 s"):
            list(answers)
        assert time.monotonic() - begin < 30


@pytest.mark.slow
def test_a_scheduler_that_goes_away_is_an_error_in_time():
    distributed = pytest.importorskip("distributed")
    found = []
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=True, dashboard_address=":0"
    ) as going:

        def until_the_third():
            answers = parallel.completed(
                lambda n: time.sleep(0.2) or n, range(100), cluster=going.scheduler_address
            )
            for place, _ in answers:
                found.append(place)
                if len(found) == 3:
                    going.close()

        begin = time.monotonic()
        with pytest.raises(EnvironmentProblem, match="does not answer"):
            until_the_third()
        assert time.monotonic() - begin < 60
    assert len(found) < 100
