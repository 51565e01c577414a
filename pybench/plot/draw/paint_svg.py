"""Write a scene as short SVG, for a page that holds many diagrams.

Matplotlib's SVG of a diagram, with a style for each mark, is six times as long. Marks and positions
are the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

from pybench.plot.draw.paint_matplotlib import fit
from pybench.plot.draw.scene import EDGE, OUTLINES, Lines, Marks, Point, Scene, Text
from pybench.plot.draw.style import edge_of

if TYPE_CHECKING:
    pass

_ANCHORS = {"left": "start", "right": "end", "center": "middle"}


def as_svg(scene: Scene, family: Iterable[str]) -> str:
    """Write a scene as one ``<svg>`` element, with text as text."""
    return "".join(_parts(scene, family))


def _parts(scene: Scene, family: Iterable[str]) -> Iterator[str]:
    scale = fit(scene)
    width, height = _n(scene.width), _n(scene.height)
    paper = f'width="{_n(scene.width * scale)}pt" height="{_n(scene.height * scale)}pt"'
    fonts = quoteattr(", ".join(family))
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" {paper} viewBox="0 0 {width} {height}" '
        f'font-family={fonts} xml:space="preserve">'
    )
    yield f'<path fill="#fff" d="M0 0H{width}V{height}H0z"/><g fill="none">'
    for layer in scene.layers:
        yield from _WRITERS[type(layer)](layer)
    yield "</g>"
    looks: dict[str, list[str]] = {}
    for text in scene.texts:
        weight = ' font-weight="bold"' if text.bold else ""
        look = f'font-size="{text.size:.4g}" text-anchor="{_ANCHORS[text.anchor]}"{weight}'
        looks.setdefault(f'fill="{text.colour}" {look}', []).append(_text(text))
    for look, alike in looks.items():
        yield f"<g {look}>{''.join(alike)}</g>"
    yield "</svg>"


def _lines(layer: Lines) -> Iterator[str]:
    """Write all lines of a look as one path."""
    looks: dict[tuple[str, float], list[str]] = {}
    for path, colour, width in zip(layer.paths, layer.colours, layer.widths, strict=True):
        looks.setdefault((colour, width), []).append(_way(path, curved=layer.curved))
    for (colour, width), ways in looks.items():
        cap = ' stroke-linecap="round"' if layer.cap == "round" else ""
        dash = " ".join(f"{width * part:.4g}" for part in layer.dash)
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        line = f'stroke="{colour}" stroke-width="{width:.4g}"{cap}{dashes}'
        yield f'<path {line} d="{"".join(ways)}"/>'


def _way(path: Sequence[Point], *, curved: bool = False) -> str:
    start, *way = (f"{_n(x)} {_n(y)}" for x, y in path)
    return f"M{start}C{' '.join(way)}" if curved else "L".join([f"M{start}", *way])


def _marks(layer: Marks) -> Iterator[str]:
    radius = _n(layer.size / 2)
    edge = edge_of(layer.colour)
    line = f' stroke="{edge}" stroke-width="{_n(EDGE * layer.size)}"' if edge else ""
    yield f'<g fill="{layer.colour}"{line}>'
    for x, y in layer.at:
        if layer.shape in OUTLINES:
            corners = [(x + a * layer.size, y + b * layer.size) for a, b in OUTLINES[layer.shape]]
            yield f'<path d="{_way(corners)}z"/>'
        else:
            yield f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{radius}"/>'
    yield "</g>"


#: What diagrams are made of.
_WRITERS: dict[type, Callable[..., Iterator[str]]] = {Lines: _lines, Marks: _marks}


def _text(text: Text) -> str:
    return f'<text x="{_n(text.x)}" y="{_n(text.y)}">{escape(text.text)}</text>'


def _n(value: float) -> str:
    """Write a length in points, rounded to an invisible tenth."""
    return f"{round(value, 1):.6g}"
