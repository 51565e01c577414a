"""The input of a strategy: T pools of m datasets each, all at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from pybench.base import check
from pybench.selection.space import Space, distances

Doubles = NDArray[np.float64]
Ints = NDArray[np.int64]

STARTS = ("mean", "distance")


@dataclass(frozen=True, slots=True)
class Rules:
    """Options of the strategies, checked."""

    start: str  #: of farthest-first: "mean" or "distance"
    ridge: float  #: of A- and D-optimality, > 0
    n_init: int  #: starts of k-means
    seed: int


def check_rules(start: object, ridge: object, n_init: object, seed: object) -> Rules:
    """Check the options of the strategies."""
    return Rules(
        check.choice("start", start, STARTS),
        check.number("ridge", ridge, "a number > 0", 0.0, float("inf")),
        check.count("n_init", n_init, 1),
        check.seed(seed),
    )


@dataclass(frozen=True, slots=True)
class Pools:
    """T pools of m datasets. A strategy returns places within them, 0 to m - 1."""

    rows: Ints  #: (T, m) rows of the space, ascending
    space: Space | None  #: positions of the datasets; None for strategies that do not need them
    metric: str  #: of `apart`
    rules: Rules
    first: int  #: number of the first trial, which determines the random draws
    past: Doubles | None = None  #: (T, m, M) mean ranks of the models, for the oracle
    goal: Doubles | None = None  #: (T, M) the ranking to be kept
    regions: tuple[Ints, ...] = ()  #: rows of each region, for the landscape
    _kept: dict[str, Doubles] = field(default_factory=dict)  #: computed values; may be shared

    @property
    def count(self) -> int:
        """Number of pools, T."""
        return len(self.rows)

    @property
    def size(self) -> int:
        """Number of datasets in each, m."""
        return int(self.rows.shape[1])

    @property
    def grams(self) -> Doubles:
        """Inner products, (T, m, m)."""
        if "grams" not in self._kept:
            assert self.space is not None
            self._kept["grams"] = self.space.grams(self.rows)
            self._kept["grams"].flags.writeable = False
        return self._kept["grams"]

    @property
    def apart(self) -> Doubles:
        """Distances in the metric, (T, m, m)."""
        if self.metric not in self._kept:
            self._kept[self.metric] = distances(self.grams, self.metric)
            self._kept[self.metric].flags.writeable = False
        return self._kept[self.metric]


#: A strategy: pools and ascending sizes -> for each size k the chosen places, (T, k), in order.
Strategy = Callable[[Pools, Sequence[int]], list[Ints]]


def prefixes(order: Ints, sizes: Sequence[int]) -> list[Ints]:
    """Return the first k of one order for each size: the result of a nested strategy."""
    return [order[:, :size] for size in sizes]
