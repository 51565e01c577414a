"""SQL over runs and published results: joins, marks, freshness, and nothing outside is touched."""

from __future__ import annotations

import json

import numpy as np
import pytest
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

import pybench as pb
from pybench.base.errors import ArgumentError, SuiteError

duckdb = pytest.importorskip("duckdb")


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    folder = tmp_path_factory.mktemp("runs")
    suite = pb.Suite.create("flowers", ["iris", "wine"], folds=3).save(folder / "suite")
    tree = DecisionTreeClassifier()
    pb.run(suite, {"Bayes": GaussianNB(), "tree": tree}, out=folder / "one", workers=1)
    pb.run(suite, {"tree": tree}, out=folder / "two", seed=1, workers=1)
    return folder


def test_every_prediction_and_every_fold_is_there(runs):
    found = pb.suite_results(
        runs / "one",
        "select estimator, task, fold, avg((prediction = correct)::int) as share, count(*) as n, "
        "min(confidences[prediction]) as least from predictions group by all",
    )
    told = pb.suite_results(runs / "one", "select estimator, task, fold, accuracy from evaluations")
    both = found.merge(told, on=["estimator", "task", "fold"])
    assert len(both) == len(told) == 12
    assert np.allclose(both.share, both.accuracy, rtol=1e-15)
    assert (both.least > 0.3).all()


def test_joins_over_runs_estimators_versions_and_tasks(runs):
    found = pb.suite_results(
        [runs / "one", runs / "two"],
        "select run, estimator, seed, versions['scikit-learn'] as version, dataset_sha256, "
        "avg(accuracy) as accuracy from evaluations join runs using (run, estimator) "
        "join tasks using (run, task) group by all order by all",
    )
    assert len(found) == 6
    assert set(found.run) == {"one", "two"}
    assert found.version.nunique() == 1
    assert found.dataset_sha256.nunique() == 2
    assert found[found.run == "two"].seed.tolist() == [1, 1]


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


@pytest.mark.parametrize(
    "sql",
    [
        "select * from nothing",
        "copy (select 1) to 'stolen.csv'",
        "select * from read_csv('/etc/passwd')",
        "select * from read_text('run.json')",
        "attach 'x.db'",
        "install httpfs",
        "set enable_external_access = true",
        "not sql",
        "",
    ],
)
def test_a_query_that_fails_or_reaches_out_is_refused(sql, runs, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ArgumentError, match="`sql`"):
        pb.suite_results(runs / "one", sql)
    assert list(tmp_path.iterdir()) == []


def test_names_that_would_end_a_text(runs, tmp_path):
    suite = pb.Suite.load(runs / "suite")
    out = tmp_path / "it's; drop"
    pb.run(suite, {"b'; --": GaussianNB()}, out=out, workers=1)
    found = pb.suite_results(out, "select distinct run, estimator from evaluations")
    assert found.values.tolist() == [["it's; drop", "b'; --"]]


def test_folders_of_one_name_are_told_apart(runs, tmp_path):
    (tmp_path / "one").symlink_to(runs / "one")
    found = pb.suite_results(
        [runs / "one", tmp_path / "one"], "select distinct run from evaluations"
    )
    assert set(found.run) == {str(runs / "one"), str(tmp_path / "one")}


@pytest.mark.parametrize("text", [None, "{}", '{"schema": "other/1"}', "["])
def test_what_holds_no_results_is_refused(text, tmp_path):
    if text is not None:
        (tmp_path / "run.json").write_text(text)
    with pytest.raises(pb.InputError):
        pb.suite_results(tmp_path)
    with pytest.raises(ArgumentError, match="`folders`"):
        pb.suite_results([])


