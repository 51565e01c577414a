"""Tables with classes as numbers: simple, statistical and information-theoretic, and landmarks.

The groups are those of the literature on meta-learning; see Vanschoren (2018), "Meta-learning: a
survey", arXiv 1810.03548, table 1.
"""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

from pybench.base import check
from pybench.base.errors import ArgumentError
from pybench.base.frame import as_frame
from pybench.base.stream import integer, stream
from pybench.features import landmarking
from pybench.features.representation import Representation, versions_of

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pandas as pd

    Floats = npt.NDArray[np.float64]
    Codes = npt.NDArray[np.int64]

SIMPLE = (
    "log_rows", "log_features", "log_classes", "share_numeric", "share_missing", "majority_share",
)  # fmt: skip
STATISTICAL = ("mean_abs_skewness", "mean_kurtosis", "mean_abs_correlation")
INFORMATION = (
    "class_entropy", "mean_feature_entropy", "mean_mutual_information", "max_mutual_information",
)  # fmt: skip
NAMES = (*SIMPLE, *STATISTICAL, *INFORMATION, *landmarking.NAMES)
BINS = 10


def tabular(
    *, folds: int = 5, resamples: int = 200, most: int = 300, seed: int = 0
) -> Representation:
    r"""Return the representation of tables with classes: 34 columns, one row per dataset.

    Parameters
    ----------
    folds, resamples, most, seed
        Of the landmarks, as in `landmarking`.

    Notes
    -----
    - *simple*: natural logarithms of the numbers of rows, features and classes; the share of
      features that are numbers, of values that are missing, and of rows in the largest class.
    - *statistical*, over numeric features: mean absolute skewness, mean excess kurtosis (both by
      moments), and mean absolute correlation of pairs, on the rows that have both values. 0 if
      there is no such feature or pair; constant features count as 0.
    - *information*: entropy of the classes divided by its maximum; the same, averaged over
      features; mean and largest mutual information of a feature and the classes, divided by the
      entropy of the classes. A numeric feature is binned into at most 10 parts of equally many
      rows; equal values share a part, missing values are a value of their own.
    - *landmarks*: the 21 columns of `landmarking`: errors of four simple classifiers and their
      variances. Numbers are standardised, missing ones replaced by the mean; categories are
      encoded one-hot.
    """
    settings = {
        "folds": check.count("folds", folds, 2),
        "resamples": check.count("resamples", resamples, 2),
        "most": check.count("most", most, 2),
        "seed": check.seed(seed),
    }
    return Representation(
        name="tabular",
        unit="dataset",
        names=NAMES,
        compute=_Tabular(**settings),
        versions=versions_of("landmarking"),
        settings=settings,
    )


class _Tabular:
    """One row for a dataset."""

    def __init__(self, folds: int, resamples: int, most: int, seed: int) -> None:
        self.folds, self.resamples, self.most, self.seed = folds, resamples, most, seed

    def __call__(self, data: Any) -> Floats:
        import numpy as np

        x, y = _separated(data)
        numeric = {name: _numbers(x[name]) for name in x if _is_numeric(x[name])}
        coded = [
            _binned(numeric[name]) if name in numeric else _levels(x[name]) for name in x.columns
        ]
        classes = np.unique(y, return_inverse=True)[1].astype(np.int64)
        shares = np.bincount(classes) / len(classes)
        simple = [
            np.log(len(x)), np.log(x.shape[1]), np.log(len(shares)), len(numeric) / x.shape[1],
            float(x.isna().to_numpy().mean()), shares.max(),
        ]  # fmt: skip
        row = [*simple, *_statistical(list(numeric.values())), *_information(coded, classes)]
        return np.array([[*row, *self._landmarks(_encoded(x, numeric), y)]])

    def _landmarks(self, x: Floats, y: npt.NDArray[np.object_]) -> list[float]:
        """Return the errors of the probes; the order of rows does not matter."""
        import numpy as np
        from threadpoolctl import threadpool_limits

        draws = stream(self.seed, "landmarking of a table")
        x, classes = landmarking.in_order_of_values(np.ascontiguousarray(x), y)
        if len(x) > self.most:
            kept = landmarking.drawn(classes, self.most, draws)
            x, classes = x[kept], classes[kept]
        fold = landmarking.stratified_folds(classes, min(self.folds, len(x)), draws)
        state = integer(self.seed, "landmarking of a table")
        with threadpool_limits(1), warnings.catch_warnings():
            warnings.simplefilter("ignore")  # ridge regression may be close to singular
            wrong, seen = landmarking.mistakes(x, classes, fold, state)
        found = landmarking.measures(wrong, seen, fold, self.resamples, draws)
        return [found[name] for name in landmarking.NAMES]


