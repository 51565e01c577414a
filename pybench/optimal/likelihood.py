"""The log likelihood ratio of observed paths: by the Euler scheme, and exact where it is known."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Literal, overload

import numpy as np

from pybench.base import check
from pybench.base.errors import ArgumentError
from pybench.optimal import bridges as random_bridges
from pybench.optimal import continuous, quadrature
from pybench.optimal.catalogue import Setting, require_process
from pybench.optimal.catalogue import setting as named
from pybench.optimal.noise import Diagonal, Floats, Scalar
from pybench.optimal.processes import ConstantDrift, OrnsteinUhlenbeck, Process
from pybench.optimal.quadrature import TooFine
from pybench.optimal.simulation import Paths, Transition
from pybench.optimal.timegrid import TimeGrid

METHODS = ("numerical", "exact_transition", "exact_chain")
WHICH = ("quick", "all")  # where LRT observed is computed


@dataclass(frozen=True, slots=True)
class Gaussian:
    """Transitions x' ~ N(a x, v) of both classes over each interval, coordinate by coordinate.

    ``a`` and ``v`` are (2, L, d): class, interval, coordinate.
    """

    a: Floats
    v: Floats

    def log_ratio(self, place: int, before: Floats, after: Floats) -> Floats:
        """Return log p(after | before, class 1) - log p(after | before, class 0), (n,)."""
        a, v = self.a[:, place, :, None], self.v[:, place, :, None]
        squares = (after - a[0] * before) ** 2 / v[0] - (after - a[1] * before) ** 2 / v[1]
        constant = np.log(v[0] / v[1]).sum()
        total: Floats = 0.5 * (squares.sum(axis=0) + constant)
        return total


def transitions(process: Process, grid: TimeGrid) -> dict[str, Gaussian]:
    """Return the exact transitions of an Ornstein-Uhlenbeck pair, by name; {} for other pairs.

    "exact_transition": of the process in continuous time. "exact_chain": of Euler's chain, observed
    every ``substeps`` steps, which is the distribution of simulated paths.
    """
    sigma = fixed_noise(process)
    if not isinstance(process, OrnsteinUhlenbeck) or sigma is None:
        return {}
    theta = np.stack(process.theta)[:, None, :, 0]  # (2, 1, d)
    dt = np.diff(grid.times)[None, :, None]
    steps = grid.substeps[None, :, None].astype(np.float64)
    fine = dt / steps
    factor = 1.0 + theta * fine
    with np.errstate(over="ignore", invalid="ignore"):  # ratios that are not finite are refused
        return {
            "exact_transition": Gaussian(np.exp(theta * dt), sigma**2 * _integral(theta, dt)),
            "exact_chain": Gaussian(factor**steps, sigma**2 * fine * _geometric(factor**2, steps)),
        }


def _integral(theta: Floats, dt: Floats) -> Floats:
    """Return (exp(2 theta dt) - 1) / (2 theta), which is dt at theta = 0."""
    safe = np.where(theta == 0, 1.0, theta)
    return np.where(theta == 0, dt, np.expm1(2 * safe * dt) / (2 * safe))


def _geometric(ratio: Floats, terms: Floats) -> Floats:
    """Return 1 + ratio + ... + ratio^(terms - 1)."""
    safe = np.where(ratio == 1, 0.0, ratio)
    return np.where(ratio == 1, terms, (safe**terms - 1) / (safe - 1))


def is_observed_known(process: Process, grid: TimeGrid) -> bool:
    """Return whether `observed` gives the ratio of the observed points of simulated paths.

    That is by a formula or by quadrature. Random bridges, which take longer, do not count.
    """
    formula = _euler_is_exact(process) or bool(transitions(process, grid))
    return formula or quadrature.treats(process, grid)


def is_observed(process: Process, grid: TimeGrid, which: str) -> bool:
    """Return whether `observed_line` computes that ratio.

    "quick": only where it takes seconds at most, that is, if noise is given as numbers. "all": also
    where it takes longer, and by random bridges.
    """
    known = is_observed_known(process, grid)
    if which == "quick":
        return known and fixed_noise(process) is not None
    return known or random_bridges.treats(process)


def observed(process: Process, grid: TimeGrid, paths: Floats) -> tuple[Floats, Floats]:
    """Return the log ratios of the observed points of simulated paths (n, d, L + 1), (n,).

    Also return estimates of their errors, (n,), which are 0 if there is a formula.
    """
    if _euler_is_exact(process):
        return _numerical(process, paths, grid), np.zeros(len(paths))
    if known := transitions(process, grid):
        return _by_formula(known["exact_chain"], paths), np.zeros(len(paths))
    return quadrature.log_ratios(process, grid, paths)


def observed_line(
    process: Process, grid: TimeGrid, paths: Floats, which: str, seed: int
) -> tuple[Floats, float] | None:
    """Return the log ratios of observed points, or None where they are not computed.

    Also return a number that nine in ten of their estimated errors do not exceed. ``which`` is as
    for `is_observed`; ``seed`` is that of random bridges.
    """
    if not is_observed(process, grid, which):
        return None
    found = None
    if is_observed_known(process, grid):
        with suppress(TooFine):
            found = observed(process, grid, paths)
    if found is None and which == "all" and random_bridges.treats(process):
        found = random_bridges.log_ratios(process, grid, paths, seed)
    if found is None or not np.isfinite(found[0]).all():
        return None
    return found[0], float(np.quantile(found[1], 0.9, method="inverted_cdf"))


def _euler_is_exact(process: Process) -> bool:
    """Return whether the Euler scheme is exact between any two times."""
    fixed = isinstance(process.noise, Scalar) or getattr(process.noise, "fixed", None) is not None
    return isinstance(process, ConstantDrift) and fixed


def fixed_noise(process: Process) -> Floats | None:
    """Return noise that is one nonzero number per coordinate as an array (d,), else None."""
    noise = process.noise
    if isinstance(noise, Scalar):
        return np.full(process.dimension, noise.sigma)
    if isinstance(noise, Diagonal) and not callable(noise.sigma) and (noise.sigma != 0).all():
        return np.asarray(np.abs(noise.sigma))
    return None


def as_methods(known: Mapping[str, Gaussian]) -> dict[str, Transition]:
    """Return the transitions under their names in tables of results."""
    return {f"lrt_{name}": gaussian.log_ratio for name, gaussian in known.items()}


@overload
def likelihood_ratio(
    process: Any,
    paths: Any,
    *,
    times: Any = ...,
    substeps: Any = ...,
    method: str = ...,
    bridges: Any = ...,
    seed: Any = ...,
) -> Floats: ...


@overload
def likelihood_ratio(
    process: Any,
    paths: Any,
    *,
    times: Any = ...,
    substeps: Any = ...,
    method: str = ...,
    errors: Literal[True],
    bridges: Any = ...,
    seed: Any = ...,
) -> tuple[Floats, Floats]: ...


def likelihood_ratio(
    process: Any,
    paths: Any,
    *,
    times: Any = None,
    substeps: Any = None,
    method: str = "numerical",
    errors: bool = False,
    bridges: int | None = None,
    seed: int = 0,
) -> Floats | tuple[Floats, Floats]:
    r"""Return log p(path | class 1) - log p(path | class 0) for each observed path.

    Parameters
    ----------
    process : Process or str
        A pair of diffusions or a setting, or the name of one.
    paths : Paths or array (n, d, L + 1)
        Paths as `simulate` returns them. An array must not have the times as a channel.
    times : (L + 1,) float, optional
        Observed times, evenly spaced or not. Not needed if ``paths`` is a `Paths`, or if
        ``process`` is a setting.
    substeps : int or (L,) int, optional
        Number of fine steps between two observed times, or one number per interval. Needed only if
        ``method`` is "exact_chain" and ``paths`` is an array.
    method : {"numerical", "exact_transition", "exact_chain"}
        "numerical": transition densities of the Euler scheme between observed times.
        "exact_transition": transition densities of the process in continuous time. "exact_chain":
        transition densities of the simulated chain, that is, of the Euler scheme with its fine
        steps. With these densities, the likelihood ratio is the optimal classifier of the observed
        points of simulated paths. Both exact methods are formulas for Ornstein-Uhlenbeck processes
        and for constant drift with noise given as numbers. For constant drift, all three methods
        give the same ratio. For other processes, both are computed by quadrature in one dimension,
        and for potentials in any dimension; "exact_transition" only if noise is given as numbers,
        "exact_chain" also for "linear-nonlinear". All other processes whose noise is given as
        numbers or as a matrix, such as "particles", have "exact_chain" by random bridges, with a
        standard error (see Notes).
    errors : bool
        Whether to return estimates of the errors of the log ratios, too.
    bridges : int, optional
        Only for "exact_chain": compute the ratio by this number of random bridges per interval,
        also where there is another way. By default, bridges are used only where there is no other
        way; their number is then doubled from 64 to at most 1024, until the standard errors of nine
        paths in ten are at most 0.1.
    seed : int
        Seed of the random bridges. Those of a path depend only on the seed, the name of the process
        and the place of the path in ``paths``.

    Returns
    -------
    (n,) float
        The log ratio l of each path. If l is above 0, the path is more likely under class 1 than
        under class 0. 1 / (1 + exp(-l)) is the probability of class 1 if both classes are equally
        frequent. With ``errors``, a pair: the log ratios, and estimates (n,) of their absolute
        errors. The estimates are 0 if the ratio is a formula, and NaN for "numerical". With random
        bridges, they are standard errors.

    Raises
    ------
    ArgumentError
        A method not known for the process, shapes that do not match, singular noise, or ratios that
        are infinite or NaN.

    Notes
    -----
    .. math:: l = \sum_j (b_1 - b_0)^T \Sigma^{-1} \Delta X_j
              - \tfrac12 (b_1^T \Sigma^{-1} b_1 - b_0^T \Sigma^{-1} b_0) \Delta t_j

    The sum is over the intervals j between observations. :math:`\Delta X_j` and :math:`\Delta t_j`
    are the changes of the state and of time. The drifts :math:`b_0` and :math:`b_1` of the classes
    and the covariance :math:`\Sigma` of the noise are taken at the left end of each interval. This
    is equation 8 of "Benchmarking optimality of time series classification methods in
    distinguishing diffusions", arXiv 2301.13112, whose Sigma(Y_s) is misprinted. `simulate` returns
    the same ratio, computed on the fine path, as ``.hidden``.

    "exact_chain" without a formula: let :math:`K(x, z)` be the normal density of a fine step from x
    to z, with mean :math:`x + b \delta` and covariance :math:`\Sigma \delta`. The density of an
    observed point y after x, with s fine steps between them, is

    .. math:: p(y \mid x) = \int \dots \int K(x, z_1) K(z_1, z_2) \dots K(z_{s-1}, y)
              \, dz_1 \dots dz_{s-1}.

    *Quadrature.* The integrals are computed by the trapezoid rule on a grid of states; the
    logarithm is interpolated by polynomials. The grid is refined until the log ratios of nine paths
    in ten change by at most 1e-8 of their size, or until the finest grid is reached. The estimate
    of an error is the last change. On Ornstein-Uhlenbeck processes, the result agrees with the
    formula to 1e-12. The few paths that come close to states without noise (case e of the paper)
    have larger errors, and so have all paths if the drift jumps. A density below about 1e-300
    counts as 1e-300. "exact_transition" is the limit of more and more fine steps: their number is
    doubled from 8 on, and the log ratios are extrapolated (Richardson), until those of nine paths
    in ten change by at most 1e-6 of their size. The estimate of an error is the last change.

    *Random bridges.* Let :math:`z_0 = x, z_1, \dots, z_s = y` be a bridge: a path of the chain
    without drift, given its two ends. With the normal density :math:`N` of y after x by the chain
    without drift, the density by the chain of a class with the drift b is

    .. math:: p(y \mid x) = N(y; x, s \Sigma \delta) \, E \exp \sum_{k=0}^{s-1} \left(
              b_k^T \Sigma^{-1} (z_{k+1} - z_k) - \tfrac12 b_k^T \Sigma^{-1} b_k \delta \right),

    where :math:`b_k` is the drift at :math:`z_k` and E the mean over bridges. This is importance
    sampling by the modified diffusion bridge of Durham and Gallant (2002), Numerical techniques for
    maximum likelihood estimation of continuous-time diffusion processes, Journal of Business and
    Economic Statistics 20, 297-338; if the noise is the same at all states, it is Pedersen's (1995)
    integral with Girsanov's weights. Both classes have the same bridges, which come in pairs that
    mirror each other at the straight line from x to y. The standard error of a log ratio is that of
    a difference of logarithms of two means, by the delta method, added up over the intervals. The
    logarithm of a mean is too low by half its relative variance, which is added. The error is too
    small if a few bridges have nearly all the weight: give more of them, or another ``seed``, to
    see whether the ratio changes by more than it says.

    Examples
    --------
    >>> import numpy as np, pybench as pb
    >>> seen = pb.simulate("a-T1", 2, seed=1)
    >>> moved = seen.paths[:, 0, -1] - seen.paths[:, 0, 0]
    >>> bool(np.allclose(pb.likelihood_ratio("a-T1", seen), moved - 1.5))
    True
    """
    check.choice("method", method, METHODS)
    few = None if bridges is None else _bridges(bridges, method)
    pair, start = require_process(process), check.seed(seed)
    values, grid = _observed(process, pair, paths, times, substeps, method)
    with np.errstate(over="ignore", invalid="ignore"):  # results not finite are refused below
        if method == "numerical":
            ratios, error = _numerical(pair, values, grid), np.full(len(values), np.nan)
        else:
            ratios, error = _exact(pair, values, grid, method, few, start)
    lost = int((~np.isfinite(ratios)).sum())
    if lost:
        raise ArgumentError(
            f"the likelihood ratios of {lost} of {len(ratios)} paths are infinite or NaN",
            expected="paths on which the squares of drifts and noise are finite numbers",
            found=f"{lost} of {len(ratios)} that are not",
            hint="Check the paths, drifts and noise for extreme values.",
        )
    return (ratios, error) if errors else ratios


def _bridges(bridges: object, method: str) -> int:
    if method != "exact_chain":
        raise ArgumentError(
            '`bridges` has a meaning only for method="exact_chain"',
            expected='method="exact_chain"',
            found=f'method="{method}"',
        )
    return check.count("bridges", bridges, 4)


def _exact(
    process: Process, values: Floats, grid: TimeGrid, method: str, few: int | None, seed: int
) -> tuple[Floats, Floats]:
    chain = method == "exact_chain"
    if chain and few is None and is_observed_known(process, grid):
        return observed(process, grid, values)
    if chain and random_bridges.treats(process):
        return random_bridges.log_ratios(process, grid, values, seed, few)
    known = transitions(process, grid)
    if _euler_is_exact(process) and few is None:
        return _numerical(process, values, grid), np.zeros(len(values))
    if method in known:
        return _by_formula(known[method], values), np.zeros(len(values))
    if not chain and fixed_noise(process) is not None and quadrature.treats(process, grid):
        return continuous.log_ratios(process, grid.times, values)
    raise _unknown(process, method)


def _unknown(process: Process, method: str) -> ArgumentError:
    return ArgumentError(
        f'no exact transition density of the process "{process.name}" is known',
        expected='method="numerical"; or noise given as numbers; or, for method="exact_chain", a '
        "process in one dimension, simulated by the Euler scheme",
        found=f'method="{method}"',
        hint='Use method="numerical".',
    )


def _by_formula(law: Gaussian, values: Floats) -> Floats:
    total: Floats = np.zeros(len(values))
    for place in range(values.shape[2] - 1):
        before, after = values[:, :, place].T, values[:, :, place + 1].T
        total += law.log_ratio(place, before, after)
    return total


def _numerical(process: Process, values: Floats, grid: TimeGrid) -> Floats:
    total = np.zeros(len(values))
    for place, (now, then) in enumerate(pairwise(grid.times)):
        x = np.ascontiguousarray(values[:, :, place].T)
        move = values[:, :, place + 1].T - x
        local = process.noise.at(float(now), x)
        total += local.log_ratio(*process.drifts(float(now), x), move, float(then - now))
    return total


def _observed(
    process: Any, pair: Process, paths: Any, times: Any, substeps: Any, method: str
) -> tuple[Floats, TimeGrid]:
    from pybench.optimal.timegrid import grid as checked

    if isinstance(paths, Paths):
        values = paths.paths
        made = TimeGrid(paths.times, np.array(paths.substeps), paths.scheme)
    else:
        values = check.numbers("paths", paths)
        made = _grid_of(process, times, substeps, method, checked)
    wanted = (pair.dimension, len(made.times))
    shaped = values.ndim == 3 and values.shape[1:] == wanted
    if not shaped or not np.isfinite(values).all():
        found = "infinite numbers or NaN" if shaped else f"of shape {values.shape}"
        raise ArgumentError(
            f"`paths` must be finite numbers in an array of shape (n, {wanted[0]}, {wanted[1]}), "
            f"not {found}",
            expected="(paths, coordinates, times), without the times as a channel",
            found=found,
        )
    return values, made


def _grid_of(
    process: Any, times: Any, substeps: Any, method: str, checked: Callable[..., TimeGrid]
) -> TimeGrid:
    if times is None and (isinstance(process, Setting) or _is_setting(process)):
        return named(process).grid
    if times is None:
        raise ArgumentError(
            "`times` are needed, because an array of paths does not contain them",
            expected="(L + 1,) ascending times",
            found="None",
            hint="Give `times`, or give the object that pybench.simulate returned as `paths`.",
        )
    if substeps is None and method == "exact_chain":
        raise ArgumentError(
            'method="exact_chain" needs `substeps`, the number of fine steps per interval',
            expected="one number, or one per interval",
            found="None",
        )
    return checked(times, 1 if substeps is None else substeps)


def _is_setting(name: object) -> bool:
    from pybench.optimal.catalogue import every

    return isinstance(name, str) and name in every()
