"""Skewness and kurtosis: pandas' bits, also of constants, rounding noise and missing values."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from pybench.features.kernels.moments import kurtosis, skewness
from pybench.features.kernels.sample import Sample
from tests.versions import PINNED


@PINNED
@pytest.mark.parametrize("scale", [1e-60, 1.0, 1e15, 1e60])
def test_moments_have_the_bits_of_pandas(scale):
    rng = np.random.default_rng(8)
    for n in (*range(1, 20), 128, 129, 1000):
        noise = rng.normal(size=n)
        gaps = np.where(rng.random(n) < 0.3, np.nan, noise)
        for x in (noise, noise.cumsum(), noise**5, gaps, np.full(n, 0.1), 1 + noise * 1e-17):
            series = pd.Series(x * scale)
            with np.errstate(all="ignore"):
                found = [*skewness(Sample(x * scale), None), *kurtosis(Sample(x * scale), None)]
                expected = [series.skew(skipna=False), series.kurtosis()]
            assert np.array_equal(found, expected, equal_nan=True), n
