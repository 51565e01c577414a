"""Statistics of a table, with every setting worth a look, as questions to both languages."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from pybench.base.result import Result
from pybench.comparison import (
    adjust,
    aligned,
    conover,
    contrasts,
    correlated,
    critical,
    dirichlet,
    effects,
    eisinga,
    friedman,
    hierarchical,
    intervals,
    kendall,
    matrix,
    miller,
    nemenyi,
    page,
    pairs,
    patterns,
    posterior,
    power,
    quade,
    siegel,
    signedrank,
    signtest,
    skillings,
    stability,
    swaps,
    ttest,
    verdicts,
    wilcoxon,
)
from pybench.comparison.comparates import ORDERS

if TYPE_CHECKING:
    from pybench.table import ResultsTable

# Both languages draw the same numbers, so few of them tell as much as many.
_DRAWS = 500
_RESAMPLES = 200
_SETS = 200


@dataclass(frozen=True, slots=True)
class Question:
    """One function with its arguments."""

    function: Callable[..., Result]
    table: ResultsTable  #: its first argument
    options: Mapping[str, Any]  #: the others, but ``engine``

    @property
    def name(self) -> str:
        """Public name of the function."""
        return self.function.__name__

    @property
    def settings(self) -> str:
        """The options that were chosen for this question, in words."""
        hidden = ("alpha", "tie_tol", "samples", "resamples", "repeats", "limit", "seed", "chains")
        words = [_word(k, v) for k, v in self.options.items() if k not in (*hidden, "warmup")]
        return ", ".join(filter(None, words)) or "defaults"

    def ask(self, engine: str) -> Result:
        """Have ``engine`` answer."""
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
        Some are refused: an exact distribution of too large a table, a model that needs repeats.
    """
    given = {"alpha": alpha, "tie_tol": tie_tol}
    for source in (_of_ranks, _of_differences, _of_verdicts, _of_effects, _of_draws, _of_others):
        for function, options in source(t):
            known = inspect.signature(function).parameters
            also = {name: value for name, value in given.items() if name in known}
            yield Question(function, t, {**options, **also})


Asked = Iterator[tuple[Callable[..., Result], dict[str, Any]]]


def _every(function: Callable[..., Result], **choices: Any) -> Asked:
    """Yield a function with each combination of choices."""
    for values in product(*choices.values()):
        yield function, dict(zip(choices, values, strict=True))


def _of_ranks(t: ResultsTable) -> Asked:
    control = t.classifiers[:1]
    ranked = friedman.CONVENTIONS
    yield from _every(friedman.friedman, method=friedman.METHODS, convention=ranked)
    yield from _every(nemenyi.nemenyi, convention=ranked)
    yield from _every(siegel.siegel, alternative=pairs.ALTERNATIVES)
    yield from _every(siegel.siegel, control=control)
    variants = conover.VARIANTS
    yield from _every(conover.conover, variant=variants, adjust=("holm", conover.SINGLE_STEP))
    yield from _every(conover.conover, variant=variants, control=control)
    yield from _every(miller.miller)
    yield from _every(eisinga.eisinga)
    yield from _every(eisinga.eisinga, control=control)
    yield from _every(aligned.aligned_ranks, convention=aligned.CONVENTIONS)
    yield from _every(aligned.aligned_ranks_pairs, convention=aligned.CONVENTIONS)
    yield from _every(aligned.aligned_ranks_pairs, control=control)
    yield from _every(quade.quade, convention=quade.CONVENTIONS)
    yield from _every(quade.quade_pairs, distribution=["t"], convention=("standard", "pmcmr"))
    yield from _every(
        quade.quade_pairs, distribution=["normal"], convention=quade.PAIRS_CONVENTIONS
    )
    yield from _every(quade.quade_pairs, control=control)
    yield from _every(page.page, order=[list(t.classifiers)], method=page.METHODS)
    yield from _every(skillings.skillings_mack)
    yield skillings.skillings_mack, {"method": "simulation", "samples": _DRAWS}


