"""Statistics of a table, with all relevant settings, as calls in both languages."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from pybench.base import catalogue
from pybench.base.result import Result
from pybench.comparison.adjust import ADJUSTMENTS

if TYPE_CHECKING:
    from pybench.table import ResultsTable

#: Words of the catalogue that mean several choices.
_CHOICES: Mapping[str, Callable[[], tuple[str, ...]]] = {
    "@adjustments": lambda: ADJUSTMENTS,
    "@diagram": lambda: catalogue.functions("diagram"),
}
#: Placeholders of the catalogue for properties of a table.
_PLACES: Mapping[str, Callable[[ResultsTable], Any]] = {
    "@first": lambda t: t.classifiers[0],
    "@second": lambda t: t.classifiers[1],
    "@one": lambda t: list(t.classifiers[:1]),
    "@rest": lambda t: list(t.classifiers[1:]),
    "@two": lambda t: list(t.classifiers[:2]),
    "@pair": lambda t: [tuple(t.classifiers[:2])],
    "@all": lambda t: list(t.classifiers),
    "@others": lambda t: max(1, min(2, t.n_classifiers - 3)),
    "@cost": lambda t: {name: 2.0 + sum(map(ord, name)) % 7 for name in t.classifiers},
    "@gap": lambda t: _usual_gap(t) / 10,  # a rope, for any unit of the metric
}


@dataclass(frozen=True, slots=True)
class Question:
    """One function with its arguments."""

    function: Callable[..., Result]
    table: ResultsTable  #: its first argument
    options: Mapping[str, Any]  #: the others, except ``engine``

    @property
    def name(self) -> str:
        """Public name of the function."""
        return self.function.__name__

    @property
    def settings(self) -> str:
        """The options chosen for this question, in words."""
        hidden = ("alpha", "tie_tol", "samples", "resamples", "repeats", "limit", "seed", "chains")
        words = [_word(k, v) for k, v in self.options.items() if k not in (*hidden, "warmup")]
        return ", ".join(filter(None, words)) or "defaults"

    def ask(self, engine: str) -> Result:
        """Compute the result with ``engine``."""
        return self.function(self.table, **self.options, engine=engine)


def questions(t: ResultsTable, alpha: float, tie_tol: float | str) -> Iterator[Question]:
    """Yield all questions about a table.

    Parameters
    ----------
    t : ResultsTable
    alpha : float in (0, 1)
    tie_tol : "decimal", float or "auto"
        Both go to every function that takes them.

    Yields
    ------
    Question
        Some are refused: an exact distribution for too large a table, a model that needs repeats.
    """
    given = {"alpha": alpha, "tie_tol": tie_tol}
    for name, options in asked("question", t):
        found = function(name)
        known = inspect.signature(found).parameters
        also = {name: value for name, value in given.items() if name in known}
        yield Question(found, t, {**options, **also})


def function(name: str) -> Callable[..., Any]:
    """Return a public function by its name."""
    found: Callable[..., Any] = getattr(importlib.import_module("pybench"), name)
    return found


def asked(use: str, t: ResultsTable) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the calls of the catalogue with a use: function, and arguments besides the table."""
    for call in catalogue.calls(use):
        choices = {name: _expanded(values) for name, values in call.choices().items()}
        for values in product(*choices.values()):
            placed = [_PLACES[x](t) if _stands_for(x) else x for x in values]
            yield call.function, dict(zip(choices, placed, strict=True))


def _expanded(values: Iterable[Any]) -> list[Any]:
    return [x for value in values for x in (_CHOICES[value]() if value in _CHOICES else [value])]


def _stands_for(value: object) -> bool:
    return isinstance(value, str) and value.startswith("@")


def _usual_gap(t: ResultsTable) -> float:
    with np.errstate(over="ignore"):  # Inf near the largest double, which both languages refuse
        gaps = np.zeros(1) if t.n_missing else np.abs(np.diff(t.scores, axis=1))
        return float(np.median(gaps))


def _word(name: str, value: object) -> str:
    if isinstance(value, bool):
        return name if value else ""
    if isinstance(value, (int, float)):
        return f"{name} {value:.3g}"
    if name in ("control", "rows"):  # only their presence matters, not which
        return name
    return value if isinstance(value, str) and name not in ("first", "second") else ""
