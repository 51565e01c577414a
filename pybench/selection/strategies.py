"""All strategies by name: the built-in ones and those registered by users."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt
from numpy.typing import NDArray

from pybench.base import check
from pybench.base.errors import ArgumentError
from pybench.base.options import engine_or_default
from pybench.base.text import clipped
from pybench.selection.designs import a_optimal, d_optimal
from pybench.selection.farthest import farthest_first
from pybench.selection.kmeans import k_means
from pybench.selection.medoids import facility_location, k_medoids
from pybench.selection.oracle import oracle
from pybench.selection.pools import Pools, Strategy
from pybench.selection.random import random
from pybench.selection.regional import landscape
from pybench.selection.space import METRICS

Ints = NDArray[np.int64]
Doubles = NDArray[np.float64]
#: A user's strategy: standardised coordinates (m, p), k, seed -> k different rows, in order.
Own = Callable[[Doubles, int, int], npt.ArrayLike]


@dataclass(frozen=True, slots=True)
class StrategyPlan:
    """A strategy, its name and metric, and what it needs."""

    name: str  #: displayed name
    run: Strategy
    metric: str  #: "" where the strategy has none
    needs: str  #: "nothing", "embedding", "results" or "landscape"
    repeats: bool  #: whether the same pool always gets the same choice


BUILT_IN: dict[str, tuple[Strategy, str, bool, bool]] = {
    # what it needs, whether it has a metric, whether it draws at random
    "random": (random, "nothing", False, True),
    "farthest-first": (farthest_first, "embedding", True, False),
    "k-means": (k_means, "embedding", False, True),
    "a-optimal": (a_optimal, "embedding", False, False),
    "d-optimal": (d_optimal, "embedding", False, False),
    "a-optimal-greedy": (partial(a_optimal, swaps=False), "embedding", False, False),
    "d-optimal-greedy": (partial(d_optimal, swaps=False), "embedding", False, False),
    "k-medoids": (k_medoids, "embedding", True, False),
    "facility-location": (facility_location, "embedding", True, False),
    "oracle": (oracle, "results", False, False),
    "landscape": (landscape, "landscape", False, True),
}
_REGISTERED: dict[str, Own] = {}


def names() -> tuple[str, ...]:
    """Return the names of all strategies, registered ones last."""
    return (*BUILT_IN, *_REGISTERED)


def register_strategy(name: str, strategy: Own) -> None:
    """Register a strategy under a name, which `select` and `rank_preservation` then accept.

    Parameters
    ----------
    name : str
        A name that does not contain "/" and that no built-in strategy has.
    strategy : callable
        A function of three arguments. The first is an (m, p) array of float64 with the coordinates
        of the m candidate datasets; its rows are sorted by name, and its columns are standardised
        unless the caller asks otherwise. The second is the number k of datasets to choose. The
        third is a seed, a different integer for each trial and k. The function returns k different
        row numbers from 0 to m - 1, in the order of choice.

    Returns
    -------
    None

    Raises
    ------
    ArgumentError
        A name that is taken or is not a string; an object that is not callable.

    Notes
    -----
    The strategy is known only in this process and in pybench's worker processes, not in R.

    Examples
    --------
    >>> import pybench as pb
    >>> pb.register_strategy("shortest", lambda x, k, seed: (x**2).sum(axis=1).argsort()[:k])
    """
    if not isinstance(name, str) or not name or "/" in name or name in BUILT_IN:
        raise ArgumentError(
            "`name` must be a string without '/' that is not the name of a built-in strategy, not "
            f"{name!r}",
            expected="a free name",
            found=repr(name),
        )
    if not callable(strategy):
        raise ArgumentError(
            f"`strategy` must be callable, not {clipped(repr(strategy))}",
            expected="a function (x, k, seed) -> rows",
            found=type(strategy).__name__,
        )
    _REGISTERED[name] = strategy


def plan(strategy: str | Own, metric: str) -> StrategyPlan:
    """Find a strategy by its name, as "farthest-first" or "farthest-first/euclidean".

    Parameters
    ----------
    strategy : str or callable
    metric : str
        For a name without a metric.
    """
    if callable(strategy):
        label = getattr(strategy, "__name__", "own").strip("<>")
        return StrategyPlan(label, _Own(strategy), "", "embedding", False)
    name, slash, own = strategy.partition("/") if isinstance(strategy, str) else (strategy, "", "")
    check.choice("strategy", name, names())
    if name in _REGISTERED:
        return StrategyPlan(name, _Own(_REGISTERED[name]), "", "embedding", False)
    run, needs, measured, draws = BUILT_IN[name]
    if slash and not measured:
        raise ArgumentError(
            f"`strategy` must be '{name}', not {strategy!r}: this strategy uses no metric",
            expected=name,
            found=strategy,
        )
    chosen = check.choice("metric", own if slash else metric, METRICS)
    if not measured:
        return StrategyPlan(name, run, "", needs, not draws)
    return StrategyPlan(f"{name}/{chosen}", run, chosen, needs, not draws)


def several(strategies: Any) -> list[str | Own]:
    """Return strategies as a list; a single one becomes a list of one."""
    alone = callable(strategies)
    return [strategies] if alone else check.listed("strategies", strategies, "strategies")


def engine_for(strategies: Any, engine: str | None) -> str:
    """Return the engine asked for; R cannot run Python functions, registered or not."""
    chosen = engine_or_default(engine)
    own = any(
        callable(one) or (isinstance(one, str) and one in _REGISTERED)
        for one in several(strategies)
    )
    if chosen != "python" and own:
        raise ArgumentError(
            f'`engine` "{chosen}" accepts only built-in strategies: R cannot call functions of '
            "Python",
            expected="names of built-in strategies",
            found="a function",
            hint='Use engine="python".',
        )
    return chosen


@dataclass(frozen=True, slots=True)
class _Own:
    """A user's strategy, called pool by pool."""

    function: Own

    def __call__(self, pools: Pools, sizes: Sequence[int]) -> list[Ints]:
        assert pools.space is not None
        points = [pools.space.coordinates(rows) for rows in pools.rows]
        return [
            np.array([self._ask(pools, i, x, size) for i, x in enumerate(points)]) for size in sizes
        ]

    def _ask(self, pools: Pools, place: int, x: Doubles, size: int) -> Ints:
        from pybench.base.stream import integer

        seed = integer(pools.rules.seed, "own selection", pools.first + place, size)
        rows = np.asarray(self.function(x.copy(), size, seed))
        good = rows.shape == (size,) and rows.dtype.kind in "iu"
        if not good or len(set(rows.tolist())) < size or rows.min() < 0 or rows.max() >= len(x):
            raise ArgumentError(
                f"`strategy` must return {size} different rows from 0 to {len(x) - 1}, not "
                f"{clipped(repr(rows.tolist()))}",
                expected=f"{size} different rows",
                found=str(rows.shape),
            )
        return rows.astype(np.int64)
