"""Tags, freezing, versions: what may be changed, and when."""

from __future__ import annotations

import pytest

import pybench as pb
from pybench.base.errors import ArgumentError, SuiteError


def test_a_frozen_suite_stays_as_it_is(suite, tmp_path):
    place = tmp_path / "s"
    active = suite.save(place).freeze().save(place)
    assert active.hash == suite.hash
    assert pb.Suite.load(place).status == "active"
    for change in (lambda: active.tag("x", tasks=["plain"]), active.freeze):
        with pytest.raises(SuiteError, match="new version"):
            change()
    other = active.new_version().tag("x", tasks=["plain"])
    assert (other.version, other.status) == (2, "in_preparation")
    assert active.hash in other.provenance["parent"]
    with pytest.raises(SuiteError, match="without a frozen suite"):
        other.save(place)
    second = other.save(tmp_path / "v2")
    assert second.hash != active.hash
    assert pb.Suite.load(tmp_path / "v2").task("plain").tags == ("x",)
    gone = active.deactivate().save(place)
    assert pb.Suite.load(place).status == "deactivated"
    assert gone.hash == active.hash
    with pytest.raises(SuiteError, match="an active suite"):
        gone.deactivate()


def test_splits_of_other_data_cannot_be_frozen(suite, tmp_path):
    saved = suite.save(tmp_path / "s")
    tasks = list(saved.tasks)
    wrong = tasks[3]
    from dataclasses import replace

    tasks[2] = replace(tasks[2], splits=wrong.splits, splits_sha256=wrong.splits_sha256)
    with pytest.raises(SuiteError, match=r"rows from 0 to 19|other rows"):
        replace(saved, tasks=tuple(tasks)).freeze()


def test_tags_of_datasets_and_tasks_filter(suite):
    marked = suite.tag("noisy", datasets=["plain", "old"]).tag("slow", tasks=["old"])
    assert [t.name for t in marked.only(tags=["noisy"])] == ["old", "plain"]
    assert [t.name for t in marked.only(tags=["noisy"], without=["slow"])] == ["plain"]
    assert [t.name for t in marked.only(tags=["noisy"], tasks=["old", "Waves"])] == ["old"]
    bare = marked.tag("noisy", datasets=["plain"], remove=True)
    assert [t.name for t in bare.only(tags=["noisy"])] == ["old"]
    assert marked.hash != suite.hash
    with pytest.raises(ArgumentError, match="no task `z`"):
        suite.tag("x", tasks=["z"])
    with pytest.raises(ArgumentError, match="not empty"):
        suite.tag(" ", tasks=["old"])
