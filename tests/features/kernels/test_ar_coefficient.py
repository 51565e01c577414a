"""Coefficients of autoregressive models: statsmodels' own bits, and what tsfresh makes of none."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

from pybench.features.kernels.ar_coefficient import ar_coefficient
from pybench.features.kernels.sample import Sample
from tests.versions import PINNED


@PINNED
@pytest.mark.parametrize("order", [1, 2, 10])
def test_coefficients_have_the_bits_of_statsmodels(order):
    ar_model = pytest.importorskip("statsmodels.tsa.ar_model")
    rng = np.random.default_rng(order)
    for n in (2 * order + 1, 2 * order + 2, 50, 200, 700):
        x = rng.normal(size=n).cumsum()
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")  # no observation more than coefficients
            expected = ar_model.AutoReg(list(x), lags=order, trend="c").fit().params
        parameters = [{"coeff": c, "k": order} for c in range(order + 1)]
        assert ar_coefficient(Sample(x), parameters) == expected.tolist()


def test_a_series_too_short_has_nan_and_tsfreshs_zero():
    parameters = [{"coeff": c, "k": 10} for c in range(12)]
    found = ar_coefficient(Sample(np.arange(20.0) ** 2), parameters)
    assert np.isnan(found[:10]).all()
    assert found[10] == 0
    assert np.isnan(found[11])  # no such coefficient
