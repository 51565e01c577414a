"""How much each instance counts: all alike, or so that all datasets count alike."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pybench.base import check
from pybench.base.errors import ArgumentError
from pybench.base.text import clipped

Doubles = NDArray[np.float64]

WEIGHTS = ("instance", "dataset")
SHARES = {"instance": "instances", "dataset": "a dataset on average"}  # of what regions have shares
ALIKE = {"instance": "", "dataset": "; each dataset counted alike"}  # said after what was done
_SLACK = 1e-9  # of all weight: rounding of sums of weights must not decide a quantile


def weights_of(value: object) -> str:
    """Return the name of a way to count, checked."""
    return check.choice("weights", value, WEIGHTS)


def row_weights(weights: str, dataset: Sequence[str] | NDArray[Any] | None) -> Doubles | None:
    """Return 1 / (number of rows of its dataset) for each row; None where all rows count alike.

    Raises
    ------
    ArgumentError
        With "dataset", if the datasets are not known.
    """
    if weights == "instance":
        return None
    if dataset is None:
        expected = "a table with datasets"
        raise ArgumentError(
            f'`weights`="dataset" needs {expected}',
            expected=expected,
            found="no names of datasets",
            hint="Give a table that names the dataset of each row, or `dataset`.",
        )
    _, place, sizes = np.unique(
        np.asarray(dataset, dtype=object).astype(str), return_inverse=True, return_counts=True
    )
    return None if len(set(sizes.tolist())) == 1 else 1.0 / sizes[place]


def check_row_weights(weights: ArrayLike | None, rows: int) -> Doubles | None:
    """Return weights of rows, checked."""
    if weights is None:
        return None
    try:
        found = np.asarray(weights, dtype=np.float64)
    except (TypeError, ValueError):
        found = np.empty(0)
    good = found.shape == (rows,) and bool(np.isfinite(found).all())
    if good and bool((found >= 0).all()) and 0 < float(found.sum()) < np.inf:
        return found
    expected = f"{rows} finite numbers >= 0, at least one of them above 0"
    shown = clipped(repr(weights))
    raise ArgumentError(
        f"`weights` must be {expected}, not {shown}", expected=expected, found=shown
    )


def mean_of(values: Doubles, weights: Doubles | None) -> float:
    """Return the mean of rows that count as much as their weights."""
    if weights is None:
        return float(values.mean())
    return float((values * weights).sum() / weights.sum())


def quantiles(column: Doubles, weights: Doubles, shares: Sequence[float]) -> list[float]:
    """Return the smallest values such that values up to them have a share of all weight."""
    order = np.argsort(column, kind="stable")
    total = np.cumsum(weights[order])
    places = np.searchsorted(total, (np.asarray(shares) - _SLACK) * total[-1])
    return [float(column[order[place]]) for place in places]
