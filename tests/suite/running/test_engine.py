"""A run: what it writes, the same for any number of workers, resumed, and never mixed."""

from __future__ import annotations

import csv
import json
import logging

import numpy as np
import pytest
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LinearRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

import pybench as pb
from pybench.base.errors import ArgumentError, EnvironmentProblem, SuiteError, TasksFailed
from pybench.store.journal import Journal, events
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


def test_nested_seeds_are_set_and_a_given_one_does_not_count(flowers, tmp_path):
    from sklearn.ensemble import BaggingClassifier

    given = [
        {"bag": BaggingClassifier(DecisionTreeClassifier(random_state=s), 3, random_state=s)}
        for s in (None, 7)
    ]
    one, other = (pb.run(flowers, estimators, out=tmp_path, workers=1) for estimators in given)
    assert one == other
    assert len(done(tmp_path)) == 6


def test_what_is_done_is_not_done_again_and_more_estimators_join(flowers, three, tmp_path):
    pb.run(flowers, {"Bayes": three["Bayes"]}, out=tmp_path, workers=1)
    seen = []
    t = pb.run(flowers, three, out=tmp_path, workers=1, progress=seen.append)
    assert (seen[0].done, seen[0].total, seen[0].kept) == (6, 18, 6)
    assert (seen[-1].done, seen[-1].share, seen[-1].seconds_left) == (18, 1.0, 0.0)
    assert len(done(tmp_path)) == len(set(done(tmp_path))) == 18
    assert t.classifiers == ("Bayes", "forest", "tree")
    assert set(json.loads((tmp_path / "run.json").read_text())["estimators"]) == set(three)


@pytest.mark.parametrize("harm", ["removed", "damaged", "journal gone"])
def test_a_job_whose_files_are_not_what_they_were_is_done_again(
    harm, flowers, three, tmp_path, written
):
    pb.run(flowers, three, out=tmp_path, workers=1)
    before = written(tmp_path)
    file = tmp_path / "runs" / "tree" / "iris" / "predictions-0-1.csv"
    if harm == "removed":
        file.unlink()
    elif harm == "damaged":
        file.write_bytes(file.read_bytes()[:-1])
    else:
        (tmp_path / "journal").unlink()
    seen = []
    pb.run(flowers, three, out=tmp_path, workers=1, progress=seen.append)
    assert seen[0].kept == (18 if harm == "journal gone" else 17)
    assert written(tmp_path) == before


def test_repeats_and_measures(tmp_path, three):
    suite = pb.Suite.create("twice", ["iris"], folds=3, repeats=2).save(tmp_path / "suite")
    out = tmp_path / "run"
    t = pb.run(suite, three, out=out, workers=1, measure="nll")
    assert (t.metric, t.higher_is_better, t.by_repeat.shape) == ("nll", False, (1, 3, 2))
    with (out / "evaluations.csv").open(newline="") as file:
        rows = [r for r in csv.DictReader(file) if r["estimator"] == "Bayes"]
    assert len(rows) == 6
    for repeat in (0, 1):
        mine = [float(r["nll"]) for r in rows if r["repeat"] == str(repeat)]
        assert t.by_repeat[0, 0, repeat] == pytest.approx(np.mean(mine), rel=1e-15)
    again = pb.read_results(out / "results.csv", higher_is_better=False, metric="nll")
    assert np.array_equal(again.scores, t.scores)


def refused(match, suite, estimators, out, **options):
    with pytest.raises(SuiteError, match=match) as caught:
        pb.run(suite, estimators, out=out, workers=1, **options)
    assert caught.value.file == str(out / "run.json")
    assert "Use another folder" in caught.value.hint
    return caught.value


