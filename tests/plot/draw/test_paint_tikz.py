from __future__ import annotations

import re
import shutil
import subprocess

import pytest

from pybench.plot._critical_difference_tikz import critical_difference_tikz
from pybench.plot._critical_differences_tikz import critical_differences_tikz
from pybench.plot.critical_difference_layout import arrange
from pybench.plot.critical_difference_text import diagram_texts
from pybench.plot.draw.paint_tikz import escape, measure
from pybench.plot.draw.text import visible
from tests.plot.parts import arcs, marks, strokes

NODE = re.compile(r"\\node\[.*?font=\{.*?\}\] at \((.*?),(.*?)\) \{(.*)\};$", re.MULTILINE)


def test_every_mark_of_the_layout_is_written(result):
    drawn = result(["a", "b", "c", "d"], [1, 2, 3, 4], joined=[(0, 2), (2, 3)], distance=None)
    groups = {"a": "x", "b": "y"}
    source = critical_difference_tikz(drawn, groups=groups)
    diagram = arrange(diagram_texts(drawn, groups=groups), measure, em=9.0)
    assert source.count("\\draw[") == len(strokes(diagram)) + len(arcs(diagram))
    assert source.count(".. controls") == len(arcs(diagram)) == 1
    assert source.count("\\fill[") == len(marks(diagram, "member")) + len(marks(diagram, "group"))
    assert [node[2] for node in NODE.findall(source)] == [escape(t.text) for t in diagram.texts]


def test_the_picture_is_balanced_and_pure_lines(random_result, hostile):
    source = critical_difference_tikz(random_result(len(hostile), 1, names=list(hostile)))
    assert source.startswith("\\begin{tikzpicture}")
    assert source.endswith("\\end{tikzpicture}\n")
    bare = re.sub(r"\\[\\{}]", "", source)
    assert bare.count("{") == bare.count("}")
    nodes = {node[2] for node in NODE.findall(source)}
    assert {escape(visible(name)) for name in hostile} <= nodes


def compiled(pictures, folder):
    """Compile pictures with pdfLaTeX; return the log. Skip where there is no TeX with TikZ."""
    if not shutil.which("pdflatex"):
        pytest.skip("no pdflatex on this machine")
    head = "\\documentclass{article}\\usepackage{tikz}\\begin{document}\n"
    source = head + "\n\\newpage\n".join(pictures) + "\\end{document}\n"
    (folder / "t.tex").write_text(source, encoding="utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "t"]
    done = subprocess.run(command, cwd=folder, capture_output=True, timeout=120)
    if b"tikz.sty' not found" in done.stdout:
        pytest.skip("this TeX has no TikZ")
    assert done.returncode == 0, done.stdout[-2000:].decode("utf-8", "replace")
    assert (folder / "t.pdf").stat().st_size > 5_000
    return done.stdout.decode("utf-8", "replace")


def test_latex_takes_hostile_names(random_result, hostile, tmp_path):
    latin = [name for name in hostile if visible(name).isascii() and len(name) < 100]
    compiled([critical_difference_tikz(random_result(len(latin), 1, names=latin))], tmp_path)


def test_the_compiled_picture_has_the_width_asked_for(random_result, tmp_path):
    width = 3.3
    names = [f"method with a long name {i}" for i in range(9)]
    picture = critical_difference_tikz(random_result(9, 1, names=names), width=width, font_size=8)
    log = compiled(
        [f"\\setbox0=\\hbox{{{picture.strip()}}}\\typeout{{wide: \\the\\wd0}}\\box0"], tmp_path
    )
    found = re.search(r"wide: ([\d.]+)pt", log)
    assert found is not None
    # TikZ has it in 1/65536 pt, the source in 1/100 bp.
    assert float(found[1]) / 72.27 == pytest.approx(width, abs=2e-4)


def test_latex_takes_controls_and_benchmarks(result, random_benchmarks, tmp_path):
    drawn = result(["a", "b", "c"], [1, 2, 3], distance=1.5, control="c")
    against = random_benchmarks(8, 2, control="classifier-3", width=1.5)
    pictures = [
        critical_difference_tikz(drawn),
        critical_differences_tikz(random_benchmarks(8, 2)),
        critical_differences_tikz(against),
    ]
    assert "Missing character" not in compiled(pictures, tmp_path)
