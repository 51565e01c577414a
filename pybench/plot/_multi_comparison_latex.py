"""The multi-comparison matrix as a LaTeX table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pybench.base.latex import escape
from pybench.plot.arguments import documented
from pybench.plot.draw.style import diverging
from pybench.plot.multi_comparison_text import MatrixTexts, MethodLabel, matrix_texts

if TYPE_CHECKING:
    from pybench.comparison.matrix import MultiComparison
    from pybench.comparison.summary import Comparison

_MANY = 6  # columns from which names are vertical and the table shrinks to the line
_PACKAGES = r"\usepackage{booktabs} \usepackage[table]{xcolor} \usepackage{graphicx}"
_DOCUMENT = r"""\documentclass{article}
\usepackage[T1]{fontenc} \usepackage{textcomp}
%s
\pagestyle{empty}
\begin{document}
%s\end{document}
"""


@documented
def multi_comparison_latex(
    result: MultiComparison | Comparison,
    *,
    colours: str = "difference",
    limit: float | None = None,
    decimals: int = 4,
    title: str | None = None,
    footnote: bool = True,
    max_label: int | None = None,
    document: bool = False,
) -> str:
    r"""Write a multi-comparison matrix as a LaTeX table.

    Parameters
    ----------
    result, colours, limit, decimals : as `multi_comparison`
    footnote : bool
        Whether the caption describes cells and conventions.
    document : bool
        Whether to return a complete document. Otherwise a ``table`` environment is returned, for a
        document that loads ``booktabs``, ``graphicx`` and ``xcolor`` with the option ``table``.

    Returns
    -------
    str
        LaTeX source in UTF-8. All names are escaped. pdfLaTeX can set Latin letters only; other
        scripts need LuaLaTeX or XeLaTeX and a font that contains them.

    Raises
    ------
    ArgumentError
        Neither a multi-comparison matrix nor a comparison that has one, an unknown option, or a
        number out of range.

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
        limit=limit,
        decimals=decimals,
        title=title,
        footnote=footnote,
        max_label=max_label,
    )
    table = "\n".join(_table(texts)) + "\n"
    return _DOCUMENT % (_PACKAGES, table) if document else f"% {_PACKAGES}\n{table}"


def _table(texts: MatrixTexts) -> Iterator[str]:
    many = len(texts.columns) > _MANY
    yield "\\begin{table}"
    yield "  \\centering"
    if texts.title or texts.footnote:
        yield f"  \\caption{{{escape(' '.join((*texts.title, texts.footnote)).strip())}}}"
    yield "  \\label{tab:multi-comparison}"
    yield "  \\resizebox{\\linewidth}{!}{%" if many else "  \\footnotesize"
    yield f"  \\begin{{tabular}}{{r{'c' * len(texts.columns)}}}"
    yield "    \\toprule"
    yield f"    {_line([_key(texts), *(_head(label, many) for label in texts.columns)])}"
    yield "    \\midrule"
    for i, label in enumerate(texts.rows):
        row = [_stack([escape(label.name), escape(label.mean)], "r")]
        yield f"    {_line([*row, *(_cell(texts, i, j) for j in range(len(texts.columns)))])}"
    yield "    \\bottomrule"
    yield "  \\end{tabular}" + ("}" if many else "")
    yield "\\end{table}"


def _line(cells: list[str]) -> str:
    # With braces a star or bracket is not read as an argument of the preceding line end.
    return "{}" + " & ".join(cells) + r" \\"


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
    name = escape(label.name)
    turned = rf"\rotatebox{{90}}{{{name}}}" if upright else name
    return _stack([turned, escape(label.mean)], place="b")


def _cell(texts: MatrixTexts, i: int, j: int) -> str:
    if texts.own[i, j]:
        return ""
    lines = [escape(line) for line in texts.lines[i][j]]
    if texts.bold[i, j]:
        lines = [rf"\textbf{{\boldmath {line}}}" for line in lines]
    if texts.scale is None:
        return _stack(lines)
    colour = diverging(float(texts.favour[i, j])).lstrip("#")
    return rf"\cellcolor[HTML]{{{colour}}}" + _stack(lines)
