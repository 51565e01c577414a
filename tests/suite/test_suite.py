"""A folder becomes a suite and comes back."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import pybench as pb
from pybench.suite.data import load_data, load_splits


def test_a_folder_becomes_a_suite_and_comes_back(suite, tmp_path):
    assert suite.task_names == ("Waves", "odd names é", "old", "plain")
    saved = suite.save(tmp_path / "s")
    again = pb.Suite.load(tmp_path / "s")
    assert type(again) is pb.Suite
    assert again.hash == suite.hash == saved.hash
    assert again.to_dict() == suite.to_dict()
    assert again.tasks == suite.tasks
    for task in again.tasks:
        data, splits = load_data(again, task), load_splits(again, task)
        splits.check(len(data.y), task.procedure.type)
        before = load_data(suite, task.name)
        assert before.y.tolist() == data.y.tolist()
        assert len(data.classes) == 2
    assert load_data(again, "Waves").split.tolist() == ["train"] * 4 + ["test"] * 4
    assert [t.procedure.type for t in again.tasks][:2] == ["resamples", "crossvalidation"]


@pytest.mark.slow
def test_the_page_on_suites_runs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    page = (Path(__file__).parents[2] / "docs" / "suites.md").read_text(encoding="utf-8")
    code = re.search(r"```python\n(.*?)```", page, re.DOTALL)[1]
    names = {}
    exec(compile(code, "suites.md", "exec"), names)
    assert names["suite"].status == "active"
    assert names["table"].datasets == names["suite"].task_names
