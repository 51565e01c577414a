"""The critical difference diagram as a TikZ picture."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from pybench.plot.arguments import documented, style_of
from pybench.plot.critical_difference_layout import arrange
from pybench.plot.critical_difference_text import check_arrangement, diagram_texts

if TYPE_CHECKING:
    from pybench.comparison.critical import CriticalDifference
    from pybench.comparison.summary import Comparison
from pybench.plot.draw.paint_tikz import as_tikz


@documented
def critical_difference_tikz(
    result: CriticalDifference | Comparison,
    *,
    groups: Mapping[str, str] | None = None,
    title: str | None = None,
    width: float | None = None,
    decimals: int = 2,
    layout: str = "auto",
    best: str = "left",
    axis: str = "full",
    ruler: bool = True,
    verdicts: str = "auto",
    footnote: bool = True,
    highlight: str | Iterable[str] | None = None,
    labels: Mapping[str, str] | None = None,
    max_label: int | None = None,
    font_size: float = 9.0,
    line_width: float = 0.8,
    document: bool = False,
) -> str:
    r"""Write a critical difference diagram as LaTeX.

    Parameters
    ----------
    result, groups, decimals, layout, axis, ruler, verdicts, footnote : as `critical_difference`
    width : float or str, optional
        Width of the picture: a number of inches, or the name of a standard width, as in
        `critical_difference`. The positions of all lines are exact. The widths of names are only
        estimated, because pybench does not measure them in TeX's fonts.
    document : bool
        Whether to return a complete document (class ``standalone``). Otherwise a ``tikzpicture``
        environment is returned, for a document that loads ``tikz``.

    Returns
    -------
    str
        LaTeX source in UTF-8. All names are escaped. pdfLaTeX can typeset only Latin letters; other
        scripts need LuaLaTeX or XeLaTeX, and a font that contains these scripts.

    Raises
    ------
    ArgumentError
        An unknown option, a number out of range, a method that is not in the result, or a width
        that is too small for the names.

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
    texts = diagram_texts(
        result,
        groups=groups,
        title=title,
        decimals=decimals,
        ruler=ruler,
        verdicts=verdicts,
        footnote=footnote,
        highlight=highlight,
        labels=labels,
        max_label=max_label,
    )
    arranged = partial(arrange, texts, layout=layout, best=best, axis=axis)
    return as_tikz(arranged, style, document=document)
