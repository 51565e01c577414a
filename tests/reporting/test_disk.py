"""A write, sync or rename of a report fails: it is named, and nothing is half there."""

from __future__ import annotations

import errno
import os
from itertools import count

import pytest

from pybench.base.errors import EnvironmentProblem
from pybench.reporting.comparison import write
from pybench.store import atomic

STEPS = ("open", "write", "fsync", "replace")


class Faults:
    """Lets the n-th of the calls that bring bytes to disk fail."""

    def __init__(self, monkeypatch, code):
        self.left, self.code = 0, code
        for name in STEPS:
            monkeypatch.setattr(atomic.os, name, self.failing(getattr(os, name)))

    def failing(self, call):
        def maybe(*arguments, **options):
            self.left -= 1
            if self.left == 0:
                raise OSError(self.code, os.strerror(self.code))
            return call(*arguments, **options)

        return maybe


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()} if folder.exists() else {}


@pytest.mark.slow
@pytest.mark.parametrize("code", [errno.ENOSPC])
def test_a_report_on_a_disk_that_fails(
    code, make_comparison, tmp_path, monkeypatch, record_property
):
    old, new = make_comparison("old"), make_comparison("new")
    write(old, tmp_path / "out", title="old")
    write(new, tmp_path / "new", title="new")
    before, after = contents(tmp_path / "out"), contents(tmp_path / "new")
    assert before.keys() == after.keys()
    faults, met = Faults(monkeypatch, code), 0
    # Every thirteenth place: files are written alike, and thirteen meets every step of them.
    for n in count(1, 13):
        faults.left = n
        problem = None
        try:
            write(new, tmp_path / "out", title="new")
        except EnvironmentProblem as error:
            problem = error
        if faults.left > 0:
            break  # no fault was left to meet
        met += 1
        assert problem is not None
        assert os.strerror(code) in str(problem)
        assert str(tmp_path / "out") in problem.file
        found = contents(tmp_path / "out")
        assert found.keys() == before.keys()  # no temporary file is left
        assert all(data in (before[name], after[name]) for name, data in found.items())
    record_property("faults", met)
    assert met > 5
    assert contents(tmp_path / "out") == after
