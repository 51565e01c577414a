"""A scene: lines, marks, areas and texts with their positions, which a painter draws.

Lengths are points (1/72 inch); x grows to the right, y downwards from the top left corner.
"""

from __future__ import annotations

import math
from collections.abc import Container, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pybench.base.errors import ArgumentError
from pybench.plot.draw.style import (
    BASELINE,
    INK,
    LEADER,
    QUIET,
    TITLE,
    group_colour,
    group_ink,
    group_marker,
)
from pybench.plot.draw.text import Measure, wrap

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Floats = npt.NDArray[np.float64]

LINE = 1.45  # from baseline to baseline, in sizes of the text
GAP = 0.6  # em, round the drawing
_ROUNDING = 1e-6  # points
_READABLE = 4.0  # points: no smaller text is proposed
_FIXED = 3.0  # points of a width that do not shrink with the text
Point = tuple[float, float]

CIRCLE = 0.68  #: em, diameter of the circle that marks a group
EDGE = 0.08  #: width of the outline of a light mark, in its diameters
#: Corners of the other marks, y downwards, in diameters of a circle as large to the eye.
OUTLINES: dict[str, tuple[Point, ...]] = {
    shape: tuple((x / CIRCLE, y / CIRCLE) for x, y in corners)
    for shape, corners in {
        "square": ((-0.3, -0.3), (0.3, -0.3), (0.3, 0.3), (-0.3, 0.3)),
        "triangle": ((0.0, -0.34), (0.36, 0.3), (-0.36, 0.3)),
        "diamond": ((0.0, -0.4), (0.4, 0.0), (0.0, 0.4), (-0.4, 0.0)),
        "wedge": ((0.0, 0.34), (0.36, -0.3), (-0.36, -0.3)),
    }.items()
}


@dataclass(frozen=True, slots=True)
class Lines:
    """Open lines."""

    role: str  #: name, by which tests find them
    paths: Any  #: (lines, points, 2), or as many points as each has
    colour: str | Sequence[str] = LEADER  #: of all, or of each
    width: float | Sequence[float] = 0.6  #: points, of all or of each
    dash: tuple[float, ...] = ()  #: lengths on and off in widths; none where it is solid
    cap: str = "round"  #: "round" or "butt"; dashes are always butt
    crisp: bool = False  #: on whole pixels, with pointed corners
    curved: bool = False  #: four points each: the ends of a cubic curve, between them its controls
    owners: tuple[int | None, ...] = ()  #: of each: index of the method, number of the bar

    @property
    def colours(self) -> Sequence[str]:
        """Colour of each."""
        return [self.colour] * len(self.paths) if isinstance(self.colour, str) else self.colour

    @property
    def widths(self) -> Sequence[float]:
        """Width of each."""
        width = self.width
        return [width] * len(self.paths) if isinstance(width, int | float) else width


@dataclass(frozen=True, slots=True)
class Marks:
    """Marks of one look."""

    role: str
    at: Sequence[Point]
    size: float  #: diameter, points
    colour: str = INK
    shape: str = "circle"  #: or one of `OUTLINES`
    hollow: bool = False
    opacity: float = 1.0
    owners: tuple[int | None, ...] = ()  #: of each: index of the method, number of the group


