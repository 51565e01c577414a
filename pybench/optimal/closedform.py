"""Scores of the likelihood ratio without simulation: constant drift, Ornstein-Uhlenbeck."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from pybench.base.errors import ArgumentError
from pybench.optimal.catalogue import setting as named
from pybench.optimal.likelihood import Gaussian, transitions
from pybench.optimal.noise import Diagonal, Floats, Scalar
from pybench.optimal.processes import ConstantDrift, OrnsteinUhlenbeck, Process
from pybench.optimal.timegrid import TimeGrid

if TYPE_CHECKING:
    import pandas as pd

SMALL = 1e-17  # eigenvalues this much smaller than the largest are rounding errors
NODES = 96  # quadrature nodes per interval
NEGLIGIBLE = 1e-14
SURE = 1e-9  # error of Imhof's integral
AWAY = 6.0  # the best threshold lies within this many deviations of a law's mean
TRIED = 65  # thresholds tried in each of four ranges
QUADRATIC = ("lrt_hidden", "lrt_numerical", "lrt_exact_transition", "lrt_exact_chain")


def exact(setting: Any) -> pd.DataFrame:
    r"""Compute the AUC and accuracies of a likelihood ratio exactly, without simulation.

    Parameters
    ----------
    setting : str or Setting
        A setting with constant drift (case a of the paper, arXiv 2301.13112) or with
        Ornstein-Uhlenbeck processes (case c).

    Returns
    -------
    pandas.DataFrame
        The columns ``method``, ``statistic``, ``value`` and ``threshold``, as in `lrt`. The values
        are exact, not estimates, so ``acc_star`` is not biased upwards.

    Raises
    ------
    ArgumentError
        For any other process; or if a mean or variance of the transitions, or a coefficient of the
        log likelihood ratio, overflows double precision.

    Notes
    -----
    Constant drift: with :math:`D = |\theta_1 - \theta_0| \sqrt T / \sigma`, the log likelihood
    ratio is normal with standard deviation D, and with mean -D^2/2 in class 0 and D^2/2 in class 1.
    So AUC is :math:`\Phi(D / \sqrt 2)`, and the accuracy at threshold 0 is :math:`\Phi(D / 2)`.
    Ornstein-Uhlenbeck: the log likelihood ratio is a quadratic form of normal variables. Its
    distribution function is Imhof's integral (1961), which is computed to an accuracy of 1e-9. If
    both drifts are the same, the log likelihood ratio is 0 on every path, and AUC and accuracies
    are 1/2.

    Examples
    --------
    >>> import pybench as pb
    >>> found = pb.optimal.exact("a-T1").set_index(["method", "statistic"])["value"]
    >>> round(float(found["lrt_hidden", "acc_star"]), 6)
    0.691462
    """
    import pandas as pd

    one = named(setting)
    process, grid = one.process, one.grid
    if isinstance(process, ConstantDrift):
        laws: Mapping[str, Normal | Quadratic] = constant_laws(process, grid)
    elif isinstance(process, OrnsteinUhlenbeck) and transitions(process, grid):
        alike = np.array_equal(*process.theta)
        laws = dict.fromkeys(QUADRATIC, Normal(0.0)) if alike else quadratic_laws(process, grid)
    else:
        raise ArgumentError(
            f'the score of the likelihood ratio of "{process.name}" is not known in closed form',
            expected="constant drift or an Ornstein-Uhlenbeck process, with noise given as numbers",
            found=process.name,
            hint="Simulate paths: pybench.optimal.lrt(setting).",
        )
    rows = []
    for method, law in laws.items():
        best = law.best_threshold()
        rows.append((method, "auc", law.auc(), math.nan))
        rows.append((method, "acc_star", law.accuracy(best), best))
        rows.append((method, "acc_at_zero", law.accuracy(0.0), 0.0))
    return pd.DataFrame(rows, columns=["method", "statistic", "value", "threshold"])


@dataclass(frozen=True, slots=True)
class Normal:
    """The ratio is N(-D^2/2, D^2) in class 0 and N(D^2/2, D^2) in class 1."""

    distance: float

    def auc(self) -> float:
        """Return P(l_1 > l_0)."""
        return _phi(self.distance / math.sqrt(2))

    def accuracy(self, threshold: float) -> float:
        """Return the balanced accuracy at a threshold."""
        d = self.distance
        if d == 0:
            return 0.5  # both classes lie on one side, or at the threshold, where half count
        return (_phi(d / 2 - threshold / d) + _phi(d / 2 + threshold / d)) / 2

    def best_threshold(self) -> float:
        """Return 0: by symmetry."""
        return 0.0


def _phi(x: float) -> float:
    return math.erfc(-x / math.sqrt(2)) / 2


def constant_laws(process: ConstantDrift, grid: TimeGrid) -> dict[str, Normal]:
    """Return the laws of all ratios, which are the same: the Euler scheme is exact here."""
    noise = process.noise
    if isinstance(noise, Scalar):
        sigma: Any = noise.sigma
    elif isinstance(noise, Diagonal) and not callable(noise.sigma):
        sigma = noise.sigma[:, None]
    else:
        raise ArgumentError(
            "scores in closed form are known only for noise given as numbers, not as a matrix or a "
            "function",
            expected="numbers",
            found="a matrix or a function",
            hint="Simulate paths: pybench.optimal.lrt(setting).",
        )
    shift = (process.theta[1] - process.theta[0]) / sigma
    law = Normal(math.sqrt(float((shift**2).sum()) * float(grid.times[-1] - grid.times[0])))
    return dict.fromkeys(("lrt_hidden", "lrt_numerical", "lrt_exact_chain"), law)


class Squares:
    """A weighted sum of squares of independent normal variables, ``copies`` of each weight.

    Its distribution function is Imhof's integral, by Gauss-Legendre on intervals that double in
    length. Near 0 the integrand is smooth; with ten squares or more it is negligible where it
    oscillates faster than the nodes can follow.
    """

    def __init__(self, weights: Floats, copies: int = 1) -> None:
        w = weights[np.abs(weights) > SMALL * np.abs(weights).max()]
        self.mean = float(w.sum()) * copies
        self.deviation = math.sqrt(2 * float((w**2).sum()) * copies)
        place, share = np.polynomial.legendre.leggauss(NODES)
        ends = np.concatenate([[0.0], 2.0 ** np.arange(-3.0, 24.0)])
        ends /= math.sqrt(float((w**2).sum()) * copies)
        parts = []
        for low, high in pairwise(ends):
            u = low + (high - low) * (place + 1) / 2
            turn = np.outer(u, w)
            damped = np.exp(-0.25 * copies * np.log1p(turn**2).sum(axis=1)) / u
            swing = 0.5 * copies * np.arctan(turn).sum(axis=1)
            parts.append((u, swing, damped * share * (high - low) / (2 * math.pi)))
            if damped.max() * high < NEGLIGIBLE:
                break
        self.u, self.swing, self.share = (np.concatenate(part) for part in zip(*parts, strict=True))

    def above(self, x: float) -> float:
        """Return P(sum > x)."""
        return 0.5 + float((np.sin(self.swing - 0.5 * x * self.u) * self.share).sum())


class Quadratic:
    """The ratio is a constant plus a weighted sum of squares of normal variables, per class."""

    def __init__(self, constant: float, zero: Floats, one: Floats, copies: int) -> None:
        self.constant = constant
        self.classes = Squares(zero, copies), Squares(one, copies)
        self.difference = Squares(np.concatenate([one, -zero]), copies)

    def auc(self) -> float:
        """Return P(l_1 > l_0): the constants cancel."""
        return self.difference.above(0.0)

    def accuracy(self, threshold: float) -> float:
        """Return the balanced accuracy at a threshold."""
        zero, one = (law.above(threshold - self.constant) for law in self.classes)
        return (1 + one - zero) / 2

    def best_threshold(self) -> float:
        """Return the threshold of largest accuracy: 0 for an exact ratio, else anywhere.

        the Euler scheme at coarse times can be off by any amount, so the ranges of both laws are
        searched.
        """
        from scipy.optimize import minimize_scalar

        laws = [(self.constant + law.mean, law.deviation) for law in self.classes]
        low = min(mean - AWAY * deviation for mean, deviation in laws)
        high = max(mean + AWAY * deviation for mean, deviation in laws)
        # One law may be much narrower than the other: search near the means and 0 at its scale.
        width = AWAY * min(deviation for _, deviation in laws)
        near = [np.linspace(c - width, c + width, TRIED) for c in (0.0, *(m for m, _ in laws))]
        tried = np.unique(np.concatenate([np.linspace(low, high, TRIED), *near]))
        values = np.array([self.accuracy(c) for c in tried])
        # Of thresholds that are equally good up to rounding, take the one nearest to 0.
        alike = np.flatnonzero(values >= values.max() - SURE)
        best = int(alike[np.abs(tried[alike]).argmin()])
        if best in (0, len(tried) - 1):
            raise ArgumentError(
                "no threshold of the likelihood ratio is better than assigning all paths to one "
                "class",
                expected="a best threshold inside the range of the likelihood ratio",
                found=f"{tried[best]:g}",
            )
        found = minimize_scalar(
            lambda c: -self.accuracy(c),
            bounds=(tried[best - 1], tried[best + 1]),
            options={"xatol": 1e-7},
        )
        return float(found.x)


def quadratic_laws(process: OrnsteinUhlenbeck, grid: TimeGrid) -> dict[str, Quadratic]:
    """Return the law of each ratio over the paths simulated by Euler's scheme."""
    fine = _fine(grid)
    observed = transitions(process, grid)
    chain, steps = observed["exact_chain"], transitions(process, fine)["exact_chain"]
    forms = (
        (_euler(process, fine), steps),
        (_euler(process, grid), chain),
        (_gaussian(observed["exact_transition"]), chain),
        (_gaussian(chain), chain),
    )
    return {name: _law(*form) for name, form in zip(QUADRATIC, forms, strict=True)}


