"""A scene part by part: each line and mark by itself, texts by their middles."""

from __future__ import annotations

from dataclasses import dataclass

from pybench.plot.draw.scene import Lines, Marks, Scene, Text
from pybench.plot.draw.style import BASELINE


@dataclass
class Line:
    points: tuple[tuple[float, float], ...]
    role: str
    owner: int | None


@dataclass
class Mark:
    x: float
    y: float
    owner: int


def strokes(scene: Scene) -> list[Line]:
    """Return the straight lines."""
    return _lines(scene, curved=False)


def arcs(scene: Scene) -> list[Line]:
    """Return the curves."""
    return _lines(scene, curved=True)


def _lines(scene: Scene, *, curved: bool) -> list[Line]:
    layers = [layer for layer in scene.layers if isinstance(layer, Lines)]
    return [
        Line(path, layer.role, owner)
        for layer in layers
        if layer.curved == curved
        for path, owner in zip(layer.paths, layer.owners, strict=True)
    ]


def marks(scene: Scene, role: str) -> list[Mark]:
    """Return the marks of a role: members of broken bars, or groups."""
    layers = [layer for layer in scene.layers if isinstance(layer, Marks) and layer.role == role]
    return [
        Mark(*place, owner)
        for layer in layers
        for place, owner in zip(layer.at, layer.owners, strict=True)
    ]


def middle(text: Text) -> float:
    """Return the height of the middle of a text's capitals."""
    return text.y - BASELINE * text.size
