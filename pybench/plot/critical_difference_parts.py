"""Parts that the critical difference diagrams share: title, axis of ranks, bars, legend, footnote.

Positions count methods from left to right, indices from the best.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle, pairwise
from typing import Any

from pybench.plot.draw.scene import CIRCLE, Layer, Lines, Marks, Point, Scene, Text
from pybench.plot.draw.style import (
    BASELINE,
    LEADER,
    QUIET,
    TITLE,
    group_colour,
    group_ink,
    group_marker,
)
from pybench.plot.draw.text import Measure, wrap

# Widths of lines by what they are, from the bottom layer up, in widths of a leader.
WEIGHTS = {"leader": 1.0, "bar": 3.2, "axis": 1.3, "interval": 3.2, "tick": 1.0, "ruler": 1.4}
DOT = 2.3  # radius, in widths of a leader
_QUIET = ("value", "end", "footnote")  # texts in grey
# Proportions, as multiples of the font size.
MARGIN = 0.9
LINE = 1.35  # from line to line of running text, times its own size
PAD = 0.55  # between the parts of a label
TICK, MINOR_TICK = 0.5, 0.3
LEVEL = 0.8  # from bar to bar
HOP = 0.75  # height of an arc
ARC_DASHES = (3.0, 1.8)  # in widths of the line
CLEARANCE = 1.0  # between bars on one level
WIDEST_LINE = 0.45  # so that bars never touch the next level
END_TEXTS = {
    True: ("← better", "worse →"),
    False: ("← worse", "better →"),
}  # by whether the best is on the left


def line_width(role: str, line: float, em: float, *, bold: bool) -> float:
    """Return the width of a line, from that of a leader and the font size."""
    return min(WEIGHTS[role] * line * (2.0 if bold else 1.0), WIDEST_LINE * em)


def tick_step(unit: float, widest: float) -> int:
    """Return the distance of numbers on the axis: 1, 5, 10, 50, 100 ... ranks."""
    step = 1
    for factor in cycle((5, 2)):
        if step * unit >= widest:
            break
        step *= factor
    return step


def _numbered(low: int, high: int, unit: float, widest: float) -> Iterator[int]:
    """Yield both ends and the multiples of the step whose numbers do not touch an end's."""
    yield low
    yield high
    step = tick_step(unit, widest)
    for rank in range(-(-low // step) * step, high, step):
        if min(rank - low, high - rank) * unit >= widest:
            yield rank


@dataclass(slots=True)
class Diagram(Scene):
    """The scene of a critical difference diagram, with its bars."""

    bars: tuple[RankBar, ...] = ()  #: positions from left to right
    order: tuple[int, ...] = ()  #: index of the method at each position


class DiagramBuilder:
    """Builds a diagram from the top downwards; the role of a mark decides its look."""

    def __init__(self, measure: Measure, em: float, line: float, width: float) -> None:
        self.measure = measure
        self.em = em
        self.line = line  #: width of a leader
        self.width = width  #: of the figure, points
        self.y = MARGIN * em
        self.texts: list[Text] = []
        self._strokes: dict[str, list[tuple[Any, ...]]] = {}
        self._dots: list[tuple[Point, int]] = []
        self._marks: dict[int | None, list[Point]] = {}

    def diagram(self, bars: tuple[RankBar, ...] = (), order: tuple[int, ...] = ()) -> Diagram:
        """Return the scene: leaders, arcs, bars and other lines, dots, marks, texts."""
        height = self.y + MARGIN * self.em
        roles = dict.fromkeys(("leader", "arc", *WEIGHTS))
        layers: list[Layer] = [self._lines(role) for role in roles if role in self._strokes]
        if self._dots:
            at, owners = zip(*self._dots, strict=True)
            layers.append(Marks("member", at, 2 * DOT * self.line, owners=owners))
        for group, places in self._marks.items():
            look = group_colour(group), "circle" if group is None else group_marker(group)
            owners = (group,) * len(places)
            layers.append(Marks("group", places, CIRCLE * self.em, *look, owners=owners))
        return Diagram(self.em, self.width, height, layers, self.texts, bars, order)

    def _lines(self, role: str) -> Lines:
        paths, colours, widths, owners = zip(*self._strokes[role], strict=True)
        return Lines(
            role, paths, colours, widths, ARC_DASHES if role == "arc" else (),
            cap="round" if role == "bar" else "butt", crisp=role != "arc", curved=role == "arc",
            owners=owners,
        )  # fmt: skip

    def stroke(
        self,
        role: str,
        *path: Point,
        owner: int | None = None,
        group: int | None = None,
        bold: bool = False,
    ) -> None:
        """Draw a line through points, or the arc that four of them control.

        ``owner`` is the index of a leader's method, or the number of a bar.
        """
        colour = LEADER if role == "leader" and group is None and not bold else group_ink(group)
        width = self.line if role == "arc" else line_width(role, self.line, self.em, bold=bold)
        self._strokes.setdefault(role, []).append((path, colour, width, owner))

    def dot(self, x: float, y: float, owner: int) -> None:
        """Mark a method, by its index, as a member of a broken bar or as the control."""
        self._dots.append(((x, y), owner))

    def mark(self, x: float, y: float, group: int | None) -> None:
        """Draw the coloured shape of a group; None: a black circle."""
        self._marks.setdefault(group, []).append((x, y))

    def write(
        self,
        x: float,
        middle: float,
        text: str,
        anchor: str,
        role: str,
        owner: int | None = None,
        group: int | None = None,
        bold: bool = False,
    ) -> None:
        """Write a text; its role decides its size."""
        size = (TITLE if role == "title" else 1.0) * self.em
        colour = QUIET if role in _QUIET else group_ink(group)
        y = middle + BASELINE * size
        self.texts.append(Text(x, y, text, size, colour, anchor, bold, role=role, owner=owner))

    def title(self, lines: Iterable[str]) -> None:
        """Write the title, centred."""
        size = TITLE * self.em
        room = self.width - 2 * MARGIN * self.em
        top = self.y
        for line in lines:
            for part in wrap(line, 0.97 * room, size, self.measure, bold=True):
                self.y += LINE * size
                middle = self.y - LINE * size / 2
                self.write(self.width / 2, middle, part, "center", "title", bold=True)
        self.y += 0.5 * self.em if self.y > top else 0.0

    def axis(
        self,
        ends: tuple[float, float],
        low: int,
        high: int,
        x: Callable[[float], float],
        *,
        best_left: bool,
        beside: bool = True,
    ) -> None:
        """Draw the axis of ranks with its ticks, and label its ends, beside or above them."""
        em = self.em
        left, right = END_TEXTS[best_left]
        if not beside:
            self.y += LINE * em
            above = self.y - LINE * em / 2
            self.write(ends[0], above, left, "left", "end")
            self.write(ends[1], above, right, "right", "end")
        middle = self.y + LINE * em / 2
        self.y += LINE * em + TICK * em
        self.stroke("axis", (ends[0], self.y), (ends[1], self.y))
        widest = self.measure(str(high), em, False).width + PAD * em
        unit = (ends[1] - ends[0]) / (high - low)
        numbered = set(_numbered(low, high, unit, widest))
        for rank in range(low, high + 1):
            at, height = x(rank), TICK if rank in numbered else MINOR_TICK
            self.stroke("tick", (at, self.y), (at, self.y - height * em))
            if rank in numbered:
                self.write(at, middle, str(rank), "center", "tick")
        if not beside:
            return
        self.write(ends[0] - PAD * em, self.y, left, "right", "end")
        self.write(ends[1] + PAD * em, self.y, right, "left", "end")

    def bars(
        self,
        cliques: Iterable[Iterable[int]],
        order: Sequence[int],
        xs: Sequence[float],
        *,
        from_right: bool,
    ) -> tuple[RankBar, ...]:
        """Stack bars below what is drawn so far; a level with arcs is higher.

        ``cliques`` hold positions from left to right, ``order`` the index at each position.
        """
        em = self.em
        found = stack(cliques, xs, CLEARANCE * em, from_right=from_right)
        arched = {bar.level for bar in found if bar.hops}
        middle: dict[int, float] = {}
        for level in sorted({bar.level for bar in found}):
            self.y += LEVEL * em + (HOP * em if level in arched else 0.0)
            middle[level] = self.y
        for number, bar in enumerate(found):
            self._bar(number, bar, order, xs, middle[bar.level])
        return found

    def _bar(
        self, number: int, bar: RankBar, order: Sequence[int], xs: Sequence[float], y: float
    ) -> None:
        """Draw one bar: solid between neighbours, an arc over each gap, dots if it is broken."""
        for first, last in bar.runs:
            if last > first:
                self.stroke("bar", (xs[first], y), (xs[last], y), owner=number)
        for before, after in bar.hops:
            left, right, top = xs[before], xs[after], y - HOP * self.em * 4 / 3
            self.stroke("arc", (left, y), (left, top), (right, top), (right, y), owner=number)
        for member in bar.members if bar.hops else ():
            self.dot(xs[member], y, order[member])

    def legend(
        self,
        names: Sequence[str],
        bold: frozenset[int] = frozenset(),
        groups: Sequence[int | None] = (),
    ) -> None:
        """Write a legend in rows: of groups, or of methods with the number of each one's group."""
        em, margin = self.em, MARGIN * self.em
        if not names:
            return
        self.y += 0.8 * em
        x, line = margin, LINE * em
        self.y += line
        for i, name in enumerate(names):
            group = groups[i] if groups else i
            width = 1.1 * em + self.measure(name, em, i in bold).width
            if x > margin and x + width > self.width - margin:
                x, self.y = margin, self.y + line
            middle = self.y - line / 2
            self.mark(x + 0.35 * em, middle, group)
            at = x + 1.1 * em
            self.write(at, middle, name, "left", "legend", group=group, bold=i in bold)
            x += width + 1.4 * em

    def footnote(self, text: str) -> None:
        """Write wrapped text from margin to margin."""
        size, margin = self.em, MARGIN * self.em
        lines = wrap(text, 0.97 * (self.width - 2 * margin), size, self.measure)
        self.y += 0.8 * self.em if lines else 0.0
        for line in lines:
            self.y += LINE * size
            self.write(margin, self.y - LINE * size / 2, line, "left", "footnote")


Span = tuple[float, float]


@dataclass(frozen=True, slots=True)
class RankBar:
    """One set of methods that do not differ significantly."""

    members: tuple[int, ...]  #: positions, ascending
    level: int  #: 0 is nearest to the axis

    @property
    def runs(self) -> tuple[tuple[int, int], ...]:
        """First and last position of each unbroken run of neighbours: the solid parts."""
        return runs(self.members)

    @property
    def hops(self) -> tuple[tuple[int, int], ...]:
        """Last member before and first member after each gap, which an arc skips."""
        return tuple((before[1], after[0]) for before, after in pairwise(self.runs))


def runs(members: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """Split ascending positions into runs of neighbours, each as (first, last).

    Examples
    --------
    >>> runs([0, 1, 2, 5, 7, 8])
    ((0, 2), (5, 5), (7, 8))
    """
    found: list[tuple[int, int]] = []
    for position in members:
        if found and found[-1][1] == position - 1:
            found[-1] = (found[-1][0], position)
        else:
            found.append((position, position))
    return tuple(found)


def levels(spans: Sequence[Span], clearance: float) -> tuple[int, ...]:
    """Give each span the lowest level on which it keeps ``clearance`` to the others.

    The spans are placed in the order of their starts, each on the first level that is free. This
    needs the fewest levels possible: the largest number of spans (each longer by the clearance)
    that share a point.

    Examples
    --------
    >>> levels([(0, 4), (2, 6), (5, 9)], clearance=0.5)
    (0, 1, 0)
    """
    ends: list[float] = []
    found = [0] * len(spans)
    for i in sorted(range(len(spans)), key=lambda i: spans[i]):
        start, end = spans[i]
        free = (level for level, taken in enumerate(ends) if taken + clearance <= start)
        level = next(free, len(ends))
        ends[level : level + 1] = [end]
        found[i] = level
    return tuple(found)


def stack(
    cliques: Iterable[Iterable[int]], xs: Sequence[float], clearance: float, *, from_right: bool
) -> tuple[RankBar, ...]:
    """Turn sets of positions into bars on levels; the first level belongs to the better end."""
    members = [tuple(sorted(clique)) for clique in cliques]
    spans = [(xs[clique[0]], xs[clique[-1]]) for clique in members]
    if from_right:
        spans = [(-end, -start) for start, end in spans]
    return tuple(
        RankBar(clique, level)
        for clique, level in zip(members, levels(spans, clearance), strict=True)
    )
