"""pybench optimal: lines, verdicts, files that compare takes, work that goes on."""

from __future__ import annotations

import json

import pytest

import pybench as pb


def test_lists_the_settings(pybench):
    done = pybench("optimal", "--list")
    assert (done.returncode, done.stderr) == (0, "")
    assert len(done.stdout.splitlines()) == 37
    assert "fig8c-m4000" in done.stdout


def test_lines_are_those_of_the_library(pybench, tmp_path):
    done = pybench("optimal", "a-T1", "c-d1", "--paths", "50", "--seed", "4", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    said = json.loads(done.stdout)["lines"]
    place = said["columns"].index("value")
    expected = [pb.optimal.lrt(name, paths=50, seed=4)["value"] for name in ("a-T1", "c-d1")]
    values = [row[place] for row in said["values"]]
    assert values == pytest.approx([*expected[0], *expected[1]])


def test_verdicts_and_files(pybench, tmp_path):
    arguments = ("optimal", "a-T1", "c-d1", "--classifiers", "LRT numerical, LRT exact")
    arguments = (*arguments, "--runs", "2", "--out", "found")
    done = pybench(*arguments)
    assert (done.returncode, done.stderr) == (0, "")
    assert "a-T1, LRT numerical: auc" in done.stdout
    assert "optimal" in done.stdout
    assert "Rule: " in done.stdout
    files = {path.name for path in (tmp_path / "found").iterdir()}
    tables = {f"{name}.csv" for name in ("verdicts", "runs", "lines", "scores", "results")}
    assert {*tables, "index.html", "optimality.json", "roc-a-T1.svg", "finished"} <= files
    assert "Page: found" in done.stdout
    assert len(list((tmp_path / "found" / "finished").iterdir())) == 8
    t = pb.read_results(tmp_path / "found" / "results.csv", higher_is_better=True)
    assert t.datasets == ("a-T1", "c-d1")
    again = pybench(*arguments, "--quiet")
    assert (again.returncode, again.stdout, again.stderr) == (0, "", "")


def test_the_margin_and_the_runs_that_would_decide(pybench):
    arguments = ("optimal", "a-T1", "--classifiers", "LRT numerical", "--margin", "0.01", "--runs")
    few, enough = (pybench(*arguments, runs).stdout for runs in ("2", "5"))
    assert "gap 0: undecided (about 5 runs would decide)" in few
    assert "gap 0: optimal within 0.01" in enough
    assert "Margin 0.01. Rule: " in enough


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "expected one or more settings"),
        (("a-T3",), "`setting` must be one of"),
        (("a-T1", "--classifiers", "LRT numerical", "--margin", "1"), "`margin` must be a number"),
        (("a-T1", "--classifiers", "oracle"), "`classifiers` must be one of"),
        (
            ("a-T1", "--paths", "50", "--classifiers", "LRT numerical"),
            "expected --paths or --classifiers, found both",
        ),
    ],
)
def test_what_is_refused(pybench, arguments, said):
    done = pybench("optimal", *arguments)
    assert done.returncode == 2
    assert said in done.stderr
