"""Tests of all pairs on many tables that differ in the weights of the datasets."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from pybench.comparison.differences import better_scores, differences, pairs_of
from pybench.comparison.signedrank import exact_pvalues, signed_ranks

if TYPE_CHECKING:
    from pybench.table import ResultsTable

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

#: Up to this many nonzero differences, p is exact in every replicate.
EXACT_ALWAYS = 25
#: Up to this many it is exact in leave-one-out tables, as in `wilcoxon` with method "auto".
EXACT_AUTO = 200
# If the normal p is this many times smaller than Holm's smallest threshold, or larger than the
# level, the exact p is on the same side: beyond `EXACT_ALWAYS` differences it is at most a tenth
# larger, and smaller only in the tail.
_FAR_BELOW, _FAR_ABOVE = 10.0, 4.0
# Below this, the exact p may be many times smaller than the normal one, for any level.
_TAIL = 1e-3


def leave_one_out(n: int) -> Ints:
    """Return the weights of the N tables without one dataset, (N, N) of 0 and 1."""
    return 1 - np.eye(n, dtype=np.int64)


def resampled(n: int, u: Floats) -> Ints:
    """Return how often each dataset is drawn, (B, N), from uniforms (B, N)."""
    drawn = np.minimum(n - 1, np.floor(u * n)).astype(np.int64)
    cells = (np.arange(len(u))[:, None] * n + drawn).ravel()
    return np.bincount(cells, minlength=len(u) * n).reshape(len(u), n)


def signed_rank_pvalues(
    t: ResultsTable, weights: Ints, zero_method: str, alpha: float, *, exact_up_to: int
) -> tuple[Floats, Ints]:
    """Compute two-sided p-values of the signed-rank test for all pairs in each replicate.

    Parameters
    ----------
    t : ResultsTable
    weights : (B, N) int, >= 0
        Weight of each dataset in each replicate.
    zero_method : str
    alpha : float
        The level of Holm's verdicts that the p-values are for.
    exact_up_to : int
        Most nonzero differences for which p is exact, if that may decide a verdict.

    Returns
    -------
    (B, m) float in [0, 1], (B, m) int
        p, and the sign of W+ - W-: 1 if the first is favoured.
    """
    scores = better_scores(t.scores, t.higher_is_better)
    pairs = pairs_of(t.n_classifiers, None)
    pvalues = np.empty((len(weights), len(pairs[0])))
    directions = np.empty(pvalues.shape, np.int64)
    for pair, gaps in enumerate(chain(*(block for _, block in differences(scores, pairs)))):
        pvalues[:, pair], directions[:, pair] = _normal(gaps, weights, zero_method)
        signed = weights @ (gaps != 0)
        open_ = (pvalues[:, pair] > alpha / len(pairs[0]) / _FAR_BELOW) & (
            pvalues[:, pair] < max(alpha * _FAR_ABOVE, _TAIL)
        )
        needed = (signed > 0) & (
            (signed <= min(EXACT_ALWAYS, exact_up_to)) | ((signed <= exact_up_to) & open_)
        )
        for block, gathered in _gathered(gaps, weights, np.flatnonzero(needed)):
            ranks = signed_ranks(gathered, zero_method)
            pvalues[block, pair] = exact_pvalues(ranks, "two-sided")[0]
    return pvalues, directions


def _gathered(gaps: Floats, weights: Ints, rows: Ints) -> Iterator[tuple[Ints, Floats]]:
    """Yield the differences of replicates, grouped by number of datasets."""
    sizes = weights[rows].sum(axis=1)
    for size in np.unique(sizes):
        block = rows[sizes == size]
        datasets = np.tile(np.arange(len(gaps)), len(block))
        chosen = np.repeat(datasets, weights[block].ravel())
        yield block, gaps[chosen].reshape(len(block), size)


def _normal(gaps: Floats, weights: Ints, zero_method: str) -> tuple[Floats, Ints]:
    """Return the two-sided normal p of each replicate, and its direction.

    Ties in size share the average rank.
    """
    from scipy import special

    order = np.argsort(np.abs(gaps), kind="stable")
    ordered, counted = gaps[order], weights[:, order]
    zero = ordered == 0
    zeros = counted[:, zero].sum(axis=1)
    ordered, counted = ordered[~zero], counted[:, ~zero]
    if not len(ordered):
        return np.ones(len(weights)), np.zeros(len(weights), np.int64)
    sizes = np.abs(ordered)
    starts = np.flatnonzero(np.concatenate([[True], sizes[1:] != sizes[:-1]]))
    group = np.add.reduceat(counted, starts, axis=1)
    lead = np.add.reduceat(counted * np.sign(ordered).astype(np.int64), starts, axis=1)
    below = np.cumsum(group, axis=1) - group
    if zero_method != "wilcox":
        below += zeros[:, None]
    doubled = 2 * below + group + 1
    squares = (group * doubled**2).sum(axis=1)
    if zero_method == "zsplit":
        squares += zeros * (zeros + 1) ** 2
    scale = np.sqrt(np.maximum(squares, 1))
    gap = (lead * doubled).sum(axis=1)
    return np.asarray(2 * special.ndtr(-np.abs(gap) / scale)), np.sign(gap)
