"""Pairs of diffusions to classify: dX = b(t, X) dt + sigma(t, X) dB, two drifts, one noise.

Functions take the time and the states of many paths, x (d, n), one row per coordinate and one
column per path, and return an array of the same shape.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from pybench.base import check
from pybench.base.errors import ArgumentError
from pybench.optimal.noise import Diagonal, Floats, Function, Matrix, Noise, Scalar, as_state


class Process:
    """A pair of diffusions, one per class; the base class of all processes.

    Each class y = 0, 1 is a diffusion dX = b_y(t, X) dt + sigma(t, X) dB with Brownian motion B.
    The drifts b_0 and b_1 differ; the noise sigma is the same in both classes. Functions of (t, x)
    get the time t and the states x of n paths at once, an array (d, n): one row per coordinate, one
    column per path.

    Parameters
    ----------
    name : str
        Name of the process. Together with the seed, the name determines the random numbers: for one
        seed, processes with the same name and dimension get the same random numbers.
    dimension : int
        d, coordinates of a state.
    diffusion : number, array (d,) or (d, q), or callable
        The noise sigma. A number applies to all coordinates. An array (d,) has one number per
        coordinate, and an array (d, q) is a matrix, for q independent sources of noise. A function
        of (t, x) returns (d, n), or (d, q, n) if ``sources`` gives q.
    clip : float, optional
        Upper limit of 1 / sigma^2. It is needed if sigma is a function whose values can be close to
        0, or a matrix for which sigma sigma^T can be singular. For a matrix, the limit applies
        along each eigenvector of sigma sigma^T. Without ``clip``, an error is raised if sigma
        sigma^T is singular, or if a function sigma is below 1e-5 at a state that a path reaches.
    sources : int, optional
        Number q of independent sources of noise, if ``diffusion`` is a function that returns
        matrices, (d, q, n).
    initial : callable, optional
        A function that turns standard normal numbers (d, n) into initial states (d, n). By default
        the normal numbers are the initial states.
    """

    def __init__(
        self,
        name: str,
        dimension: int,
        diffusion: Any = 1.0,
        *,
        clip: float | None = None,
        sources: int | None = None,
        initial: Callable[[Floats], Floats] | None = None,
    ) -> None:
        self.name = name
        self.dimension = check.count("dimension", dimension)
        check.room("dimension", self.dimension, 4)
        self.initial = None if initial is None else function("initial", initial)
        self.noise = _noise(diffusion, self.dimension, clip, sources)

    def drifts(self, t: float, x: Floats) -> tuple[Floats, Floats]:
        """Return the drifts of classes 0 and 1 at states x (d, n), each as (d, n) or (d, 1)."""
        raise NotImplementedError

    def start(self, z: Floats) -> Floats:
        """Return the initial states (d, n) made from normal numbers (d, n)."""
        if self.initial is None:
            return z.copy()
        return np.array(np.broadcast_to(as_state("initial state", self.initial(z), z), z.shape))

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name!r}, d = {self.dimension}>"


def _noise(diffusion: Any, d: int, clip: float | None, sources: int | None) -> Noise:
    if isinstance(diffusion, tuple):
        diffusion = _same_for_both(diffusion)
    limit = None if clip is None else check.number("clip", clip, "a number > 0", 0.0, math.inf)
    if callable(diffusion):
        if sources is not None:
            return Matrix(diffusion, d, check.count("sources", sources), limit)
        return Diagonal(diffusion, d, limit)
    sigma = check.numbers("diffusion", diffusion)
    if not np.isfinite(sigma).all():
        raise _wrong_diffusion(d, "it is not finite")
    if sigma.ndim == 0:
        return Scalar(check.number("diffusion", float(sigma), "a number > 0", 0.0, math.inf), d)
    if sigma.shape == (d,):
        return Diagonal(sigma, d, limit)
    if sigma.ndim == 2 and len(sigma) == d:
        return Matrix(sigma, d, sigma.shape[1], limit)
    raise _wrong_diffusion(d, f"its shape is {sigma.shape}")


def _same_for_both(pair: tuple[Any, ...]) -> Any:
    """Return the noise of a pair of classes; refuse two different ones."""
    first: Any = pair[0] if pair else None
    if len(pair) == 2 and all(one is first or _equal(one, first) for one in pair):
        return first
    raise ArgumentError(
        "the two classes have different diffusion coefficients: a path observed continuously would "
        "show its class without error, so Girsanov's likelihood ratio does not exist",
        expected="one diffusion coefficient for both classes",
        found="two",
        hint="Give the same diffusion for both classes: one number per coordinate in an array or a "
        "list. A tuple means one diffusion per class.",
    )


def _equal(one: Any, other: Any) -> bool:
    """Return whether two noises are the same numbers; one number applies to all coordinates."""
    if callable(one) or callable(other):
        return False
    a, b = check.numbers("diffusion", one), check.numbers("diffusion", other)
    return (() in (a.shape, b.shape) or a.shape == b.shape) and bool((a == b).all())


def _wrong_diffusion(d: int, why: str) -> ArgumentError:
    return ArgumentError(
        f"`diffusion` does not describe noise of {d} coordinates: {why}",
        expected="a number, an array (d,) or (d, q), or a function of (t, x)",
        found=why,
    )


def pair_of(name: str, value: Any) -> tuple[Any, Any]:
    """Return the values given for class 0 and class 1."""
    if isinstance(value, (tuple, list)) and len(value) == 2:
        return value[0], value[1]
    raise ArgumentError(
        f"`{name}` must be a pair (class 0, class 1), not {value!r}",
        expected="a pair: class 0, class 1",
        found=repr(value),
    )


def function(name: str, value: Any) -> Callable[..., Any]:
    """Return the value; refuse it if it is not callable."""
    if callable(value):
        called: Callable[..., Any] = value
        return called
    raise ArgumentError(
        f"`{name}` must be a function, not {value!r}", expected="a function", found=repr(value)
    )


def _functions(name: str, value: Any) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """Return the functions for class 0 and class 1."""
    first, second = pair_of(name, value)
    return function(f"{name}[0]", first), function(f"{name}[1]", second)


def finite_lists(name: str, value: Any, length: int | None = None) -> tuple[tuple[float, ...], ...]:
    """Return the finite numbers of both classes, ``length`` each if given."""
    pair = [check.numbers(name, one) for one in pair_of(name, value)]
    many = "" if length is None else f"{length} "
    for one in pair:
        if one.ndim != 1 or not np.isfinite(one).all() or length not in (None, len(one)):
            raise ArgumentError(
                f"`{name}` must hold {many}finite numbers for each class, not {value!r}",
                expected=f"{many}finite numbers per class",
                found=repr(value),
            )
    return tuple(tuple(one.tolist()) for one in pair)


def _vectors(name: str, value: Any, d: int) -> tuple[Floats, Floats]:
    """Return two columns (d, 1), made from d numbers or one number each."""
    pair = [check.numbers(name, one) for one in pair_of(name, value)]
    if any(one.shape not in ((), (d,)) or not np.isfinite(one).all() for one in pair):
        raise ArgumentError(
            f"`{name}` must hold a number, or {d} numbers, for each class, not {value!r}",
            expected=f"a number or {d} numbers per class",
            found=repr(value),
        )
    first, second = (np.broadcast_to(one, (d,))[:, None].copy() for one in pair)
    return first, second


class ConstantDrift(Process):
    """dX = theta dt + sigma dB (equation 10 of arXiv 2301.13112).

    ``theta``: for each class, one number, or one number per coordinate.
    """

    def __init__(
        self, theta: Any = (1.0, 2.0), *, dimension: int = 1, diffusion: Any = 1.0
    ) -> None:
        super().__init__("constant", dimension, diffusion)
        self.theta = _vectors("theta", theta, self.dimension)

    def drifts(self, t: float, x: Floats) -> tuple[Floats, Floats]:
        """Return theta of both classes, (d, 1) each."""
        return self.theta


class OrnsteinUhlenbeck(Process):
    """dX = theta X dt + sigma dB, in each coordinate (equation 11 of arXiv 2301.13112).

    ``theta``: for each class, one number, or one number per coordinate.
    """

    def __init__(
        self, theta: Any = (-1.0, -2.0), *, dimension: int = 1, diffusion: Any = 1.0
    ) -> None:
        super().__init__("ornstein-uhlenbeck", dimension, diffusion)
        self.theta = _vectors("theta", theta, self.dimension)

    def drifts(self, t: float, x: Floats) -> tuple[Floats, Floats]:
        """Return theta x of both classes, (d, n) each."""
        first, second = self.theta
        return first * x, second * x


class Potentials(Process):
    """dX = -V'(X) dt + sigma dB in each coordinate, with one polynomial V per class.

    This is example 3 of arXiv 2301.13112.
    ``coefficients``: for each class, the coefficients of 1, x, x^2, ... in V. By default, class 0
    has the double well (x^2 - 1)^2 / 2, and class 1 the single well x^4 / 4.
    """

    def __init__(
        self,
        coefficients: Any = ((0.5, 0.0, -1.0, 0.0, 0.5), (0.0, 0.0, 0.0, 0.0, 0.25)),
        *,
        dimension: int = 1,
        diffusion: Any = 1.0,
    ) -> None:
        super().__init__("potentials", dimension, diffusion)
        self.coefficients = finite_lists("coefficients", coefficients)
        self.slopes = [[-j * c for j, c in enumerate(one)][1:] for one in self.coefficients]

    def drifts(self, t: float, x: Floats) -> tuple[Floats, Floats]:
        """Return -V'(x) of both classes, (d, n) each."""
        first, second = (_polynomial(slope, x) for slope in self.slopes)
        return first, second


