"""Jobs that hang, eat memory or kill their process cost that job alone."""

from __future__ import annotations

import csv
import os
import signal
import time
from pathlib import Path

import numpy as np
import pytest
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.naive_bayes import GaussianNB

import pybench as pb
from pybench.base.errors import TasksFailed
from pybench.suite.running.limits import size_of


class Trouble(ClassifierMixin, BaseEstimator):
    """Misbehaves on wine, which has 13 columns; learns the first class elsewhere."""

    def __init__(self, how="", folder=None):
        self.how = how
        self.folder = folder

    def fit(self, X, y):
        self.classes_ = np.unique(y.astype(str))
        if X.shape[1] == 13:
            getattr(self, self.how)()
        return self

    def predict(self, X):
        return np.full(len(X), self.classes_[0])

    def hang(self):
        signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 32))
        while True:
            time.sleep(60)

    def eat(self):
        held = [np.ones(2**26) for _ in range(16)]  # 8 GB
        raise AssertionError(len(held))

    def die(self):
        os.kill(os.getpid(), signal.SIGSEGV)

    def leave(self):
        raise SystemExit(3)

    def die_once(self):
        mark = Path(self.folder) / "died"
        if not mark.exists():
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)


def failed_in(folder):
    with (folder / "failures.csv").open(newline="") as file:
        return {(r["estimator"], r["task"], r["fold"]): r["reason"] for r in csv.DictReader(file)}


@pytest.mark.parametrize(
    ("how", "options", "reason"),
    [
        ("hang", {"timeout": 6.0}, "took longer than 6 s"),
        ("eat", {"memory": "3G"}, "out of memory, the limit is 3221225472 bytes"),
        ("die", {}, "ended the worker process 3 times (signal 11)"),
        ("leave", {}, "SystemExit: 3"),
    ],
)
@pytest.mark.parametrize("where", ["here", "cluster"])
@pytest.mark.slow
def test_trouble_is_named_and_the_others_are_done(
    how, options, reason, where, flowers, tmp_path, cluster
):
    place = {"workers": 2} if where == "here" else {"cluster": cluster}
    given = {"trouble": Trouble(how), "Bayes": GaussianNB()}
    with pytest.raises(TasksFailed, match="3 jobs failed"):
        pb.run(flowers, given, out=tmp_path, **place, **options)
    found = failed_in(tmp_path)
    assert set(found) == {("trouble", "wine", str(fold)) for fold in range(3)}
    assert all(text.startswith(reason) for text in found.values()), found
    assert len(list((tmp_path / "runs").glob("*/*/evaluation-*.json"))) == 9
    t = pb.run(flowers, given, out=tmp_path, fallback="missing", **place, **options)
    assert t.n_missing == 1


@pytest.mark.slow
def test_one_worker_with_a_deadline_is_a_process_too(flowers, tmp_path):
    given = {"trouble": Trouble("hang")}
    t = pb.run(flowers, given, out=tmp_path, workers=1, timeout=5, fallback="majority")
    assert t.n_missing == 0
    assert len(failed_in(tmp_path)) == 3


def test_a_worker_that_is_killed_once_costs_nothing(flowers, tmp_path, written):
    given = {"trouble": Trouble("die_once", str(tmp_path)), "Bayes": GaussianNB()}
    pb.run(flowers, given, out=tmp_path / "died", workers=2)
    pb.run(flowers, given, out=tmp_path / "calm", workers=1)
    assert written(tmp_path / "died") == written(tmp_path / "calm")


@pytest.fixture(scope="module")
def cluster():
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0"
    ) as found:
        yield found.scheduler_address


@pytest.mark.parametrize(
    ("text", "size"),
    [("2G", 2**31), ("1.5 GiB", 3 * 2**29), ("512m", 2**29), (1000, 1000), (None, None)],
)
def test_sizes(text, size):
    assert size_of(text) == size
