r"""LaTeX: any text escaped, numbers in math mode, a bare ``tabular``, and how wide it will be.

No file of pybench but this one escapes text for LaTeX. The width of a table is estimated from the
widths of letters in ``letter-widths.csv``, which are those of Computer Modern (thousandths of an
em), or of Times where they are larger: papers are set in one of these, or in a narrower font.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from pybench.base import shared
from pybench.base.errors import ArgumentError
from pybench.base.labels import spelled

#: Widths of columns and of the text in inches, of acmart, IEEEtran, jmlr2e and neurips. IEEEtran's
#: are 252 and 516 points of TeX (72.27 in an inch): tests/test_papers.py asks the classes.
PAPERS = {
    "acm-column": 3.33,
    "acm-text": 7.0,
    "ieee-column": 3.487,
    "ieee-text": 7.14,
    "jmlr": 6.0,
    "neurips": 5.5,
}
_BODY = {"acm-column": 9.0, "acm-text": 9.0, "jmlr": 11.0}  # points of their text; others have 10
_SPECIAL = {
    "\\": "\\textbackslash{}",
    "{": "\\{",
    "}": "\\}",
    "$": "\\$",
    "&": "\\&",
    "#": "\\#",
    "%": "\\%",
    "_": "\\_",
    "^": "\\textasciicircum{}",
    "~": "\\textasciitilde{}",
    "<": "\\textless{}",
    ">": "\\textgreater{}",
    "|": "\\textbar{}",
    '"': "\\char34{}",  # babel makes the plain character active
    "'": "'{}",  # the braces keep '' `` !` ?` from becoming one sign
    "`": "{}`{}",
    "\u00a0": "~",
    "α": "\\ensuremath{\\alpha}",
    "←": "\\ensuremath{\\leftarrow}",
    "→": "\\ensuremath{\\rightarrow}",
    "−": "\\ensuremath{-}",
    "±": "\\ensuremath{\\pm}",
    "≤": "\\ensuremath{\\leq}",
    "≥": "\\ensuremath{\\geq}",
    "×": "\\ensuremath{\\times}",
    "½": "\\textonehalf{}",
    "∞": "\\ensuremath{\\infty}",
    "…": "\\ldots{}",
    "–": "--",
}
_CHARACTERS = str.maketrans(_SPECIAL)
_LIGATURES = re.compile("([-,])(?=\\1)")  # two hyphens stay two, and two commas
_NUMBER = re.compile(r"(<?)(-?)(\d[\d.]*)(?:e(-?\d+))?")
_GAP, _LEAST_GAP = 6.0, 2.0  # points on each side of a column: LaTeX's, and the smallest used here
_BOLD = 1.16  # bold letters of Computer Modern are that much wider


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table as it is printed."""

    head: str  #: plain text
    cells: tuple[str, ...]  #: plain texts
    bold: tuple[bool, ...]  #: one per cell
    numeric: bool  #: numbers are aligned at the right


@dataclass(frozen=True, slots=True)
class Layout:
    """How a ``tabular`` is set; the arguments of `Table.to_latex`."""

    booktabs: bool = True
    siunitx: bool = False
    width: float | str | None = None  #: inches, or the name of a paper
    font_size: float | None = None  #: points; None: that of the text around
    rotate: bool = False


def escape(text: str) -> str:
    r"""Return any text as LaTeX that prints it.

    Examples
    --------
    >>> escape("100% of A_1 & $B"), escape("a--b")
    ('100\\% of A\\_1 \\& \\$B', 'a-{}-b')
    """
    guarded = _LIGATURES.sub("\\1\0", spelled(text))
    escaped = guarded.translate(_CHARACTERS).replace("\0", "{}")
    return escaped.replace("  ", " \\ ").replace("  ", " \\ ")


def number(text: str) -> str:
    r"""Return a printed number as LaTeX: signs, powers of ten and infinity in math mode.

    Examples
    --------
    >>> number("0.5"), number("-0.5"), number("<1e-12")
    ('0.5', '$-$0.5', '$<10^{-12}$')
    >>> number("1.2e-4")
    '$1.2 \\times 10^{-4}$'
    """
    found = _NUMBER.fullmatch(text)
    if found is None:
        return escape(text)
    less, minus, digits, exponent = found.groups()
    if exponent is not None:
        power = f"10^{{{exponent}}}"
        digits = power if digits == "1" else f"{digits} \\times {power}"
    if less or exponent is not None:
        return f"${less}{minus}{digits}$"
    return f"{'$-$' if minus else ''}{digits}"  # so that digits have the font of the text


