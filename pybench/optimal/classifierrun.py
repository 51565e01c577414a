"""One run: simulate new paths, split, fit one classifier, score it and the likelihood ratios."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pybench.base.document import read_json
from pybench.base.errors import ArgumentError, EnvironmentProblem, TasksFailed
from pybench.base.shared import version
from pybench.base.stream import integer, stream
from pybench.base.text import shown_names, without_controls
from pybench.optimal import scores
from pybench.optimal.benchmark import simulate
from pybench.optimal.catalogue import Setting
from pybench.optimal.estimators import score, seeded, shaped
from pybench.optimal.formerkeys import earlier_key
from pybench.optimal.likelihood import likelihood_ratio, observed_line
from pybench.optimal.noise import Floats
from pybench.store import fingerprint
from pybench.store.code import is_released

Answer = dict[str, Any]

LINES = ("lrt_hidden", "lrt_numerical", "lrt_exact_chain")
KEPT = "pybench/optimality-answer/2"  # format of an answer, part of its key; /1 had no name
SHOWN = 0  # the run whose test paths' scores are kept: for curves, not for conclusions


@dataclass(frozen=True)
class ClassifierRun:
    """A classifier in a run of a setting."""

    setting: Setting
    run: int
    classifier: str
    make: Callable[[Setting], Any]
    seed: int
    size: int | None = None  #: it learns from so many training paths; from all if None
    overfits: bool = True  #: training paths are scored, too; no part of the key
    observed: str = "quick"  #: where LRT observed is computed

    def __str__(self) -> str:
        few = "" if self.size is None else f", on {self.size} training paths"
        return f"{self.classifier}, in run {self.run} of {self.setting.name}{few}"

    @property
    def key(self) -> str:
        """Name of the file that keeps the answer: a hash of everything the numbers depend on."""
        return self.keys[0]

    @property
    def keys(self) -> tuple[str, str]:
        """The key, and the key of earlier states, before keys were fingerprints of the store.

        Packages count by name, not by version; pybench counts by version.

        Raises
        ------
        ArgumentError
            A classifier or a process whose content cannot be described.
        """
        one, grid = self.setting, self.setting.grid
        estimator = seeded(self.make(self.setting), 0)  # not fitted; its own seed is set later
        depends = [
            *(one.name, one.process, one.train, one.test),
            *(grid.times, grid.substeps, grid.scheme, grid.late),
            *(self.run, self.classifier, self.seed, version()),
            *(estimator, getattr(estimator, "series", None)),
        ]
        if self.observed != "quick":
            depends.append(self.observed)
        if self.size is not None:
            key = fingerprint.digest([KEPT, _described([*depends, self.size])])[:24]
            return key, key
        key = fingerprint.digest([KEPT, _described(depends)])[:24]
        return key, earlier_key(one, self.run, self.classifier, self.seed, estimator)


def _described(value: Any) -> Any:
    """Describe what an answer depends on; code of packages under edit counts by its text."""
    try:
        return fingerprint.describe(value, by_name=is_released)
    except ArgumentError as error:
        raise ArgumentError(
            "`out` cannot store results that depend on a value that pybench cannot describe: "
            f"{error.found}",
            expected="numbers, strings, arrays, functions, or objects made of these",
            found=error.found,
            hint="Leave out the argument `out`, or give numbers instead of this value.",
        ) from error


@dataclass(frozen=True, slots=True)
class Data:
    """What a run draws: training and test paths, and the ratios of the test paths."""

    train: Floats  #: (n, d + 1, L + 1), the times as last channel, in random order
    train_label: NDArray[np.int64]
    test: Floats
    test_label: NDArray[np.int64]
    lines: dict[str, Floats]  #: method -> log likelihood ratios of the test paths
    seed: int
    error: float | None = None  #: of LRT observed, as `observed_line` returns it

    def first(self, size: int) -> Data:
        """Return the same run with the first ``size`` training paths, half of each class."""
        own = np.zeros(len(self.train), bool)
        for label in (0, 1):
            own[np.flatnonzero(self.train_label == label)[: size // 2]] = True
        return replace(self, train=self.train[own], train_label=self.train_label[own])

    def fit_seed(self, classifier: str) -> int:
        """Return the seed of a classifier's own randomness."""
        return integer(self.seed, "fit", classifier)


def drawn(one: Setting, run: int, start: int, observed: str = "quick") -> Data:
    """Simulate the paths of a run and split them; the same for every classifier."""
    seed = integer(start, "optimality", one.name, run)
    each, half = (one.train + one.test) // 2, one.train // 2
    seen = simulate(one, each, seed=seed, workers=1)
    place = np.arange(each)
    train = np.concatenate([place[:half], each + place[:half]])
    test = np.concatenate([place[half:], each + place[half:]])
    # Paths are ordered by class; classifiers should not see that.
    train = stream(seed, "order").permutation(train)
    paths, label = seen.with_time(), seen.label
    lines = {"lrt_hidden": seen.hidden[test]}
    points = seen.paths[test]
    given: dict[str, Any] = {"times": seen.times, "substeps": seen.substeps}
    lines["lrt_numerical"] = likelihood_ratio(one, points, **given)
    error = None
    if found := observed_line(one.process, one.grid, points, observed, seed):
        lines["lrt_exact_chain"], error = found
    return Data(paths[train], label[train], paths[test], label[test], lines, seed, error)


