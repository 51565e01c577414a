"""The normal numbers of paths: each path has its own stream, the same in both languages.

Number i of path m is the normal quantile of number ``m * STRIDE + i`` of the stream `uniforms` of
the process and class (docs/decisions/016). So a path does not depend on how many are simulated, in
which blocks or by how many workers, and a longer path continues a shorter one.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from pybench.base.errors import ArgumentError
from pybench.base.stream import philox_key, uniforms

Floats = NDArray[np.float64]

STRIDE = 2**26  # numbers per path; uniforms() counts to 2^53 in R, so 2^27 paths
SMALLEST = 2.0**-54  # replaces the uniform 0, whose normal quantile is infinite
HELD = 2**15  # numbers generated at once: they stay in the cache
HELD_BY_NUMPY = 2**21  # without numba, where each path needs a generator


class Source(Protocol):
    """Normal numbers of n paths, row by row."""

    def take(self, rows: int) -> Floats:
        """Return the next rows, (rows, n)."""


class Drawn:
    """The numbers of the ``paths`` paths of a stream that start at path ``first``."""

    def __init__(self, seed: int, name: str, first: int, paths: int) -> None:
        self.seed, self.name, self.first, self.paths = seed, name, first, paths
        self.held = np.empty((0, paths))
        self.start = self.place = 0
        self.kernel = compiled("normals", "fill")

    def take(self, rows: int) -> Floats:
        """Return the next rows, (rows, n); read them before the next call."""
        begin, end = self.place, self.place + rows
        if end > self.start + len(self.held):
            if end > STRIDE:
                raise _too_long()
            self.start = begin - begin % 4  # a block of Philox is four numbers
            held = HELD if self.kernel else HELD_BY_NUMPY
            steps = max(1, held // (self.paths * rows))
            count = 4 * -(-(begin - self.start + steps * rows) // 4)
            self.held = self._made(min(count, STRIDE - self.start))
        self.place = end
        return self.held[begin - self.start : end - self.start]

    def _made(self, count: int) -> Floats:
        if self.kernel is None:
            return self._without_numba(count)
        made = self.held if len(self.held) == count else np.empty((count, self.paths))
        blocks = STRIDE // 4
        begin = self.first * blocks + self.start // 4
        self.kernel(*philox_key(self.seed, self.name), begin, blocks, made)
        return made

    def _without_numba(self, count: int) -> Floats:
        from scipy.special import ndtri

        made = np.empty((count, self.paths))
        for column in range(self.paths):
            place = (self.first + column) * STRIDE + self.start
            made[:, column] = uniforms(self.seed, self.name, place, count)
        return np.asarray(ndtri(np.maximum(made, SMALLEST, out=made), out=made))


def compiled(file: str, name: str) -> Callable[..., None] | None:
    """Return a compiled loop of `kernels`; None without numba, when NumPy does the same."""
    try:
        module = import_module(f"pybench.optimal.kernels.{file}")
    except ModuleNotFoundError:
        return None
    loop: Callable[..., None] = getattr(module, name)
    return loop


def _too_long() -> ArgumentError:
    return ArgumentError(
        f"a path takes more than {STRIDE} normal random numbers",
        expected="(number of steps) times (number of noise sources) of at most 2^26",
        found="more",
        hint="Take fewer fine steps: give a smaller `substeps`.",
    )
