"""Tables of all results compile in the classes of four publishers, and nothing is too wide."""

from __future__ import annotations

import dataclasses
import re
import shutil
import subprocess
from contextlib import suppress
from pathlib import Path

import pytest

import pybench as pb
from pybench.base.latex import PAPERS
from pybench.flow.sources import read_table
from tests.reporting.makers import MAKERS

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("pdflatex") is None, reason="pdflatex is not installed"),
]
#: Class -> class file, width of the place of a table, preamble.
CLASSES = {
    "ieee": ("IEEEtran.cls", "ieee-column", r"\documentclass[conference]{IEEEtran}"),
    "acm": (
        "acmart.cls",
        "acm-column",
        "\\documentclass[sigconf,nonacm]{acmart}\\settopmatter{printacmref=false}\n"
        "\\usepackage{lmodern}\n\\title{T}\\author{A}\\affiliation{\\country{B}}",
    ),
    "jmlr": ("jmlr.cls", "jmlr", r"\documentclass[pmlr]{jmlr}"),
    "neurips": (
        "article.cls",
        "neurips",
        r"\documentclass{article}\usepackage[textwidth=5.5in]{geometry}",
    ),
}
OPENING = {
    "acm": r"\maketitle",
    "jmlr": r"\title{T}\author{\Name{A}\Email{a@b.org}}\maketitle",
}
TROUBLE = re.compile(r"^(?:(?:Over|Under)full .*|.*Warning.*|! .*)$", re.MULTILINE)
ROWS = 20  # so that a table is not higher than a page; a width has nothing to do with it
LONG = [f"RandomForest-{n}-trees_{kind}" for n in (100, 500) for kind in ("gini", "entropy")]


def board():
    """Return accuracies of 8 methods on 15 datasets."""
    return read_table(Path("pybench:accuracy15.csv"), True, "accuracy", "error")


def made():
    """Return the table of every result, and some as papers have them: 8 methods, long names."""
    tables = {}
    for kind, make in MAKERS.items():
        try:
            tables[kind] = make().to_table()
        except TypeError:
            assert kind == "validation"  # whose table is empty
    accuracy = board()
    four = accuracy.select(classifiers=accuracy.classifiers[:4])
    four = dataclasses.replace(four, classifiers=LONG)
    tables |= {"accuracy": accuracy.to_table(decimals=3), "long": four.to_table(max_label=12)}
    tables["wilcoxon"] = pb.wilcoxon(four).to_table(max_label=14)
    return tables


def fitted(table, width, **options):
    """Return the LaTeX of a table; of as many of its first columns as fit, if not all do."""
    beyond = max(0, len(table.rows) - ROWS)
    bold = {(i, j) for i, j in table.bold if i < ROWS}
    bold |= {(i - beyond, j) for i, j in table.bold if i >= len(table.rows)}
    for size in range(len(table.header), 0, -1):
        part = dataclasses.replace(
            table,
            header=table.header[:size],
            formats=table.formats[:size],
            rows=tuple(row[:size] for row in table.rows[:ROWS]),
            foot=tuple(dataclasses.replace(row, cells=row.cells[:size]) for row in table.foot),
            bold=frozenset(bold),
        )
        with suppress(pb.ArgumentError):
            return part.to_latex(width=width, **options)
    raise AssertionError(f"not even the first column of {table.name} fits into {width}")


def compiled(folder, style, body):
    """Return what TeX logs about a document."""
    preamble, opening = CLASSES[style][2], OPENING.get(style, "")
    source = (
        f"{preamble}\n\\usepackage[T1]{{fontenc}}\n\\usepackage{{booktabs,siunitx,graphicx,colortbl,xcolor}}\n"
        f"\\begin{{document}}{opening}\nText.\n{body}\\end{{document}}\n"
    )
    (folder / "t.tex").write_text(source, encoding="utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-no-shell-escape", "t.tex"]
    subprocess.run(command, cwd=folder, capture_output=True, timeout=300)
    log = (folder / "t.log").read_text(encoding="latin-1")
    assert "Output written on" in log, log[-2000:]
    return log


def trouble(folder, style, body):
    """Return the complaints of TeX about a document with these tables."""
    return set(TROUBLE.findall(compiled(folder, style, body)))


def has_class(style):
    """Return whether TeX has the class."""
    return bool(subprocess.run(["kpsewhich", CLASSES[style][0]], capture_output=True).stdout)


@pytest.mark.parametrize("style", CLASSES)
def test_widths_of_papers_are_those_of_their_classes(style, tmp_path):
    if not has_class(style):
        pytest.skip(f"TeX has no {CLASSES[style][0]}")
    log = compiled(tmp_path, style, "\\typeout{WIDTHS \\the\\columnwidth, \\the\\textwidth}\n")
    widths = [float(points) for points in re.findall(r"([\d.]+)pt", log.split("WIDTHS ")[1])[:2]]
    column = CLASSES[style][1]
    for name, points in zip((column, column.replace("-column", "-text")), widths, strict=True):
        # No wider than the place, beyond rounding, and by no more than half a point narrower.
        assert -0.02 < points - 72.27 * PAPERS[name] < 0.5


@pytest.mark.parametrize("style", CLASSES)
def test_tables_compile_and_fit_without_a_warning_of_their_own(style, tmp_path):
    file, width, _ = CLASSES[style]
    if not has_class(style):
        pytest.skip(f"TeX has no {file}")
    place = "\\begin{{table}}\\caption{{T}}\\centering\n{}\\end{{table}}\\clearpage\n"
    looks = ({}, {"siunitx": True}, {"rotate": True, "booktabs": False}, {"font_size": 8})
    body = "".join(
        place.format(fitted(table, width, **look)) for table in made().values() for look in looks
    )
    matrix = pb.multi_comparison(board().select(classifiers=board().classifiers[:3]))
    body += place.format(pb.plot.multi_comparison_latex(matrix, width=width, max_label=12))
    without = trouble(tmp_path, style, "\\begin{table}\\caption{T}\\end{table}\\clearpage\n")
    assert trouble(tmp_path, style, body) - without == set()


def test_a_table_that_is_too_wide_is_found(tmp_path):
    table = MAKERS["effects"]().to_table()
    assert any("Overfull" in line for line in trouble(tmp_path, "neurips", table.to_latex()))
