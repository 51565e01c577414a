"""The n-th write, sync or rename of a run fails, for every n: a typed error, nothing lost."""

from __future__ import annotations

import errno
import itertools
import os

import pytest
from sklearn.naive_bayes import GaussianNB

import pybench as pb
from pybench.base.errors import EnvironmentProblem

CALLS = ("write", "fsync", "replace")


class Faults:
    """Lets the n-th of the calls that bring bytes to disk fail."""

    def __init__(self, monkeypatch, code):
        self.left = 0
        self.code = code
        for name in CALLS:
            monkeypatch.setattr(os, name, self.failing(getattr(os, name)))

    def failing(self, call):
        def maybe(*arguments, **options):
            self.left -= 1
            if self.left == 0:
                raise OSError(self.code, os.strerror(self.code))
            return call(*arguments, **options)

        return maybe


def problem_of(suite, given, out):
    try:
        pb.run(suite, given, out=out, workers=1)
    except EnvironmentProblem as error:
        return error
    return None


@pytest.mark.slow
@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EIO, errno.EROFS])
def test_a_disk_that_fails_once_at_every_place(code, tmp_path, monkeypatch, written):
    suite = pb.Suite.create("one", ["iris"], folds=2).save(tmp_path / "suite")
    given = {"Bayes": {"estimator": GaussianNB(), "preparation": "none"}}
    pb.run(suite, given, out=tmp_path / "calm", workers=1)
    faults = Faults(monkeypatch, code)
    for n in itertools.count(1):
        out = tmp_path / str(n)
        faults.left = n
        problem = problem_of(suite, given, out)
        if problem is None and faults.left > 0:
            break  # no fault was left to meet
        if problem is not None:
            assert os.strerror(code) in str(problem)
            assert problem.file is not None
        faults.left = 0
        pb.run(suite, given, out=out, workers=1)
        assert written(out) == written(tmp_path / "calm"), n
    assert n > 30


@pytest.mark.parametrize("place", ["file/run", "locked/run"])
def test_a_folder_that_cannot_be_made_is_named(place, flowers, three, tmp_path):
    (tmp_path / "file").write_text("")
    (tmp_path / "locked").mkdir(mode=0o500)
    if place == "locked/run" and os.access(tmp_path / "locked", os.W_OK):
        pytest.skip("this user may write everywhere")
    with pytest.raises(EnvironmentProblem, match="cannot make the folder") as caught:
        pb.run(flowers, three, out=tmp_path / place, workers=1)
    assert caught.value.file == str(tmp_path / place)
