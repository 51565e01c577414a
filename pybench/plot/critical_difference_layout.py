"""Positions of everything in a critical difference diagram: geometry, without Matplotlib.

Lengths are points (1/72 inch); x grows to the right, y downwards from the top left corner. All
painters draw the same `Diagram`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from pybench.plot.critical_difference_parts import (
    END_TEXTS,
    LINE,
    MARGIN,
    PAD,
    Diagram,
    DiagramBuilder,
    RankBar,
)
from pybench.plot.critical_difference_text import DiagramTexts
from pybench.plot.draw.label_placement import spread_ascending
from pybench.plot.draw.scene import Point
from pybench.plot.draw.text import Extent, Measure

# Proportions, as multiples of the font size.
INSET = 1.3  # from the labels to the end of the axis
ROW = 1.5  # from name to name
GAP = 0.42  # least distance of neighbouring leaders
FAN = 1.0  # height below the bars in which leaders of close ranks spread
SHORTEST_AXIS = 9.0  # of a given width, holds the texts of both ends
_ROUNDING = 1e-6  # points


def arrange(
    content: DiagramTexts,
    measure: Measure,
    *,
    em: float,
    line: float = 0.8,
    layout: str = "auto",
    best: str = "left",
    axis: str = "full",
    width: float | None = None,
) -> Diagram:
    """Arrange the texts of a diagram.

    ``width`` in points sets the length of the axis. A width that is too small for the axis is
    exceeded; names are never cut. Only if a width is too small, the layout "auto" has all names on
    one side, and the texts of the axis stand above its ends instead of beside them.
    """
    sides = ("both", "one-sided") if layout == "auto" else (layout,)
    for side, beside in (*((side, True) for side in sides), (sides[-1], False)):
        plan = _DiagramPlan(content, measure, em, side, best, axis, beside)
        frame = _frame(plan, width)
        if width is None or frame.width <= width + _ROUNDING:
            break
    builder = DiagramBuilder(measure, em, line, frame.width)
    builder.title(content.title)
    if content.control is None:
        _ruler(plan, frame, builder)
    else:
        _interval(plan, frame, builder, content.control)
    _axis(plan, frame, builder)
    bars = _leaders_and_bars(plan, frame, builder)
    builder.legend(content.group_names)
    builder.footnote(content.footnote)
    return builder.diagram(bars, plan.order)


class _DiagramPlan:
    """The texts, and what follows from them without any lengths."""

    def __init__(
        self,
        content: DiagramTexts,
        measure: Measure,
        em: float,
        layout: str,
        best: str,
        axis: str,
        beside: bool,
    ) -> None:
        k = len(content.names)
        self.content = content
        self.measure = measure
        self.em = em
        self.best_left = best == "left"
        self.order = tuple(range(k) if self.best_left else reversed(range(k)))
        halves = (k + 1) // 2 if layout == "both" else k
        better, worse = tuple(range(halves)), tuple(range(halves, k))[::-1]
        #: indices of the methods in each column, from the top
        self.left, self.right = (better, worse) if self.best_left else (worse, better)
        tight = axis == "tight"
        self.low = math.floor(content.ranks[0]) if tight else 1
        self.high = max(math.ceil(content.ranks[-1]) if tight else k, self.low + 1)
        #: texts beside the ends of the axis; empty if they stand above it
        self.end_texts = END_TEXTS[self.best_left] if beside else ("", "")

    def name_extent(self, index: int) -> Extent:
        bold = index in self.content.highlighted
        return self.measure(self.content.names[index], self.em, bold)

    def value_width(self, index: int) -> float:
        bold = index in self.content.highlighted
        return self.measure(self.content.values[index], self.em, bold).width

    def text_width(self, text: str) -> float:
        return self.measure(text, self.em, False).width


@dataclass(frozen=True, slots=True)
class _DiagramFrame:
    """Horizontal positions: where columns end and the axis begins."""

    width: float
    names: tuple[float, float]  #: inner edges of the names, left and right column
    values: tuple[float, float]  #: right edges of the values
    marks: tuple[float, float]  #: middle of the groups' marks
    leads: tuple[float, float]  #: where leaders end
    axis: tuple[float, float]  #: ends of the axis
    low: float  #: rank at the better end
    high: float
    best_left: bool

    @property
    def unit(self) -> float:
        """Length of one rank."""
        return (self.axis[1] - self.axis[0]) / (self.high - self.low)

    def x(self, rank: float) -> float:
        """Return the position of a rank."""
        along = (rank - self.low) * self.unit
        return self.axis[0] + along if self.best_left else self.axis[1] - along


def _frame(plan: _DiagramPlan, width: float | None) -> _DiagramFrame:
    """Divide the width between names, values, marks and axis."""
    em = plan.em
    margin, pad = MARGIN * em, PAD * em
    value = max(plan.value_width(index) for index in plan.order)
    mark = (PAD + 0.4) * em if plan.content.group_names else 0.0
    star = max(map(plan.text_width, plan.content.marks))
    star += 0.15 * em if star else 0.0
    side = pad + value + star + mark + pad  # from the name's inner edge to the leader's end
    reach = INSET * em

    def outside(places: Sequence[int], end_text: str) -> float:
        """Distance from the figure's edge to the axis."""
        name = max((plan.name_extent(index).width for index in places), default=0.0)
        labels = margin + name + side + reach if places else 0.0
        return max(labels, margin + plan.text_width(end_text) + pad)

    before = outside(plan.left, plan.end_texts[0])
    after = outside(plan.right, plan.end_texts[1])
    axis = _axis_length(plan, None if width is None else width - before - after)
    total = before + axis + after
    ends = (before, before + axis)
    names = (ends[0] - reach - side, ends[1] + reach + side)
    leads = (ends[0] - reach, ends[1] + reach)
    return _DiagramFrame(
        width=total,
        names=names,
        values=(names[0] + pad + value, names[1] - pad - star),
        marks=(leads[0] - pad - mark / 2 + pad / 2, leads[1] + pad + mark / 2 - pad / 2),
        leads=leads,
        axis=ends,
        low=plan.low,
        high=plan.high,
        best_left=plan.best_left,
    )


