"""Approximate and sample entropy: how often parts of a series recur, within a tolerance.

Both count, for every window of m values, the windows whose largest difference from it is within a
tolerance. All tolerances, and the lengths m and m + 1, are counted in one pass; logarithms and sums
are NumPy's, on the same arrays as tsfresh's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from pybench.features.kernels.compiled import compiled
from pybench.features.kernels.sample import Floats, Sample

Counts = npt.NDArray[np.int64]

LENGTH = 2  # m of sample entropy, and of approximate entropy in tsfresh's settings
NARROW = 0.2  # the tolerance of sample entropy, in standard deviations
TOLERANCES = (0.1, NARROW, 0.3, 0.5, 0.7, 0.9)  # all tolerances in tsfresh's settings


def approximate_entropy(sample: Sample, parameters: Sequence[Mapping[str, Any]]) -> list[float]:
    """Return a value for each length m and tolerance r, in standard deviations."""
    return [_approximate(sample, one["m"], one["r"]) for one in parameters]


def _approximate(sample: Sample, m: int, r: float) -> float:
    if sample.x.size <= m + 1:
        return 0.0
    phis = [
        np.add.reduce(np.log(counts / counts.size)) / float(counts.size)
        for counts in _matches(sample, m, r)
    ]
    return abs(phis[0] - phis[1])  # type: ignore[no-any-return]


def sample_entropy(sample: Sample, parameters: None) -> list[float]:
    """Return minus the logarithm of the share of matches that continue for one more value."""
    if sample.x.size < LENGTH:
        return [np.nan]
    # A window matches itself, which does not count.
    shorter, longer = (
        np.float64(counts.sum() - counts.size) for counts in _matches(sample, LENGTH, NARROW)
    )
    return [-np.log(longer / shorter)]


def _matches(sample: Sample, m: int, r: float) -> tuple[Counts, Counts]:
    """Return how many windows match each window of m values, and each of m + 1."""
    if m == LENGTH and r in TOLERANCES:
        shorter, longer = sample.once(_usual)
        at = TOLERANCES.index(r)
    else:
        shorter, longer = _count(sample.x, m, np.array([r * sample.std]))
        at = 0
    return shorter[at], longer[at]


def _usual(sample: Sample) -> tuple[Counts, Counts]:
    return _count(sample.x, LENGTH, np.array([r * sample.std for r in TOLERANCES]))


def _count(x: Floats, m: int, tolerances: Floats) -> tuple[Counts, Counts]:
    """Count matches: (tolerances, windows of m) and (tolerances, windows of m + 1)."""
    n = x.size - m + 1
    order = np.argsort(x[:n])
    places = order + np.arange(m + 1)[:, np.newaxis]
    values = np.append(x, np.nan)[places]  # the last window does not continue: NaN matches nothing
    made: tuple[Counts, Counts] = _count_ordered(values, order, tolerances)
    return made


@compiled("i8(f8[::1], f8)")
def _within(apart: Floats, tolerance: float) -> int:
    count = 0
    for j in range(apart.size):
        count += apart[j] <= tolerance
    return count


@compiled("void(f8[::1], f8[::1], f8, f8[::1])")
def _widen(wider: Floats, apart: Floats, value: float, others: Floats) -> None:
    """Set each distance to the larger of its old value and the distance of one more value."""
    for j in range(apart.size):
        distance = abs(value - others[j])
        wider[j] = apart[j] if distance <= apart[j] else distance


@compiled("UniTuple(i8[:,::1], 2)(f8[:,::1], i8[::1], f8[::1])")
def _count_ordered(values: Floats, order: Counts, tolerances: Floats) -> tuple[Counts, Counts]:
    """Count, for windows in the order of their first values, with one row of values per place.

    Windows that match in the first value are adjacent; only there is the rest compared.
    """
    m, n = values.shape[0] - 1, values.shape[1]
    shorter = np.zeros((tolerances.size, n), np.int64)
    longer = np.zeros((tolerances.size, n - 1), np.int64)
    low = np.zeros(tolerances.size, np.int64)
    high = np.zeros(tolerances.size, np.int64)
    apart, further = np.empty(n), np.empty(n)
    for i in range(n):
        first = values[0, i]
        for t in range(tolerances.size):
            while low[t] < i and first - values[0, low[t]] > tolerances[t]:
                low[t] += 1
            while high[t] < n and values[0, high[t]] - first <= tolerances[t]:
                high[t] += 1
        start, stop = low.min(), high.max()
        apart[start:stop] = 0.0
        for k in range(1, m):
            _widen(apart[start:stop], apart[start:stop], values[k, i], values[k, start:stop])
        _widen(further[start:stop], apart[start:stop], values[m, i], values[m, start:stop])
        for t in range(tolerances.size):
            shorter[t, order[i]] = _within(apart[low[t] : high[t]], tolerances[t])
            if order[i] < n - 1:
                longer[t, order[i]] = _within(further[low[t] : high[t]], tolerances[t])
    return shorter, longer
