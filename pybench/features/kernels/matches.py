"""Approximate and sample entropy: how often stretches of a series come back, within a tolerance.

Both count, for every stretch of m values, the stretches whose largest difference from it is within
a tolerance. All tolerances, and the lengths m and m + 1, are counted in one pass; logarithms and
sums are NumPy's, on the same arrays as tsfresh's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from pybench.features.kernels.compiled import compiled
from pybench.features.sample import Floats, Sample

Counts = npt.NDArray[np.int64]

LENGTH = 2  # m of sample entropy, and of approximate entropy in tsfresh's settings
NARROW = 0.2  # the tolerance of sample entropy, in standard deviations
TOLERANCES = (0.1, NARROW, 0.3, 0.5, 0.7, 0.9)  # all that tsfresh's settings ask


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
    """Return minus the logarithm of the share of matches that go on for one value more."""
    if sample.x.size < LENGTH:
        return [np.nan]
    # A stretch matches itself, which does not count.
    shorter, longer = (
        np.float64(counts.sum() - counts.size) for counts in _matches(sample, LENGTH, NARROW)
    )
    return [-np.log(longer / shorter)]


def _matches(sample: Sample, m: int, r: float) -> tuple[Counts, Counts]:
    """Return how many stretches match each stretch of m values, and each of m + 1."""
    if m == LENGTH and r in TOLERANCES:
        shorter, longer = sample.once(_usual)
        at = TOLERANCES.index(r)
    else:
        shorter, longer = _count(sample.x, m, np.array([r * sample.std]))
        at = 0
    return shorter[at], longer[at]


def _usual(sample: Sample) -> tuple[Counts, Counts]:
    made: tuple[Counts, Counts] = _count(
        sample.x, LENGTH, np.array([r * sample.std for r in TOLERANCES])
    )
    return made


@compiled("void(f8[::1], f8, f8[::1])")
def _widen(apart: Floats, value: float, others: Floats) -> None:
    """Raise each distance to that of one more value."""
    for j in range(apart.size):
        distance = abs(value - others[j])
        if distance > apart[j]:
            apart[j] = distance


@compiled("i8(f8[::1], f8)")
def _within(apart: Floats, tolerance: float) -> int:
    count = 0
    for j in range(apart.size):
        count += apart[j] <= tolerance
    return count


@compiled("UniTuple(i8[:,::1], 2)(f8[::1], i8, f8[::1])")
def _count(x: Floats, m: int, tolerances: Floats) -> tuple[Counts, Counts]:
    """Count matches: (tolerances, stretches of m) and (tolerances, stretches of m + 1)."""
    n = x.size - m + 1
    shorter = np.zeros((tolerances.size, n), np.int64)
    longer = np.zeros((tolerances.size, n - 1), np.int64)
    apart = np.empty(n)
    for i in range(n):
        apart[:] = 0.0
        for k in range(m):
            _widen(apart, x[i + k], x[k : k + n])
        for t in range(tolerances.size):
            shorter[t, i] = _within(apart, tolerances[t])
        if i < n - 1:
            _widen(apart[: n - 1], x[i + m], x[m:])
            for t in range(tolerances.size):
                longer[t, i] = _within(apart[: n - 1], tolerances[t])
    return shorter, longer
