"""Tables in memory -> a grid (pandas) or records (a NumPy matrix with names)."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from pybench.base.errors import ArgumentError, refusal
from pybench.read.arrow import arrow_column
from pybench.read.grid import Column, Names, RawTable, check_column_names, text_of
from pybench.read.layout import Records, check_rows
from pybench.read.numbers import score_values
from pybench.read.rownumbers import refuse_row_numbers

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pandas as pd


def is_pandas_frame(source: object) -> bool:
    """Return whether the source is a pandas frame, without loading pandas."""
    pandas = sys.modules.get("pandas")
    return pandas is not None and isinstance(source, pandas.DataFrame)


def is_matrix(source: object) -> bool:
    """Return whether the source is a NumPy array or nested lists, without loading NumPy."""
    numpy = sys.modules.get("numpy")
    return isinstance(source, (list, tuple)) or (
        numpy is not None and isinstance(source, numpy.ndarray)
    )


def frame_grid(frame: pd.DataFrame, dataset: str) -> RawTable:
    """Return the columns of a pandas frame.

    An index other than a RangeIndex becomes the column ``dataset`` if no column has that name.
    """
    import pandas as pd

    labels = list(frame.columns)
    columns = [_column(_label(label, i), frame.iloc[:, i]) for i, label in enumerate(labels)]
    if dataset not in labels and not isinstance(frame.index, pd.RangeIndex):
        columns.insert(0, _column(dataset, frame.index.to_series()))
    return RawTable(columns, len(frame))


def _label(label: object, position: int) -> str:
    name = text_of(label)
    if name is None:
        found = f"{type(label).__name__} at column {position + 1}"
        raise refusal("column names as text or integers", found, "Rename the column.")
    return name


def _column(name: str, series: pd.Series[Any]) -> Column:
    """Return a column by its data type: floats, integers, or any values."""
    import numpy as np
    import pandas as pd

    dtype = series.dtype
    if isinstance(dtype, pd.ArrowDtype):
        return arrow_column(name, series.array.__arrow_array__())
    kind, type_name = getattr(dtype, "kind", "O"), str(dtype)
    if isinstance(dtype, np.dtype) and (kind not in "fiuO" or dtype.itemsize > 8):
        flags = series.tolist() if kind == "b" else []
        return Column(name, "other", flags, type_name)
    if kind == "f":
        values = series.to_numpy(dtype=np.float64, na_value=np.nan)
        return Column(name, "floats", values, type_name)
    objects = series.astype(object).tolist()
    if kind in "iu":
        return Column(name, "integers", objects, type_name)
    if isinstance(dtype, pd.StringDtype):
        return Column(name, "texts", objects, type_name)
    if kind == "O":
        return Column(name, "objects", objects, type_name)
    return Column(name, "other", [], type_name)


def matrix_records(
    source: npt.NDArray[np.generic] | Sequence[Sequence[float]],
    datasets: Iterable[str] | None,
    classifiers: Iterable[str] | None,
) -> Records:
    """Return the records of a numeric matrix: datasets in rows, methods in columns."""
    import numpy as np

    # Lists as objects: NumPy would silently turn True beside 0.5 into 1.0.
    matrix = source if isinstance(source, np.ndarray) else np.array(source, dtype=object)
    if matrix.ndim != 2:
        raise ArgumentError(f"`source` must be an array of 2 dimensions, not {matrix.ndim}")
    rows = _axis_names("datasets", datasets, matrix.shape[0])
    names = _axis_names("classifiers", classifiers, matrix.shape[1])
    grid = RawTable([_vector(name, matrix[:, j]) for j, name in enumerate(names)], len(rows))
    check_column_names(grid)
    if not names:
        hint = "Every column of a matrix is a method."
        raise refusal("at least one method column", "none", hint)
    check_rows(grid)
    scores = score_values(grid, grid.columns)
    refuse_row_numbers(grid, names, scores)
    return Records(
        grid=grid,
        datasets=Names.of(rows),
        row_classifiers=None,
        classifiers=names,
        resamples=None,
        scores=scores,
        score_columns=names,
    )


def _axis_names(argument: str, names: Iterable[str] | None, length: int) -> list[str]:
    if names is None or isinstance(names, str) or not isinstance(names, Iterable):
        raise ArgumentError(
            f"`{argument}` must be a list of {length} names if `source` is an array"
        )
    names = list(names)
    if len(names) != length:
        raise ArgumentError(
            f"`{argument}` must hold {length} names, not {len(names)}",
            expected=f"{length} names",
            found=str(len(names)),
        )
    if not all(isinstance(name, str) for name in names):
        raise ArgumentError(f"`{argument}` must be strings")
    return names


def _vector(name: str, values: npt.NDArray[Any]) -> Column:
    import numpy as np

    kind, type_name = values.dtype.kind, str(values.dtype)
    if kind == "f" and values.dtype.itemsize <= 8:
        floats = np.array(values, dtype=np.float64)
        if isinstance(values, np.ma.MaskedArray):
            floats[np.asarray(values.mask)] = np.nan
        return Column(name, "floats", floats, type_name)
    if kind in "iuO":
        return Column(name, "integers" if kind in "iu" else "objects", values.tolist(), type_name)
    return Column(name, "other", [], type_name)