def test_what_changed_is_named_and_nothing_is_mixed(flowers, tmp_path, monkeypatch):
    out = tmp_path / "run"
    pb.run(flowers, {"tree": DecisionTreeClassifier(max_depth=2)}, out=out, workers=1)
    before = {file: file.read_bytes() for file in out.rglob("*") if file.is_file()}
    tree = {"tree": DecisionTreeClassifier(max_depth=2)}

    found = refused("estimator `tree`", flowers, {"tree": DecisionTreeClassifier(max_depth=3)}, out)
    assert found.expected == "DecisionTreeClassifier.max_depth = 2"
    assert found.found == "DecisionTreeClassifier.max_depth = 3"
    found = refused("estimator `tree`", flowers, {"tree": GaussianNB()}, out)
    assert "naive_bayes" in found.found
    refused("the seed was 0, is now 1", flowers, tree, out, seed=1)
    refused(
        "estimator", flowers, {"tree": {"estimator": tree["tree"], "preparation": "scale"}}, out
    )

    more = pb.Suite.create("flowers", ["iris", "wine", "breast_cancer"], folds=3)
    assert "breast_cancer" in refused("the suite", more, tree, out).found
    other = pb.Suite.create("flowers", ["iris", "wine"], folds=4)
    assert "splits_sha256" in refused("the suite", other, tree, out).found

    from pybench.suite.running import plan

    versions = plan._versions
    monkeypatch.setattr(plan, "_versions", lambda: {**versions(), "numpy": "9.9"})
    assert refused("library", flowers, tree, out).found == "numpy 9.9"
    monkeypatch.undo()
    after = {file: file.read_bytes() for file in out.rglob("*") if file.is_file()}
    assert after == before


def test_two_runs_at_once_are_refused(flowers, three, tmp_path):
    with Journal(tmp_path / "journal"), pytest.raises(EnvironmentProblem, match="another run"):
        pb.run(flowers, three, out=tmp_path, workers=1)


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


def test_a_fallback_is_declared_and_marked(flowers, three, tmp_path, caplog):
    given = {"Bayes": three["Bayes"], "picky": Fails()}
    with caplog.at_level(logging.WARNING, "pybench"):
        t = pb.run(flowers, given, out=tmp_path, workers=1, fallback="majority")
    assert "picky on iris" in caplog.text
    data = load_data(flowers, "iris")
    expected = []
    for part in load_splits(flowers, "iris").folds():
        names, counts = np.unique(data.y[part.train].astype(str), return_counts=True)
        expected.append(np.mean(data.y[part.test] == names[counts.argmax()]))
    assert t.scores[0, 1] == pytest.approx(np.mean(expected), rel=1e-15)
    found = pb.suite_results(tmp_path, "select status, count(*) n from evaluations group by all")
    assert dict(found.itertuples(index=False, name=None)) == {"ok": 9, "majority": 3}
    assert not (tmp_path / "runs" / "picky" / "iris").exists()
    missing = pb.run(flowers, given, out=tmp_path, workers=1, fallback="missing")
    assert missing.n_missing == 1
    assert (tmp_path / "results.csv").read_text().splitlines()[1].endswith(",")


def test_retries_are_counted(flowers, tmp_path):
    with pytest.raises(TasksFailed):
        pb.run(flowers, {"picky": Fails()}, out=tmp_path, workers=1, retries=2)
    failed = [tuple(e["job"]) for e in events(tmp_path / "journal") if e["event"] == "failed"]
    assert len(failed) == 9
    assert len(set(failed)) == 3


class Odd(DecisionTreeClassifier):
    how = ""

    def predict(self, X):
        found = super().predict(X)
        return {"short": found[1:], "strange": np.full(len(found), "?")}.get(self.how, found)

    def predict_proba(self, X):
        found = super().predict_proba(X)
        return {"sum": found * 2, "nan": found * np.nan, "shape": found[:, 1:]}.get(self.how, found)


@pytest.mark.parametrize("how", ["short", "strange", "sum", "nan", "shape"])
def test_answers_that_cannot_be_are_failures(how, flowers, tmp_path):
    kind = type(f"Odd{how}", (Odd,), {"how": how, "__module__": __name__})
    with pytest.raises(TasksFailed, match=r"6 jobs failed.*expected"):
        pb.run(flowers, {"odd": kind()}, out=tmp_path, workers=1)


@pytest.mark.parametrize(
    ("changes", "match"),
    [
        ({"workers": 0}, "`workers`"),
        ({"timeout": -1}, "`timeout`"),
        ({"memory": "lots"}, "`memory`"),
        ({"fallback": "zero"}, "`fallback`"),
        ({"retries": -1}, "`retries`"),
        ({"measure": "speed"}, "`measure`"),
        ({"seed": 1.5}, "`seed`"),
        ({"estimators": {}}, "`estimators`"),
        ({"estimators": [GaussianNB()]}, "`estimators`"),
        ({"estimators": {1: GaussianNB()}}, "names of `estimators`"),
        ({"estimators": {"a": GaussianNB(), "A": GaussianNB()}}, "cannot tell apart"),
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
