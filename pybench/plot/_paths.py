"""Paths of both classes over time."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.figure import Figure

from pybench.base import check
from pybench.base.errors import ArgumentError
from pybench.base.text import counted
from pybench.plot.arguments import documented, style_of
from pybench.plot.draw.chart import (
    ROW,
    KeyEntry,
    chart_axes,
    draw_key,
    dress,
    footnote,
    key_rows,
    paper,
)
from pybench.plot.draw.fonts import typeface
from pybench.plot.draw.style import group_colour
from pybench.plot.draw.text import visible

if TYPE_CHECKING:
    from pybench.optimal.simulation import Paths


@documented
def paths(
    result: Paths,
    ax: Axes | None = None,
    *,
    shown: int = 5,
    channel: int = 0,
    width: float | str | None = None,
    height: float | None = None,
    font_size: float | None = None,
    font: str | None = None,
) -> Figure:
    """Draw a few paths of each class over time.

    Parameters
    ----------
    result : Paths
        From `pybench.simulate`.
    shown : int
        Number of paths of each class; the first ones are drawn. If a class has fewer paths, fewer
        paths of both classes are drawn.
    channel : int
        Index of the coordinate, from 0.

    Returns
    -------
    matplotlib.figure.Figure
        Dots are the observed states.

    Raises
    ------
    ArgumentError
        A coordinate that the paths do not have, or a number out of range.

    Notes
    -----
    The figure corresponds to the right-hand sides of figures 1 to 3 of "Benchmarking optimality of
    time series classification methods in distinguishing diffusions" (arXiv 2301.13112).

    Examples
    --------
    >>> import pybench as pb
    >>> figure = pb.plot.paths(pb.simulate("b-T2", 20), shown=5)
    >>> float(figure.get_figwidth())
    6.5
    """
    from pybench.optimal.simulation import Paths

    check.kind("result", result, Paths, "simulate(process)")
    style = style_of(ax, font_size=font_size, font=font, width=width, height=height)
    count = check.count("shown", shown)
    d = result.paths.shape[1]
    if check.count("channel", channel, 0) >= d:
        raise ArgumentError(
            f"`channel` must be the number of a coordinate of the paths, 0 to {d - 1}, not "
            f"{channel}",
            expected=f"0 to {d - 1}",
            found=str(channel),
        )
    size = style.font_size
    each = min(count, int((result.label == 0).sum()), int((result.label == 1).sum()))
    entries = [KeyEntry(f"class {label}", group_colour(label)) for label in (0, 1)]
    which = f"Coordinate {channel} of {d}: " if d > 1 else ""
    notes = [
        "Time",
        f"{which}{visible(result.process)}, {counted(each, 'path')} of each class; "
        f"dots: observed, {counted(sum(result.substeps), 'fine step')}",
    ]
    face = typeface(style.font, size, notes)
    beside = (3.5 * size, 1.2 * size)
    page = paper(style, face, (6.5, 3.2), beside, notes, ax)
    rows = key_rows(entries, face, page.width - sum(beside))
    axes = ax or chart_axes(page, (*beside, (1.0 + ROW * len(rows)) * size), face)
    dress(axes, face)
    _draw(axes, result, each, channel)
    draw_key(axes, rows, face)
    footnote(axes, page.notes, face)
    return cast(Figure, axes.get_figure(root=True))


def _draw(axes: Axes, result: Paths, each: int, channel: int) -> None:
    drawn = []
    for label in (0, 1):
        values = result.paths[np.flatnonzero(result.label == label)[:each], channel]
        drawn.append(values)
        lines = [np.column_stack([result.times, row]) for row in values]
        axes.add_collection(
            LineCollection(lines, colors=group_colour(label), linewidths=0.8, alpha=0.75),
            autolim=False,
        )
        axes.plot(
            np.tile(result.times, each), values.ravel(), color=group_colour(label), marker="o",
            linestyle="none", markersize=1.8, markeredgewidth=0,
        )  # fmt: skip
    low, high = float(np.min(drawn)), float(np.max(drawn))
    spare = 0.05 * (high - low) or 0.5
    axes.set_ylim(low - spare, high + spare)
    first, last = float(result.times[0]), float(result.times[-1])
    axes.set_xlim(first - 0.01 * (last - first), last + 0.01 * (last - first))
