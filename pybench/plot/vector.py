"""Critical difference diagrams as short SVG, for a page that holds many of them.

Matplotlib's SVG of a diagram is six times as long, since each mark brings its own style. Marks and
places are the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

from pybench.plot.content import content
from pybench.plot.critical import LARGEST
from pybench.plot.diagram import Arc, Diagram, Stroke, Text
from pybench.plot.figure import families, measurer
from pybench.plot.layout import arrange
from pybench.plot.style import (
    BASELINE,
    DOT,
    FONT,
    INK,
    LEADER,
    QUIET,
    ROLES,
    Style,
    is_quiet,
    line_weight,
    text_size,
)

if TYPE_CHECKING:
    from pybench.comparison.critical import CriticalDifference

_ANCHORS = {"left": "start", "right": "end", "center": "middle"}
_DASHES = "3 1.8"


def critical_difference_svgs(results: Sequence[CriticalDifference]) -> list[str]:
    """Write the diagrams of results of one table, as `critical_difference` draws them.

    Parameters
    ----------
    results : sequence of CriticalDifference
        Of the same classifiers: a text that many show is measured once.

    Returns
    -------
    list of str
        An ``<svg>`` element each, with text as text.
    """
    said = [content(result) for result in results]
    measure = measurer(
        family := families(FONT, [text for one in said for text in (*one.names, one.footnote)])
    )
    style = Style()
    arranged = [arrange(one, measure, em=style.font_size) for one in said]
    return ["".join(_document(one, style, family)) for one in arranged]


def _document(diagram: Diagram, style: Style, family: Iterable[str]) -> Iterator[str]:
    scale = min(1.0, LARGEST / diagram.width, LARGEST / diagram.height)
    width, height = _n(diagram.width), _n(diagram.height)
    paper = f'width="{_n(diagram.width * scale)}pt" height="{_n(diagram.height * scale)}pt"'
    fonts = quoteattr(", ".join(family))
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" {paper} viewBox="0 0 {width} {height}" '
        f'font-family={fonts} xml:space="preserve">'
    )
    yield f'<path fill="#fff" d="M0 0H{width}V{height}H0z"/><g fill="none">'
    for role in ROLES:
        yield from _strokes(role, diagram, style)
        if role == "leader":  # arcs lie between leaders and bars
            yield from _arcs(diagram.arcs, style)
    yield f'</g><g fill="{INK}">'
    radius = _n(DOT * style.line_width)
    yield from (f'<circle cx="{_n(d.x)}" cy="{_n(d.y)}" r="{radius}"/>' for d in diagram.dots)
    yield "</g>"
    looks = {_look(text): None for text in diagram.texts}
    for look in looks:
        same = "".join(map(partial(_text, diagram.em), _alike(diagram.texts, look)))
        yield f"<g {_attributes(look, diagram.em)}>{same}</g>"
    yield "</svg>"


def _strokes(role: str, diagram: Diagram, style: Style) -> Iterator[str]:
    """Write all lines of a role as one path."""
    same = [stroke for stroke in diagram.strokes if stroke.role == role]
    if not same:
        return
    colour = LEADER if role == "leader" else INK
    weight = line_weight(role, style.line_width, diagram.em, bold=False)
    cap = ' stroke-linecap="round"' if role == "bar" else ""
    ways = "".join(map(_way, same))
    yield f'<path stroke="{colour}" stroke-width="{weight:.4g}"{cap} d="{ways}"/>'


def _way(stroke: Stroke) -> str:
    return "M" + "L".join(f"{_n(x)} {_n(y)}" for x, y in stroke.points)


def _arcs(arcs: Sequence[Arc], style: Style) -> Iterator[str]:
    if not arcs:
        return
    tops = [(arc, _n(arc.y - arc.height * 4 / 3)) for arc in arcs]
    ways = "".join(
        f"M{_n(arc.x0)} {_n(arc.y)}C{_n(arc.x0)} {top} {_n(arc.x1)} {top} {_n(arc.x1)} {_n(arc.y)}"
        for arc, top in tops
    )
    yield (
        f'<path stroke="{INK}" stroke-width="{style.line_width:.4g}" '
        f'stroke-dasharray="{_DASHES}" d="{ways}"/>'
    )


Look = tuple[str, str]


def _look(text: Text) -> Look:
    return text.role, text.anchor


def _alike(texts: Iterable[Text], look: Look) -> Iterator[Text]:
    return (text for text in texts if _look(text) == look)


def _attributes(look: Look, em: float) -> str:
    role, anchor = look
    colour = QUIET if is_quiet(role) else INK
    size = f"{text_size(role) * em:.4g}"
    return f'fill="{colour}" font-size="{size}" text-anchor="{_ANCHORS[anchor]}"'


def _text(em: float, text: Text) -> str:
    baseline = text.y + BASELINE * text_size(text.role) * em
    return f'<text x="{_n(text.x)}" y="{_n(baseline)}">{escape(text.text)}</text>'


def _n(value: float) -> str:
    """Write a length in points; a tenth of one is less than anybody sees."""
    return f"{round(value, 1):.6g}"
