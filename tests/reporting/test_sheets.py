"""The tables of a comparison."""

import re
import shutil
import subprocess

import pytest

from pybench.base.noun import saying
from pybench.reporting.sheets import csv_tables, latex_tables


def named(tables):
    return {table.name: table for table in tables}


def test_scores_and_p_values(make_comparison):
    comparison = make_comparison("")
    found = named(csv_tables(comparison))
    assert list(found) == ["scores", "nemenyi-pvalues", "wilcoxon-pairs", "multi-comparison"]
    scores, pvalues = found["scores"], found["nemenyi-pvalues"]
    assert [row[0] for row in scores.rows] == ["c0", "c1", "c2"]
    # Ranks of c0: 1, 1, 1.5, 1; mean of 0.9, 0.8, 0.9, 0.3.
    assert scores.rows[0][1:3] == (1.125, pytest.approx(0.725, rel=1e-15))
    assert scores.rows[0][5] == 4
    assert pvalues.header == ("classifier", "c0", "c1", "c2")
    for i, row in enumerate(pvalues.rows):
        for j, name in enumerate(pvalues.header[1:]):
            assert row[1 + j] == comparison.nemenyi.pvalues.loc[row[0], name]
            assert row[1 + j] == pvalues.rows[j][1 + i]


@pytest.mark.parametrize(("alpha", "expected"), [(0.2, False), (0.4, True)])
def test_pairs_by_signed_ranks(make_comparison, alpha, expected):
    comparison = make_comparison(alpha=alpha)
    table = named(csv_tables(comparison))["wilcoxon-pairs"]
    head = ("classifier", "other", "W+", "p raw", "p adjusted", "differs", "better")
    assert table.header == head
    assert [row[:2] for row in table.rows] == [("c0", "c1"), ("c0", "c2"), ("c1", "c2")]
    for first, second, w, raw, p, differs, better in table.rows:
        assert w == comparison.wilcoxon.statistics.loc[first, second]
        assert raw == comparison.wilcoxon.pvalues_raw.loc[first, second]
        assert p == comparison.wilcoxon.pvalues.loc[first, second]
        assert differs is expected
        assert better == (first if expected else "")


def test_bayesian_pairs(make_comparison):
    comparison = make_comparison(bayesian=True)
    table = named(latex_tables(comparison))["bayesian-pairs"]
    for first, second, *three, error in table.rows:
        frames = (comparison.bayesian.better, comparison.bayesian.equal, comparison.bayesian.worse)
        assert three == [frame.loc[first, second] for frame in frames]
        assert sum(three) == pytest.approx(1, rel=1e-12)
        assert error >= 0
    assert "within 0.01" in table.caption


def test_printed_tables_have_the_word_of_the_user_and_data_do_not(make_comparison):
    comparison = make_comparison(bayesian=True, stability=True)
    with saying("model"):
        printed, data = ([*of(comparison)] for of in (latex_tables, csv_tables))
        texts = [table.to_latex() for table in printed]
    assert not any(re.search("method|classifier", text) for text in texts)
    heads = {table.name: table.header[0] for table in printed}
    assert [*heads.values()] == ["model"] * 4 + ["pair"]
    assert {table.header[0] for table in data} <= {"classifier", "classifier_1"}


def test_stability(make_comparison):
    comparison = make_comparison(stability=True)
    whole, worst = (named(of(comparison))["stability"] for of in (csv_tables, latex_tables))
    frame = comparison.stability.to_frame()
    assert whole.header == tuple(frame.columns)
    assert [row[0] for row in whole.rows] == frame["classifier_1"].tolist()
    shares = [row[3] for row in worst.rows]
    assert all(share > 0 for share in shares)


@pytest.mark.parametrize("full", [False, True])
def test_latex_of_every_payload_is_balanced(make_comparison, payloads, full):
    for payload in payloads[:: 5 if full else 1]:
        comparison = make_comparison(payload, bayesian=full, stability=full)
        for table in latex_tables(comparison):
            text = table.to_latex()
            bare = re.sub(r"\\[{}\\]", "", text)
            assert bare.count("{") == bare.count("}")
            lines = [line for line in text.splitlines() if line.endswith(r"\\")]
            assert len(lines) == 1 + len(table.rows)
            assert {len(re.findall(r"(?<!\\)&", line)) for line in lines} == {len(table.header) - 1}


@pytest.mark.skipif(not shutil.which("pdflatex"), reason="pdflatex is not installed")
def test_latex_compiles(make_comparison, tmp_path):
    comparison = make_comparison("--{%$&#_^~\\<>|\"'`", bayesian=True, stability=True)
    body = "\n".join(table.to_latex() for table in latex_tables(comparison))
    packages = r"\usepackage{booktabs}\usepackage[T1]{fontenc}\usepackage{textcomp}"
    document = rf"\documentclass{{article}}{packages}\begin{{document}}{body}\end{{document}}"
    (tmp_path / "t.tex").write_text(document, encoding="utf-8")
    command = ["pdflatex", "-halt-on-error", "t.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout[-2000:]