def _polynomial(coefficients: Sequence[float], x: Floats) -> Floats:
    total = np.zeros_like(x)
    for c in reversed(coefficients):
        total *= x
        if c:
            total += c
    return total


class LinearNonlinear(Process):
    """dX = (a X + b cos(pi X) + c sin(pi t)) dt + X dB: linear and nonlinear drift.

    This is example 4 of arXiv 2301.13112; ``theta`` gives (a, b, c) of each class. The noise is 0
    where the state is 0, so 1 / sigma^2 is limited to ``clip``, as in the code of the paper's
    authors.
    """

    def __init__(
        self,
        theta: Any = ((-math.pi, 0.0, 1.0), (-0.1, 1.0, 0.0)),
        *,
        dimension: int = 1,
        clip: float = 1e10,
    ) -> None:
        super().__init__("linear-nonlinear", dimension, lambda t, x: x, clip=clip)
        self.theta = finite_lists("theta", theta, 3)

    def drifts(self, t: float, x: Floats) -> tuple[Floats, Floats]:
        """Return both drifts, (d, n) each."""
        wave, push = np.cos(math.pi * x), math.sin(math.pi * t)
        first, second = (a * x + (b * wave + c * push) for a, b, c in self.theta)
        return first, second


class BasisDrift(Process):
    """dX = (sum over j of theta_j phi_j(t, X)) dt + sigma dB (equation 12 of arXiv 2301.13112).

    ``basis``: the J functions phi_j of (t, x). Here t is the time, and x holds the states of n
    paths, an array (d, n) with one row per coordinate; each function returns an array (d, n).
    ``theta``: for each class, J numbers.
    """

    def __init__(
        self,
        basis: Sequence[Function],
        theta: Any,
        *,
        dimension: int = 1,
        diffusion: Any = 1.0,
        name: str = "basis",
        **noise: Any,
    ) -> None:
        super().__init__(name, dimension, diffusion, **noise)
        listed = check.listed("basis", basis, "functions of (t, x)")
        self.basis = tuple(function("basis", phi) for phi in listed)
        pair = finite_lists("theta", theta)
        if any(len(one) != len(self.basis) for one in pair):
            raise ArgumentError(
                f"`theta` must hold {len(self.basis)} numbers per class, one per basis function",
                expected=f"{len(self.basis)} numbers per class",
                found=f"{len(pair[0])} and {len(pair[1])}",
            )
        self.theta = np.array(pair)

    def drifts(self, t: float, x: Floats) -> tuple[Floats, Floats]:
        """Return the two sums, (d, n) each."""
        first, second = np.zeros_like(x), np.zeros_like(x)
        for phi, a, b in zip(self.basis, *self.theta, strict=True):
            value = as_state("basis function", phi(t, x), x)
            first += a * value
            second += b * value
        return first, second


