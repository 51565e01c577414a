"""The log likelihood ratio of observed points by random bridges, in any number of dimensions.

A simulated path moves by normal steps (the Euler scheme). The density of an observed point, given
the one before, is an integral over the states at the fine steps between them. Relative to a chain
without drift, it is a mean over bridges: paths of that chain which start and end at the two points.
The mean is estimated from random bridges, the same ones for both classes. Bridges come in pairs
that mirror each other at the straight line between the points.
"""

from __future__ import annotations

import math
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from pybench.optimal.noise import Diagonal, Floats, Matrix, Scalar
from pybench.optimal.normals import Drawn, compiled
from pybench.optimal.processes import Process
from pybench.optimal.simulation import threads
from pybench.optimal.timegrid import TimeGrid

TOLERANCE = 0.1  # of a log ratio: its standard error
LEFT = 0.1  # largest share of paths with a larger error
FIRST, MOST = 64, 1024  # bridges per interval: doubled from the first number to the last
BATCH = 32  # pairs of bridges that are drawn at once, from one stream per path
SINGULAR = 1e-7  # smallest diagonal of a root of the noise, relative to the largest
BLOCK = 2**14  # numbers in the states of the bridges of a block of paths


def treats(process: Process) -> bool:
    """Return whether bridges give the ratio: noise is numbers, and no direction is without it."""
    return _whitening(process) is not None


