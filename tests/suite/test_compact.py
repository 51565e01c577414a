"""A compact suite: tasks that keep the ranking, with what that is worth stored in the suite."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd
import pytest

import pybench as pb
from pybench.base.errors import ArgumentError, SuiteError

NAMES = ["iris", "wine", "spector", "GunPoint"]


@pytest.fixture(scope="module")
def suite(tmp_path_factory):
    made = pb.Suite.create("four", NAMES, folds=3, created="2026-01-01T00:00:00Z")
    return made.save(tmp_path_factory.mktemp("suite") / "four")


@pytest.fixture(scope="module")
def results():
    scores = np.random.default_rng(0).normal(size=(5, 4)) + np.arange(4) * 0.3
    return pb.read_results(
        scores, datasets=[*NAMES, "another"], classifiers=list("abcd"), higher_is_better=True
    )


def test_the_tasks_keep_their_splits_and_the_suite_says_what_the_choice_is_worth(
    suite, results, tmp_path
):
    small = suite.compact(2, results, created="2026-01-02T00:00:00Z")
    assert small.task_names == tuple(sorted(small.task_names, key=suite.task_names.index))
    assert all(task == suite.task(task.name) for task in small.tasks)
    kept = small.preservation
    assert (kept.tasks, kept.methods, len(small.tasks)) == (4, ("a", "b", "c", "d"), 2)
    assert suite.hash in small.provenance["parent"]
    assert "from the results of 4 methods, 2 of 4 datasets" in small.provenance["selection"]
    back = pb.Suite.load(small.save(tmp_path / "small").folder)
    assert (back.hash, back.preservation) == (small.hash, kept)
    assert f"differs by {kept.error:.2f} from that on all 4 (mean over 4 methods" in str(back)
    frozen = back.freeze()
    assert frozen.preservation == kept


def test_a_suite_without_preservation_has_the_form_and_the_hash_of_before(suite):
    assert "preservation" not in suite.to_dict()
    assert suite.preserved() == ""


def test_a_changed_number_is_found(suite, results, tmp_path):
    file = suite.compact(2, results).save(tmp_path / "small").folder / "suite.json"
    plain = json.loads(file.read_text())
    plain["preservation"]["error"] /= 2
    file.write_text(json.dumps(plain))
    with pytest.raises(SuiteError):
        pb.Suite.load(tmp_path / "small")


def test_a_task_without_results_is_named(suite, results):
    with pytest.raises(ArgumentError, match="GunPoint"):
        suite.compact(2, results.select(["iris", "wine", "spector"]))
    with pytest.raises(ArgumentError, match="ResultsTable"):
        suite.compact(2, pd.DataFrame())


def test_a_suite_known_by_its_ids_only_can_be_compact():
    cc18 = pb.Suite.shipped("OpenML-CC18")
    scores = np.random.default_rng(0).normal(size=(72, 5))
    results = pb.read_results(
        scores, datasets=cc18.task_names, classifiers=list("abcde"), higher_is_better=True
    )
    small = cc18.compact(5, results)
    assert [task.openml_id for task in small.tasks] == [
        cc18.task(name).openml_id for name in small.task_names
    ]
