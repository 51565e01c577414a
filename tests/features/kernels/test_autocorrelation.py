"""Products of lagged values: the same bits, by whichever way they are computed."""

from __future__ import annotations

import numpy as np
import pytest

from pybench.features.kernels import autocorrelation
from pybench.features.kernels.sample import Sample


def test_all_lags_at_once_and_one_by_one_are_the_same_bits(monkeypatch):
    for n in (12, 13, 40, 41, 64, 199, 200, 201, 1000):
        x = np.random.default_rng(n).normal(size=n)
        found = {}
        for most in (0, 10**6):
            monkeypatch.setattr(autocorrelation, "ALL_LAGS_UP_TO", most)
            found[most] = autocorrelation._covariances(Sample(x), 41)
        assert np.array_equal(found[0], found[10**6]), n


@pytest.mark.parametrize("n", [2, 11, 12, 100, 201, 1250, 1251, 3000])
def test_covariances_have_the_bits_of_statsmodels(n):
    stattools = pytest.importorskip("statsmodels.tsa.stattools")
    x = np.random.default_rng(n).normal(size=n).cumsum()
    for fft, way in ((False, autocorrelation._covariances), (True, autocorrelation._by_fft)):
        lags = min(n, 41)
        expected = stattools.acovf(x, adjusted=True, fft=fft)[:lags]
        assert np.array_equal(way(Sample(x), lags), expected), fft


@pytest.mark.parametrize("order", [1, 2, 5, 9, 20])
def test_partial_ones_have_the_bits_of_statsmodels(order):
    stattools = pytest.importorskip("statsmodels.tsa.stattools")
    for seed in range(50):
        x = np.random.default_rng(seed).normal(size=60).cumsum()
        parameters = [{"lag": lag} for lag in range(order + 1)]
        found = autocorrelation.partial_autocorrelation(Sample(x), parameters)
        assert found == stattools.pacf(x, method="ld", nlags=order).tolist()
