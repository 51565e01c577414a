"""Draw a scene into Matplotlib axes."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, cast

import numpy as np
from matplotlib import rcParams
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.collections import Collection, LineCollection, PathCollection, PolyCollection
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.path import Path
from matplotlib.transforms import AffineDeltaTransform

from pybench.plot.draw.figure import DiagramFigure, PlainText
from pybench.plot.draw.many_texts import ManyTexts
from pybench.plot.draw.scene import CIRCLE, EDGE, Areas, Lines, Marks, Scene, Text, hold
from pybench.plot.draw.style import edge_of

LARGEST = 7200.0  # points: beyond 100 inches the whole drawing shrinks
SHAPES = {"circle": "o", "square": "s", "triangle": "^", "diamond": "D", "wedge": "v"}
_DIAMOND = 0.55 / CIRCLE  # Matplotlib's is larger to the eye
_TEXTS = 5.0  # layer


def axes_size(axes: Axes) -> tuple[float, float]:
    """Return width and height of axes in points."""
    box = axes.get_window_extent()
    points = 72.0 / cast(Figure, axes.get_figure(root=True)).dpi
    return box.width * points, box.height * points


def fit(scene: Scene, room: tuple[float, float] = (LARGEST, LARGEST)) -> float:
    """Return the scale, at most 1, at which a scene fits into a room."""
    return min(1.0, room[0] / scene.width, room[1] / scene.height)


def draw(
    arranged: Callable[[float], Scene],
    axes: Axes | None,
    family: list[str],
    width: float,
    *,
    numbers: bool = False,
    or_else: Sequence[str] = (),
) -> Figure:
    """Draw what ``arranged`` places: on given axes, or on a new figure of this width.

    Parameters
    ----------
    arranged : callable
        (width in points) -> Scene that is as narrow, or as narrow as it can be with its font size;
        infinite: as wide as suits the content.
    width : float
        Points; 0: as the content needs.
    or_else : sequence of str
        What else than smaller or shorter texts helps if the width is too small.
    """
    scene = arranged(math.inf)
    if width and scene.width > width:
        scene = arranged(width)
    hold(width, scene.width, scene.em, or_else)
    return show(scene, axes, family, width=width, numbers=numbers)


def show(
    scene: Scene,
    axes: Axes | None,
    family: list[str],
    *,
    scale: float | None = None,
    width: float = 0.0,
    numbers: bool = False,
) -> Figure:
    """Draw a scene in the middle of given axes, reduced if it does not fit, or on a new figure.

    Parameters
    ----------
    scene : Scene
    axes : matplotlib.axes.Axes or None
        Of the caller.
    family : list of str
        Fonts.
    scale : float, optional
        Points on paper per point of the scene. Default: as large as fits, but at most 1.
    width : float
        Least width of a new figure, points.
    numbers : bool
        Whether texts are so many that all of one look are one artist.
    """
    if axes is None:
        sizes = (max(scene.width, width), scene.height)
        inches = (round(size * (scale or fit(scene)) / 72.0, 6) for size in sizes)
        axes = DiagramFigure(*inches).add_axes((0, 0, 1, 1))
    room = axes_size(axes)
    scale = scale or fit(scene, room)
    axes.set_axis_off()
    across, down = (
        (size / scale - own) / 2
        for size, own in zip(room, (scene.width, scene.height), strict=True)
    )
    axes.set_xlim(-across, scene.width + across)
    axes.set_ylim(scene.height + down, -down)
    for at, layer in enumerate(scene.layers):
        artist = _PAINTERS[type(layer)](layer, axes, scale)
        artist.set(zorder=1.0 + at / 100, clip_on=False, label=f"_{layer.role}")
        if isinstance(artist, Collection):
            axes.add_collection(artist, autolim=False)
        else:
            axes.add_artist(artist)
    for artist in _texts(scene.texts, scale, family, numbers=numbers):
        axes.add_artist(artist)
    return cast(Figure, axes.get_figure(root=True))


def _areas(layer: Areas, axes: Axes, scale: float) -> PolyCollection:
    looks: dict[str, Any] = {
        "facecolors": layer.fills,
        "edgecolors": layer.edge,
        "linewidths": layer.width * scale,
        "antialiased": layer.smooth,
        "alpha": layer.opacity,
    }
    if layer.at is None:
        return PolyCollection(layer.shapes, **looks)
    stamps = PolyCollection(
        [layer.shapes], offsets=layer.at, offset_transform=axes.transData, **looks
    )
    stamps.set_transform(AffineDeltaTransform(cast(Any, axes.transData)))
    return stamps


def _lines(layer: Lines, _: Axes, scale: float) -> LineCollection | PathCollection:
    looks: dict[str, Any] = {
        "linewidths": np.multiply(layer.width, scale),
        "linestyles": [(0, layer.dash or None)],
        "capstyle": "butt" if layer.dash else layer.cap,
        "joinstyle": "miter" if layer.crisp else "round",
    }
    if layer.curved:
        codes = [Path.MOVETO, Path.CURVE4, Path.CURVE4, Path.CURVE4]
        curves = [Path(path, codes) for path in layer.paths]
        return PathCollection(curves, facecolors="none", edgecolors=layer.colour, **looks)
    return LineCollection(layer.paths, colors=layer.colour, snap=layer.crisp or None, **looks)


def _marks(layer: Marks, _: Axes, scale: float) -> Line2D:
    size = layer.size * scale * (_DIAMOND if layer.shape == "diamond" else 1.0)
    edge = edge_of(layer.colour)
    return Line2D(
        [x for x, _ in layer.at], [y for _, y in layer.at], linestyle="none",
        marker=SHAPES[layer.shape], markersize=size, color=layer.colour,
        markerfacecolor="none" if layer.hollow else layer.colour,
        markeredgewidth=0.16 * size if layer.hollow else EDGE * size if edge else 0,
        markeredgecolor=edge or layer.colour,
        alpha=layer.opacity,
    )  # fmt: skip


_PAINTERS: dict[type, Any] = {Areas: _areas, Lines: _lines, Marks: _marks}


def _texts(
    texts: Sequence[Text], scale: float, family: list[str], *, numbers: bool
) -> list[Artist]:
    if not numbers or rcParams["text.usetex"]:
        return [_text(text, scale, family) for text in texts]
    looks: dict[tuple[object, ...], list[Text]] = {}
    for text in texts:
        look = (text.size, text.anchor, text.bold, text.colour, text.upright)
        looks.setdefault(look, []).append(text)
    return [ManyTexts(alike, scale, family) for alike in looks.values()]


def _text(text: Text, scale: float, family: list[str]) -> PlainText:
    return PlainText(
        text.x, text.y, text.text, fontsize=text.size * scale, fontfamily=family,
        color=text.colour, ha=text.anchor, va="baseline", weight="bold" if text.bold else "normal",
        rotation=90 if text.upright else 0, rotation_mode="anchor", zorder=_TEXTS,
        label=f"_{text.role}",
    )  # fmt: skip
