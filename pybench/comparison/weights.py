"""Random weights of datasets: draws from a Dirichlet distribution, the same in both languages."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

from pybench.base.stream import uniforms

Floats = NDArray[np.float64]

# A block of draws fits into the cache of a core, one row of it into the first-level cache.
_BLOCK, _CACHE = 2048, 2**18
_THREADS = min(2, os.cpu_count() or 1)


def over_blocks(
    name: str,
    n: int,
    samples: int,
    prior: float,
    seed: int,
    work: Callable[[Floats], Floats],
) -> Iterator[Floats]:
    """Yield the result of ``work`` for each block of weights, in order, with two threads."""
    size = max(64, min(_BLOCK, _CACHE // (n + 1)))
    blocks = [(first, min(size, samples - first)) for first in range(0, samples, size)]
    with ThreadPoolExecutor(_THREADS) as pool:
        yield from pool.map(lambda b: work(weights(name, n, *b, prior=prior, seed=seed)), blocks)


def weights(name: str, n: int, first: int, count: int, *, prior: float, seed: int) -> Floats:
    """Draw weights of a Dirichlet(prior, 1, ..., 1), not divided by their sum.

    Parameters
    ----------
    name : str
        Of the stream.
    n : int
        Number of datasets.
    first, count : int
        Number of the first draw, and how many draws to make. Each draw uses n + 1 numbers of the
        stream, so any part of the draws can be computed separately.

    Returns
    -------
    (n + 1, count) float >= 0
        Row 0 is the pseudo-observation; one column per draw.
    """
    drawn = uniforms(seed, name, first * (n + 1), count * (n + 1)).reshape(count, n + 1)
    # 1 - u is exact, as u is a multiple of 2^-53; so is the tail used in the logarithm.
    upper = np.subtract(1.0, drawn.T, order="C")
    pseudo = _gamma_upper_quantile(prior, upper[0])
    np.log(upper, out=upper)
    np.negative(upper, out=upper)
    upper[0] = pseudo
    return upper


def _gamma_upper_quantile(shape: float, upper: Floats) -> Floats:
    """Return the quantile of Gamma(shape, 1) with upper tail ``upper``."""
    from scipy import special

    if shape == 0.0:
        return np.zeros_like(upper)
    if shape == 0.5:  # half the square of a normal deviate
        return np.asarray(0.5 * special.ndtri(0.5 * upper) ** 2)
    return np.asarray(special.gammainccinv(shape, upper))