def _axis_length(plan: _DiagramPlan, room: float | None) -> float:
    """Return the available length or, without a given width, what k methods need."""
    k = len(plan.content.names)
    shortest = max(SHORTEST_AXIS, GAP * k) * plan.em
    natural = (26.0 + 0.45 * k) * plan.em
    entries = (plan.text_width(name) for name in plan.content.group_names)
    shortest = max([shortest, *(entry + 2 * plan.em for entry in entries)])
    return max(natural if room is None else room, shortest)


def _ruler(plan: _DiagramPlan, frame: _DiagramFrame, builder: DiagramBuilder) -> None:
    """Draw the critical difference above the axis, from its better end."""
    if plan.content.ruler is None:
        return
    em = plan.em
    length = plan.content.ruler * frame.unit
    start = frame.axis[0] if frame.best_left else frame.axis[1]
    end = start + length if frame.best_left else start - length
    room = (MARGIN * em, frame.width - MARGIN * em)
    fits = room[0] <= end <= room[1]
    text = plan.content.ruler_text + ("" if fits else ", longer than the axis")
    half = plan.text_width(text) / 2
    centre = (start + end) / 2 if fits else frame.width / 2
    centre = min(max(centre, room[0] + half), room[1] - half)
    builder.y += LINE * em
    builder.write(centre, builder.y - LINE * em / 2, text, "center", "ruler")
    if fits:
        builder.y += 0.5 * em
        cap = 0.28 * em
        builder.stroke("ruler", (start, builder.y), (end, builder.y))
        for x in (start, end):
            builder.stroke("ruler", (x, builder.y - cap), (x, builder.y + cap))
        builder.y += cap
    builder.y += 0.5 * em


def _interval(
    plan: _DiagramPlan, frame: _DiagramFrame, builder: DiagramBuilder, control: int
) -> None:
    """Mark the control, and bracket the ranks within the critical difference of it."""
    em, content = plan.em, plan.content
    at = frame.x(content.ranks[control])
    if content.ruler is None:
        return
    reach = content.ruler * frame.unit
    ends = (max(at - reach, frame.axis[0]), min(at + reach, frame.axis[1]))
    half = plan.text_width(content.ruler_text) / 2
    margin = MARGIN * em + half
    builder.y += LINE * em
    middle = builder.y - LINE * em / 2
    centre = min(max(at, margin), frame.width - margin)
    builder.write(centre, middle, content.ruler_text, "center", "ruler")
    builder.y += 0.5 * em
    cap = 0.28 * em
    builder.stroke("ruler", (ends[0], builder.y), (ends[1], builder.y))
    for x, end in zip((at - reach, at + reach), ends, strict=True):
        if x == end:  # an interval that continues beyond the axis has no cap
            builder.stroke("ruler", (x, builder.y - cap), (x, builder.y + cap))
    builder.dot(at, builder.y, control)
    builder.y += cap + 0.5 * em


