"""Maximal sets of methods that do not differ significantly."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from pybench.base.errors import ArgumentError

#: A graph of k methods can have 3^(k/3) cliques; a figure with this many bars is unreadable.
LARGEST = 10_000


def cliques(
    names: Sequence[str], mean_ranks: NDArray[np.float64], significant: NDArray[np.bool_]
) -> tuple[tuple[str, ...], ...]:
    """Find the maximal sets of two or more methods without a pair that differs.

    Parameters
    ----------
    names : sequence of k str
    mean_ranks : (k,) float
    significant : (k, k) bool, symmetric
        Whether a pair differs; the diagonal is ignored.

    Returns
    -------
    tuple of tuples of str
        Members by (mean rank, name); sets by their members in that order, best first.

    Raises
    ------
    ArgumentError
        More than 10,000 sets.

    Notes
    -----
    The sets are the maximal cliques of a graph that joins each pair of methods that do not differ
    significantly. They are found by the algorithm of Bron and Kerbosch (1973), with Tomita's pivot.
    With a critical difference, the members of a set are neighbours in mean rank; with other tests,
    they need not be neighbours.
    """
    order = by_rank(names, mean_ranks)
    joined = ~significant[np.ix_(order, order)]
    np.fill_diagonal(joined, False)
    near = [sum(1 << int(i) for i in np.flatnonzero(row)) for row in joined]
    every = _maximal(near, (1 << len(order)) - 1)
    found = sorted(map(tuple, islice(every, LARGEST + 1)))
    if len(found) > LARGEST:
        raise ArgumentError(
            f"more than {LARGEST} sets of methods that do not differ significantly: too many for "
            "bars",
            expected=f"at most {LARGEST} sets",
            found="more",
            hint="Read the table of p-values instead, or compare all methods with one control.",
        )
    return tuple(tuple(names[order[i]] for i in clique) for clique in found if len(clique) > 1)


def by_rank(names: Sequence[str], mean_ranks: NDArray[np.float64]) -> list[int]:
    """Return positions sorted by (mean rank, name): best first, equal ranks by name."""
    return sorted(range(len(names)), key=lambda i: (mean_ranks[i], names[i]))


def _maximal(near: list[int], everyone: int) -> Iterator[list[int]]:
    """Yield the maximal cliques; sets of places are the bits of an integer.

    The search keeps its own stack, which is as deep as the largest clique is large.
    """
    stack = [(0, everyone, 0)]  # a clique, its possible extensions, those that are already known
    while stack:
        chosen, open_, closed = stack.pop()
        if not open_:
            if not closed:
                yield list(_places(chosen))
            continue
        pivot = max(_places(open_ | closed), key=lambda v: (near[v] & open_).bit_count())
        for v in _places(open_ & ~near[pivot]):
            stack.append((chosen | 1 << v, open_ & near[v], closed & near[v]))
            open_ &= ~(1 << v)
            closed |= 1 << v


def _places(bits: int) -> Iterator[int]:
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


def scmamp_bars(
    names: Sequence[str], mean_ranks: NDArray[np.float64], critical_difference: float
) -> tuple[tuple[str, ...], ...]:
    """Return the bars that scmamp's ``plotCD`` draws, as runs of neighbours in mean rank.

    The bar of a method is the longest run to one whose mean rank is strictly larger by strictly
    less than the critical difference; runs inside an earlier run are left out. Unlike `cliques`, it
    draws no bar for methods that all have the same mean rank.
    """
    order = by_rank(names, mean_ranks)
    ranks = mean_ranks[order]
    bars: list[tuple[int, int]] = []
    for start in range(len(order)):
        gaps = ranks - ranks[start]
        ends = np.flatnonzero((gaps > 0) & (gaps < critical_difference))
        if ends.size and not (bars and ends[-1] <= bars[-1][1]):
            bars.append((start, int(ends[-1])))
    return tuple(tuple(names[order[i]] for i in range(a, b + 1)) for a, b in bars)
