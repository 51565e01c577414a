"""A certificate is written whole or not at all, whatever call to the system fails."""

from __future__ import annotations

import errno
import os
from itertools import count

import faults
import pytest

from pybench.base.errors import EnvironmentProblem
from pybench.bridge.agreement import Agreement
from pybench.certificate.result import Certificate, LargestDifference
from pybench.cli.certificate import write


def certificate(difference):
    found = Agreement("wilcoxon.pvalues", difference, 1e-9, False, 1.0, 1.0 + difference)
    row = LargestDifference("compare", "wilcoxon", "t", "s", 2, 0, found)
    return Certificate((row,), (), (), {"r": "4.2.2"})


@pytest.mark.parametrize("ending", ["csv", "json"])
@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EIO, errno.EROFS])
def test_a_certificate_on_a_disk_that_fails(code, ending, tmp_path, record_property):
    old, new = certificate(1e-12), certificate(2e-12)
    write(new, tmp_path / f"whole.{ending}")
    whole = (tmp_path / f"whole.{ending}").read_bytes()
    out = tmp_path / "out" / f"c.{ending}"
    out.parent.mkdir()
    for n in count(1):
        write(old, out)
        before, problem = out.read_bytes(), None
        with faults.failing(n, code, faults.EVERY) as fault:
            try:
                write(new, out)
            except EnvironmentProblem as error:
                problem = error
        assert out.read_bytes() in (before, whole)
        assert [path.name for path in out.parent.iterdir()] == [out.name]
        if fault.left > 0:
            break
        assert problem is not None
        assert os.strerror(code) in str(problem)
        assert problem.file == str(out)
        write(new, out)
        assert out.read_bytes() == whole
    assert problem is None
    assert out.read_bytes() == whole
    record_property("faults", n - 1)
    assert n > 7
