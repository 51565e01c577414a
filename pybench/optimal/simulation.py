"""Simulation on a fine grid, observed on a coarse one, with both likelihood ratios on the way.

Paths are simulated in blocks; fine paths are never kept.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from pybench.base import check
from pybench.base.errors import ArgumentError
from pybench.base.result import Result
from pybench.base.text import without_controls
from pybench.optimal.noise import Diagonal, Floats, Scalar
from pybench.optimal.normals import Drawn, Source
from pybench.optimal.processes import Process
from pybench.optimal.timegrid import TimeGrid

if TYPE_CHECKING:
    import pandas as pd

BLOCK = 2**14  # numbers in the states of a block: a few such arrays fit into the cache of a core
FEWEST = 8  # paths in a block; NumPy sums a single column in another order

#: Log likelihood ratio of one observed interval, from its index and the states before and after.
Transition = Callable[[int, Floats, Floats], Floats]


@dataclass(frozen=True, slots=True, eq=False)
class Paths(Result):
    """Simulated paths of both classes, as a classifier sees them."""

    paths: Floats  #: (n, d, L + 1)
    times: Floats  #: (L + 1,)
    label: NDArray[np.int64]  #: (n,) 0 or 1
    hidden: Floats  #: (n,) log likelihood ratio of the fine path, which is not observed
    process: str  #: its name
    substeps: tuple[int, ...]  #: (L,) fine steps in each interval
    scheme: str  #: "euler" or "milstein"
    seed: int

    schema: ClassVar[str] = "paths/1"

    def with_time(self) -> Floats:
        """Return the paths with the times as last channel, (n, d + 1, L + 1), as in the paper."""
        stamps = np.broadcast_to(self.times, (len(self.paths), 1, len(self.times)))
        return np.concatenate([self.paths, stamps], axis=1)

    def to_frame(self) -> pd.DataFrame:
        """Return one row per path, coordinate and time."""
        import pandas as pd

        n, d, length = self.paths.shape
        columns = {
            "path": np.repeat(np.arange(n), d * length),
            "label": np.repeat(self.label, d * length),
            "channel": np.tile(np.repeat(np.arange(d), length), n),
            "time": np.tile(self.times, n * d),
            "value": self.paths.ravel(),
        }
        return pd.DataFrame(columns)

    def __str__(self) -> str:
        n, d, length = self.paths.shape
        return without_controls(
            f"{n} paths of {self.process}: d = {d}, {length} points from {self.times[0]:g} to "
            f"{self.times[-1]:g}, {int(self.label.sum())} of class 1 ({self.scheme}, "
            f"{sum(self.substeps)} fine steps, seed {self.seed})"
        )


@dataclass(frozen=True, slots=True)
class Part:
    """The result of one block."""

    paths: Floats | None  #: (n, d, L + 1), if kept
    ratios: dict[str, Floats]  #: method -> (n,)
    sound: NDArray[np.bool_]  #: (n,) states and ratios are finite


def block(
    process: Process,
    grid: TimeGrid,
    label: int,
    normals: Source,
    *,
    keep: bool,
    transitions: Mapping[str, Transition],
) -> Part:
    """Simulate the paths of one block, and score them on the way."""
    x = process.start(normals.take(process.dimension))
    n = x.shape[1]
    kept = np.empty((n, len(x), grid.length + 1)) if keep else None
    ratios = {name: np.zeros(n) for name in ("lrt_hidden", "lrt_numerical", *transitions)}
    for place, (now, then) in enumerate(pairwise(grid.times)):
        if kept is not None:
            kept[:, :, place] = x.T
        before, steps = x, int(grid.substeps[place])
        dt = float(then - now)
        fine = dt / steps
        for step in range(steps):
            t = float(now) + step * fine
            drifts, noise = process.drifts(t, x), process.noise.at(t, x)
            if step == 0:
                first, local = drifts, noise
            used = process.drifts(t + fine, x) if grid.late else drifts
            z = normals.take(process.noise.sources)
            move = noise.move(z)
            move *= sqrt(fine)
            if grid.scheme == "milstein":
                move += milstein(process, t, x, z, fine)
            move += used[label] * fine
            ratios["lrt_hidden"] += noise.log_ratio(*drifts, move, fine)
            x = x + move
        ratios["lrt_numerical"] += local.log_ratio(*first, x - before, dt)
        for name, transition in transitions.items():
            ratios[name] += transition(place, before, x)
    if kept is not None:
        kept[:, :, -1] = x.T
    # A value that was ever infinite or NaN still is at the end.
    return Part(kept, ratios, np.all(np.isfinite([*x, *ratios.values()]), axis=0))


def milstein(process: Process, t: float, x: Floats, z: Floats, dt: float) -> Floats | float:
    """Return the term that Milstein's scheme adds to Euler's: sigma sigma' (z^2 - 1) dt / 2.

    It is 0 for constant noise. For a function of each coordinate alone, the derivative is a
    central difference, exact for noise that is linear in the state.
    """
    noise = process.noise
    if isinstance(noise, Scalar) or (isinstance(noise, Diagonal) and noise.fixed is not None):
        return 0.0
    if not isinstance(noise, Diagonal) or not callable(noise.sigma):
        raise ArgumentError(
            "Milstein's scheme needs noise that is diagonal",
            expected="a number, an array (d,) or a function that returns an array (d, n)",
            found="a matrix",
            hint='Use scheme="euler".',
        )
    half = 2.0**-20 * np.maximum(1.0, np.abs(x))
    above, below = x + half, x - half
    slope = (noise.sigma(t, above) - noise.sigma(t, below)) / (above - below)
    term: Floats = 0.5 * dt * noise.sigma(t, x) * slope * (z * z - 1.0)
    return term


def stream_name(process: Process, label: int) -> str:
    """Return the name of the random numbers of a process and class."""
    return f"{process.name}, class {label}"


def simulated(
    process: Process,
    grid: TimeGrid,
    paths: int,
    seed: int,
    *,
    keep: bool = False,
    transitions: Mapping[str, Transition] | None = None,
    workers: int | None = None,
) -> tuple[Part, Part]:
    """Simulate ``paths`` paths of each class; the bytes do not depend on the number of workers.

    Workers are threads: nearly all time is spent in NumPy and in compiled loops, which run in
    parallel.
    """
    width = max(FEWEST, min(BLOCK // process.dimension, paths))
    starts = range(0, paths, width)

    def task(job: tuple[int, int]) -> Part:
        label, first = job
        normals = Drawn(seed, stream_name(process, label), first, width)
        with np.errstate(over="ignore", invalid="ignore"):  # lost paths are refused below
            made = block(process, grid, label, normals, keep=keep, transitions=transitions or {})
        left = min(width, paths - first)
        kept = None if made.paths is None else made.paths[:left]
        ratios = {name: ratio[:left] for name, ratio in made.ratios.items()}
        return Part(kept, ratios, made.sound[:left])

    jobs = [(label, first) for label in (0, 1) for first in starts]
    count = min(threads(workers), len(jobs))
    if count == 1:
        parts = [task(job) for job in jobs]
    else:
        with ThreadPoolExecutor(count) as pool:
            parts = list(pool.map(task, jobs))
    refuse_lost(np.concatenate([part.sound for part in parts]), grid.scheme)
    half = len(starts)
    return joined(parts[:half]), joined(parts[half:])


def joined(parts: list[Part]) -> Part:
    """Join the blocks of one class."""
    paths = None
    if parts[0].paths is not None:
        paths = np.concatenate([part.paths for part in parts if part.paths is not None])
    names = parts[0].ratios
    ratios = {name: np.concatenate([p.ratios[name] for p in parts]) for name in names}
    return Part(paths, ratios, np.concatenate([part.sound for part in parts]))


def refuse_lost(sound: NDArray[np.bool_], scheme: str) -> None:
    """Refuse paths if any path or its ratios are infinite or NaN: scores would be wrong."""
    lost = int((~sound).sum())
    if lost:
        raise ArgumentError(
            f"{lost} of {len(sound)} paths are not finite (they or their likelihood ratios are "
            f"infinite or NaN): the {scheme.title()} steps are too coarse",
            expected="finite paths and likelihood ratios",
            found=f"{lost} of {len(sound)} that are not",
            hint="Increase `substeps` if drift and noise are finite in every state.",
        )


def threads(workers: int | None) -> int:
    """Return the number of threads that simulate, one per core by default."""
    if workers is not None:
        return check.count("workers", workers)
    from pybench import parallel

    return parallel.cores()
