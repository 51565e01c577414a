"""The sum of an array in the order of NumPy's pairwise summation, for compiled code.

Up to seven values one after the other; up to 128 in eight sums side by side; more in two halves,
the first a multiple of eight. A test holds it against `np.add.reduce` bit by bit.
"""

from __future__ import annotations

from pybench.features.kernels.compiled import compiled
from pybench.features.sample import Floats

BLOCK = 128


@compiled("f8(f8[::1])")
def _block_sum(a: Floats) -> float:
    """Sum at most `BLOCK` values."""
    if a.size < 8:
        total = 0.0
        for i in range(a.size):
            total += a[i]
        return total
    r0, r1, r2, r3, r4, r5, r6, r7 = a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7]
    whole = a.size - a.size % 8
    for i in range(8, whole, 8):
        r0 += a[i]
        r1 += a[i + 1]
        r2 += a[i + 2]
        r3 += a[i + 3]
        r4 += a[i + 4]
        r5 += a[i + 5]
        r6 += a[i + 6]
        r7 += a[i + 7]
    total = ((r0 + r1) + (r2 + r3)) + ((r4 + r5) + (r6 + r7))
    for i in range(whole, a.size):
        total += a[i]
    return total


@compiled("f8(f8[::1])")
def pairwise_sum(a: Floats) -> float:
    """Return the sum of an array, bit for bit `np.add.reduce(a)`."""
    if a.size <= BLOCK:
        return _block_sum(a)
    half = a.size // 2
    half -= half % 8
    return pairwise_sum(a[:half]) + pairwise_sum(a[half:])
