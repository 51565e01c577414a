from __future__ import annotations

import re
import shutil
import subprocess
from types import SimpleNamespace

import pytest

from pybench.base.errors import ArgumentError
from pybench.plot.content import content
from pybench.plot.label import visible
from pybench.plot.layout import arrange
from pybench.plot.tikz import critical_difference_tikz, escape, measure

NODE = re.compile(r"\\node\[.*?font=\{.*?\}\] at \((.*?),(.*?)\) \{(.*)\};$", re.MULTILINE)


@pytest.mark.parametrize(
    ("text", "latex"),
    [
        ("C4.5+m", "C4.5+m"),
        ("a_b & c% #1", "a\\_b \\& c\\% \\#1"),
        ("$x^2$", "\\$x\\textasciicircum{}2\\$"),
        ("\\input{x}", "\\textbackslash{}input\\{x\\}"),
        ("~|<>", "\\textasciitilde{}\\textbar{}\\textless{}\\textgreater{}"),
        ('"a"', "\\char34{}a\\char34{}"),
        ("--", "-{}-{}"),
        ("?`", "?{}`{}"),
        ("a   b", "a \\ \\ b"),
        ("α\u00a0→", "\\ensuremath{\\alpha}~\\ensuremath{\\rightarrow}"),
        ("héß 日本", "héß 日本"),
    ],
)
def test_what_tex_would_read_is_escaped(text, latex):
    assert escape(text) == latex


def test_every_mark_of_the_layout_is_written(result):
    drawn = result(["a", "b", "c", "d"], [1, 2, 3, 4], joined=[(0, 2), (2, 3)], distance=None)
    groups = {"a": "x", "b": "y"}
    source = critical_difference_tikz(drawn, groups=groups)
    diagram = arrange(content(drawn, groups=groups), measure, em=9.0)
    assert source.count("\\draw[") == len(diagram.strokes) + len(diagram.arcs)
    assert source.count(".. controls") == len(diagram.arcs) == 1
    assert source.count("\\fill[") == len(diagram.dots) + len(diagram.marks)
    assert [node[2] for node in NODE.findall(source)] == [escape(t.text) for t in diagram.texts]


def test_the_picture_is_balanced_and_pure_lines(random_result, hostile):
    source = critical_difference_tikz(random_result(len(hostile), 1, names=list(hostile)))
    assert source.startswith("\\begin{tikzpicture}")
    assert source.endswith("\\end{tikzpicture}\n")
    bare = re.sub(r"\\[\\{}]", "", source)
    assert bare.count("{") == bare.count("}")
    nodes = {node[2] for node in NODE.findall(source)}
    assert {escape(visible(name)) for name in hostile} <= nodes


def test_a_document_holds_the_picture(demsar):
    picture = critical_difference_tikz(demsar)
    document = critical_difference_tikz(demsar, document=True)
    assert document.startswith("\\documentclass")
    assert picture in document


def test_a_comparison_is_written_like_its_diagram(demsar):
    whole = SimpleNamespace(critical_difference=demsar)
    assert critical_difference_tikz(whole) == critical_difference_tikz(demsar)


@pytest.mark.parametrize("arguments", [{"width": -1}, {"layout": "x"}, {"font_size": 0}])
def test_bad_arguments_are_refused(demsar, arguments):
    with pytest.raises(ArgumentError, match=next(iter(arguments))):
        critical_difference_tikz(demsar, **arguments)


@pytest.mark.skipif(not shutil.which("pdflatex"), reason="no pdflatex on this machine")
def test_latex_takes_hostile_names(random_result, hostile, tmp_path):
    latin = [name for name in hostile if visible(name).isascii() and len(name) < 100]
    picture = critical_difference_tikz(random_result(len(latin), 1, names=latin))
    head = "\\documentclass{article}\\usepackage{tikz}\\begin{document}\n"
    (tmp_path / "t.tex").write_text(head + picture + "\\end{document}\n", encoding="utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "t"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, timeout=120)
    if b"tikz.sty' not found" in done.stdout:
        pytest.skip("this TeX has no TikZ")
    assert done.returncode == 0, done.stdout[-2000:].decode("utf-8", "replace")
    assert (tmp_path / "t.pdf").stat().st_size > 5_000
