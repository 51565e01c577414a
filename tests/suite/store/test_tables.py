"""What is derived from a run follows it; what holds no results is refused."""

from __future__ import annotations

import pytest
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

import pybench as pb
from pybench.base.errors import ArgumentError

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