def tabular(
    columns: Sequence[Column],
    layout: Layout,
    *,
    foot: int = 0,
    notes: Sequence[str] = (),
    about: Sequence[str] = (),
) -> str:
    """Write a ``tabular`` without an environment around it.

    Parameters
    ----------
    columns : sequence of Column
    layout : Layout
    foot : int
        Number of last rows below a rule of their own.
    notes : sequence of str
        Sentences below the table.
    about : sequence of str
        Comment lines above the table.

    Raises
    ------
    ArgumentError
        The table is wider than ``layout.width``, even with narrow gaps between its columns.
    """
    setting = fitted(columns, layout)
    rules = ("toprule", "midrule", "bottomrule") if layout.booktabs else ("hline",) * 3
    top, middle, bottom = (f"  \\{rule}" for rule in rules)
    body = [
        f"  {row_of(_cell(column, row, layout) for column in columns)}"
        for row in range(len(columns[0].cells))
    ]
    body[len(body) - foot : len(body) - foot] = [middle] if foot else []
    lines = [
        f"\\begin{{tabular}}{{@{{}}{''.join(_kind(column, layout) for column in columns)}@{{}}}}",
        *(top, f"  {row_of(_head(column, layout) for column in columns)}", middle, *body, bottom),
        "\\end{tabular}",
    ]
    if notes:
        lines = _with_notes(lines, notes, "" if layout.font_size else "\\footnotesize")
    if setting:
        lines = [f"{{{setting}%", *lines[:-1], lines[-1] + "}"]
    heading = [*(f"% {one}" for one in about), f"% needs {_packages(layout)}"]
    return "\n".join([*heading, *lines]) + "\n"


def _with_notes(lines: Sequence[str], notes: Sequence[str], size: str) -> list[str]:
    """Return a table above its notes, which are as wide as the place where it stands."""
    return [
        "\\begin{tabular}{@{}p{\\linewidth}@{}}",
        "  \\centering",
        *(f"  {one}" for one in lines),
        "  \\tabularnewline[2pt]",
        *(f"  {size}\\raggedright {escape(note)} \\tabularnewline" for note in notes),
        "\\end{tabular}",
    ]


def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """Return an upper estimate of the width of a text in points, at a font size in points."""
    ems = sum(_letters().get(c) or _unknown(c) for c in text) / 1000.0
    small = 1.0 + 0.05 * max(0.0, 10.0 - size)  # small sizes of Computer Modern are wider
    return 1.01 * ems * size * small * (_BOLD if bold else 1.0)


@cache
def _letters() -> dict[str, int]:
    return {row["character"]: int(row["width"]) for row in shared.rows("letter-widths.csv")}