def _separated(data: Any) -> tuple[pd.DataFrame, npt.NDArray[np.object_]]:
    """Return features and classes of a pair (X, y), or of an object that has both."""
    import numpy as np
    import pandas as pd

    expected = "a pair (X, y): a table of features, and the class of each row"
    pair = (data.X, data.y) if hasattr(data, "X") and hasattr(data, "y") else data
    if not isinstance(pair, tuple) or len(pair) != 2:
        found = type(data).__name__
        raise ArgumentError(
            f"a table must be {expected}, not {found}", expected=expected, found=found
        )
    x = as_frame(pair[0])
    x = x if isinstance(x, pd.DataFrame) else pd.DataFrame(np.asarray(x))
    y = np.asarray(pair[1], object)
    if y.shape != (len(x),) or not len(x) or not x.shape[1] or pd.isna(y).any():
        found = f"{len(x)} rows, {x.shape[1]} features and classes of shape {y.shape}"
        raise ArgumentError(
            f"a table must have features, and a class for every row; found {found}",
            expected="a class for every row, none missing",
            found=found,
        )
    y = np.array([str(one) for one in y], object)
    if len(set(y)) < 2:
        raise ArgumentError(
            "a table must have two classes or more", expected="two classes or more", found="one"
        )
    return x.reset_index(drop=True), y


def _is_numeric(column: pd.Series[Any]) -> bool:
    return column.dtype.kind in "biuf"


def _numbers(column: pd.Series[Any]) -> Floats:
    import numpy as np

    values = column.to_numpy(np.float64, na_value=np.nan)
    if np.isinf(values).any():
        raise ArgumentError(
            "a table must hold finite numbers",
            column=str(column.name),
            expected="finite numbers",
            found="inf",
        )
    return np.asarray(values)


def _levels(column: pd.Series[Any]) -> Codes:
    """Return the place of each category; a missing one is a category of its own."""
    import numpy as np
    import pandas as pd

    return np.asarray(pd.factorize(column.astype(object), sort=False)[0] + 1, np.int64)


def _binned(values: Floats) -> Codes:
    """Return the part of each number, 1 to 10 by rank; 0 for a missing one."""
    import numpy as np
    from scipy.stats import rankdata

    there = ~np.isnan(values)
    parts = np.zeros(len(values), np.int64)
    ranks = rankdata(values[there])
    parts[there] = 1 + (BINS * (2 * ranks - 1)).astype(np.int64) // (2 * there.sum())
    return parts


def _statistical(columns: list[Floats]) -> tuple[float, float, float]:
    import numpy as np

    scaled = [_standardized(values) for values in columns]
    if not scaled:
        return 0.0, 0.0, 0.0
    varying = [z[~np.isnan(z)] for z in scaled]
    third = [abs(float((z**3).mean())) if z.any() else 0.0 for z in varying]
    fourth = [float((z**4).mean()) - 3 if z.any() else 0.0 for z in varying]
    pairs = [
        _correlation(one, other) for i, one in enumerate(columns) for other in columns[i + 1 :]
    ]
    return float(np.mean(third)), float(np.mean(fourth)), float(np.mean(pairs or [0.0]))


def _standardized(values: Floats) -> Floats:
    """Return numbers with mean 0 and variance 1; 0 if constant; missing ones stay NaN."""
    import numpy as np

    there = np.sort(values[~np.isnan(values)])  # sorted: sums do not depend on the order of rows
    if not len(there) or np.ptp(there) == 0:
        return values * 0.0
    size = np.abs(there).max()
    mean = (there / size).mean()
    spread = np.sqrt(((there / size - mean) ** 2).mean())
    return np.asarray((values / size - mean) / spread)


def _correlation(one: Floats, other: Floats) -> float:
    """Return the absolute correlation on the rows that have both values."""
    import numpy as np

    both = ~np.isnan(one) & ~np.isnan(other)
    if both.sum() < 2:
        return 0.0
    return abs(float(np.mean(_standardized(one[both]) * _standardized(other[both]))))


def _information(coded: list[Codes], classes: Codes) -> tuple[float, float, float, float]:
    import numpy as np

    whole = _entropy(classes)
    entropies = [_entropy(codes) / np.log(max(2, len(set(codes.tolist())))) for codes in coded]
    shared = [
        _entropy(codes) + whole - _entropy(codes * (classes.max() + 1) + classes) for codes in coded
    ]
    shares = np.maximum(shared, 0.0) / whole
    top = np.log(classes.max() + 1)
    return float(whole / top), float(np.mean(entropies)), float(shares.mean()), float(shares.max())


def _entropy(codes: Codes) -> float:
    import numpy as np

    shares = np.unique(codes, return_counts=True)[1] / len(codes)
    return float(-(shares * np.log(shares)).sum())


def _encoded(x: pd.DataFrame, numeric: dict[Any, Floats]) -> Floats:
    """Return the input of the probes: numbers standardised, categories one-hot."""
    import numpy as np

    columns: list[Floats] = []
    for name in x.columns:
        if name in numeric:
            columns.append(np.nan_to_num(_standardized(numeric[name])))
        else:
            texts = x[name].astype(object)
            known = sorted({str(text) for text in texts.dropna()})
            given = texts.where(texts.notna(), None).map(lambda text: text and str(text))
            columns += [np.asarray(given == level, np.float64) for level in known]
    return np.column_stack(columns) if columns else np.zeros((len(x), 1))
