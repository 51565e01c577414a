"""R and Python in one folder of a run: one after the other, and at once."""

from __future__ import annotations

import csv
import dataclasses
import json
import subprocess

import numpy as np
import pytest
from sklearn.dummy import DummyClassifier

import pybench as pb
from pybench.base.errors import EnvironmentProblem, TasksFailed
from pybench.store.lock import Lock
from pybench.suite.running.folder import LOCK
from pybench.suite.saving import STAGE
from pybench.suite.store.database import suite_results

pytestmark = pytest.mark.r

LEARN = """
suite <- pb_suite_load(given[[1]])
first <- function(train, test) rep(levels(train$class)[1], nrow(test))
sour <- function(train, test) stop('no "model", sorry')
"""


@pytest.fixture(scope="module")
def suite(tmp_path_factory) -> pb.Suite:
    """Return a saved suite of two tasks."""
    folder = tmp_path_factory.mktemp("tables")
    chance = np.random.default_rng(5)
    for name in ("b", "a"):
        rows = [f"{x!r},{'yes' if x > 0 else 'no'}" for x in chance.normal(size=40).tolist()]
        (folder / f"{name}.csv").write_text("x,class\n" + "\n".join(rows) + "\n")
    return pb.Suite.create("Both", folder, target="class", folds=3).save(folder / "suite")


