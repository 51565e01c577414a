import json
import re
import subprocess
import sys
from types import SimpleNamespace

import pytest

import pybench as pb
from pybench.base.errors import EnvironmentProblem, RNotFound
from pybench.cli import compare
from tests.cli.conftest import environment

PYTHON = ("--engine", "python")


def test_writes_everything_and_says_where(pybench, table, tmp_path):
    done = pybench("compare", table, "--higher-is-better", "--metric", "AUC", "--out", "o", *PYTHON)
    assert (done.returncode, done.stderr) == (0, "")
    assert "3 methods on 4 datasets, AUC (higher is better)" in done.stdout
    assert "a has the best mean rank (1.00)." in done.stdout
    assert "Page: o/index.html" in done.stdout
    written = {path.name for path in (tmp_path / "o").iterdir()}
    assert {"index.html", "results.json", "scores.csv"} <= written
    assert all(name.rpartition(".")[0] in done.stdout for name in written)
    assert "critical-difference.{svg,png,pdf,tex}" in done.stdout
    assert "multi-comparison.{svg,png,pdf,tex,csv}" in done.stdout


def test_the_ranking_has_the_word_of_the_user(pybench, table):
    given = ("--higher-is-better", "--noun", "model", "--out", "o", *PYTHON)
    done = pybench("compare", table, *given)
    assert re.search(r"\n +model +mean rank +mean +sd *\n", done.stdout)
    assert "classifier" not in done.stdout


def test_repeats_reach_the_tests_made_for_them(pybench, tmp_path):
    rows = [f"d{i},{c},{r},{(7 * i + 3 * r + j * (5 + r)) % 11 + 4 * j}\n"
            for i in range(5) for j, c in enumerate("abc") for r in range(4)]  # fmt: skip
    file = tmp_path / "runs.csv"
    file.write_text("dataset,classifier,resample,score\n" + "".join(rows))
    asked = ("--rho", "0.2", "--samples", "400", "--hierarchical", "--out", "o", *PYTHON)
    given = ("compare", "runs.csv", "--higher-is-better", "--no-mcm", *asked)
    done = pybench(*given, "--repeats", "keep")
    assert (done.returncode, done.stderr) == (0, "")
    said = " ".join(done.stdout.split())
    assert "Within datasets, the corrected t-test over repeats (rho = 0.2, alpha = 0.05," in said
    assert "within-datasets.{csv,tex}" in said
    numbers = json.loads((tmp_path / "o" / "results.json").read_text())
    assert (numbers["within"]["rho"], numbers["bayesian"]["samples"]) == (0.2, 400)
    done = pybench(*given, "--repeats", "mean")
    assert done.returncode == 2
    assert "`rho` needs a table with 2 or more repeats" in done.stderr
    assert "--repeats keep" in done.stderr


