"""The weights of the Bayesian signed-rank test: sums of two differences against the rope."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Side:
    """How to add the weights of the first ``counts[i]`` sums of each row i of a staircase.

    Sums are symmetric: sum j is inside row i if sum i is inside row j. So the first m rows, where
    m is the largest number with counts[m - 1] >= m, hold a square of m x m sums and, once more,
    the sums of the rows below the square. The weight is that of the square and twice that of the
    rows below it, or twice that of the first m rows less that of the square.
    """

    square: int  #: m
    rows: slice  #: the first m rows or those below the square
    counts: Ints  #: of these rows
    sign: int  #: 1 if the square is added, -1 if it is subtracted

    @property
    def reach(self) -> int:
        """Up to where cumulative weights are needed."""
        return int(self.counts.max(initial=self.square))

    @staticmethod
    def ways(counts: Ints) -> tuple[Side, Side]:
        """Return both ways."""
        square = int(np.count_nonzero(counts > np.arange(counts.size)))
        first, below = slice(0, square), slice(square, int(np.count_nonzero(counts)))
        return Side(square, first, counts[first], -1), Side(square, below, counts[below], 1)


@dataclass(frozen=True, slots=True)
class Staircase:
    """The sums of two differences that are below, within and above the rope.

    With the differences in ascending order, the pairs below the rope come first in each row, those
    above it last.
    """

    order: Ints  #: (n + 1,) positions of the sorted differences, 0 is the pseudo-observation
    below: Ints  #: (n + 1,) number of sums below -2r in each sorted row
    upto: Ints  #: (n + 1,) number of sums up to 2r
    ordered: Floats  #: (n + 1,) the sorted differences
    edge: float  #: 2r
    sides: tuple[Side, ...]  #: how to add the weights of the sums counted by `below` and `upto`

    def means(self, prior: float) -> Floats:
        """Return the posterior means of the three weights: better, equal, worse.

        For weights w with the distribution Dirichlet(a), where A is the sum of the parameters a, E
        w_i w_j = a_i (a_j + [i = j]) / (A (A + 1)), and [i = j] is 1 if i = j and 0 otherwise.
        """
        alpha = np.where(self.order == 0, prior, 1.0)
        cumulative = np.concatenate([[0.0], np.cumsum(alpha)])
        place = np.arange(alpha.size)
        total = cumulative[-1]
        below, upto = (
            float(alpha @ (cumulative[stairs] + (place < stairs)))
            for stairs in (self.below, self.upto)
        )
        everything = total * (total + 1.0)
        return np.asarray(np.array([everything - upto, upto - below, below]) / everything)

    def on_the_edge(self, slack: float) -> bool:
        """Return whether a rope wider by ``slack``, rounding noise, would contain more sums."""
        wider = self.edge + slack
        below = _count_sums(self.ordered, -wider, strictly=True)
        upto = _count_sums(self.ordered, wider, strictly=False)
        return not (np.array_equal(below, self.below) and np.array_equal(upto, self.upto))


def staircase(differences: Floats, rope: float) -> Staircase:
    """Sort the differences with the pseudo-observation 0 and count sums against the rope."""
    z = np.concatenate([[0.0], differences])
    order = np.argsort(z, kind="stable")
    ordered, edge = z[order], 2.0 * rope
    below = _count_sums(ordered, -edge, strictly=True)
    upto = _count_sums(ordered, edge, strictly=False)
    return Staircase(order, below, upto, ordered, edge, _cheapest(below, upto))


def _count_sums(ordered: Floats, edge: float, *, strictly: bool) -> Ints:
    """Count for each number how many numbers have a sum below (or up to) ``edge`` with it.

    By bisection on the rounded sums themselves, which ascend with the numbers.
    """
    low = np.zeros(ordered.size, np.intp)
    high = np.full(ordered.size, ordered.size, np.intp)
    while (low < high).any():
        middle = (low + high) // 2
        sums = ordered + ordered[np.minimum(middle, ordered.size - 1)]
        inside = (sums < edge if strictly else sums <= edge) & (low < high)
        low = np.where(inside, middle + 1, low)
        high = np.where(inside, high, np.minimum(high, middle))
    return low


def _cheapest(*counts: Ints) -> tuple[Side, ...]:
    """Choose for each side the way so that all together add the fewest rows."""
    ways = product(*map(Side.ways, counts))
    return min(ways, key=lambda all_: max(s.reach for s in all_) + sum(s.counts.size for s in all_))


class Room:
    """Work arrays for a block of draws, which its pairs use one after another."""

    def __init__(self, rows: int, draws: int) -> None:
        self.own, self.taken = np.empty((2, rows, draws))
        self.sums = np.zeros((rows + 1, draws))
        self.each_sum = list(self.sums)

    def enter(self, weights: Floats) -> None:
        """Take the weights of a block of draws, (n + 1, draws)."""
        self.weights, self.each_weight = weights, list(weights)
        self.all_sums = weights.sum(axis=0) ** 2

    def thetas(self, stairs: Staircase) -> tuple[Floats, Floats, Floats]:
        """Return the weights of better, equal, worse, (draws,) each, times (sum of weights)^2."""
        sums, weights = self.each_sum, self.each_weight
        reach = max(side.reach for side in stairs.sides)
        for row, place in enumerate(stairs.order[:reach].tolist()):
            np.add(sums[row], weights[place], sums[row + 1])
        below, upto = (self._inside(stairs.order, side) for side in stairs.sides)
        return np.maximum(self.all_sums - upto, 0.0), np.maximum(upto - below, 0.0), below

    def _inside(self, order: Ints, side: Side) -> Floats:
        """Return the weight of the sums of one side, (draws,)."""
        size = side.counts.size
        own = np.take(self.weights, order[side.rows], axis=0, out=self.own[:size], mode="clip")
        taken = np.take(self.sums, side.counts, axis=0, out=self.taken[:size], mode="clip")
        square = side.sign * self.sums[side.square] ** 2
        return np.asarray(2.0 * np.einsum("id,id->d", own, taken) + square)


class Rooms(threading.local):
    """Work arrays per thread: new memory for each block would cost as much as the sums."""

    room: Room | None = None

    def of(self, weights: Floats) -> Room:
        """Return this thread's work arrays, which hold the weights."""
        if self.room is None or self.room.own.shape != weights.shape:
            self.room = Room(*weights.shape)
        self.room.enter(weights)
        return self.room


def signed_rank_thetas(weights: Floats, stairs: Staircase) -> Floats:
    """Return theta of better, equal, worse in each draw, (3, draws), columns sum to 1."""
    thetas = np.stack(Rooms().of(weights).thetas(stairs))
    return np.asarray(thetas / thetas.sum(axis=0))
