"""The matrix as LaTeX: whole, escaped, and it compiles where a TeX is there."""

from __future__ import annotations

import re
import shutil
import subprocess

import numpy as np
import pytest

import pybench as pb
from pybench.table import results_table


def matrix(names, higher=True, **settings):
    k = len(names)
    scores = np.random.default_rng(3).random((12, k))
    scores[:, 0] += 1
    t = results_table(scores, [f"d{i}" for i in range(12)], names, higher_is_better=higher)
    return pb.multi_comparison(t, **settings)


def body(source):
    return source.split("\\midrule\n")[1].split("  \\bottomrule")[0]


def test_structure():
    source = pb.plot.multi_comparison_latex(matrix(["a_1", "b", "c"]))
    assert source.startswith("% \\usepackage{booktabs, colortbl")
    assert source.count("\\begin{") == source.count("\\end{")
    assert source.count("{") == source.count("}")
    lines = body(source).splitlines()
    assert len(lines) == 3
    assert all(line.count(" & ") == 3 and line.endswith(" \\\\") for line in lines)
    assert "a\\_1" in lines[0]
    assert source.count("\\cellcolor[HTML]") == 6
    assert "\\cellcolor[HTML]{E8796B}" in lines[0]
    assert "\\textbf" in lines[0]
    assert "p is descriptive" in source
    assert "\\rotatebox" not in source


def test_labels_replace_names_and_highlighted_names_are_bold():
    source = pb.plot.multi_comparison_latex(
        matrix(["a_1", "b", "c"]), labels={"a_1": "Ours & more"}, highlight="a_1"
    )
    assert source.count("\\textbf{Ours \\& more}") == 2
    assert "a\\_1" not in source
    assert "\\textbf{b}" not in source


def test_many_columns_stand_and_nothing_shrinks():
    source = pb.plot.multi_comparison_latex(matrix([f"c{i}" for i in range(7)]))
    assert source.count("\\rotatebox{90}") == 7
    assert "\\resizebox" not in source
    assert source.splitlines()[2] == "{\\fontsize{8}{9.6}\\selectfont%"
    assert "\\begin{table}" not in source


def test_a_width_is_kept_or_refused():
    shown = matrix([f"c{i}" for i in range(7)])
    assert "\\tabcolsep" in pb.plot.multi_comparison_latex(shown, width=5.6)
    with pytest.raises(pb.ArgumentError, match=r"needs about .* but `width` is 3\.49 in"):
        pb.plot.multi_comparison_latex(shown, width="ieee-column")
    with pytest.raises(pb.ArgumentError, match="`width` must be one of"):
        pb.plot.multi_comparison_latex(shown, width="a4")


def test_without_colours_and_caption():
    source = pb.plot.multi_comparison_latex(matrix(["a", "b"]), colours="none", footnote=False)
    assert "cellcolor" not in source
    assert source.splitlines()[1].startswith("{")  # no comment with a caption
    headed = {"title": "Heading", "footnote": False}
    assert "% Heading\n" in pb.plot.multi_comparison_latex(matrix(["a", "b"]), **headed)
    whole = pb.plot.multi_comparison_latex(matrix(["a", "b"]), **headed, document=True)
    assert "\\caption{Heading}" in whole


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="no TeX here")
def test_it_compiles_whatever_the_names(tmp_path, hostile):
    names = [n for n in hostile if n.isascii() and "\0" not in n][:30]
    source = pb.plot.multi_comparison_latex(matrix(names, columns=names[:8]), document=True)
    (tmp_path / "matrix.tex").write_text(source, encoding="utf-8")
    options = ("-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape")
    done = subprocess.run(
        ["pdflatex", *options, "matrix.tex"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        errors="replace",
        timeout=120,
    )
    assert done.returncode == 0, done.stdout[-2000:]
    assert not re.search(r"(?m)^!", done.stdout)


def test_groups_colour_names_with_a_mark_before_each_and_are_named_below_the_table():
    names = {"datasets": list("defg"), "classifiers": ["a_1", "b", "c"]}
    t = pb.read_results(
        [[3, 2, 1], [6, 5, 4], [9, 7, 8], [5, 4, 3]], **names, higher_is_better=True
    )
    found, write = pb.multi_comparison(t), pb.plot.multi_comparison_latex
    source = write(found, groups={"a_1": "new & old", "c": "x"})
    mark = r"\textcolor[HTML]{056BB5}{$\bullet$}\ "
    assert source.count(mark + r"\textcolor[HTML]{056BB5}{a\_1}") == 2
    assert rf"\par\smallskip {mark}\textcolor[HTML]{{056BB5}}{{new \& old}}\quad " in source
    assert r"{\rule{0.5em}{0.5em}}\ \textcolor[HTML]{AB6226}{x}\par}" in source
    assert "smallskip" not in write(found)
