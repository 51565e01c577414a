"""The critical difference diagram as a TikZ picture."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING

from pybench.base import check
from pybench.plot.arguments import documented, style_of
from pybench.plot.content import SIDES, check_arrangement, content
from pybench.plot.diagram import Arc, Diagram, Dot, Mark, Point, Stroke, Text
from pybench.plot.label import Extent
from pybench.plot.layout import arrange
from pybench.plot.rows import arrange_rows, rows_of
from pybench.plot.style import (
    BASELINE,
    DOT,
    INK,
    LEADER,
    PALETTE,
    QUIET,
    ROLES,
    Style,
    group_marker,
    is_quiet,
    line_weight,
    text_size,
)

if TYPE_CHECKING:
    from pybench.comparison.benchmarks import CriticalDifferences
    from pybench.comparison.critical import CriticalDifference
    from pybench.comparison.summary import Comparison

_DOCUMENT = r"""\documentclass[border=2pt]{standalone}
\usepackage{tikz}
\begin{document}
%s\end{document}
"""
_ANCHORS = {"left": "base west", "right": "base east", "center": "base"}
_OUTLINES: dict[str, tuple[Point, ...]] = {  # corners in multiples of the font size
    "square": ((-0.3, -0.3), (0.3, -0.3), (0.3, 0.3), (-0.3, 0.3)),
    "triangle": ((0.0, -0.34), (0.36, 0.3), (-0.36, 0.3)),
    "diamond": ((0.0, -0.4), (0.4, 0.0), (0.0, 0.4), (-0.4, 0.0)),
    "wedge": ((0.0, 0.34), (0.36, -0.3), (-0.36, -0.3)),
}
_RADIUS = 0.34  # of the remaining shape, the circle
_DASHES = "dash pattern=on 3pt off 1.8pt"

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
    "'": "'{}",  # the braces keep '' `` -- !` ?` from becoming one sign
    "`": "{}`{}",
    "-": "-{}",
    ",": ",{}",
    "\u00a0": "~",
    "α": "\\ensuremath{\\alpha}",
    "←": "\\ensuremath{\\leftarrow}",
    "→": "\\ensuremath{\\rightarrow}",
    "…": "\\ldots{}",
}


@documented
def critical_difference_tikz(
    result: CriticalDifference | Comparison,
    *,
    groups: Mapping[str, str] | None = None,
    title: str | None = None,
    width: float | None = None,
    decimals: int = 2,
    layout: str = "both",
    best: str = "left",
    axis: str = "full",
    ruler: bool = True,
    footnote: bool = True,
    highlight: str | Iterable[str] | None = None,
    max_label: int | None = None,
    font_size: float = 9.0,
    line_width: float = 0.8,
    document: bool = False,
) -> str:
    r"""Write a critical difference diagram as LaTeX.

    Parameters
    ----------
    result, groups, decimals, layout, axis, ruler, footnote : as `critical_difference`
    width : float, optional
        Width of the picture, inches, as far as it can be told without TeX's fonts; where the
        names leave the axis too little room the picture is wider.
    document : bool
        Whether to return a document that compiles by itself (class ``standalone``) instead of a
        ``tikzpicture`` for a paper that loads ``tikz``.

    Returns
    -------
    str
        LaTeX source in UTF-8. All names are escaped. pdfLaTeX knows Latin letters; other
        scripts need LuaLaTeX or XeLaTeX and a font that has them.

    Raises
    ------
    ArgumentError
        An unknown word, a number out of range, a classifier that the result does not have.

    Examples
    --------
    >>> import pybench as pb
    >>> t = pb.read_results([[0.9, 0.8], [0.8, 0.7]], datasets=["d1", "d2"],
    ...     classifiers=["a_1", "b"], higher_is_better=True)
    >>> source = pb.plot.critical_difference_tikz(pb.critical_difference(t))
    >>> "a\\_1" in source
    True
    """
    check_arrangement(layout, best, axis)
    style = style_of(font_size=font_size, line_width=line_width, width=width)
    said = content(
        result,
        groups=groups,
        title=title,
        decimals=decimals,
        ruler=ruler,
        footnote=footnote,
        highlight=highlight,
        max_label=max_label,
    )
    arranged = partial(arrange, said, layout=layout, best=best, axis=axis)
    return _written(arranged, style, document=document)


@documented
def critical_differences_tikz(
    result: CriticalDifferences,
    *,
    title: str | None = None,
    width: float | None = None,
    decimals: int = 2,
    best: str = "left",
    footnote: bool = True,
    highlight: str | Iterable[str] | None = None,
    max_label: int | None = None,
    font_size: float = 9.0,
    line_width: float = 0.8,
    document: bool = False,
) -> str:
    r"""Write the critical differences of several benchmarks as LaTeX.

    Parameters
    ----------
    result, decimals, footnote : as `critical_differences`
    width, document : as `critical_difference_tikz`

    Returns
    -------
    str
        As `critical_difference_tikz`.

    Raises
    ------
    ArgumentError
        As `critical_differences`.

    Examples
    --------
    >>> import pybench as pb
    >>> t = pb.read_results([[0.9, 0.8], [0.8, 0.7]], datasets=["d1", "d2"],
    ...     classifiers=["a_1", "b"], higher_is_better=True)
    >>> result = pb.critical_differences({"x": t, "y": t})
    >>> "a\\_1" in pb.plot.critical_differences_tikz(result)
    True
    """
    check.choice("best", best, SIDES)
    style = style_of(font_size=font_size, line_width=line_width, width=width)
    said = rows_of(
        result,
        title=title,
        decimals=decimals,
        footnote=footnote,
        highlight=highlight,
        max_label=max_label,
    )
    arranged = partial(arrange_rows, said, best=best)
    return _written(arranged, style, document=document)


def _written(arranged: Callable[..., Diagram], style: Style, *, document: bool) -> str:
    diagram = arranged(measure, em=style.font_size, width=style.width or None)
    picture = "\n".join(_picture(diagram, style.line_width)) + "\n"
    return _DOCUMENT % picture if document else picture


def escape(text: str) -> str:
    r"""Return a text as LaTeX that prints it.

    Examples
    --------
    >>> escape("50% of $x_1$")
    '50\\% of \\$x\\_1\\$'
    """
    escaped = "".join(_SPECIAL.get(character, character) for character in text)
    return escaped.replace("  ", " \\ ").replace("  ", " \\ ")


def measure(text: str, size: float, bold: bool) -> Extent:
    """Estimate the size of a text in TeX's fonts: an em for wide characters, else 0.55 em."""
    ems = sum(1.0 if unicodedata.east_asian_width(c) in "WF" else 0.55 for c in text)
    return Extent(ems * size * (1.1 if bold else 1.0), 0.75 * size, 0.25 * size)


