"""A write, sync or rename of a report fails: it is named, and nothing is half there."""

from __future__ import annotations

import errno
import os
from itertools import count

import faults
import pytest

from pybench.base.errors import EnvironmentProblem
from pybench.reporting.comparison import write


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()} if folder.exists() else {}


@pytest.mark.slow
@pytest.mark.parametrize("code", [errno.ENOSPC])
def test_a_report_on_a_disk_that_fails(code, make_comparison, tmp_path, record_property):
    old, new = make_comparison("old"), make_comparison("new")
    write(old, tmp_path / "out", title="old")
    write(new, tmp_path / "new", title="new")
    before, after = contents(tmp_path / "out"), contents(tmp_path / "new")
    assert before.keys() == after.keys()
    met = 0
    # Every thirteenth place: files are written alike, and thirteen meets every step of them.
    for n in count(1, 13):
        problem = None
        with faults.failing(n, code, ("open", *faults.BYTES)) as fault:
            try:
                write(new, tmp_path / "out", title="new")
            except EnvironmentProblem as error:
                problem = error
        if fault.left > 0:
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
