"""How well the ranking on a few datasets keeps the ranking on all: the metrics.

Mean ranks are stored as sums of doubled ranks over datasets and repeats, which are whole numbers,
so that ties are exact. If models tie, every metric takes the mean over all orders of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pybench.comparison.ranks import doubled_ranks

Doubles = NDArray[np.float64]
Ints = NDArray[np.int64]

METRICS = ("mae", "spearman", "kendall", "ndcg5", "mrr", "mrr_reversed")
#: Metrics for which lower is better.
LESS = ("mae",)
_TOP = 5


@dataclass(frozen=True, slots=True)
class Reference:
    """The ranking to be kept, for one or for T sets of models."""

    sums: Ints  #: (T, M) doubled ranks summed over all datasets and repeats
    datasets: int  #: number of datasets
    repeats: int  #: number of repeats

    @property
    def mean_ranks(self) -> Doubles:
        """Mean ranks, (T, M) in [1, M]."""
        return np.asarray(self.sums / (2 * self.datasets * self.repeats))


def scores(
    sums: Ints, sizes: Sequence[int], reference: Reference, metrics: Sequence[str]
) -> Doubles:
    """Score subsets by each metric.

    Parameters
    ----------
    sums : (T, K, M) int
        Twice the ranks, summed over the datasets of a subset and over the repeats, for T trials, K
        sizes and M methods.
    sizes : (K,) int
    reference : Reference
        For T trials, or one for all trials.
    metrics : sequence of str

    Returns
    -------
    (metrics, T, K) float
    """
    known = {
        "mae": lambda: _mean_error(sums, sizes, reference),
        "spearman": lambda: _spearman(sums, reference.sums),
        "kendall": lambda: _kendall(sums, reference.sums),
        "ndcg5": lambda: _ndcg(sums, reference),
        "mrr": lambda: _reciprocal(sums, reference.sums),
        "mrr_reversed": lambda: _reciprocal(-sums, -reference.sums),
    }
    return np.stack([known[metric]() for metric in metrics])


def _mean_error(sums: Ints, sizes: Sequence[int], reference: Reference) -> Doubles:
    """Return the mean absolute difference of mean ranks, which are not ranked again."""
    parts = 2 * reference.repeats * np.asarray(sizes)
    means = sums / parts[:, None]
    return np.asarray(np.abs(means - reference.mean_ranks[:, None]).mean(axis=-1))


def _doubled(sums: Ints) -> Ints:
    # Sums stay far below 2^53, so they are exact as doubles.
    return doubled_ranks(sums.astype(np.float64), False).astype(np.int64)


def _spearman(sums: Ints, reference: Ints) -> Doubles:
    """Return Spearman's correlation; 0 if all ranks of a ranking are tied."""
    m = sums.shape[-1]
    ours = _doubled(sums) - (m + 1)
    theirs = _doubled(reference)[:, None] - (m + 1)
    room = np.sqrt((ours**2).sum(axis=-1).astype(float) * (theirs**2).sum(axis=-1))
    return np.where(room > 0, (ours * theirs).sum(axis=-1) / np.where(room > 0, room, 1.0), 0.0)


def _kendall(sums: Ints, reference: Ints) -> Doubles:
    """Return Kendall's tau-b; 0 if all ranks of a ranking are tied."""
    m = sums.shape[-1]
    lead = np.zeros(sums.shape[:-1], np.int64)
    apart = np.zeros(sums.shape[:-1], np.int64)
    theirs = np.zeros(len(reference), np.int64)
    for i in range(m - 1):
        ours = sums[..., i + 1 :] - sums[..., i : i + 1]
        sign = np.sign(reference[:, i + 1 :] - reference[:, i : i + 1])
        signs = (ours > 0).astype(np.int8) - (ours < 0)
        lead += (signs * sign.astype(np.int8)[:, None]).sum(axis=-1)
        apart += np.count_nonzero(signs, axis=-1)
        theirs += np.count_nonzero(sign, axis=-1)
    room = np.sqrt(apart.astype(float) * theirs[:, None])
    return np.where(room > 0, lead / np.where(room > 0, room, 1.0), 0.0)


def _places(sums: Ints) -> tuple[Ints, Ints]:
    """Return the first and the last place, from 1, that each model may have among its ties."""
    ordered = np.sort(sums, axis=-1)
    doubled = _doubled(sums)
    first = np.empty_like(sums)
    changes = np.concatenate(
        [np.ones((*sums.shape[:-1], 1), bool), ordered[..., 1:] != ordered[..., :-1]], axis=-1
    )
    place = np.arange(1, sums.shape[-1] + 1)
    opened = np.maximum.accumulate(np.where(changes, place, 0), axis=-1)
    np.put_along_axis(first, np.argsort(sums, axis=-1), opened, axis=-1)
    return first, doubled - first


def _mean_over(values: Doubles, first: Ints, last: Ints) -> Doubles:
    """Return the mean of the values of the places from first to last."""
    sums = np.concatenate([[0.0], np.cumsum(values)])
    return np.asarray((sums[last] - sums[first - 1]) / (last - first + 1))


def _ndcg(sums: Ints, reference: Reference) -> Doubles:
    """Return NDCG at 5: gains M + 1 - reference rank, discounts 1 / log2(1 + place)."""
    m = sums.shape[-1]
    place = np.arange(1, m + 1)
    worth = np.where(place <= _TOP, 1 / np.log2(1.0 + place), 0.0)
    gains = m + 1 - reference.mean_ranks
    ideal = -np.sort(-gains, axis=-1) @ worth
    got = (_mean_over(worth, *_places(sums)) * gains[:, None]).sum(axis=-1)
    return np.asarray(got / ideal[:, None])


def _reciprocal(sums: Ints, reference: Ints) -> Doubles:
    """Return 1 / place of the reference's best model; the mean over models tied for best."""
    worth = 1 / np.arange(1.0, sums.shape[-1] + 1)
    best = reference == reference.min(axis=-1, keepdims=True)
    each = _mean_over(worth, *_places(sums))
    return np.asarray((each * best[:, None]).sum(axis=-1) / best.sum(axis=-1)[:, None])
