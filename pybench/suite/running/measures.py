"""Measures of one fold: scores of the predictions of the test rows."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Doubles = NDArray[np.float64]

#: Measure -> whether higher is better.
HIGHER_IS_BETTER = {
    "accuracy": True,
    "balanced_accuracy": True,
    "f1": True,
    "f1_weighted": True,
    "kappa": True,
    "mcc": True,
    "auroc": True,
    "nll": False,
    "brier": False,
}
#: Measures that need probabilities.
OF_PROBABILITIES = ("auroc", "nll", "brier")
#: OpenML's names of the same measures.
OPENML_NAMES = {
    "accuracy": "predictive_accuracy",
    "balanced_accuracy": "balanced_accuracy",
    "f1_weighted": "f_measure",
    "kappa": "kappa",
    "auroc": "area_under_roc_curve",
}
_FLOOR = float(np.finfo(np.float64).eps)


def evaluate(
    truth: Ints, predicted: Ints, probabilities: Doubles | None, n_classes: int
) -> dict[str, float | None]:
    """Return every measure of one fold.

    Parameters
    ----------
    truth, predicted : (n,) int in [0, n_classes)
        Positions in the sorted classes of the task.
    probabilities : (n, n_classes) float in [0, 1], optional
        Rows sum to 1; None if the estimator gives none.
    n_classes : int

    Returns
    -------
    dict of str to float or None
        None if a measure is not defined, as the area under a curve with a single class, or needs
        probabilities and there are none.

    Notes
    -----
    ``accuracy`` is the share of correctly classified rows, ``balanced_accuracy`` the mean recall of
    the classes that occur in the test rows, ``f1`` the mean F1 of the classes that occur or are
    predicted, ``f1_weighted`` their mean weighted by the number of rows of the class, ``kappa``
    Cohen's kappa, ``mcc`` Gorodkin's (2004) coefficient of K classes. ``auroc`` is the area under
    the ROC curve of each class against the rest, with ties counted half, averaged with the number
    of rows of the class as weight (as in OpenML and Weka; with two classes it is the usual area).
    ``nll`` is the mean negative natural logarithm of the probability of the true class, which
    counts as at least 2^-52; ``brier`` is the mean squared distance of the row of probabilities
    from the true class, from 0 to 2.

    Examples
    --------
    >>> import numpy as np
    >>> evaluate(np.array([0, 0, 1]), np.array([0, 1, 1]), None, 2)["balanced_accuracy"]
    0.75
    """
    counts = np.bincount(truth * n_classes + predicted, minlength=n_classes * n_classes)
    confusion = counts.reshape(n_classes, n_classes).astype(np.float64)
    found: dict[str, float | None] = {name: of(confusion) for name, of in _OF_CLASSES.items()}
    if probabilities is None:
        return {**found, **dict.fromkeys(OF_PROBABILITIES)}
    chosen = probabilities[np.arange(len(truth)), truth]
    distances = (probabilities**2).sum(axis=1) - 2.0 * chosen + 1.0
    return {
        **found,
        "auroc": _auroc(truth, probabilities, confusion.sum(axis=1)),
        "nll": math.fsum(-np.log(np.clip(chosen, _FLOOR, 1.0))) / len(truth) + 0.0,
        "brier": math.fsum(distances) / len(truth),
    }


def _accuracy(confusion: Doubles) -> float:
    return float(np.trace(confusion) / confusion.sum())


def _balanced_accuracy(confusion: Doubles) -> float:
    rows = confusion.sum(axis=1)
    there = rows > 0
    return math.fsum(np.diag(confusion)[there] / rows[there]) / int(there.sum())


def _f1(confusion: Doubles) -> float:
    values, _, there = _f1_by_class(confusion)
    return math.fsum(values[there]) / int(there.sum())


def _f1_weighted(confusion: Doubles) -> float:
    values, rows, _ = _f1_by_class(confusion)
    return math.fsum(values * rows) / float(rows.sum())


def _f1_by_class(confusion: Doubles) -> tuple[Doubles, Doubles, NDArray[np.bool_]]:
    rows, columns = confusion.sum(axis=1), confusion.sum(axis=0)
    both = rows + columns
    return 2.0 * np.diag(confusion) / np.where(both > 0, both, 1.0), rows, both > 0


def _kappa(confusion: Doubles) -> float | None:
    n = confusion.sum()
    chance = float(confusion.sum(axis=1) @ confusion.sum(axis=0)) / n**2
    return None if chance == 1.0 else float((np.trace(confusion) / n - chance) / (1.0 - chance))


def _mcc(confusion: Doubles) -> float:
    rows, columns, n = confusion.sum(axis=1), confusion.sum(axis=0), confusion.sum()
    spread = (n**2 - rows @ rows) * (n**2 - columns @ columns)
    if spread == 0.0:
        return 0.0  # one class in truth or in predictions: as in scikit-learn
    return float((np.trace(confusion) * n - rows @ columns) / math.sqrt(spread))


def _auroc(truth: Ints, probabilities: Doubles, rows: Doubles) -> float | None:
    n = len(truth)
    total: list[float] = []
    weights: list[float] = []
    for place in np.nonzero((rows > 0) & (rows < n))[0]:
        positives = rows[place]
        # The same ranks as SciPy's, without its import and its overhead for few rows.
        _, group, sizes = np.unique(
            probabilities[:, place], return_inverse=True, return_counts=True
        )
        ranks = (np.cumsum(sizes) - (sizes - 1) / 2.0)[group[truth == place]]
        area = (math.fsum(ranks) - positives * (positives + 1) / 2) / (positives * (n - positives))
        total.append(positives * area)
        weights.append(positives)
    return math.fsum(total) / math.fsum(weights) if total else None


_OF_CLASSES: dict[str, Callable[[Doubles], float | None]] = {
    "accuracy": _accuracy,
    "balanced_accuracy": _balanced_accuracy,
    "f1": _f1,
    "f1_weighted": _f1_weighted,
    "kappa": _kappa,
    "mcc": _mcc,
}
