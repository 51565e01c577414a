"""Short jobs are done here, others in processes; what could end a process is never done here."""

from __future__ import annotations

import os
import random
import signal
import time

import numpy as np
import pytest
import sklearn
import victims
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer

import pybench as pb
from pybench.base.errors import TasksFailed
from pybench.parallel import processes
from pybench.store.journal import Journal, events
from pybench.suite.running import engine, pace
from pybench.suite.running.folder import RunFolder
from pybench.suite.running.pace import Pace, are_harmless
from pybench.suite.running.plan import contenders_of, planned


@pytest.fixture(autouse=True)
def no_idle_workers():
    """Start without workers of other tests."""
    processes.end_kept()


@pytest.fixture
def started(monkeypatch):
    """Return a list that grows with each worker that is started."""
    found = []

    class Counted(processes.Worker):
        def __init__(self, setting):
            found.append(setting)
            super().__init__(setting)

    monkeypatch.setattr(processes, "Worker", Counted)
    return found


def own(X):
    return X


@pytest.mark.parametrize(
    ("estimator", "harmless"),
    [
        (GaussianNB(), True),
        ("sklearn.tree.DecisionTreeClassifier", True),
        (make_pipeline(FunctionTransformer(own), GaussianNB()), False),
        (next(iter(victims.estimators(1).values())), False),
    ],
)
def test_only_scikit_learns_own_code_is_run_here(estimator, harmless, flowers, tmp_path):
    plan = planned(flowers, contenders_of({"one": estimator}), 0, tmp_path)
    assert are_harmless(plan, plan.jobs()) is harmless


def test_only_small_tasks_are_run_here(flowers, three, tmp_path, monkeypatch):
    plan = planned(flowers, contenders_of(three), 0, tmp_path)
    monkeypatch.setattr(pace, "SMALL", 150)  # rows of iris; wine has 178
    assert are_harmless(plan, [job for job in plan.jobs() if job.task == "iris"])
    assert not are_harmless(plan, plan.jobs())


@pytest.mark.parametrize(
    ("seconds", "answers"),
    [
        ([1.9, 0.01, 0.01], [True, True, True]),  # the first one imports
        ([0.01, 1.5, 1.5, 0.01], [True] * 4),  # two are slow for a reason of their own
        ([0.1, 0.1, 0.1], [True, True, False]),
        ([3.0], [False]),
    ],
)
def test_three_slow_jobs_or_a_very_slow_one_decide(seconds, answers):
    pace = Pace(100)
    assert [pace(one) for one in seconds] == answers


def test_workers_that_are_there_are_worth_less_work():
    times = [0.02] * 3  # of 100 jobs: two seconds are left
    assert list(map(Pace(100), times)) == [True, True, True]
    list(processes.in_processes(abs, [1], 1))
    assert list(map(Pace(100), times)) == [True, True, False]


def test_a_short_run_starts_no_worker(flowers, three, tmp_path, started, written):
    pb.run(flowers, three, out=tmp_path / "two", workers=2)
    assert not started
    pb.run(flowers, three, out=tmp_path / "one", workers=1)
    assert written(tmp_path / "two") == written(tmp_path / "one")


def test_a_run_that_moves_on_to_workers_has_the_same_bytes(
    flowers, three, tmp_path, started, written, monkeypatch
):
    pb.run(flowers, three, out=tmp_path / "one", workers=1)
    monkeypatch.setattr(pace, "WORTH_SECONDS", 0.0)
    pb.run(flowers, three, out=tmp_path / "two", workers=2)
    assert len(started) == 2
    assert written(tmp_path / "two") == written(tmp_path / "one")


class Where(ClassifierMixin, BaseEstimator):
    """Fails with the number of its process."""

    def fit(self, X, y):
        raise ValueError(str(os.getpid()))

    def predict(self, X):
        raise NotImplementedError


