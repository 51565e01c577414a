"""Autocorrelations: at single lags, summarised over many, and partial ones."""

from __future__ import annotations

from math import nan
from typing import Any

import numpy as np
from scipy.fft import next_fast_len

from pybench.features.kernels.sample import Floats, Sample

FFT_FROM = 1251  # tsfresh: longer series use the Fourier transform
# Computing all lags at once needs fewer calls but more work; the products are the same dot
# products. Up to length 11 they are not (NumPy has another loop for that), so this must be at least
# 11.
ALL_LAGS_UP_TO = 200


def autocorrelation(sample: Sample, parameters: list[dict[str, Any]]) -> list[float]:
    """Return the mean product of values `lag` apart, over the variance."""
    n, variance, apart = len(sample.x), sample.variance, sample.centred
    if np.isclose(variance, 0):
        return [nan] * len(parameters)
    return [
        np.add.reduce(apart[: n - lag] * apart[lag:]) / ((n - lag) * variance) if lag <= n else nan
        for lag in (setting["lag"] for setting in parameters)
    ]


def agg_autocorrelation(sample: Sample, parameters: list[dict[str, Any]]) -> list[float]:
    """Return `f_agg` of the autocorrelations at lags 1 to `maxlag`."""
    n = len(sample.x)
    most = max(setting["maxlag"] for setting in parameters)
    if np.abs(sample.variance) < 10**-10 or n == 1:
        found = np.zeros(n)
    else:
        products = (_by_fft if n >= FFT_FROM else _covariances)(sample, most + 1)
        found = (products / products[0])[1:]
    return [getattr(np, s["f_agg"])(found[: int(s["maxlag"])]) for s in parameters]


def partial_autocorrelation(sample: Sample, parameters: list[dict[str, Any]]) -> list[float]:
    """Return the partial autocorrelation at `lag`, by Levinson's recursion."""
    most = max(setting["lag"] for setting in parameters)
    lags = min(most, len(sample.x) // 2 - 1)  # tsfresh stops at half the length
    if lags < 1:
        return [nan] * len(parameters)
    found = [*_levinson(_covariances(sample, lags + 1), lags), *[nan] * (most - lags)]
    return [found[setting["lag"]] for setting in parameters]


def _covariances(sample: Sample, lags: int) -> Floats:
    """Return the mean product at lags 0, 1, ... over the n - lag available pairs."""
    apart = sample.centred
    n = len(apart)
    if n <= ALL_LAGS_UP_TO:
        products = sample.once(_all_products)[:lags]
    else:
        products = np.array([np.dot(apart[k:], apart[: n - k]) for k in range(min(lags, n))])
    return products / np.arange(n, n - len(products), -1)  # available pairs


def _all_products(sample: Sample) -> Floats:
    apart = sample.centred
    products: Any = np.correlate(apart, apart, "full")[len(apart) - 1 :]
    return products  # type: ignore[no-any-return]


def _by_fft(sample: Sample, lags: int) -> Floats:
    n = len(sample.x)
    spectrum = np.fft.fft(sample.centred, n=next_fast_len(2 * n + 1, real=True))
    products: Any = np.fft.ifft(spectrum * np.conjugate(spectrum))[:lags]
    return (products / np.arange(n, n - lags, -1)).real  # type: ignore[no-any-return]


def _levinson(covariance: Floats, order: int) -> list[float]:
    """Return the partial autocorrelations at lags 0 to `order`."""
    # One column per order, as in statsmodels: BLAS sums strided data in another order.
    models = np.zeros((order + 1, order + 1))
    models[1, 1] = covariance[1] / covariance[0]
    left = covariance[0] - models[1, 1] * covariance[1]
    for k in range(2, order + 1):
        before = models[1:k, k - 1]
        last = (covariance[k] - np.dot(before, covariance[1:k][::-1])) / left
        models[1:k, k] = before - last * before[::-1]
        models[k, k] = last
        left = left * (1 - last**2)
    return [1.0, *np.diag(models)[1:].tolist()]
