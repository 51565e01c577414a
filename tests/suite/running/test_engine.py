"""A run: what it writes, the same for any number of workers, resumed, and never mixed."""

from __future__ import annotations

import csv
import json
import os

import numpy as np
import pytest
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LinearRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

import pybench as pb
from pybench.base.errors import ArgumentError, TasksFailed
from pybench.store.journal import events
from pybench.suite.data import load_data, load_splits
from pybench.suite.running.predictions import decode


def done(folder):
    return [tuple(e["job"]) for e in events(folder / "journal") if e["event"] == "done"]


def test_the_table_is_what_scikit_learn_gives(flowers, neighbours, tmp_path):
    t = pb.run(flowers, neighbours, out=tmp_path, workers=1)
    for name, score in zip(t.datasets, t.scores[:, 0], strict=True):
        data, splits = load_data(flowers, name), load_splits(flowers, name)
        x = data.X.to_numpy()
        scores = []
        for part in splits.folds():
            model = neighbours["neighbours"].fit(x[part.train], data.y[part.train].astype(str))
            scores.append(model.score(x[part.test], data.y[part.test].astype(str)))
        assert score == pytest.approx(np.mean(scores), abs=1e-15)


def test_predictions_are_in_openml_columns_and_cover_every_row(flowers, three, tmp_path):
    pb.run(flowers, three, out=tmp_path, workers=1)
    data = load_data(flowers, "wine")
    for name in three:
        files = sorted((tmp_path / "runs" / name / "wine").glob("predictions-0-?.csv"))
        found = [decode(file.read_bytes(), str(file)) for file in files]
        rows = np.concatenate([one.rows for one in found])
        assert sorted(rows) == list(range(len(data.y)))
        for one, part in zip(found, load_splits(flowers, "wine").folds(), strict=True):
            assert one.rows.tolist() == part.test.tolist()
            assert one.correct == tuple(data.y[part.test])
            assert one.classes == data.classes
            told = json.loads(
                files[one.fold].with_name(f"evaluation-0-{one.fold}.json").read_text()
            )
            right = np.mean([a == b for a, b in zip(one.predicted, one.correct, strict=True)])
            assert told["measures"]["accuracy"] == right


def test_the_bytes_do_not_depend_on_workers_order_or_others(flowers, three, tmp_path, written):
    pb.run(flowers, three, out=tmp_path / "one", workers=1)
    pb.run(flowers, three, out=tmp_path / "two", workers=2)
    assert written(tmp_path / "one") == written(tmp_path / "two")
    turned = dict(reversed(three.items()))
    assert pb.run(flowers, turned, out=tmp_path / "turned", workers=1).classifiers == tuple(turned)
    alone = pb.Suite.create("only", ["iris"], folds=3).save(tmp_path / "only")
    pb.run(alone, {"forest": three["forest"]}, out=tmp_path / "alone", workers=1)
    for name in ("turned", "alone"):
        for file in (tmp_path / name).glob("runs/*/*/*"):
            whole = tmp_path / "one" / file.relative_to(tmp_path / name)
            assert file.read_bytes() == whole.read_bytes()


def test_another_seed_is_another_forest(flowers, three, tmp_path):
    one, other = (
        pb.run(flowers, {"tree": three["tree"]}, out=tmp_path / str(seed), seed=seed, workers=1)
        for seed in (0, 1)
    )
    assert not np.array_equal(one.scores, other.scores)


def test_what_is_done_is_not_done_again_and_more_estimators_join(flowers, three, tmp_path):
    pb.run(flowers, {"Bayes": three["Bayes"]}, out=tmp_path, workers=1)
    seen = []
    t = pb.run(flowers, three, out=tmp_path, workers=1, progress=seen.append)
    assert (seen[0].done, seen[0].total, seen[0].kept) == (6, 18, 6)
    assert (seen[-1].done, seen[-1].share, seen[-1].seconds_left) == (18, 1.0, 0.0)
    assert len(done(tmp_path)) == len(set(done(tmp_path))) == 18
    assert t.classifiers == ("Bayes", "forest", "tree")
    assert set(json.loads((tmp_path / "run.json").read_text())["estimators"]) == set(three)


