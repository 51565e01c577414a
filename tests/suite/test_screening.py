"""Four cheap learners before the freeze, and the overview of what has been run."""

from __future__ import annotations

import pytest
from sklearn.linear_model import RidgeClassifier
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

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


@pytest.fixture(scope="module")
def flowers(tmp_path_factory):
    pytest.importorskip("duckdb")
    folder = tmp_path_factory.mktemp("flowers")
    suite = pb.Suite.create("flowers", ["iris"], folds=3).save(folder / "suite")
    given = {"Bayes": GaussianNB(), "stump": DecisionTreeClassifier(max_depth=1)}
    pb.run(suite, {**given, "ridge": RidgeClassifier()}, out=folder / "run", workers=1)
    return suite, folder / "run"


def test_the_leader_is_the_best_where_low_is_good_and_nobody_where_none_has_a_score(flowers):
    suite, run = flowers
    for measure in ("nll", "brier", "auroc"):
        seen = suite.runs(run, measure=measure).loc["iris"]
        assert seen["leader"] == "Bayes"
        assert (seen["best"] > seen["worst"]) == (measure == "auroc")
        assert (seen["estimators"], seen["jobs"]) == (3, 9)


def test_a_measure_that_nobody_has_leaves_no_leader(flowers, tmp_path):
    suite, _ = flowers
    pb.run(suite, {"ridge": RidgeClassifier()}, out=tmp_path / "ridge", workers=1)
    seen = suite.runs(tmp_path / "ridge", measure="nll").loc["iris"]
    assert seen["jobs"] == 3
    assert seen[["best", "leader"]].isna().all()


def test_runs_of_another_suite_with_tasks_of_the_same_names_do_not_count(flowers):
    _, run = flowers
    other = pb.Suite.create("flowers", ["iris"], folds=4)
    assert other.runs(run).loc["iris", "jobs"] == 0