def test_code_of_others_is_never_run_here(flowers, tmp_path):
    only = pb.Suite.create("only", ["iris"], folds=2).save(tmp_path / "suite")
    with pytest.raises(TasksFailed):
        pb.run(only, {"where": Where()}, out=tmp_path / "out", workers=2)
    failed = [e["why"] for e in events(tmp_path / "out" / "journal") if e["event"] == "failed"]
    assert len(failed) == 2
    assert f"ValueError: {os.getpid()}" not in failed


def ends(folder):
    return [e["event"] for e in events(folder / "journal") if e["event"] in ("begin", "end")]


def test_what_killed_this_process_is_done_in_another_one(
    flowers, three, tmp_path, started, written, monkeypatch
):
    """As a job does that needs more memory than there is."""
    child = os.fork()
    if not child:
        monkeypatch.setattr(GaussianNB, "fit", lambda *_: os.kill(os.getpid(), signal.SIGKILL))
        try:
            pb.run(flowers, three, out=tmp_path / "killed", workers=2)
        finally:
            os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL
    assert ends(tmp_path / "killed") == ["begin"]
    pb.run(flowers, three, out=tmp_path / "killed", workers=2)
    assert len(started) == 2
    pb.run(flowers, three, out=tmp_path / "calm", workers=1)
    assert written(tmp_path / "killed") == written(tmp_path / "calm")
    assert ends(tmp_path / "killed") == ["begin", "begin", "end"]
    with RunFolder(tmp_path / "killed") as kept:
        assert not kept.was_killed


def test_killed_here_at_any_moment_and_the_bytes_of_a_calm_run(
    flowers, three, tmp_path, written, record_property
):
    record_property("kills", 4)
    pb.run(flowers, three, out=tmp_path / "calm", workers=1)
    out, chance, kills = tmp_path / "shot", random.Random(3), 0
    while kills < 4:
        child = os.fork()
        if not child:
            try:
                pb.run(flowers, three, out=out, workers=2)
            finally:
                os._exit(0)
        goal = victims.done(out) + 1 + chance.randrange(3)
        while victims.done(out) < goal and not victims.ended(child):
            time.sleep(0.001)
        assert not victims.ended(child)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        kills += 1
        with Journal(out / "journal") as journal:  # as if it had not been: the next is here, too
            journal.append({"event": "end"})
    pb.run(flowers, three, out=out, workers=2)
    assert written(out) == written(tmp_path / "calm")
    done = [tuple(e["job"]) for e in events(out / "journal") if e["event"] == "done"]
    assert len(done) == len(set(done)) == 18


def test_an_old_journal_without_ends_counts_as_killed(flowers, three, tmp_path):
    pb.run(flowers, {"Bayes": three["Bayes"]}, out=tmp_path, workers=1)
    lines = (tmp_path / "journal").read_bytes().splitlines(keepends=True)
    assert b'"end"' in lines[-1]
    (tmp_path / "journal").write_bytes(b"".join(lines[:-1]))
    with RunFolder(tmp_path) as kept:
        assert kept.was_killed


class Names(GaussianNB):
    """Learns from arrays alone, and divides by zero."""

    def fit(self, X, y):
        np.float64(1.0) / np.float64(0.0)
        assert isinstance(X, np.ndarray)
        return super().fit(X, y)


def test_numbers_do_not_depend_on_the_settings_of_the_caller(
    flowers, three, tmp_path, started, written, monkeypatch
):
    given = {**three, "seen": {"estimator": Names(), "preparation": "scale"}}
    monkeypatch.setattr(engine, "are_harmless", lambda *_: True)
    with np.errstate(all="raise"), sklearn.config_context(transform_output="pandas"):
        pb.run(flowers, given, out=tmp_path / "here", workers=2)
    assert not started
    pb.run(flowers, given, out=tmp_path / "calm", workers=1)
    assert written(tmp_path / "here") == written(tmp_path / "calm")
