"""The table of a run: means of folds, repeats kept, the measure that is asked for."""

from __future__ import annotations

import csv
import dataclasses

import numpy as np
import pytest
from scipy.stats import rankdata
from sklearn.linear_model import RidgeClassifier
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

import pybench as pb
from pybench.base.errors import ArgumentError, ResultsTableError, SuiteError
from pybench.selection.trials import ranked
from pybench.suite.task import DataFile


def test_folds_and_measures(tmp_path, three):
    suite = pb.Suite.create("twice", ["iris"], folds=3, repeats=2).save(tmp_path / "suite")
    out = tmp_path / "run"
    t = pb.run(suite, three, out=out, workers=1, measure="nll")
    assert (t.metric, t.higher_is_better, t.by_repeat.shape) == ("nll", False, (1, 3, 6))
    mine = [float(r["nll"]) for r in rows(out / "evaluations.csv") if r["estimator"] == "Bayes"]
    assert t.by_repeat[0, 0].tolist() == mine
    assert t.scores[0, 0] == pytest.approx(np.mean(mine), rel=1e-15)
    again = pb.read_results(out / "results.csv", higher_is_better=False, metric="nll")
    assert np.array_equal(again.scores, t.scores)
    again = pb.read_results(out / "folds.csv", higher_is_better=False, repeats="keep")
    assert np.array_equal(again.by_repeat, t.by_repeat)
    assert (t.n_available, again.n_available) == (None, None)


def test_every_fold_is_ranked_as_the_protocol_defines_it(tmp_path, three):
    """Datasets with 1 and 3 x 2 folds: ranks in each fold, averaged; not ranks of means."""
    one = pb.Suite.create("one", ["iris"], procedure="holdout").save(tmp_path / "one")
    more = pb.Suite.create("more", ["wine"], folds=3, repeats=2).save(tmp_path / "more")
    both = dataclasses.replace(more, tasks=(*more.tasks, *one.tasks), contents=held(one, more))
    t = pb.run(both.save(tmp_path / "both"), three, out=tmp_path / "run", workers=1)
    assert t.by_repeat.shape == (2, 3, 6)
    assert np.isnan(t.by_repeat[1, :, 1:]).all()
    assert np.isfinite(t.by_repeat[1, :, 0]).all()
    found = rows(tmp_path / "run" / "evaluations.csv")
    expected = []
    for task in t.datasets:
        scores = [[float(r["accuracy"]) for r in found if (r["task"], r["estimator"]) == (task, c)]
                  for c in t.classifiers]  # fmt: skip
        expected.append(rankdata(-np.array(scores), axis=0).mean(axis=1))
    result = ranked(t, pairs=False)
    order = [t.datasets.index(name) for name in result.datasets]
    np.testing.assert_allclose(result.sums / (2 * result.repeats), np.array(expected)[order])
    assert result.ranked == 6
    assert t.n_available.tolist() == [[6] * 3, [1] * 3]
    assert len(rows(tmp_path / "run" / "folds.csv")) == 7
    assert t.select(classifiers=t.classifiers[:2]).by_repeat.shape == (2, 2, 6)
    with pytest.raises(ResultsTableError, match="the same number of repeats for every dataset"):
        pb.bayesian_hierarchical(t)


def held(*suites):
    return {
        file.path: suite.held(file)
        for suite in suites
        for task in suite.tasks
        for file in (*task.dataset.files, DataFile(task.splits, task.splits_sha256))
    }


def test_a_measure_that_an_estimator_cannot_have_is_named_before_any_work(flowers, tmp_path):
    given = {"ridge": RidgeClassifier()}
    with pytest.raises(ArgumentError, match=r"`measure` nll needs probabilities.*`ridge`"):
        pb.run(flowers, given, out=tmp_path, workers=1, measure="nll")
    assert not (tmp_path / "runs").exists()
    assert pb.run(flowers, given, out=tmp_path, workers=1).metric == "accuracy"


def test_a_measure_that_shows_as_missing_late_leaves_all_tables_but_the_stale_one(
    flowers, tmp_path
):
    given = {"svm": SVC()}  # it has predict_proba, for some parameters
    pb.run(flowers, given, out=tmp_path, workers=1)
    (tmp_path / "evaluations.csv").unlink()
    with pytest.raises(SuiteError, match="no nll for svm on iris, repeat 0, fold 0"):
        pb.run(flowers, given, out=tmp_path, workers=1, measure="nll")
    assert len(rows(tmp_path / "evaluations.csv")) == 6
    assert not (tmp_path / "results.csv").exists()
    assert not (tmp_path / "folds.csv").exists()


def rows(path):
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


class Fails(DecisionTreeClassifier):
    def fit(self, X, y):
        if len(set(y.tolist())) == 3 and X.shape[1] == 4:
            raise ValueError("no irises, please")
        return super().fit(X, y)


def test_tables_are_of_all_estimators_of_a_folder_in_any_order_of_calls(flowers, three, tmp_path):
    picky = {"picky": Fails()}
    bayes = {"Bayes": three["Bayes"]}
    pb.run(flowers, picky, out=tmp_path, workers=1, fallback="majority")
    pb.run(flowers, bayes, out=tmp_path, workers=1)
    for name in ("Bayes", "picky"):
        mine = [r for r in rows(tmp_path / "evaluations.csv") if r["estimator"] == name]
        fallen = 0 if name == "Bayes" else 3
        assert [r["status"] for r in mine] == ["majority"] * fallen + ["ok"] * (6 - fallen)
    assert [r["estimator"] for r in rows(tmp_path / "failures.csv")] == ["picky"] * 3
    assert len(rows(tmp_path / "times.csv")) == 9
    before = (tmp_path / "evaluations.csv").read_bytes()
    pb.run(flowers, {**picky, **bayes}, out=tmp_path / "at once", workers=1, fallback="majority")
    assert (tmp_path / "at once" / "evaluations.csv").read_bytes() == before


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("evaluations.csv", "a,b\n1,2\n"),
        ("evaluations.csv", "estimator,task,repeat,fold,status,n_train,n_test\na,b,x,0,m,1,1\n"),
        ("evaluations.csv", "estimator,task,repeat,fold,status,n_train,n_test\na,b\n"),
        ("failures.csv", "estimator,task,repeat,fold,reason\na,b,c,d,e\n"),
        ("failures.csv", b"\xff\xfe\x00"),
    ],
)
def test_tables_that_are_none_are_named(name, text, flowers, three, tmp_path):
    (tmp_path / name).write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(SuiteError, match=name):
        pb.run(flowers, {"Bayes": three["Bayes"]}, out=tmp_path, workers=1)
