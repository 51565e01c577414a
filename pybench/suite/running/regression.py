"""Measures of one fold of a regression: errors of the predicted numbers."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Doubles = NDArray[np.float64]
Score = Callable[[Doubles, Doubles], float]  # true numbers, sizes of the errors -> measure

#: Measure -> whether higher is better.
HIGHER_IS_BETTER = {
    "r2": True,
    "rmse": False,
    "mse": False,
    "mae": False,
    "median_absolute_error": False,
    "max_error": False,
    "mape": False,
}


def evaluate(truth: Doubles, predicted: Doubles) -> dict[str, float | None]:
    """Return every measure of one fold.

    Parameters
    ----------
    truth, predicted : (n,) float64, finite

    Returns
    -------
    dict of str to float or None
        None if a measure is not defined, or is larger than any double.

    Notes
    -----
    With the errors e = predicted - truth: ``mse`` is the mean of e^2 and ``rmse`` its square root,
    ``mae`` the mean of abs(e), ``median_absolute_error`` the median and ``max_error`` the largest
    abs(e). ``mape`` is the mean of abs(e) / abs(truth), as a share and not in percent; it is not
    defined if a true number is 0. ``r2`` is 1 minus the sum of e^2 divided by the sum of squared
    deviations of the truth from its mean; it is not defined if all true numbers are equal. Means
    are exact sums divided by n. Where they are defined, scikit-learn has the same measures.

    Examples
    --------
    >>> import numpy as np
    >>> found = evaluate(np.array([1.0, 2.0, 3.0]), np.array([1.0, 2.0, 5.0]))
    >>> found["mae"], found["r2"]
    (0.6666666666666666, -1.0)
    """
    with np.errstate(over="ignore"):
        sizes = np.abs(predicted - truth)
        return {name: _defined(of, truth, sizes) for name, of in _OF_ERRORS.items()}


def _defined(of: Score, truth: Doubles, sizes: Doubles) -> float | None:
    try:
        value = of(truth, sizes)
    except (ZeroDivisionError, OverflowError):
        return None
    return value if math.isfinite(value) else None


def _r2(truth: Doubles, sizes: Doubles) -> float:
    if truth.min() == truth.max():  # rounding of the mean could leave deviations above 0
        raise ZeroDivisionError
    return 1.0 - math.fsum(sizes**2) / math.fsum((truth - _mean(truth)) ** 2)


def _mse(truth: Doubles, sizes: Doubles) -> float:
    return _mean(sizes**2)


def _mape(truth: Doubles, sizes: Doubles) -> float:
    if (truth == 0.0).any():
        raise ZeroDivisionError
    return _mean(sizes / np.abs(truth))


def _mean(values: Doubles) -> float:
    return math.fsum(values) / len(values)


_OF_ERRORS: dict[str, Score] = {
    "r2": _r2,
    "rmse": lambda truth, sizes: math.sqrt(_mse(truth, sizes)),
    "mse": _mse,
    "mae": lambda _, sizes: _mean(sizes),
    "median_absolute_error": lambda _, sizes: float(np.median(sizes)),
    "max_error": lambda _, sizes: float(sizes.max()),
    "mape": _mape,
}
