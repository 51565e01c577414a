"""Positions of labels, none over another: beside dots, and along a line."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

    Floats = npt.NDArray[np.float64]

_TURNS, _RINGS = 24, 40  # positions tried for a name, nearest ring first


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in points."""

    x0: float
    y0: float
    x1: float
    y1: float

    def overlaps(self, other: Box) -> bool:
        """Return whether two boxes share more than an edge."""
        across = self.x0 < other.x1 and other.x0 < self.x1
        return across and self.y0 < other.y1 and other.y0 < self.y1


def nearest(box: Box, dot: tuple[float, float]) -> tuple[float, float]:
    """Return the point of a box that is nearest to a dot."""
    return min(max(dot[0], box.x0), box.x1), min(max(dot[1], box.y0), box.y1)


def along(path: Sequence[tuple[float, float]]) -> list[Box]:
    """Return small boxes along a line between points, which names must not cover."""
    boxes = []
    for (x0, y0), (x1, y1) in pairwise(path):
        steps = max(1, int(math.dist((x0, y0), (x1, y1)) / 4))
        for step in range(1, steps):
            x, y = x0 + (x1 - x0) * step / steps, y0 + (y1 - y0) * step / steps
            boxes.append(Box(x - 1, y - 1, x + 1, y + 1))
    return boxes


def place_names(
    dots: Sequence[tuple[float, float]],
    sizes: Sequence[tuple[float, float]],
    room: tuple[float, float],
    mark: float,
    taken: Sequence[Box] = (),
    reach: float = math.inf,
) -> list[Box | None]:
    """Place a name beside each dot, as near as possible, so that it covers no name and no dot.

    Dots in the densest areas come last, since their names are far away in any case; each takes the
    nearest free position whose line crosses neither name nor line. If there is none, a line may be
    crossed; a name without any free position gets None.

    Parameters
    ----------
    dots : sequence of n (x, y)
        Points from the lower left corner.
    sizes : sequence of n (width, height)
        Of the names, points.
    room : (width, height)
    mark : float
        Diameter of a dot.
    taken : sequence of Box
        Areas that are taken already.
    reach : float
        Largest distance of a name from its dot, points.

    Examples
    --------
    >>> a, b = place_names([(50, 50), (52, 50)], [(20, 8), (20, 8)], (100, 100), 4)
    >>> a.overlaps(b)
    False
    """
    half = mark / 2 + 0.5
    at = np.asarray(dots, float).reshape(len(dots), 2)
    marks = np.column_stack([at - half, at + half])
    near = 2 * max((width for width, _ in sizes), default=0.0)
    crowd = (np.hypot(*(at[:, None] - at[None]).transpose(2, 0, 1)) < near).sum(axis=1).tolist()
    held = np.array([(box.x0, box.y0, box.x1, box.y1) for box in taken]).reshape(-1, 4)
    middles = (held[:, :2] + held[:, 2:]) / 2
    boxes = np.zeros((len(dots), 4))
    order = sorted(range(len(dots)), key=lambda i: (crowd[i], dots[i]))
    placed: list[int] = []
    for i in order:
        tried = _candidates(dots[i], sizes[i], half)
        inside = (tried[:, :2] >= 0).all(axis=1) & (tried[:, 2:] <= room).all(axis=1)
        inside &= np.hypot(*(_nearest(tried, at[i]) - at[i]).T) <= reach
        full = np.vstack([held, boxes[placed]]), np.vstack([middles, at[placed]])
        if (box := _first_free(at[i], tried[inside], marks, *full)) is not None:
            boxes[i] = box
            placed.append(i)
    return [Box(*box) if i in placed else None for i, box in enumerate(boxes.tolist())]


def _first_free(
    dot: Floats, tried: Floats, marks: Floats, boxes: Floats, dots: Floats
) -> Floats | None:
    """Return the first free position whose line crosses fewest others."""
    others = np.column_stack([dots, _nearest(boxes, dots)])
    others = others[np.hypot(*(others[:, :2] - others[:, 2:]).T) > marks[0, 2] - marks[0, 0]]
    least, best = math.inf, None
    for begin in range(0, len(tried), 2 * _TURNS):  # most names find theirs at once
        some = tried[begin : begin + 2 * _TURNS]
        some = some[~_overlaps(some, boxes).any(axis=1) & ~_overlaps(some, marks).any(axis=1)]
        ends = _nearest(some, dot)
        lines = np.column_stack([np.broadcast_to(dot, ends.shape), ends])
        hits = _passes(others, some).sum(axis=0) + _cross(lines, others).sum(axis=1)
        hits = hits + _passes(lines, boxes).sum(axis=1)
        if len(hits) and hits.min() < least:
            least, best = float(hits.min()), np.asarray(some[hits.argmin()])
        if least == 0:
            break
    return best


