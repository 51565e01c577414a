"""Interacting particles: agents that attract one another by a kernel of their distance."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from pybench.base import check
from pybench.base.errors import ArgumentError
from pybench.optimal.noise import Floats, as_doubles, broadcast
from pybench.optimal.normals import compiled
from pybench.optimal.processes import Process, finite_lists, pair_of

Kernel = Callable[[Floats], Floats]

#: Example 5: near agents attract weakly and far ones strongly (class 0), or the reverse.
FAR = ((math.sqrt(2.0), 2.0), (0.2, 2.0, 0.0))
NEAR = ((math.sqrt(2.0), 2.0), (2.0, 0.2, 0.0))


class Steps:
    """A kernel of `Particles` that is a step function of the distance.

    ``edges``: the distances at which the value changes, ascending. ``values``: one more value than
    there are edges. ``values[k]`` applies from ``edges[k - 1]`` (included; 0 for the first value)
    to ``edges[k]`` (excluded; infinity for the last value).
    """

    def __init__(self, edges: Any, values: Any) -> None:
        self.edges, self.values = finite_lists("kernels", (edges, values))
        ascending = all(a < b for a, b in zip((0.0, *self.edges), self.edges, strict=False))
        if not ascending or len(self.values) != len(self.edges) + 1:
            raise ArgumentError(
                "a step kernel needs ascending distances and one more value than distances",
                expected="edges 0 < e1 < ... < ek, and k + 1 values",
                found=f"{self.edges}, {self.values}",
            )
        # Squares are compared, so no root is taken; sqrt(2) squared is 2, not 2.0000000000000004.
        self.squares = tuple(float(f"{edge * edge:.15g}") for edge in self.edges)

    def __call__(self, square: Floats) -> Floats:
        """Return the kernel at squared distances."""
        return np.asarray(self.values)[np.searchsorted(self.squares, square, side="right")]


class Particles(Process):
    """dX_i = (1/N) sum over j of phi(r_ij) (X_j - X_i) dt + sigma dB_i: interacting particles.

    This is example 5 of arXiv 2301.13112: X_i is the position of agent i, N the number of agents,
    and r_ij the distance of agents i and j. ``kernels``: for each class, the function phi, which
    gives the strength of the attraction at each distance. The function phi is either a step
    function, given as (edges, values) as in `Steps`, or a Python function that takes an array of
    distances.

    ``space``: number of coordinates per agent. A state contains all coordinates of the first agent,
    then those of the second, and so on; so its dimension d is ``agents`` times ``space``.
    """

    def __init__(
        self,
        agents: int = 6,
        *,
        kernels: Any = (FAR, NEAR),
        space: int = 2,
        diffusion: Any = 1.0,
    ) -> None:
        self.agents = check.count("agents", agents)
        self.space = check.count("space", space)
        super().__init__("particles", self.agents * self.space, diffusion)
        self.kernels = tuple(_kernel(one) for one in pair_of("kernels", kernels))
        self.table = _table(self.kernels) if self.space == 2 else None

    def drifts(self, t: float, x: Floats) -> tuple[Floats, Floats]:
        """Return the drifts of both classes (the mean attractions), each an array (d, n)."""
        loop = compiled("attraction", "attract")
        if loop is None or self.table is None:
            return self.drifts_by_numpy(x)
        states = np.ascontiguousarray(x)
        first, second = np.empty_like(states), np.empty_like(states)
        loop(states, *self.table, first, second)
        return first, second

    def drifts_by_numpy(self, x: Floats) -> tuple[Floats, Floats]:
        """Return the drifts of both classes without numba, for any kernel and any ``space``."""
        places = x.reshape(self.agents, self.space, -1)
        first, second = np.empty_like(places), np.empty_like(places)
        for i in range(self.agents):
            apart = places - places[i]
            square = (apart**2).sum(axis=1, keepdims=True)
            for kernel, drift in zip(self.kernels, (first, second), strict=True):
                drift[i] = (kernel(square) * apart).sum(axis=0)
        return (first / self.agents).reshape(x.shape), (second / self.agents).reshape(x.shape)


def _kernel(given: Any) -> Kernel:
    if isinstance(given, Steps):
        return given
    if callable(given):
        return lambda square: broadcast(
            "kernel", as_doubles("kernel", given(np.sqrt(square))), square.shape
        )
    return Steps(*pair_of("kernels", given))


def _table(kernels: tuple[Kernel, ...]) -> tuple[Floats, Floats] | None:
    """Return squares (2,) and values (2, 3) for the compiled loop; None if they do not suffice."""
    if not all(isinstance(kernel, Steps) for kernel in kernels):
        return None
    squares = sorted({edge for kernel in kernels for edge in kernel.squares})  # type: ignore[attr-defined]
    if not 1 <= len(squares) <= 2:
        return None
    squares = [squares[0], squares[-1]]
    points = np.array([0.0, *squares])
    return np.array(squares), np.array([kernel(points) for kernel in kernels])
