"""Axes for charts of numbers: frame, ticks and texts in the looks of all figures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.transforms import Affine2D, Affine2DBase, ScaledTranslation, Transform

from pybench.plot.draw.figure import DiagramFigure, PlainText
from pybench.plot.draw.style import BASELINE, INK, LEADER, QUIET, SMALL
from pybench.plot.draw.text import Measure

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


DASHED = (0, (4, 2.5))
_SAMPLE, _GAP, _APART = 1.9, 0.5, 1.6  # multiples of the font size
ROW = 1.5


@dataclass(frozen=True, slots=True)
class KeyEntry:
    """A kind of line and what it is called."""

    name: str
    colour: str
    style: Any = "-"
    weight: float = 1.5


def key_rows(
    entries: Sequence[KeyEntry], measure: Measure, size: float, room: float
) -> list[list[tuple[float, KeyEntry]]]:
    """Return entries row by row, each with its distance from the left edge in points."""
    rows: list[list[tuple[float, KeyEntry]]] = [[]]
    at = 0.0
    for entry in entries:
        wide = (_SAMPLE + _GAP) * size + measure(entry.name, SMALL * size, False).width
        if rows[-1] and at + wide > room:
            rows.append([])
            at = 0.0
        rows[-1].append((at, entry))
        at += wide + _APART * size
    return rows


def draw_key(
    axes: Axes, rows: list[list[tuple[float, KeyEntry]]], family: list[str], size: float
) -> None:
    """Draw rows above the axes, the last one nearest to them."""
    figure = cast(Figure, axes.get_figure(root=True))

    def moved(x: float, y: float) -> Transform:
        return axes.transAxes + ScaledTranslation(x / 72, y / 72, figure.dpi_scale_trans)

    for place, row in enumerate(rows):
        up = (0.9 + ROW * (len(rows) - 1 - place)) * size
        for at, entry in row:
            # A line between two places that are so many points apart: scaled, then moved.
            scale = Affine2D().scale(_SAMPLE * size / 72) + figure.dpi_scale_trans
            corner = ScaledTranslation(0.0, 1.0, cast(Affine2DBase, axes.transAxes))
            shift = ScaledTranslation(at / 72, up / 72, figure.dpi_scale_trans)
            sample = Line2D(
                [0.0, 1.0], [0.0, 0.0], color=entry.colour, linestyle=entry.style,
                linewidth=entry.weight, clip_on=False, transform=scale + corner + shift,
            )  # fmt: skip
            axes.add_artist(sample)
            text = PlainText(
                0.0, 1.0, entry.name, fontsize=SMALL * size, family=family, color=entry.colour,
                transform=moved(at + (_SAMPLE + _GAP) * size, up - BASELINE * SMALL * size),
                horizontalalignment="left", verticalalignment="baseline",
            )  # fmt: skip
            axes.add_artist(text)