class Diffusion(Process):
    """A pair of diffusions with user-defined drifts.

    ``drifts``: two functions of (t, x), one per class. Here t is the time, and x holds the states
    of n paths, an array (d, n) with one row per coordinate; each function returns the drifts, an
    array (d, n).
    """

    def __init__(
        self, drifts: Any, *, dimension: int, diffusion: Any = 1.0, name: str = "own", **noise: Any
    ) -> None:
        super().__init__(name, dimension, diffusion, **noise)
        self.pair = _functions("drifts", drifts)

    def drifts(self, t: float, x: Floats) -> tuple[Floats, Floats]:
        """Return the results of the two functions."""
        first, second = (as_state("drift", drift(t, x), x) for drift in self.pair)
        return first, second


class Gradient(Diffusion):
    """dX = -grad V(X) dt + sigma dB, with one potential V per class.

    ``gradients``: two functions of x, one per class. Here x holds the states of n paths, an array
    (d, n) with one row per coordinate; each function returns grad V, an array (d, n).
    """

    def __init__(self, gradients: Any, *, name: str = "gradient", **options: Any) -> None:
        first, second = _functions("gradients", gradients)
        drifts = (
            lambda t, x: -as_state("gradient", first(x), x),
            lambda t, x: -as_state("gradient", second(x), x),
        )
        super().__init__(drifts, name=name, **options)


class Hamiltonian(Process):
    """dq = p dt, dp = (-grad V(q) - friction p) dt + sigma dB: noise in the momenta only.

    A state has 2 * ``degrees`` coordinates: first the positions q, then the momenta p.
    ``gradients``: two functions of q, one per class. Here q holds the positions of n paths, an
    array (``degrees``, n); each function returns grad V, an array of the same shape.
    """

    def __init__(
        self,
        gradients: Any,
        *,
        degrees: int = 1,
        friction: float = 1.0,
        sigma: float = 1.0,
        name: str = "hamiltonian",
        initial: Callable[[Floats], Floats] | None = None,
    ) -> None:
        self.degrees = check.count("degrees", degrees)
        level = check.number("sigma", sigma, "a number > 0", 0.0, math.inf)
        noise = np.repeat([0.0, level], self.degrees)
        super().__init__(name, 2 * self.degrees, noise, initial=initial)
        self.friction = check.not_negative("friction", friction)
        self.gradients = _functions("gradients", gradients)

    def drifts(self, t: float, x: Floats) -> tuple[Floats, Floats]:
        """Return both drifts (2 * degrees, n); they differ only in the rows of the momenta."""
        q, p = x[: self.degrees], x[self.degrees :]
        first, second = (
            np.concatenate([p, -as_state("gradient", g(q), q) - self.friction * p])
            for g in self.gradients
        )
        return first, second