def solve(task: ClassifierRun) -> dict[str, Any]:
    """Return scores of the classifier and the lines, and the times of fitting and of testing."""
    return fitted(task, drawn(task.setting, task.run, task.seed, task.observed))


def fitted(task: ClassifierRun, data: Data) -> dict[str, Any]:
    """Return what `solve` does, given what the run draws."""
    if task.size is not None:
        data = data.first(task.size)
    with naming(str(task)):
        estimator = seeded(task.make(task.setting), data.fit_seed(task.classifier))
        begun = time.perf_counter()
        estimator.fit(shaped(estimator, data.train), data.train_label)
        fitted = time.perf_counter()
        values = score(estimator, shaped(estimator, data.test))
        predicted = time.perf_counter()
        # As many as there are test paths: where predicting takes long, it takes no more than twice.
        few = data.first(len(data.test)) if task.overfits else None
        seen = None if few is None else score(estimator, shaped(estimator, few.train))
    answer = answered(task, data, values, fitted - begun, predicted - fitted)
    if few is not None and seen is not None:
        answer["train"] = _scored(few.train_label, seen)
    return answer


@contextmanager
def naming(where: str) -> Iterator[None]:
    """Name in errors the classifier that failed, and where; environment errors pass unchanged."""
    try:
        yield
    except EnvironmentProblem:
        raise
    except ArgumentError as error:
        raise ArgumentError(
            f"{where}: {error.message}",
            expected=error.expected,
            found=error.found,
            hint=error.hint,
        ) from error
    except (Exception, SystemExit) as error:  # the classifier is user code
        reason = _said(error)
        raise TasksFailed(
            f"{where} failed with {reason}",
            expected="a classifier that learns every setting",
            found=reason,
            hint="Fix the classifier and repeat the call: with `out`, all finished fits are kept.",
        ) from error


def _said(error: BaseException) -> str:
    kind = type(error).__name__
    try:
        return without_controls(f"{kind}: {error}").removesuffix(": ")
    except Exception:  # formatting the error is user code, too
        return f"{kind}, without a readable message"


@contextmanager
def naming_dead(tasks: list[ClassifierRun]) -> Iterator[None]:
    """Name in the error the tasks that ended their worker processes."""
    try:
        yield
    except TasksFailed as error:
        if not error.tasks:
            raise
        names = shown_names([str(tasks[place]) for place in error.tasks])
        named = TasksFailed(
            f"{error.message}: {names}",
            expected=error.expected,
            found=error.found,
            hint=error.hint,
        )
        named.tasks = error.tasks
        raise named from error


def answered(
    task: ClassifierRun, data: Data, values: Floats, fit_seconds: float, predict_seconds: float
) -> dict[str, Any]:
    """Return the answer of a task, given the classifier's scores of the test paths."""
    label = data.test_label
    parts = {task.classifier: values, **data.lines}
    answer = {
        "fit_seconds": fit_seconds,
        "predict_seconds": predict_seconds,
        "scores": {name: _scored(label, found) for name, found in parts.items()},
        "paired": _paired(label, values, data.lines),
    }
    if data.error is not None:
        answer["error"] = data.error
    if task.run == SHOWN:
        told = {name: found.tolist() for name, found in parts.items()}
        answer["test"] = {"label": label.tolist(), "scores": told}
    return answer


def complete(task: ClassifierRun, answer: Any) -> bool:
    """Return whether an answer read from a file is complete; earlier ones have no "train"."""
    wanted = {"scores", "paired", "fit_seconds", *(("test",) if task.run == SHOWN else ())}
    return isinstance(answer, dict) and wanted <= set(answer)


def _scored(label: Any, values: Floats) -> dict[str, list[float]]:
    found = scores.scores(values[label == 0], values[label == 1])
    return {name: [one.value, one.se] for name, one in found.items()}


def _paired(label: Any, values: Floats, lines: dict[str, Floats]) -> dict[str, float]:
    """Return the standard error of each AUC difference on the same paths (DeLong et al. 1988)."""
    return {name: scores.paired_error(label, values, line) for name, line in lines.items()}


def kept(folder: Path | None, task: ClassifierRun) -> Path | None:
    """Return the path where the answer of a task is or will be kept; None without a folder."""
    if folder is None:
        return None
    path, earlier = (folder / f"{key}.json" for key in task.keys)
    return earlier if earlier.exists() and not path.exists() else path


def read_kept(path: Path | None, task: ClassifierRun) -> Answer | None:
    """Return the answer of a task that a file keeps; None if there is no valid one."""
    if path is None or not path.exists():
        return None
    try:
        answer: Answer = read_json(path.read_text(encoding="utf-8"))
        sound = answer.pop("sha256") == digest(answer)
    except (OSError, ValueError, AttributeError, KeyError, TypeError):
        return None  # truncated, or written by another program: computed again
    return answer if sound and complete(task, answer) else None


def digest(answer: Answer) -> str:
    """Return the hash of an answer: a file with one changed digit would still be valid JSON."""
    return hashlib.sha256(json.dumps(answer).encode()).hexdigest()
