"""Datasets drawn with replacement, and weighted at random: the same draws in Python and R."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from pybench.base.stream import uniforms
from pybench.comparison.doubts import ABOUT_TABLE

Floats = NDArray[np.float64]

# Counts held in memory at a time: 32 MiB.
_BLOCK = 2**22


def resampled(seed: int, name: str, resamples: int, n: int) -> Iterator[Floats]:
    """Yield how often each dataset occurs in each replicate, block by block.

    Parameters
    ----------
    seed : int
    name : str
        Purpose of the draws; the name selects the stream of random numbers. Replicate r uses the
        numbers r n to (r + 1) n - 1 of this stream (from 0). Each number u gives the dataset
        floor(u n).
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


def weighted(seed: int, name: str, resamples: int, n: int) -> Iterator[Floats]:
    """Yield random weights of n datasets and of one more, block by block.

    Parameters
    ----------
    seed : int
    name : str
        Purpose of the draws; the name selects the stream of random numbers. Replicate r uses the
        numbers r (n + 1) to (r + 1)(n + 1) - 1 of this stream (from 0).
    resamples, n : int
        Number of replicates, and of datasets.

    Yields
    ------
    (replicates of the block, n + 1) float
        Exponential numbers divided by their sum: uniform among weights that sum to 1.
    """
    step = max(1, _BLOCK // (n + 1))
    for start in range(0, resamples, step):
        rows = min(step, resamples - start)
        drawn = uniforms(seed, name, start * (n + 1), rows * (n + 1)).reshape(rows, n + 1)
        lengths = -np.log1p(-drawn)
        yield lengths / lengths.sum(axis=1, keepdims=True)


def kept_doubts(shared: dict[str, bool | str]) -> dict[str, bool | str]:
    """Return the notes on a table that concern an interval over its datasets."""
    return {key: shared[key] for key in ("degenerate", *ABOUT_TABLE, "mean-of-repeats")}


def limits(lower: Floats, upper: Floats, confidence: float) -> tuple[Floats, Floats]:
    """Return the tail quantile of some replicates and of others, (resamples, ...), R's type 7."""
    tail = (1.0 - confidence) / 2
    return np.quantile(lower, tail, axis=0), np.quantile(upper, 1.0 - tail, axis=0)
