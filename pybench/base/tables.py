"""A table as it is printed: LaTeX, Markdown, HTML, CSV, Excel.

Every result that has a frame makes such a `Table` by `Result.to_table`. `printed` writes a number
in the format of its column, so that all of these texts show the same digits.
"""

from __future__ import annotations

import html
import math
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from pybench.base import check
from pybench.base.excel import workbook
from pybench.base.labels import spelled
from pybench.base.latex import PAPERS, Column, Layout, tabular
from pybench.base.text import P_FLOOR, counted

Cell = str | int | float | bool

#: First characters that make a spreadsheet read a text as a formula, also in full width.
FORMULA_STARTS = tuple("=+-@\t\r\n＝＋－＠")
#: What stands for a number that is missing or not defined.
NONE = "–"
_MARKDOWN = re.compile(r"([\\`*_{}\[\]<>|~$&#])")


@dataclass(frozen=True, slots=True)
class Foot:
    """A last row with a format of its own, such as the mean ranks below scores."""

    cells: tuple[Cell, ...]
    format: str


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under a header; the first column names the row.

    Made by `Result.to_table`; each method writes the same cells in another form.
    """

    name: str  #: kind of the result, for the names of files
    caption: str  #: plain text
    header: tuple[str, ...]  #: one text per column
    formats: tuple[str, ...]  #: of the numbers of a column: "" (as they are), ".2f", ".1e", "p"
    rows: tuple[tuple[Cell, ...], ...]  #: as wide as the header; NaN where a number is missing
    foot: tuple[Foot, ...] = ()  #: below a rule
    bold: frozenset[tuple[int, int]] = frozenset()  #: (row, column) from 0; the foot goes on
    notes: tuple[str, ...] = ()  #: sentences below the table

    def __str__(self) -> str:
        return self.to_markdown().rstrip("\n")

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return self.to_html()

    def cells(self) -> Iterator[tuple[Cell, ...]]:
        """Yield the rows, then those of the foot, as values."""
        yield from self.rows
        yield from (row.cells for row in self.foot)

    def texts(self) -> Iterator[tuple[str, ...]]:
        """Yield the rows, then those of the foot, as they are printed."""
        forms = [self.formats] * len(self.rows)
        forms += [(row.format,) * len(self.header) for row in self.foot]
        for row, formats in zip(self.cells(), forms, strict=True):
            yield tuple(printed(*pair) for pair in zip(row, formats, strict=True))

    def to_latex(
        self,
        *,
        booktabs: bool = True,
        siunitx: bool = False,
        width: float | str | None = None,
        font_size: float | None = None,
        rotate: bool = False,
    ) -> str:
        r"""Write a bare ``tabular``, for any environment, such as ``table`` or ``table*``.

        Parameters
        ----------
        booktabs : bool
            Whether rules are those of the package booktabs; otherwise ``\hline``.
        siunitx : bool
            Whether the package siunitx aligns numbers at their decimal points.
        width : float or str, optional
            Width of the place in inches, or the name of a paper's: "acm-column", "acm-text",
            "ieee-column", "ieee-text", "jmlr", "neurips". The gaps between columns are made as
            narrow as needed, down to 4 points; a table that is still wider is refused. Widths are
            estimated for Computer Modern, and are smaller in most other fonts.
        font_size : float, optional
            Font size in points. By default that of the text around the table; for the estimate of
            the width it is taken to be that of the paper, or 10 points if ``width`` is a number.
        rotate : bool
            Whether heads of numbers are turned by 90 degrees (package graphicx).

        Returns
        -------
        str
            LaTeX source in UTF-8, with the packages that it needs in a comment; every text is
            escaped. pdfLaTeX can set Latin letters only.

        Raises
        ------
        ArgumentError
            An unknown paper, an argument out of range, or a table that does not fit into ``width``;
            the hint says what would fit.

        Examples
        --------
        >>> import pybench as pb
        >>> t = pb.read_results([[0.9, 0.8]], higher_is_better=True, datasets=["iris"],
        ...     classifiers=["tree", "k_NN"])
        >>> source = t.to_table(notes=False).to_latex(width="ieee-column")
        >>> source.splitlines()[5]
        '  {}iris & \\textbf{0.9} & 0.8 \\\\'
        """
        layout = Layout(
            check.flag("booktabs", booktabs),
            check.flag("siunitx", siunitx),
            checked_width(width),
            None
            if font_size is None
            else check.number("font_size", font_size, "a positive number of points", 0.0, 1000.0),
            check.flag("rotate", rotate),
        )
        about = [spelled(self.caption)] if self.caption else []
        foot = len(self.foot)
        return tabular(self.columns(), layout, foot=foot, notes=self.notes, about=about)

    def to_markdown(self) -> str:
        """Write a table in GitHub's Markdown, the notes below; every text is escaped."""
        columns = self.columns()
        rule = ["---:" if column.numeric else ":---" for column in columns]
        head = [_markdown(column.head) for column in columns]
        body = (
            [_strong(column.cells[i], column.bold[i]) for column in columns]
            for i in range(len(columns[0].cells))
        )
        lines = [f"| {' | '.join(row)} |" for row in (head, rule, *body)]
        for note in self.notes:
            lines += ["", _markdown(note)]
        return "\n".join(lines) + "\n"

    def to_html(self, most: int | None = None) -> str:
        """Write a ``<table>``, the notes below; every text is escaped.

        Parameters
        ----------
        most : int, optional
            Rows shown at most; below them stands how many more there are. Default: all.
        """
        columns, n = self.columns(), len(self.rows)
        shown = n if most is None else min(n, check.count("most", most))
        head = "".join(_html("th", c.head, c.numeric, 'scope="col"') for c in columns)
        body = [
            "".join(
                _html("td" if j else "th", c.cells[i], c.numeric, "" if j else 'scope="row"', c, i)
                for j, c in enumerate(columns)
            )
            for i in (*range(shown), *range(n, n + len(self.foot)))
        ]
        caption = f"<caption>{_entities(self.caption)}</caption>" if self.caption else ""
        more = [f"and {counted(n - shown, 'row')} more"] if shown < n else []
        below = [f"<p>{_entities(line)}</p>" for line in (*more, *self.notes)]
        rows = "\n".join(f"<tr>{row}</tr>" for row in body)
        return (
            f'<table style="font-variant-numeric:tabular-nums">{caption}\n'
            f"<thead><tr>{head}</tr></thead>\n<tbody>\n{rows}\n</tbody>\n</table>\n"
            f"{''.join(below)}\n"
        )

    def to_csv(self) -> str:
        """Write the rows as CSV (RFC 4180, UTF-8), numbers with all their digits.

        A text that a spreadsheet would run as a formula is preceded by an apostrophe, as
        spreadsheets themselves mark text; ``results.json`` has every name unchanged.
        """
        lines = (",".join(map(_field, row)) for row in (self.header, *self.rows))
        return "\n".join(lines) + "\n"

    def to_excel(self) -> bytes:
        """Return the content of an Excel file (.xlsx): numbers with all digits, shown as printed.

        Texts are stored as texts, never as formulas.

        Examples
        --------
        >>> import pybench as pb
        >>> t = pb.read_results([[0.9, 0.8]], higher_is_better=True, datasets=["iris"],
        ...     classifiers=["a", "b"])
        >>> t.to_table().to_excel()[:2]  # write it: Path("scores.xlsx").write_bytes(...)
        b'PK'
        """
        forms = [self.formats] * len(self.rows)
        forms += [(row.format,) * len(self.header) for row in self.foot]
        return workbook(self.header, list(self.cells()), forms, self.bold, self.notes)

    def columns(self) -> list[Column]:
        """Return the columns as they are printed."""
        nothing: list[tuple[Any, ...]] = [()] * len(self.header)
        values = list(zip(*self.cells(), strict=True)) or nothing
        texts = list(zip(*self.texts(), strict=True)) or nothing
        return [
            Column(
                head,
                column,
                tuple((i, j) in self.bold for i in range(len(column))),
                any(not isinstance(cell, (str, bool)) for cell in cells),
            )
            for j, (head, cells, column) in enumerate(zip(self.header, values, texts, strict=True))
        ]


