"""Maximal sets of methods that do not differ significantly."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from string import ascii_lowercase, ascii_uppercase

import numpy as np
from numpy.typing import NDArray

from pybench.base.errors import ArgumentError

#: A graph of k methods can have 3^(k/3) cliques; a figure with this many bars is unreadable.
LARGEST = 10_000
_LETTERS = ascii_lowercase + ascii_uppercase


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
            f"there are more than {LARGEST} sets of methods that do not differ significantly, too "
            "many for bars",
            expected=f"at most {LARGEST} sets",
            found="more",
            hint="Read the table of p-values instead, or compare all methods with one control.",
        )
    return tuple(tuple(names[order[i]] for i in clique) for clique in found if len(clique) > 1)


def letters(
    names: Sequence[str],
    bars: Sequence[Sequence[str]],
    significant: NDArray[np.bool_],
) -> list[str] | None:
    """Return the letters of each method in a compact letter display.

    Two methods share a letter exactly if they do not differ significantly (Piepho 2004): each set
    of `cliques` has a letter, and so has each method that differs from all others.

    Parameters
    ----------
    names : sequence of k str
        By mean rank, best first; "a" is the letter of the best.
    bars : sequence of sequences of str
        The sets, as `cliques` returns them.
    significant : (k, k) bool, symmetric
        In the order of ``names``; the diagonal is ignored.

    Returns
    -------
    list of str, or None
        None if more than 52 letters would be needed, or if the bars are not those of the verdicts,
        as in scmamp's convention.

    References
    ----------
    Piepho, H.-P. (2004). An algorithm for a letter-based representation of all-pairwise
    comparisons. Journal of Computational and Graphical Statistics 13, 456-466.

    Examples
    --------
    >>> differ = np.array([[False, False, True], [False, False, False], [True, False, False]])
    >>> letters(["x", "y", "z"], [("x", "y"), ("y", "z")], differ)
    ['a', 'ab', 'b']
    """
    place = {name: i for i, name in enumerate(names)}
    covered = {name for bar in bars for name in bar}
    groups = [tuple(place[name] for name in bar) for bar in bars]
    groups = sorted([*groups, *((place[name],) for name in names if name not in covered)])
    if len(groups) > len(_LETTERS):
        return None
    member = np.zeros((len(names), len(groups)), dtype=bool)
    for column, group in enumerate(groups):
        member[list(group), column] = True
    share = (member[:, None, :] & member[None, :, :]).any(axis=2)
    if (share == significant)[~np.eye(len(names), dtype=bool)].any():
        return None
    return ["".join(_LETTERS[i] for i in np.flatnonzero(row)) for row in member]


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