def _unknown(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    base = unicodedata.normalize("NFD", character)[0]
    if base in _letters():
        return _letters()[base]
    return 1000 if ord(character) > 0x2E7F else 800


def _size(layout: Layout) -> float:
    return layout.font_size or _BODY.get(str(layout.width), 10.0)


def _points(layout: Layout) -> float | None:
    """Return the width that a table may have, in points."""
    width = PAPERS[layout.width] if isinstance(layout.width, str) else layout.width
    return None if width is None else 72.0 * width  # not 72.27: the widths of papers are rounded


def _width(column: Column, size: float, rotate: bool) -> float:
    """Return the width of a column in points."""
    turned = rotate and column.numeric
    head = 1.2 * size if turned else text_width(column.head, size)
    cells = zip(column.cells, column.bold, strict=True)
    return max([head, *(text_width(_as_wide(cell), size, bold=bold) for cell, bold in cells)])


def _as_wide(cell: str) -> str:
    """Return a cell with letters as wide as what `number` makes of it."""
    return cell.replace("e", "+10").replace("-", "+") if _NUMBER.fullmatch(cell) else cell


def _inner(columns: Sequence[Column], size: float, rotate: bool) -> float:
    """Return the width of all columns in points, without the gaps between them."""
    return sum(_width(column, size, rotate) for column in columns)


def fitted(given: Iterable[Column], layout: Layout) -> str:
    """Return the settings of the group around a table: its font size, and the gap of columns."""
    columns, font = list(given), layout.font_size
    setting = "" if font is None else f"\\fontsize{{{font:g}}}{{{1.2 * font:g}}}\\selectfont"
    room = _points(layout)
    if room is None:
        return setting
    inner = _inner(columns, _size(layout), layout.rotate)
    gaps = 2 * (len(columns) - 1)
    gap = min(_GAP, (room - inner) / gaps) if gaps else _GAP
    if inner > room or gap < _LEAST_GAP:
        raise _too_wide(columns, layout, room)
    gap = int(10 * gap) / 10  # never rounded up
    return setting + (f"\\setlength{{\\tabcolsep}}{{{gap:g}pt}}" if gap < _GAP else "")


def _too_wide(columns: Sequence[Column], layout: Layout, room: float) -> ArgumentError:
    """Say how wide the table is, and what would make it fit."""

    def needed(size: float, rotate: bool, count: int = len(columns)) -> float:
        return _inner(columns[:count], size, rotate) + 2 * _LEAST_GAP * (count - 1)

    size, rotate = _size(layout), layout.rotate
    found, expected = f"about {needed(size, rotate) / 72.0:.2f} in", f"at most {room / 72.0:.2f} in"
    fitting = sum(needed(size, rotate, n + 1) <= room for n in range(len(columns)))
    smaller = [less for less in (9.0, 8.0, 7.0) if less < size and needed(less, rotate) <= room]
    whole = str(layout.width).replace("-column", "-text")
    spans = whole != str(layout.width) and needed(size, rotate) <= 72.0 * PAPERS[whole]
    both = f'"{whole}"' if spans else ""
    ways = [
        *([f"choose fewer `columns` (the first {fitting} fit)"] if fitting else []),
        *(["rotate the heads (`rotate`)"] if not rotate and needed(size, True) <= room else []),
        *([f"set a smaller font (`font_size` {smaller[0]:g})"] if smaller else []),
        *([f"let it span both columns (`width` {both})"] if both else []),
        "shorten names (`max_label`)",
        "print fewer `decimals`",
    ]
    return ArgumentError(
        f"the table needs {found} at {size:g} pt, but `width` is {room / 72.0:.2f} in",
        expected=expected,
        found=found,
        hint=f"To make it fit, {', or '.join(ways)}.",
    )


def row_of(cells: Iterable[str]) -> str:
    """Return a row; braces keep a star from being read as an argument of the row before."""
    return "{}" + " & ".join(cells) + r" \\"


def _head(column: Column, layout: Layout) -> str:
    head = escape(column.head)
    if layout.rotate and column.numeric:
        head = f"\\rotatebox{{90}}{{{head}}}"
    return f"{{{head}}}" if _aligned(column, layout) else head


def _cell(column: Column, row: int, layout: Layout) -> str:
    text, bold = column.cells[row], column.bold[row]
    shown = number(text) if column.numeric else escape(text)
    if _aligned(column, layout):
        if _decimal(text):
            return f"\\bfseries {text}" if bold else text
        return f"{{{shown}}}" if shown else ""
    if not bold:
        return shown
    return f"\\textbf{{\\boldmath {shown}}}" if "$" in shown else f"\\textbf{{{shown}}}"


def _kind(column: Column, layout: Layout) -> str:
    if not _aligned(column, layout):
        return "r" if column.numeric else "l"
    parts = [cell.lstrip("-").partition(".") for cell in column.cells if _decimal(cell)]
    sign = "-" if any(cell.startswith("-") for cell in column.cells) else ""
    whole, after = (max(len(part[place]) for part in parts) for place in (0, 2))
    detect = ",detect-weight,mode=text" if any(column.bold) else ""
    return f"S[table-format={sign}{whole}.{after}{detect}]"


def _aligned(column: Column, layout: Layout) -> bool:
    """Return whether siunitx aligns a column at its decimal points."""
    return layout.siunitx and column.numeric and any(map(_decimal, column.cells))


def _decimal(text: str) -> bool:
    return re.fullmatch(r"-?\d+(\.\d+)?", text) is not None


def _packages(layout: Layout) -> str:
    wanted = {"booktabs": layout.booktabs, "siunitx": layout.siunitx, "graphicx": layout.rotate}
    names = ", ".join(name for name, used in wanted.items() if used)
    return f"\\usepackage{{{names}}}" if names else "no package"
