"""The marks of which a diagram is made, each with its place.

Lengths are points (1/72 inch), x grows to the right and y downwards from the top left corner.
"""

from __future__ import annotations

from dataclasses import dataclass

from pybench.plot.bars import Bar

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line through points."""

    points: tuple[Point, ...]
    role: str  #: "axis", "tick", "ruler", "leader" or "bar"
    owner: int | None = None  #: place of the classifier (leader) or number of the bar
    group: int | None = None
    bold: bool = False


@dataclass(frozen=True, slots=True)
class Arc:
    """A flat arch from (x0, y) to (x1, y), ``height`` high: a bar that passes over others."""

    x0: float
    x1: float
    y: float
    height: float
    owner: int  #: number of the bar


@dataclass(frozen=True, slots=True)
class Dot:
    """A member of a broken bar."""

    x: float
    y: float
    owner: int  #: place of the classifier


@dataclass(frozen=True, slots=True)
class Mark:
    """The coloured shape of a group."""

    x: float
    y: float
    group: int


@dataclass(frozen=True, slots=True)
class Text:
    """One line of text; ``y`` is its middle."""

    x: float
    y: float
    text: str
    anchor: str  #: "left", "right" or "center": which part of it is at ``x``
    role: str  #: "name", "value", "tick", "end", "ruler", "title", "legend" or "footnote"
    owner: int | None = None  #: place of the classifier
    group: int | None = None
    bold: bool = False


@dataclass(frozen=True, slots=True)
class Diagram:
    """Everything that is drawn, with its place."""

    width: float
    height: float
    em: float  #: font size of names
    bars: tuple[Bar, ...]  #: positions from left to right
    order: tuple[int, ...]  #: place of the classifier at each position
    strokes: tuple[Stroke, ...]
    arcs: tuple[Arc, ...]
    dots: tuple[Dot, ...]
    marks: tuple[Mark, ...]
    texts: tuple[Text, ...]
