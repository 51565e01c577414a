"""Axes for charts of numbers: frame, ticks and texts in the looks of all figures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.transforms import ScaledTranslation

from pybench.plot.bars import spread as ascending
from pybench.plot.figure import DiagramFigure, PlainText
from pybench.plot.style import BASELINE, INK, LEADER, QUIET, SMALL

GRID = "#E4E4E4"


def chart_axes(width: float, height: float, margins: tuple[float, float, float, float]) -> Axes:
    """Return axes on a new figure.

    Parameters
    ----------
    width, height : float
        Of the whole figure, points.
    margins : (left, bottom, right, top)
        Around the axes, points.
    """
    left, bottom, right, top = margins
    figure = DiagramFigure(round(width / 72, 6), round(height / 72, 6))
    box = (
        left / width, bottom / height, (width - left - right) / width,
        (height - bottom - top) / height,
    )  # fmt: skip
    return figure.add_axes(box)


def dress(axes: Axes, family: list[str], size: float) -> None:
    """Take away the frame but for the lower edge; put a quiet grid behind what is drawn."""
    for side, spine in axes.spines.items():
        spine.set_visible(side == "bottom")
        spine.set_color(INK)
    axes.grid(True, color=GRID, linewidth=0.6)
    axes.set_axisbelow(True)
    axes.tick_params(
        labelfontfamily=family, labelsize=SMALL * size, labelcolor=INK, color=LEADER, length=3
    )
    axes.tick_params(axis="y", length=0)


def beside(
    axes: Axes,
    at: tuple[float, float],
    offset: float,
    said: str,
    size: float,
    family: list[str],
    colour: str,
    *,
    anchor: str = "right",
) -> None:
    """Write literal text beside the axes.

    Parameters
    ----------
    at : (x, y)
        x from 0 (left edge) to 1 (right edge), y in units of the data.
    offset : float
        Points to the right of that, of the end of the text that ``anchor`` names.
    """
    figure = cast(Figure, axes.get_figure(root=True))
    shift = ScaledTranslation(offset / 72.0, -BASELINE * size / 72.0, figure.dpi_scale_trans)
    axes.add_artist(
        PlainText(
            *at,
            said,
            transform=axes.get_yaxis_transform() + shift,
            fontsize=size,
            family=family,
            color=colour,
            horizontalalignment=anchor,
            verticalalignment="baseline",
        )
    )


def footnote(axes: Axes, lines: Sequence[str], family: list[str], size: float) -> None:
    """Write lines under the ticks of the axis, the first as its name."""
    figure = cast(Figure, axes.get_figure(root=True))
    for at, line in enumerate(lines):
        shift = ScaledTranslation(0.0, -(2.6 + 1.4 * at) * size / 72.0, figure.dpi_scale_trans)
        axes.add_artist(
            PlainText(
                0.0,
                0.0,
                line,
                transform=axes.transAxes + shift,
                family=family,
                fontsize=SMALL * size,
                color=QUIET if at else INK,
                verticalalignment="baseline",
            )
        )


def spread(places: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Move places apart to at least ``gap``, in their order, as little as it takes.

    Within [low, high], if they fit there.

    Examples
    --------
    >>> spread([0.5, 0.5], 0.2, 0.0, 1.0)
    [0.4, 0.6]
    """
    order = sorted(range(len(places)), key=lambda i: places[i])
    room = max(high, low + (len(places) - 1) * gap)  # what does not fit goes on beyond the top
    result = [0.0] * len(places)
    for i, place in zip(order, ascending([places[i] for i in order], gap, low, room), strict=True):
        result[i] = round(place, 12)
    return result
