"""Drift functions with unknown coefficients: those of a family of processes, or chosen ones.

A basis maps a time and the states x (d, n) of n paths to the values of its J functions, (d, n)
each. It depends on the family of a process only, never on the coefficients of its drifts.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from pybench.base import check
from pybench.base.errors import ArgumentError
from pybench.optimal.noise import Diagonal, Floats, Function, as_state
from pybench.optimal.particles import Particles
from pybench.optimal.processes import (
    BasisDrift,
    ConstantDrift,
    Hamiltonian,
    LinearNonlinear,
    OrnsteinUhlenbeck,
    Potentials,
    Process,
    function,
)

Basis = Callable[[float, Floats], list[Floats]]

CHOICES = ("polynomial", "distances")
PAIRS = 2**20  # the edges of distance bins are quantiles of at most about so many distances


@dataclass(frozen=True, slots=True)
class Powers:
    """The function x_s^k in coordinate i, and 0 in the others, for each triple (i, s, k)."""

    terms: tuple[tuple[int, int, int], ...]

    def __call__(self, t: float, x: Floats) -> list[Floats]:
        """Return the values, (d, n) each."""
        found = []
        for place, source, exponent in self.terms:
            value = np.zeros_like(x)
            value[place] = x[source] ** exponent
            found.append(value)
        return found


@dataclass(frozen=True, slots=True)
class Listed:
    """Functions of (t, x), as those of `BasisDrift`."""

    functions: tuple[Function, ...]

    def __call__(self, t: float, x: Floats) -> list[Floats]:
        """Return the values, (d, n) each."""
        values = (as_state("basis function", one(t, x), x) for one in self.functions)
        return [np.broadcast_to(value, x.shape) for value in values]


@dataclass(frozen=True, slots=True)
class SamePowers:
    """The functions x_i^k of each coordinate i, the same in all coordinates."""

    exponents: tuple[int, ...]

    def __call__(self, t: float, x: Floats) -> list[Floats]:
        """Return the values, (d, n) each."""
        return [x**exponent for exponent in self.exponents]


@dataclass(frozen=True, slots=True)
class Waves:
    """The functions x, cos(pi x) and sin(pi t) of `LinearNonlinear`."""

    def __call__(self, t: float, x: Floats) -> list[Floats]:
        """Return the values, (d, n) each."""
        return [x, np.cos(math.pi * x), np.full_like(x, math.sin(math.pi * t))]


@dataclass(frozen=True, slots=True)
class Distances:
    """The mean attraction by the agents in each bin of distances.

    Function k is, for agent i, the sum of X_j - X_i over the agents j whose distance from i lies
    in bin k, divided by the number of agents.
    """

    edges: tuple[float, ...]  #: between the bins, ascending
    space: int  #: coordinates per agent

    def __call__(self, t: float, x: Floats) -> list[Floats]:
        """Return the values, (d, n) each."""
        places = x.reshape(-1, self.space, x.shape[1])
        found = np.zeros((len(self.edges) + 1, *places.shape))
        for i, place in enumerate(places):
            apart = places - place
            which = np.searchsorted(self.edges, np.sqrt((apart**2).sum(axis=1)), side="right")
            for k, value in enumerate(found):
                value[i] = ((which == k)[:, None] * apart).sum(axis=0)
        return list((found / len(places)).reshape(len(found), *x.shape))


def refuse_basis(chosen: Any, degree: Any, bins: Any, space: Any) -> None:
    """Refuse arguments that describe no basis."""
    if isinstance(chosen, str):
        check.choice("basis", chosen, CHOICES)
    elif chosen is not None:
        listed = check.listed("basis", chosen, "a name or functions of (t, x)")
        for one in listed:
            function("basis", one)
        if not listed:
            raise ArgumentError("`basis` must not be empty", expected="functions", found="none")
    check.whole("degree", degree, 0, 20)
    check.whole("bins", bins, 2, 100)
    check.count("space", space)


def basis_of(
    process: Process | None, chosen: Any, degree: int, bins: int, space: int, paths: Floats
) -> Basis:
    """Return the basis of a process, or the chosen one, for paths (n, d, L + 1)."""
    refuse_basis(chosen, degree, bins, space)
    if chosen is None and process is not None and (found := _family(process)) is not None:
        return found
    if isinstance(process, Particles):
        chosen, space = chosen or "distances", process.space
    if chosen == "distances":
        return _distances(bins, space, paths)
    if chosen is None or chosen == "polynomial":
        return Powers(tuple(_polynomial(process, paths.shape[1], range(degree + 1))))
    return Listed(tuple(chosen))


def _family(process: Process) -> Basis | None:
    """Return the functions that the drifts of a family combine; None if it does not say them."""
    each = range(process.dimension)
    if isinstance(process, ConstantDrift):
        return Powers(tuple((i, i, 0) for i in each))
    if isinstance(process, OrnsteinUhlenbeck):
        return Powers(tuple((i, i, 1) for i in each))
    if isinstance(process, Potentials):
        return SamePowers(tuple(range(max(1, *map(len, process.slopes)))))
    if isinstance(process, LinearNonlinear):
        return Waves()
    if isinstance(process, BasisDrift):
        return Listed(process.basis)
    return None


def _polynomial(
    process: Process | None, d: int, powers: Iterable[int]
) -> Iterator[tuple[int, int, int]]:
    """Yield powers of each coordinate; of the positions, and friction, for a Hamiltonian.

    Coordinates without noise are left out: both classes have the same drift there.
    """
    if isinstance(process, Hamiltonian):
        for i in range(process.degrees):
            momentum = process.degrees + i
            yield from ((momentum, i, k) for k in powers)
            yield momentum, momentum, 1
        return
    silent: set[int] = set()
    if process is not None and isinstance(process.noise, Diagonal):
        sigma = process.noise.sigma
        silent = set() if callable(sigma) else set(np.flatnonzero(sigma == 0).tolist())
    for i in range(d):
        if i not in silent:
            yield from ((i, i, k) for k in powers)


def _distances(bins: int, space: int, paths: Floats) -> Distances:
    """Return bins that hold about as many of the observed distances each."""
    n, d, points = paths.shape
    if d % space or d == space:
        raise ArgumentError(
            f"{d} coordinates are not those of two or more agents with {space} coordinates each",
            expected=f"a multiple of `space` coordinates, at least {2 * space}",
            found=str(d),
            hint="Give `space`, the number of coordinates per agent.",
        )
    agents = paths.reshape(n, -1, space, points)
    one, other = np.triu_indices(agents.shape[1], 1)
    step = max(1, n * len(one) * points // PAIRS)
    some = agents[::step]
    lengths = np.sqrt(((some[:, one] - some[:, other]) ** 2).sum(axis=2))
    edges = np.quantile(lengths, np.arange(1, bins) / bins)
    return Distances(tuple(np.unique(edges).tolist()), space)