def test_everything_asked_for(pybench, table, tmp_path):
    done = pybench(
        "compare", table, "--higher-is-better", "--bayesian", "--rope", "0.05", "--stability",
        "--seed", "7", "--out", "o", *PYTHON,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    said = " ".join(done.stdout.split())
    assert "Bayesian signed-rank test: Of 3 pairs" in said
    assert "(within 0.05)" in said
    assert "Of 3 verdicts of Nemenyi's test" in said
    assert "simplex.{svg,png,pdf}" in done.stdout
    found = json.loads((tmp_path / "o" / "results.json").read_text("utf-8"))
    t = pb.read_results(table, higher_is_better=True)
    settings = {"bayesian": True, "stability": True, "rope": 0.05, "seed": 7}
    expected = json.loads(json.dumps(pb.compare(t, **settings, engine="python").to_dict()))
    for part in ("bayesian", "stability", "multi_comparison", "wilcoxon"):
        assert found[part] == expected[part], part


def test_without_the_matrix(pybench, table, tmp_path):
    done = pybench("compare", table, "--higher-is-better", "--no-mcm", "--out", "o", *PYTHON)
    assert done.returncode == 0
    assert not list((tmp_path / "o").glob("multi-comparison*"))


def test_results_json_is_the_comparison(pybench, table, tmp_path):
    done = pybench(
        "compare", table.name, "--higher-is-better", "--alpha", "0.1", "--out", "o", *PYTHON
    )
    assert done.returncode == 0
    t = pb.read_results(table, higher_is_better=True)
    expected = json.loads(json.dumps(pb.compare(t, 0.1, engine="python").to_dict()))
    found = json.loads((tmp_path / "o" / "results.json").read_text("utf-8"))
    assert expected["table"].pop("source") == str(table)
    assert found["table"].pop("source") == table.name
    assert found == expected


def test_json(pybench, table, tmp_path):
    done = pybench("compare", table, "--lower-is-better", "--out", "o", "--json", *PYTHON)
    assert (done.returncode, done.stderr) == (0, "")
    said = json.loads(done.stdout)
    assert said["result"] == json.loads((tmp_path / "o" / "results.json").read_text("utf-8"))
    assert said["result"]["critical_difference"]["classifiers"] == ["c", "b", "a"]
    assert said["files"][0] == "o/index.html"


def test_quiet(pybench, table):
    done = pybench("compare", table, "--higher-is-better", "--out", "o", "--quiet", *PYTHON)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize("given", [[], ["--higher-is-better", "--lower-is-better"]])
def test_the_direction_must_be_given(pybench, table, given, tmp_path):
    done = pybench("compare", table, "--out", "o", *given)
    assert done.returncode == 2
    assert "expected --higher-is-better or --lower-is-better" in done.stderr
    assert not (tmp_path / "o").exists()


@pytest.mark.parametrize(
    "given", [["--alpha", "0"], ["--alpha", "1"], ["--tie-tol", "some"], ["--tie-tol", "-1"],
              ["--delimiter", "x"], ["--engine", "perl"], ["--bayesian", "--rope", "-1"],
              ["--seed", "0.5"]],
)  # fmt: skip
def test_bad_values_are_2(pybench, table, given):
    assert pybench("compare", table, "--higher-is-better", "--out", "o", *given).returncode == 2


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "expected a file"),
        ("", "empty"),
        ("dataset,a,b\nd1,0.1,x\nd2,1,2\n", "input.csv:2: column 'b'"),
        ("dataset,a,b\nd1,0.1,0.2\n", "at least 2 datasets"),
        ("dataset,a,b\nd1,0.1,\nd2,1,2\n", "missing"),
        ("dataset,a,a\nd1,1,2\nd2,1,2\n", "input.csv:1"),
    ],
)
def test_bad_input_is_5(pybench, tmp_path, content, said):
    if content is not None:
        (tmp_path / "input.csv").write_text(content)
    done = pybench("compare", "input.csv", "--higher-is-better", "--out", "o", *PYTHON)
    assert done.returncode == 5
    assert said in done.stderr
    assert done.stderr.count("\n") == 1
    assert not (tmp_path / "o").exists()


def test_bad_input_as_json(pybench, tmp_path):
    (tmp_path / "input.csv").write_text("dataset,a,b\nd1,0.1,x\nd2,1,2\n")
    done = pybench("compare", "input.csv", "--higher-is-better", "--out", "o", "--json")
    assert (done.returncode, done.stderr) == (5, "")
    said = json.loads(done.stdout)["error"]
    assert (said["class"], said["line"], said["column"]) == ("ResultsTableError", 2, "b")


