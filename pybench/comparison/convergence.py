"""Convergence of Markov chains: R-hat and effective sample size."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

# Draws of probabilities that differ by no more count as constant.
_ROUNDING = 1e-9


def split(draws: Floats) -> Floats:
    """Split each chain into halves, so that a drifting chain disagrees with itself.

    Parameters
    ----------
    draws : (..., chains, length) float, length >= 4

    Returns
    -------
    (..., 2 * chains, length // 2) float
        The last draw of an odd number is left out.
    """
    half = draws.shape[-1] // 2
    return np.concatenate([draws[..., :half], draws[..., half : 2 * half]], axis=-2)


def r_hat(draws: Floats) -> Floats:
    """Compare the spread between split chains with the spread within them.

    Parameters
    ----------
    draws : (..., chains, length) float

    Returns
    -------
    (...) float
        Near 1 if the chains agree; 1 if nothing varies, infinite if only chains differ.

    Notes
    -----
    Gelman et al. (2013), *Bayesian Data Analysis*, 3rd ed., section 11.4.
    """
    halves = split(draws)
    within, total = _variances(halves)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(total == 0.0, 1.0, np.sqrt(total / within))


def effective_samples(draws: Floats) -> Floats:
    """Return the equivalent number of independent draws of the chains.

    Parameters
    ----------
    draws : (..., chains, length) float

    Returns
    -------
    (...) float in (0, chains * length]
        All draws if nothing varies.

    Notes
    -----
    Gelman et al. (2013), section 11.5, with the autocorrelations summed in pairs as long as these
    are positive, and never increasing (Geyer 1992, *Statistical Science* 7, 473-483).
    """
    halves = split(draws)
    chains, length = halves.shape[-2:]
    size = chains * length
    within, total = _variances(halves)
    centred = halves - halves.mean(axis=-1, keepdims=True)
    spectrum = np.fft.rfft(centred, n=2 * length, axis=-1)
    covariance = np.fft.irfft(np.abs(spectrum) ** 2, axis=-1)[..., :length] / length
    varies = total > 0.0
    scale = np.where(varies, total, 1.0)[..., None]
    correlation = 1.0 - (within[..., None] - covariance.mean(axis=-2)) / scale
    correlation[..., 0] = 1.0
    pairs = correlation[..., : length // 2 * 2].reshape(*correlation.shape[:-1], -1, 2).sum(axis=-1)
    positive = np.logical_and.accumulate(pairs > 0.0, axis=-1)
    falling = np.minimum.accumulate(np.where(positive, pairs, 0.0), axis=-1)
    time = np.maximum(2.0 * falling.sum(axis=-1) - 1.0, 1.0)
    return np.where(varies, size / time, float(size))


def _variances(halves: Floats) -> tuple[Floats, Floats]:
    """Return the variance within chains and the estimate of the variance of all draws."""
    length = halves.shape[-1]
    constant = np.ptp(halves, axis=(-2, -1)) <= _ROUNDING
    within = np.where(constant, 0.0, halves.var(axis=-1, ddof=1).mean(axis=-1))
    between = np.where(constant, 0.0, halves.mean(axis=-1).var(axis=-1, ddof=1))
    return within, within * (length - 1) / length + between
