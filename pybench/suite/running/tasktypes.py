"""What depends on the type of a task: its measures, what estimators answer, substitutes."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from pybench.base.errors import ArgumentError
from pybench.suite.data import TaskData
from pybench.suite.manifest import Manifest
from pybench.suite.running import clustering, measures, regression
from pybench.suite.running.predictions import Predictions
from pybench.suite.running.preparation import Behind
from pybench.suite.splits import Fold

Ints = np.typing.NDArray[np.int64]
TOLERANCE = 1e-6  # of the sum of a row of probabilities; attainable in single precision

#: Type of task -> measure -> whether higher is better.
DIRECTIONS: Mapping[str, Mapping[str, bool]] = {
    "classification": measures.HIGHER_IS_BETTER,
    "regression": regression.HIGHER_IS_BETTER,
    "clustering": clustering.HIGHER_IS_BETTER,
}
#: The same of all types; no measure has two of them.
EVERY = {name: higher for of_type in DIRECTIONS.values() for name, higher in of_type.items()}
#: Type of task -> the fallbacks for failed jobs.
FALLBACKS = {
    "classification": ("majority", "missing"),
    "regression": ("mean", "missing"),
    "clustering": ("missing",),
}


def type_of(suite: Manifest) -> str:
    """Return the type of the tasks of a suite.

    Raises
    ------
    ArgumentError
        If the tasks have different types: no estimator and no measure fits all of them.
    """
    types = sorted({task.type for task in suite.tasks}) or ["classification"]
    if len(types) == 1:
        return types[0]
    found = ", ".join(types)
    raise ArgumentError(
        f"the suite has tasks of different types ({found}), but a run has only one",
        expected="tasks of one type",
        found=found,
        hint="Create a suite for each type: Suite.create(name, suite, keep=names of its tasks).",
    )


def fit(type: str, estimator: Any, rows: Any, target: Any) -> None:
    """Fit an estimator; a clusterer does not see the target."""
    if type == "clustering":
        estimator.fit(rows)
    else:
        estimator.fit(rows, target)


def answered(type: str, estimator: Any, unseen: Any, data: TaskData, part: Fold) -> Predictions:
    """Return what a fitted estimator predicts for the test rows of a fold.

    Parameters
    ----------
    type : str
        Of the task.
    estimator : object
    unseen : frame, array or list
        The test rows as the estimator takes them.
    data : TaskData
    part : Fold

    Raises
    ------
    ValueError
        If predictions or probabilities have another shape, or are not classes of the task, finite
        numbers, shares that sum to 1.
    """
    n, truth = len(part.test), tuple(data.y[part.test].tolist())
    if type == "regression":
        numbers = tuple(_numbers(estimator.predict(unseen), n).tolist())
        return Predictions(part.repeat, part.fold, part.test, numbers, truth)
    if type == "clustering":
        clusters = tuple(map(str, _column(_clusters(estimator, unseen), n).tolist()))
        return Predictions(part.repeat, part.fold, part.test, clusters, truth)
    said = _classes(estimator.predict(unseen), data.classes, n)
    shares = probabilities(estimator, unseen, data.classes, n)
    labels = tuple(data.classes[place] for place in said)
    known = () if shares is None else data.classes
    return Predictions(part.repeat, part.fold, part.test, labels, truth, known, shares)


def evaluated(type: str, one: Predictions, classes: tuple[str, ...]) -> dict[str, float | None]:
    """Return all measures of the predictions of a fold, None where they are not defined."""
    if type == "regression":
        truth, said = (np.array(side, np.float64) for side in (one.correct, one.predicted))
        return regression.evaluate(truth, said)
    if type == "clustering":
        return clustering.evaluate(*(tuple(map(str, x)) for x in (one.correct, one.predicted)))
    true, codes = (places(side, classes) for side in (one.correct, one.predicted))
    return measures.evaluate(true, codes, one.confidences, len(classes))


def substituted(type: str, data: TaskData, part: Fold) -> Predictions:
    """Return what needs no estimator: the majority class or the mean of the training rows.

    Of equally frequent classes, the first by name; probabilities are the shares of the classes.
    """
    n, truth = len(part.test), tuple(data.y[part.test].tolist())
    if type == "regression":
        mean = math.fsum(data.y[part.train].tolist()) / len(part.train)
        return Predictions(part.repeat, part.fold, part.test, (mean,) * n, truth)
    counts = np.bincount(places(data.y[part.train], data.classes), minlength=len(data.classes))
    usual = data.classes[int(counts.argmax())]
    shares = np.tile(counts / counts.sum(), (n, 1))
    return Predictions(part.repeat, part.fold, part.test, (usual,) * n, truth, data.classes, shares)


def _clusters(estimator: Any, rows: Any) -> Any:
    """Return the clusters of the rows that an estimator, or its last step, was fitted to."""
    last = estimator
    while not hasattr(last, "labels_") and (isinstance(last, Behind) or hasattr(last, "steps")):
        last = last.estimator if isinstance(last, Behind) else last.steps[-1][1]
    return last.labels_ if hasattr(last, "labels_") else estimator.predict(rows)


def places(labels: Any, classes: tuple[str, ...]) -> Ints:
    """Return the positions of labels in the sorted classes."""
    where = {name: place for place, name in enumerate(classes)}
    return np.array([where[str(label)] for label in labels], dtype=np.int64)


def probabilities(estimator: Any, unseen: Any, classes: tuple[str, ...], n: int) -> Any:
    """Return the probabilities of all classes of the task; None if the estimator has none."""
    if not hasattr(estimator, "predict_proba"):
        return None
    found = np.asarray(estimator.predict_proba(unseen), dtype=np.float64)
    known = [str(name) for name in estimator.classes_]
    if found.shape != (n, len(known)):
        raise ValueError(f"expected probabilities of shape {(n, len(known))}, found {found.shape}")
    sound = (found >= 0.0) & (found <= 1.0 + TOLERANCE)
    if not (sound.all() and (abs(found.sum(axis=1) - 1.0) <= TOLERANCE).all()):
        raise ValueError("expected probabilities whose sum is 1 in each row, found other sums")
    whole = np.zeros((n, len(classes)))
    whole[:, places(known, classes)] = np.minimum(found, 1.0)  # float32 can give 1.0000001
    return whole


def _column(predicted: Any, n: int) -> np.typing.NDArray[Any]:
    found = np.asarray(predicted)
    if found.shape == (n, 1):  # catboost returns this for more than two classes
        found = found[:, 0]
    if found.shape != (n,):
        raise ValueError(f"expected {n} predictions, found an array of shape {found.shape}")
    return found


def _classes(predicted: Any, classes: tuple[str, ...], n: int) -> Ints:
    try:
        return places(_column(predicted, n).tolist(), classes)
    except KeyError as error:
        raise ValueError(f"expected classes of the task as predictions, found {error}") from None


def _numbers(predicted: Any, n: int) -> np.typing.NDArray[np.float64]:
    found = _column(predicted, n).astype(np.float64)
    strange = found[~np.isfinite(found)]
    if len(strange):
        raise ValueError(f"expected finite numbers as predictions, found {strange[0]}")
    return found