def test_published_scores_stand_beside_ours_and_are_marked(runs, tmp_path):
    (tmp_path / "t.csv").write_text("dataset,Theirs,More\niris,0.97,0.9\nwine,,0.8\n")
    pb.import_published(tmp_path / "t.csv", tmp_path / "theirs", origin="a paper")
    found = pb.suite_results(
        [runs / "one", tmp_path / "theirs"],
        "select task, origin, source, status, max(accuracy) as best from evaluations "
        "join runs using (run, estimator) where task = 'iris' group by all order by origin",
    )
    last = found.iloc[0]
    assert (last.origin, last.source, last.status, last.best) == (
        "published", "a paper", "published", 0.97,
    )  # fmt: skip
    with pytest.raises(ArgumentError, match="holds results already"):
        pb.import_published(tmp_path / "t.csv", tmp_path / "theirs", origin="a paper")
    with pytest.raises(SuiteError, match=r"run\.json"):
        pb.run(runs / "suite", {"b": GaussianNB()}, out=tmp_path / "theirs", workers=1)


TSML = """Coffee,Rocket,TEST,0,MILLISECONDS,seed
{"parameters": 1, "x": 2}
0.75,10,20,-1,-1,2
1,1,,0.25,0.75
0,0,,1.0,0.0,,12
1,0,,0.5,0.5
0,0,,0.9,0.1
"""


def test_folders_of_tsml_eval(tmp_path):
    for name in ("Rocket", "DTW"):
        folder = tmp_path / "all" / name / "Predictions" / "Coffee"
        folder.mkdir(parents=True)
        (folder / "testResample3.csv").write_text(TSML)
    assert pb.import_published(tmp_path / "all", tmp_path / "out", origin="x") == ["DTW", "Rocket"]
    found = pb.suite_results(tmp_path / "out", "select * from evaluations order by estimator")
    assert found.repeat.tolist() == [3, 3]
    assert found.accuracy.tolist() == [0.75, 0.75]
    assert found.nll[0] == pytest.approx(-np.log([0.75, 1.0, 0.5, 0.9]).mean())
    said = pb.suite_results(
        tmp_path / "out", "select prediction from predictions where run = 'out'"
    )
    assert said.prediction.tolist()[:4] == ["1", "0", "0", "0"]


@pytest.mark.parametrize(
    "harm",
    [
        ("1,1,,0.25", "1,1,,0.75"),
        ("0.75,10,20,-1,-1,2", "0.75,10"),
        ("1,0,,", "1,7,,"),
        ("0.9", "x"),
    ],
)
def test_files_of_tsml_eval_that_are_none(harm, tmp_path):
    folder = tmp_path / "Rocket" / "Predictions" / "Coffee"
    folder.mkdir(parents=True)
    (folder / "testResample0.csv").write_text(TSML.replace(*harm))
    with pytest.raises(SuiteError, match=r"testResample0\.csv"):
        pb.import_published(tmp_path, tmp_path / "out", origin="x")
    assert not (tmp_path / "out" / "run.json").exists()


def test_a_real_published_table(shared, tmp_path):
    source = shared / "data" / "results" / "bakeoff_redux_univariate_default.csv"
    names = pb.import_published(source, tmp_path / "out", origin="bake off redux")
    found = pb.suite_results(
        tmp_path / "out",
        "select estimator, count(*) n, avg(accuracy) a from evaluations group by 1",
    )
    table = pb.read_results(source, higher_is_better=True, missing="keep")
    assert set(found.estimator) == set(names) == set(table.classifiers)
    assert found.n.sum() == table.scores.size - table.n_missing
    means = dict(zip(table.classifiers, np.nanmean(table.scores, axis=0), strict=True))
    for row in found.itertuples():
        assert row.a == pytest.approx(means[row.estimator], rel=1e-12)


def test_run_json_of_published_results_says_so(tmp_path):
    (tmp_path / "t.csv").write_text("dataset,A\nx,0.5\n")
    pb.import_published(tmp_path / "t.csv", tmp_path / "out", origin="somewhere")
    about = json.loads((tmp_path / "out" / "run.json").read_text())
    assert (about["schema"], about["suite"], about["source"]) == (
        "pybench/published/1", None, "somewhere",
    )  # fmt: skip