def _of_differences(t: ResultsTable) -> Asked:
    control = t.classifiers[:1]
    kinds = pairs.ALTERNATIVES
    zeros = signedrank.ZERO_METHODS
    test = wilcoxon.wilcoxon
    yield from _every(test, zero_method=zeros, method=wilcoxon.METHODS)
    yield from _every(test, zero_method=zeros, method=["normal"], correction=[True])
    yield from _every(test, convention=wilcoxon.CONVENTIONS[1:])
    yield from _every(test, adjust=adjust.ADJUSTMENTS)
    for function in (test, signtest.sign_test, ttest.paired_t):
        yield from _every(function, alternative=kinds)
        yield from _every(function, control=control, alternative=("two-sided", "greater"))
    yield from _every(ttest.corrected_t, rho=(0.1, 0.5))
    yield from _every(contrasts.contrasts)


def _of_verdicts(t: ResultsTable) -> Asked:
    control = t.classifiers[0]
    figure = critical.critical_difference
    yield from _every(figure, convention=friedman.CONVENTIONS)
    yield from _every(figure, test=verdicts.PAIRWISE)
    yield from _every(figure, test=("bonferroni-dunn", "wilcoxon", "siegel"), control=[control])
    yield from _every(figure, test=["wilcoxon"], adjust=("shaffer", "BH"))
    table = matrix.multi_comparison
    yield from _every(table, order=ORDERS)
    yield from _every(table, adjust=["holm"])
    yield from _every(table, rows=[list(t.classifiers[:1])], columns=[list(t.classifiers[1:])])
    yield table, {"bayesian": True, "samples": _DRAWS}


def _of_effects(t: ResultsTable) -> Asked:
    yield from _every(effects.effects)
    yield from _every(effects.effects, control=t.classifiers[:1])
    yield kendall.kendall_w, {"resamples": _RESAMPLES}
    yield intervals.rank_intervals, {"resamples": _RESAMPLES}
    couple = [tuple(t.classifiers[:2])]
    for test in power.TESTS:
        yield power.datasets_needed, {"test": test, "pairs": couple, "repeats": _RESAMPLES}


def _of_draws(t: ResultsTable) -> Asked:
    few = {"samples": _DRAWS}
    # The rope beside the default 0.01: a tenth of a usual difference, whatever the metric's unit.
    with np.errstate(over="ignore"):  # Inf near the largest double, which both languages refuse
        gaps = np.zeros(1) if t.n_missing else np.abs(np.diff(t.scores, axis=1))
        width = float(np.median(gaps)) / 10
    for rope in (0.01, 0.0, width):
        yield dirichlet.bayesian_signed_rank, {"rope": rope, **few}
        yield correlated.bayesian_t, {"rope": rope}
    yield dirichlet.bayesian_signed_rank, {"prior": 0.0, **few}
    for place in dirichlet.PLACES:
        yield dirichlet.bayesian_sign, {"place": place, **few}
    yield correlated.bayesian_t, {"rho": 0.1}
    short = {"samples": 80, "chains": 2, "warmup": 20}
    yield hierarchical.bayesian_hierarchical, short
    first, second = t.classifiers[:2]
    for test in posterior.TESTS[:2]:
        yield posterior.posterior, {"first": first, "second": second, "test": test, **few}


def _of_others(t: ResultsTable) -> Asked:
    """Yield what asks how the company of other classifiers changes a verdict."""
    couple = list(t.classifiers[:2])
    others = max(1, min(2, t.n_classifiers - 3))
    yield stability.stability, {"limit": _SETS, "resamples": _RESAMPLES}
    for test in patterns.TESTS:
        yield patterns.core_patterns, {"core": couple, "extra": 2, "test": test}
        yield swaps.swaps, {"first": couple[0], "second": couple[1], "size": others, "test": test}


def _word(name: str, value: object) -> str:
    if isinstance(value, bool):
        return name if value else ""
    if isinstance(value, (int, float)):
        return f"{name} {value:.3g}"
    if name in ("control", "rows"):  # that there are some matters, not which
        return name
    return value if isinstance(value, str) and name not in ("first", "second") else ""
