"""Tests of pairs on thousands of resamples at once, from how often each dataset was drawn.

A resample has the differences of the table, some of them several times. Its statistics are sums
over datasets or pairs of datasets with the counts as weights, so that one matrix product covers all
resamples and pairs of methods.
"""

from __future__ import annotations

import math
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pybench.comparison.signedrank import twice
from pybench.comparison.walsh import LARGEST_EXACT, signed_rank_cdf

Floats = NDArray[np.float64]

# Products of counts held in memory at a time: 128 MiB of single precision.
_BLOCK = 2**25
# Whole numbers up to here are exact in single precision, which multiplies twice as fast.
_SINGLE = 2**24
# Squared deviations below this fraction of the sum of squares are rounding noise.
_CONSTANT = 1e-13


def wilcoxon_pvalues(counts: Floats, differences: Floats) -> Floats:
    """Return two-sided signed-rank p-values of resamples; zeros are left out.

    Parameters
    ----------
    counts : (repeats, N) float
        How often each dataset occurs in each resample; whole numbers, with equal row sums.
    differences : (m, N) float
        One pair of methods per row.

    Returns
    -------
    (repeats, m) float in (0, 1]

    Notes
    -----
    The statistic, standardised with its variance given ties and zeros, is looked up in the exact
    distribution without ties, with linear interpolation between whole numbers; in the normal
    distribution if more than 200 differences are not 0. Without ties this is the exact p-value.
    Copies of a dataset are small groups of ties: they lower the variance by a fraction of about
    1/n^2.
    """
    contrast = _signed_rank_contrast(counts, differences)
    left, surplus = _left_and_ties(counts, differences)
    # Variances of W+ - W-; ties subtract sum(t^3 - t)/12.
    free = left * (left + 1) * (2 * left + 1) / 6
    size = np.abs(contrast) * np.sqrt(free / np.maximum(free - surplus / 12, 1.0))
    return _signed_rank_tail(size, left)


def _signed_rank_contrast(counts: Floats, differences: Floats) -> Floats:
    """Return W+ - W-: the sum of the signs of Walsh averages, weighted by their frequency."""
    n = differences.shape[1]
    total = float(counts[0].sum())
    kind: Any = np.float32 if total * (total + 1) / 2 < _SINGLE else np.float64
    first, second = np.triu_indices(n)
    same = first == second
    signs = np.empty((differences.shape[0], first.size), kind)
    present = differences != 0
    for sign, d, here in zip(signs, differences, present, strict=True):
        sign[:] = np.sign(d[first] + d[second]) * (here[first] & here[second])
    result = np.empty((len(counts), len(differences)))
    step = max(1, _BLOCK // first.size)
    for start in range(0, len(counts), step):
        drawn: NDArray[Any] = counts[start : start + step].astype(kind)
        weights = drawn[:, first] * drawn[:, second]
        weights[:, same] = (weights[:, same] + drawn) / 2  # c(c + 1)/2 Walsh averages of one value
        result[start : start + step] = weights @ signs.T
    return result


def _left_and_ties(counts: Floats, differences: Floats) -> tuple[Floats, Floats]:
    """Return how many differences are not 0, and the sum of t^3 - t over their ties."""
    cubes = counts**3 - counts
    present = (differences != 0).astype(np.float64).T
    left, surplus = counts @ present, cubes @ present
    for j, d in enumerate(differences):
        sizes = np.abs(d)
        ordered = np.sort(sizes[sizes > 0])
        if not (ordered[1:] == ordered[:-1]).any():
            continue
        _, group, members = np.unique(sizes, return_inverse=True, return_counts=True)
        tied = (members[group] > 1) & (sizes > 0)
        sums = counts[:, tied] @ (group[tied][:, None] == np.unique(group[tied])).astype(float)
        surplus[:, j] += (sums**3 - sums).sum(axis=1) - cubes[:, tied].sum(axis=1)
    return left, surplus


def _signed_rank_tail(size: Floats, left: Floats) -> Floats:
    """Return P(|W+ - W-| >= size) for that many differences without ties."""
    from scipy import special

    n = left.astype(np.intp)
    room = n * (n + 1) / 2
    exact = n <= LARGEST_EXACT
    starts, table = _tails(int(min(n.max(), LARGEST_EXACT)))
    # The smaller of W+ and W-; ties can make it slightly negative.
    smaller = np.maximum(0.0, (room - size) / 2)[exact]
    whole = smaller.astype(np.intp)
    place = starts[n[exact]] + whole
    share = smaller - whole
    pvalues = np.ones(size.shape)
    pvalues[exact] = twice(table[place] * (1 - share) + table[place + 1] * share)
    many = ~exact
    sd = np.sqrt(left[many] * (left[many] + 1) * (2 * left[many] + 1) / 6)
    pvalues[many] = 2 * special.ndtr(-size[many] / sd)
    return np.where(left == 0, 1.0, pvalues)


@cache
def _tails(largest: int) -> tuple[NDArray[np.intp], Floats]:
    """Return P(T <= w) for n = 0 ... largest in one array, and where each n starts in it."""
    parts = [signed_rank_cdf(n)[: n * (n + 1) // 4 + 2] for n in range(largest + 1)]
    parts = [np.append(part, 1.0) for part in parts]
    starts = np.cumsum([0, *(part.size for part in parts[:-1])])
    return starts.astype(np.intp), np.concatenate(parts)


def sign_pvalues(counts: Floats, differences: Floats) -> Floats:
    """Return two-sided exact p-values of the sign test; ties are left out.

    Parameters and result as for `wilcoxon_pvalues`.
    """
    from scipy import special

    wins = (counts @ (differences > 0).T.astype(float)).astype(np.intp)
    losses = (counts @ (differences < 0).T.astype(float)).astype(np.intp)
    n, fewer = wins + losses, np.minimum(wins, losses)
    sizes = np.arange(n.max() + 1)
    table = special.bdtr(np.arange(n.max() // 2 + 1.0), sizes[:, None], 0.5)
    return twice(table[n, fewer])


def t_pvalues(counts: Floats, differences: Floats) -> Floats:
    """Return two-sided p-values of the paired t-test; 1 if all differences are 0.

    Parameters and result as for `wilcoxon_pvalues`.
    """
    from scipy import special

    n = float(counts[0].sum())
    largest = np.abs(differences).max(axis=1, keepdims=True)
    relative = (differences / np.where(largest == 0, 1.0, largest)).T
    mean, squares = counts @ relative / n, counts @ relative**2
    deviations = squares - n * mean**2
    constant = deviations <= _CONSTANT * squares
    with np.errstate(divide="ignore", invalid="ignore"):
        t = mean * np.sqrt(n * (n - 1) / deviations)
    pvalues = 2 * special.stdtr(n - 1, -np.abs(t))
    return np.where(constant, np.where(squares == 0, 1.0, 0.0), pvalues)


def rank_gaps(counts: Floats, doubled: NDArray[np.int32]) -> Floats:
    """Return mean ranks of resamples in units of their standard error, (repeats, k).

    The unit is sqrt(k(k + 1)/(6n))/sqrt(2), in which a difference is a studentized range.
    """
    n, k = float(counts[0].sum()), doubled.shape[1]
    sums = counts @ doubled.astype(np.float64)
    return np.asarray(sums / (2 * n) * math.sqrt(12 * n / (k * (k + 1))))
