import json

import pytest

from pybench.cli.main import main
from pybench.flow.example import example

RESULTS = """\
name: "[bold]Mine[/bold]"
data: {results: t.csv, higher_is_better: true, metric: AUC}
engine: python
parts: {comparison: {bayesian: false, stability: false, mcm: false}}
"""

FAILING = """\
name: fb
engine: python
jobs: 1
data: {datasets: [iris, wine, breast_cancer], folds: 3}
run: {fallback: majority}
estimators:
  tree: sklearn.tree.DecisionTreeClassifier
  knn: {class: sklearn.neighbors.KNeighborsClassifier, parameters: {n_neighbors: 110}}
parts: {comparison: {bayesian: false, stability: false, mcm: false}}
"""


@pytest.fixture
def file(tmp_path):
    rows = [f"d{i},{i % 3 + 1},{i % 5},{i % 2}" for i in range(12)]
    (tmp_path / "t.csv").write_text("\n".join(["dataset,a,b,c", *rows]))
    (tmp_path / "study.yaml").write_text(RESULTS)
    return tmp_path / "study.yaml"


def run(capsys, *arguments):
    code = main(["study", *map(str, arguments)])
    return code, capsys.readouterr()


def test_a_study_says_what_it_makes_and_what_it_found(capsys, file, tmp_path):
    code, said = run(capsys, file, "--out", tmp_path / "out")
    assert code == 0
    assert "[bold]Mine[/bold]" in said.out
    assert "Which methods differ?" in said.out
    assert said.out.count("Friedman test") == 1
    assert f"Report: {tmp_path / 'out' / 'index.html'}" in said.out
    assert [line.partition(" in ")[0] for line in said.err.splitlines()] == [
        "results: made", "comparison: made", "page comparison: drawn",
    ]  # fmt: skip
    page = (tmp_path / "out" / "index.html").read_text("utf-8")
    assert "[bold]Mine[/bold]" in page
    _, said = run(capsys, file, "--out", tmp_path / "out")
    assert said.err.splitlines() == [
        "results: reused (nothing it depends on has changed)",
        "comparison: reused (nothing it depends on has changed)",
    ]
    file.write_text(RESULTS.replace("mcm: false", "mcm: false, alpha: 0.1"))
    _, said = run(capsys, file, "--out", tmp_path / "out")
    assert "comparison: made again" in said.err
    assert "(alpha was 0.05, is 0.1)" in said.err


def test_json_and_quiet(capsys, file, tmp_path):
    code, said = run(capsys, file, "--out", tmp_path / "out", "--json")
    assert (code, said.err) == (0, "")
    document = json.loads(said.out)
    assert document["result"]["schema"] == "pybench/study/1"
    assert document["files"] == [str(tmp_path / "out" / "index.html")]
    code, said = run(capsys, file, "--out", tmp_path / "out", "--quiet")
    assert (code, said.out, said.err) == (0, "", "")


def test_what_is_wrong_is_told_with_its_place(capsys, file, tmp_path):
    file.write_text(RESULTS.replace("stability", "stabilty"))
    code, said = run(capsys, file, "--out", tmp_path / "out", "--json")
    assert code == 5
    error = json.loads(said.out)["error"]
    assert (error["class"], error["line"], error["field"]) == (
        "StudyError", 4, "parts.comparison.stabilty",
    )  # fmt: skip
    assert "Did you mean `stability`?" in error["hint"]
    assert not (tmp_path / "out").exists()


def test_without_a_file(capsys):
    code, said = run(capsys)
    assert code == 2
    assert "pybench study --example > study.yaml" in said.err


def test_the_example_goes_to_standard_output(capsys):
    code, said = run(capsys, "--example")
    assert (code, said.out, said.err) == (0, example(), "")
    code, said = run(capsys, "--example", "--json")
    assert (code, json.loads(said.out), said.err) == (0, {"study": example()}, "")


def test_a_score_that_stands_for_a_failed_fit_is_told_and_is_no_success(capsys, file, tmp_path):
    out = tmp_path / "out"
    file.write_text(FAILING)
    for _ in range(2):  # made, and reused
        code, said = run(capsys, file, "--out", out)
        assert code == 4
        sentence = "Some scores of knn are substitutes: the majority class replaces 3 of 3 fits on"
        assert f"{sentence} iris, which failed (" in said.out
        assert "n_neighbors" in said.out.partition(sentence)[2]
        told = json.loads((out / "study.json").read_text("utf-8"))["stand_ins"]
        assert list(told) == ["knn"]
        assert told["knn"].startswith("the majority class replaces 3 of 3 fits on iris")
        assert "wine" not in told["knn"]
        page = (out / "index.html").read_text("utf-8")
        assert page.count(sentence) == 3  # its description, its lead, what cannot be concluded
        assert sentence in (out / "comparison" / "index.html").read_text("utf-8")
    code, said = run(capsys, file, "--out", out, "--json")
    assert (code, json.loads(said.out)["result"]["stand_ins"]) == (4, told)
    file.write_text(FAILING.replace("110", "5"))
    assert run(capsys, file, "--out", out, "--quiet")[0] == 0
    assert json.loads((out / "study.json").read_text("utf-8"))["stand_ins"] == {}
    assert "its own" not in (out / "comparison" / "index.html").read_text("utf-8")
