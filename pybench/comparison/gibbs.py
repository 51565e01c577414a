"""The Gibbs sampler of the hierarchical model: all pairs and chains at once, by inverse cdf.

Each sweep takes 3q + 7 numbers of the shared stream for each chain, whatever happens in it, so that
R's chains can be the same. Arrays are (pairs, chains, q) for q datasets, or (pairs, chains).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pybench.base.stream import uniforms

Floats = NDArray[np.float64]

STREAM = "bayesian-hierarchical"
CHAIN = 2**40  # numbers of the stream for one chain, so that longer runs begin like shorter ones
# The hyperpriors: bounds of sigma in units of the observed spread, and the law of nu - 1.
WIDEST = 1000.0
SHAPES, RATES = (0.5, 5.0), (0.05, 0.15)
_NODES = 20  # midpoints for the integral over shapes and rates
_STEP = 2.5  # of the random walk of log(nu - 1): two in five steps are accepted
_LEAST = 2.0**-54  # replaces a uniform of 0, whose normal quantile is infinite
_FEW = 3  # repeats up to which a precisely known mean must not move the others
_CHUNK = 256  # sweeps whose numbers are drawn at once


@dataclass(frozen=True, slots=True)
class Evidence:
    """The data of each pair, in units of the pair's mean standard deviation."""

    means: Floats  #: (pairs, q) mean difference on each dataset
    squares: Floats  #: (pairs, q) sum of squared deviations from it, > 0
    spread: Floats  #: (pairs,) standard deviation of the means, > 0
    bound: Floats  #: (pairs,) largest absolute difference, a bound for the overall mean
    repeats: int  #: differences on each dataset, n
    rho: float  #: their correlation


@dataclass(slots=True)
class State:
    """The present state of each chain."""

    delta: Floats  # (pairs, chains, q) mean difference of each dataset
    centre: Floats  # (pairs, chains) delta_0, their mean
    width: Floats  # (pairs, chains) sigma_0, their scale
    nu: Floats  # (pairs, chains) > 1, their degrees of freedom


def sample(evidence: Evidence, seed: int, chains: int, warmup: int, length: int) -> Floats:
    """Run the chains.

    Parameters
    ----------
    evidence : Evidence
    seed : int
    chains, warmup, length : int
        Number of chains, and of sweeps that each discards and keeps.

    Returns
    -------
    (3, pairs, chains, length) float
        delta_0, sigma_0 and nu of each sweep.
    """
    state = _start(evidence, chains)
    q = evidence.means.shape[1]
    need = 3 * q + 7
    kept = np.empty((3, len(evidence.means), chains, length))
    for first in range(0, warmup + length, _CHUNK):
        count = min(_CHUNK, warmup + length - first)
        drawn = np.stack(
            [
                uniforms(seed, STREAM, chain * CHAIN + first * need, count * need)
                for chain in range(chains)
            ]
        ).reshape(chains, count, need)
        for step in range(count):
            sweep(state, evidence, np.maximum(drawn[:, step], _LEAST))
            if (row := first + step - warmup) >= 0:
                kept[0, :, :, row] = state.centre
                kept[1, :, :, row] = state.width
                kept[2, :, :, row] = state.nu
    return kept


def _start(evidence: Evidence, chains: int) -> State:
    from scipy import special

    away = special.ndtri((np.arange(chains) + 0.5) / chains)  # dispersed starts
    shape = (len(evidence.means), chains)
    spread, bound = evidence.spread[:, None], evidence.bound[:, None]
    centre = evidence.means.mean(axis=1)[:, None] + away * spread
    return State(
        delta=np.repeat(evidence.means[:, None, :], chains, axis=1),
        centre=np.clip(centre, -bound, bound),
        width=np.broadcast_to(spread * 2.0**away, shape).copy(),
        nu=np.broadcast_to(1.0 + 15.0 * 2.0**away, shape).copy(),
    )


