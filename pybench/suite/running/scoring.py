"""Measures by name: pybench's own, scikit-learn's scorers, functions by their import path.

Own measures are stored with each job. All others are computed from the stored predictions, so that
no estimator is fitted for them again.
"""

from __future__ import annotations

import difflib
import importlib
import math
import sys
import warnings
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from numbers import Real
from typing import Any

import numpy as np

from pybench.base.errors import ArgumentError
from pybench.base.text import shown, without_controls
from pybench.suite.running.jobs import Job
from pybench.suite.running.measures import OF_PROBABILITIES
from pybench.suite.running.predictions import Predictions
from pybench.suite.running.tasktypes import DIRECTIONS, places

#: Where scikit-learn defines measures of numbers and of clusters; all others are of classes.
_OF_NUMBERS, _OF_CLUSTERS = "sklearn.metrics._regression", "sklearn.metrics.cluster"
_FORM = '"module:function" or {"function": "module:function", "higher_is_better": True or False}'


class Undefined(Exception):
    """Why a measure is not defined for the predictions of a fold."""


@dataclass(frozen=True, eq=False)
class Measure:
    """A measure of the predictions of one fold."""

    name: str
    higher_is_better: bool
    of_probabilities: bool = False
    #: predictions of a fold, sorted classes -> score; None: stored with each job
    score: Callable[[Predictions, tuple[str, ...]], float] | None = None

    def of(self, one: Predictions, classes: tuple[str, ...]) -> dict[str, Any]:
        """Return the score of a fold by the name of the measure, and why it is None if it is."""
        assert self.score is not None
        try:
            return {"measures": {self.name: self.score(one, classes)}, "undefined": {}}
        except Undefined as error:
            why = without_controls(str(error))[:200].rstrip(". ")
            return {"measures": {self.name: None}, "undefined": {self.name: why}}


def measure_called(asked: Any, type: str) -> Measure:
    """Return a measure for tasks of a type.

    Parameters
    ----------
    asked : str, function or mapping
        One of these: a measure of pybench; another name of scikit-learn's scorers ("neg_log_loss");
        a function, or its import path ("module:function"); a mapping with the keys function (such a
        function or path), higher_is_better and of_probabilities.
    type : {"classification", "regression", "clustering"}
        Type of the tasks.

    Raises
    ------
    ArgumentError
        There is no such measure for tasks of this type, or a function does not declare its
        direction.

    Notes
    -----
    A function of one's own is called as f(y_true, y_pred) with the values of the test rows of a
    fold: arrays of str for classes and clusters, of float64 for numbers. It declares by its
    attribute ``higher_is_better`` (or the mapping does) whether higher is better. If its attribute
    ``of_probabilities`` is true, y_true are positions of classes (int64, in the order of the sorted
    classes) and y_pred are probabilities, (n, classes) float64. NaN or None means not defined.

    A scorer gets the positions of classes, too: the positive class of a binary measure is the
    second by name.

    Examples
    --------
    >>> measure_called("nll", "classification").higher_is_better
    False
    >>> measure_called("d2_absolute_error_score", "regression").higher_is_better
    True
    """
    known = DIRECTIONS[type]
    if isinstance(asked, str) and asked in known:
        return Measure(asked, known[asked], asked in OF_PROBABILITIES)
    if isinstance(asked, Mapping):
        return _own(asked, type)
    if callable(asked) or (isinstance(asked, str) and ":" in asked):
        return _own({"function": asked}, type)
    names = _scorers(type)
    if isinstance(asked, str) and asked in names:
        return _scorer(asked, type)
    expected = f"{', '.join(known)}, a scorer of scikit-learn for a {type}, {_FORM}"
    near = difflib.get_close_matches(str(asked), [*known, *names], cutoff=0.5)
    raise ArgumentError(
        f"`measure` must be one of {expected}, not {asked!r}",
        expected=expected,
        found=repr(asked),
        hint=f"Similar names: {', '.join(near)}." if near else None,
    )


def function_of(asked: object) -> str | None:
    """Return the import path of a function, with dots, if a measure names one; see `trust`."""
    return asked.replace(":", ".") if isinstance(asked, str) and ":" in asked else None


