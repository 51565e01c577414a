"""Missing scores: the p-values and directions of a signed-rank test that they can lead to."""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pybench.comparison.signedrank import (
    exact_pvalues,
    normal_pvalues,
    signed_ranks,
    subset_sums,
    twice,
)

Floats = NDArray[np.float64]

#: Up to here the signed-rank test is exact by default.
EXACT = 200
_TRIED = 5000  # most fills of a pair that are tried one by one


class Reach(NamedTuple):
    """What a test of one pair can give, whatever the missing scores are."""

    first: float  #: a lower bound of p with the first method favoured; inf: never favoured
    second: float  #: the same for the second
    most: float  #: an upper bound of p
    low: int  #: lowest direction: 1 favours the first method, -1 the second, 0 neither
    high: int  #: highest direction


def reach(low: Floats, high: Floats) -> Reach:
    """Bound the signed-rank test of one pair.

    The differences that tie among those of the scores present are assumed to do so whatever the
    missing scores are.

    Parameters
    ----------
    low, high : (N,) float
        The smallest and the largest difference on each dataset, at most and at least 0 if a score
        is missing, and else equal.
    """
    there, low, high = low[low == high], low[low < high], high[low < high]
    m = len(low)
    sizes = np.unique(np.abs(np.concatenate([[0.0], there])))
    if m and (2 * len(_sizes(sizes, low, high, m)) - 1) ** m <= _TRIED:
        return _tried(there, _sizes(sizes, low, high, m), low, high)
    if m:
        return _bounded(there, low, high)
    return _tried(there, sizes, low, high)


def _sizes(sizes: Floats, low: Floats, high: Floats, m: int) -> Floats:
    """Return sizes of differences that tie with each size, and ``m`` between any two."""
    ends = np.unique(np.concatenate([sizes, -low, high]))
    between = ends[:-1, None] + np.diff(ends)[:, None] * (np.arange(1, m + 1) / (m + 1))
    return np.unique(np.concatenate([ends, between.ravel()]))


def _tried(there: Floats, sizes: Floats, low: Floats, high: Floats) -> Reach:
    """Test the pair with every order of the differences."""
    values = np.unique(np.concatenate([-sizes, sizes]))
    each = [values[(values >= a) & (values <= b)] for a, b in zip(low, high, strict=True)]
    fills = np.array(list(product(*each))).reshape(-1, len(low))
    gaps = np.hstack([np.tile(there, (len(fills), 1)), fills])
    ranks = signed_ranks(gaps, "wilcox")
    exact = ranks.signed <= EXACT
    p = np.empty(len(gaps))
    p[exact] = exact_pvalues(ranks.of(exact), "two-sided")[0]
    p[~exact] = normal_pvalues(ranks.of(~exact), "two-sided", correction=False)[0]
    signs = np.sign(ranks.plus - ranks.minus)
    least = [float(p[signs == sign].min(initial=np.inf)) for sign in (1, -1)]
    return Reach(*least, float(p.max()), int(signs.min()), int(signs.max()))


def _bounded(there: Floats, low: Floats, high: Floats) -> Reach:
    """Bound what any number of missing scores can lead to, for each number of nonzero fills.

    The lead W+ - W- is the sum of the signs of d_i + d_j over all pairs of nonzero differences, so
    it is largest where each fill is. The signed ranks differ from those without ties by at most
    ``slack`` in any sum, so the tail of the distribution without ties bounds p from both sides.
    """
    there = there[there != 0]
    _, groups = np.unique(np.abs(there), return_counts=True)
    most, firsts, seconds, leads = 0.0, [np.inf], [np.inf], []
    tops, ends = _leads(there, high), -_leads(-there, -low)
    for j, (top, end) in enumerate(zip(tops, ends, strict=True)):
        leads += [top, end]
        firsts += [_pvalue(top, groups, j, -1)] if top > 0 else []
        seconds += [_pvalue(-end, groups, j, -1)] if end < 0 else []
        clear = end if end > 0 else -top
        most = max(most, _pvalue(clear, groups, j, 1) if clear > 0 else 1.0)
    signs = np.sign(leads)
    return Reach(min(firsts), min(seconds), most, int(signs.min()), int(signs.max()))


def _leads(there: Floats, high: Floats) -> Floats:
    """Return the largest W+ - W- with 0, 1, ... nonzero fills of at most ``high``."""
    ranks = signed_ranks(there[None], "wilcox")
    worse = -there[there < 0]
    # A fill raises the ranks of the negative differences of a larger size, or of half if they tie.
    raised = (high[:, None] < worse).sum(axis=1) + (high[:, None] == worse).sum(axis=1) / 2
    sums = ranks.minus[0] / 2 + np.concatenate([[0.0], np.cumsum(np.sort(raised))])
    n = len(there) + np.arange(len(sums))
    return np.asarray(n * (n + 1) / 2 - 2 * sums)


def _pvalue(lead: float, groups: NDArray[np.int64], fills: int, side: int) -> float:
    """Bound p given the lead, > 0, from below (side -1) or from above (side 1).

    ``groups`` has the number of differences of each size; the fills can tie with any of them.
    """
    from scipy.special import ndtr

    n = int(groups.sum()) + fills
    largest = int(groups.max(initial=0))
    if n > EXACT:
        tied = float((groups.astype(float) ** 3 - groups).sum())
        joined = float(largest + fills)
        tied += joined**3 - joined - float(largest**3 - largest) if side < 0 else 0.0
        square = n * (n + 1) * (2 * n + 1) / 6 - tied / 12
        return float(2 * ndtr(-lead / np.sqrt(square)))
    slack = ((groups**2 // 4).sum() - largest**2 // 4 + (largest + fills) ** 2 // 4) / 2
    reached = int(np.floor((n * (n + 1) / 2 - lead) / 2 + side * slack))
    tail = subset_sums(np.arange(1, n + 1, dtype=np.int32), max(reached, 0)).sum()
    return float(twice(tail))
