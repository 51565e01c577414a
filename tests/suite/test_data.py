"""What learners see, checked against its hash."""

from __future__ import annotations

import pytest

import pybench as pb
from pybench.base.errors import DatasetError, SuiteError
from pybench.suite.data import load_data

WHEN = "2026-01-31T12:00:00Z"


def test_rows_without_a_class_are_refused(tmp_path):
    (tmp_path / "gaps.csv").write_text("x,c\n1,a\n2,\n3,b\n")
    with pytest.raises(DatasetError, match="rows 1 "):
        pb.Suite.create("toy", tmp_path, target="c", folds=2)


def test_bundled_datasets_are_known_by_their_values():
    suite = pb.Suite.create("flowers", ["iris", "GunPoint"], created=WHEN)
    assert [t.kind for t in suite.tasks] == ["tabular", "series"]
    assert load_data(suite, "iris").X.shape == (150, 4)
    from dataclasses import replace

    task = suite.tasks[0]
    wrong = replace(task, dataset=replace(task.dataset, sha256="0" * 64))
    with pytest.raises(SuiteError, match="iris of scikit-learn"):
        load_data(replace(suite, tasks=(wrong,)), wrong)
