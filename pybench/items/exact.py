"""Tests without a normal distribution: McNemar's exact test, and sign flips of whole clusters."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pybench.base.stream import uniforms

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

#: Most clusters whose 2^m patterns of signs are enumerated.
ENUMERATED = 20
_STREAM = "sign-flip"
_CHUNK = 4_000_000  # random numbers drawn at a time
# A sum that is smaller than the observed one by at most this, relative to all sums, is equal to it.
_ROUNDING = 1e-12


def mcnemar(wins: Integers, losses: Integers) -> Floats:
    """Return p of McNemar's exact test: a two-sided binomial test with the share 1/2.

    Parameters
    ----------
    wins, losses : (m,) int
        Items that only the first method of a pair answers right, and only the second.
    """
    from scipy.special import bdtr

    fewer, count = np.minimum(wins, losses), np.maximum(wins + losses, 1)
    return np.asarray(np.minimum(1.0, 2 * bdtr(fewer.astype(np.float64), count, 0.5)))


def flipped(one: Floats, other: Floats, samples: int, seed: int) -> tuple[Floats, Floats, Integers]:
    """Return p-values of the sign-flip test: a cluster's difference may have either sign.

    Parameters
    ----------
    one, other : (G, m) float
        The sum of the weighted scores of each cluster, for the two methods of m pairs; clusters in
        order of first appearance.
    samples, seed : int
        Patterns of signs that are drawn where more than 2^20 are possible. If all sums that are not
        zero have one size, as for right and wrong answers, the binomial distribution is exact.

    Returns
    -------
    pvalues, least : (m,) float
        p, and the smallest p that these sizes allow.
    informative : (m,) int
        Number of clusters whose sum is not zero.
    """
    sums = one - other
    sums[np.abs(sums) <= _ROUNDING * np.maximum(np.abs(one), np.abs(other))] = 0.0
    edge = _ROUNDING * np.abs(sums).sum(axis=0)
    informative = np.count_nonzero(sums, axis=0)
    observed = np.abs(sums.sum(axis=0)) - edge
    pvalues, least = np.ones(sums.shape[1]), np.ones(sums.shape[1])
    drawn = []
    for pair in range(sums.shape[1]):
        own = sums[sums[:, pair] != 0, pair]
        if len(own) == 0:
            continue
        least[pair] = 2.0 ** (1 - len(own))
        if np.ptp(np.abs(own)) <= edge[pair]:
            wins = np.count_nonzero(own > 0)
            pvalues[pair] = mcnemar(np.array(wins), np.array(len(own) - wins))
        elif len(own) <= ENUMERATED:
            pvalues[pair] = np.mean(np.abs(_all_sums(np.abs(own))) >= observed[pair])
        else:
            drawn.append(pair)
    if drawn:
        reached = _reached(sums[:, drawn], observed[drawn], samples, seed)
        pvalues[drawn] = (1 + reached) / (1 + samples)
        least[drawn] = np.maximum(least[drawn], 1 / (1 + samples))
    return pvalues, least, informative


def _all_sums(sizes: Floats) -> Floats:
    """Return the sums for all patterns of signs but that of the first, which is positive."""
    sums = sizes[:1]
    for size in sizes[1:]:
        sums = np.concatenate([sums + size, sums - size])
    return sums


def _reached(sums: Floats, observed: Floats, samples: int, seed: int) -> Integers:
    """Return how many drawn patterns of signs give a sum at least as large as the observed one.

    Pattern b gives cluster g the sign of u - 1/2, where u is number b G + g of the stream.
    """
    count = len(sums)
    reached = np.zeros(sums.shape[1], np.int64)
    step = max(1, _CHUNK // count)
    for start in range(0, samples, step):
        rows = min(step, samples - start)
        signs = np.where(uniforms(seed, _STREAM, start * count, rows * count) < 0.5, -1.0, 1.0)
        found = np.abs(signs.reshape(rows, count) @ sums)
        reached += np.count_nonzero(found >= observed, axis=0)
    return reached
