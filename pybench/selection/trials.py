"""The trials of the protocol: the datasets or models available in each, and their ranks."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pybench.base.errors import ArgumentError
from pybench.base.stream import draw
from pybench.comparison.ranks import doubled_ranks
from pybench.selection.ranking import Reference
from pybench.table import ResultsTable

Ints = NDArray[np.int64]

VARY = ("datasets", "models")
# Scores ranked at once.
_BLOCK = 2**20
# Up to this many repeats per dataset, sums of ranks are exact as doubles.
_MOST = 2**24


@dataclass(frozen=True, slots=True)
class Results:
    """A table, datasets sorted by name, ranked once within each repeat of each dataset.

    All datasets have the same weight. If their numbers of repeats differ, the repeats of each
    dataset are replicated up to a common number.
    """

    datasets: tuple[str, ...]  #: (n,) sorted
    sums: Ints  #: (n, M) doubled ranks summed over repeats
    beaten: Ints | None  #: (n, M, M) 2 where the column beats the row, 1 a tie, summed over repeats
    repeats: int  #: common number of repeats: the least common multiple of those of the datasets
    ranked: int  #: most repeats of a dataset

    @property
    def reference(self) -> Reference:
        """The ranking of all models on all datasets."""
        return Reference(self.sums.sum(axis=0)[None], len(self.sums), self.repeats)

    def among(self, models: Ints) -> tuple[Ints, Reference]:
        """Rank again among some models of each trial: (T, M') -> (T, n, M') sums."""
        assert self.beaten is not None
        sums = np.stack([self.beaten[:, kept[:, None], kept].sum(axis=2) for kept in models])
        # A model ties with itself, which counts 1 of the 2 that every doubled rank begins with.
        sums += self.repeats
        return sums, Reference(sums.sum(axis=1), len(self.sums), self.repeats)


def ranked(t: ResultsTable, pairs: bool) -> Results:
    """Rank a table within each repeat; with ``pairs`` also record which model beats which.

    Raises
    ------
    ArgumentError
        Numbers of repeats without a usable common multiple.
    """
    order = sorted(range(t.n_datasets), key=t.datasets.__getitem__)
    folds = _folds(t, order)
    counts = [len(scores) for scores in folds]
    repeats = math.lcm(*counts)
    if repeats > _MOST:
        found = ", ".join(map(str, sorted(set(counts))))
        raise ArgumentError(
            "the datasets have too many different numbers of repeats to rank within repeats: "
            f"{found}",
            expected=f"numbers of repeats with a common multiple up to {_MOST}",
            found=found,
            hint='Read the table with repeats = "mean", which averages over repeats.',
        )
    n, models = len(folds), t.n_classifiers
    sums = np.empty((n, models), np.int64)
    beaten = np.empty((n, models, models), np.int64) if pairs else None
    for dataset, scores in enumerate(folds):
        times = repeats // len(scores)
        sums[dataset] = times * doubled_ranks(scores, t.higher_is_better).sum(axis=0)
        if beaten is not None:
            beaten[dataset] = times * _beaten(scores, t.higher_is_better)
    return Results(tuple(t.datasets[i] for i in order), sums, beaten, repeats, max(counts))


def _folds(t: ResultsTable, order: list[int]) -> list[NDArray[np.float64]]:
    """Return the repeats that all models of each dataset have, (R, M); its means if none."""
    found = [t.scores[dataset][None] for dataset in order]
    if t.by_repeat is not None:
        for place, dataset in enumerate(order):
            folds = t.by_repeat[dataset].T
            folds = np.ascontiguousarray(folds[(folds == folds).all(axis=1)])
            if len(folds):
                found[place] = folds
    return found


def _beaten(folds: NDArray[np.float64], higher_is_better: bool) -> Ints:
    upward = folds if higher_is_better else -folds
    counts = np.zeros((upward.shape[1],) * 2, np.int64)
    length = max(1, _BLOCK // upward.shape[1] ** 2)
    for start in range(0, len(upward), length):
        ours = upward[start : start + length]
        better = ours[:, None, :] > ours[:, :, None]
        counts += 2 * better.sum(axis=0) + (ours[:, None, :] == ours[:, :, None]).sum(axis=0)
    return counts


def share(count: int, fraction: float) -> int:
    """Return a fraction of a count as a whole number, rounded down."""
    return math.floor(count * fraction + 1e-9)  # 0.29 * 100 is 28.999...


def drawn(count: int, fraction: float, trials: int, seed: int, what: str) -> Ints:
    """Draw the pool of each trial, ascending: (trials, floor(fraction * count))."""
    size = share(count, fraction)
    if size < 2:
        raise ArgumentError(
            f"`pool` must leave 2 {what} or more in each trial, not {size} of {count}",
            expected="a fraction that leaves two or more",
            found=f"{fraction:g}",
        )
    return np.sort(draw(count, size, trials, seed, f"selection pool of {what}"), axis=1)


def check_sizes(largest: int, listed: tuple[int, ...], part: bool = False) -> None:
    """Refuse sizes above that of a pool; a `part` is what the argument `pool` leaves."""
    if listed[-1] > largest:
        raise ArgumentError(
            f"`sizes` must be at most {largest}, the number of datasets in each trial, "
            f"not {listed[-1]}",
            expected=f"at most {largest}",
            found=str(listed[-1]),
            hint=f"Give sizes up to {largest}" + (", or raise `pool`." if part else "."),
        )
