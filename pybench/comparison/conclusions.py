"""What a comparison says in plain words; the same sentences in Python and in R.

Templates, formats and worked examples: ``tests/golden/conclusions.json``.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from pybench.base.result import format_p
from pybench.comparison.critical import CriticalDifference
from pybench.comparison.friedman import FriedmanResult


def conclusions(
    omnibus: FriedmanResult, other: FriedmanResult, pairs: CriticalDifference
) -> tuple[str, ...]:
    """Say in sentences what the tests found.

    Parameters
    ----------
    omnibus, other : FriedmanResult
        By chi-square and by Iman and Davenport's F.
    pairs : CriticalDifference

    Returns
    -------
    tuple of str
        Omnibus test, best classifiers, pairs, reservations; in this order.
    """
    if "degenerate" in omnibus.notes:
        k = omnibus.n_classifiers
        return (
            f"All {k} classifiers score the same on every dataset: there is nothing to tell apart.",
        )
    return (
        *_omnibus(omnibus, other, pairs.alpha),
        *_best(pairs),
        _pairs(pairs),
        *_reservations(omnibus, pairs),
    )


def _omnibus(omnibus: FriedmanResult, other: FriedmanResult, alpha: float) -> Iterator[str]:
    found = omnibus.pvalue <= alpha
    yield (
        f"The Friedman test {'finds' if found else 'does not find'} that the "
        f"{omnibus.n_classifiers} classifiers differ (chi-square = {_number(omnibus.statistic)}, "
        f"df = {omnibus.df[0]:.0f}, p {format_p(omnibus.pvalue)})."
    )
    if (other.pvalue <= alpha) != found:
        yield (
            f"Iman and Davenport's F {'does not find' if found else 'finds'} that they differ "
            f"(F = {_number(other.statistic)}, df = {other.df[0]:.0f} and {other.df[1]:.0f}, "
            f"p {format_p(other.pvalue)})."
        )


def _best(pairs: CriticalDifference) -> Iterator[str]:
    k = len(pairs.classifiers)
    best = int((pairs.mean_ranks == pairs.mean_ranks[0]).sum())
    names, rank = ", ".join(pairs.classifiers[:best]), f"{pairs.mean_ranks[0]:.2f}"
    if best == 1:
        yield f"{names} is best by mean rank ({rank})."
    else:
        yield f"{names} share the best mean rank ({rank})."
    if k > 2 and best < k:
        joined = [pairs.classifiers[j] for j in range(best, k) if not pairs.significant[0, j]]
        yield _beside_best(joined, others=k - best)


def _beside_best(joined: Sequence[str], others: int) -> str:
    if not joined:
        return "Every other classifier differs from the best."
    if len(joined) == others:
        return "No other classifier is told apart from the best."
    return f"Not told apart from the best: {', '.join(joined)}."


def _pairs(pairs: CriticalDifference) -> str:
    k = len(pairs.classifiers)
    differing, total = int(pairs.significant.sum()) // 2, k * (k - 1) // 2
    width = pairs.critical_difference
    ruler = "" if width is None else f" (critical difference {width:.2f})"
    if k == 2:
        verdict = "The two differ" if differing else "The two are not told apart"
    elif differing == 0:
        verdict = f"None of {total} pairs differs"
    else:
        verdict = f"{differing} of {total} pairs {'differs' if differing == 1 else 'differ'}"
    return f"{verdict} at alpha = {pairs.alpha:.4g}{ruler}."


def _reservations(omnibus: FriedmanResult, pairs: CriticalDifference) -> Iterator[str]:
    if omnibus.pvalue > pairs.alpha and pairs.significant.any():
        yield (
            "The Friedman test does not support a difference between pairs: do not quote it alone."
        )
    if pairs.convention != "standard":
        yield (
            f"These numbers follow the convention of {pairs.convention}, "
            "not the standard definition."
        )


def _number(value: float) -> str:
    return "Inf" if math.isinf(value) else f"{value:.4g}"