def sweep(state: State, evidence: Evidence, drawn: Floats) -> None:
    """Update all unknowns of all chains once.

    Parameters
    ----------
    state : State
        Changed in place.
    evidence : Evidence
    drawn : (chains, 3q + 7) float in (0, 1)
    """
    q, n, rho = evidence.means.shape[1], evidence.repeats, evidence.rho
    means = evidence.means[:, None, :]
    share = (1.0 + (n - 1) * rho) / n  # variance of a mean of n, in units of sigma_i^2
    bound, widest = evidence.bound[:, None], WIDEST * evidence.spread[:, None]
    upper = 1.0 - drawn
    for_lambda, for_sigma, for_delta = (slice(2 + i * q, 2 + (i + 1) * q) for i in range(3))
    last = 2 + 3 * q

    _walk_nu(state, widest, drawn[:, 0], upper[:, 1])
    # Student's law as a mixture: delta_i ~ N(delta_0, sigma_0^2 / lambda_i).
    half = (state.nu[..., None] + 1.0) / 2.0
    rate = (state.nu[..., None] + _standardised(state) ** 2) / 2.0
    mixture = _gamma(half, upper[:, for_lambda]) / rate
    # 1/sigma_i^2, above 1/bound^2.
    rate = ((means - state.delta) ** 2 / share + evidence.squares[:, None, :] / (1.0 - rho)) / 2.0
    precision = _gamma_above((n - 1) / 2.0, rate, WIDEST, upper[:, for_sigma]) / share
    # delta_i, between the estimates of its own dataset and of all datasets.
    pull = mixture / state.width[..., None] ** 2
    total = precision + pull
    state.delta = (means * precision + state.centre[..., None] * pull) / total + _normal(
        drawn[:, for_delta]
    ) / np.sqrt(total)
    # delta_0 and sigma_0, given the delta_i.
    weight = mixture.sum(axis=-1)
    middle = (mixture * state.delta).sum(axis=-1) / weight
    state.centre = _normal_within(
        middle, state.width / np.sqrt(weight), -bound, bound, drawn[:, last]
    )
    rate = (mixture * (state.delta - state.centre[..., None]) ** 2).sum(axis=-1) / 2.0
    state.width = 1.0 / np.sqrt(_gamma_above((q - 1) / 2.0, rate, widest, upper[:, last + 1]))
    _interweave(state, evidence, mixture, precision, drawn[:, last + 2 :])


def _interweave(
    state: State, evidence: Evidence, mixture: Floats, precision: Floats, drawn: Floats
) -> None:
    """Draw delta_0 and sigma_0 again, given the relative positions of the delta_i.

    Without this, a small sigma_0 would hold the delta_i together and they it (Yu & Meng 2011, JCGS
    20, 531-570). With few repeats, the delta_i stay fixed on datasets whose own means are precise
    enough. Such a dataset would move all others along with it, and rounding errors would grow from
    sweep to sweep. What a draw holds fixed must not depend on what it draws, or the distribution
    would change.
    """
    means, bound = evidence.means[:, None, :], evidence.bound[:, None]
    widest = WIDEST * evidence.spread[:, None]
    few = evidence.repeats <= _FEW
    eta = _standardised(state)
    pull = mixture / state.width[..., None] ** 2
    held = few & (precision > pull)
    weights = np.where(held, pull, precision)
    middles = np.where(held, state.delta, means - state.width[..., None] * eta)
    weight = weights.sum(axis=-1)
    middle = (weights * middles).sum(axis=-1) / weight
    state.centre = _normal_within(middle, 1.0 / np.sqrt(weight), -bound, bound, drawn[:, 0])
    state.delta = np.where(held, state.delta, _placed(state, eta))

    eta = _standardised(state)
    off = means - state.centre[..., None]
    held = few & (precision * off**2 > 1.0)
    free = np.where(held, 0.0, precision)
    weight = np.maximum((free * eta**2).sum(axis=-1), _LEAST)  # 0 if all are fixed
    middle = (free * eta * off).sum(axis=-1) / weight
    width = _normal_within(
        middle, 1.0 / np.sqrt(weight), np.zeros_like(widest), widest, drawn[:, 1]
    )
    width = np.maximum(width, 1e-9 * widest)  # never 0, where eta is undefined
    # A proposal for those that move; the fixed ones accept it by Metropolis' rule.
    apart = np.where(held, mixture * (state.delta - state.centre[..., None]) ** 2, 0.0).sum(axis=-1)
    gain = held.sum(axis=-1) * np.log(state.width / width)
    gain += apart / 2.0 * (1.0 / state.width**2 - 1.0 / width**2)
    accepted = ~held.all(axis=-1) & (np.log(drawn[:, 2]) < gain)
    state.width = np.where(held.any(axis=-1) & ~accepted, state.width, width)
    state.delta = np.where(held, state.delta, _placed(state, eta))