def started(code: str, *arguments: str) -> subprocess.Popen[str]:
    text = f"library(pybench); given <- commandArgs(TRUE); {code}"
    return subprocess.Popen(
        ["Rscript", "--vanilla", "-e", text, *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def r(code: str, *arguments: str) -> str:
    process = started(code, *arguments)
    out, problem = process.communicate(timeout=300)
    assert process.returncode == 0, problem
    return out


def rows_of(path):
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def test_tables_are_the_same_whoever_wrote_last(suite, tmp_path):
    dummy = {"dummy": DummyClassifier(strategy="stratified")}
    run = "try(pb_run(suite, list(zero = first, sour = sour), given[[2]], tasks = 'b'), TRUE)"
    r(LEARN + run, suite.folder, tmp_path)
    pb.run(suite, dummy, out=tmp_path, workers=1)  # R's run knew one task, and no Python
    python = {name: (tmp_path / name).read_bytes() for name in ("evaluations.csv", "failures.csv")}
    rows = rows_of(tmp_path / "evaluations.csv")
    names = [(row["estimator"], row["task"]) for row in rows]
    assert names == [("dummy", t) for t in suite.task_names for _ in "012"] + [("zero", "b")] * 3
    reasons = rows_of(tmp_path / "failures.csv")
    assert {row["reason"] for row in reasons} == {'no "model", sorry'}
    assert [(row["estimator"], row["task"]) for row in reasons] == [("sour", "b")] * 3
    code = "invisible(pb_run(suite, list(zero = first), given[[2]], tasks = 'b'))"
    show = """; x <- pb_suite_results(given[[2]])
    cat(paste(x$estimator, x$task, x[["repeat"]], x$fold, x$status, sprintf("%a", x$accuracy)),
        sep = "\\n")"""
    lines = r(LEARN + code + show, suite.folder, tmp_path).splitlines()
    assert python == {name: (tmp_path / name).read_bytes() for name in python}
    said = [line.rsplit(" ", 1) for line in lines]
    keys = ("estimator", "task", "repeat", "fold", "status")
    assert [head for head, _ in said] == [" ".join(row[key] for key in keys) for row in rows]
    assert [float.fromhex(x) for _, x in said] == [float(row["accuracy"]) for row in rows]
    pb.run(suite, dummy, out=tmp_path, workers=1)
    assert python == {name: (tmp_path / name).read_bytes() for name in python}
    versions = json.loads((tmp_path / "run.json").read_text())["versions"]
    assert {"R", "python", "pybench"} <= {*versions}


def test_tables_by_fold_are_the_same_where_tasks_differ_in_folds(suite, tmp_path):
    """Three times two folds, and one split: the second task has fewer folds than the first."""
    source = suite.folder.parent
    made = [
        pb.Suite.create("s", {name: source / f"{name}.csv"}, target="class", folds=3, **said)
        for name, said in (("b", {"repeats": 2}), ("a", {"procedure": "holdout"}))
    ]
    tasks, contents = made[0].tasks + made[1].tasks, {**made[0].contents, **made[1].contents}
    mixed = dataclasses.replace(made[0], tasks=tasks, contents=contents).save(tmp_path / "suite")
    code = "t <- pb_run(suite, first, given[[2]]); cat(dim(t$by_repeat), t$n_available)"
    assert r(LEARN + code, mixed.folder, tmp_path / "r") == "2 1 6 6 1"
    learner = {"learner": DummyClassifier(strategy="constant", constant="no")}
    t = pb.run(mixed, learner, out=tmp_path / "python", workers=1)
    assert t.n_available.tolist() == [[6], [1]]
    for name in ("results.csv", "folds.csv"):
        assert (tmp_path / "r" / name).read_bytes() == (tmp_path / "python" / name).read_bytes()


def test_what_r_adds_is_seen_by_the_next_query(suite, tmp_path):
    dummy = {"dummy": DummyClassifier()}
    pb.run(suite, dummy, out=tmp_path, workers=1)
    count = "select count(*) as n from evaluations"
    assert suite_results([tmp_path], count)["n"].tolist() == [6]
    before = (tmp_path / "run.json").read_bytes()
    code = "invisible(pb_run(suite, list(zero = first), given[[2]]))"
    r(LEARN + code, suite.folder, tmp_path)
    assert suite_results([tmp_path], count)["n"].tolist() == [12]
    # A kill leaves files of folds that no table tells of: they too are seen.
    (tmp_path / "runs" / "zero" / "a" / "evaluation-0-1.json").unlink()
    assert suite_results([tmp_path], count)["n"].tolist() == [11]
    assert (tmp_path / "run.json").read_bytes() != before


def test_stand_ins_of_python_are_rows_of_r(suite, tmp_path):
    wrong = {"wrong": DummyClassifier(strategy="constant", constant="never")}
    with pytest.raises(TasksFailed):
        pb.run(suite, wrong, out=tmp_path, workers=1)
    pb.run(suite, wrong, out=tmp_path, workers=1, fallback="majority")
    before = (tmp_path / "evaluations.csv").read_bytes()
    code = """invisible(pb_run(suite, list(zero = first), given[[2]]))
    x <- pb_suite_results(given[[2]])
    cat(table(x$estimator, x$status)["wrong", "majority"], sum(x$estimator == "zero"))"""
    assert r(LEARN + code, suite.folder, tmp_path) == "6 6"
    assert (tmp_path / "evaluations.csv").read_bytes().startswith(before)


def test_at_once_they_refuse_each_other(suite, tmp_path):
    held = Lock(tmp_path / LOCK)
    code = """tell <- function(e) cat(class(e)[1], conditionMessage(e))
    tryCatch(pb_run(suite, list(zero = first), given[[2]]), error = tell)"""
    said = r(LEARN + code, suite.folder, tmp_path)
    assert said.startswith("pybench_error_environment")
    assert "another run is at work" in said
    held.close()
    assert not (tmp_path / "run.json").exists()
    wait = """slow <- function(train, test) {
      file.create(paste0(given[[3]], "/begun"))
      while (!file.exists(paste0(given[[3]], "/end"))) Sys.sleep(0.01)
      rep(levels(train$class)[1], nrow(test))
    }
    invisible(pb_run(suite, list(slow = slow), given[[2]]))"""
    signs = tmp_path / "signs"
    signs.mkdir()
    out = tmp_path / "run"
    process = started(LEARN + wait, suite.folder, out, signs)
    try:
        while not (signs / "begun").exists():
            assert process.poll() is None, process.communicate()
        left = out / ".pybench-1.tmp"
        left.write_bytes(b"half")
        with pytest.raises(EnvironmentProblem, match="another run is at work"):
            pb.run(suite, {"dummy": DummyClassifier()}, out=out, workers=1)
        assert left.exists()
        (signs / "end").touch()
        assert process.wait(300) == 0
    finally:
        process.kill()
        process.communicate()
    pb.run(suite, {"dummy": DummyClassifier()}, out=out, workers=1)
    assert not left.exists()
    found = {row["estimator"] for row in rows_of(out / "evaluations.csv")}
    assert found == {"dummy", "slow"}


def test_r_computes_the_hash_of_any_suite(suite, tmp_path):
    hostile = ["a#", 'a"b', "a\\b", "é", "\U0001f600", "a\tb", "a\x01", "\ud800", "aé", "€/"]
    qualities = {
        name: {"big": 1e15, "one": 1.0, "small": 1e-05, "x": 0.1 + 0.2} for name in hostile
    }
    odd = dataclasses.replace(suite, qualities=qualities, description="é\n\x7f\u2028")
    # Suites write no lone surrogates; R has to take files of anybody's.
    text = json.dumps({**odd.to_dict(), "hash": odd.hash}, indent=1, ensure_ascii=False)
    texts = [
        suite.text(),
        text,
        pb.Suite.shipped("OpenML-CC18").text(),
        text.replace("é", "\\u00e9"),
    ]
    paths = []
    for i, text in enumerate(texts):
        paths.append(tmp_path / f"{i}.json")
        paths[-1].write_bytes(text.encode("utf-8", "surrogatepass"))
    code = """for (path in given) {
      bytes <- readBin(path, "raw", file.size(path))
      cat(pybench:::manifest_hash(bytes), "\\n")
    }"""
    expected = [suite.hash, odd.hash, pb.Suite.shipped("OpenML-CC18").hash, odd.hash]
    assert r(code, *paths).split() == expected


def test_r_finishes_a_save_that_was_killed(suite, tmp_path):
    folder = suite.folder
    place = tmp_path / "s"
    other = pb.Suite.create("Both", folder.parent, target="class", folds=2).save(place)
    stage = place / STAGE
    suite.save(stage)
    found = r("cat(pb_suite_load(given[[1]])$hash)", place)
    assert found == suite.hash != other.hash
    assert not stage.exists()
    assert pb.Suite.load(place).hash == suite.hash
