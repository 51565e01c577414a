"""The part of a page about the Bayesian signed-rank test."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from pybench.comparison.bayesian import SURE
from pybench.reporting.formats import counted, probability

if TYPE_CHECKING:
    import pandas as pd

    from pybench.comparison.bayesian import BayesianPairs
    from pybench.comparison.posterior import Posterior
    from pybench.comparison.summary import Comparison

_BAR = 160.0


@dataclass(frozen=True, slots=True)
class Against:
    """The method with the best mean rank, compared with another one."""

    name: str  #: of the other method
    better: float  #: P(the best is better)
    equal: float  #: P(they are practically equivalent)
    worse: float  #: P(the best is worse)
    error: float  #: largest Monte-Carlo standard error of the three
    bar: tuple[tuple[str, float, float], ...]  #: class, start and width of the three parts


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of the matrix: P(row better than column)."""

    shown: str
    exact: str  #: the three probabilities, in words
    kind: str  #: class: "self", "same", "alike", or "differs" if the row is surely better


def view(comparison: Comparison, posterior: Posterior | None) -> dict[str, Any]:
    """Return the values for the template of a comparison's Bayesian part."""
    result = comparison.bayesian
    assert result is not None
    order = list(comparison.diagram.classifiers)
    three = tuple(frame.loc[order, order] for frame in (result.better, result.equal, result.worse))
    errors = result.monte_carlo_error.loc[order, order]
    return {
        "result": result,
        "test": test_of(result),
        "best": order[0],
        "sentence": sentence(result),
        "error": float(errors.to_numpy().max()),
        "against": list(_against(three, errors)),
        "matrix": list(zip(order, _matrix(three), strict=True)),
        "posterior": posterior,
        "alternative": "" if posterior is None else _alternative(posterior),
        "sure": SURE,
    }


def test_of(result: BayesianPairs) -> str:
    """Return what compared the pairs, after the word "Bayesian"."""
    hierarchical = result.test == "bayesian_hierarchical"
    return "hierarchical model of the repeats" if hierarchical else "signed-rank test"


def sentence(result: BayesianPairs) -> str:
    """Return a sentence with the number of decided pairs, and how they are decided."""
    first, second = np.triu_indices(result.n_classifiers, 1)
    better, equal, worse = (
        int((frame.to_numpy()[first, second] > SURE).sum())
        for frame in (result.better, result.equal, result.worse)
    )
    total = len(first)
    apart = better + worse
    return (
        f"Of {counted(total, 'pair')}, one is better with a probability above {SURE:g} in "
        f"{apart}, the two are practically equivalent (within {result.rope:g}) in {equal}, "
        f"and {total - apart - equal} {'is' if total - apart - equal == 1 else 'are'} undecided."
    )


def _against(three: tuple[pd.DataFrame, ...], errors: pd.DataFrame) -> Iterator[Against]:
    for j, name in enumerate(errors.columns[1:], 1):
        better, equal, worse = (float(frame.to_numpy()[0, j]) for frame in three)
        parts = (("better", better), ("alike", equal), ("worse", worse))
        ends = np.cumsum([0.0, better, equal]) * _BAR
        bar = tuple(
            (kind, round(float(start), 2), round(share * _BAR, 2))
            for (kind, share), start in zip(parts, ends, strict=True)
        )
        yield Against(name, better, equal, worse, float(errors.to_numpy()[0, j]), bar)


def _matrix(three: tuple[pd.DataFrame, ...]) -> list[list[Cell]]:
    better, equal, worse = (frame.to_numpy() for frame in three)
    k = range(len(better))
    return [[_cell(better[i, j], equal[i, j], worse[i, j], i == j) for j in k] for i in k]


def _cell(better: float, equal: float, worse: float, is_self: bool) -> Cell:
    if is_self:
        return Cell("–", "", "self")
    exact = f"better {better:.4f}, equivalent {equal:.4f}, worse {worse:.4f}"
    kind = "differs strong" if better > SURE else "alike" if equal > SURE else "same"
    return Cell("≈" if kind == "alike" else probability(better), exact, kind)


def _alternative(posterior: Posterior) -> str:
    """Describe the simplex in words."""
    first, second = posterior.classifier_1, posterior.classifier_2
    return (
        f"Simplex of posterior draws. {first} better than {second}: "
        f"{probability(posterior.better)}; practically equivalent: "
        f"{probability(posterior.equal)}; {second} better: {probability(posterior.worse)}."
    )
