"""The datasheet of a suite in a report: what was found in its data and in its runs, truly."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from lxml import html
from sklearn.dummy import DummyClassifier
from sklearn.naive_bayes import GaussianNB

import pybench as pb
from pybench.base.errors import ArgumentError
from pybench.cli.main import main
from pybench.reporting import suite as reporting_suite

WHEN = "2026-01-31T12:00:00Z"


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A hard task with a twin across folds, a solved one, one left out; with runs."""
    pytest.importorskip("duckdb")
    folder = tmp_path_factory.mktemp("sheet")
    (folder / "sets").mkdir()
    rng = np.random.default_rng(0)
    coin = np.array(["p", "q"] * 30)
    hard = pd.DataFrame({"x": rng.normal(size=60), "c": coin})
    hard.loc[1::2, "x"] = hard.loc[0::2, "x"].to_numpy()  # every value in both classes
    hard.to_csv(folder / "sets" / "hard.csv", index=False)
    solved = {"x": np.where(coin == "p", 0.0, 9.0) + rng.normal(size=60) / 9, "c": coin}
    pd.DataFrame(solved).to_csv(folder / "sets" / "solved.csv", index=False)
    hard[:20].to_csv(folder / "sets" / "small.csv", index=False)
    suite = pb.Suite.create(
        "Two", folder / "sets", target="c", folds=3, created=WHEN,
        constraints={"NumberOfInstances": (30, None)}, exclude=["artificial"],
        about={"hard": {"licence": "CC0"}}, description="For tests.",
        flags=[{"dataset": "*", "flag": "artificial", "holds": False, "reason": "measured",
                "source": "us"}],
    ).save(folder / "suite")  # fmt: skip
    pb.run(suite, {"Bayes": GaussianNB(), "most": DummyClassifier()}, out=folder / "run", workers=1)
    return suite, folder


def tree(page):
    return html.document_fromstring(page.read_bytes())


def rows(page, caption):
    cells = tree(page).xpath(f"//table[caption[contains(., '{caption}')]]/tbody/tr")
    return [[cell.text_content().strip() for cell in row] for row in cells]


@pytest.fixture(scope="module")
def page(made):
    suite, folder = made
    return pb.report(suite, folder / "page.html", runs=folder / "run")


def test_rules_licences_and_qualities_are_counted(page):
    assert rows(page, "for each verdict") == [
        ["NumberOfInstances", ">= 30", "2", "1", "0"],
        ["artificial", "not so", "3", "0", "0"],
    ]
    assert rows(page, "Licences") == [["CC0", "1", "hard"], ["none stated", "1", "solved"]]
    qualities = {row[0]: row[1:] for row in rows(page, "Qualities of the datasets")}
    assert qualities["NumberOfInstances"] == ["2", "60", "60", "60"]
    assert [row[:3] for row in rows(page, "with reason and source")] == [["*", "artificial", "no"]]
    assert len(tree(page).xpath("//figure//img")) == 1


def test_what_is_easy_or_occurs_twice_is_told(page):
    easy = rows(page, "a simple rule, or every estimator")
    assert {(row[0], row[1]) for row in easy} >= {("solved", "one attribute")}
    assert {row[0] for row in easy} == {"solved"}
    twice = {(row[0], row[1]) for row in rows(page, "Leakage between")}
    assert {("hard", "contradiction"), ("hard", "leakage")} <= twice
    said = tree(page).xpath("string(//article//ul[@class='findings'])")
    assert "to make no error on 1 of the 2 tasks with classes whose data were examined" in said
    assert "were found in 1 of the 2 tasks" in said


def test_runs_so_far_are_those_of_the_suite(page, made):
    suite, folder = made
    seen = suite.runs(folder / "run")
    table = {row[0]: row[1:] for row in rows(page, "Runs on each task")}
    for name in suite.task_names:
        row = seen.loc[name]
        numbers = [f"{row[one]:.6g}" for one in ("worst", "median", "best")]
        assert table[name] == ["accuracy", "2", "6", *numbers, row["leader"]]
    said = tree(page).xpath("string(//article//ul[@class='findings'])")
    assert "Runs on 2 of 2 tasks were found" in said
    assert "reach an accuracy of 0.99 on 0 of 2 tasks with runs" in said


def test_without_runs_nothing_is_said_of_them(made, tmp_path):
    suite, folder = made
    alone = pb.report(suite, tmp_path / "alone.html")
    assert not rows(alone, "Runs on each task")
    again = pb.report(folder / "suite", tmp_path / "again.html")  # from its folder, the same
    assert alone.read_bytes() == again.read_bytes()
    file = pb.report(folder / "suite" / "suite.json", tmp_path / "file.html")
    assert alone.read_bytes() == file.read_bytes()


def test_a_check_at_hand_is_used_and_a_folder_holds_the_numbers(made, tmp_path, monkeypatch):
    suite, folder = made
    check = suite.check()
    monkeypatch.setattr(type(suite), "check", None)  # calling it would fail
    index = pb.report(check, suite, path=tmp_path / "out", runs=[folder / "run"])
    assert {one.name for one in (tmp_path / "out" / "suite").iterdir()} == {
        "index.html", "tasks.csv", "verdicts.csv", "qualities.csv", "findings.csv", "runs.csv",
        "qualities.svg", "qualities.png", "qualities.pdf",
    }  # fmt: skip
    assert tree(index).xpath("//article/h2//text()") == ["Two"]
    read = pd.read_csv(tmp_path / "out" / "suite" / "findings.csv", keep_default_na=False)
    assert read["kind"].tolist() == check.findings["kind"].tolist()


def test_results_and_suites_stand_on_one_page(made, tmp_path):
    suite, folder = made
    table = pb.read_results([[3, 1], [2, 1], [5, 1]], higher_is_better=True,
                            datasets=list("abc"), classifiers=["x", "y"])  # fmt: skip
    page = pb.report(pb.friedman(table), suite, tmp_path / "page.html")
    assert tree(page).xpath("//article/h2//text()") == ["Friedman", "Two"]
    with pytest.raises(ArgumentError, match="`runs` needs a suite"):
        pb.report(pb.friedman(table), tmp_path / "page.html", runs=folder / "run")
    with pytest.raises(ArgumentError, match="a path to write to"):
        pb.report(suite)


def test_data_that_are_not_here_are_not_examined(tmp_path):
    page = pb.report(pb.Suite.shipped("OpenML-CC18"), tmp_path / "cc18.html")
    said = tree(page).xpath("string(//article//ul[@class='findings'])")
    assert "The data of 72 tasks are not here, so they were not examined." in said
    assert "for 72 of them, no hashes fix the data and splits" in said
    assert "no error" not in said
    assert not tree(page).xpath("//h3[contains(., 'hard enough')]")


def test_the_command_writes_it(made, tmp_path, capsys):
    _, folder = made
    file = tmp_path / "page.html"
    asked = ["report", str(folder / "suite"), "--runs", str(folder / "run"), "--out", str(file)]
    assert main(asked) == 0
    assert str(file) in capsys.readouterr().out
    assert len(rows(file, "Runs on each task")) == 2


def test_kinds_of_findings_are_all_told():
    """A kind that the page sorts nowhere would not be on it."""
    from pybench.suite.healthcheck import KINDS

    assert set(reporting_suite.EASY) < set(KINDS)
