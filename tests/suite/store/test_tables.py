"""What is derived from a run follows it; what holds no results is refused."""

from __future__ import annotations

import json
import os
import shutil

import pytest
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

import pybench as pb
from pybench.base.errors import ArgumentError, SuiteError
from pybench.store.journal import Journal
from pybench.suite.store import tables

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


def test_one_digit_that_changed_is_named(runs, tmp_path):
    run = tmp_path / "run"
    shutil.copytree(runs / "one", run)
    expected = pb.suite_results(run)
    shutil.rmtree(run / "store")
    file = run / "runs" / "tree" / "iris" / "evaluation-0-1.json"
    sound = file.read_bytes()
    at = sound.index(b'"accuracy": 0.') + len(b'"accuracy": 0.')
    file.write_bytes(sound[:at] + b"1" + sound[at + 1 :])
    with pytest.raises(
        SuiteError, match="found scores that differ from those in the journal of the run"
    ):
        pb.suite_results(run)
    file.write_bytes(sound)
    assert pb.suite_results(run).equals(expected)


@pytest.mark.parametrize(
    "event",
    [[], {}, {"event": "done"}, {"event": "done", "job": ["tree"], "evaluation": {}}, {
        "event": "done", "job": ["tree", "iris", 0, 1], "evaluation": 3}],
)  # fmt: skip
def test_a_journal_of_others_is_named(event, runs, tmp_path):
    run = tmp_path / "run"
    shutil.copytree(runs / "one", run)
    shutil.rmtree(run / "store", ignore_errors=True)
    with Journal(run / "journal") as journal:
        journal.append(event)
    with pytest.raises(SuiteError, match="journal"):
        pb.suite_results(run)


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


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("n_train", "many"),
        ("n_test", 10**30),
        ("repeat", 0.5),
        ("estimator", 3),
        ("status", None),
        ("measures", {"accuracy": "high"}),
        ("measures", {"accuracy": [1]}),
        ("measures", []),
    ],
)
def test_an_evaluation_of_other_kinds_is_named(field, value, runs, tmp_path):
    shutil.copytree(runs / "one", tmp_path / "run")
    file = tmp_path / "run" / "runs" / "tree" / "iris" / "evaluation-0-1.json"
    file.write_text(json.dumps({**json.loads(file.read_text()), field: value}))
    shutil.rmtree(tmp_path / "run" / "store", ignore_errors=True)
    with pytest.raises(SuiteError, match=r"evaluation-0-1\.json"):
        pb.suite_results(tmp_path / "run")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("estimators", []),
        ("estimators", {"tree": "a tree"}),
        ("suite", "flowers"),
        ("seed", "one"),
        ("seed", 10**30),
        ("versions", ["1"]),
    ],
)
def test_a_run_of_other_kinds_is_named(field, value, runs, tmp_path):
    shutil.copytree(runs / "one", tmp_path / "run")
    file = tmp_path / "run" / "run.json"
    file.write_text(json.dumps({**json.loads(file.read_text()), field: value}))
    with pytest.raises(SuiteError, match=r"run\.json: expected the run\.json of a folder"):
        pb.suite_results(tmp_path / "run")


@pytest.mark.parametrize("change", [("iris", 0, "0,0,", "0,1,"), ("iris", 0, "0,0,", "0,9,")])
def test_predictions_that_are_not_those_of_their_evaluation(change, runs, tmp_path):
    shutil.copytree(runs / "one", tmp_path / "run")
    task, fold, old, new = change
    file = tmp_path / "run" / "runs" / "tree" / task / f"predictions-0-{fold}.csv"
    file.write_text(file.read_text().replace(old, new, 1))
    shutil.rmtree(tmp_path / "run" / "store", ignore_errors=True)
    with pytest.raises(SuiteError, match=r"predictions-0-0\.csv: expected SHA-256"):
        pb.suite_results(tmp_path / "run", "select * from predictions")


def test_why_there_is_no_run_is_said_once(tmp_path):
    with pytest.raises(SuiteError) as caught:
        pb.suite_results(tmp_path / "nowhere")
    assert str(caught.value).count("expected") == 1
    assert ".." not in str(caught.value)


def test_what_is_kept_is_believed_only_if_it_checks(runs, tmp_path):
    shutil.copytree(runs / "one", tmp_path / "run")
    ask = "select * from evaluations order by all"
    expected = pb.suite_results(tmp_path / "run", ask)
    kept = tmp_path / "run" / "store" / "evaluations.parquet"
    whole = kept.read_bytes()
    for place in range(4, len(whole) - 2000, 97):
        kept.write_bytes(whole[:place] + bytes([whole[place] ^ 0x55]) + whole[place + 1 :])
        assert pb.suite_results(tmp_path / "run", ask).equals(expected)
        assert kept.read_bytes() == whole  # made again


@pytest.mark.parametrize(
    ("row", "fits"),
    [({"fold": 2**62}, True), ({"fold": 126}, True), ({"fold": 2**63}, False),
     ({"fold": 0.5}, False), ({"fold": True}, False), ({"fold": None}, True)],
)  # fmt: skip
def test_a_whole_number_of_64_bits_fits_into_a_column(row, fits):
    if fits:
        tables._checked(row)
    else:
        with pytest.raises(TypeError, match="the fold"):
            tables._checked(row)
