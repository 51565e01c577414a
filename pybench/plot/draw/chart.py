"""Charts of numbers: axes, notes, names at the ends of curves, a key of lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patheffects import AbstractPathEffect, Normal, Stroke
from matplotlib.transforms import Affine2D, Affine2DBase, ScaledTranslation

from pybench.plot.draw.figure import DiagramFigure, PlainText
from pybench.plot.draw.fonts import Typeface
from pybench.plot.draw.label_placement import spread
from pybench.plot.draw.paint_matplotlib import SHAPES, axes_size
from pybench.plot.draw.scene import hold
from pybench.plot.draw.style import (
    BASELINE,
    INK,
    LEADER,
    QUIET,
    Style,
    edge_of,
    group_colour,
    group_ink,
    group_marker,
    ink_of,
)
from pybench.plot.methods import MARK_MIDDLE, Named

GRID = "#E4E4E4"


_UPRIGHT = 1.3  # em, for each upright text at a tick
_LEAST, _USUAL = 10.0, 20.0  # em, width of the axes themselves
_LINE = 1.4  # of a note, em
_CASING = 0.8  # points, of both edges of a light curve
_LOWEST = 2.4  # inches, of a chart that a given width makes lower


@dataclass(frozen=True, slots=True)
class Paper:
    """The size of a chart, and its notes, broken into lines that fit below it."""

    width: float  #: points
    height: float
    room: float  #: points, for lines of notes
    notes: tuple[tuple[str, ...], ...]  #: lines of the axis's name, then those of each note
    ticks: float = 0.0  #: em, by which upright texts at the ticks are higher than a line

    @property
    def below(self) -> float:
        """Height of numbers at the ticks and of notes, em."""
        return 2.5 + self.ticks + _LINE * sum(map(len, self.notes))


def paper(
    style: Style,
    face: Typeface,
    usual: tuple[float, float],
    beside: tuple[float, float],
    notes: Sequence[str],
    ax: Axes | None = None,
    *,
    lowest: float = _LOWEST,
) -> Paper:
    """Return the size of a chart: the one that is given, or the usual one and what notes need.

    Parameters
    ----------
    usual : (width, height)
        Inches.
    beside : (left, right)
        Widths of what is beside the axes, points.
    notes : sequence of str
        The name of the horizontal axis, and sentences.
    lowest : float
        Inches: a narrow chart is lower than usual, but not lower than this.

    Raises
    ------
    ArgumentError
        The given width leaves too little room for the axes.
    """
    em, outside = face.size, sum(beside)
    hold(style.width, outside + _LEAST * em, em)
    width = style.width or max(72 * usual[0], outside + _USUAL * em)
    room = axes_size(ax)[0] if ax else width - beside[0] - 0.3 * em
    lines = tuple(face.wrap(note, room) for note in notes if note)
    more = _LINE * em * max(sum(map(len, lines)) - 2, 0)
    shape = min(1.0, width / (72 * usual[0]))
    height = max(shape * usual[1], min(lowest, usual[1])) * 72 + more
    return Paper(width, style.height or height, room, lines)


def upright_ticks(
    page: Paper, texts: Sequence[str], beside: tuple[float, float], face: Typeface, *, high: bool
) -> Paper:
    """Return the page with room for texts at the ticks, upright where they are too wide.

    Parameters
    ----------
    texts : sequence of str
        At ticks that divide the axes evenly.
    beside : (left, right)
        As in `paper`.
    high : bool
        Whether the height is given.

    Raises
    ------
    ArgumentError
        The width leaves too little room even for upright texts.
    """
    em, widest = face.size, face.widest(texts)
    if widest + 0.6 * em <= (page.width - sum(beside)) / max(len(texts), 1):
        return page
    hold(page.width, sum(beside) + _UPRIGHT * em * len(texts), em)
    more = widest / em - 1.0
    return replace(page, ticks=more, height=page.height + (0.0 if high else more * em))


def chart_axes(page: Paper, margins: tuple[float, float, float], face: Typeface) -> Axes:
    """Return axes on a new figure, above the notes of the page.

    Parameters
    ----------
    margins : (left, right, top)
        Around the axes, points.
    """
    left, right, top = margins
    width, height, bottom = page.width, page.height, page.below * face.size
    figure = DiagramFigure(round(width / 72, 6), round(height / 72, 6))
    box = (
        left / width, bottom / height, (width - left - right) / width,
        (height - bottom - top) / height,
    )  # fmt: skip
    return figure.add_axes(box)


def dress(axes: Axes, face: Typeface) -> None:
    """Remove the frame except its lower edge, and draw a light grid behind the data."""
    for side, spine in axes.spines.items():
        spine.set_visible(side == "bottom")
        spine.set_color(INK)
    axes.grid(True, color=GRID, linewidth=0.6)
    axes.set_axisbelow(True)
    axes.tick_params(
        labelfontfamily=face.family, labelsize=face.size, labelcolor=INK, color=LEADER,
        length=3,
    )  # fmt: skip
    axes.tick_params(axis="y", length=0)


def write(
    axes: Axes,
    at: tuple[float, float],
    text: str,
    face: Typeface,
    scale: float = 1.0,
    *,
    move: tuple[float, float] = (0.0, 0.0),
    rows: bool = False,
    **look: Any,
) -> None:
    """Write literal text on a baseline beside or above axes.

    Parameters
    ----------
    at : (x, y)
        From (0, 0), the lower left corner of the axes, to (1, 1).
    scale : float
        Size of the text, in sizes of names.
    move : (float, float)
        Points to the right of ``at`` and above it.
    rows : bool
        Whether y is in units of the data, and the middle of the text's capitals.
    look
        Properties of Matplotlib's text.
    """
    figure = cast(Figure, axes.get_figure(root=True))
    base = axes.get_yaxis_transform() if rows else axes.transAxes
    size, (right, up) = scale * face.size, move
    up -= BASELINE * size if rows else 0.0
    look = {"color": INK, "verticalalignment": "baseline"} | look
    shift = ScaledTranslation(right / 72.0, up / 72.0, figure.dpi_scale_trans)
    text_at = PlainText(
        *at, text, transform=base + shift, fontsize=size, family=face.family, **look
    )
    axes.add_artist(text_at)


def write_named(
    axes: Axes,
    at: tuple[float, float],
    named: Named,
    face: Typeface,
    *,
    move: tuple[float, float] = (0.0, 0.0),
    colour: str = INK,
    share: float = 0.0,
    rows: bool = True,
) -> None:
    """Write names of methods with the marks of their groups; arguments as in `write`.

    Parameters
    ----------
    colour : str
        Of all but the names of methods of groups.
    share : {0, 0.5, 1}
        Of the text that is left of the point.
    """
    figure, size = cast(Figure, axes.get_figure(root=True)), face.size
    look: dict[str, Any] = {"rows": rows, "weight": "bold" if named.bold else "normal"}
    if not named.grouped:
        side = {0.0: "left", 0.5: "center", 1.0: "right"}[share]
        write(axes, at, named.text, face, move=move, color=colour, horizontalalignment=side, **look)
        return
    left = move[0] - share * named.width(size, face.measure)
    base = axes.get_yaxis_transform() if rows else axes.transAxes
    middle = move[1] + (0.0 if rows else BASELINE * size)
    for start, text, group in named.places(size, face.measure):
        ink = colour if group is None else group_ink(group)
        if group is not None:
            away = (left + start - MARK_MIDDLE * size) / 72.0, middle / 72.0
            shift = ScaledTranslation(*away, figure.dpi_scale_trans)
            axes.add_artist(group_mark(*at, group, size, base + shift))
        write(axes, at, text, face, move=(left + start, move[1]), color=ink, **look)


def group_mark(x: float, y: float, group: int, size: float, transform: Any) -> Line2D:
    """Return the mark of a group, as large as in a legend of this font size."""
    colour = group_colour(group)
    edge = edge_of(colour)
    return Line2D(
        [x], [y], linestyle="none", marker=SHAPES[group_marker(group)], markersize=0.6 * size,
        color=colour, markeredgecolor=edge or colour, markeredgewidth=0.4 if edge else 0,
        transform=transform, clip_on=False, label="_mark", zorder=4,
    )  # fmt: skip


def write_rows(
    axes: Axes,
    texts: Sequence[str | Named],
    face: Typeface,
    *,
    bold: Sequence[bool] = (),
    colours: Sequence[str] = (),
    right: float | None = None,
) -> None:
    """Write a name to the left of each row of a chart, or a number to the right.

    Parameters
    ----------
    texts : sequence of str
        The first belongs to row 0.
    bold : sequence of bool, optional
        Which of them are bold.
    colours : sequence of str, optional
        Of the names.
    right : float, optional
        Points right of the axes, where the texts end; they are grey. Default: names.
    """
    names = right is None
    move = (-0.5 * face.size if right is None else right, 0.0)
    usual = INK if names else QUIET
    for row, text in enumerate(texts):
        named = _named(text, bold[row] if bold else False)
        at, colour = (0.0 if names else 1.0, row), colours[row] if colours else usual
        write_named(axes, at, named, face, move=move, colour=colour, share=1.0)


def _named(text: str | Named, bold: bool) -> Named:
    return text if isinstance(text, Named) else Named(((text, None),), bold)


def footnote(
    axes: Axes, notes: Sequence[Sequence[str]], face: Typeface, ticks: float = 0.0
) -> None:
    """Write the lines of notes below the ticks of the axis; the first note is its name.

    ``ticks`` is that of `Paper`.
    """
    down = 2.9 + ticks
    for at, note in enumerate(notes):
        for line in note:
            move = (0.0, -down * face.size)
            write(axes, (0.0, 0.0), line, face, move=move, color=QUIET if at else INK)
            down += _LINE


def name_ends(
    axes: Axes,
    ends: Sequence[float],
    labels: Sequence[str | Named],
    colours: Sequence[str],
    face: Typeface,
    *,
    bold: Sequence[bool] = (),
    limits: tuple[float, float] | None = None,
    away: float | None = None,
) -> None:
    """Write names to the right of the axes, near where curves end and apart from each other.

    Parameters
    ----------
    ends : sequence of float
        Where the curves end, in units of the data.
    bold : sequence of bool, optional
        Which names are bold.
    limits : (float, float), optional
        Of the names. Default: those of the axes.
    away : float, optional
        How far from the axes the names are, in their size. Default: as far as a line that joins
        each end to its name.
    """
    low, high = limits or axes.get_ylim()
    bottom, top = axes.get_ylim()
    gap = 1.35 * face.size * (top - bottom) / max(axes_size(axes)[1], 1.0)
    bold = bold or [False] * len(labels)
    for label, y, end, colour, heavy in zip(
        labels, spread(ends, gap, low, high), ends, colours, bold, strict=True
    ):
        if away is None:
            axes.plot(
                [1.0, 1.02], [end, y], color=LEADER, linewidth=0.6, clip_on=False,
                transform=axes.get_yaxis_transform(), label="_leader",
            )  # fmt: skip
        x, right = (1.02, 0.4) if away is None else (1.0, away)
        move = (right * face.size, 0.0)
        write_named(axes, (x, y), _named(label, heavy), face, move=move, colour=ink_of(colour))


def cased(colour: str, width: float) -> list[AbstractPathEffect]:
    """Return the path effects of a curve: a light colour of a group gets dark edges."""
    edge = edge_of(colour)
    return [Stroke(linewidth=width + _CASING, foreground=edge), Normal()] if edge else []


DASHED = (0, (4, 2.5))
_SAMPLE, _GAP, _APART = 1.9, 0.5, 1.6  # multiples of the font size
ROW = 1.5


@dataclass(frozen=True, slots=True)
class KeyEntry:
    """A kind of line and its name."""

    name: str
    colour: str
    style: Any = "-"
    weight: float = 1.5
    mark: str = ""  #: Matplotlib's name of the mark in its middle
    bold: bool = False


def key_rows(
    entries: Sequence[KeyEntry], face: Typeface, room: float
) -> list[list[tuple[float, KeyEntry]]]:
    """Return entries row by row, each with its distance from the left edge in points."""
    rows: list[list[tuple[float, KeyEntry]]] = [[]]
    at = 0.0
    for entry in entries:
        wide = (_SAMPLE + _GAP) * face.size + face.width(entry.name, entry.bold)
        if rows[-1] and at + wide > room:
            rows.append([])
            at = 0.0
        rows[-1].append((at, entry))
        at += wide + _APART * face.size
    return rows


def group_key(
    names: Sequence[str], face: Typeface, room: float, style: Any = "none"
) -> list[list[tuple[float, KeyEntry]]]:
    """Return the rows that name the groups of methods by their colours and shapes, if any."""
    entries = [
        KeyEntry(name, group_colour(i), style, mark=SHAPES[group_marker(i)])
        for i, name in enumerate(names)
    ]
    return key_rows(entries, face, room) if entries else []


def draw_key(axes: Axes, rows: list[list[tuple[float, KeyEntry]]], face: Typeface) -> None:
    """Draw rows above the axes, the last one nearest to them."""
    figure = cast(Figure, axes.get_figure(root=True))
    size = face.size
    for place, row in enumerate(rows):
        up = (0.9 + ROW * (len(rows) - 1 - place)) * size
        for at, entry in row:
            # A line of a length in points: scaled, then moved.
            scale = Affine2D().scale(_SAMPLE * size / 72) + figure.dpi_scale_trans
            corner = ScaledTranslation(0.0, 1.0, cast(Affine2DBase, axes.transAxes))
            shift = ScaledTranslation(at / 72, up / 72, figure.dpi_scale_trans)
            edge = edge_of(entry.colour)
            sample = Line2D(
                [0.0, 0.5, 1.0], [0.0, 0.0, 0.0], linestyle=entry.style, clip_on=False,
                color=ink_of(entry.colour) if entry.mark else entry.colour,
                linewidth=entry.weight, transform=scale + corner + shift,
                marker=entry.mark, markevery=[1], markersize=0.5 * size,
                markerfacecolor=entry.colour, markeredgewidth=0.4 if edge else 0,
                path_effects=[] if entry.mark else cased(entry.colour, entry.weight),
            )  # fmt: skip
            axes.add_artist(sample)
            move = (at + (_SAMPLE + _GAP) * size, up - BASELINE * size)
            write(
                axes, (0.0, 1.0), entry.name, face, move=move, color=ink_of(entry.colour),
                weight="bold" if entry.bold else "normal",
            )  # fmt: skip