def several(asked: Any, type: str) -> list[Measure]:
    """Return measures, each once.

    Raises
    ------
    ArgumentError
        There is none, two have the same name, or see `measure_called`.
    """
    single = isinstance(asked, (str, Mapping)) or not isinstance(asked, Iterable)
    listed = [asked] if single else list(asked)
    found = [measure_called(one, type) for one in listed]
    if not found or len({one.name for one in found}) < len(found):
        what = "none" if not found else ", ".join(one.name for one in found)
        expected = "one or more measures, each once"
        raise ArgumentError(
            f"`measures` must be {expected}, not {what}", expected=expected, found=what
        )
    return found


def with_scores(
    found: Mapping[Job, Mapping[str, Any]],
    measures: Collection[Measure],
    predictions: Callable[[Job], Predictions],
    type: str,
) -> dict[Job, Mapping[str, Any]]:
    """Return evaluations of jobs with the scores of further measures added.

    Parameters
    ----------
    found : mapping
        Job -> evaluation. Jobs without stored predictions, which failed, are not changed.
    measures : collection of Measure
        Those that are stored need nothing.
    predictions : callable
        Job -> its stored predictions.
    type : str
        Type of the tasks.

    Raises
    ------
    ArgumentError
        A function of one's own fails or returns something else than a number.
    """
    whole = dict(found)
    missing = [one for one in measures if one.score is not None]
    if not missing:
        return whole
    by_task: dict[str, list[Job]] = {}
    for job, one in found.items():
        if one.get("predictions_sha256"):
            by_task.setdefault(job.task, []).append(job)
    for jobs in by_task.values():
        read = {job: predictions(job) for job in jobs}
        classes = _classes(read.values()) if type == "classification" else ()
        for job, answer in read.items():
            whole[job] = _added(whole[job], [measure.of(answer, classes) for measure in missing])
    return whole


