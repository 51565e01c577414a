"""Lempel-Ziv complexity: the number of phrases that make up a series of binned values.

A phrase is the shortest run of bins, from the end of the last one, that is not yet a phrase. All
but its last bin is then a phrase, so phrases are nodes of a tree and one step per bin suffices. The
tree is a hash table of (node, bin) -> node.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from pybench.features.kernels.compiled import compiled
from pybench.features.kernels.histogram import edges
from pybench.features.kernels.sample import Sample


def lempel_ziv_complexity(sample: Sample, parameters: Sequence[Mapping[str, Any]]) -> list[float]:
    """Return the number of phrases over the length of the series, for each number of bins."""
    values = []
    for one in parameters:
        upper = edges(sample.minimum, sample.maximum, one["bins"])[1:]
        bins = np.searchsorted(upper, sample.x, side="left")
        values.append(_phrases(bins, one["bins"] + 1) / bins.size)
    return values


@compiled("i8(i8[::1], i8)")
def _phrases(bins: npt.NDArray[np.int64], alphabet: int) -> int:
    slots = 2
    while slots < 2 * bins.size:
        slots *= 2
    keys = np.full(slots, -1)
    nodes = np.empty(slots, np.int64)
    count = 0
    node = 0  # the root: nothing of this phrase read yet
    for i in range(bins.size):
        key = node * alphabet + bins[i]
        slot = (key * 0x9E3779B1 >> 8) & (slots - 1)
        while keys[slot] != key and keys[slot] != -1:
            slot = (slot + 1) & (slots - 1)
        if keys[slot] == key:
            node = nodes[slot]
        else:
            count += 1
            keys[slot] = key
            nodes[slot] = count
            node = 0
    return count
