"""Corrections that use the logic of pairs: if A = B and B = C, then A = C.

The hypotheses that can be true together form a partition of the methods: those of one group are
equal. p-values of all pairs are in the order (1, 2), (1, 3), ..., (k - 1, k).
"""

from __future__ import annotations

import math
from functools import cache

import numpy as np
from numpy.typing import NDArray

from pybench.base.errors import ArgumentError

Floats = NDArray[np.float64]
Positions = NDArray[np.intp]

#: Bergmann and Hommel's test visits every partition: 21,147 for 9 methods, 115,975 for 10.
MOST_FOR_BERGMANN = 9
_BLOCK = 2**22  # numbers held in memory at once


def classifiers_of(pairs: int, method: str) -> int:
    """Return how many methods have this many pairs."""
    k = (1 + math.isqrt(1 + 8 * pairs)) // 2
    if k * (k - 1) // 2 == pairs:
        return k
    raise ArgumentError(
        f'`method` "{method}" needs the p-values of all pairs, not {pairs} p-values',
        expected="k(k - 1)/2 p-values",
        found=str(pairs),
        hint='Use "holm", which applies to any family of tests.',
    )


def shaffer(pvalues: Floats) -> Floats:
    """Adjust by Shaffer's static procedure.

    Parameters
    ----------
    pvalues : (..., k(k - 1)/2) float in [0, 1]
        In any order.

    Returns
    -------
    (..., k(k - 1)/2) float, not capped
        The j-th smallest times the largest number of hypotheses that can still be true, made
        monotone.

    Notes
    -----
    Shaffer (1986), *Modified sequentially rejective multiple test procedures*, JASA 81.
    """
    m = pvalues.shape[-1]
    order = np.argsort(pvalues, axis=-1)
    ascending = np.take_along_axis(pvalues, order, axis=-1)
    stepped = np.maximum.accumulate(ascending * shaffer_factors(m), axis=-1)
    result = np.empty_like(stepped)
    np.put_along_axis(result, order, stepped, axis=-1)
    return result


@cache
def shaffer_factors(m: int) -> Floats:
    """Return t_j, the largest possible number of true hypotheses of at most m - j + 1; (m,)."""
    possible = numbers_of_true(classifiers_of(m, "shaffer"))
    left = np.arange(m, 0, -1)
    factors = possible[np.searchsorted(possible, left, side="right") - 1].astype(np.float64)
    factors = np.maximum(factors, 1.0)  # the last one has factor 1
    factors.flags.writeable = False
    return factors


@cache
def numbers_of_true(k: int) -> Positions:
    """Return the possible numbers of true hypotheses about the pairs of k methods, ascending.

    Notes
    -----
    One group of j methods has j(j - 1)/2 true pairs, the others are a partition of k - j:
    S(k) = union over j of {j(j - 1)/2 + s : s in S(k - j)}. Sets are bits of an integer.
    """
    sets = [1]
    for size in range(1, k + 1):
        union = 0
        for group in range(1, size + 1):
            union |= sets[size - group] << (group * (group - 1) // 2)
        sets.append(union)
    return np.array([bit for bit in range(sets[k].bit_length()) if sets[k] >> bit & 1])


def bergmann(pvalues: Floats) -> Floats:
    """Adjust by Bergmann and Hommel's procedure.

    Parameters
    ----------
    pvalues : (..., k(k - 1)/2) float in [0, 1]
        In the order given in the module's docstring; k <= 9.

    Returns
    -------
    (..., k(k - 1)/2) float, not capped
        The largest |I| min(p of I) over the exhaustive sets I that contain the pair.

    Raises
    ------
    ArgumentError
        More than 9 methods.

    Notes
    -----
    An exhaustive set is all that is true under one partition. Bergmann and Hommel (1988),
    *Improvements of general multiple test procedures for redundant systems of hypotheses*.
    """
    members, starts, containing = exhaustive_sets(classifiers_of(pvalues.shape[-1], "bergmann"))
    families = pvalues.reshape(-1, pvalues.shape[-1])
    result = np.empty_like(families)
    sizes = np.diff(starts, append=members.size)
    length = max(1, _BLOCK // members.size)
    for first in range(0, len(families), length):
        block = families[first : first + length]
        smallest = np.minimum.reduceat(block[:, members], starts, axis=-1)
        result[first : first + length] = (smallest * sizes)[:, containing].max(axis=-1)
    return result.reshape(pvalues.shape)


@cache
def exhaustive_sets(k: int) -> tuple[Positions, Positions, Positions]:
    """List the exhaustive sets of pairs of k methods, without the empty one.

    Returns
    -------
    members : (total,) int
        Pairs of the first set, of the second, ...
    starts : (sets,) int
        Where each set starts in ``members``.
    containing : (pairs, sets that contain one pair) int
        For each pair the sets that contain it; by symmetry their number is the same for all.
    """
    if k > MOST_FOR_BERGMANN:
        raise ArgumentError(
            f'`adjust` = "bergmann" is for at most {MOST_FOR_BERGMANN} methods, not {k}: '
            "it examines every partition of the methods",
            expected=f"at most {MOST_FOR_BERGMANN} methods",
            found=str(k),
            hint='Use "shaffer", which uses the same logic and takes any number of methods.',
        )
    labels = partitions(k)
    first, second = np.triu_indices(k, 1)
    together = labels[:, first] == labels[:, second]
    together = together[together.any(axis=1)]
    _, members = np.nonzero(together)
    sizes = together.sum(axis=1)
    starts = np.cumsum(sizes) - sizes
    _, sets = np.nonzero(together.T)
    return members, starts, sets.reshape(first.size, -1)


def partitions(k: int) -> NDArray[np.int8]:
    """Return every partition of k things, one per row: the group of each thing.

    Groups are numbered as they appear, so each partition occurs once.
    """
    labels = np.zeros((1, 1), np.int8)
    for _ in range(1, k):
        groups = labels.max(axis=1) + 2  # an existing group, or a new one
        rows = np.repeat(np.arange(len(labels)), groups)
        begin = np.cumsum(groups) - groups
        new = np.arange(len(rows)) - begin[rows]
        labels = np.column_stack([labels[rows], new.astype(np.int8)])
    return labels
