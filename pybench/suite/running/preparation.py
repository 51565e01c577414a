"""Preparation of data: tables as numbers, series as rows; a declared part of the pipeline."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from pybench.base import check
from pybench.base.errors import ArgumentError
from pybench.base.text import shown

PREPARATIONS = ("auto", "none", "encode", "scale", "rows")

MISSING = "(missing)"
_LIKE_IT = re.compile(r"\(+missing\)+")


def prepared(estimator: Any, kind: str, preparation: str, name: str) -> Any:
    """Return the estimator in a pipeline after the preparation for a kind of task.

    Parameters
    ----------
    estimator : object
        Unfitted.
    kind : {"tabular", "series"}
        Kind of the task.
    preparation : {"auto", "none", "encode", "scale", "rows"}
        "encode": missing numbers become the median, missing names become a separate name, each name
        becomes a column of 0 and 1, all learnt on the training rows. "scale": also mean 0 and
        standard deviation 1. "rows": series of equal length become rows, one channel after the
        other. "none": the data as read. "auto": "encode" for tables; for series "none" if the
        estimator is aeon's, else "rows".
    name : str
        For messages.

    Raises
    ------
    ArgumentError
        A preparation that does not apply to the task, or an estimator of series on a table.
    """
    check.choice("preparation", preparation, PREPARATIONS)
    if kind == "series":
        return _of_series(estimator, preparation, name)
    if takes_series(estimator):
        raise _unfit(name, "an estimator of tables for a tabular task", "one of time series")
    if preparation == "rows":
        raise _unfit(
            name, "the preparation 'auto', 'encode', 'scale' or 'none' for a table", "'rows'"
        )
    if preparation == "none":
        return estimator
    return _pipeline(columns(scale=preparation == "scale"), estimator)


def takes_series(estimator: Any) -> bool:
    """Return whether an estimator, or the first step of a pipeline, is aeon's."""
    steps = getattr(estimator, "steps", None)
    if isinstance(steps, list) and steps:
        return takes_series(steps[0][-1])
    return any(cls.__module__.partition(".")[0] == "aeon" for cls in type(estimator).__mro__)


def gives_probabilities(estimator: Any) -> bool:
    """Return whether an unfitted estimator, or the last step of a pipeline, may give probabilities.

    For some this is known only after fitting: then the class decides.
    """
    steps = getattr(estimator, "steps", None)
    if isinstance(estimator, Behind):
        return gives_probabilities(estimator.estimator)
    if isinstance(steps, list) and steps:
        return gives_probabilities(steps[-1][-1])
    return any(hasattr(one, "predict_proba") for one in (type(estimator), estimator))


def columns(*, scale: bool) -> Any:
    """Return a transformer of mixed columns to numbers, for scikit-learn's pipelines."""
    from sklearn.compose import ColumnTransformer, make_column_selector
    from sklearn.impute import SimpleImputer
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import FunctionTransformer, OneHotEncoder, StandardScaler

    numbers = SimpleImputer(strategy="median", keep_empty_features=True)
    if scale:
        numbers = make_pipeline(numbers, StandardScaler())
    names = make_pipeline(
        FunctionTransformer(as_names), OneHotEncoder(handle_unknown="ignore", sparse_output=False)
    )
    return ColumnTransformer(
        [
            ("numbers", numbers, make_column_selector(dtype_include="number")),
            ("names", names, make_column_selector(dtype_exclude="number")),
        ],
        sparse_threshold=0.0,
    )


def as_names(table: Any) -> Any:
    """Return texts unchanged, and missing values as a separate name.

    A text equal to this name, or to it in parentheses, gets one more pair of parentheses. Each row
    is treated separately, so training and test rows have the same names.
    """
    import numpy as np

    found = table.astype(object).to_numpy(copy=True)
    missing = table.isna().to_numpy()
    found[missing] = MISSING
    texts = found.astype(str)
    like = np.char.startswith(texts, "(") & ~missing  # few or none of many cells
    for place in zip(*np.nonzero(like), strict=True):
        if _LIKE_IT.fullmatch(texts[place]):
            found[place] = f"({texts[place]})"
    return found.astype(str) if like.any() else texts


def as_rows(series: Any) -> Any:
    """Return series of equal length as rows, one channel after the other."""
    import numpy as np

    if isinstance(series, list):
        raise ValueError("series of unequal length cannot be rows of a table")
    return np.ascontiguousarray(series).reshape(len(series), -1)


def _of_series(estimator: Any, preparation: str, name: str) -> Any:
    from sklearn.preprocessing import FunctionTransformer, StandardScaler

    if preparation == "encode":
        raise _unfit(
            name, "the preparation 'auto', 'rows', 'scale' or 'none' for series", "'encode'"
        )
    if preparation == "none" or (preparation == "auto" and takes_series(estimator)):
        return estimator
    rows = FunctionTransformer(as_rows)
    return _pipeline(rows, *([StandardScaler()] if preparation == "scale" else []), estimator)


def _pipeline(*steps: Any) -> Any:
    from sklearn.pipeline import make_pipeline

    if hasattr(steps[-1], "__sklearn_tags__"):
        return make_pipeline(*steps)
    return Behind(make_pipeline(*steps[:-1]), steps[-1])


class Behind:
    """An estimator that is not scikit-learn's, after its preparation.

    Parameters
    ----------
    preparation : object
        With fit_transform and transform.
    estimator : object
        With fit and predict, perhaps predict_proba.
    """

    def __init__(self, preparation: Any, estimator: Any) -> None:
        self.preparation = preparation
        self.estimator = estimator

    def fit(self, rows: Any, *labels: Any) -> Behind:
        """Fit both on training rows, and labels unless the estimator is a clusterer."""
        self.estimator.fit(self.preparation.fit_transform(rows), *labels)
        return self

    def predict(self, rows: Any) -> Any:
        """Return the estimator's predictions."""
        return self.estimator.predict(self.preparation.transform(rows))

    @property
    def predict_proba(self) -> Callable[[Any], Any]:
        """The estimator's predict_proba, if it has one, on prepared rows."""
        inner = self.estimator.predict_proba
        return lambda rows: inner(self.preparation.transform(rows))

    @property
    def classes_(self) -> Any:
        """The estimator's classes."""
        return self.estimator.classes_


def _unfit(name: str, expected: str, found: str) -> ArgumentError:
    return ArgumentError(
        f"estimator {shown(name)}: expected {expected}, found {found}",
        expected=expected,
        found=found,
        hint="Leave this estimator out, or give it another preparation.",
    )
