"""A block of trials: every strategy chooses, every choice is scored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pybench.selection import ranking
from pybench.selection.pools import Pools, Rules
from pybench.selection.space import Space
from pybench.selection.strategies import StrategyPlan
from pybench.selection.trials import Results

Doubles = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Method:
    """A strategy on a representation, or on none."""

    plan: StrategyPlan
    representation: str
    space: Space | None = None
    regions: tuple[Ints, ...] = ()

    @property
    def label(self) -> tuple[str, str]:
        """Strategy and representation."""
        return self.plan.name, self.representation


@dataclass(frozen=True, slots=True)
class TrialScorer:
    """Everything a block of trials needs, so that it can be computed anywhere."""

    results: Results
    methods: tuple[Method, ...]
    sizes: tuple[int, ...]
    metrics: tuple[str, ...]
    rules: Rules
    vary: str
    kept: Ints  #: (T, ...) datasets, or models, of each trial

    @property
    def seconds(self) -> float:
        """Rough time of all trials on one core; k-means with its many starts dominates."""
        clustered = sum(method.plan.name == "k-means" for method in self.methods)
        m = len(self.results.datasets) if self.vary == "models" else self.kept.shape[1]
        work = clustered * self.rules.n_init * sum(self.sizes) * m**2
        return len(self.kept) * (5e-10 * work + 1e-3 * len(self.methods))

    def __call__(self, block: tuple[int, int]) -> Doubles:
        """Score trials start to stop: (methods, metrics, trials, sizes)."""
        start, stop = block
        kept, n = self.kept[start:stop], len(self.results.datasets)
        if self.vary == "datasets":
            sums, reference = self.results.sums[None], self.results.reference
            rows = kept
        else:
            sums, reference = self.results.among(kept)
            rows = np.tile(np.arange(n), (len(kept), 1))
        same = bool((rows == rows[0]).all())
        scored = []
        shared: dict[tuple[int, int], dict[str, Doubles]] = {}
        for method in self.methods:
            # With the same datasets in every trial, a deterministic strategy chooses once.
            once = same and method.plan.repeats and method.plan.needs != "results"
            pools = self._pools(method, rows[:1] if once else rows, start, sums, reference, shared)
            chosen = method.plan.run(pools, self.sizes)
            found = _sums(sums, rows, [np.broadcast_to(c, (len(rows), c.shape[1])) for c in chosen])
            scored.append(ranking.scores(found, self.sizes, reference, self.metrics))
        return np.array(scored)

    def _pools(
        self,
        method: Method,
        rows: Ints,
        start: int,
        sums: Ints,
        reference: ranking.Reference,
        shared: dict[tuple[int, int], dict[str, Doubles]],
    ) -> Pools:
        past = goal = None
        if method.plan.needs == "results":
            trial = np.arange(len(rows))[:, None] if len(sums) > 1 else 0
            past = sums[trial, rows] / (2 * self.results.repeats)
            goal = np.broadcast_to(reference.mean_ranks, (len(rows), past.shape[-1]))
        # All strategies of a representation share inner products and distances.
        kept = shared.setdefault((id(method.space), len(rows)), {})
        return Pools(rows, method.space, method.plan.metric, self.rules, start, past, goal,
                     method.regions, kept)  # fmt: skip


def _sums(sums: Ints, rows: Ints, chosen: Sequence[Ints]) -> Ints:
    """Add up the ranks on the datasets chosen: (T, K, M)."""
    at = np.arange(len(rows))[:, None]
    trial = at if len(sums) > 1 else 0
    return np.stack([sums[trial, rows[at, places]].sum(axis=1) for places in chosen], axis=1)
