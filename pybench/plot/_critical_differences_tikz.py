"""Critical differences of several benchmarks as a TikZ picture."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from pybench.base import check
from pybench.plot.arguments import documented, style_of
from pybench.plot.critical_difference_text import SIDES
from pybench.plot.critical_differences_layout import arrange_benchmarks, benchmark_texts

if TYPE_CHECKING:
    from pybench.comparison.benchmarks import CriticalDifferences
from pybench.plot.draw.paint_tikz import as_tikz


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
    labels: Mapping[str, str] | None = None,
    groups: Mapping[str, str] | None = None,
    max_label: int | None = None,
    font_size: float = 9.0,
    line_width: float = 0.8,
    document: bool = False,
) -> str:
    r"""Write the critical differences of several benchmarks as LaTeX.

    Parameters
    ----------
    result, decimals, footnote, groups : as `critical_differences`
    width, document : as `critical_difference_tikz`

    Returns
    -------
    str
        The same as from `critical_difference_tikz`.

    Raises
    ------
    ArgumentError
        For the same reasons as `critical_differences`.

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
    texts = benchmark_texts(
        result,
        title=title,
        decimals=decimals,
        footnote=footnote,
        highlight=highlight,
        labels=labels,
        groups=groups,
        max_label=max_label,
    )
    arranged = partial(arrange_benchmarks, texts, best=best)
    return as_tikz(arranged, style, document=document)
