"""The critical difference diagram: in Matplotlib, and as short SVG for pages with many of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from pybench.plot.arguments import documented, style_of
from pybench.plot.critical_difference_layout import arrange
from pybench.plot.critical_difference_text import check_arrangement, diagram_texts
from pybench.plot.draw.fonts import families, measurer
from pybench.plot.draw.paint_matplotlib import axes_size, fit, show
from pybench.plot.draw.paint_svg import as_svg
from pybench.plot.draw.scene import Scene, hold
from pybench.plot.draw.style import FONT, Style

if TYPE_CHECKING:
    from pybench.comparison.critical import CriticalDifference
    from pybench.comparison.summary import Comparison


@documented
def critical_difference(
    result: CriticalDifference | Comparison,
    ax: Axes | None = None,
    *,
    groups: Mapping[str, str] | None = None,
    title: str | None = None,
    width: float | str | None = None,
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
    font_size: float | None = None,
    line_width: float = 0.8,
    font: str | None = None,
) -> Figure:
    """Draw a critical difference diagram.

    Parameters
    ----------
    result : CriticalDifference or Comparison
        From `pybench.critical_difference` or `pybench.compare`.
    width : float or str, optional
        Width of the figure: a number of inches, or the name of a standard width: "acm-column",
        "acm-text", "ieee-column", "ieee-text", "jmlr" or "neurips". The axis gets the width that
        remains beside the names; the text keeps its size. ``width`` cannot be given together with
        ``ax``.
    decimals : int
        Number of digits after the decimal point of mean ranks and of the critical difference.
    layout : {"auto", "both", "one-sided"}
        "both": names on both sides. "one-sided": all names on the side of the best method, which
        makes the figure narrower and higher. "auto": names on both sides if the width leaves enough
        room for the axis; otherwise all names on one side.
    axis : {"full", "tight"}
        "full": the axis covers ranks 1 to k, the number of methods. "tight": the axis covers the
        range of the mean ranks, rounded outwards to whole ranks.
    ruler : bool
        Whether to draw a ruler as long as the critical difference, if the test has a critical
        difference.
    verdicts : {"auto", "bars", "letters"}
        "bars": bars join methods that do not differ significantly. "letters": letters after the
        mean ranks instead; two methods share a letter if they do not differ significantly. "auto":
        letters if more than 12 bars would have to skip a method, since such a figure cannot be
        read; otherwise bars.
    footnote : bool
        Whether to describe metric, test, level, datasets and convention below the figure.

    Returns
    -------
    matplotlib.figure.Figure

    Raises
    ------
    ArgumentError
        An unknown option, a number out of range, a method that is not in the result, or a width
        that is too small for the names; the message names the smallest width.

    Notes
    -----
    The figure follows Demšar (2006), JMLR 7, figure 1. A bar is a maximal set of methods among
    which no pair differs significantly. If the members of a bar are not neighbours in mean rank,
    the bar is broken: dots mark its members, and dashed arcs skip the methods in between that are
    not members. So no bar covers a method that differs significantly from a member, and every pair
    that does not differ significantly shares a bar. (The convention "scmamp" instead has the bars
    of scmamp's ``plotCD``.) If there are more than 250 bars, none is drawn, and the footnote gives
    their number. If mean ranks are close or equal, their leader lines spread just below the axis.

    Names are shown literally, without mathtext or TeX. Line ends and invisible characters in names
    are shown as escapes.

    Examples
    --------
    >>> import pybench as pb
    >>> t = pb.read_results([[0.9, 0.8, 0.7], [0.8, 0.7, 0.6], [0.7, 0.6, 0.5]],
    ...     datasets=["d1", "d2", "d3"], classifiers=["a", "b", "c"], higher_is_better=True)
    >>> figure = pb.plot.critical_difference(pb.critical_difference(t), width=5)
    >>> float(figure.get_figwidth())
    5.0
    """
    check_arrangement(layout, best, axis)
    style = style_of(ax, font_size=font_size, line_width=line_width, font=font, width=width)
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
    written = (*texts.names, *texts.group_names, *texts.title, texts.footnote)
    arranged = partial(arrange, texts, layout=layout, best=best, axis=axis)
    return draw(arranged, written, style, ax)


def draw(
    arranged: Callable[..., Scene],
    texts: Iterable[str],
    style: Style,
    ax: Axes | None,
    or_else: Sequence[str] = (),
) -> Figure:
    """Draw an arrangement into axes, or into a new figure of a width or of the size it needs.

    Parameters
    ----------
    arranged : callable
        (measure, em=, line=, width=) -> Scene.
    texts : iterable of str
        All texts of the figure, for which fonts are needed.
    or_else : sequence of str
        What else than smaller texts helps if the width is too small.
    """
    measure = measurer(family := families(style.font, texts))
    arrangement = partial(arranged, measure, em=style.font_size, line=style.line_width)
    if ax is None:
        scene = arrangement(width=style.width) if style.width else arrangement()
        hold(style.width, scene.width, scene.em, or_else)
        return show(scene, None, family, scale=fit(scene))
    scene, scale = _reduced(arrangement, axes_size(ax))
    return show(scene, ax, family, scale=scale)


def _reduced(arranged: Callable[..., Scene], room: tuple[float, float]) -> tuple[Scene, float]:
    """Arrange the diagram for axes of the caller; return it and the scale at which it fits."""
    diagram = arranged(width=room[0])
    scale = fit(diagram, room)
    return (arranged(width=room[0] / scale), scale) if scale < 1.0 else (diagram, scale)


def critical_difference_svgs(results: Sequence[CriticalDifference]) -> list[str]:
    """Write the diagrams of results of one table, as `critical_difference` draws them.

    Parameters
    ----------
    results : sequence of CriticalDifference
        Of the same methods: a text in many of them is measured once.

    Returns
    -------
    list of str
        An ``<svg>`` element each, with text as text.
    """
    texts = [diagram_texts(result) for result in results]
    measure = measurer(
        family := families(FONT, [text for one in texts for text in (*one.names, one.footnote)])
    )
    style = Style()
    arranged = [arrange(one, measure, em=style.font_size, line=style.line_width) for one in texts]
    return [as_svg(one, family) for one in arranged]