def log_ratios(
    process: Process, grid: TimeGrid, paths: Floats, seed: int, bridges: int | None = None
) -> tuple[Floats, Floats]:
    """Return the log ratios of paths (n, d, L + 1) and their standard errors, (n,) each.

    ``bridges`` is the number of bridges per interval, and is rounded up to an even number. By
    default it is doubled until at most a share `LEFT` of the errors is above `TOLERANCE`.
    """
    wanted, drawn, batch = bridges or FIRST, 0, 0
    sums = np.full((5, grid.length, len(paths)), -np.inf)
    while True:
        while 2 * drawn < wanted:
            pairs = min(BATCH, -(-wanted // 2) - drawn)
            np.logaddexp(sums, _batch(process, grid, paths, seed, batch, pairs), out=sums)
            drawn, batch = drawn + pairs, batch + 1
        ratios, errors = _estimates(sums, drawn)
        if bridges or wanted >= MOST or (errors > TOLERANCE).mean() <= LEFT:
            return ratios, errors
        wanted *= 2


def _estimates(sums: Floats, pairs: int) -> tuple[Floats, Floats]:
    """Return log ratios and standard errors (n,) from logs of sums over pairs (5, L, n).

    The sums are those of the weights of both classes, of their squares and of their products. The
    logarithm of a mean is too low by about half its relative variance, which is added.
    """
    zero, one, *seconds = sums - math.log(pairs)
    scale = (2 * zero, 2 * one, zero + one)
    a, b, both = (np.exp(second - mean) for second, mean in zip(seconds, scale, strict=True))
    few = max(pairs - 1, 1)
    ratios = one - zero + (b - a) / (2 * few)
    variance = (a + b - 2 * both).clip(0.0) / few
    return ratios.sum(axis=0), np.asarray(np.sqrt(variance.sum(axis=0)))


def _batch(
    process: Process, grid: TimeGrid, paths: Floats, seed: int, batch: int, pairs: int
) -> Floats:
    """Return logs of sums over ``pairs`` new pairs of bridges, (5, L, n)."""
    width = max(1, BLOCK // (2 * pairs * process.dimension))
    starts = range(0, len(paths), width)
    name = f"{process.name}, bridges {batch}"

    def task(start: int) -> Floats:
        part = paths[start : start + width]
        normals = Drawn(seed, name, start, len(part))
        with np.errstate(all="ignore"):  # ratios that are not finite are refused later
            return _block(process, grid, part, normals, pairs)

    count = min(threads(None), len(starts))
    if count <= 1:
        return np.concatenate([task(start) for start in starts], axis=2)
    with ThreadPoolExecutor(count) as pool:
        return np.concatenate(list(pool.map(task, starts)), axis=2)


def _block(process: Process, grid: TimeGrid, paths: Floats, normals: Drawn, pairs: int) -> Floats:
    found = np.empty((5, grid.length, len(paths)))
    for place, (now, then) in enumerate(pairwise(grid.times)):
        steps = int(grid.substeps[place])
        interval = _Interval(process, float(now), float(then - now) / steps, steps, grid.late)
        before, after = (np.ascontiguousarray(paths[:, :, place + k].T) for k in (0, 1))
        zero, one = interval.log_weights(before, after, normals, pairs)
        logs = np.stack([zero, one, 2 * zero, 2 * one, zero + one])
        most = logs.max(axis=1)
        found[:, place] = most + np.log(np.exp(logs - most[:, None]).sum(axis=1))
    return found


@dataclass(frozen=True, slots=True)
class _Interval:
    """An observed interval, the same for many paths."""

    process: Process
    now: float
    fine: float  #: length of a fine step
    steps: int
    late: bool  #: the drift of a step is taken at its end

    def log_weights(
        self, before: Floats, after: Floats, normals: Drawn, pairs: int
    ) -> tuple[Floats, Floats]:
        """Return log weights of both classes, (pairs, n) each, between states (d, n).

        A weight is the density of a bridge by the chain of a class over that by the chain without
        drift, here the mean of both bridges of a pair.
        """
        d, n = before.shape
        white = _whitening(self.process)
        assert white is not None
        noise, shape = self.process.noise, (d, 2 * pairs, n)
        away = np.zeros((d, pairs, n))
        total = np.zeros((2, 2 * pairs * n))
        x = _spread(before, shape)
        for step in range(self.steps):
            left = self.steps - step
            # All bridges start at the same state.
            here, t = x if step else before, self.now + (step + self.late) * self.fine
            drifts = self.process.drifts(t, here)
            if left > 1:
                drawn = normals.take(noise.sources * pairs).reshape(noise.sources, -1)
                move = noise.at(t, here).move(drawn) * math.sqrt(self.fine * (left - 1) / left)
                away = away * ((left - 1) / left) + move.reshape(away.shape)
                line = (before + (after - before) * ((step + 1) / self.steps))[:, None]
                then = np.concatenate([line + away, line - away], axis=1).reshape(d, -1)
            else:
                then = _spread(after, shape)
            first, second = (_spread(b, shape) if not step else _full(b, x) for b in drifts)
            white.weigh(x, then, first, second, self.fine / 2, total)
            x = then
        plus, minus = np.split(total.reshape(2, 2 * pairs, n), 2, axis=1)
        zero, one = np.logaddexp(plus, minus) - math.log(2.0)
        return zero, one


def _spread(states: Floats, shape: tuple[int, int, int]) -> Floats:
    """Repeat states (d, n), or (d, 1), for each bridge."""
    return np.ascontiguousarray(np.broadcast_to(states[:, None], shape)).reshape(shape[0], -1)


def _full(drift: Floats, states: Floats) -> Floats:
    return np.require(np.broadcast_to(drift, states.shape), np.float64, ["C", "W"])


@dataclass(frozen=True, slots=True)
class _Whitening:
    """The inverse of a root of the covariance of noise that is the same everywhere."""

    inverse: Floats  #: (d,) of independent coordinates, or (d, d)

    def weigh(
        self, x: Floats, then: Floats, first: Floats, second: Floats, half: float, total: Floats
    ) -> None:
        """Add to ``total`` (2, n) what a step adds to the log weights of both classes."""
        weight = self.inverse**2
        if weight.ndim == 2:
            x, then, first, second = (self.inverse @ part for part in (x, then, first, second))
            weight = np.ones(len(x))
        if kernel := compiled("sums", "weigh"):
            kernel(x, then, first, second, weight, half, total)
        else:
            weigh_by_numpy(x, then, first, second, weight, half, total)


def weigh_by_numpy(
    x: Floats, then: Floats, first: Floats, second: Floats, weight: Floats, half: float,
    total: Floats,
) -> None:  # fmt: skip
    """Do without numba what the compiled loop ``weigh`` does."""
    for own, drift in zip(total, (first, second), strict=True):
        part = drift * -half
        part += then
        part -= x
        part *= drift
        own += weight @ part


def _whitening(process: Process) -> _Whitening | None:
    """Return what whitens fixed noise; None if it is a function or is 0 in some direction."""
    noise = process.noise
    if isinstance(noise, Scalar):
        return _Whitening(np.full(process.dimension, 1.0 / noise.sigma))
    if isinstance(noise, Diagonal) and not callable(noise.sigma) and (noise.sigma != 0).all():
        return _Whitening(1.0 / noise.sigma)
    if isinstance(noise, Matrix) and not callable(noise.sigma):
        try:
            root = np.linalg.cholesky(noise.sigma @ noise.sigma.T)
        except np.linalg.LinAlgError:
            return None
        diagonal = np.diagonal(root)
        whole = diagonal.min() > SINGULAR * diagonal.max()
        return _Whitening(np.linalg.inv(root)) if whole else None
    return None
