"""Sets of comparates: the sets to examine, and the verdicts on every pair in each.

Two facts make all 2^k sets affordable. A rank counts the better methods, so the rank sum of a
method in a set is a sum of one whole number per member: all sets are one matrix product. And a test
of pairs has the same raw p-value in every set, so only its correction is repeated.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from itertools import chain, combinations

import numpy as np
from numpy.typing import NDArray

from pybench.base.errors import ArgumentError
from pybench.base.stream import uniforms
from pybench.comparison.adjust import adjusted
from pybench.comparison.nemenyi import critical_distance, rank_scale
from pybench.comparison.studentized import range_upper_tail

Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

# Sets times pairs held in memory at once.
_BLOCK = 2**21


def sets_of_sizes(k: int, sizes: Iterable[int]) -> Bools:
    """List the sets of k things with the given sizes.

    Returns
    -------
    (M, k) bool
        One row per set, sizes in the order given; within a size in lexicographic order.
    """
    return np.concatenate([_combinations(k, size) for size in sizes])


def _combinations(k: int, size: int) -> Bools:
    count = math.comb(k, size)
    listed = chain.from_iterable(combinations(range(k), size))
    members = np.fromiter(listed, np.int64, count * size).reshape(count, size)
    sets = np.zeros((count, k), bool)
    np.put_along_axis(sets, members, True, axis=1)
    return sets


def drawn_sets(k: int, sizes: tuple[int, ...], count: int, seed: int, name: str) -> Bools:
    """Draw sets of k things, each set of the given sizes being equally likely.

    Returns
    -------
    (count, k) bool
        Smaller sets first, those of one size in the order drawn.
    """
    u = uniforms(seed, name, 0, count * (k + 1)).reshape(count, k + 1)
    weights = np.array([math.comb(k, size) for size in sizes], dtype=float)
    below = np.cumsum(weights) / weights.sum()
    size = np.array(sizes)[np.searchsorted(below[:-1], u[:, 0], side="right")]
    # A set of s members: those with the s smallest numbers.
    place = np.argsort(np.argsort(u[:, 1:], axis=1, kind="stable"), axis=1, kind="stable")
    sets: Bools = place < size[:, None]
    return sets[np.argsort(size, kind="stable")]


def blocks(sets: Bools, pairs: int) -> Iterator[slice]:
    """Cut the sets so that a block times the pairs fits into memory."""
    length = max(1, _BLOCK // max(1, pairs))
    for start in range(0, len(sets), length):
        yield slice(start, start + length)


def doubled_losses(doubled: NDArray[np.int32]) -> Ints:
    """Count, for each ordered pair, twice the datasets where the column is better, ties once.

    Parameters
    ----------
    doubled : (N, k) int
        Twice the ranks.

    Returns
    -------
    (k, k) int
        N on the diagonal, so that twice the rank sums of a set are N + losses @ members.
    """
    n, k = doubled.shape
    losses = np.full((k, k), n, np.int64)
    for i in range(k):
        losses[i] += np.sign(doubled[:, [i]] - doubled).sum(axis=0, dtype=np.int64)
    return losses


def rank_sums(losses: Ints, sets: Bools) -> Floats:
    """Return twice the rank sums that each method has in, or would have with, each set.

    Whole numbers stored as doubles, for fast matrix products.
    """
    return np.asarray(losses[0, 0] + sets.astype(float) @ losses.T.astype(float))


def critical_gap(n: int, k: int, alpha: float) -> int:
    """Return the smallest difference of doubled rank sums whose Nemenyi p is at most ``alpha``."""

    def differs(gap: int) -> bool:
        q = gap / (2 * n) * math.sqrt(2) / rank_scale(n, k)  # as in nemenyi_pvalues
        return float(range_upper_tail(q, k)) <= alpha

    gap = math.ceil(2 * n * critical_distance(n, k, alpha))
    while gap > 1 and differs(gap - 1):
        gap -= 1
    while not differs(gap):
        gap += 1
    return gap


def critical_gaps(n: int, sizes: Ints, alpha: float, known: dict[int, int] | None = None) -> Ints:
    """Return the critical gap of each set, by its size; ``known`` keeps them between calls."""
    known = {} if known is None else known
    for size in np.unique(sizes).tolist():
        if size not in known:
            known[size] = critical_gap(n, size, alpha)
    return np.array([known[size] for size in sizes.tolist()], dtype=np.int64)


def rejects(pvalues: Floats, inside: Bools, adjust: str, alpha: float) -> Bools:
    """Return which pairs of each set differ by a test.

    Parameters
    ----------
    pvalues : (m,) float
        Raw p-values of all pairs.
    inside : (M, m) bool
        Which pairs belong to each set: the family.
    adjust : str
        Correction within a family.
    alpha : float

    Returns
    -------
    (M, m) bool
    """
    count = inside.sum(axis=1)
    if adjust == "none":
        return np.asarray(inside & (pvalues <= alpha))
    if adjust == "bonferroni":
        return np.asarray(inside & (count[:, None] * pvalues <= alpha))
    if adjust == "holm":
        return _holm_rejects(pvalues, inside, count, alpha)
    result = np.zeros_like(inside)
    for size in np.unique(count[count > 0]):
        rows = np.flatnonzero(count == size)
        cells = np.nonzero(inside[rows])[1].reshape(len(rows), size)
        differs = adjusted(pvalues[cells], adjust, alpha) <= alpha
        result[rows[:, None], cells] = differs
    return result


def _holm_rejects(pvalues: Floats, inside: Bools, count: Ints, alpha: float) -> Bools:
    """Reject in ascending order of p until p times the number of hypotheses left exceeds alpha."""
    small = np.flatnonzero(pvalues <= alpha)
    small = small[np.argsort(pvalues[small], kind="stable")]
    member = inside[:, small]
    left = count[:, None] - np.cumsum(member, axis=1) + 1
    fails = member & (left * pvalues[small] > alpha)
    result = np.zeros_like(inside)
    result[:, small] = member & ~np.maximum.accumulate(fails, axis=1)
    return result


def require_affordable(count: int, limit: int, what: str) -> None:
    """Refuse more sets than the caller allows."""
    if count > limit:
        raise ArgumentError(
            f"there are {count} {what}, more than `limit` = {limit}",
            expected=f"at most {limit} {what}",
            found=str(count),
            hint="Choose a smaller `extra` or `size`, or raise `limit`.",
        )
