"""Write a scene as a TikZ picture."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator

from pybench.base.latex import escape
from pybench.plot.draw.scene import EDGE, OUTLINES, Lines, Marks, Point, Scene, Text, hold
from pybench.plot.draw.style import INK, INKS, LEADER, PALETTE, QUIET, Style, edge_of
from pybench.plot.draw.text import Extent

_DOCUMENT = r"""\documentclass[border=2pt]{standalone}
\usepackage{tikz}
\begin{document}
%s\end{document}
"""
_ANCHORS = {"left": "base west", "right": "base east", "center": "base"}
_NAMES = {INK: "pbink", QUIET: "pbquiet", LEADER: "pbleader"}
_NAMES |= {colour: f"pbink{i}" for i, colour in enumerate(INKS)}
_NAMES |= {colour: f"pbgroup{i}" for i, colour in enumerate(PALETTE)}


def as_tikz(arranged: Callable[..., Scene], style: Style, *, document: bool) -> str:
    """Write what `arranged` places with the measure of TeX's fonts: a picture, or a document."""
    lengths = {"em": style.font_size, "line": style.line_width, "width": style.width or None}
    scene = arranged(measure, **lengths)
    hold(style.width, scene.width, scene.em)
    picture = "\n".join(_picture(scene)) + "\n"
    return _DOCUMENT % picture if document else picture


def measure(text: str, size: float, bold: bool) -> Extent:
    """Estimate the size of a text in TeX's fonts: an em for wide characters, else 0.55 em."""
    ems = sum(1.0 if unicodedata.east_asian_width(c) in "WF" else 0.55 for c in text)
    return Extent(ems * size * (1.1 if bold else 1.0), 0.75 * size, 0.25 * size)


def _picture(scene: Scene) -> Iterator[str]:
    yield "\\begin{tikzpicture}[x=1bp, y=-1bp, every node/.style={inner sep=0pt, outer sep=0pt}]"
    yield f"  \\useasboundingbox (0,0) rectangle {_at((scene.width, scene.height))};"
    for colour, name in _NAMES.items():
        yield f"  \\definecolor{{{name}}}{{HTML}}{{{colour.lstrip('#')}}}"
    for layer in scene.layers:
        yield from _WRITERS[type(layer)](layer)
    yield from map(_text, scene.texts)
    yield "\\end{tikzpicture}"


def _at(point: Point) -> str:
    return f"({point[0]:.2f},{point[1]:.2f})"


def _lines(layer: Lines) -> Iterator[str]:
    cap = ", line cap=round" if layer.cap == "round" else ""
    for path, colour, width in zip(layer.paths, layer.colours, layer.widths, strict=True):
        dash = ""
        if layer.dash:
            on, off = (part * width for part in layer.dash)
            dash = f", dash pattern=on {on:.2f}bp off {off:.2f}bp"
        start, *way = map(_at, path)
        drawn = (
            f".. controls {way[0]} and {way[1]} .. {way[2]}"
            if layer.curved
            else (" -- ".join(["", *way]).lstrip())
        )
        yield f"  \\draw[{_NAMES[colour]}, line width={width:.2f}bp{cap}{dash}] {start} {drawn};"


def _marks(layer: Marks) -> Iterator[str]:
    """Fill shapes with basic paths: no TikZ library is needed."""
    colour, size = _NAMES[layer.colour], layer.size
    for x, y in layer.at:
        shape = f"{_at((x, y))} circle[radius={size / 2:.2f}bp]"
        if layer.shape in OUTLINES:
            corners = (_at((x + a * size, y + b * size)) for a, b in OUTLINES[layer.shape])
            shape = f"{' -- '.join(corners)} -- cycle"
        edge = edge_of(layer.colour)
        look = f"fill={colour}, draw={_NAMES[edge]}, line width={EDGE * size:.2f}bp" if edge else ""
        yield f"  \\fill{'draw' if edge else ''}[{look or colour}] {shape};"


#: What diagrams are made of.
_WRITERS: dict[type, Callable[..., Iterator[str]]] = {Lines: _lines, Marks: _marks}


def _text(text: Text) -> str:
    font = f"\\fontsize{{{text.size:.2f}bp}}{{{1.2 * text.size:.2f}bp}}\\selectfont"
    font += "\\bfseries" if text.bold else ""
    options = f"anchor={_ANCHORS[text.anchor]}, text={_NAMES[text.colour]}, font={{{font}}}"
    return f"  \\node[{options}] at {_at((text.x, text.y))} {{{escape(text.text)}}};"