def checked_width(width: object) -> float | str | None:
    """Return a width in inches, or the name of a paper's."""
    if width is None:
        return None
    if isinstance(width, str):
        return check.choice("width", width, PAPERS)
    return check.number("width", width, "a positive number of inches", 0.0, 1000.0)


def printed(cell: Cell, form: str) -> str:
    """Return a cell as it is printed, as plain text.

    Examples
    --------
    >>> printed(0.123456, ".3f"), printed(0.00012, "p"), printed(1e-15, "p"), printed(True, "")
    ('0.123', '1.2e-4', '<1e-12', 'yes')
    """
    if isinstance(cell, str):
        return cell
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if not math.isfinite(cell):
        return NONE if math.isnan(cell) else "∞" if cell > 0 else "−∞"
    if form == "p":
        form = ".3f" if cell == 0 or cell >= 1e-3 else ".1e"
        if cell < P_FLOOR:
            return f"<{P_FLOOR:g}"
    text = f"{cell:{form}}"
    digits, e, exponent = text.partition("e")
    text = f"{digits}e{int(exponent)}" if e else text
    return text[1:] if re.fullmatch(r"-0(\.0*)?", text) else text


def _field(cell: Cell) -> str:
    if isinstance(cell, bool):
        return "TRUE" if cell else "FALSE"
    if not isinstance(cell, str):
        return repr(cell)
    guarded = "'" + cell if cell.startswith(FORMULA_STARTS) else cell
    needs_quotes = any(character in guarded for character in '",\r\n')
    return '"' + guarded.replace('"', '""') + '"' if needs_quotes else guarded


def _markdown(text: str) -> str:
    return _MARKDOWN.sub(r"\\\1", spelled(text))


def _strong(text: str, bold: bool) -> str:
    return f"**{_markdown(text)}**" if bold else _markdown(text)


def _entities(text: str) -> str:
    return html.escape(spelled(text))


def _html(
    tag: str, text: str, numeric: bool, scope: str, column: Column | None = None, row: int = 0
) -> str:
    style = f'style="text-align:{"right" if numeric else "left"};padding:.1em .6em"'
    opening = " ".join(part for part in (tag, scope, style) if part)
    shown = _entities(text)
    strong = column is not None and column.bold[row]
    return f"<{opening}>{f'<strong>{shown}</strong>' if strong else shown}</{tag}>"


def rows_of(columns: Iterable[Iterable[Cell]]) -> tuple[tuple[Cell, ...], ...]:
    """Return the rows of a table that is given by columns."""
    return tuple(zip(*columns, strict=True))