def _axis(plan: _DiagramPlan, frame: _DiagramFrame, builder: DiagramBuilder) -> None:
    """Draw the line of ranks and, thicker, the interval around the control."""
    content = plan.content
    builder.axis(
        frame.axis,
        plan.low,
        plan.high,
        frame.x,
        best_left=plan.best_left,
        beside=any(plan.end_texts),
    )
    if content.control is None:
        return
    at = frame.x(content.ranks[content.control])
    if content.ruler is not None:
        reach = content.ruler * frame.unit
        ends = (max(at - reach, frame.axis[0]), min(at + reach, frame.axis[1]))
        builder.stroke("interval", (ends[0], builder.y), (ends[1], builder.y))
    builder.dot(at, builder.y, content.control)


def _leaders_and_bars(
    plan: _DiagramPlan, frame: _DiagramFrame, builder: DiagramBuilder
) -> tuple[RankBar, ...]:
    """Draw bars at the mean ranks, and leaders that spread below them towards the labels."""
    em = plan.em
    at = [frame.x(plan.content.ranks[index]) for index in plan.order]
    xs = spread_ascending(
        at, GAP * em, frame.axis[0] - 0.5 * INSET * em, frame.axis[1] + 0.5 * INSET * em
    )
    top = builder.y
    position = {index: i for i, index in enumerate(plan.order)}
    cliques = [[position[index] for index in clique] for clique in plan.content.cliques]
    bars = builder.bars(cliques, plan.order, at, from_right=not plan.best_left)
    builder.y += (0.3 if bars else 0.6) * em  # space for the texts at the ends of the axis
    below = builder.y if bars else top
    farthest = max(abs(x - rank) for x, rank in zip(xs, at, strict=True))
    moved = farthest > 1e-9
    fan = below + (max(FAN * em, min(0.3 * farthest, 4 * FAN * em)) if moved else 0.0)
    builder.y = max(builder.y, fan)
    pitch = max(ROW * em, _tallest(plan) + 0.2 * em)
    rows = builder.y + 0.35 * em
    column = {index: (0, row) for row, index in enumerate(plan.left, 1)}
    column |= {index: (1, row) for row, index in enumerate(plan.right, 1)}
    for x, rank, index in zip(xs, at, plan.order, strict=True):
        side, row = column[index]
        y = rows + (row - 0.5) * pitch
        path = ((rank, top), (rank, below), (x, fan), (x, y), (frame.leads[side], y))
        _leader(plan, builder, path if moved else (path[0], *path[3:]), index)
        _label(plan, frame, builder, index, side, y)
    builder.y = rows + max(len(plan.left), len(plan.right)) * pitch
    return bars


def _tallest(plan: _DiagramPlan) -> float:
    extents = [plan.name_extent(index) for index in plan.order]
    return max(e.ascent for e in extents) + max(e.descent for e in extents)


def _leader(
    plan: _DiagramPlan, builder: DiagramBuilder, path: tuple[Point, ...], index: int
) -> None:
    group, bold = plan.content.groups[index], index in plan.content.highlighted
    builder.stroke("leader", *path, owner=index, group=group, bold=bold)


def _label(
    plan: _DiagramPlan,
    frame: _DiagramFrame,
    builder: DiagramBuilder,
    index: int,
    side: int,
    y: float,
) -> None:
    content, group = plan.content, plan.content.groups[index]
    bold = index in content.highlighted
    anchor = "right" if side == 0 else "left"
    x = frame.names[side]
    builder.write(x, y, content.names[index], anchor, "name", index, group, bold)
    value = frame.values[side]
    if mark := content.marks[index]:
        builder.write(value + 0.15 * plan.em, y, mark, "left", "star", index)
    builder.write(value, y, content.values[index], "right", "value", index, group, bold)
    if group is not None:
        builder.mark(frame.marks[side], y, group)