class Wanders(GaussianNB):
    def __init__(self, to=None):
        super().__init__()
        self.to = to

    def fit(self, X, y):
        os.chdir(self.to)
        return super().fit(X, y)


@pytest.mark.parametrize("workers", [1, 2])
def test_an_estimator_may_leave_the_working_directory(workers, flowers, tmp_path, monkeypatch):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    flowers.save(tmp_path / "flowers")
    monkeypatch.chdir(tmp_path)
    wanders = {"wanders": Wanders(str(elsewhere))}
    pb.run(pb.Suite.load("flowers"), wanders, out="run", workers=workers)
    assert not any(elsewhere.iterdir())
    assert {"results.csv", "runs", "journal"} <= set(os.listdir(tmp_path / "run"))


class Fails(DecisionTreeClassifier):
    def fit(self, X, y):
        if len(set(y.tolist())) == 3 and X.shape[1] == 4:
            raise ValueError("no irises, please")
        return super().fit(X, y)


def test_failures_are_named_the_others_are_kept_and_tried_again(flowers, three, tmp_path):
    given = {"Bayes": three["Bayes"], "picky": Fails()}
    for _ in range(2):
        with pytest.raises(TasksFailed, match=r"3 jobs failed: picky on iris.*no irises") as caught:
            pb.run(flowers, given, out=tmp_path, workers=1)
        assert caught.value.exit_code == 4
        assert not (tmp_path / "results.csv").exists()
    assert len(done(tmp_path)) == 9
    failed = [e for e in events(tmp_path / "journal") if e["event"] == "failed"]
    assert len(failed) == 6
    with (tmp_path / "failures.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(r["estimator"], r["task"], r["fold"]) for r in rows] == [
        ("picky", "iris", str(fold)) for fold in range(3)
    ]
    assert rows[0]["reason"] == "ValueError: no irises, please"


def test_retries_are_counted(flowers, tmp_path):
    with pytest.raises(TasksFailed):
        pb.run(flowers, {"picky": Fails()}, out=tmp_path, workers=1, retries=2)
    failed = [tuple(e["job"]) for e in events(tmp_path / "journal") if e["event"] == "failed"]
    assert len(failed) == 9
    assert len(set(failed)) == 3


@pytest.mark.parametrize(
    ("changes", "match"),
    [
        ({"workers": 0}, "`workers`"),
        ({"timeout": -1}, "`timeout`"),
        ({"memory": "lots"}, "`memory`"),
        ({"fallback": "zero"}, "`fallback`"),
        ({"retries": -1}, "`retries`"),
        ({"measure": "speed"}, "`measure`"),
        ({"measure": 3}, "`measure` must be one of .*, not 3"),
        ({"measure": ["accuracy", "speed"]}, "`measure` must be one of .*, not 'speed'"),
        ({"progress": 3}, "`progress` must be a function, not 3"),
        ({"seed": 1.5}, "`seed`"),
        ({"estimators": {}}, "`estimators`"),
        ({"estimators": [GaussianNB()]}, "`estimators`"),
        ({"estimators": {1: GaussianNB()}}, "names of `estimators`"),
        ({"estimators": {"a": GaussianNB(), "A": GaussianNB()}}, "make the same file name"),
        ({"estimators": {"a": LinearRegression()}}, "a regressor"),
        ({"estimators": {"a": RandomForestClassifier}}, "the class"),
        ({"estimators": {"a": 7}}, "classifier"),
        ({"estimators": {"a": "sklearn.svm.NoSuch"}}, "NoSuch"),
        ({"estimators": {"a": "nosuchpackage.X"}}, "nosuchpackage"),
        ({"estimators": {"a": "SVC"}}, "import path"),
        ({"suite": 7}, "`suite`"),
    ],
)
def test_arguments_are_checked(changes, match, flowers, three, tmp_path):
    given = {"suite": flowers, "estimators": three, "out": tmp_path / "out", **changes}
    with pytest.raises(ArgumentError, match=match):
        pb.run(given.pop("suite"), given.pop("estimators"), **given)
