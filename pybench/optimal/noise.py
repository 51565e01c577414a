"""The noise of a diffusion: how normal numbers move a state, and the likelihood of a move.

States, drifts and moves are (d, n): one row per coordinate, one column per path.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from pybench.base import check
from pybench.base.errors import ArgumentError
from pybench.base.text import clipped

Floats = NDArray[np.float64]
Function = Callable[[float, Floats], Any]

CLIP = 1e10  # largest 1 / sigma^2 allowed without `clip` where noise depends on the state


class Local(Protocol):
    """The noise at one time, at the states of many paths."""

    def move(self, z: Floats) -> Floats:
        """Return sigma z, (d, n), for normal numbers z (q, n)."""

    def log_ratio(self, b0: Floats, b1: Floats, move: Floats, dt: float) -> Floats:
        """Return what a move adds to the log likelihood ratio of the classes, (n,)."""


class Noise(Protocol):
    """A diffusion coefficient, one for both classes."""

    @property
    def sources(self) -> int:
        """Number of normal numbers that a step takes: q."""

    def at(self, t: float, x: Floats) -> Local:
        """Return the noise at time t and states (d, n)."""


class Scalar:
    """Noise sigma dB with a number sigma, independent across coordinates."""

    def __init__(self, sigma: float, dimension: int) -> None:
        self.sigma, self.sources = sigma, dimension

    def at(self, t: float, x: Floats) -> Scalar:
        """Return the noise at time t and states (d, n)."""
        return self

    def move(self, z: Floats) -> Floats:
        """Return sigma z, (d, n)."""
        return z * self.sigma

    def log_ratio(self, b0: Floats, b1: Floats, move: Floats, dt: float) -> Floats:
        """Return what a move adds to the log likelihood ratio, (n,)."""
        return _summed(b0, b1, move, dt) / self.sigma**2


class Diagonal:
    """Noise sigma_i dB_i in coordinate i: sigma is numbers or a function of time and state.

    A coordinate with sigma_i = 0 moves without noise; its drift must be the same in both classes.
    """

    def __init__(self, sigma: Floats | Function, dimension: int, clip: float | None) -> None:
        self.sigma, self.sources, self.clip = sigma, dimension, clip
        self.fixed = None if callable(sigma) else _Weights(sigma[:, None], clip, fixed=True)

    def at(self, t: float, x: Floats) -> _Weights:
        """Return the noise at time t and states (d, n)."""
        if self.fixed is not None:
            return self.fixed
        assert callable(self.sigma)
        return _Weights(as_state("diffusion", self.sigma(t, x), x), self.clip)


class _Weights:
    """Standard deviations (d, n) or (d, 1), and the weights of moves."""

    def __init__(self, sigma: Floats, clip: float | None, fixed: bool = False) -> None:
        self.sigma = sigma
        with np.errstate(divide="ignore", over="ignore"):
            weight = 1.0 / sigma**2
        self.silent = (sigma == 0).all(axis=1) if fixed and clip is None else None
        if clip is not None:
            weight = np.minimum(weight, clip)
        elif fixed:
            weight = np.where(sigma == 0, 0.0, weight)
        elif (weight > CLIP).any():  # false for NaN: such paths are reported at the end
            raise _singular("sigma is below 1e-5 at a state that a path reaches")
        self.weight = weight

    def move(self, z: Floats) -> Floats:
        """Return sigma z, (d, n)."""
        return z * self.sigma

    def log_ratio(self, b0: Floats, b1: Floats, move: Floats, dt: float) -> Floats:
        """Return what a move adds to the log likelihood ratio, (n,)."""
        if self.silent is not None and self.silent.any():
            require_alike(np.broadcast_to(b1 - b0, move.shape)[self.silent])
        return _summed(b0, b1, move, dt, self.weight)


class Matrix:
    """Noise sigma dB with a matrix (d, q), fixed or a function of time and state: (d, q, n)."""

    def __init__(
        self, sigma: Floats | Function, dimension: int, sources: int, clip: float | None = None
    ) -> None:
        self.sigma, self.sources, self.dimension, self.clip = sigma, sources, dimension, clip
        self.fixed = None if callable(sigma) else _Fixed(sigma, clip)

    def at(self, t: float, x: Floats) -> Local:
        """Return the noise at time t and states (d, n)."""
        if self.fixed is not None:
            return self.fixed
        assert callable(self.sigma)
        shape = (self.dimension, self.sources, x.shape[1])
        sigma = as_doubles("diffusion", self.sigma(t, x))
        return _Varying(broadcast("diffusion", sigma, shape), self.clip)


class _Fixed:
    """The same matrix for all paths."""

    def __init__(self, sigma: Floats, clip: float | None) -> None:
        self.sigma = sigma
        self.root = _cholesky(sigma @ sigma.T) if clip is None else None
        self.weights = None if clip is None else _clipped(sigma @ sigma.T, clip)

    def move(self, z: Floats) -> Floats:
        """Return sigma z, (d, n)."""
        return self.sigma @ z

    def log_ratio(self, b0: Floats, b1: Floats, move: Floats, dt: float) -> Floats:
        """Return what a move adds to the log likelihood ratio, (n,)."""
        from scipy.linalg import solve_triangular

        n = move.shape[1]
        parts = [np.broadcast_to(part, move.shape) for part in (b0, b1, move)]
        joined = np.concatenate(parts, axis=1)
        if self.weights is None:
            white = solve_triangular(self.root, joined, lower=True)
        else:
            white = self.weights @ joined
        return _summed(white[:, :n], white[:, n : 2 * n], white[:, 2 * n :], dt)


class _Varying:
    """One matrix per path."""

    def __init__(self, sigma: Floats, clip: float | None) -> None:
        self.sigma = np.moveaxis(sigma, 2, 0)
        square = self.sigma @ np.swapaxes(self.sigma, 1, 2)
        # Paths that are not finite are reported at the end; until then use the identity for them.
        square[~np.isfinite(square).all(axis=(1, 2))] = np.eye(square.shape[1])
        self.root = _cholesky(square) if clip is None else None
        self.weights = None if clip is None else _clipped(square, clip)

    def move(self, z: Floats) -> Floats:
        """Return sigma z, (d, n)."""
        return np.ascontiguousarray((self.sigma @ z.T[:, :, None])[:, :, 0].T)

    def log_ratio(self, b0: Floats, b1: Floats, move: Floats, dt: float) -> Floats:
        """Return what a move adds to the log likelihood ratio, (n,)."""
        parts = [np.broadcast_to(part, move.shape).T for part in (b0, b1, move)]
        joined = np.stack(parts, axis=2)
        if self.weights is None:
            assert self.root is not None
            white = np.asarray(np.linalg.solve(self.root, joined), np.float64)
        else:
            white = self.weights @ joined
        b0, b1, move = (white[:, :, part].T for part in range(3))
        return _summed(b0, b1, move, dt)


def _summed(
    b0: Floats, b1: Floats, move: Floats, dt: float, weight: Floats | None = None
) -> Floats:
    """Return the weighted sum over coordinates of (b1 - b0) (move - (b0 + b1) dt / 2).

    That is (b1 - b0)' move - (b1' b1 - b0' b0) dt / 2, with one rounding fewer.
    """
    middle = b0 + b1
    middle = middle * (-0.5 * dt) + move
    middle *= b1 - b0
    if weight is not None:
        middle *= weight
    total: Floats = middle.sum(axis=0)
    return total


def require_alike(difference: Floats) -> None:
    """Refuse drifts that differ where there is no noise: one step would reveal the class."""
    if (np.abs(difference) > 0).any():  # false for NaN: such paths are reported at the end
        raise ArgumentError(
            "the drifts of the classes differ in a coordinate without noise: no likelihood ratio "
            "exists",
            expected="the same drift in both classes wherever the noise is 0",
            found="two drifts",
            hint="Add noise to that coordinate, or give both classes the same drift in it.",
        )


def as_doubles(what: str, value: Any) -> Floats:
    """Return the result of a user's function as doubles."""
    array = check.doubles(value)
    if array is not None:
        return array
    raise ArgumentError(
        f"the {what} must return numbers, not {clipped(repr(value))}",
        expected="numbers, from your own function",
        found=type(value).__name__,
        hint="Check that the function returns its result.",
    )


