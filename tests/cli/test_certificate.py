"""``pybench validate --all``: what it prints and writes, and how it ends."""

from __future__ import annotations

import csv
import json

import pytest

import pybench as pb
from pybench.base.errors import LanguagesDisagree
from pybench.cli import certificate, main
from tests.certificate.test_result import certificate as certified
from tests.certificate.test_result import figure, row

GOOD, BAD = row("pvalues", 1e-12), row("statistics", 1e-3, 0.0)
MET = figure("1.25", 1.2535)


@pytest.fixture
def answer(monkeypatch):
    def set_answer(*rows, figures=(MET,)):
        versions = {"pybench": "0", "python": "3", "numpy": "1", "scipy": "1", "r": "4.2.2"}
        found = pb.Certificate(
            certified(*rows).rows, figures, (("page [t, exact]", "x"),), versions
        )
        monkeypatch.setattr("pybench.certificate.certify.certify", lambda *_, **__: found)
        return found

    return set_answer


@pytest.mark.parametrize(
    ("rows", "met", "code"),
    [((GOOD,), "1.25", 0), ((GOOD, BAD), "1.25", 6), ((GOOD,), "1.26", 6)],
)
@pytest.mark.parametrize("flag", [[], ["--json"], ["--quiet"]])
def test_exit_code_says_whether_they_agree(answer, capsys, rows, met, code, flag):
    answer(*rows, figures=(figure(met, 1.2535),))
    assert main.main(["validate", "--all", *flag]) == code
    said = capsys.readouterr()
    if flag == ["--json"]:
        document = json.loads(said.out)
        assert document["agrees"] == (code == 0)
        assert pb.load_result(document["result"]).agrees == (code == 0)
    elif flag == ["--quiet"]:
        assert said.out == ""
    else:
        assert "compare wilcoxon" in said.out
        assert "not compared: page [t, exact]" in said.out
        assert ("DIFFERS" in said.out) == (code == 6)
    if flag != ["--json"]:
        assert ("disagree" in said.err) == (code == 6)


def test_what_disagrees_is_named(answer):
    found = answer(GOOD, BAD, figures=(figure("9", 1.0),))
    with pytest.raises(LanguagesDisagree, match=r"2 statistics: wilcoxon, nemenyi \(published\)"):
        certificate.require_agreement(found)


def test_files(answer, tmp_path):
    found = answer(GOOD, BAD)
    for name in ("c.csv", "c.json"):
        assert main.main(["validate", "--all", "--quiet", "--out", str(tmp_path / name)]) == 6
    with (tmp_path / "c.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [one["quantity"] for one in rows] == ["wilcoxon.pvalues", "wilcoxon.statistics"]
    assert [one["agrees"] for one in rows] == ["True", "False"]
    assert pb.load_result(tmp_path / "c.json").rows == found.rows


def test_a_log_breaks_no_line(answer, capsys):
    answer(GOOD)
    main.main(["validate", "--all"])
    line = next(line for line in capsys.readouterr().out.splitlines() if "wilcoxon" in line)
    assert line.split() == ["compare", "wilcoxon", "2", "1.0e-12", "1e-09", "pvalues", "agrees"]


def test_usage(pybench, tmp_path):
    done = pybench("validate")
    assert done.returncode == 2
    assert "expected a table of results, or --all" in done.stderr
    assert pybench("validate", "--all", "--out", "c.txt").returncode == 2
    (tmp_path / "t.csv").write_text("dataset,a,b\nd,1,2\ne,2,1\n")
    assert pybench("validate", "--all", "t.csv").returncode == 2  # which direction?
    assert pybench("validate", "--all", "absent.csv", "--higher-is-better").returncode == 5


def test_without_r_is_3(pybench, no_r):
    done = pybench("validate", "--all", **no_r)
    assert done.returncode == 3
    assert "expected R, found none" in done.stderr


@pytest.mark.r
@pytest.mark.slow
def test_python_and_r_agree_on_everything(pybench):
    """As `tools/verify.py` does at every run, which prints the table in the log."""
    done = pybench("validate", "--all", "--out", "c.json", COLUMNS="80")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "DIFFERS" not in done.stdout
