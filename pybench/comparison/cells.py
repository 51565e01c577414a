"""The numbers in the cells of a matrix: exact, and each from its own two classifiers alone."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pybench.comparison.comparates import exact_mean

Floats = NDArray[np.float64]


def cell_pairs(
    rows: Sequence[int], columns: Sequence[int]
) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]]:
    """List the different pairs of a matrix.

    Parameters
    ----------
    rows, columns : sequences of int
        Places in the table, r and c of them.

    Returns
    -------
    first, second : (p,) int
        The pairs, first < second, each once.
    of : (r, c) int
        Which pair a cell shows; -1 where row and column are the same.
    """
    row, column = np.meshgrid(rows, columns, indexing="ij")
    low, high = np.minimum(row, column), np.maximum(row, column)
    apart = low != high
    pairs, place = np.unique(
        np.column_stack([low[apart], high[apart]]), axis=0, return_inverse=True
    )
    of = np.full(row.shape, -1)
    of[apart] = place.ravel()
    return pairs[:, 0], pairs[:, 1], of


def mean_differences(scores: Floats, first: NDArray[np.intp], second: NDArray[np.intp]) -> Floats:
    """Return the mean over datasets of first - second for each pair, rounded once, (p,)."""
    n = len(scores)
    both = np.concatenate([scores, -scores]).T.copy()  # (k, 2N): own scores, then negated
    values = (
        exact_mean(np.concatenate([both[i, :n], both[j, n:]]), n)
        for i, j in zip(first, second, strict=True)
    )
    return np.fromiter(values, float, len(first))


def counted_wins(
    scores: Floats,
    rows: Sequence[int],
    columns: Sequence[int],
    higher_is_better: bool,
    tolerance: float = 0.0,
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Count the datasets on which the row is better, and on which the column is, both (r, c).

    By more than ``tolerance``.
    """
    upward = scores if higher_is_better else -scores
    right = upward[:, list(columns)]
    with np.errstate(over="ignore"):  # a gap beyond the largest double is Inf: no draw
        gaps = [upward[:, [i]] - right for i in rows]
    wins, losses = ([(sign * gap > tolerance).sum(axis=0) for gap in gaps] for sign in (1.0, -1.0))
    return np.array(wins), np.array(losses)


def signed_differences(scores: Floats, rows: Sequence[int], columns: Sequence[int]) -> Floats:
    """Return the mean over datasets of row - column, (r, c); rounded once, antisymmetric."""
    first, second, of = cell_pairs(rows, columns)
    values = np.append(mean_differences(scores, first, second), 0.0)[of]  # -1: own cells
    swapped = np.greater.outer(np.asarray(rows), np.asarray(columns))
    return np.where(swapped, -values, values) + 0.0
