"""Margins of a chart that is exactly as wide as asked: axis names, title and notes around it."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, cast

from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator

from pybench.plot.draw.chart import Paper, chart_axes, dress, write
from pybench.plot.draw.fonts import Typeface
from pybench.plot.draw.paint_matplotlib import axes_size
from pybench.plot.draw.scene import hold
from pybench.plot.draw.style import INK, QUIET, TITLE, Style
from pybench.plot.draw.text import wrap

_LEAST = 6.0  # multiples of the font size: narrowest axes
_PAD = 3.5  # points between an axis and its numbers
_TICKS, _LINE = 2.85, 1.4  # multiples of the font size: down to the first line below, between lines
_EDGE = 0.6  # at the edges of the figure
_MOST_TICKS = 8


@dataclass(frozen=True, slots=True)
class Words:
    """What is written around a chart, and the room that the caller writes into, in points."""

    across: str  #: name of the horizontal axis
    notes: str  #: sentences below
    up: str = ""  #: name of the vertical axis; without one, it has no numbers either
    left: float = 0.0  #: room left of the axes, for names of rows
    right: float = 0.0  #: room right of them
    above: float = 0.0  #: room between the axes and the title, for a key
    whole: bool = False  #: whether the numbers across are whole
    #: ticks across, (position, text), to choose from: the first that have room
    ticks: Sequence[Sequence[tuple[float, str]]] = ()
    below: float = 0.0  #: room between the numbers at the ticks and the name of the axis


def frame(
    ax: Axes | None,
    words: Words,
    style: Style,
    face: Typeface,
    prepare: Callable[[Axes], object],
    high: Callable[[float], float],
    draw: Callable[[Axes], str | None],
) -> Figure:
    """Draw a chart with all texts around it; return its figure.

    A new figure is exactly as wide as ``style`` says, and as high as its content needs.

    Parameters
    ----------
    ax : matplotlib.axes.Axes or None
        Of the caller: they keep their place, and the texts get no more room than their width.
    words : Words
    style : Style
        Its width and title are used.
    face : Typeface
    prepare : function
        Sets scales and limits of the axes, so that the numbers at the ticks are known.
    high : function
        Height of new axes for their width, both in points.
    draw : function
        Draws into axes that have their size, and may return a further sentence for the notes.

    Raises
    ------
    ArgumentError
        The width leaves less than six letters for the axes; the message says which width does not.
    """
    wide = style.width
    axes = ax or chart_axes(Paper(wide, wide, wide, ()), (0.3 * wide,) * 3, face)
    prepare(axes)
    dress(axes, face)
    axes.grid(bool(words.up), axis="y")
    if not words.up:
        axes.set_yticks([])
    for _ in range(3):  # the margins and the numbers at the ticks depend on each other
        _space_ticks(axes.xaxis, face, words)
        if words.up:
            _plain_numbers(axes.yaxis)
        if ax is None:
            needed = _place(axes, words, style, face, high)
    if ax is None:
        hold(style.width, needed, face.size)
    if more := draw(axes):
        words = replace(words, notes=f"{words.notes} {more}")
        if ax is None:
            _place(axes, words, style, face, high)
    _write_around(axes, words, style, face, own=ax is None)
    return cast(Figure, axes.get_figure(root=True))


def edge_room(style: Style, face: Typeface) -> float:
    """Return the width of a new figure inside its edges, in points."""
    return style.width - 2 * _EDGE * face.size


def _place(
    axes: Axes, words: Words, style: Style, face: Typeface, high: Callable[[float], float]
) -> float:
    """Give the axes on a new figure the place that their margins leave; return the least width."""
    size = face.size
    left = max(words.left, _EDGE * size)
    if words.up:
        lines = face.wrap(words.up, axes_size(axes)[1])
        left += _numbers(axes.yaxis, face) + _PAD + _LINE * size * len(lines)
    right = max(words.right, _EDGE * size, _overhang(axes, face))
    least = left + right + _LEAST * size
    room = max(style.width - left - right, _LEAST * size)
    across, notes = _lines_below(words, face, room, edge_room(style, face))
    below = _TICKS * size + words.below + (_LINE * (len(across) + len(notes)) - 0.7) * size
    titles = _title(style, face, edge_room(style, face))
    above = words.above + (0.8 + 1.45 * TITLE * len(titles)) * size
    tall = high(room)
    figure = cast(Figure, axes.get_figure(root=True))
    whole = below + tall + above
    figure.set_size_inches(round(style.width / 72, 6), round(whole / 72, 6))
    axes.set_position((left / style.width, below / whole, room / style.width, tall / whole))
    return least


def _write_around(axes: Axes, words: Words, style: Style, face: Typeface, *, own: bool) -> None:
    size, (wide, high) = face.size, axes_size(axes)
    corner = axes.get_position().x0 * style.width if own else 0.0
    start = _EDGE * size - corner if own else 0.0  # of notes and titles, from the axes
    room = edge_room(style, face) if own else wide
    across, notes = _lines_below(words, face, wide, room)
    down = -_TICKS * size - words.below
    for at, line in enumerate([*across, *notes]):
        quiet = at >= len(across)
        move = (start if quiet else 0.0, down - _LINE * at * size)
        write(axes, (0.0, 0.0), line, face, move=move, color=QUIET if quiet else INK)
    titles = _title(style, face, room)
    for at, line in enumerate(titles):
        up = words.above + (0.8 + 1.45 * TITLE * (len(titles) - 1 - at)) * size
        write(axes, (0.0, 1.0), line, face, TITLE, move=(start, up), weight="bold")
    lines = face.wrap(words.up, high) if words.up else ()
    for at, line in enumerate(lines):
        away = _numbers(axes.yaxis, face) + _PAD + (0.4 + _LINE * (len(lines) - 1 - at)) * size
        write(axes, (0.0, 0.0), line, face, move=(-away, 0.0), rotation=90, rotation_mode="anchor")


def _lines_below(
    words: Words, face: Typeface, wide: float, room: float
) -> tuple[Sequence[str], Sequence[str]]:
    across = face.wrap(words.across, wide) if words.across else ()
    return across, face.wrap(words.notes, room) if words.notes else ()


def _title(style: Style, face: Typeface, room: float) -> list[str]:
    size = TITLE * face.size
    return [
        part for line in style.title for part in wrap(line, room, size, face.measure, bold=True)
    ]


def plain_number(value: float, _: Any = None) -> str:
    """Write a number at a tick: never with an offset or a factor that stands elsewhere."""
    return f"{value:.10g}".replace("-", "−")


def _plain_numbers(axis: Axis) -> None:
    axis.set_major_formatter(FuncFormatter(plain_number))


def log_ticks(low: float, high: float) -> list[list[tuple[float, str]]]:
    """Return ticks for an axis of decimal logarithms between two of them, the most first.

    Examples
    --------
    >>> [text for _, text in log_ticks(0.0, 2.0)[1]]
    ['1', '2', '5', '10', '20', '50', '100']
    """
    fine = (1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0)
    found = []
    for parts, step in (
        (fine, 1),
        ((1.0, 2.0, 5.0), 1),
        *(((1.0,), n) for n in (1, 2, 3, 5, 10, 50)),
    ):
        decades = range(step * math.floor(low / step), math.ceil(high) + 1, step)
        values = [part * 10.0**decade for decade in decades for part in parts]
        ticks = [(math.log10(v), _power(v)) for v in values if low <= math.log10(v) <= high]
        if len(ticks) > 1:
            found.append(ticks)
    ends = low + 0.1 * (high - low), high - 0.1 * (high - low)
    return [*found, [(end, f"{10**end:.3g}") for end in ends]]


def _power(value: float) -> str:
    return f"{value:g}".replace("e+0", "e").replace("e+", "e").replace("e-0", "e−")


def _space_ticks(axis: Axis, face: Typeface, words: Words) -> None:
    """Choose as many ticks of the horizontal axis as have room for their numbers."""
    _plain_numbers(axis)
    steps = [1, 2, 5, 10] if words.whole else [1, 2, 2.5, 5, 10]
    for choice in words.ticks or range(_MOST_TICKS, 0, -1):
        if isinstance(choice, int):
            axis.set_major_locator(MaxNLocator(choice, steps=steps, integer=words.whole))
        else:
            axis.set_ticks([at for at, _ in choice], [text for _, text in choice])
        ends = _tick_ends(axis.axes, face)
        if all(b[0] - a[1] > 0.6 * face.size for a, b in pairwise(ends)):
            return


def _tick_ends(axes: Axes, face: Typeface) -> list[tuple[float, float]]:
    """Return where the numbers at the ticks of the horizontal axis begin and end, in points."""
    low, high = axes.get_xlim()
    ticks = [tick for tick in axes.get_xticks() if low <= tick <= high]
    texts = axes.xaxis.get_major_formatter().format_ticks(ticks)
    to_pixels = axes.transData.transform([(tick, 0.0) for tick in ticks] or [(low, 0.0)])
    unit = 72.0 / cast(Figure, axes.get_figure(root=True)).dpi
    start = axes.get_window_extent().x0
    halves = [face.width(text) / 2 for text in texts]
    middles = ((to_pixels[:, 0] - start) * unit).tolist()
    return [(x - half, x + half) for x, half in zip(middles, halves, strict=False)]


def _overhang(axes: Axes, face: Typeface) -> float:
    """Return how far the last number goes beyond the right end of the axes, in points."""
    ends = _tick_ends(axes, face)
    return ends[-1][1] - axes_size(axes)[0] + 0.3 * face.size if ends else 0.0


def _numbers(axis: Axis, face: Typeface) -> float:
    """Return the width of the numbers at the ticks of the vertical axis, in points."""
    low, high = sorted(axis.get_view_interval())
    ticks = [tick for tick in axis.get_majorticklocs() if low <= tick <= high]
    return face.widest(axis.get_major_formatter().format_ticks(ticks))
