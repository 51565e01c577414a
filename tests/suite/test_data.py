"""What learners see, checked against its hash."""

from __future__ import annotations

from dataclasses import replace

import pytest

import pybench as pb
from pybench.base.errors import DatasetError, SuiteError
from pybench.suite.data import load_data
from pybench.suite.manifest import Manifest

WHEN = "2026-01-31T12:00:00Z"


def test_rows_without_a_class_are_refused(tmp_path):
    (tmp_path / "gaps.csv").write_text("x,c\n1,a\n2,\n3,b\n")
    with pytest.raises(DatasetError, match="rows 1 "):
        pb.Suite.create("toy", tmp_path, target="c", folds=2)


def test_bundled_datasets_are_known_by_their_values():
    suite = pb.Suite.create("flowers", ["iris", "GunPoint"], created=WHEN)
    assert [t.kind for t in suite.tasks] == ["tabular", "series"]
    assert load_data(suite, "iris").X.shape == (150, 4)
    task = suite.tasks[0]
    wrong = replace(task, dataset=replace(task.dataset, sha256="0" * 64))
    with pytest.raises(SuiteError, match="iris of scikit-learn"):
        load_data(replace(suite, tasks=(wrong,)), wrong)


@pytest.mark.parametrize("name", ["../../x", "/etc/passwd", "iris/../iris"])
@pytest.mark.parametrize("kind", ["series", "tabular"])
def test_a_bundled_name_is_no_path(tmp_path, name, kind):
    task = pb.Suite.create("flowers", ["GunPoint"], created=WHEN).tasks[0]
    strange = replace(task, kind=kind, dataset=replace(task.dataset, name=name))
    with pytest.raises(SuiteError, match="expected one of"):
        load_data(Manifest("s", None, "", 1, "active", WHEN, (strange,)), strange)


def test_a_table_that_ships_is_no_series():
    task = pb.Suite.create("flowers", ["GunPoint"], created=WHEN).tasks[0]
    strange = replace(task, dataset=replace(task.dataset, name="iris"))
    with pytest.raises(SuiteError, match="expected one of"):
        load_data(Manifest("s", None, "", 1, "active", WHEN, (strange,)), strange)
