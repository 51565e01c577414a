"""The convolutions of MiniRocket and the share of their values above a bias, in machine code.

Written from Dempster, Schmidt and Webb (2021), "MiniRocket: a very fast (almost) deterministic
transform for time series classification", KDD. Single precision and the order of sums are those of
aeon, so that the shares are identical.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
from numba import njit

if TYPE_CHECKING:
    import numpy.typing as npt

    Singles = npt.NDArray[np.float32]
    Places = npt.NDArray[np.int32]

TAPS = 9
# Six weights are -1, the three at these places 2: all 84 ways.
KERNELS: Places = np.array(list(combinations(range(TAPS), 3)), np.int32)


@njit(cache=True)  # type: ignore[untyped-decorator]
def _shifted(x: Singles, dilation: int) -> Singles:
    """Return three times the series as seen by each tap, zero outside, then minus their third."""
    length = len(x)
    taps = np.zeros((TAPS + 1, length), np.float32)
    for tap in (4, 0, 1, 2, 3, 5, 6, 7, 8):  # sums in single precision depend on their order
        shift = (tap - 4) * dilation
        for i in range(max(0, -shift), min(length, length - shift)):
            taps[tap, i] = np.float32(3.0) * x[i + shift]
            taps[TAPS, i] -= x[i + shift]
    return taps


@njit(cache=True)  # type: ignore[untyped-decorator]
def convolution(x: Singles, dilation: int, kernel: int) -> Singles:
    """Return the convolution of a series with one dilated kernel, as long as the series.

    Parameters
    ----------
    x : (length,) float32
        Padded with zeros before and after.
    dilation : int
        Distance of two taps.
    kernel : int
        Row of `KERNELS`.
    """
    taps = _shifted(x, dilation)
    a, b, c = KERNELS[kernel]
    return taps[TAPS] + taps[a] + taps[b] + taps[c]  # type: ignore[no-any-return]


@njit(cache=True)  # type: ignore[untyped-decorator]
def shares_above(x: Singles, dilations: Places, biases: Singles) -> Singles:
    """Return the share of the values of each convolution that are above each bias.

    Parameters
    ----------
    x : (length,) float32
        A series of at least 8 times the largest dilation and one value.
    dilations : (d,) int32
        Every second convolution, in turn, counts only where no zero was padded.
    biases : (d, 84, q) float32
        For each dilation, kernel and quantile.

    Returns
    -------
    (d, 84, q) float32 in [0, 1]
    """
    shares = np.empty(biases.shape, np.float32)
    values = np.empty(len(x), np.float32)
    # Plain loops over rows in variables, counts as wide as values: both are vectorised by eight.
    for slot in range(len(dilations)):
        taps = _shifted(x, dilations[slot])
        rest = taps[TAPS]
        for kernel in range(len(KERNELS)):
            a, b, c = KERNELS[kernel]
            first, second, third = taps[a], taps[b], taps[c]
            for i in range(len(x)):
                values[i] = rest[i] + first[i] + second[i] + third[i]
            outer = 4 * dilations[slot] if (slot + kernel) % 2 else 0
            inner = values[outer : len(x) - outer]
            for q in range(biases.shape[2]):
                bias = biases[slot, kernel, q]
                above = np.int32(0)
                for i in range(len(inner)):
                    above += np.int32(1) if inner[i] > bias else np.int32(0)
                shares[slot, kernel, q] = above / len(inner)
    return shares
