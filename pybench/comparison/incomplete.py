"""Missing scores: the datasets on which both methods of a pair have a score."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    import pandas as pd

    from pybench.table import ResultsTable

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


def common_counts(scores: Floats) -> Ints:
    """Return the number of datasets on which both methods of each pair have a score, (k, k)."""
    present = (scores == scores).astype(np.float64)
    return np.asarray((present.T @ present).astype(np.int64))


def balanced(scores: Floats) -> bool:
    """Return whether the blocks are balanced: Durbin's test then applies.

    Every dataset has equally many scores, and every two methods share equally many datasets.
    """
    sizes = (scores == scores).sum(axis=1)
    counts = common_counts(scores)
    pairs = counts[np.triu_indices(len(counts), 1)]
    return bool(len(np.unique(sizes)) == 1 and len(np.unique(pairs)) == 1 and pairs[0] > 0)


def of_equal_size(gaps: Floats) -> Iterator[tuple[NDArray[np.intp], Floats]]:
    """Yield the rows of an array with equally many numbers, without NaN.

    Parameters
    ----------
    gaps : (P, N) float
        Differences of pairs; NaN on a dataset on which a score is missing.

    Yields
    ------
    rows : (p,) int
    part : (p, n) float
    """
    present = gaps == gaps
    sizes = present.sum(axis=1)
    for size in np.unique(sizes):
        rows = np.flatnonzero(sizes == size)
        yield rows, gaps[rows][present[rows]].reshape(len(rows), int(size))


def columns_of(scores: Floats) -> list[Floats]:
    """Return the scores of each method, without the missing ones."""
    return [column[column == column] for column in scores.T]


def only(t: ResultsTable, classifiers: list[str]) -> ResultsTable:
    """Return a table of some methods, and of the datasets on which one of them has a score."""
    if not t.n_missing:
        return t.select(classifiers=classifiers)
    scores = t.scores[:, [t.classifiers.index(name) for name in classifiers]]
    there = (scores == scores).any(axis=1)
    return t.select([t.datasets[i] for i in np.flatnonzero(there)], classifiers)


def n_common(t: ResultsTable) -> pd.DataFrame | None:
    """Return the `common_counts` of a table by method, None if no score is missing."""
    if not t.n_missing:
        return None
    import pandas as pd

    names = list(t.classifiers)
    return pd.DataFrame(common_counts(t.scores), index=names, columns=names)


def datasets_text(n: int, common: pd.DataFrame | None) -> str:
    """Return the number of datasets, and of those of the pairs if they differ, as text."""
    from pybench.base.text import counted

    return counted(n, "dataset") + ("" if common is None else f" ({spread(common)} per pair)")


def most(n: int, common: Any) -> int:
    """Return the largest number of datasets of a pair."""
    return n if common is None else int(_of_pairs(common).max())


def n_missing(n: int, common: Any) -> int:
    """Return the number of missing scores, given the `n_common` of all methods of n datasets."""
    return int((n - np.diag(common.to_numpy())).sum())


def spread(common: Any) -> str:
    """Return the smallest and largest number of datasets of a pair of different methods."""
    counts = _of_pairs(common)
    least, largest = counts.min(), counts.max()
    return f"{least}" if least == largest else f"{least} to {largest}"


def _of_pairs(common: Any) -> Ints:
    """Return the counts of different methods."""
    own = np.equal.outer(np.array(common.index, object), np.array(common.columns, object))
    return np.asarray(common.to_numpy()[~own.astype(bool)])
