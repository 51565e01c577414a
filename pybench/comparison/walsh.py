"""Walsh averages: the Hodges-Lehmann estimate and its distribution-free interval."""

from __future__ import annotations

import math
from functools import cache

import numpy as np
from numpy.typing import NDArray

from pybench.base.errors import ResultsTableError

Floats = NDArray[np.float64]

#: Up to this many datasets the signed-rank distribution is exact; beyond, normal.
LARGEST_EXACT = 200
#: With more datasets, the averages of one pair take more than 4 GiB.
MOST_AVERAGED = 32767
# Doubles held in memory at a time: 32 MiB.
_BLOCK = 2**22
# A level is met if a probability misses it by at most this fraction, by rounding.
_ROUNDING = 1e-12


def hodges_lehmann(differences: Floats, confidence: float) -> tuple[Floats, Floats, Floats]:
    """Estimate the centre of differences, with an interval.

    Parameters
    ----------
    differences : (m, N) float
        One sample per row.
    confidence : float in (0, 1)

    Returns
    -------
    estimate, low, high : (m,) float
        Median of the N(N + 1)/2 Walsh averages (d_i + d_j)/2, i <= j, and two of them in order.

    Raises
    ------
    ResultsTableError
        Too many differences for their averages to fit into memory.
    """
    m, n = differences.shape
    if n > MOST_AVERAGED:
        expected = f"at most {MOST_AVERAGED} datasets for the Hodges-Lehmann estimate"
        raise ResultsTableError(
            f"expected {expected}, found {n}",
            expected=expected,
            found=str(n),
            hint="Use a random sample of the datasets.",
        )
    count = n * (n + 1) // 2
    place, _ = interval_place(n, confidence)
    wanted = [(count - 1) // 2, count // 2, place - 1, count - place]
    found = np.empty((m, 4))
    step = max(1, _BLOCK // count)
    for start in range(0, m, step):
        averages = walsh_averages(differences[start : start + step])
        averages.partition(sorted(set(wanted)), axis=1)
        found[start : start + step] = averages[:, wanted]
    return found[:, 0] / 2 + found[:, 1] / 2, found[:, 2], found[:, 3]


def walsh_averages(differences: Floats) -> Floats:
    """Return all (d_i + d_j)/2, i <= j, of each row: (m, N) -> (m, N(N + 1)/2)."""
    m, n = differences.shape
    halves = differences / 2  # halved before adding, to avoid overflow
    averages = np.empty((m, n * (n + 1) // 2))
    start = 0
    for lag in range(n):
        np.add(halves[:, : n - lag], halves[:, lag:], out=averages[:, start : start + n - lag])
        start += n - lag
    return averages


def interval_place(n: int, confidence: float) -> tuple[int, float]:
    """Return which Walsh averages bound the interval, and its attained confidence.

    Parameters
    ----------
    n : int
        Number of differences.
    confidence : float in (0, 1)

    Returns
    -------
    place : int
        The interval is from the place-th smallest to the place-th largest: the shortest with at
        least ``confidence``, or the widest possible, place 1.
    attained : float
        1 - 2 P(T < place) for T of the signed-rank distribution of n differences without ties.
    """
    tail = (1.0 - confidence) / 2
    if n <= LARGEST_EXACT:
        cdf = signed_rank_cdf(n)
        place = max(1, int(np.searchsorted(cdf, tail * (1 + _ROUNDING), side="right")))
        return place, 1.0 - 2.0 * float(cdf[place - 1])
    from scipy import special

    mean, sd = n * (n + 1) / 4, math.sqrt(n * (n + 1) * (2 * n + 1) / 24)
    place = max(1, math.ceil(mean - 0.5 + sd * float(special.ndtri(tail))))
    return place, 1.0 - 2.0 * float(special.ndtr((place - 0.5 - mean) / sd))


@cache
def signed_rank_cdf(n: int) -> Floats:
    """Return P(T <= w), w = 0 ... n(n + 1)/2, for the signed-rank statistic without ties."""
    chances = np.ones(1)
    for rank in range(1, n + 1):
        larger = np.zeros(chances.size + rank)
        larger[: chances.size] = chances / 2
        larger[rank:] += chances / 2
        chances = larger
    cdf = np.minimum(1.0, np.cumsum(chances))
    cdf.flags.writeable = False
    return cdf