@dataclass(frozen=True, slots=True)
class Form:
    """constant + sum over intervals of a x^2 + 2 b x x' + c x'^2; a, b, c are (L, d)."""

    constant: float
    a: Floats
    b: Floats
    c: Floats


def _euler(process: Process, grid: TimeGrid) -> Form:
    assert isinstance(process, OrnsteinUhlenbeck)
    noise = process.noise
    sigma = np.broadcast_to(getattr(noise, "sigma", 1.0), (process.dimension,))
    zero, one = (theta[:, 0] / sigma for theta in process.theta)
    dt = np.diff(grid.times)[:, None]
    b = np.broadcast_to((one - zero) / sigma / 2, (grid.length, process.dimension))
    return Form(0.0, -2 * b - (one**2 - zero**2) * dt / 2, b, np.zeros_like(b))


def _gaussian(law: Gaussian) -> Form:
    (a0, a1), (v0, v1) = law.a, law.v
    with np.errstate(over="ignore", invalid="ignore"):  # results that are not finite are refused
        return Form(
            0.5 * float(np.log(v0 / v1).sum()),
            (a0**2 / v0 - a1**2 / v1) / 2,
            (a1 / v1 - a0 / v0) / 2,
            (1 / v0 - 1 / v1) / 2,
        )


def _law(form: Form, law: Gaussian) -> Quadratic:
    width = form.a.shape[1]
    parts = (form.a, form.b, form.c, *law.a, *law.v)
    if not all(np.isfinite(part).all() for part in (form.constant, *parts)):
        raise ArgumentError(
            "a mean or variance of the transitions, or a coefficient of the log likelihood ratio, "
            "overflows double precision",
            expected="drifts and times for which these numbers are finite",
            found="infinity",
            hint="Check the drifts, the noise and the observed times for extreme values.",
        )
    alike = all((part == part[:, :1]).all() for part in parts)
    used = 1 if alike else width
    zero, one = (
        np.concatenate([np.linalg.eigvalsh(_weighed(form, law, label, i)) for i in range(used)])
        for label in (0, 1)
    )
    return Quadratic(form.constant, zero, one, width // used)


def _weighed(form: Form, law: Gaussian, label: int, i: int) -> Floats:
    """Return the form of coordinate i in independent normal variables, by the law of a class."""
    length = len(form.a)
    square = np.zeros((length + 1, length + 1))
    place = np.arange(length)
    square[place, place] += form.a[:, i]
    square[place + 1, place + 1] += form.c[:, i]
    square[place, place + 1] += form.b[:, i]
    square[place + 1, place] += form.b[:, i]
    root = np.zeros_like(square)
    root[0, 0] = 1.0
    for before in range(length):
        root[before + 1] = law.a[label, before, i] * root[before]
        root[before + 1, before + 1] = math.sqrt(law.v[label, before, i])
    return np.asarray(root.T @ square @ root)


def _fine(grid: TimeGrid) -> TimeGrid:
    """Return the grid on which every fine step is observed."""
    parts = [
        now + np.arange(steps) * ((then - now) / steps)
        for (now, then), steps in zip(pairwise(grid.times), grid.substeps, strict=True)
    ]
    times = np.append(np.concatenate(parts), grid.times[-1])
    return TimeGrid(times, np.ones(len(times) - 1, np.int64))
