"""The exact null distribution of the Friedman statistic, given the ties of the table.

Under the null hypothesis the ranks of each dataset are in random order, independently. The
distribution of the rank sums is built one dataset at a time. Methods are exchangeable, so
only the *sorted* vector of rank sums matters, which keeps the number of states small.
"""

from __future__ import annotations

import itertools

import numpy as np
from numpy.typing import NDArray

from pybench.base.errors import ArgumentError

Ints = NDArray[np.int64]

#: Largest number of datasets for which the exact distribution is offered, by number of methods.
LARGEST = {2: 1000, 3: 100, 4: 20, 5: 8, 6: 5}


def exact_pvalue(doubled: NDArray[np.int32]) -> float:
    """Return P(S >= s) for S, the sum of squared deviations of the rank sums.

    Parameters
    ----------
    doubled : (N, k) int
        Twice the ranks of the table.

    Returns
    -------
    float in (0, 1]

    Raises
    ------
    ArgumentError
        If the table is too large for the exact distribution.
    """
    require_small(*doubled.shape)
    scores = doubled.astype(np.int64) - (doubled.shape[1] + 1)
    return rearranged_tail(scores, int((scores.sum(axis=0) ** 2).sum()))


def rearranged_tail(scores: Ints, observed: int) -> float:
    """Return the probability of column sums at least as spread with rows in random order.

    Parameters
    ----------
    scores : (N, k) int
    observed : int
        Sum of squares of the column sums.
    """
    sums, chances = np.zeros((1, scores.shape[1]), np.int64), np.ones(1)
    # Datasets without ties first: half-integer ranks increase the number of states.
    *rows, last = sorted(scores, key=lambda ranks: len(set(ranks.tolist())), reverse=True)
    for row in rows:
        sums, chances = _add_dataset(sums, chances, row)
    extreme = ((sums[:, None, :] + orders(last)) ** 2).sum(axis=2) >= observed
    return min(1.0, float(chances @ extreme.mean(axis=1)))


def require_small(n: int, k: int) -> None:
    """Refuse a table that is too large for the exact distribution."""
    if n > LARGEST.get(k, 0):
        limits = ", ".join(f"{most} for k = {size}" for size, most in LARGEST.items())
        raise ArgumentError(
            f'`method` "exact" takes at most this many datasets: {limits}; '
            f"the table has {n} datasets and {k} methods",
            expected=limits,
            found=f"{n} datasets and {k} methods",
            hint='Use method = "iman-davenport".',
        )


def _add_dataset(
    sums: Ints, chances: NDArray[np.float64], ranks: Ints
) -> tuple[Ints, NDArray[np.float64]]:
    each = orders(ranks)
    reached = np.sort((sums[:, None, :] + each).reshape(-1, ranks.size), axis=1)
    keys = _keys(reached)
    _, first, state = np.unique(keys, return_index=True, return_inverse=True)
    weights = np.repeat(chances / len(each), len(each))
    return reached[first], np.bincount(state, weights).astype(np.float64)


def orders(ranks: Ints) -> Ints:
    """Return all orders of numbers, each once."""
    return np.array(sorted(set(itertools.permutations(ranks.tolist()))))


def _keys(states: Ints) -> Ints:
    # One integer per state: digits in a base large enough for every possible rank sum.
    offset = int(states.min())
    base = int(states.max()) - offset + 1
    powers = base ** np.arange(states.shape[1], dtype=np.int64)
    return (states - offset) @ powers
