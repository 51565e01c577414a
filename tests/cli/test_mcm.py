import json

import pandas as pd
import pytest

import pybench as pb
from pybench.base.errors import RNotFound
from pybench.cli import mcm

PYTHON = ("--engine", "python")
HEADS = {
    "png": b"\x89PNG", "pdf": b"%PDF-", "svg": b"<?xml", "tex": b"% \\usepackage",
    "html": b"<!doctype html>", "csv": b"classifier_1,",
}  # fmt: skip


def test_writes_every_form_asked_for(pybench, table, tmp_path):
    outs = [part for form in HEADS for part in ("--out", f"m.{form}")]
    done = pybench("mcm", table, "--higher-is-better", "--title", "All", *outs, *PYTHON)
    assert (done.returncode, done.stderr) == (0, "")
    assert "3 comparisons of 3 methods on 4 datasets" in done.stdout
    assert "p is descriptive: not corrected" in done.stdout
    for form, head in HEADS.items():
        assert (tmp_path / f"m.{form}").read_bytes().startswith(head)
        assert f"Written: m.{form}" in done.stdout


def test_json_is_the_result(pybench, table, tmp_path):
    done = pybench(
        "mcm", table.name, "--lower-is-better", "--rows", "a, c", "--columns", "b", "--order",
        "table", "--adjust", "holm", "--alpha", "0.2", "--out", "m.csv", "--json", *PYTHON,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    said = json.loads(done.stdout)
    t = pb.read_results(table, higher_is_better=False)
    expected = pb.multi_comparison(
        t, ["a", "c"], ["b"], order="table", adjust="holm", alpha=0.2, engine="python"
    )
    assert said["result"] == json.loads(json.dumps(expected.to_dict()))
    assert said["files"] == ["m.csv"]
    assert "invariance-lost" in said["result"]["notes"]


@pytest.mark.parametrize(
    ("rows", "names"), [('"a, b", " c"', ["a, b", " c"]), ("a, b", ["a, b"]), (" c", [" c"])]
)
def test_names_with_commas_and_blanks(pybench, tmp_path, rows, names):
    pd.DataFrame([[1, 2, 3], [2, 3, 1]], list("xy"), ["a, b", " c", "d"]).rename_axis(
        "dataset"
    ).to_parquet(tmp_path / "t.parquet")
    done = pybench(
        "mcm", "t.parquet", "--lower-is-better", "--rows", rows, "--out", "m.csv", "--json", *PYTHON
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert sorted(json.loads(done.stdout)["result"]["rows"]) == sorted(names)


def test_bayesian_and_quiet(pybench, table, tmp_path):
    done = pybench(
        "mcm", table, "--higher-is-better", "--bayesian", "--samples", "50", "--rope", "0.05",
        "--out", "m.csv", "--quiet", *PYTHON,
    )  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert (tmp_path / "m.csv").read_text().splitlines()[0].endswith("better,equal,worse")


def test_lines_triangle_colours_zeros_and_effect_reach_every_form(pybench, table, tmp_path):
    outs = [part for form in ("svg", "tex", "html", "csv") for part in ("--out", f"m.{form}")]
    done = pybench(
        "mcm", table, "--higher-is-better", "--zero-method", "pratt", "--effect", "rank_biserial",
        "--cell", "effect,p", "--triangle", "upper", "--colours", "brown-teal", *outs, *PYTHON,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    for form in ("svg", "tex", "html"):
        text = (tmp_path / f"m.{form}").read_text(encoding="utf-8")
        assert "rank-biserial" in text
        assert "win / tie / loss" not in text
        assert "pratt" in text
        assert "Each pair" in text
    assert "D2A24C" in (tmp_path / "m.tex").read_text(encoding="utf-8")
    assert (tmp_path / "m.csv").read_text().splitlines()[0].endswith("effect_size_high")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["--out", "m.jpeg"], "expected --out with an ending of png, pdf, svg, tex, html, csv"),
        (["--out", "m"], "expected --out with an ending"),
        (["--out", "m.png", "--rows", "a,x"], "`rows` must be methods of the table"),
        (["--out", "m.png", "--adjust", "some"], "`adjust` must be one of"),
        (["--out", "m.png", "--order", "mean-rank"], "mean-rank"),
        (["--out", "m.png", "--cell", "posterior"], "`cell` has"),
        (["--out", "m.png", "--rows", "a", "--triangle", "upper"], "needs the same methods"),
        ([], "--out"),
    ],
)
def test_bad_values_are_2(pybench, table, tmp_path, given, said):
    done = pybench("mcm", table, "--higher-is-better", *given, *PYTHON)
    assert done.returncode == 2
    assert said in done.stderr
    assert list(tmp_path.glob("m*")) == []


