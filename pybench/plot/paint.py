"""Draw an arranged diagram into Matplotlib axes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar, cast

from matplotlib.axes import Axes
from matplotlib.collections import LineCollection, PatchCollection
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import PathPatch
from matplotlib.path import Path

from pybench.base import check
from pybench.plot.diagram import Arc, Diagram, Mark, Stroke, Text
from pybench.plot.figure import PlainText
from pybench.plot.style import (
    BASELINE,
    DOT,
    INK,
    LEADER,
    QUIET,
    ROLES,
    Style,
    group_colour,
    group_marker,
    is_quiet,
    line_weight,
    text_size,
)

Part = TypeVar("Part")

_SHAPES = {"circle": "o", "square": "s", "triangle": "^", "diamond": "D", "wedge": "v"}
_LAYERS = dict(zip(ROLES, (1.0, 3.0, 4.0, 4.0, 4.0, 4.0), strict=True))
_ARC_LAYER, _DOT_LAYER, _TEXT_LAYER = 2.0, 4.5, 5.0


@dataclass(frozen=True, slots=True)
class Brush:
    """How marks become artists."""

    style: Style
    family: list[str]
    scale: float  #: points on paper per point of the layout

    @property
    def line(self) -> float:
        """Width of a leader on paper, in points."""
        return self.style.line_width * self.scale

    @property
    def em(self) -> float:
        """Font size on paper, in points."""
        return self.style.font_size * self.scale

    def weight(self, stroke: Stroke) -> float:
        """Width of a line on paper, in points."""
        return line_weight(stroke.role, self.line, self.em, bold=stroke.bold)


def given(name: str, value: object, wanted: type[Part], part: str, maker: str) -> Part:
    """Return an argument of a figure, or what of it the figure shows, such as `Landscape.som`.

    Parameters
    ----------
    name : str
        Of the argument.
    value : object
        What the caller gave.
    wanted : type
        Class of what is shown.
    part : str
        Attribute that larger results have it by.
    maker : str
        The call that makes one, for the message.
    """
    found = getattr(value, part, None)
    for candidate in (value, found):
        if isinstance(candidate, wanted):
            return candidate
    check.kind(name, value, wanted, maker)
    raise AssertionError("unreachable")  # pragma: no cover


def axes_size(axes: Axes) -> tuple[float, float]:
    """Return width and height of axes in points."""
    box = axes.get_window_extent()
    points = 72.0 / cast(Figure, axes.get_figure(root=True)).dpi
    return box.width * points, box.height * points


def paint(axes: Axes, size: tuple[float, float], diagram: Diagram, brush: Brush) -> None:
    """Draw in points of the layout, in the middle of axes of the given size."""
    axes.set_axis_off()
    axes.set_xlim(0, size[0] / brush.scale)
    spare = (size[1] / brush.scale - diagram.height) / 2
    axes.set_ylim(diagram.height + spare, -spare)
    for role in _LAYERS:
        strokes = [stroke for stroke in diagram.strokes if stroke.role == role]
        axes.add_collection(_lines(role, strokes, brush), autolim=False)
    axes.add_collection(_arcs(diagram.arcs, brush), autolim=False)
    axes.add_artist(_dots(diagram, brush))
    for mark in diagram.marks:
        axes.add_artist(_mark(mark, brush))
    for text in diagram.texts:
        axes.add_artist(_text(text, brush))


def _hidden(role: str) -> str:
    """Return the label of an artist: what it is, kept out of legends by the underscore."""
    return f"_{role}"


def _lines(role: str, strokes: list[Stroke], brush: Brush) -> LineCollection:
    return LineCollection(
        [stroke.points for stroke in strokes],
        colors=[_stroke_colour(stroke) for stroke in strokes],
        linewidths=[
            line_weight(role, brush.line, brush.em, bold=stroke.bold) for stroke in strokes
        ],
        capstyle="round" if role == "bar" else "butt",
        joinstyle="miter",
        zorder=_LAYERS[role],
        snap=True,
        clip_on=False,
        label=_hidden(role),
    )


def _stroke_colour(stroke: Stroke) -> str:
    if stroke.role != "leader":
        return INK
    if stroke.group is not None:
        return group_colour(stroke.group)
    return INK if stroke.bold else LEADER


def _arcs(arcs: tuple[Arc, ...], brush: Brush) -> PatchCollection:
    return PatchCollection(
        [PathPatch(_arch(arc)) for arc in arcs],
        facecolors="none",
        edgecolors=INK,
        linewidths=brush.line,
        linestyles=[(0, (3.0, 1.8))],
        zorder=_ARC_LAYER,
        clip_on=False,
        label=_hidden("arc"),
    )


def _arch(arc: Arc) -> Path:
    """Return the cubic curve whose highest point is ``height`` above its ends."""
    top = arc.y - arc.height * 4 / 3
    points = [(arc.x0, arc.y), (arc.x0, top), (arc.x1, top), (arc.x1, arc.y)]
    return Path(points, [Path.MOVETO, Path.CURVE4, Path.CURVE4, Path.CURVE4])


def _dots(diagram: Diagram, brush: Brush) -> Line2D:
    return Line2D(
        [dot.x for dot in diagram.dots],
        [dot.y for dot in diagram.dots],
        linestyle="none",
        marker="o",
        markersize=2 * DOT * brush.line,
        color=INK,
        markeredgewidth=0,
        zorder=_DOT_LAYER,
        clip_on=False,
        label=_hidden("member"),
    )


def _mark(mark: Mark, brush: Brush) -> Line2D:
    shape = group_marker(mark.group)
    return Line2D(
        [mark.x],
        [mark.y],
        linestyle="none",
        marker=_SHAPES[shape],
        markersize=(0.55 if shape == "diamond" else 0.68) * brush.em,
        color=group_colour(mark.group),
        markeredgewidth=0,
        zorder=_DOT_LAYER,
        clip_on=False,
        label=_hidden("group"),
    )


def _text(text: Text, brush: Brush) -> PlainText:
    size = text_size(text.role)
    return PlainText(
        text.x,
        text.y + BASELINE * size * brush.style.font_size,
        text.text,
        family=brush.family,
        fontsize=size * brush.em,
        fontweight="bold" if text.bold else "normal",
        fontstyle="normal",
        color=QUIET if is_quiet(text.role) else group_colour(text.group),
        horizontalalignment=text.anchor,
        verticalalignment="baseline",
        zorder=_TEXT_LAYER,
        label=_hidden(text.role),
    )
