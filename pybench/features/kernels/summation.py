"""NumPy's sum of contiguous floats, with the same order of additions, for compiled code.

Eight running sums within blocks of 128, blocks joined in halves: the result has the same bits as
`np.sum`, which `tests/features/test_kernels.py` checks.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from pybench.features.kernels.compiled import compiled

BLOCK = 128


@compiled("f8(f8[::1])")
def pairwise_sum(x: npt.NDArray[np.float64]) -> float:  # pragma: no cover - compiled
    """Return np.sum(x)."""
    n: int = len(x)
    total: float = 0.0
    if n < 8:
        for value in x:
            total += value
        return total
    if n > BLOCK:
        half = n // 2
        half -= half % 8
        joined: float = pairwise_sum(x[:half]) + pairwise_sum(x[half:])
        return joined
    whole = n - n % 8
    r0, r1, r2, r3, r4, r5, r6, r7 = x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7]
    for i in range(8, whole, 8):
        r0 += x[i]
        r1 += x[i + 1]
        r2 += x[i + 2]
        r3 += x[i + 3]
        r4 += x[i + 4]
        r5 += x[i + 5]
        r6 += x[i + 6]
        r7 += x[i + 7]
    total = ((r0 + r1) + (r2 + r3)) + ((r4 + r5) + (r6 + r7))
    for i in range(whole, n):
        total += x[i]
    return total
