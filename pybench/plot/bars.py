"""Bars of a critical difference diagram: where leaders run, which bars share a level.

Pure geometry on numbers; positions count classifiers from left to right.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

Span = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Bar:
    """One set of classifiers that are not told apart."""

    members: tuple[int, ...]  #: positions, ascending
    level: int  #: 0 is nearest to the axis

    @property
    def runs(self) -> tuple[tuple[int, int], ...]:
        """First and last position of each unbroken run of neighbours: the solid parts."""
        return runs(self.members)

    @property
    def hops(self) -> tuple[tuple[int, int], ...]:
        """Last member before and first member after each gap: the parts that pass over others."""
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


def spread(xs: Iterable[float], gap: float, low: float, high: float) -> tuple[float, ...]:
    """Move ascending numbers as little as possible so that neighbours are ``gap`` apart.

    Least squares under the gaps: an isotonic regression of ``x[i] - i * gap``, solved by pooling
    adjacent violators, then cut to ``[low, high]``. Leaders of equal mean ranks stay apart.

    Examples
    --------
    >>> spread([1.0, 5.0, 5.0, 9.0], 1.0, 0.0, 10.0)
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


def levels(spans: Sequence[Span], clearance: float) -> tuple[int, ...]:
    """Give each span the lowest level on which it keeps ``clearance`` to the others.

    First fit in order of the starts needs the fewest levels possible: as many as the most spans
    (each longer by the clearance) that share a point.

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
) -> tuple[Bar, ...]:
    """Turn sets of positions into bars on levels; the first level belongs to the better end."""
    members = [tuple(sorted(clique)) for clique in cliques]
    spans = [(xs[clique[0]], xs[clique[-1]]) for clique in members]
    if from_right:
        spans = [(-end, -start) for start, end in spans]
    return tuple(
        Bar(clique, level) for clique, level in zip(members, levels(spans, clearance), strict=True)
    )
