"""The numbers in the cells of a matrix, each computed only from its two methods."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pybench.comparison.adjust import adjusted, adjusted_pairs
from pybench.comparison.comparates import exact_mean
from pybench.comparison.incomplete import only
from pybench.comparison.ranks import Ranked, ranked

if TYPE_CHECKING:
    import pandas as pd

    from pybench.comparison.pairs import PairwiseTest
    from pybench.table import ResultsTable

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

POSTERIOR = ("better", "equal", "worse")


def cell_pairs(
    rows: Sequence[int], columns: Sequence[int]
) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]]:
    """List the different pairs of a matrix.

    Parameters
    ----------
    rows, columns : sequences of int
        Positions in the table, r and c of them.

    Returns
    -------
    first, second : (p,) int
        The pairs, first < second, each once.
    of : (r, c) int
        The pair in each cell; -1 where row and column are the same.
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
    columns = scores.T.copy()
    present = columns == columns

    def mean(i: int, j: int) -> float:
        both = present[i] & present[j]
        return exact_mean(np.concatenate([columns[i, both], -columns[j, both]]), int(both.sum()))

    values = (mean(i, j) for i, j in zip(first, second, strict=True))
    return np.fromiter(values, float, len(first))


def counted_wins(
    scores: Floats,
    rows: Sequence[int],
    columns: Sequence[int],
    higher_is_better: bool,
    tolerance: float = 0.0,
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Count the datasets on which the row is better, and on which the column is, both (r, c).

    Better by more than ``tolerance``.
    """
    upward = scores if higher_is_better else -scores
    right = upward[:, list(columns)]
    with np.errstate(over="ignore"):  # a gap beyond the largest double is Inf: not a draw
        gaps = [upward[:, [i]] - right for i in rows]
    wins, losses = ([(sign * gap > tolerance).sum(axis=0) for gap in gaps] for sign in (1.0, -1.0))
    return np.array(wins), np.array(losses)


def signed_differences(scores: Floats, rows: Sequence[int], columns: Sequence[int]) -> Floats:
    """Return the mean over datasets of row - column, (r, c); rounded once, antisymmetric."""
    first, second, of = cell_pairs(rows, columns)
    values = np.append(mean_differences(scores, first, second), 0.0)[of]  # -1: own cells
    swapped = np.greater.outer(np.asarray(rows), np.asarray(columns))
    return np.where(swapped, -values, values) + 0.0


def tested_cells(
    table: Ranked, rows: tuple[str, ...], columns: tuple[str, ...], zero_method: str
) -> tuple[PairwiseTest, Floats, Integers]:
    """Test the pairs of a matrix by signed ranks.

    Returns
    -------
    PairwiseTest
    pvalues : (r, c) float
        Before adjustment.
    directions : (r, c) int
        1 if the signed ranks favour the row, -1 the column, 0 neither.
    """
    from pybench.comparison.wilcoxon import signed_rank_test

    names = [name for name in table.names if name in {*rows, *columns}]
    lone = rows[0] if len(rows) == 1 else columns[0] if len(columns) == 1 else None
    if len(names) < table.k:
        table = ranked(only(table.results, names), table.tie_tol, pairwise=True)
    tests = signed_rank_test(table, zero_method, lone)
    raw: Floats
    if lone is None:
        raw = tests.pvalues_raw.loc[list(rows), list(columns)].to_numpy()
    else:
        others = list(columns if len(rows) == 1 else rows)
        raw = tests.pvalues_raw[lone].reindex(others, fill_value=1.0).to_numpy()
    places = np.ix_(*([names.index(name) for name in side] for side in (rows, columns)))
    shape = (len(rows), len(columns))
    return tests, raw.reshape(shape), tests.square_directions(names)[places]


def adjusted_cells(raw: pd.DataFrame, of: NDArray[np.intp], adjust: str) -> Floats:
    """Adjust the p-values of a matrix: one family, each pair once; (r, c)."""
    rows, columns = list(raw.index), list(raw.columns)
    if set(rows) == set(columns):
        square = adjusted_pairs(raw[rows].to_numpy(), adjust)
        return square[:, [rows.index(name) for name in columns]]
    pairs, cells = np.unique(of, return_index=True)
    family = raw.to_numpy().ravel()[cells[pairs >= 0]]
    return np.append(adjusted(family, adjust), 1.0)[of]  # -1: own cells


def posterior_cells(
    t: ResultsTable,
    rows: tuple[str, ...],
    columns: tuple[str, ...],
    draws: Mapping[str, Any],
) -> dict[str, Floats]:
    """Return the probabilities of `bayesian_signed_rank` for each cell, (r, c)."""
    from pybench.comparison.dirichlet import bayesian_signed_rank

    table = only(t, [name for name in t.classifiers if name in {*rows, *columns}])
    answer = bayesian_signed_rank(table, **draws, engine="python")
    own = np.equal.outer(np.array(rows, object), np.array(columns, object))
    found: dict[str, Floats] = {}
    for name in POSTERIOR:
        cells = getattr(answer, name).loc[list(rows), list(columns)].to_numpy()
        found[name] = np.where(own, float(name == "equal"), cells)
    return found


def effect_cells(
    table: Ranked, rows: tuple[str, ...], columns: tuple[str, ...], effect: str, confidence: float
) -> tuple[dict[str, Floats], dict[str, bool]]:
    """Return an effect of `effects` with the ends of its interval, all (r, c), and its notes."""
    from pybench.comparison.effects import effects

    names = [name for name in table.names if name in {*rows, *columns}]
    found = effects(
        only(table.results, names), None, confidence, tie_tol=table.tie_tol, engine="python"
    )
    own = {"hodges_lehmann": "confidence-not-attained", "d_z": "constant-difference"}.get(effect)
    sizes = {
        f"effect_size{end}": getattr(found, effect + end).loc[list(rows), list(columns)].to_numpy()
        for end in ("", "_low", "_high")
    }
    return sizes, {own: True} if own in found.notes else {}
