"""Four cheap learners before the freeze, and the overview of what has been run."""

from __future__ import annotations

import pytest

import pybench as pb
from pybench.base.errors import ArgumentError
from pybench.suite.screening import cheap


@pytest.mark.slow
def test_screening_names_what_is_solved_and_the_overview_counts(tmp_path):
    rows = "".join(f"{i % 2 * 10 + i / 1000},{i % 7},{'ab'[i % 2]}\n" for i in range(60))
    (tmp_path / "easy.csv").write_text("x,z,c\n" + rows)
    source = {"easy": tmp_path / "easy.csv"}
    suite = pb.Suite.create("s", source, target="c", folds=3).save(tmp_path / "s")
    table = suite.screen(tmp_path / "run", workers=1)
    assert table.classifiers == tuple(cheap())
    found = suite.check(table).findings
    assert "solved by all" in set(found["kind"])
    seen = suite.runs(tmp_path / "run").loc["easy"]
    assert (seen["estimators"], seen["jobs"]) == (4, 12)
    assert seen["best"] == table.scores.max()
    assert seen["worst"] == table.scores.min()
    with pytest.raises(ArgumentError, match="measure"):
        suite.runs(tmp_path / "run", measure="beauty")
