"""What is derived from a run follows it; what holds no results is refused."""

from __future__ import annotations

import os
import shutil

import pytest
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

import pybench as pb
from pybench.base.errors import ArgumentError, SuiteError

duckdb = pytest.importorskip("duckdb")


def test_the_answer_follows_the_run(runs, tmp_path):
    suite = pb.Suite.load(runs / "suite")
    ask = "select count(*) as n from evaluations"
    pb.run(suite, {"Bayes": GaussianNB()}, out=tmp_path, workers=1)
    assert pb.suite_results(tmp_path, ask).n[0] == 6
    pb.run(
        suite, {"Bayes": GaussianNB(), "tree": DecisionTreeClassifier()}, out=tmp_path, workers=1
    )
    assert pb.suite_results(tmp_path, ask).n[0] == 12
    store = tmp_path / "store" / "evaluations.parquet"
    store.write_bytes(store.read_bytes()[:100])
    assert pb.suite_results(tmp_path, ask).n[0] == 12


@pytest.mark.parametrize("text", [None, "{}", '{"schema": "other/1"}', "["])
def test_what_holds_no_results_is_refused(text, tmp_path):
    if text is not None:
        (tmp_path / "run.json").write_text(text)
    with pytest.raises(pb.InputError):
        pb.suite_results(tmp_path)
    with pytest.raises(ArgumentError, match="`folders`"):
        pb.suite_results([])


def test_a_folder_that_nothing_can_be_written_to_answers_too(runs, tmp_path):
    shutil.copytree(runs / "one", tmp_path / "run")
    ask = "select estimator, count(*) n, sum(row_id) s from predictions group by 1 order by 1"
    expected = pb.suite_results(tmp_path / "run", ask)
    shutil.rmtree(tmp_path / "run" / "store")
    (tmp_path / "run" / "store").write_bytes(b"")  # root may write to any folder, not into this
    assert pb.suite_results(tmp_path / "run", ask).equals(expected)
    assert (tmp_path / "run" / "store").read_bytes() == b""


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"estimator": "tree"}', "\0"])
def test_a_damaged_evaluation_is_named(text, runs, tmp_path):
    shutil.copytree(runs / "one", tmp_path / "run")
    with (tmp_path / "run" / "journal").open("a") as journal:
        journal.write("\n")  # the folder has changed
    (tmp_path / "run" / "runs" / "tree" / "iris" / "evaluation-0-1.json").write_text(text)
    with pytest.raises(SuiteError, match=r"evaluation-0-1\.json"):
        pb.suite_results(tmp_path / "run")


class Once(DecisionTreeClassifier):
    """Fails on irises while a file is not there."""

    def __init__(self, path=""):
        super().__init__()
        self.path = path

    def fit(self, X, y):
        if len(y) == 100 and not os.path.exists(self.path):
            raise ValueError("not yet")
        return super().fit(X, y)


def test_what_stood_for_a_job_is_not_counted_beside_it(runs, tmp_path):
    suite = pb.Suite.load(runs / "suite")
    out, ready = tmp_path / "run", tmp_path / "ready"
    given = {"once": Once(str(ready))}
    pb.run(suite, given, out=out, workers=1, fallback="majority")
    old = (out / "evaluations.csv").read_bytes()
    ask = "select status, count(*) n from evaluations group by 1 order by 1"
    assert pb.suite_results(out, ask).values.tolist() == [["majority", 3], ["ok", 3]]
    ready.write_bytes(b"")
    pb.run(suite, given, out=out, workers=1)
    (out / "evaluations.csv").write_bytes(old)  # killed before the tables
    assert pb.suite_results(out, ask).values.tolist() == [["ok", 6]]
