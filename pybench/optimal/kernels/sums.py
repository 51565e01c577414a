"""Weighted sums: weights of bridges, and interpolation in a table of pairs of states."""

from __future__ import annotations

import numba
import numpy as np

from pybench.optimal.kernels.compiled import compiled


@numba.njit
def _stencil(states, shares, x, weights):  # type: ignore[no-untyped-def]
    """Write the weights of an interpolation at x; return the first of its states."""
    size = weights.size
    low, high = 0, states.size
    while low < high:
        middle = (low + high) // 2
        if states[middle] < x:
            low = middle + 1
        else:
            high = middle
    first = min(max(low - size // 2, 0), states.size - size)
    total = 0.0
    for k in range(size):
        away = x - states[first + k]
        if away == 0.0:
            weights[:] = 0.0
            weights[k] = 1.0
            return first
        weights[k] = shares[first, k] / away
        total += weights[k]
    for k in range(size):
        weights[k] /= total
    return first


@compiled(
    "void(float64[:, ::1], float64[::1], float64[:, ::1], float64[::1], float64[::1], float64[::1])"
)
def between(table, states, shares, x, y, out):  # type: ignore[no-untyped-def]
    """Write the entries of a table of pairs of states at the pairs (x, y) between them, (n,)."""
    size = shares.shape[1]
    left, right = np.empty(size), np.empty(size)
    for n in range(x.size):
        first = _stencil(states, shares, x[n], left)
        second = _stencil(states, shares, y[n], right)
        total = 0.0
        for k in range(size):
            part = 0.0
            for m in range(size):
                part += table[first + k, second + m] * right[m]
            total += left[k] * part
        out[n] = total


@compiled(
    "void(float64[:, ::1], float64[:, ::1], float64[:, ::1], float64[:, ::1], float64[::1], "
    "float64, float64[:, ::1])"
)
def weigh(before, after, first, second, weight, half, total):  # type: ignore[no-untyped-def]
    """Add to `total` (2, n) what a step from `before` to `after`, (d, n) each, adds by each class.

    That is the sum over coordinates of weight b (move - half b), with the drifts b of the classes,
    `first` and `second` (d, n); `half` is half the length of the step.
    """
    rows, columns = before.shape
    for i in range(rows):
        own = weight[i]
        for c in range(columns):
            move = after[i, c] - before[i, c]
            a = first[i, c]
            b = second[i, c]
            total[0, c] += own * a * (move - half * a)
            total[1, c] += own * b * (move - half * b)
