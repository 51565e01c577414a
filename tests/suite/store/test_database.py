"""SQL over runs: joins, names, and nothing outside is touched."""

from __future__ import annotations

import shutil

import numpy as np
import pytest
from sklearn.naive_bayes import GaussianNB

import pybench as pb
from pybench.base.errors import ArgumentError

duckdb = pytest.importorskip("duckdb")


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


def test_a_query_of_any_type_is_answered_or_refused(runs):
    """Some values of DuckDB's own table of all types, such as the first date, no frame can hold."""
    names = [name for name, *_ in duckdb.sql("describe select * from test_all_types()").fetchall()]
    refused = {}
    for name in names:
        try:
            found = pb.suite_results(runs / "one", f'select "{name}" from test_all_types()')
        except ArgumentError as error:
            refused[name] = str(error)
        else:
            assert found.shape == (3, 1), name
    assert all("`sql` cannot be answered" in message for message in refused.values()), refused
    assert {"date", "time_tz"} <= refused.keys()
    assert len(refused) < len(names) / 4


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


@pytest.mark.parametrize(
    "sql",
    [
        "copy (select 1 as x) to '{store}/stolen.parquet'",
        "copy evaluations to '{store}/evaluations.parquet'",
        "attach '{store}/x.db'",
        "select * from read_parquet('{store}/evaluations.parquet')",
        "select * from glob('{store}/*')",
        "select 1; copy (select 1) to '{store}/stolen.csv'",
    ],
)
def test_the_files_of_a_run_are_out_of_reach_too(sql, runs):
    store = runs / "one" / "store"
    pb.suite_results(runs / "one", "select * from evaluations")
    before = {file.name: file.read_bytes() for file in store.iterdir()}
    with pytest.raises(ArgumentError, match="`sql`"):
        pb.suite_results(runs / "one", sql.format(store=store))
    assert {file.name: file.read_bytes() for file in store.iterdir()} == before


def test_names_that_would_end_a_text(runs, tmp_path):
    suite = pb.Suite.load(runs / "suite")
    out = tmp_path / "it's; drop"
    pb.run(suite, {"b'; --": GaussianNB()}, out=out, workers=1)
    found = pb.suite_results(out, "select distinct run, estimator from evaluations")
    assert found.values.tolist() == [["it's; drop", "b'; --"]]


def test_folders_of_one_name_are_told_apart(runs, tmp_path):
    shutil.copytree(runs / "one", tmp_path / "one")
    found = pb.suite_results(
        [runs / "one", tmp_path / "one"], "select distinct run from evaluations"
    )
    assert set(found.run) == {str(runs / "one"), str(tmp_path / "one")}


def test_a_folder_that_is_named_twice_counts_once(runs, tmp_path, monkeypatch):
    monkeypatch.chdir(runs)
    link = tmp_path / "link"
    link.symlink_to(runs / "one")
    ask = "select run, count(*) as n from evaluations group by 1"
    found = pb.suite_results(["one", runs / "one", "./one/../one", link], ask)
    assert found.to_dict("list") == {"run": ["one"], "n": [12]}


def test_a_query_of_nothing_says_so(runs):
    for sql in ("", "  ", "-- a comment"):
        with pytest.raises(ArgumentError, match="it contains no query"):
            pb.suite_results(runs / "one", sql)
    with pytest.raises(ArgumentError, match="`sql` must be a string"):
        pb.suite_results(runs / "one", 3)


def test_a_folder_whose_name_is_no_utf8(runs, tmp_path):
    folder = tmp_path / "run\udce9"
    try:
        shutil.copytree(runs / "one", folder)
    except OSError:
        pytest.skip("this file system has no such names")
    found = pb.suite_results(folder, "select distinct run, folder from runs")
    assert found.run.tolist() == ["run\\udce9"]
    assert found.folder[0].endswith("run\\udce9")