def _picture(diagram: Diagram, line: float) -> Iterator[str]:
    em = diagram.em
    yield "\\begin{tikzpicture}[x=1bp, y=-1bp, every node/.style={inner sep=0pt, outer sep=0pt}]"
    yield from _colours()
    for role in ROLES:
        yield from (_stroke(s, line, em) for s in diagram.strokes if s.role == role)
    yield from (_arc(arc, line) for arc in diagram.arcs)
    yield from (_dot(dot, line) for dot in diagram.dots)
    yield from (_mark(mark, em) for mark in diagram.marks)
    yield from (_text(text, em) for text in diagram.texts)
    yield "\\end{tikzpicture}"


def _colours() -> Iterator[str]:
    named = {"ink": INK, "quiet": QUIET, "leader": LEADER}
    named |= {f"group{i}": colour for i, colour in enumerate(PALETTE)}
    for name, colour in named.items():
        yield f"  \\definecolor{{pb{name}}}{{HTML}}{{{colour.lstrip('#')}}}"


def _group(group: int | None) -> str:
    return "pbink" if group is None else f"pbgroup{group % len(PALETTE)}"


def _at(point: Point) -> str:
    return f"({point[0]:.2f},{point[1]:.2f})"


def _stroke(stroke: Stroke, line: float, em: float) -> str:
    width = line_weight(stroke.role, line, em, bold=stroke.bold)
    plain = stroke.role == "leader" and stroke.group is None and not stroke.bold
    colour = "pbleader" if plain else _group(stroke.group)
    cap = ", line cap=round" if stroke.role == "bar" else ""
    path = " -- ".join(_at(point) for point in stroke.points)
    return f"  \\draw[{colour}, line width={width:.2f}bp{cap}] {path};"


def _arc(arc: Arc, line: float) -> str:
    top = arc.y - arc.height * 4 / 3
    start, end = _at((arc.x0, arc.y)), _at((arc.x1, arc.y))
    controls = f".. controls {_at((arc.x0, top))} and {_at((arc.x1, top))} .."
    return f"  \\draw[pbink, line width={line:.2f}bp, {_DASHES}] {start} {controls} {end};"


def _dot(dot: Dot, line: float) -> str:
    return f"  \\fill[pbink] {_at((dot.x, dot.y))} circle[radius={DOT * line:.2f}bp];"


def _mark(mark: Mark, em: float) -> str:
    """Draw a group's shape with basic paths: no TikZ library is needed."""
    shape, colour = group_marker(mark.group), _group(mark.group)
    if shape == "circle":
        return f"  \\fill[{colour}] {_at((mark.x, mark.y))} circle[radius={_RADIUS * em:.2f}bp];"
    corners = (_at((mark.x + x * em, mark.y + y * em)) for x, y in _OUTLINES[shape])
    return f"  \\fill[{colour}] {' -- '.join(corners)} -- cycle;"


def _text(text: Text, em: float) -> str:
    size = text_size(text.role) * em
    colour = "pbquiet" if is_quiet(text.role) else _group(text.group)
    font = f"\\fontsize{{{size:.2f}bp}}{{{1.2 * size:.2f}bp}}\\selectfont"
    font += "\\bfseries" if text.bold else ""
    at = _at((text.x, text.y + BASELINE * size))
    options = f"anchor={_ANCHORS[text.anchor]}, text={colour}, font={{{font}}}"
    return f"  \\node[{options}] at {at} {{{escape(text.text)}}};"