@dataclass(frozen=True, slots=True)
class Areas:
    """Filled shapes with the same number of corners, or one shape many times."""

    role: str
    shapes: Any  #: (shapes, corners, 2); with `at` one shape round (0, 0)
    fills: Any  #: colour of each
    edge: str = "none"  #: colour of all edges; "face" is that of each shape
    width: float = 0.0  #: of the edges, points
    opacity: float = 1.0
    at: Floats | None = None  #: (n, 2) positions of one shape: a third of the size in SVG
    smooth: bool = True  #: antialiased edges; not for areas that overlap


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text, literal, on its baseline."""

    x: float
    y: float
    text: str
    size: float  #: points
    colour: str = INK
    anchor: str = "left"  #: "left", "right" or "center": the part at ``x``
    bold: bool = False
    upright: bool = False  #: written upwards
    role: str = "text"
    owner: int | None = None  #: index of the method


Layer = Areas | Lines | Marks


@dataclass(slots=True)
class Scene:
    """Layers from the bottom up, and texts above all of them."""

    em: float  #: size of the texts, points
    width: float = 0.0
    height: float = 0.0
    layers: list[Layer] = field(default_factory=list)
    texts: list[Text] = field(default_factory=list)
    #: points: the width that is given; content may need more
    most: float = field(default=math.inf, kw_only=True)

    def write(
        self,
        x: float,
        y: float,
        text: str,
        size: float = 1.0,
        *,
        middle: bool = False,
        upright: bool = False,
        **look: Any,
    ) -> None:
        """Add a text; ``size`` in em. With ``middle``, half of its capitals are above the point."""
        points = size * self.em
        if middle:
            x += BASELINE * points if upright else 0.0
            y += 0.0 if upright else BASELINE * points
        self.texts.append(Text(x, y, text, points, upright=upright, **look))

    def span(self, content: float, usual: float = 0.0) -> None:
        """Set the width: ``usual`` em for notes, if the given width allows it; or the content's."""
        self.width = max(content, min(usual * self.em, self.most))

    def head(self, title: Sequence[str]) -> float:
        """Write the lines of a title at the top; return the y below them."""
        for at, line in enumerate(title):
            y = (GAP + (at + 0.75) * LINE * TITLE) * self.em
            self.write(GAP * self.em, y, line, TITLE, bold=True)
        return (GAP + (len(title) * LINE * TITLE + 0.3 if title else 0.0)) * self.em

    def legend(
        self, y: float, names: Sequence[str], measure: Measure, bold: Container[int] = ()
    ) -> float:
        """Write the names of groups with their marks, in rows from y on; return the y below."""
        left, line = GAP * self.em, LINE * self.em
        x, y = left, y + line if names else y
        for group, name in enumerate(names):
            wide = 1.1 * self.em + measure(name, self.em, group in bold).width
            if x > left and x + wide > self.width - left:
                x, y = left, y + line
            self.mark((x + 0.35 * self.em, y - line / 2), group)
            look: dict[str, Any] = {"colour": group_ink(group), "role": "legend"}
            look["bold"] = group in bold
            self.write(x + 1.1 * self.em, y - line / 2, name, middle=True, **look)
            x += wide + 1.4 * self.em
        return y

    def mark(self, at: Point, group: int | None, size: float = CIRCLE) -> None:
        """Draw the coloured shape of a group, or a black circle; its size in em."""
        shape = "circle" if group is None else group_marker(group)
        colour = group_colour(group)
        mark = Marks("mark", [at], size * self.em, colour, shape, owners=(group,))
        self.layers.append(mark)

    def foot(self, y: float, sentences: Sequence[str], measure: Measure) -> None:
        """Write sentences below y as wide as the scene, and end the scene below them."""
        room = self.width - 2 * GAP * self.em
        lines = wrap(" ".join(sentences), room, self.em, measure)
        for at, line in enumerate(lines):
            down = y + (at + 0.9) * LINE * self.em
            self.write(GAP * self.em, down, line, colour=QUIET)
        self.height = y + (len(lines) * LINE + GAP) * self.em


class TooNarrow(ArgumentError):
    """A width that is too small for the texts; `documented` adds the labels that would fit."""


def hold(width: float, needed: float, em: float, or_else: Sequence[str] = ()) -> None:
    """Refuse a width of a figure, in points (0: none is given), that is less than the needed one.

    Parameters
    ----------
    em : float
        The font size at which so much is needed.
    or_else : sequence of str
        What else would help, beside smaller or shorter texts.
    """
    if not width or needed <= width + _ROUNDING:
        return
    least, asked = math.ceil(needed / 0.72) / 100, f"{width / 72:g}"
    smaller = math.floor(10 * em * (width - _FIXED) / (needed - _FIXED)) / 10
    ways = [f"font_size = {smaller:g}"] if smaller >= _READABLE else []
    raise TooNarrow(
        f"`width` must be at least {least:g} inches at font size {em:g}, not {asked}",
        expected=f"at least {least:g} inches",
        found=asked,
        hint=" or ".join([*ways, *or_else]),
    )


def rectangle(x: float, y: float, width: float, height: float) -> tuple[Point, ...]:
    """Return the corners of a rectangle, from its upper left one."""
    return (x, y), (x + width, y), (x + width, y + height), (x, y + height)
