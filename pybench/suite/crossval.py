"""Cross-validate classifiers over datasets, with repeats: data in, results table out."""

from __future__ import annotations

import logging
import math
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pybench.base.errors import ArgumentError, TasksFailed
from pybench.base.stream import integer
from pybench.suite.bundled import Dataset
from pybench.table import ResultsTable, results_table

logger = logging.getLogger("pybench")

Progress = Callable[[int, int, str], object]  # done, of how many, what was finished last


@dataclass(frozen=True, slots=True)
class _Task:
    dataset: Dataset
    classifier: str
    estimator: Any
    repeat: int
    folds: int
    seed: int

    @property
    def name(self) -> str:
        return f"{self.classifier} on {self.dataset.name}, repeat {self.repeat + 1}"


@dataclass(frozen=True, slots=True)
class _Outcome:
    task: str
    cell: tuple[str, str, int]  # dataset, classifier, repeat
    score: float
    problem: str  # "" or why there is no score
    warnings: tuple[str, ...]


def cross_validate(
    datasets: Sequence[Dataset],
    classifiers: Mapping[str, Any],
    *,
    folds: int = 5,
    repeats: int = 3,
    seed: int = 0,
    n_jobs: int = 1,
    progress: Progress | None = None,
) -> ResultsTable:
    """Measure the accuracy of scikit-learn classifiers by repeated stratified cross-validation.

    Parameters
    ----------
    datasets : sequence of Dataset
    classifiers : mapping of str to estimator
        Unfitted; each fit works on a clone, its ``random_state`` derived from the seed.
    folds : int >= 2
        Parts of a dataset; each is the test part once in a repeat.
    repeats : int >= 1
        Independent divisions into folds. All classifiers see the same ones.
    seed : int
    n_jobs : int
        Processes. The result does not depend on it.
    progress : callable, optional
        Called with (tasks done, tasks in all, name of the last one).

    Returns
    -------
    ResultsTable
        Accuracy, the share of a dataset's cases classified correctly when they were in the test
        part: means over repeats, and ``by_repeat`` of shape (N, k, repeats).

    Raises
    ------
    ArgumentError
        Fewer than 2 folds or 1 repeat, no datasets or classifiers.
    TasksFailed
        Some fits failed; the message names them.

    Examples
    --------
    >>> from sklearn.naive_bayes import GaussianNB
    >>> from pybench.suite.bundled import load
    >>> t = cross_validate([load("iris")], {"naive Bayes": GaussianNB()}, repeats=2)
    >>> t.by_repeat.shape
    (1, 1, 2)
    """
    _require("folds", folds, 2)
    _require("repeats", repeats, 1)
    _require("datasets", len(datasets), 1)
    _require("classifiers", len(classifiers), 1)
    tasks = [
        _Task(dataset, name, estimator, repeat, folds, seed)
        for repeat, dataset, (name, estimator) in product(
            range(repeats), datasets, classifiers.items()
        )
    ]
    outcomes = list(_reported(_outcomes(tasks, n_jobs), len(tasks), progress))
    _check(outcomes)
    names = tuple(dataset.name for dataset in datasets)
    return _table(outcomes, names, tuple(classifiers), repeats)


def _require(name: str, value: int, low: int) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or value < low:
        raise ArgumentError(
            f"`{name}` must be at least {low}, not {value!r}",
            expected=f"at least {low}",
            found=repr(value),
        )


def _outcomes(tasks: Sequence[_Task], n_jobs: int) -> Iterable[_Outcome]:
    if n_jobs == 1:
        return map(_run, tasks)
    from joblib import Parallel, delayed

    # max_nbytes: no memory-mapped copies in /dev/shm, which is small in containers.
    pool = Parallel(n_jobs, return_as="generator_unordered", max_nbytes=None)
    outcomes: Iterable[_Outcome] = pool(delayed(_run)(task) for task in tasks)
    return outcomes


def _reported(
    outcomes: Iterable[_Outcome], total: int, progress: Progress | None
) -> Iterator[_Outcome]:
    for done, outcome in enumerate(outcomes, 1):
        for text in outcome.warnings:
            logger.warning("%s: %s", outcome.task, text)
        if progress is not None:
            progress(done, total, outcome.task)
        yield outcome


def _run(task: _Task) -> _Outcome:
    """Do one repeat of one classifier on one dataset; never raises."""
    from threadpoolctl import threadpool_limits

    score, problem = 0.0, ""
    # One thread of linear algebra: sums do not depend on how many cores there are.
    with threadpool_limits(1), warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            score = _accuracy(task)
        except Exception as error:  # the user's classifier may raise anything
            problem = f"{type(error).__name__}: {error}"
    said = tuple(dict.fromkeys(str(warning.message) for warning in caught))
    cell = (task.dataset.name, task.classifier, task.repeat)
    return _Outcome(task.name, cell, score, problem, said)


def _accuracy(task: _Task) -> float:
    features, labels = task.dataset.features, task.dataset.labels
    right = 0
    for fold, (train, test) in enumerate(_divisions(task)):
        names = ("fit", task.classifier, task.dataset.name, task.repeat, fold)
        estimator = _seeded(task.estimator, task.seed, names)
        estimator.fit(features[train], labels[train])
        right += int((estimator.predict(features[test]) == labels[test]).sum())
    return right / task.dataset.n_cases


def _divisions(task: _Task) -> Iterator[tuple[NDArray[np.intp], NDArray[np.intp]]]:
    from sklearn.model_selection import StratifiedKFold

    # The classifier is not among the names: all of them meet the same folds.
    chance = integer(task.seed, "folds", task.dataset.name, task.repeat)
    splitter = StratifiedKFold(task.folds, shuffle=True, random_state=chance)
    divisions: Iterator[Any] = splitter.split(task.dataset.features, task.dataset.labels)
    return divisions


def _seeded(estimator: Any, seed: int, names: tuple[str | int, ...]) -> Any:
    from sklearn.base import clone

    copy = clone(estimator)
    states = [name for name in copy.get_params() if f"__{name}".endswith("__random_state")]
    return copy.set_params(**{name: integer(seed, *names, name) for name in sorted(states)})


def _check(outcomes: Iterable[_Outcome]) -> None:
    failed = [f"{outcome.task} ({outcome.problem})" for outcome in outcomes if outcome.problem]
    if failed:
        failed.sort()
        more = "" if len(failed) <= 5 else f" and {len(failed) - 5} more"
        raise TasksFailed(
            f"{len(failed)} tasks failed: {'; '.join(failed[:5])}{more}",
            hint="Leave the classifier or the dataset out.",
        )


def _table(
    outcomes: Iterable[_Outcome], datasets: tuple[str, ...], classifiers: tuple[str, ...], n: int
) -> ResultsTable:
    scores = {outcome.cell: outcome.score for outcome in outcomes}
    repeats = range(n)
    by_repeat = [[[scores[d, c, r] for r in repeats] for c in classifiers] for d in datasets]
    # Exactly rounded sums, as the reader of repeats forms them.
    means = [[math.fsum(cell) / n for cell in row] for row in by_repeat]
    return results_table(
        np.array(means),
        datasets,
        classifiers,
        higher_is_better=True,
        metric="accuracy",
        by_repeat=np.array(by_repeat),
    )
