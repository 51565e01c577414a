"""The multi-comparison matrix as a LaTeX tabular."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from pybench.base import check
from pybench.base.latex import Column, Layout, escape, fitted, row_of
from pybench.base.tables import checked_width
from pybench.plot.arguments import documented
from pybench.plot.draw.style import diverging, group_ink, group_marker
from pybench.plot.multi_comparison_text import MatrixTexts, MethodLabel, matrix_texts

if TYPE_CHECKING:
    from pybench.comparison.matrix import MultiComparison
    from pybench.comparison.summary import Comparison

_MANY = 6  # columns beyond which their names are vertical
# colortbl by its own name: acmart has loaded xcolor, whose option would clash.
_PACKAGES = r"\usepackage{booktabs, colortbl, graphicx, xcolor}"
# The marks of groups, from packages that the matrix needs anyway: amssymb clashes with acmart.
_MARKS = {
    "circle": r"$\bullet$",
    "square": r"\rule{0.5em}{0.5em}",
    "triangle": r"$\triangle$",
    "diamond": r"\rotatebox{45}{\rule{0.45em}{0.45em}}",
    "wedge": r"\rotatebox[origin=c]{180}{$\triangle$}",
}
_DOCUMENT = r"""\documentclass{article}
\usepackage[T1]{fontenc} \usepackage{textcomp}
%s
\pagestyle{empty}
\begin{document}
\begin{table}
\caption{%s}
\centering
%s\end{table}
\end{document}
"""


@documented
def multi_comparison_latex(
    result: MultiComparison | Comparison,
    *,
    colours: str = "red-blue",
    triangle: str = "both",
    cell: str | Iterable[str] | None = None,
    limit: float | None = None,
    decimals: int = 4,
    title: str | None = None,
    footnote: bool = True,
    highlight: str | Iterable[str] | None = None,
    labels: Mapping[str, str] | None = None,
    groups: Mapping[str, str] | None = None,
    max_label: int | None = None,
    width: float | str | None = None,
    font_size: float = 8.0,
    document: bool = False,
) -> str:
    r"""Write a multi-comparison matrix as a bare LaTeX ``tabular``.

    Parameters
    ----------
    result, colours, triangle, cell, limit, decimals : as `multi_comparison`
    title : str, optional
        Text at the beginning of the caption.
    footnote : bool
        Whether the caption describes cells and conventions.
    width : float or str, optional
        Width that the matrix may have, in inches, or the name of a standard width, such as
        "ieee-column". The matrix is never shrunk; if it does not fit, an error is raised.
    font_size : float
        Font size in points.
    document : bool
        Whether to return a complete document with a caption. Otherwise a ``tabular`` without an
        environment around it is returned, with the caption in a comment. Your document must load
        the packages ``booktabs``, ``colortbl``, ``graphicx`` and ``xcolor``.

    Returns
    -------
    str
        LaTeX source in UTF-8. All names are escaped. pdfLaTeX can typeset only Latin letters; other
        scripts need LuaLaTeX or XeLaTeX, and a font that contains these scripts.

    Raises
    ------
    ArgumentError
        Neither a multi-comparison matrix nor a comparison that has one, an unknown option, a
        number out of range, or a matrix that does not fit into ``width``.

    Examples
    --------
    >>> import pybench as pb
    >>> t = pb.read_results([[0.9, 0.8], [0.8, 0.7]], datasets=["d1", "d2"],
    ...     classifiers=["a_1", "b"], higher_is_better=True)
    >>> source = pb.plot.multi_comparison_latex(pb.multi_comparison(t))
    >>> "a\\_1" in source, "+0.1000" in source.replace("$", "")
    (True, True)
    """
    texts = matrix_texts(
        result,
        colours=colours,
        triangle=triangle,
        cell=cell,
        limit=limit,
        decimals=decimals,
        title=title,
        footnote=footnote,
        highlight=highlight,
        labels=labels,
        groups=groups,
        max_label=max_label,
    )
    size = check.number("font_size", font_size, "a positive number of points", 0.0, 1000.0)
    layout = Layout(width=checked_width(width), font_size=size)
    table = "\n".join(_table(texts, fitted(_columns(texts), layout))) + "\n"
    caption = " ".join((*texts.title, texts.footnote)).strip()
    if document:
        return _DOCUMENT % (_PACKAGES, escape(caption), table)
    return "".join(f"% {one}\n" for one in (_PACKAGES, caption) if one) + table


def _columns(texts: MatrixTexts) -> Iterator[Column]:
    """Yield the lines of each column, whose longest makes its width."""
    heads = [(line, False) for line in texts.key]
    labels = [line for one in texts.rows for line in ((_wide(one), one.bold), (one.mean, False))]
    names, heavy = zip(*heads, *labels, strict=True)
    yield Column("", names, heavy, False)
    for j, label in enumerate(texts.columns):
        name = "" if len(texts.columns) > _MANY else _wide(label)
        lines = [
            (line, bool(texts.bold[i, j])) for i, cell in enumerate(texts.lines) for line in cell[j]
        ]
        cells, bold = zip((name, label.bold), (label.mean, False), *lines, strict=True)
        yield Column("", cells, bold, False)


def _table(texts: MatrixTexts, setting: str) -> Iterator[str]:
    many = len(texts.columns) > _MANY
    yield f"{{{setting}%"
    yield f"\\begin{{tabular}}{{@{{}}r{'c' * len(texts.columns)}@{{}}}}"
    yield "  \\toprule"
    yield f"  {row_of([_key(texts), *(_head(label, many) for label in texts.columns)])}"
    yield "  \\midrule"
    for i, label in enumerate(texts.rows):
        row = [_stack([_name(label), escape(label.mean)], "r")]
        yield f"  {row_of([*row, *(_cell(texts, i, j) for j in range(len(texts.columns)))])}"
    yield "  \\bottomrule"
    keys = (f"{_mark(group)}{_coloured(name, group)}" for group, name in enumerate(texts.groups))
    legend = r"\quad ".join(keys)
    yield "\\end{tabular}" + (rf"\par\smallskip {legend}\par}}" if legend else "}")


def _stack(lines: list[str], side: str = "c", place: str = "c") -> str:
    body = r" \\ {}".join(lines)
    # Struts keep the texts off the edges of the coloured cell.
    return (
        rf"\begin{{tabular}}[{place}]{{@{{}}{side}@{{}}}}\rule{{0pt}}{{2.4ex}}{body}"
        r"\rule[-0.8ex]{0pt}{0pt}\end{tabular}"
    )


def _key(texts: MatrixTexts) -> str:
    return _stack([escape(line) for line in texts.key], "r", "b")


def _head(label: MethodLabel, upright: bool) -> str:
    name = _name(label)
    turned = rf"\rotatebox{{90}}{{{name}}}" if upright else name
    return _stack([turned, escape(label.mean)], place="b")


def _name(label: MethodLabel) -> str:
    name = _coloured(label.name, label.group)
    name = rf"\textbf{{{name}}}" if label.bold else name
    return name if label.group is None else _mark(label.group) + name


def _wide(label: MethodLabel) -> str:
    """Return plain text that is as wide as the name and its mark."""
    return label.name if label.group is None else f"M {label.name}"


def _mark(group: int) -> str:
    """Return the mark of a group, and the space after it."""
    return _coloured(_MARKS[group_marker(group)], group, tex=True) + r"\ "


def _coloured(text: str, group: int | None, *, tex: bool = False) -> str:
    source = text if tex else escape(text)
    colour = group_ink(group).lstrip("#")
    return source if group is None else rf"\textcolor[HTML]{{{colour}}}{{{source}}}"


def _cell(texts: MatrixTexts, i: int, j: int) -> str:
    if not texts.lines[i][j]:
        return ""
    lines = [escape(line) for line in texts.lines[i][j]]
    if texts.bold[i, j]:
        lines = [rf"\textbf{{\boldmath {line}}}" for line in lines]
    if texts.scale is None:
        return _stack(lines)
    colour = diverging(float(texts.favour[i, j]), texts.colours).lstrip("#")
    return rf"\cellcolor[HTML]{{{colour}}}" + _stack(lines)
