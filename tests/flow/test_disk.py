"""The n-th write, sync or rename of a study fails: named, nothing half there, and it goes on."""

from __future__ import annotations

import errno
import json
import os
from itertools import count

import faults
import numpy as np
import pytest

import pybench as pb
from pybench.base.errors import EnvironmentProblem

OF_THE_RUN = {"journal", "times.csv"}
STUDY = """\
name: Two
engine: python
data: {results: t.csv, higher_is_better: true}
parts: {comparison: {bayesian: false, stability: false, mcm: false, alpha: ALPHA}}
"""


def contents(folder):
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name not in OF_THE_RUN
    }


@pytest.fixture
def two(tmp_path):
    """Return a function: level, folder -> the study of that level, made."""
    scores = np.random.default_rng(0).random((8, 3)).round(2)
    rows = "".join(f"d{i},{a},{b},{c}\n" for i, (a, b, c) in enumerate(scores))
    (tmp_path / "t.csv").write_text(f"dataset,a,b,c\n{rows}", encoding="utf-8")

    def make(alpha, out):
        file = tmp_path / f"study-{alpha}.yaml"
        file.write_text(STUDY.replace("ALPHA", str(alpha)), encoding="utf-8")
        return pb.study(file, out)

    return make


# Files are written alike: strides of primes meet every step of them, at every file.
@pytest.mark.parametrize(
    ("code", "places"),
    [
        (errno.ENOSPC, [1, 47, 100_000]),
        pytest.param(errno.EIO, count(1, 3), marks=pytest.mark.slow),
        pytest.param(errno.EROFS, count(2, 7), marks=pytest.mark.slow),
    ],
    ids=["some places", "every third", "every seventh"],
)
def test_a_study_on_a_disk_that_fails(code, places, two, tmp_path, record_property):
    calm = tmp_path / "calm"
    two(0.05, calm)
    before = contents(calm)
    two(0.1, calm)
    after = contents(calm)
    met = 0
    for n in places:
        out = tmp_path / str(n)
        two(0.05, out)
        problem = None
        with faults.failing(n, code) as fault:
            try:
                two(0.1, out)
            except EnvironmentProblem as error:
                problem = error
        found = contents(out)
        # What is there is whole: as it was, or as it will be; the list of steps, between them.
        json.loads(found.pop("steps.json"))
        assert not [
            name for name in found if found[name] not in (before.get(name), after.get(name))
        ]
        if fault.left > 0:
            break
        met += 1
        assert problem is not None, n
        assert os.strerror(code) in str(problem)
        assert str(out) in problem.file
        two(0.1, out)
        assert contents(out) == after, n
    record_property("faults", met)
    assert fault.left > 0
    assert met > 1
    assert contents(out) == after
