"""What lines mean: samples of them with their names, in rows above the axes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.transforms import Affine2D, Affine2DBase, ScaledTranslation, Transform

from pybench.plot.figure import PlainText
from pybench.plot.label import Measure
from pybench.plot.style import BASELINE, SMALL

DASHED = (0, (4, 2.5))
_SAMPLE, _GAP, _APART = 1.9, 0.5, 1.6  # multiples of the font size
ROW = 1.5


@dataclass(frozen=True, slots=True)
class Entry:
    """A kind of line and what it is called."""

    name: str
    colour: str
    style: Any = "-"
    weight: float = 1.5


def key_rows(
    entries: Sequence[Entry], measure: Measure, size: float, room: float
) -> list[list[tuple[float, Entry]]]:
    """Return entries row by row, each with its distance from the left edge in points."""
    rows: list[list[tuple[float, Entry]]] = [[]]
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
    axes: Axes, rows: list[list[tuple[float, Entry]]], family: list[str], size: float
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
