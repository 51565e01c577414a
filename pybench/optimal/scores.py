"""How well scores separate two classes: ROC, AUC, accuracies, errors, and paths needed."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pybench.base import check
from pybench.base.errors import ArgumentError

if TYPE_CHECKING:
    import pandas as pd

Floats = NDArray[np.float64]

STATISTICS = ("auc", "acc_star", "acc_at_zero")
BOUNDS = ("normal", "hoeffding")


@dataclass(frozen=True, slots=True)
class Score:
    """A statistic of a sample, its standard error, and its threshold."""

    value: float
    se: float
    paths: float  #: of both classes: the total of two equally large classes as informative
    threshold: float = math.nan

    def interval(self, confidence: float = 0.95) -> tuple[float, float]:
        """Return Wilson's (1927) interval for a share, from the number of paths with this error.

        That number is at most ``paths``, so an error of 0 gives an interval, too.
        """
        from scipy.special import ndtri

        value, z = self.value, float(ndtri(0.5 + confidence / 2))
        if math.isinf(self.se):
            return 0.0, 1.0
        n = min(self.paths, value * (1 - value) / self.se**2) if self.se else self.paths
        centre = (value + z * z / (2 * n)) / (1 + z * z / n)
        half = z / (1 + z * z / n) * math.sqrt(value * (1 - value) / n + (z / (2 * n)) ** 2)
        return max(0.0, min(value, centre - half)), min(1.0, max(value, centre + half))


def auc(negative: Floats, positive: Floats) -> Score:
    """Return P(positive > negative) + P(equal) / 2 and its error (DeLong et al. 1988).

    By midranks (Sun and Xu 2014), in O(n log n). With one score in a class the error is infinite.
    """
    m, n = len(negative), len(positive)
    above = (placement(negative, positive) / m).clip(0, 1)  # of each positive
    below = 1.0 - (placement(positive, negative) / n).clip(0, 1)  # of each negative
    value = float(above.mean())
    if min(m, n) < 2:
        return Score(value, math.inf, _both(m, n))
    return Score(value, math.sqrt(above.var(ddof=1) / n + below.var(ddof=1) / m), _both(m, n))


def paired_error(label: NDArray[np.int64], first: Floats, second: Floats) -> float:
    """Return the standard error of an AUC difference on the same paths (DeLong et al. 1988)."""
    parts = []
    for scores_ in (first, second):
        zero, one = scores_[label == 0], scores_[label == 1]
        parts.append((placement(zero, one) / len(zero), 1.0 - placement(one, zero) / len(one)))
    variance = sum(
        (a - b).var(ddof=1) / len(a) if len(a) > 1 else math.inf
        for a, b in zip(*parts, strict=True)
    )
    return math.sqrt(variance)


def refuse_nan(*parts: Floats) -> None:
    """Refuse scores with a NaN, which cannot be ordered; infinite scores can."""
    lost, count = sum(int(np.isnan(part).sum()) for part in parts), sum(map(len, parts))
    if lost:
        raise ArgumentError(
            f"{lost} of {count} scores are NaN",
            expected="finite or infinite numbers",
            found=f"{lost} NaN",
        )


def placement(reference: Floats, scores: Floats) -> Floats:
    """Return for each score how many reference scores are below it, counting ties as one half."""
    refuse_nan(reference, scores)
    ordered = np.sort(reference)
    below = np.searchsorted(ordered, scores, side="left")
    up_to = np.searchsorted(ordered, scores, side="right")
    return np.asarray(0.5 * (below + up_to))


def curve(negative: Floats, positive: Floats) -> tuple[Floats, Floats, Floats]:
    """Return false and true positive rates and thresholds, from no path positive to all paths.

    A path is called class 1 if its score is above the threshold. Only thresholds at which the
    rates change are kept.
    """
    refuse_nan(negative, positive)
    scores = np.concatenate([negative, positive])
    label = np.repeat([0, 1], [len(negative), len(positive)])
    order = np.argsort(-scores, kind="stable")
    scores, label = scores[order], label[order]
    last = np.append(np.flatnonzero(scores[1:] != scores[:-1]), len(scores) - 1)
    hits = np.cumsum(label)[last]
    rates = np.concatenate([[0], hits]) / len(positive)
    false = np.concatenate([[0], last + 1 - hits]) / len(negative)
    # Midway between neighbours, so no score equals a threshold.
    distinct = scores[last]
    thresholds = np.concatenate([[np.inf], _between(distinct), [-np.inf]])
    return false, rates, thresholds


def _between(scores: Floats) -> Floats:
    """Return the midpoints of neighbours; infinite scores count as the largest double."""
    high, low = scores[:-1], scores[1:]
    most = np.finfo(np.float64).max
    with np.errstate(over="ignore", invalid="ignore"):
        gap = low - high
        middle = high + gap / 2
    halves = np.clip(low, -most, most) / 2 + np.clip(high, -most, most) / 2
    return np.where(np.isfinite(gap), middle, halves)


def acc_star(negative: Floats, positive: Floats) -> Score:
    """Return the largest (1 + TPR - FPR) / 2 over thresholds, found and measured on one sample.

    It is too high on average, more so with fewer paths: by about 0.01 with 1000 paths per class.
    """
    false, true, thresholds = curve(negative, positive)
    best = int(np.argmax(true - false))
    return _at(float(false[best]), float(true[best]), negative, positive, float(thresholds[best]))


def accuracy_at(negative: Floats, positive: Floats, threshold: float = 0.0) -> Score:
    """Return (1 + TPR - FPR) / 2 at a threshold; a score equal to it counts half for each class."""
    refuse_nan(negative, positive)
    false = float(np.mean(negative > threshold) + np.mean(negative == threshold) / 2)
    true = float(np.mean(positive > threshold) + np.mean(positive == threshold) / 2)
    return _at(false, true, negative, positive, threshold)


def _at(false: float, true: float, negative: Floats, positive: Floats, threshold: float) -> Score:
    spread = true * (1 - true) / len(positive) + false * (1 - false) / len(negative)
    value, paths = (1 + true - false) / 2, _both(len(negative), len(positive))
    return Score(value, math.sqrt(spread) / 2, paths, threshold)


def _both(m: int, n: int) -> float:
    return 4 * m * n / (m + n)


def scores(negative: Floats, positive: Floats) -> dict[str, Score]:
    """Return all statistics of log likelihood ratios of both classes."""
    return {
        "auc": auc(negative, positive),
        "acc_star": acc_star(negative, positive),
        "acc_at_zero": accuracy_at(negative, positive),
    }


def two_classes(y: Any) -> tuple[NDArray[Any], NDArray[np.int64]]:
    """Return the names of the two classes, ascending, and the index of each label among them."""
    names, place = np.unique(y, return_inverse=True)
    if len(names) != 2:
        raise ArgumentError(
            f"the labels must have two classes, not {len(names)}",
            expected="labels of two classes",
            found=f"{len(names)}",
        )
    return names, place


def split(label: Any, score: Any) -> tuple[Floats, Floats]:
    """Check the scores; return those of class 0 and of class 1."""
    labels, values = check.numbers("label", label), check.numbers("score", score)
    if labels.shape != values.shape or labels.ndim != 1 or not np.isin(labels, (0, 1)).all():
        raise ArgumentError(
            "`label` and `score` must have the same length, and each label must be 0 or 1",
            expected="(n,) labels 0 or 1 and (n,) scores",
            found=f"{labels.shape} and {values.shape}",
        )
    negative, positive = values[labels == 0], values[labels == 1]
    if not len(negative) or not len(positive) or np.isnan(values).any():
        raise ArgumentError(
            "scores of both classes are needed, and none may be NaN",
            expected="paths of class 0 and of class 1",
            found=f"{len(negative)} and {len(positive)}, {int(np.isnan(values).sum())} NaN",
        )
    return negative, positive


def roc(label: Any, score: Any) -> pd.DataFrame:
    """Return ROC curves of scores: the share of each class above each threshold.

    Parameters
    ----------
    label : (n,) int
        0 or 1.
    score : (n,) float, or mapping of names to such arrays
        Scores of paths, higher for class 1; they may be infinite. A mapping gives one curve per
        name.

    Returns
    -------
    pandas.DataFrame
        One row per curve and threshold at which the rates change, the highest threshold first.
        Columns: ``method`` (the name in the mapping, or "score" without a mapping), ``threshold``,
        ``false_positive_rate``, ``true_positive_rate``, and ``auc``, the area under the whole
        curve.

    Raises
    ------
    ArgumentError
        Lengths that differ, a label other than 0 and 1, a NaN, a class without paths, or scores
        without names.

    Examples
    --------
    >>> import pybench as pb
    >>> pb.optimal.roc([0, 0, 1, 1], [0.1, 0.4, 0.4, 0.8])["true_positive_rate"].tolist()
    [0.0, 0.5, 1.0, 1.0]
    """
    import pandas as pd

    several = isinstance(score, (Mapping, pd.DataFrame))
    given = dict(score.items()) if several else {"score": score}
    check.names("score", given, "numbers, or a mapping of names to numbers")
    curves = []
    for method, values in given.items():
        parts = split(label, values)
        false, true, thresholds = curve(*parts)
        columns = {
            "method": method,
            "threshold": thresholds,
            "false_positive_rate": false,
            "true_positive_rate": true,
            "auc": auc(*parts).value,
        }
        curves.append(pd.DataFrame(columns))
    return pd.concat(curves, ignore_index=True)


def paths_needed(
    width: float, rate: float = 0.5, *, confidence: float = 0.95, bound: str = "normal"
) -> int:
    """Return the number of test paths for a confidence interval of a given width.

    This is lemma 1 of arXiv 2301.13112. The rate is an accuracy, or an error rate of one class.

    Parameters
    ----------
    width : float in (0, 1)
        Full width of the interval.
    rate : float in [0, 1]
        The expected rate. A rate of 0.5 needs the most paths.
    confidence : float in (0, 1)
        Confidence level of the interval.
    bound : {"normal", "hoeffding"}
        How the number of paths m is derived. "normal": the estimated rate has approximately a
        normal distribution, with standard error sqrt(rate (1 - rate) / m). "hoeffding": for every m
        and every rate, the estimate is off by more than e with a probability of at most 2 exp(-2 m
        e^2); ``rate`` is not used.

    Returns
    -------
    int
        If ``rate`` is a rate of one class, the number of paths of this class. If ``rate`` is an
        accuracy, the number of paths of both classes together, half of them from each class.

    Raises
    ------
    ArgumentError
        An argument out of range.

    Notes
    -----
    The paper prints Hoeffding's bound as 2 exp(-m e^2 / 2). This is a correct bound, but a stricter
    one holds. For a rate, which is a mean of numbers in [0, 1], the exponent can be four times as
    large.

    Examples
    --------
    >>> import pybench as pb
    >>> pb.optimal.paths_needed(0.0877)  # the paper's 500 test paths: +-0.044
    500
    >>> pb.optimal.paths_needed(0.0877, bound="hoeffding")
    960
    """
    half = check.number("width", width, "a number between 0 and 1", 0.0, 1.0) / 2
    level = check.level("confidence", confidence)
    if not np.isscalar(rate) or rate not in (0, 1):
        check.number("rate", rate, "a number in [0, 1]", 0.0, 1.0)
    if check.choice("bound", bound, BOUNDS) == "hoeffding":
        return math.ceil(math.log(2 / (1 - level)) / (2 * half**2))
    from scipy.special import ndtri

    z = float(ndtri(0.5 + level / 2))
    return max(1, math.ceil(rate * (1 - rate) * (z / half) ** 2))