def broadcast(what: str, array: Floats, shape: tuple[int, ...]) -> Floats:
    """Return the result of a user's function in the required shape."""
    try:
        return np.broadcast_to(array, shape)
    except ValueError:
        raise ArgumentError(
            f"the {what} has shape {array.shape}, where {shape} is needed",
            expected=str(shape),
            found=str(array.shape),
            hint="Write the function for all paths at once: the last axis has one entry per path.",
        ) from None


def as_state(what: str, value: Any, x: Floats) -> Floats:
    """Return the result of a user's function as an array that broadcasts to the states."""
    array = as_doubles(what, value)
    if array.shape in ((), x.shape[1:]):
        array = np.broadcast_to(array, x.shape)
    if array.shape not in (x.shape, (len(x), 1)):
        raise ArgumentError(
            f"the {what} has shape {array.shape} for states of shape {x.shape}",
            expected="one row per coordinate, one column per path, as in the states",
            found=str(array.shape),
            hint="Write the function for all paths at once: x[0] is the first coordinate of every "
            "path.",
        )
    return array


def _cholesky(sigma: Floats) -> Floats:
    try:
        root = np.asarray(np.linalg.cholesky(sigma), np.float64)
    except np.linalg.LinAlgError:
        raise _singular("its matrix has no inverse") from None
    diagonal = np.diagonal(root, axis1=-2, axis2=-1)
    if not (diagonal.min(axis=-1) > 1e-7 * diagonal.max(axis=-1)).all():
        raise _singular("its matrix has no inverse, to rounding")
    return root


def _clipped(square: Floats, clip: float) -> Floats:
    """Return the matrices that whiten moves, with every 1 / sigma^2 limited to ``clip``."""
    values, vectors = np.linalg.eigh(square)
    weight = np.full_like(values, clip)
    np.divide(1.0, values, out=weight, where=values * clip > 1)
    return np.asarray(np.sqrt(weight)[..., None] * np.swapaxes(vectors, -1, -2))


def _singular(why: str) -> ArgumentError:
    return ArgumentError(
        f"the noise is singular: {why}",
        expected="noise in every direction, at every state",
        found=why,
        hint="Set an upper limit for 1/sigma^2 with `clip`, such as clip=1e10, as in the code of "
        "arXiv 2301.13112.",
    )