def _placed(state: State, eta: Floats) -> Floats:
    return np.asarray(state.centre[..., None] + state.width[..., None] * eta)


def _standardised(state: State) -> Floats:
    return np.asarray((state.delta - state.centre[..., None]) / state.width[..., None])


def _walk_nu(state: State, widest: Floats, proposal: Floats, acceptance: Floats) -> None:
    """One step of Metropolis for log(nu - 1), with the mixture integrated out.

    The scale moves along, so that the quartiles of Student's distribution, near sigma_0 (1 +
    0.48/nu), stay.
    """
    nu = 1.0 + (state.nu - 1.0) * np.exp(_STEP * _normal(proposal))
    width = state.width * (1.0 + 0.48 / state.nu) / (1.0 + 0.48 / nu)
    gain = _log_density(state, nu, width) - _log_density(state, state.nu, state.width)
    accepted = (np.log(acceptance) < gain) & (width <= widest)
    state.nu = np.where(accepted, nu, state.nu)
    state.width = np.where(accepted, width, state.width)


def _log_density(state: State, nu: Floats, width: Floats) -> Floats:
    """Return the log density of log(nu - 1) and log(sigma_0), up to a constant."""
    from scipy import special

    q = state.delta.shape[-1]
    student = special.gammaln((nu + 1.0) / 2.0) - special.gammaln(nu / 2.0) - np.log(nu) / 2.0
    squared = ((state.delta - state.centre[..., None]) / width[..., None]) ** 2
    tails = np.log1p(squared / nu[..., None]).sum(axis=-1)
    with np.errstate(divide="ignore"):  # so far out that the prior is 0
        prior = np.log((nu - 1.0) * prior_density(nu - 1.0))
    likelihood = q * (student - np.log(width)) - (nu + 1.0) / 2.0 * tails
    return np.asarray(likelihood + prior + np.log(width))


def prior_density(x: Floats) -> Floats:
    """Return the density of nu - 1: Gamma(a, b), its shape a and rate b uniform in a rectangle."""
    from scipy import special

    place = (np.arange(_NODES) + 0.5) / _NODES
    shape = SHAPES[0] + place * (SHAPES[1] - SHAPES[0])
    rate = RATES[0] + place * (RATES[1] - RATES[0])
    coefficient = rate ** shape[:, None] / special.gamma(shape)[:, None] / _NODES**2
    powers = x[..., None] ** (shape - 1.0)
    return np.asarray(((powers @ coefficient) * np.exp(-x[..., None] * rate)).sum(axis=-1))


# ---- draws by inverse distribution function ------------------------------------------------------


def _normal(drawn: Floats) -> Floats:
    from scipy import special

    return np.asarray(special.ndtri(drawn))


def _gamma(shape: Floats | float, upper: Floats) -> Floats:
    """Draw Gamma(shape, 1) from the upper tail."""
    from scipy import special

    return np.asarray(special.gammainccinv(shape, upper))


def _gamma_above(shape: float, rate: Floats, widest: Floats | float, upper: Floats) -> Floats:
    """Draw Gamma(shape, rate) above 1/widest^2: the precision of a standard deviation <= widest."""
    from scipy import special

    room = special.gammaincc(shape, rate / np.square(widest))
    return _gamma(shape, upper * room) / rate


def _normal_within(mean: Floats, sd: Floats, low: Floats, high: Floats, drawn: Floats) -> Floats:
    """Draw a normal between two bounds, from the tail with more accurate digits."""
    from scipy import special

    mirror = np.where(mean < (low + high) / 2.0, -1.0, 1.0)
    ends = np.stack(np.broadcast_arrays((low - mean) / sd, (high - mean) / sd)) * mirror
    first, second = special.ndtr(ends.min(axis=0)), special.ndtr(ends.max(axis=0))
    place = np.where(mirror < 0, 1.0 - drawn, drawn)
    z = special.ndtri(first + place * (second - first))
    z = np.where(
        second == 0.0, ends.max(axis=0), z
    )  # so far off that only the nearer bound matters
    return np.asarray(np.clip(mean + mirror * sd * z, low, high))
