"""Number of peaks that persist over several widths of a smoothing wavelet.

The method is SciPy's `find_peaks_cwt`: maxima of each row of a wavelet transform are joined to
ridges, from the widest wavelet down; a ridge counts if it is long enough and exceeds the tenth
percentile of the finest row around it. Only the convolution uses NumPy; ridges and percentiles are
compiled.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from pybench.features.kernels.compiled import compiled
from pybench.features.kernels.sample import Floats, Sample

Places = npt.NDArray[np.int64]

SUPPORT = 10  # values of the wavelet, in widths
NOISE = 0.1  # the percentile that counts as noise
STEP = 4  # a ridge moves by at most the width over this
GAP = 1  # rows that a ridge may miss
WINDOWS = 20  # the percentile is taken over one of this many parts of the series


def number_cwt_peaks(sample: Sample, parameters: Sequence[Mapping[str, Any]]) -> list[float]:
    """Return the number of peaks over the widths 1, ..., n, for each n."""
    x = sample.x
    most = max(one["n"] for one in parameters)
    rows = np.empty((most, x.size))
    for width in range(1, most + 1):
        wavelet = _ricker(min(SUPPORT * width, x.size), width)
        rows[width - 1] = np.convolve(x, wavelet, mode="same")
    noise = _noise(rows[0], int(np.ceil(x.size / WINDOWS)))
    return [_ridges(rows[: one["n"]], noise) for one in parameters]


@cache
def _ricker(points: int, width: int) -> Floats:
    """Return the Mexican hat, in tsfresh's operations."""
    squared = width**2
    at = (np.arange(0, points) - (points - 1.0) / 2) ** 2
    height = 2 / (np.sqrt(3 * width) * (np.pi**0.25))
    hat: Floats = (height * (1 - at / squared) * np.exp(-at / (2 * squared)))[::-1].copy()
    return hat


@compiled("f8[::1](f8[::1], i8)")
def _noise(row: Floats, window: int) -> Floats:
    """Return the percentile `NOISE` of the window around each value."""
    noise = np.empty(row.size)
    before = window // 2
    after = before + window % 2
    near = np.empty(window + 1)  # the window, sorted
    size = 0
    for i in range(-after, row.size):
        if i + after < row.size:
            at = size
            while at > 0 and near[at - 1] > row[i + after]:
                near[at] = near[at - 1]
                at -= 1
            near[at] = row[i + after]
            size += 1
        if i - before >= 0:
            size -= 1
            for at in range(np.searchsorted(near[: size + 1], row[i - before]), size):
                near[at] = near[at + 1]
        if i + 1 < 0 or i + 1 == row.size:
            continue
        place = NOISE * (size - 1)
        low = int(place)
        if low == place:
            noise[i + 1] = near[low]
        else:
            below, above = low + 1 - place, place - low
            noise[i + 1] = (near[low] * below + near[low + 1] * above) / (below + above)
    return noise


@compiled("i8(i8[::1], i8, i8)")
def _nearest(at: Places, place: int, reach: int) -> int:
    """Return the ridge nearest to a place, the oldest if tied; -1 if there is none."""
    for distance in range(reach + 1):
        nearest = -1
        for k in (place - distance, place + distance):
            if 0 <= k < at.size and at[k] >= 0 and (nearest < 0 or at[k] < nearest):
                nearest = at[k]
        if nearest >= 0:
            return nearest
    return -1


@compiled("i8(f8[:,::1], f8[::1])")
def _ridges(rows: Floats, noise: Floats) -> int:
    """Return the number of ridges that are long and high enough."""
    widths, n = rows.shape
    length = np.zeros(widths * n, np.int64)  # of each open ridge, the oldest first
    place = np.zeros(widths * n, np.int64)  # of its last maximum
    last = np.zeros(widths * n, np.int64)  # row of that
    ridges = 0
    found = 0
    for row in range(widths - 1, -1, -1):
        at = np.full(n, -1)  # the oldest ridge at each place
        for k in range(ridges - 1, -1, -1):
            at[place[k]] = k
        for i in range(1, n - 1):
            if not (rows[row, i] > rows[row, i - 1] and rows[row, i] > rows[row, i + 1]):
                continue
            k = _nearest(at, i, (row + 1) // STEP)
            if k < 0:
                k = ridges
                ridges += 1
                length[k] = 0
            length[k] += 1
            place[k] = i
            last[k] = row
        kept = 0
        for k in range(ridges):
            if last[k] - row > GAP or row == 0:
                signal = abs(rows[last[k], place[k]] / noise[place[k]])
                found += length[k] >= widths / 4 and not signal < 1.0
            else:
                length[kept], place[kept], last[kept] = length[k], place[k], last[k]
                kept += 1
        ridges = kept
    return found
