"""The caller unpickles what workers send back: in a run, it holds no object of an estimator."""

from __future__ import annotations

import os
from contextlib import suppress

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin

import pybench as pb
from pybench.base.errors import PybenchError


class Trap:
    """Writes a file in each process that unpickles it."""

    def __init__(self, folder):
        self.folder = folder

    def __str__(self):
        return "a"

    def __reduce__(self):
        return spring, (self.folder,)


class TrapError(Exception):
    def __init__(self, folder):
        super().__init__(folder)
        self.folder = folder

    def __reduce__(self):
        return spring, (self.folder,)


def spring(folder):
    with open(f"{folder}/{os.getpid()}", "w"):
        return RuntimeError("sprung")


class Hostile(ClassifierMixin, BaseEstimator):
    def __init__(self, folder, raises):
        self.folder, self.raises = folder, raises

    def fit(self, X, y):
        self.classes_ = np.unique(y)
        return self

    def predict(self, X):
        if self.raises:
            raise TrapError(self.folder)
        answer = np.empty(len(X), object)
        answer[:] = [Trap(self.folder) for _ in range(len(X))]
        return answer


def test_the_caller_unpickles_no_object_of_an_estimator(tmp_path):
    suite = pb.Suite.create("s", ["iris"], folds=2)
    (tmp_path / "sprung").mkdir()
    for raises in (False, True):
        hostile = Hostile(str(tmp_path / "sprung"), raises)
        with suppress(PybenchError):
            pb.run(suite, {"hostile": hostile}, out=tmp_path / f"out{raises}", workers=2)
        assert list((tmp_path / f"out{raises}").iterdir())
    sprung = {int(path.name) for path in (tmp_path / "sprung").iterdir()}
    assert os.getpid() not in sprung
