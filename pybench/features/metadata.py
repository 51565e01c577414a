"""Datasets described by a table of categories and numbers, and that table as vectors.

Source: "Benchmarking on Tasks That Matter" (arXiv 2606.27997), section 5.2: categories one-hot,
numbers rescaled.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pybench.base import check
from pybench.base.errors import ArgumentError
from pybench.base.frame import by_dataset
from pybench.base.text import shown, shown_names

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pandas as pd

    Floats = npt.NDArray[np.float64]


def metadata_embedding(frame: Any, missing: str = "error") -> pd.DataFrame:
    """Embed datasets by their metadata: categories encoded one-hot, numbers rescaled to [0, 1].

    Parameters
    ----------
    frame : frame or Arrow table
        A table with one row per dataset. The names of the datasets are in a column ``dataset``, or,
        if there is no such column, in the index. All other columns contain numbers (or truth
        values, which count as 0 and 1) or categories (strings).
    missing : {"error", "column"}
        How to treat missing values. "error": raise an error that names the column. "column": add a
        column ``name=missing`` that is 1 where the value is missing. In a column of numbers, a
        missing value is replaced by the median of the other values. A missing category gets 0 in
        every column ``name=category``.

    Returns
    -------
    pandas.DataFrame
        The index ``dataset`` has the order of `frame`. A column of numbers x keeps its name; its
        values become (x - min) / (max - min), or 0 if the column is constant. A column of
        categories becomes one column ``name=category`` per category, in sorted order. Its value is
        1 if the dataset has this category, otherwise 0.

    Raises
    ------
    ArgumentError
        If ``frame`` is not a frame or is empty, a dataset is named twice, a value is missing or
        infinite, or a column is neither numeric nor text.

    Examples
    --------
    >>> import pandas as pd
    >>> import pybench as pb
    >>> frame = pd.DataFrame({"size": [10, 20, 30], "kind": ["x", "y", "x"]}, index=list("abc"))
    >>> pb.metadata_embedding(frame)
             size  kind=x  kind=y
    dataset
    a         0.0     1.0     0.0
    b         0.5     0.0     1.0
    c         1.0     1.0     0.0
    """
    import pandas as pd

    check.choice("missing", missing, ("error", "column"))
    table = _by_dataset(frame)
    if missing == "error":
        _refuse_missing(table)
    columns: dict[str, Floats] = {}
    for name in table:
        made = _encode(str(name), table[name])
        if twice := sorted(set(made) & set(columns)):
            raise ArgumentError(
                f"expected columns of different names, found {shown_names(twice)} twice",
                expected="different names",
                found=shown_names(twice),
            )
        columns.update(made)
    return pd.DataFrame(columns, index=table.index)


def _encode(name: str, column: pd.Series[Any]) -> dict[str, Floats]:
    import numpy as np
    import pandas as pd

    absent = column.isna().to_numpy(bool)
    told = {f"{name}=missing": absent.astype(np.float64)} if absent.any() else {}
    if pd.api.types.is_numeric_dtype(column) and not pd.api.types.is_complex_dtype(column):
        numbers: Floats = column.to_numpy(np.float64, na_value=np.nan)
        return {name: _rescaled(name, numbers), **told}
    strange = [type(value).__name__ for value in column[~absent] if not isinstance(value, str)]
    if strange:
        raise ArgumentError(
            f"column {shown(name)} must hold numbers or strings, not {strange[0]}",
            expected="numbers or strings",
            found=strange[0],
            hint="Write categories as strings.",
        )
    values = column.to_numpy(object, copy=True)
    values[absent] = None  # pd.NA is neither equal to a text nor different from it
    categories = sorted(set(values[~absent]))
    return {f"{name}={c}": (values == c).astype(np.float64) for c in categories} | told


def _rescaled(name: str, values: Floats) -> Floats:
    import numpy as np

    if np.isinf(values).any():
        raise ArgumentError(
            f"column {shown(name)} must hold finite numbers", expected="finite", found="inf"
        )
    there = values[~np.isnan(values)]
    if len(there) == 0 or there.min() == there.max():
        return np.zeros_like(values)
    filled = np.where(np.isnan(values), np.median(there), values)
    with np.errstate(over="ignore"):
        span = there.max() - there.min()
    if np.isinf(span):  # halves do not overflow where the whole does
        filled, there, span = filled / 2, there / 2, there.max() / 2 - there.min() / 2
    rescaled: Floats = (filled - there.min()) / span
    return rescaled


def _by_dataset(frame: Any) -> pd.DataFrame:
    import pandas as pd

    table = by_dataset(frame)
    if not isinstance(table, pd.DataFrame):
        raise ArgumentError(
            f"`frame` must be a table with a row per dataset, not {type(frame).__name__}",
            expected="a table with a row per dataset",
            found=type(frame).__name__,
        )
    if table.empty:
        raise ArgumentError(
            "`frame` must have one row per dataset, and a column or more besides the names",
            expected="rows and columns",
            found=f"{table.shape[0]} rows, {table.shape[1]} columns",
        )
    names = table.index.map(str)
    if twice := sorted(set(names[names.duplicated()])):
        raise ArgumentError(
            f"expected every dataset once, found {shown_names(twice)} twice",
            expected="every dataset once",
            found=shown_names(twice),
        )
    return table.set_axis(pd.Index(names, name="dataset", dtype="str"), axis=0)


def _refuse_missing(table: pd.DataFrame) -> None:
    import numpy as np

    places = np.argwhere(table.isna().to_numpy())
    if len(places):
        row, column = places[0]
        dataset, name = shown(table.index[row]), shown(str(table.columns[column]))
        raise ArgumentError(
            f"expected a value in every cell, found {len(places)} missing, the first for dataset "
            f"{dataset} in column {name}",
            expected="a value in every cell",
            found=f"{len(places)} missing",
            hint='Fill in the missing values, or pass `missing="column"`.',
        )
