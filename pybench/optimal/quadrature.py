"""The log likelihood ratio of observed points by quadrature, where no formula gives it.

A simulated path moves by normal steps (the Euler scheme). The density of an observed point, given
the one before, is an integral over the states at the fine steps between them (the equation of
Chapman and Kolmogorov). Each coordinate must move independently of the others. The density is
tabulated on a grid of states, and its logarithm is interpolated at the points of the paths.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pybench.base.errors import ArgumentError
from pybench.optimal.noise import Diagonal, Floats, Matrix, Scalar, as_doubles, as_state, broadcast
from pybench.optimal.normals import compiled
from pybench.optimal.processes import (
    ConstantDrift,
    LinearNonlinear,
    OrnsteinUhlenbeck,
    Potentials,
    Process,
)
from pybench.optimal.timegrid import TimeGrid

Ints = NDArray[np.int64]
_Block = tuple[Ints, slice, Floats]  # rows, columns and entries

SEPARATE = (ConstantDrift, OrnsteinUhlenbeck, Potentials, LinearNonlinear)
TOLERANCE = 1e-8  # of a log ratio, relative to its size if that is above 1
LEFT = 0.1  # largest share of paths with a larger error, such as those near states without noise
#: Spacings of the grids tried, in deviations of a fine step.
SPACINGS = (0.6, 0.45, 0.34, 0.26, 0.2)
SPACINGS_VARYING = (0.4, 0.3, 0.22)  # where noise depends on the state
MORE = 2.0  # deviations of a fine step, over the spacing, by which it reaches further
REACH = 5.5  # a grid reaches this many deviations of an interval beyond the observed points
FLOOR = 1e-5  # smallest noise that a grid resolves, relative to the largest at an observed point
STENCIL = 10  # grid points of an interpolation
NARROW = 1.5  # steps narrower than this, in spacings of the grid, are interpolated, not tabulated
WIDE = 400  # deviations of a fine step; if more, paths are divided among several grids
MOST = 4000  # points of a grid that one interval may need
ROWS = 48  # rows of a matrix that are multiplied at once
SQUARED = 32  # steps beyond which powers of a whole matrix take less time
SPAN = 12.0  # deviations of a step beyond which densities are 0
LEAST = -690.0  # smallest log density: a smaller density counts as about 1e-300
ROUNDING = 1e-6  # of a log density that is interpolated
SAMPLE = 256  # states at which drift and noise are compared over time
CHUNK = 2**14  # intervals interpolated at once
HERMITE = 14  # nodes of a narrow step


def treats(process: Process, grid: TimeGrid) -> bool:
    """Return whether quadrature gives the ratio of the observed points.

    The process must have one dimension or, as those of the paper have, independent coordinates;
    and noise in each. Its simulated steps must be normal.
    """
    noise, apart = process.noise, type(process) in SEPARATE
    if process.dimension > 1 and not apart:
        return False
    if isinstance(noise, Diagonal) and noise.fixed is not None:
        return bool((noise.fixed.sigma != 0).all())
    if isinstance(noise, Scalar):
        return True
    if isinstance(noise, Matrix) and noise.fixed is not None:
        return process.dimension == 1
    own = process.dimension == 1 or type(process) is LinearNonlinear
    return own and grid.scheme == "euler"


def log_ratios(process: Process, grid: TimeGrid, paths: Floats) -> tuple[Floats, Floats]:
    """Return the log ratios of paths (n, d, L + 1) and estimates of their errors, (n,) each.

    Grids are refined until two results in succession differ by at most `TOLERANCE`, except for a
    share `LEFT` of the paths. The second of them is returned. The estimate is their difference,
    which is about the error of the first.
    """
    first, *finer = SPACINGS_VARYING if _varies(process) else SPACINGS
    before = _ratios(process, grid, paths, first)
    error = np.full(len(paths), np.inf)
    for spacing in finer:
        try:
            found = _ratios(process, grid, paths, spacing)
        except TooFine:
            break
        error, before = np.abs(found - before), found
        if (error > TOLERANCE * np.maximum(1.0, np.abs(found))).mean() <= LEFT:
            break
    return before, error


def _varies(process: Process) -> bool:
    return callable(getattr(process.noise, "sigma", None))


def _ratios(process: Process, grid: TimeGrid, paths: Floats, spacing: float) -> Floats:
    total: Floats = np.zeros(len(paths))
    with np.errstate(all="ignore"):  # ratios that are not finite are refused later
        for i in range(process.dimension):
            for part in _parts(process, grid, paths[:, i], i):
                total += part.log_ratios(spacing).reshape(len(paths), -1).sum(axis=1)
    return total


def _parts(process: Process, grid: TimeGrid, states: Floats, i: int) -> Iterator[_Intervals]:
    """Group the intervals of states (n, L + 1) by their densities."""
    groups: dict[tuple[int, str], list[int]] = {}
    for place, (dt, steps) in enumerate(zip(np.diff(grid.times), grid.substeps, strict=True)):
        groups.setdefault((int(steps), f"{dt:.12g}"), []).append(place)
    for (steps, _), places in groups.items():
        fine = float(grid.times[places[0] + 1] - grid.times[places[0]]) / steps
        starts = grid.times[places][:, None] + fine * np.arange(steps)
        pairs = {"before": states[:, places], "after": states[:, np.array(places) + 1]}
        rows = np.tile(np.arange(len(places)), len(states))
        part = _Intervals(
            process, i, starts, fine, grid.late, (False, False), rows,
            **{name: values.ravel() for name, values in pairs.items()},
        )  # fmt: skip
        yield replace(part, constant=(part.alike(0), part.alike(1)))


@dataclass(frozen=True, slots=True)
class _Intervals:
    """Observed intervals of the same length and number of fine steps, of one coordinate."""

    process: Process
    i: int  #: the coordinate
    times: Floats  #: (p, s) of the fine steps
    fine: float  #: length of a fine step
    late: bool  #: the drift of a step is taken at its end
    constant: tuple[bool, bool]  #: of each class: drift and noise do not depend on time
    place: Ints  #: (n,) row of `times`
    before: Floats  #: (n,) states
    after: Floats  #: (n,)

    def log_ratios(self, spacing: float) -> Floats:
        """Return log p(after | before, class 1) - log p(after | before, class 0), (n,)."""
        if self.times.shape[1] == 1:
            return self.normal(1) - self.normal(0)
        grid = _Grid(*self.grid(spacing))
        ends = (np.searchsorted(grid.states, one) for one in (self.before, self.after))
        single = 2 * self.beyond(spacing) + int(np.abs(np.subtract(*ends)).max())
        if len(grid.states) > max(WIDE / spacing, 2 * single):
            return self.divided(spacing)
        if len(grid.states) > MOST:
            raise TooFine(self.fine)
        zero, one = (self.interpolated(label, grid) for label in (0, 1))
        lost = np.maximum(zero, one) <= LEAST + ROUNDING
        return np.where(lost, np.nan, one - zero)

    def normal(self, label: int) -> Floats:
        """Return log p(after | before) of a single step, less what both classes share."""
        found = np.empty(len(self.before))
        for place, (t,) in enumerate(self.times):
            mine = self.place == place
            mean, width = self.step(t, self.before[mine], label)
            found[mine] = -0.5 * ((self.after[mine] - mean) / width) ** 2
        return found

    def step(self, t: float, states: Floats, label: int) -> tuple[Floats, Floats]:
        """Return mean and standard deviation of the state after a fine step, (n,) each."""
        x = np.broadcast_to(states, (self.process.dimension, len(states)))
        drift = self.process.drifts(float(t) + self.late * self.fine, x)[label]
        moved = states + self.fine * np.broadcast_to(drift, x.shape)[self.i]
        return moved, math.sqrt(self.fine) * self.sigma(t, states)

    def sigma(self, t: float, states: Floats) -> Floats:
        """Return the size of the noise at states (n,)."""
        noise: Any = self.process.noise
        x = np.broadcast_to(states, (self.process.dimension, len(states)))
        value = noise.sigma(float(t), x) if callable(noise.sigma) else noise.sigma
        if isinstance(noise, Matrix):  # of a process in one dimension
            rows = as_doubles("diffusion", value if callable(noise.sigma) else value[:, :, None])
            rows = broadcast("diffusion", rows, (1, noise.sources, len(states)))
            return np.asarray(np.sqrt((rows[0] ** 2).sum(axis=0)), np.float64)
        rows = as_state("diffusion", value, x) if callable(noise.sigma) else value
        rows = np.reshape(rows, (-1, 1)) if np.ndim(rows) < 2 else rows
        return np.asarray(np.abs(np.broadcast_to(rows, x.shape)[self.i]))

    def alike(self, label: int) -> bool:
        """Return whether drift and noise are the same at all times, at some of the states."""
        seen = np.unique(self.before)
        some = seen[np.linspace(0, len(seen) - 1, min(SAMPLE, len(seen))).astype(np.int64)]
        first, *others = (self.step(t, some, label) for t in np.unique(self.times))
        return all(np.array_equal(one, first, equal_nan=True) for one in others)

    def ends(self) -> tuple[float, float]:
        """Return the range of the points, and of the flow of drifts that depend on time."""
        seen = [self.before, self.after]
        for label in np.flatnonzero(np.logical_not(self.constant)):
            for place, times in enumerate(self.times):
                x = self.before[self.place == place]
                for t in times[:-1]:
                    x = self.step(t, x, label)[0]
                    seen.append(x)
        joined = np.concatenate(seen)
        joined = joined[np.isfinite(joined)]
        return float(joined.min()), float(joined.max())

    def grid(self, spacing: float) -> tuple[Floats, Floats]:
        """Return states and weights of the trapezoid rule, after a change of variable.

        In the new variable, each fine step has about the same standard deviation. The states solve
        dx/du = (standard deviation of a step at x), by the method of Runge and Kutta.
        """
        low, high = self.ends()
        root, more = math.sqrt(self.fine), self.beyond(spacing)
        if not _varies(self.process):
            h = spacing * root * float(self.sigma(self.times[0, 0], np.zeros(1))[0])
            count = min(2 * more + (high - low) / h, 2.0 * MOST)
            states = np.asarray(low + h * np.arange(-more, int(count) - more + 1.0), np.float64)
            return states, np.full(len(states), h)
        floor = FLOOR * float(
            self.sigma(self.times[0, 0], np.append(self.before, self.after)).max()
        )

        def slope(x: float) -> float:
            return root * math.hypot(float(self.sigma(self.times[0, 0], np.array([x]))[0]), floor)

        def moved(x: float, h: float) -> float:
            first = slope(x)
            second = slope(x + h / 2 * first)
            third = slope(x + h / 2 * second)
            return x + h / 6 * (first + 2 * second + 2 * third + slope(x + h * third))

        up, down = [low], [low]
        while up[-1] < high and len(up) < 2 * MOST:
            up.append(moved(up[-1], spacing))
        for _ in range(more):
            up.append(moved(up[-1], spacing))
            down.append(moved(down[-1], -spacing))
        states = np.array(down[:0:-1] + up)
        states = states[np.isfinite(states)]  # beyond the others there is no noise
        return states, spacing * np.array([slope(x) for x in states])

    def beyond(self, spacing: float) -> int:
        """Return the grid points on each side of the range of the points; more if it is fine."""
        return math.ceil((REACH * math.sqrt(self.times.shape[1]) + MORE / spacing) / spacing)

    def divided(self, spacing: float) -> Floats:
        """Return the log ratios by two grids, one for each half of the states before."""
        found = np.empty(len(self.before))
        for part in np.array_split(np.argsort(self.before, kind="stable"), 2):
            own = {name: getattr(self, name)[part] for name in ("place", "before", "after")}
            half = replace(self, **own)
            found[part] = half.log_ratios(spacing)
        return found

    def interpolated(self, label: int, grid: _Grid) -> Floats:
        """Return log p(after | before), (n,)."""
        found = np.empty(len(self.before))
        same = self.constant[label]
        for place, times in enumerate(self.times[:1] if same else self.times):
            table = self.table(label, times, grid)
            mine = np.arange(len(found)) if same else np.flatnonzero(self.place == place)
            for start in range(0, len(mine), CHUNK):
                part = mine[start : start + CHUNK]
                found[part] = grid.between(table, self.before[part], self.after[part])
        return found

    def table(self, label: int, times: Floats, grid: _Grid) -> Floats:
        """Return log p(states[k] | states[j]) as entry (j, k)."""
        density = _density(*self.step(times[-1], grid.states, label), grid.states)
        last, same = len(times) - 1, self.constant[label]
        if same and last > SQUARED:
            whole = np.zeros_like(density)
            for rows, columns, block in self.onward(times[0], grid, label):
                whole[rows, columns] = block
            density, last = np.linalg.matrix_power(whole, last) @ density, 0
        blocks: list[_Block] = []
        for t in times[:last][::-1]:
            if not (blocks and same):
                blocks = list(self.onward(t, grid, label))
            found = np.zeros_like(density)
            for rows, columns, block in blocks:
                found[rows] = block @ density[columns]
            density = found
        return np.asarray(np.maximum(np.log(np.maximum(density, 0.0)), LEAST))

    def onward(self, t: float, grid: _Grid, label: int) -> Iterator[_Block]:
        """Return the matrix whose product with f(states) is the mean of f after a step.

        Its large entries are near each other, so it comes in blocks of rows.
        """
        states = grid.states
        mean, width = self.step(t, states, label)
        sound = np.isfinite(mean) & np.isfinite(width)
        for start in range(0, len(states), ROWS):
            rows = np.arange(start, min(start + ROWS, len(states)))
            rows = rows[sound[rows]]
            if not len(rows):
                continue
            low = (mean[rows] - SPAN * width[rows]).min()
            high = (mean[rows] + SPAN * width[rows]).max()
            first = max(0, int(np.searchsorted(states, low)) - STENCIL)
            last = min(len(states), int(np.searchsorted(states, high)) + STENCIL)
            near = slice(first, last)
            block = _density(mean[rows], width[rows], states[near]) * grid.weights[near]
            if _varies(self.process):
                _interpolate(block, mean[rows], width[rows], grid, first)
            yield rows, near, block


def _interpolate(block: Floats, mean: Floats, width: Floats, grid: _Grid, first: int) -> None:
    """Replace the rows of steps that the grid cannot resolve by weights of interpolations."""
    states = grid.states
    near = np.searchsorted(states, mean).clip(0, len(states) - 1)
    inside = (mean >= states[0]) & (mean <= states[-1])
    narrow = np.flatnonzero((width < NARROW * grid.weights[near]) & inside)
    block[narrow] = 0.0
    places, shares = np.polynomial.hermite_e.hermegauss(HERMITE)
    x = mean[narrow, None] + places * width[narrow, None]
    begin, part = grid.stencil(x.ravel())
    rows = np.repeat(narrow, HERMITE)[:, None]
    columns = begin[:, None] - first + np.arange(STENCIL)
    part *= np.tile(shares / shares.sum(), len(narrow))[:, None]
    np.add.at(block, (rows, columns), part)


def _density(mean: Floats, width: Floats, states: Floats) -> Floats:
    """Return the normal density of states (k,) for each mean and width (j,); 0 without them."""
    away = (states - mean[:, None]) / width[:, None]
    found = np.exp(-0.5 * away * away) / (width * math.sqrt(2 * math.pi))[:, None]
    return np.where(np.isfinite(found), found, 0.0)


class _Grid:
    """Ascending states, the weights of an integral over them, and interpolation between them."""

    def __init__(self, states: Floats, weights: Floats) -> None:
        self.states, self.weights = states, weights
        near = np.lib.stride_tricks.sliding_window_view(states, STENCIL)
        apart = near[:, :, None] - near[:, None, :] + np.eye(STENCIL)
        scale = near[:, -1] - near[:, 0]
        self.shares = 1.0 / (apart / scale[:, None, None]).prod(axis=2)

    def stencil(self, x: Floats) -> tuple[Ints, Floats]:
        """Return the first state and the weights (n, STENCIL) of an interpolation at x (n,)."""
        first = np.searchsorted(self.states, x) - STENCIL // 2
        first = first.clip(0, len(self.states) - STENCIL)
        away = x[:, None] - self.states[first[:, None] + np.arange(STENCIL)]
        exact = away == 0
        weights = self.shares[first] / np.where(exact, 1.0, away)
        weights[exact.any(axis=1)] = 0.0
        weights[exact] = 1.0
        return first, weights / weights.sum(axis=1, keepdims=True)

    def between(self, table: Floats, x: Floats, y: Floats) -> Floats:
        """Return the entries of a table of pairs of states at pairs (x, y) between them, (n,)."""
        if kernel := compiled("sums", "between"):
            found = np.empty(len(x))
            kernel(table, self.states, self.shares, x, y, found)
            return found
        return self.between_by_numpy(table, x, y)

    def between_by_numpy(self, table: Floats, x: Floats, y: Floats) -> Floats:
        """Do without numba what the compiled loop ``between`` does."""
        (first, share), (second, other) = self.stencil(x), self.stencil(y)
        size, total = len(self.states), np.zeros(len(x))
        corner = (first * size + second)[:, None] + np.arange(STENCIL)
        for k in range(STENCIL):
            total += share[:, k] * np.einsum("ij,ij->i", table.take(corner + k * size), other)
        return total


class TooFine(ArgumentError):
    """A grid would need too many states."""

    def __init__(self, fine: float) -> None:
        super().__init__(
            f"the noise of a fine step of length {fine:g} is too small for the distance between "
            f"two observed points: a grid would need more than {MOST} states",
            expected="less distance, in standard deviations of a fine step",
            found=f"more than {MOST} states",
            hint="Give fewer `substeps`, or more noise.",
        )
