"""Critical differences of several benchmarks in Matplotlib, one row per benchmark."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from pybench.base import check
from pybench.plot._critical_difference import draw
from pybench.plot.arguments import documented, style_of
from pybench.plot.critical_difference_text import SIDES
from pybench.plot.critical_differences_layout import arrange_benchmarks, benchmark_texts

if TYPE_CHECKING:
    from pybench.comparison.benchmarks import CriticalDifferences


@documented
def critical_differences(
    result: CriticalDifferences,
    ax: Axes | None = None,
    *,
    title: str | None = None,
    width: float | str | None = None,
    decimals: int = 2,
    best: str = "left",
    footnote: bool = True,
    highlight: str | Iterable[str] | None = None,
    labels: Mapping[str, str] | None = None,
    groups: Mapping[str, str] | None = None,
    max_label: int | None = None,
    font_size: float | None = None,
    line_width: float = 0.8,
    font: str | None = None,
) -> Figure:
    """Draw the critical differences of several benchmarks, one row per benchmark.

    All rows share a common axis of ranks. Every method has a colour and a shape, which the legend
    below the rows explains. In each row, a line connects the mean rank of a method with its
    coloured symbol. Bars join methods that do not differ significantly on that benchmark; a dashed
    arc in a bar skips methods that do not belong to the bar.

    Parameters
    ----------
    result : CriticalDifferences
        From `pybench.critical_differences`, of at most 40 methods.
    width, decimals, footnote : as `critical_difference`
    groups : mapping of str to str, optional
        For each method, the name of its group. Methods of the same group then share a colour and a
        shape, which a legend explains; numbers below the symbols name the methods.

    Returns
    -------
    matplotlib.figure.Figure

    Raises
    ------
    ArgumentError
        An unknown option, a number out of range, a method that is not in the result, or more
        methods than there are colours and shapes.

    Notes
    -----
    The figure follows the two-dimensional diagrams of critdd. With a control, a dot marks the
    control in each row, and asterisks mark the methods that differ significantly from it. If the
    test has a critical difference, a thick part of the line extends from the control by the
    critical difference to both sides.

    Examples
    --------
    >>> import pybench as pb
    >>> scores = [[0.9, 0.8, 0.7], [0.8, 0.7, 0.6], [0.7, 0.6, 0.5]]
    >>> names = {"datasets": ["d1", "d2", "d3"], "classifiers": ["a", "b", "c"]}
    >>> t = pb.read_results(scores, **names, higher_is_better=True)
    >>> figure = pb.plot.critical_differences(pb.critical_differences({"x": t, "y": t}), width=5)
    >>> float(figure.get_figwidth())
    5.0
    """
    check.choice("best", best, SIDES)
    style = style_of(ax, font_size=font_size, line_width=line_width, font=font, width=width)
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
    names = (*texts.classifiers, *texts.group_names)
    written = [*names, *(row.name for row in texts.rows), *texts.title, texts.footnote]
    arranged = partial(arrange_benchmarks, texts, best=best)
    alone = "one figure per benchmark: plot.critical_difference(result.diagrams[0])"
    return draw(arranged, written, style, ax, (alone,))
