"""One vector per dataset: the input of selection and of the map of datasets."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from pybench.base import check
from pybench.base.errors import ArgumentError
from pybench.features.table import FeatureTable

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pandas as pd

    Floats = npt.NDArray[np.float64]
    Aggregate = Callable[[Floats], Floats]


def _aggregates() -> dict[str, Aggregate]:
    import numpy as np

    return {
        "mean": lambda rows: np.mean(rows, axis=0),
        "median": lambda rows: np.median(rows, axis=0),
        "std": lambda rows: np.std(rows, axis=0),
        "min": lambda rows: np.min(rows, axis=0),
        "max": lambda rows: np.max(rows, axis=0),
    }


def dataset_embedding(
    features: FeatureTable, by: str | Callable[[Floats], npt.ArrayLike] = "mean"
) -> pd.DataFrame:
    """Aggregate the features of the series of each dataset into one vector.

    Parameters
    ----------
    features : FeatureTable
        From `extract_features` or `read_features`.
    by : str or callable
        "mean", "median", "std", "min", "max", or several of them joined by "+", such as "mean+std".
        They are computed over the series of all splits; the divisor of "std" is the number of
        series. Or a function that takes a float64 array of one dataset, with a row per series and a
        column per feature, and returns one number per feature.

    Returns
    -------
    pandas.DataFrame
        One row per dataset, in the order of the table, and one column per feature. If there are
        several aggregates, there is one column per feature and aggregate, with a name such as
        "length__mean" or "length__std". If a feature is missing for one series of a dataset, it is
        missing in the vector of this dataset. Values are not rescaled: selection strategies
        standardise the columns themselves, and `embedding_map` has its own scaling.

    Raises
    ------
    ArgumentError
        If ``features`` is not a `FeatureTable`, ``by`` is unknown, or a function does not return
        one number per feature.

    Examples
    --------
    >>> import numpy as np
    >>> import pybench as pb
    >>> table = pb.FeatureTable(
    ...     dataset=np.array(["a", "a", "b"], object), split=np.array(["train"] * 3, object),
    ...     label=np.array(["1", "2", "1"], object), id=np.arange(3), names=("length",),
    ...     values=np.array([[2.0], [4.0], [7.0]]), representation="example",
    ... )
    >>> pb.dataset_embedding(table)
             length
    dataset
    a           3.0
    b           7.0
    """
    import numpy as np
    import pandas as pd

    check.kind("features", features, FeatureTable, "extract_features")
    if callable(by):
        chosen: dict[str, Callable[[Floats], npt.ArrayLike]] = {"": by}
    else:
        known = _aggregates()
        chosen = {name: known[check.choice("by", name, known)] for name in str(by).split("+")}
    several = len(chosen) > 1
    columns = [f"{name}__{how}" if several else name for how in chosen for name in features.names]
    with np.errstate(invalid="ignore"):  # unfiltered rows may hold infinite values
        rows = [
            np.concatenate([_vector(function, values) for function in chosen.values()])
            for _, values in features.by_dataset()
        ]
    index = pd.Index(features.datasets, name="dataset", dtype="str")
    return pd.DataFrame(np.array(rows).reshape(-1, len(columns)), index=index, columns=columns)


def _vector(function: Callable[[Floats], npt.ArrayLike], values: Floats) -> Floats:
    import numpy as np

    vector = np.asarray(function(values), np.float64)
    if vector.shape != values.shape[1:]:
        raise ArgumentError(
            f"`by` must return {values.shape[1]} numbers, one per feature, not an array of shape "
            f"{vector.shape}",
            expected=f"shape ({values.shape[1]},)",
            found=str(vector.shape),
            hint="Aggregate over the series, which are axis 0.",
        )
    return vector
