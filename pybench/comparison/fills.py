"""Missing scores: which p-values and verdicts on a pair are possible, whatever they are.

The p-value of a pair is twice a one-sided one, at most 1. For the first and for the second method
of a pair, a `Span` has a lower and an upper bound of twice the one-sided p-value in favour of this
method. A difference is in an interval: a point if both methods have a score on the dataset.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pybench.comparison.adjust import adjusted
from pybench.comparison.differences import Pairs, better_scores, differences
from pybench.comparison.ranks import table_tolerance
from pybench.comparison.signedrank import subset_sums, twice
from pybench.comparison.signtest import sign_pvalues
from pybench.comparison.wilcoxon import AUTO_LARGEST, one_sided

if TYPE_CHECKING:
    from pybench.table import ResultsTable

Floats = NDArray[np.float64]
#: (2, 2): least and most, of the first method and of the second.
Span = Floats
_ONE = np.array([0]), np.array([1])


def intervals(
    t: ResultsTable, i: int, j: int, limits: tuple[float, float] | None, tie_tol: float | str
) -> tuple[Floats, Floats]:
    """Return the smallest and the largest difference on each dataset, > 0 if ``i`` is better.

    Parameters
    ----------
    t : ResultsTable
    i, j : int
        Positions of the two methods.
    limits : two floats, optional
        Of a missing score; by default it can be any number.
    tie_tol : "decimal", float or "auto"
    """
    worst, best = limits or (np.nan, np.nan)
    if not t.higher_is_better:
        worst, best = best, worst
    pair = t.scores[:, [i, j]]
    ends = [np.where(pair == pair, pair, fill) for fill in ([worst, best], [best, worst])]
    tolerance = tie_tol if tie_tol == "decimal" else table_tolerance(t.scores, tie_tol)
    both = better_scores(np.vstack(ends), t.higher_is_better)
    ((_, gaps),) = differences(both, _ONE, tolerance)  # those with NaN are left out
    low, high = gaps.reshape(2, -1)
    far = np.full(len(pair) - len(low), np.inf)
    return np.append(low, -far), np.append(high, far)


def sign_span(low: Floats, high: Floats, _: int) -> tuple[Span, bool]:
    """Return what the sign test can give, and True: the bounds are attained.

    A win instead of a zero, or a zero instead of a loss, never makes the one-sided p-value larger.
    """
    ends = np.stack([high, low])
    counts = np.stack([(ends > 0).sum(axis=1), (ends < 0).sum(axis=1)])
    first, second = np.minimum(1, 2 * sign_pvalues(counts, "greater"))
    return np.stack([first, second[::-1]]), True


def signed_rank_span(low: Floats, high: Floats, numbers: int) -> tuple[Span, bool]:
    """Return what the signed-rank test can give, and whether the bounds are attained.

    They are if all orders of the differences can be tried, which takes at most that many
    ``numbers``. The differences that tie among those of the scores present always do so.
    """
    free = low < high
    known, low, high = low[~free], low[free], high[free]
    m = len(low)
    sizes = np.unique(np.abs(np.concatenate([[0.0], known, low, high])))
    # Only the order of the sizes counts: there is room for m between any two.
    codes = [np.sign(x) * np.searchsorted(sizes, np.abs(x)) * (m + 1) for x in (known, low, high)]
    known_at, low_at, high_at = (code.astype(np.int64) for code in codes)
    if prod((high_at - low_at + 1).tolist()) * (len(known) + m) > numbers:
        return _bounded(known[known != 0], low, high), False
    best, worst = _candidates(low_at, high_at), _candidates(-high_at, -low_at)
    fills = np.array([*product(*best)]), -np.array([*product(*worst)])
    (first, second), (ahead, behind) = (
        one_sided(np.hstack([np.tile(known_at, (len(fill), 1)), fill]).astype(np.float64))
        for fill in fills
    )
    found = [[first.min(), ahead.max()], [behind.min(), second.max()]]
    return np.minimum(1, 2 * np.array(found)), True


def _candidates(low: NDArray[np.int64], high: NDArray[np.int64]) -> list[list[int]]:
    """Return the differences among which the most favourable ones to the first method are.

    A negative difference is worse than the positive one of the same size: no rank changes.
    """
    return [
        [*range(a, min(-b, 0)), *range(b + 1)]
        for a, b in zip(low.tolist(), high.tolist(), strict=True)
    ]


def _bounded(known: Floats, low: Floats, high: Floats) -> Span:
    """Bound what any number of missing scores can give, see `_favoured`."""
    (first, ahead), (behind, second) = _favoured(known, high), _favoured(-known, -low)
    return np.array([[first, second], [behind, ahead]])


def _favoured(known: Floats, high: Floats) -> tuple[float, float]:
    r"""Bound twice p in favour of the first method from below, and of the second from above.

    With A and B subsets of the positive and of the negative differences, p for the first is the
    share of (A, B) whose ranks have the sums r(A) <= r(B). So it is not smaller with all positive
    ranks at their largest and all negative ranks at their smallest: j fills are at ``high``, and
    the others are zero, or negative, where they raise larger ranks. Ties of positive differences
    move r(A) by at most ``slack``.
    """
    own, other, high = known[known > 0], -known[known < 0], np.sort(high)[::-1]
    within = 1 + (other[:, None] > other).sum(axis=1) + (other[:, None] >= other).sum(axis=1)
    _, groups = np.unique(own, return_counts=True)
    least, most, n = 1.0, 0.0, len(known) + len(high)
    for j in range(np.isinf(high).sum(), len(high) + 1):
        mine = np.sort(np.append(own, high[:j]))[:, None]
        raised = (other <= mine).sum(axis=1) + (high[j:] < mine).sum(axis=1)
        gains = 2 * (np.arange(1, len(mine) + 1) + raised)
        losses = within + 2 * (mine < other).sum(axis=0)
        lead = gains.sum() - losses.sum()
        if len(known) + j <= AUTO_LARGEST:
            weights, slack = (
                np.sort(np.append(gains, losses)),
                _joined(groups, j, lambda t: t**2 // 4),
            )
            least = min(least, _twice(weights, losses.sum() - slack))
            most = max(most, _twice(weights, gains.sum() + slack))
        if n > AUTO_LARGEST:
            _, sizes = np.unique(np.abs(known), return_counts=True)
            narrow = _square(len(known) + j) - _joined(sizes, j, lambda t: t**3 - t) / 12
            wide = _square(n) - _joined(sizes, 0, lambda t: t**3 - t) / 12
            least = min(least, _normal(lead / 2, narrow))
            most = max(most, _normal(-lead / 2, wide))
    return least, most


def _joined(groups: NDArray[np.int64], fills: int, size: Callable[[Any], Any]) -> int:
    """Return the sum of ``size`` over groups of ties, with all fills in the largest."""
    groups = np.sort(np.append(groups, 0))
    groups[-1] += fills
    return int(size(groups).sum())


def _twice(weights: NDArray[np.int64], limit: int) -> float:
    """Return twice the probability that randomly included weights sum to at most ``limit``."""
    if 2 * limit >= weights.sum():
        return 1.0
    return float(twice(subset_sums(weights.astype(np.int32), max(limit, 0)).sum()))


def _square(n: int) -> float:
    """Return the sum of the squares of 1 to n."""
    return n * (n + 1) * (2 * n + 1) / 6


def _normal(lead: float, squares: float) -> float:
    """Return the two-sided p of W+ - W- = ``lead`` if it is positive, and else 1."""
    from scipy.special import ndtr

    return float(2 * ndtr(-max(lead, 0.0) / np.sqrt(squares)))


#: What the tests of a pair can give, whatever the missing scores are.
SPANS: Mapping[str, Callable[[Floats, Floats, int], tuple[Span, bool]]] = {
    "wilcoxon": signed_rank_span,
    "sign_test": sign_span,
}
# The most numbers for trying all orders of a pair: at first, and if its verdict is left open.
_QUICK, _MOST = 10_000, 1_000_000


def verdict_bounds(
    t: ResultsTable,
    pairs: Pairs,
    limits: tuple[float, float] | None,
    tie_tol: float | str,
    test: str,
    adjust: str,
    alpha: float,
    reached: NDArray[np.int64],
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Return the lowest and the highest verdict on each pair, (m, 2), and which are settled.

    Parameters
    ----------
    pairs : two arrays of m positions
    test : {"wilcoxon", "sign_test"}
    reached : (any, m) int
        Verdicts with some missing scores.
    other arguments
        As of `missing_policies`.
    """
    seen = np.column_stack([reached.min(axis=0), reached.max(axis=0)])
    ends = [intervals(t, int(i), int(j), limits, tie_tol) for i, j in zip(*pairs, strict=True)]
    quick = [SPANS[test](low, high, _QUICK) for low, high in ends]
    spans, exact = np.array([span for span, _ in quick]), np.array([sure for _, sure in quick])
    bounds = _verdicts(spans, adjust, alpha)
    for row in np.flatnonzero((bounds != seen).any(axis=1) & ~exact).tolist():
        low, high = ends[row]
        spans[row], exact[row] = SPANS[test](low, high, _MOST)
    bounds = _verdicts(spans, adjust, alpha)
    alone = adjust == "none" or len(ends) == 1
    return bounds, np.asarray((bounds == seen).all(axis=1) | (exact & alone))


def _verdicts(spans: Floats, adjust: str, alpha: float) -> NDArray[np.int64]:
    """Return the lowest and the highest verdict on each pair, (m, 2), given the p-values.

    ``spans``, (m, 2, 2), are least and most, in favour of the first method and of the second.
    """
    least, most = spans.min(axis=1).T

    def shown(own: Floats, others: Floats) -> NDArray[np.bool_]:
        families = np.tile(others, (len(own), 1))
        np.fill_diagonal(families, own)
        return np.asarray(np.diagonal(adjusted(families, adjust)) <= alpha)

    can = [shown(spans[:, side, 0], least) for side in (0, 1)]
    must = [shown(spans[:, side, 1], most) for side in (0, 1)]
    low, high = np.where(can[1], -1, must[0]), np.where(can[0], 1, -must[1].astype(int))
    return np.column_stack([low, high]).astype(np.int64)
