"""A drawing in points, x to the right and y downwards, and how it becomes a Matplotlib figure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

from matplotlib.axes import Axes
from matplotlib.collections import LineCollection, PolyCollection
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.transforms import AffineDeltaTransform

from pybench.plot.figure import DiagramFigure, PlainText
from pybench.plot.label import Measure, wrap
from pybench.plot.paint import axes_size
from pybench.plot.style import BASELINE, INK, LEADER, QUIET, SMALL, TITLE

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Floats = npt.NDArray[np.float64]

LINE = 1.45  # from baseline to baseline, in sizes of the text
GAP = 0.6  # em, round the drawing
_LARGEST = 7200.0  # points: as for critical difference diagrams
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Tiles:
    """Filled shapes of as many corners each."""

    role: str  #: what they are, by which tests find them
    shapes: Any  #: (shapes, corners, 2)
    fills: Sequence[str]  #: colour of each
    edge: str = "none"  #: colour of all edges; "face" is that of each shape
    width: float = 0.0  #: of the edges, points
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Stamps:
    """One shape many times, in many colours: a third of the size of so many shapes in SVG."""

    role: str
    shape: Any  #: (corners, 2) round (0, 0)
    at: Floats  #: (n, 2)
    fills: Sequence[str]
    edge: str = "none"
    width: float = 0.0


@dataclass(frozen=True, slots=True)
class Lines:
    """Open lines of one look."""

    role: str
    paths: Any  #: (lines, points, 2)
    colour: str = LEADER
    width: float = 0.6  #: points
    dash: tuple[float, ...] = ()  #: lengths on and off in widths; none where it is solid


@dataclass(frozen=True, slots=True)
class Dots:
    """Marks of one look."""

    role: str
    at: Sequence[Point]
    size: float  #: diameter, points
    colour: str = INK
    hollow: bool = False


@dataclass(frozen=True, slots=True)
class Said:
    """A text: literal, on its baseline."""

    x: float
    y: float
    text: str
    size: float  #: points
    colour: str = INK
    anchor: str = "left"
    bold: bool = False
    upright: bool = False  #: written upwards


Layer = Tiles | Stamps | Lines | Dots


@dataclass(slots=True)
class Sheet:
    """What is drawn, from the bottom layer up; texts are above all else."""

    em: float  #: size of the names, points
    width: float = 0.0
    height: float = 0.0
    layers: list[Layer] = field(default_factory=list)
    texts: list[Said] = field(default_factory=list)

    def say(
        self,
        x: float,
        y: float,
        text: str,
        size: float = 1.0,
        *,
        colour: str = INK,
        anchor: str = "left",
        bold: bool = False,
        upright: bool = False,
        middle: bool = False,
    ) -> None:
        """Add a text; ``size`` in em. With ``middle``, half of its capitals are above the point."""
        points = size * self.em
        if middle:
            x += BASELINE * points if upright else 0.0
            y += 0.0 if upright else BASELINE * points
        self.texts.append(Said(x, y, text, points, colour, anchor, bold, upright))

    def head(self, title: Sequence[str]) -> float:
        """Write the lines of a title at the top; return where what follows may begin."""
        for at, line in enumerate(title):
            y = (GAP + (at + 0.75) * LINE * TITLE) * self.em
            self.say(GAP * self.em, y, line, TITLE, bold=True)
        return (GAP + (len(title) * LINE * TITLE + 0.3 if title else 0.0)) * self.em

    def foot(self, y: float, sentences: Sequence[str], measure: Measure) -> None:
        """Write sentences below y as wide as the sheet, and end the sheet below them."""
        room = self.width - 2 * GAP * self.em
        lines = wrap(" ".join(sentences), room, SMALL * self.em, measure)
        for at, line in enumerate(lines):
            down = y + (at + 0.9) * LINE * SMALL * self.em
            self.say(GAP * self.em, down, line, SMALL, colour=QUIET)
        self.height = y + (len(lines) * LINE * SMALL + GAP) * self.em


def rectangle(x: float, y: float, width: float, height: float) -> tuple[Point, ...]:
    """Return the corners of a rectangle, from its upper left one."""
    return (x, y), (x + width, y), (x + width, y + height), (x, y + height)


def show(sheet: Sheet, axes: Axes | None, family: list[str]) -> Figure:
    """Draw a sheet in the middle of axes, smaller where it must be, or on a figure of its size."""
    if axes is None:
        scale = min(1.0, _LARGEST / sheet.width, _LARGEST / sheet.height)
        inches = (round(size * scale / 72.0, 6) for size in (sheet.width, sheet.height))
        axes = DiagramFigure(*inches).add_axes((0, 0, 1, 1))
    room = axes_size(axes)
    scale = min(1.0, room[0] / sheet.width, room[1] / sheet.height)
    axes.set_axis_off()
    across, down = (
        (size / scale - own) / 2
        for size, own in zip(room, (sheet.width, sheet.height), strict=True)
    )
    axes.set_xlim(-across, sheet.width + across)
    axes.set_ylim(sheet.height + down, -down)
    for at, layer in enumerate(sheet.layers):
        _draw(axes, layer, scale, 1.0 + at / 100)
    for text in sheet.texts:
        axes.add_artist(_text(text, scale, family))
    return cast(Figure, axes.get_figure(root=True))


def _draw(axes: Axes, layer: Layer, scale: float, order: float) -> None:
    name = f"_{layer.role}"
    if isinstance(layer, Tiles):
        axes.add_collection(
            PolyCollection(
                layer.shapes, facecolors=layer.fills, edgecolors=layer.edge,
                linewidths=layer.width * scale, alpha=layer.opacity, zorder=order, clip_on=False,
                label=name,
            ),
            autolim=False,
        )  # fmt: skip
    elif isinstance(layer, Stamps):
        stamps = PolyCollection(
            [layer.shape], offsets=layer.at, offset_transform=axes.transData,
            facecolors=layer.fills, edgecolors=layer.edge, linewidths=layer.width * scale,
            zorder=order, clip_on=False, label=name,
        )  # fmt: skip
        stamps.set_transform(AffineDeltaTransform(cast(Any, axes.transData)))
        axes.add_collection(stamps, autolim=False)
    elif isinstance(layer, Lines):
        axes.add_collection(
            LineCollection(
                layer.paths, colors=layer.colour, linewidths=layer.width * scale,
                linestyles=[(0, layer.dash or None)], capstyle="butt" if layer.dash else "round",
                joinstyle="round", zorder=order, clip_on=False, label=name,
            ),
            autolim=False,
        )  # fmt: skip
    else:
        axes.add_artist(
            Line2D(
                [x for x, _ in layer.at], [y for _, y in layer.at], linestyle="none", marker="o",
                markersize=layer.size * scale, color=layer.colour,
                markerfacecolor="none" if layer.hollow else layer.colour,
                markeredgewidth=0.16 * layer.size * scale if layer.hollow else 0,
                zorder=order, clip_on=False, label=name,
            )
        )  # fmt: skip


def _text(said: Said, scale: float, family: list[str]) -> PlainText:
    return PlainText(
        said.x, said.y, said.text, fontsize=said.size * scale, fontfamily=family,
        color=said.colour, ha=said.anchor, va="baseline", weight="bold" if said.bold else "normal",
        rotation=90 if said.upright else 0, rotation_mode="anchor", zorder=5,
    )  # fmt: skip