def test_missing_drop_and_repeats(pybench, tmp_path):
    lines = ["dataset;classifier;fold;acc"]
    for d in ("d1", "d2", "d3"):
        for c, base in (("a", 0.5), ("b", 0.7)):
            lines += [f"{d};{c};{fold};{base + fold / 100}" for fold in range(3)]
    lines.append("d4;a;0;0.5")
    (tmp_path / "long.csv").write_text("\n".join(lines))
    done = pybench(
        "compare", "long.csv", "--higher-is-better", "--missing", "drop", "--repeats", "keep",
        "--layout", "long", "--score", "acc", "--resample", "fold", "--delimiter", ";",
        "--metric", "accuracy", "--out", "o", "--json", *PYTHON,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
    t = json.loads(done.stdout)["result"]["table"]
    assert t["dropped"] == ["d4"]
    assert t["by_repeat"][0][1] == [0.7, 0.71, 0.72]


def test_a_folder_that_cannot_be_made_is_3(pybench, table, tmp_path):
    (tmp_path / "taken").write_text("mine")
    done = pybench("compare", table, "--higher-is-better", "--out", "taken", *PYTHON)
    assert done.returncode == 3
    assert "taken: cannot make the folder" in done.stderr


def test_without_r_python_computes_and_says_so(pybench, table, no_r):
    done = pybench("compare", table, "--higher-is-better", "--out", "o", **no_r)
    assert done.returncode == 0
    assert "Python alone computes, unchecked by R: expected R, found none" in done.stderr


@pytest.mark.r
@pytest.mark.parametrize(("engine", "code"), [("auto", 0), ("r", 3), ("both", 3)])
def test_r_that_does_not_start_is_as_none(table, tmp_path, engine, code):
    limited = "import resource as r; r.setrlimit(r.RLIMIT_NOFILE, (64, 64)); "
    limited += "from pybench.cli.main import run; run()"
    given = ["compare", table, "--higher-is-better", "--out", "o", "--engine", engine]
    done = subprocess.run(
        [sys.executable, "-c", limited, *given], cwd=tmp_path, env=environment(),
        capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == code, done.stderr
    assert "R does not start" in " ".join(done.stderr.split())
    assert ("Python alone computes, unchecked by R" in done.stderr) == (engine == "auto")


@pytest.mark.parametrize("engine", ["r", "both"])
def test_without_r_what_needs_it_is_3(pybench, table, no_r, engine):
    done = pybench("compare", table, "--higher-is-better", "--out", "o", "--engine", engine, **no_r)
    assert done.returncode == 3
    assert "expected R, found none" in done.stderr


def test_the_engine_may_come_from_the_environment(pybench, table):
    given = ("compare", table, "--higher-is-better", "--out", "o", "--json")
    done = pybench(*given, PYBENCH_ENGINE="python")
    assert json.loads(done.stdout)["result"]["engine"] == "python"


@pytest.mark.r
def test_with_r_both_compute(pybench, table):
    done = pybench("compare", table, "--higher-is-better", "--out", "o", "--json")
    assert done.returncode == 0, done.stdout + done.stderr
    result = json.loads(done.stdout)["result"]
    assert result["engine"] == "both"
    assert {row["quantity"] for row in result["differences"]} >= {"nemenyi.pvalues"}
    assert "R" in result["versions"]


def test_auto_falls_back_only_where_the_environment_lacks_something(monkeypatch, capsys):
    asked = []

    def computes(table, *, engine):
        asked.append(engine)
        if engine == "both":
            raise RNotFound("no R")
        return engine

    monkeypatch.setattr("pybench.comparison.summary.compare", computes)
    assert compare.computed(None, "auto", quiet=True) == "python"
    assert asked == ["both", "python"]
    assert "no R" in capsys.readouterr().err
    with pytest.raises(EnvironmentProblem):
        compare.computed(None, "both", quiet=True)


def test_names_cannot_command_the_terminal(pybench, tmp_path):
    names = "[red]a[/red],\x1b[31mb,:smile:"
    (tmp_path / "t.csv").write_text(f"dataset,{names}\nd1,1,2,3\nd2,1,2,4\n", encoding="utf-8")
    done = pybench("compare", "t.csv", "--higher-is-better", "--out", "o", *PYTHON)
    assert done.returncode == 0
    assert "\x1b" not in done.stdout
    assert "[red]a[/red]" in done.stdout
    assert "\\x1b[31mb" in done.stdout
    assert ":smile:" in done.stdout


def test_the_file_name_is_a_payload(pybench, tmp_path, table):
    name = "<img src=x onerror=alert(1)>.csv"
    table.rename(tmp_path / name)
    done = pybench("compare", name, "--higher-is-better", "--out", "o", *PYTHON)
    assert done.returncode == 0
    page = (tmp_path / "o" / "index.html").read_text("utf-8")
    assert "<img src=x" not in page
    assert "&lt;img src=x onerror=alert(1)&gt;.csv" in page


def test_document_lists_files_as_given():
    stub = SimpleNamespace(to_dict=lambda: {"schema": "s"})
    assert compare.as_document(stub, ()) == {"result": {"schema": "s"}, "files": []}


def test_a_hint_names_the_option(pybench, tmp_path):
    (tmp_path / "t.csv").write_text("problem,algorithm,acc\nx,a,1\nx,b,2\ny,a,2\ny,b,3\n")
    given = ("--higher-is-better", "--classifier", "algorithm", "--out", "o", *PYTHON)
    done = pybench("compare", "t.csv", *given)
    assert done.returncode == 5
    assert "Say which column holds the datasets: --dataset NAME." in done.stderr
    done = pybench("compare", "t.csv", *given, "--dataset", "Problem")
    assert "Say which column holds the datasets: --dataset problem." in done.stderr
