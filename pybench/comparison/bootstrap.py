"""Resampling of datasets with replacement, the same draws in Python and R."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from pybench.base.stream import uniforms

Floats = NDArray[np.float64]

#: Datasets below which percentile intervals of 95 % hold the truth in 92 % of cases or fewer.
ENOUGH = 20
# Counts that are held at a time: 32 MiB.
_BLOCK = 2**22


def resampled(seed: int, name: str, resamples: int, n: int) -> Iterator[Floats]:
    """Yield how often each dataset is in each replicate, block by block.

    Parameters
    ----------
    seed : int
    name : str
        What the draws are for; replicate r takes numbers r n ... (r + 1) n of that stream, and
        dataset floor(u n) for each.
    resamples, n : int
        Number of replicates, and of datasets.

    Yields
    ------
    (replicates of the block, n) float
        Whole numbers; each row sums to n.
    """
    step = max(1, _BLOCK // n)
    for start in range(0, resamples, step):
        rows = min(step, resamples - start)
        place = (uniforms(seed, name, start * n, rows * n) * n).astype(np.intp)
        place += np.repeat(np.arange(rows) * n, n)
        yield np.bincount(place, minlength=rows * n).reshape(rows, n).astype(np.float64)


def bootstrap_doubts(shared: dict[str, bool], n: int) -> dict[str, bool]:
    """Pick from the doubts about a table those about a bootstrap of its n datasets, and add."""
    kept = ("degenerate", "dropped-rows", "mean-of-repeats")
    return {**{key: shared[key] for key in kept}, "few-resampled": n < ENOUGH}


def percentiles(replicates: Floats, confidence: float) -> Floats:
    """Return the ends of a percentile interval: (resamples, ...) -> (2, ...), R's type 7."""
    tail = (1.0 - confidence) / 2
    return np.asarray(np.quantile(replicates, [tail, 1.0 - tail], axis=0))
