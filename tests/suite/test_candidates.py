"""Where datasets come from: folders, suites, tables of qualities."""

from __future__ import annotations

import shutil
from dataclasses import replace

import pandas as pd
import pytest

import pybench as pb
from pybench.base.errors import ArgumentError, SuiteError
from pybench.suite.data import load_data, load_splits
from pybench.suite.rules import CC18, COMPUTED, DECLARED

WHEN = "2026-01-31T12:00:00Z"


def test_a_dataset_twice_and_half_a_pair_are_refused(folder):
    shutil.copy(folder / "plain.csv", folder / "plain.tsv")
    with pytest.raises(SuiteError, match="`plain` once"):
        pb.Suite.create("toy", folder, target="class")
    (folder / "plain.tsv").unlink()
    (folder / "Waves" / "Waves_TEST.tsv").unlink()
    with pytest.raises(SuiteError, match=r"both splits|a table"):
        pb.Suite.create("toy", folder, target="class", kind="series")
    (folder / "Waves" / "empty").mkdir()
    with pytest.raises(SuiteError, match="a folder of datasets"):
        pb.Suite.create("toy", folder / "Waves" / "empty", target="class")


def test_a_suite_of_a_suite_keeps_its_splits_unless_asked(suite, tmp_path):
    saved = suite.save(tmp_path / "s")
    part = pb.Suite.create("part", saved, keep=["plain", "old"], created=WHEN)
    assert part.task("plain") == saved.task("plain")
    assert {v.verdict for v in part.candidates if v.dataset == "Waves"} == {"fail"}
    part.save(tmp_path / "part")
    assert load_data(pb.Suite.load(tmp_path / "part"), "plain").classes == ("a", "b")
    other = pb.Suite.create("part", saved, keep=["plain"], procedure="holdout", created=WHEN)
    assert other.task("plain").procedure.type == "holdout"
    assert other.task("plain").splits_sha256 != saved.task("plain").splits_sha256
    assert load_splits(other, "plain").n_folds == 1


def test_a_table_of_qualities_is_a_source():
    frame = pd.DataFrame(
        {"NumberOfInstances": [150, 1000], "openml_id": [61, 31], "task_id": [59, 31]},
        index=["iris", "credit-g"],
    )
    suite = pb.Suite.create("t", frame, constraints=CC18[:2], exclude="cc18", created=WHEN)
    assert suite.task_names == ("credit-g",)
    task = suite.tasks[0]
    assert (task.openml_id, task.dataset.openml_id, task.splits) == (31, 31, None)
    rows = suite.verdicts().set_index(["dataset", "rule"]).verdict
    assert rows["iris", "(a) size"] == "fail"
    assert {rows["credit-g", name] for name in (*COMPUTED, *DECLARED)} == {"unknown"}
    assert rows["credit-g", "(b) width"] == "unknown"
    with pytest.raises(SuiteError, match="none"):
        load_data(suite, task)


def test_gaps_among_ids_are_no_ids():
    frame = pd.DataFrame({"NumberOfInstances": [1, 2], "openml_id": [61, None]}, index=["a", "b"])
    suite = pb.Suite.create("t", frame, created=WHEN)
    assert [t.dataset.openml_id for t in suite.tasks] == [61, None]
    assert [t.dataset.source for t in suite.tasks] == ["openml", "table"]
    for wrong in (61.5, -1, "61a"):
        table = frame.astype(object)
        table.loc["b", "openml_id"] = wrong
        with pytest.raises(ArgumentError, match="`openml_id` of `b` must be a whole number"):
            pb.Suite.create("t", table, created=WHEN)


def test_what_is_said_holds_whatever_the_source(suite, tmp_path):
    saved = suite.save(tmp_path / "s").tag("mine", datasets=["plain"])
    frame = pd.DataFrame({"NumberOfInstances": [9.0], "licence": ["CC0"]}, index=["plain"])
    about = {"licence": "MIT", "citation": "me"}
    for source in (saved, frame, {"plain": tmp_path / "s" / "data" / "plain.csv"}):
        target = None if source is saved else "class"
        made = pb.Suite.create("t", source, about={"plain": about}, target=target, created=WHEN)
        data = made.task("plain").dataset
        assert (data.licence, data.citation) == ("MIT", "me")
        assert data.tags == (("mine",) if source is saved else ())
    for source in (saved, frame, ["iris"]):
        with pytest.raises(ArgumentError, match="datasets that the source does not have: `z`"):
            pb.Suite.create("t", source, about={"z": {}}, created=WHEN)
    with pytest.raises(ArgumentError, match="the stored splits depend on the target"):
        pb.Suite.create("t", saved, about={"plain": {"target": "x"}}, created=WHEN)


def test_tasks_of_one_dataset_are_told_apart(suite, tmp_path):
    saved = suite.save(tmp_path / "s")
    first = saved.task("plain")
    both = replace(saved, tasks=(first, replace(first, name="plain again")))
    flag = {"dataset": "plain", "flag": "artificial", "reason": "drawn", "source": "rng"}
    flag["holds"] = False
    options = {"exclude": "artificial", "flags": [flag], "created": WHEN}
    made = pb.Suite.create("t", both, procedure="holdout", **options)
    assert made.task_names == ("plain", "plain again")
    assert len({task.splits for task in made.tasks}) == 2
    assert set(made.verdicts().verdict) == {"pass"}
    names = [task.name for task in both.only(tasks=["plain again"])]
    kept = pb.Suite.create("t", both, keep=names, **options)
    assert kept.task_names == ("plain again",)
    assert kept.save(tmp_path / "kept").freeze().status == "active"
