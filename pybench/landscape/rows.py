"""The rows that a map is trained on or applied to: finite doubles with named columns."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pybench.base.errors import ArgumentError
from pybench.base.frame import as_frame
from pybench.base.text import counted

_LARGEST = 1e100  # sums of squares of larger values could overflow
_PART = 4096  # rows checked at once


@dataclass(frozen=True)
class Rows:
    """A matrix and the names of its columns."""

    values: NDArray[np.float64]  #: (n, p)
    names: tuple[str, ...] | None  #: of the columns; None if they have none

    @property
    def labels(self) -> tuple[str, ...]:
        """Names of the columns, or their positions, counted from 1 as in R."""
        return self.names or tuple(str(j + 1) for j in range(self.values.shape[1]))


def finite_rows(name: str, value: Any) -> Rows:
    """Take an array, a numeric frame or a FeatureTable; refuse unusable values.

    Parameters
    ----------
    name : str
        Argument named in the messages.
    value : array_like or table, shape (n, p)
        Not copied if it is a matrix of doubles.

    Raises
    ------
    ArgumentError
        Not a matrix of numbers, empty, or a value is missing, infinite or beyond 1e100.
    """
    if hasattr(value, "representation") and hasattr(value, "names"):  # a FeatureTable
        rows = Rows(value.values, tuple(value.names))
    else:
        table = as_frame(value)
        columns = getattr(table, "columns", None)
        rows = Rows(_matrix(name, table), None if columns is None else tuple(map(str, columns)))
    _refuse_unusable(name, rows)
    return rows


def _matrix(name: str, value: Any) -> NDArray[np.float64]:
    try:
        matrix = np.asarray(value)
        if matrix.dtype == object and hasattr(value, "dtypes"):  # pandas, columns of several types
            matrix = _from_frame(value)
    except (TypeError, ValueError):  # for example, rows of unequal length
        matrix = np.empty(0)
    if matrix.ndim == 2 and matrix.size and matrix.dtype.kind in "biuf":
        return matrix.astype(np.float64, copy=False)
    expected = "a matrix of numbers with rows and columns"
    found = f"{matrix.dtype} of shape {matrix.shape}" if matrix.size else type(value).__name__
    raise ArgumentError(
        f"`{name}` must be {expected}, not {found}",
        expected=expected,
        found=found,
        hint="Give features only: no names, no labels.",
    )


def _from_frame(frame: Any) -> NDArray[Any]:
    from pandas.api.types import is_numeric_dtype

    if not all(is_numeric_dtype(kind) for kind in frame.dtypes):
        raise TypeError("columns that are no numbers")
    return np.asarray(frame.to_numpy(dtype=np.float64, na_value=np.nan))


def _refuse_unusable(name: str, rows: Rows) -> None:
    first, many = None, 0
    for start in range(0, len(rows.values), _PART):
        part = rows.values[start : start + _PART]
        ends = part.min(), part.max()
        if ends[0] >= -_LARGEST and ends[1] <= _LARGEST:
            continue
        bad = ~(np.abs(part) <= _LARGEST)
        many += int(bad.any(axis=1).sum())
        if first is None:
            row, column = np.argwhere(bad)[0]
            first = start + int(row), int(column)
    if first is None:
        return
    value, column = float(rows.values[first]), rows.labels[first[1]]
    raise ArgumentError(
        f"`{name}` must hold finite numbers up to 1e100; row {first[0]} (from 0), column "
        f"'{column}' is {value:g} ({counted(many, 'such row')} in all)",
        column=column,
        expected="finite numbers up to 1e100",
        found=f"{value:g}",
        hint="Before training the map, leave out these rows or columns, or replace these values "
        "by numbers.",
    )


def row_datasets(names: Any, rows: int) -> NDArray[np.object_]:
    """Return the dataset of each row, checked."""
    listed = [] if isinstance(names, str) else list(names)
    if len(listed) == rows and all(isinstance(name, str) for name in listed):
        found = np.array(listed, dtype=object)
        found.flags.writeable = False
        return found
    wanted = f"the name of a dataset for each of {counted(rows, 'row')}"
    given = f"{len(listed)} of {type(listed[0]).__name__}" if listed else type(names).__name__
    raise ArgumentError(f"`dataset` must be {wanted}, not {given}", expected=wanted, found=given)


def side_for(instances: int) -> int:
    """Return the side of a map of about 5 sqrt(n) units (Vesanto and Alhoniemi, 2000).

    From 4 to 50, and no more units than instances where that is possible.
    """
    side = round(math.sqrt(5 * math.sqrt(instances)))
    return max(4, min(50, side, math.isqrt(instances)))
