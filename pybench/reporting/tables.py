"""A table as CSV and as LaTeX."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pybench.base.result import P_FLOOR
from pybench.reporting.escape import visible

if TYPE_CHECKING:
    import pandas as pd

Cell = str | int | float | bool

#: First characters that make a spreadsheet read a text as a formula, also in full width.
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
_PAGE = 40  # rows that fit on a page
_LIGATURES = re.compile("([-,])(?=\\1)")  # two hyphens stay two, and two commas


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under a header; the first column names the row."""

    name: str  #: name of the files
    caption: str  #: plain text
    header: tuple[str, ...]  #: one text per column
    formats: tuple[str, ...]  #: LaTeX format of the numbers of a column: "", ".2f", "p"
    rows: tuple[tuple[Cell, ...], ...]  #: as wide as the header

    def to_csv(self) -> str:
        """Write the table as CSV (RFC 4180, UTF-8), numbers with all their digits.

        A text that a spreadsheet would run as a formula is preceded by an apostrophe, as
        spreadsheets themselves mark text; ``results.json`` has every name unchanged.
        """
        lines = (",".join(map(_field, row)) for row in (self.header, *self.rows))
        return "\n".join(lines) + "\n"

    def to_latex(self) -> str:
        """Write the table for LaTeX, texts escaped: a ``table``, a long one as ``longtable``."""
        body = [
            _line(latex_cell(cell, form) for cell, form in zip(row, self.formats, strict=True))
            for row in self.rows
        ]
        head = _line(latex(cell) for cell in self.header)
        columns = "l" + "r" * (len(self.header) - 1)
        described = f"\\caption{{{latex(self.caption)}}}", f"\\label{{tab:{self.name}}}"
        wrapped = _long if len(self.rows) > _PAGE else _floating
        return "\n".join(wrapped(columns, described, head, body)) + "\n"


def frame_table(name: str, frame: pd.DataFrame) -> Table:
    """Return a frame as a table; unknown cells are empty."""
    named = frame.index.name is not None
    whole = (frame.reset_index() if named else frame).astype(object)
    whole = whole.where(whole.notna(), "")
    header = tuple(map(str, whole.columns))
    rows = tuple(whole.itertuples(index=False, name=None))
    return Table(name, "", header, ("",) * len(header), rows)


def frame_file(name: str, frame: pd.DataFrame) -> tuple[str, bytes]:
    """Return name and content of a CSV file of a frame; unknown cells are empty."""
    return f"{name}.csv", frame_table(name, frame).to_csv().encode("utf-8")


def _floating(columns: str, described: Iterable[str], head: str, body: list[str]) -> list[str]:
    return [
        "% \\usepackage{booktabs} \\usepackage[T1]{fontenc} \\usepackage{textcomp}",
        "\\begin{table}",
        "  \\centering",
        *(f"  {line}" for line in described),
        f"  \\begin{{tabular}}{{{columns}}}",
        "    \\toprule",
        f"    {head}",
        "    \\midrule",
        *(f"    {line}" for line in body),
        "    \\bottomrule",
        "  \\end{tabular}",
        "\\end{table}",
    ]


def _long(columns: str, described: Iterable[str], head: str, body: list[str]) -> list[str]:
    return [
        "% \\usepackage{booktabs} \\usepackage{longtable} \\usepackage[T1]{fontenc} "
        "\\usepackage{textcomp}",
        f"\\begin{{longtable}}{{{columns}}}",
        *(f"  {line}" for line in described),
        "  \\tabularnewline",
        "  \\toprule",
        f"  {head}",
        "  \\midrule",
        "  \\endhead",
        "  \\bottomrule",
        "  \\endfoot",
        *(f"  {line}" for line in body),
        "\\end{longtable}",
    ]


def _field(cell: Cell) -> str:
    if isinstance(cell, bool):
        return "TRUE" if cell else "FALSE"
    if not isinstance(cell, str):
        return repr(cell)
    guarded = "'" + cell if cell.startswith(FORMULA_STARTS) else cell
    needs_quotes = any(character in guarded for character in '",\r\n')
    return '"' + guarded.replace('"', '""') + '"' if needs_quotes else guarded


def _line(cells: Iterable[str]) -> str:
    # The braces prevent a star or a bracket from being read as an argument of the previous \\.
    return "{}" + " & ".join(cells) + r" \\"


def latex(text: str) -> str:
    r"""Escape any text so that LaTeX prints it.

    Examples
    --------
    >>> latex("100% of A_1 & $B")
    '100\\% of A\\_1 \\& \\$B'
    """
    return _LIGATURES.sub(r"\1{}", visible(text).translate(_LATEX_CHARACTERS))


def latex_cell(cell: Cell, form: str) -> str:
    """Write a cell for LaTeX: text escaped, a number in its format."""
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