def test_the_direction_must_be_given(pybench, table):
    done = pybench("mcm", table, "--out", "m.png")
    assert done.returncode == 2
    assert "expected --higher-is-better or --lower-is-better" in done.stderr


def test_a_folder_that_is_not_there_is_3(pybench, table):
    done = pybench("mcm", table, "--higher-is-better", "--out", "no/m.png", *PYTHON)
    assert done.returncode == 3
    assert "cannot write the file" in done.stderr


def test_without_r_python_computes_with_a_notice(pybench, table, no_r):
    done = pybench("mcm", table, "--higher-is-better", "--out", "m.csv", **no_r)
    assert done.returncode == 0
    assert "Python alone computes, unchecked by R" in done.stderr


def test_a_name_may_hold_a_comma(table):
    t = pb.read_results(
        [[1, 2], [2, 1]], datasets=["d", "e"], classifiers=["a,b", "c"], higher_is_better=True
    )
    assert mcm.names_of(t, "a,b") == ["a,b"]
    assert mcm.names_of(t, "c , d") == ["c", "d"]
    assert mcm.names_of(t, None) is None


def test_auto_uses_both_where_r_is_there(monkeypatch, capsys):
    asked = []

    def compute(table, engine, **settings):
        asked.append(engine)
        if engine == "both":
            raise RNotFound("no R here")
        return "matrix"

    monkeypatch.setattr("pybench.comparison.matrix.multi_comparison", compute)
    assert mcm.computed("table", "auto", quiet=True) == "matrix"
    assert asked == ["both", "python"]
    assert "unchecked by R" in capsys.readouterr().err
    assert mcm.computed("table", "r", quiet=True) == "matrix"


@pytest.mark.r
def test_both_languages(pybench, table):
    done = pybench("mcm", table, "--higher-is-better", "--bayesian", "--out", "m.html", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["result"]["engine"] == "both"


def test_the_help_says_what_corrections_control():
    from pybench.cli.mcm import _corrections

    told = list(_corrections())
    assert "weak FWER: finner" in told
    assert "FDR: BH, BY" in told
    assert told[1].startswith("strong FWER: bonferroni, holm, hochberg, ")


def test_missing_scores_are_kept_filled_in_or_left_out(pybench, tmp_path):
    (tmp_path / "h.csv").write_text("dataset,a,b,c\nd1,1,2,3\nd2,2,,3\nd3,3,1,2\nd4,4,3,2\n")

    def matrix(*options):
        done = pybench(
            "mcm", "h.csv", "--higher-is-better", *options, "--out", "m.csv", "--json", *PYTHON
        )
        return done.returncode, json.loads(done.stdout)

    code, said = matrix("--missing", "pairwise")
    assert code == 0
    assert said["result"]["notes"][0] == "pairwise-complete"
    assert matrix("--drop-classifiers", "incomplete")[1]["result"]["rows"] == ["a", "c"]
    assert matrix("--drop-classifiers", "b")[1]["result"]["n_datasets"] == 4
    assert matrix("--drop-datasets", "incomplete")[1]["result"]["n_datasets"] == 3
    assert matrix("--drop-datasets", "d2")[1]["result"]["n_datasets"] == 3
    assert "filled-scores" in matrix("--missing", "impute:a")[1]["result"]["notes"]
    assert "filled-scores" in matrix("--missing", "worst")[1]["result"]["notes"]
    assert matrix("--drop-datasets", "d1")[0] == 5
    assert matrix("--missing", "best")[0] == 2
    assert matrix("--drop-classifiers", "z")[0] == 2


def test_groups_that_a_table_does_not_show_are_named_in_a_notice(pybench, table, tmp_path):
    """They were ignored without a word."""
    outs = [part for form in ("svg", "tex", "csv") for part in ("--out", f"m.{form}")]
    given = ["mcm", str(table), "--higher-is-better", "--engine", "python", *outs]
    name = (tmp_path / table).read_text(encoding="utf-8").splitlines()[0].split(",")[1]
    ran = pybench(*given, "--group", f"{name}=trees")
    assert "--group changed no table of another kind than LaTeX: m.csv" in ran.stderr
    assert ">trees<" in (tmp_path / "m.svg").read_text(encoding="utf-8")
    assert "--group" not in pybench(*given).stderr