def _added(evaluation: Mapping[str, Any], more: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    whole = {**evaluation, "measures": dict(evaluation["measures"]), "undefined": {}}
    for one in more:
        whole["measures"] |= one["measures"]
        whole["undefined"] |= one["undefined"]
    return whole


def _classes(read: Iterable[Predictions]) -> tuple[str, ...]:
    """Return the classes of a task that its stored predictions know, sorted."""
    found: set[Any] = set()
    for one in read:
        found.update(one.correct, one.predicted, one.classes)
    return tuple(sorted(map(str, found)))


def _whole(one: Predictions, classes: tuple[str, ...]) -> Any:
    """Return the probabilities of all classes of the task, in order.

    Raises
    ------
    Undefined
        The estimator gives none.
    """
    if one.confidences is None:
        raise Undefined("the estimator gives no probabilities")
    whole = np.zeros((len(one.rows), len(classes)))
    whole[:, places(one.classes, classes)] = one.confidences
    return whole


def _sides(one: Predictions, type: str) -> list[Any]:
    """Return the true and the predicted values of a fold as arrays of numbers or of texts."""
    kind = np.float64 if type == "regression" else str
    return [np.array(side, dtype=kind) for side in (one.correct, one.predicted)]


def _number(value: Any, name: str) -> float:
    """Return a score as a double; not defined if it is None or not finite."""
    if value is None:
        raise Undefined("the function returns None")
    if isinstance(value, bool) or not isinstance(value, Real):
        expected = "a number"
        raise ArgumentError(
            f"the measure {shown(name)} must return {expected}, not {type(value).__name__}",
            expected=expected,
            found=type(value).__name__,
        )
    if not math.isfinite(value):
        raise Undefined(f"its value is {float(value)}")
    return float(value)


# Scorers of scikit-learn.


def _scorers(type: str) -> list[str]:
    """Return the names of scikit-learn's scorers for tasks of a type.

    Those of clusters apply to classes, too, but not those of classes to names of clusters.
    """
    from sklearn.metrics import get_scorer, get_scorer_names

    places = {name: get_scorer(name)._score_func.__module__ for name in get_scorer_names()}
    if type == "classification":
        return [name for name, place in places.items() if place != _OF_NUMBERS]
    wanted = _OF_NUMBERS if type == "regression" else _OF_CLUSTERS
    return [name for name, place in places.items() if place.startswith(wanted)]


def _scorer(name: str, type: str) -> Measure:
    from sklearn.metrics import get_scorer

    scorer = get_scorer(name)
    shares = "predict" not in _methods(scorer)

    def score(one: Predictions, classes: tuple[str, ...]) -> float:
        sides = _sides(one, type)
        if type == "classification":
            sides = [places(side, classes) for side in sides]
        given = _whole(one, classes) if shares else None
        stored = _stored(type, sides[1], given, len(classes))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of folds for which the measure is not defined
            try:
                value = scorer(stored, None, sides[0])
            except ValueError as error:
                raise Undefined(str(error)) from error
        return _number(value, name)

    return Measure(name, True, shares, score)  # scikit-learn negates losses


def _methods(scorer: Any) -> tuple[str, ...]:
    """Return the methods of an estimator that a scorer may call."""
    asked = scorer._response_method
    return (asked,) if isinstance(asked, str) else tuple(asked)


def _stored(task_type: str, predicted: Any, shares: Any, n_classes: int) -> Any:
    """Return an estimator that answers with stored predictions."""
    from sklearn.base import BaseEstimator, ClassifierMixin, RegressorMixin

    # scikit-learn looks at the names of these functions.
    def predict(self: Any, rows: Any) -> Any:
        return predicted

    def predict_proba(self: Any, rows: Any) -> Any:
        return shares

    mixins = {"regression": (RegressorMixin,), "classification": (ClassifierMixin,)}
    answers: dict[str, Any] = {"classes_": np.arange(n_classes), "predict": predict}
    if shares is not None:
        answers["predict_proba"] = predict_proba
    return type("Stored", (*mixins.get(task_type, ()), BaseEstimator), answers)()


# Functions of one's own.


def _own(asked: Mapping[str, Any], type: str) -> Measure:
    keys = ("function", "higher_is_better", "of_probabilities")
    given = asked.get("function")
    strange = [str(key) for key in asked if key not in keys]
    if strange or not (isinstance(given, str) or callable(given)):
        found = ", ".join(strange) or "no function"
        expected = f"a mapping with the keys {', '.join(keys)}"
        raise ArgumentError(
            f"`measure` must be {expected}, not {found}", expected=expected, found=found
        )
    function = _imported(given) if isinstance(given, str) else given
    path = given if isinstance(given, str) else str(getattr(given, "__name__", "measure"))
    higher = asked.get("higher_is_better", getattr(function, "higher_is_better", None))
    shares = asked.get("of_probabilities", getattr(function, "of_probabilities", False))
    if not isinstance(higher, bool) or not isinstance(shares, bool):
        expected = "true or false as its attribute `higher_is_better`"
        raise ArgumentError(
            f"the measure {shown(path)} must declare {expected}, not {higher!r}",
            expected=expected,
            found=repr(higher),
            hint="The direction is never guessed: set the attribute of the function, or give a "
            'mapping with the keys "function" and "higher_is_better".',
        )
    if shares and type != "classification":
        raise ArgumentError(
            f"the measure {shown(path)} needs probabilities, which a {type} does not have",
            expected=f"a measure of predictions for a {type}",
            found="of_probabilities",
        )

    def score(one: Predictions, classes: tuple[str, ...]) -> float:
        if shares:
            sides = [places(one.correct, classes), _whole(one, classes)]
        else:
            sides = _sides(one, type)
        try:
            value = function(*sides)
        except Exception as error:  # the function is user code
            found = without_controls(f"{error.__class__.__name__}: {error}")[:200]
            where = f"repeat {one.repeat}, fold {one.fold}"
            raise ArgumentError(
                f"the measure {shown(path)} failed on {where}: {found}",
                expected="a number",
                found=found,
                hint="Correct the function; it may return None where it is not defined.",
            ) from error
        return _number(value, path)

    return Measure(path, higher, shares, score)


def _imported(path: str) -> Callable[..., Any]:
    module, _, name = path.partition(":")
    parts = [*module.split("."), name]
    expected = 'the import path of a function, "module:function"'
    if not all(part.isidentifier() for part in parts) or parts[0] in sys.stdlib_module_names:
        raise ArgumentError(
            f"`measure` must be {expected}, not {shown(path)}", expected=expected, found=path
        )
    try:
        found = getattr(importlib.import_module(module), name)
    except Exception as error:  # the module is user code
        told = without_controls(f"{error.__class__.__name__}: {error}")[:200]
        raise ArgumentError(
            f"`measure` must be {expected}; {shown(path)} cannot be imported: {told}",
            expected=expected,
            found=told,
            hint="Install the module, or add its folder to PYTHONPATH.",
        ) from error
    if not callable(found):
        raise ArgumentError(
            f"`measure` must be {expected}, not {shown(path)}", expected=expected, found=path
        )
    function: Callable[..., Any] = found
    return function
