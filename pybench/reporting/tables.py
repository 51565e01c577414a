"""Tables of a comparison as CSV and as LaTeX."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pybench.base.result import P_FLOOR
from pybench.reporting.escape import visible

if TYPE_CHECKING:
    from pybench.comparison.agreement import Agreement
    from pybench.comparison.summary import Comparison

Cell = str | int | float | bool

#: First characters that make a spreadsheet read a text as a formula, full-width ones too.
FORMULA_STARTS = tuple("=+-@\t\r\n＝＋－＠")

_LATEX = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
    "'": r"\textquotesingle{}",
    "`": r"\textasciigrave{}",
    "\n": r"\textbackslash{}n",
    "\t": r"\textbackslash{}t",
}
_LATEX_CHARACTERS = str.maketrans(_LATEX)
_LIGATURES = re.compile("([-,])(?=\\1)")  # two hyphens stay two, and two commas


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under a header; the first column names the row."""

    name: str  #: of the files
    caption: str  #: plain text
    header: tuple[str, ...]  #: one text a column
    formats: tuple[str, ...]  #: how LaTeX shows the numbers of a column: "", ".2f", "p"
    rows: tuple[tuple[Cell, ...], ...]  #: as wide as the header

    def to_csv(self) -> str:
        """Write the table as CSV (RFC 4180, UTF-8), numbers with all their digits.

        A text that a spreadsheet would run as a formula gets an apostrophe before it, as
        spreadsheets themselves mark text; ``results.json`` has every name as it is.
        """
        lines = (",".join(map(_field, row)) for row in (self.header, *self.rows))
        return "\n".join(lines) + "\n"

    def to_latex(self) -> str:
        """Write the table as a LaTeX ``table`` (package booktabs), texts escaped."""
        columns = "l" + "r" * (len(self.header) - 1)
        body = (
            [latex_cell(cell, form) for cell, form in zip(row, self.formats, strict=True)]
            for row in self.rows
        )
        lines = [
            "% \\usepackage{booktabs} \\usepackage[T1]{fontenc} \\usepackage{textcomp}",
            "\\begin{table}",
            "  \\centering",
            f"  \\caption{{{latex(self.caption)}}}",
            f"  \\label{{tab:{self.name}}}",
            f"  \\begin{{tabular}}{{{columns}}}",
            "    \\toprule",
            f"    {_line(latex(cell) for cell in self.header)}",
            "    \\midrule",
            *(f"    {_line(row)}" for row in body),
            "    \\bottomrule",
            "  \\end{tabular}",
            "\\end{table}",
        ]
        return "\n".join(lines) + "\n"


def _field(cell: Cell) -> str:
    if isinstance(cell, bool):
        return "TRUE" if cell else "FALSE"
    if not isinstance(cell, str):
        return repr(cell)
    guarded = "'" + cell if cell.startswith(FORMULA_STARTS) else cell
    needs_quotes = any(character in guarded for character in '",\r\n')
    return '"' + guarded.replace('"', '""') + '"' if needs_quotes else guarded


def _line(cells: Iterable[str]) -> str:
    # The braces keep a star or a bracket from being read as an argument of the line's end before.
    return "{}" + " & ".join(cells) + r" \\"


def latex(text: str) -> str:
    r"""Escape a text so that LaTeX prints it, whatever it is.

    Examples
    --------
    >>> latex("100% of A_1 & $B")
    '100\\% of A\\_1 \\& \\$B'
    """
    return _LIGATURES.sub(r"\1{}", visible(text).translate(_LATEX_CHARACTERS))


def latex_cell(cell: Cell, form: str) -> str:
    """Write a cell for LaTeX: a text escaped, a number as its format says."""
    if isinstance(cell, str):
        return latex(cell)
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if not math.isfinite(cell):
        return "--" if math.isnan(cell) else r"$\infty$"
    if form == "p":
        return r"$<10^{-12}$" if cell < P_FLOOR else _scientific(cell)
    return f"${cell:{form}}$" if cell < 0 else f"{cell:{form}}"


def _scientific(value: float) -> str:
    if value == 0 or value >= 1e-3:
        return f"{value:.3f}"
    digits, _, exponent = f"{value:.1e}".partition("e")
    return rf"${digits} \times 10^{{{int(exponent)}}}$"


def tables(comparison: Comparison) -> Iterator[Table]:
    """Yield the tables of a comparison: scores, p-values and, where R answered too, differences.

    Parameters
    ----------
    comparison : Comparison

    Yields
    ------
    Table
        Classifiers come by (mean rank, name), best first.
    """
    yield _scores(comparison)
    yield _pvalues(comparison)
    if comparison.differences:
        yield _differences(comparison)


def _scores(comparison: Comparison) -> Table:
    metric = comparison.table.metric or "score"
    classifiers: Iterator[Any] = comparison.scores.itertuples()
    rows = (
        (row.Index, row.mean_rank, row.mean, row.sd, row.median, row.best) for row in classifiers
    )
    return Table(
        name="scores",
        caption=f"Mean rank (1 is best) and {metric} over "
        f"{comparison.table.n_datasets} datasets; best: datasets on which no other is better.",
        header=("classifier", "mean rank", "mean", "sd", "median", "best"),
        formats=("", ".2f", ".4f", ".4f", ".4f", "d"),
        rows=tuple(rows),
    )


def _pvalues(comparison: Comparison) -> Table:
    pairs, order = comparison.nemenyi, comparison.critical_difference.classifiers
    frame = pairs.pvalues.loc[list(order), list(order)]
    return Table(
        name="nemenyi-pvalues",
        caption=f"p-values of the Nemenyi test ({pairs.convention}; "
        f"{pairs.n_datasets} datasets, {pairs.n_classifiers} classifiers).",
        header=("classifier", *order),
        formats=("", *("p" for _ in order)),
        rows=tuple(
            (name, *map(float, row)) for name, row in zip(order, frame.to_numpy(), strict=True)
        ),
    )


def _differences(comparison: Comparison) -> Table:
    rows = (
        (row.quantity, row.python, row.r, row.difference, row.tolerance, _kind(row), row.agrees)
        for row in comparison.differences
    )
    return Table(
        name="language-differences",
        caption="Largest difference between Python and R, and what is allowed.",
        header=("quantity", "Python", "R", "difference", "allowed", "kind", "agrees"),
        formats=("", ".6g", ".6g", ".1e", ".0e", "", ""),
        rows=tuple(rows),
    )


def _kind(row: Agreement) -> str:
    return "relative" if row.relative else "absolute"