def _candidates(dot: tuple[float, float], size: tuple[float, float], half: float) -> Floats:
    """Return boxes around a dot, ring by ring; right, above, left and below come first."""
    width, height = size
    turns = np.array(sorted(range(_TURNS), key=lambda t: (t % (_TURNS // 4) != 0, t)))
    ring = np.arange(_RINGS)
    away = np.repeat(half + 0.5 + 0.3 * height * ring * (1 + ring / 15), _TURNS)
    angle = np.tile(2 * math.pi * turns / _TURNS, _RINGS)
    along, up = np.cos(angle).round(12), np.sin(angle).round(12)
    x = dot[0] + along * away + (along - 1) * width / 2
    y = dot[1] + up * away + (up - 1) * height / 2
    return np.column_stack([x, y, x + width, y + height])


def _nearest(boxes: Floats, dots: Floats) -> Floats:
    return np.clip(dots, boxes[:, :2], boxes[:, 2:])


def _overlaps(one: Floats, other: Floats) -> npt.NDArray[np.bool_]:
    """Tell which boxes share more than an edge, (n, m)."""
    low = np.maximum(one[:, None, :2], other[None, :, :2])
    high = np.minimum(one[:, None, 2:], other[None, :, 2:])
    return np.asarray((low < high).all(axis=2))


def _passes(lines: Floats, boxes: Floats) -> npt.NDArray[np.bool_]:
    """Tell which lines pass through which boxes, (lines, boxes) (Liang and Barsky 1984)."""
    start, step = lines[:, None, :2], (lines[:, 2:] - lines[:, :2])[:, None]
    with np.errstate(divide="ignore", invalid="ignore"):
        one, two = (boxes[None, :, :2] - start) / step, (boxes[None, :, 2:] - start) / step
    level = step == 0
    within = (boxes[None, :, :2] < start) & (start < boxes[None, :, 2:])
    low = np.where(level, np.where(within, 0.0, 2.0), np.minimum(one, two)).max(axis=2)
    high = np.where(level, 1.0, np.maximum(one, two)).min(axis=2)
    return np.asarray(np.maximum(low, 0.0) < np.minimum(high, 1.0))


def _cross(one: Floats, other: Floats) -> npt.NDArray[np.bool_]:
    """Tell which lines cross which, (n, m)."""

    def side(lines: Floats, points: Floats) -> Floats:
        along = lines[:, 2:] - lines[:, :2]
        to = points[None] - lines[:, None, :2]
        return np.asarray(np.sign(along[:, None, 0] * to[..., 1] - along[:, None, 1] * to[..., 0]))

    apart = side(one, other[:, :2]) * side(one, other[:, 2:]) < 0
    return np.asarray(apart & (side(other, one[:, :2]) * side(other, one[:, 2:]) < 0).T)


def spread_ascending(xs: Iterable[float], gap: float, low: float, high: float) -> tuple[float, ...]:
    """Move ascending numbers as little as possible so that neighbours are ``gap`` apart.

    Least squares under the gaps: an isotonic regression of ``x[i] - i * gap``, solved by pooling
    adjacent violators, then cut to ``[low, high]``. Leaders of equal mean ranks stay apart.

    Examples
    --------
    >>> spread_ascending([1.0, 5.0, 5.0, 9.0], 1.0, 0.0, 10.0)
    (1.0, 4.5, 5.5, 9.0)
    """
    blocks: list[tuple[float, int]] = []  # sum and number of the values pooled so far
    for i, x in enumerate(xs):
        total, count = x - i * gap, 1
        while blocks and blocks[-1][0] / blocks[-1][1] > total / count:
            pooled = blocks.pop()
            total, count = total + pooled[0], count + pooled[1]
        blocks.append((total, count))
    centres = [total / count for total, count in blocks for _ in range(count)]
    last = high - (len(centres) - 1) * gap
    return tuple(min(max(x, low), last) + i * gap for i, x in enumerate(centres))


def spread(positions: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Move positions apart to at least ``gap``, as little as necessary, in the same order.

    They stay within [low, high] if they fit.

    Examples
    --------
    >>> spread([0.5, 0.5], 0.2, 0.0, 1.0)
    [0.4, 0.6]
    """
    order = sorted(range(len(positions)), key=lambda i: positions[i])
    room = max(high, low + (len(positions) - 1) * gap)  # what does not fit continues beyond the top
    result = [0.0] * len(positions)
    ascending = spread_ascending([positions[i] for i in order], gap, low, room)
    for i, position in zip(order, ascending, strict=True):
        result[i] = round(position, 12)
    return result
