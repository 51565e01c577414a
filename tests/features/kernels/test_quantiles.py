"""Quantiles and the median."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("numba")

from pybench.features.kernels.quantiles import linear_quantile, median
from pybench.features.kernels.sample import LARGEST, Sample

FLOATS = st.floats(-LARGEST, LARGEST)
SERIES = st.lists(FLOATS, min_size=1, max_size=40).map(np.array)


def same_bits(a: float, b: float) -> bool:
    return np.float64(a).tobytes() == np.float64(b).tobytes() or a == b == 0


@given(SERIES, st.floats(0, 1))
def test_quantiles_have_the_bits_of_numpy(x, q):
    with np.errstate(all="ignore"):
        assert same_bits(linear_quantile(Sample(x), q), np.quantile(x, q))
        assert same_bits(median(Sample(x), None)[0], np.median(x))


@pytest.mark.parametrize("kind", ["noise", "walk", "few values", "one decimal"])
def test_other_parameters(kind, shapes, disagreement):
    parameters = [{"q": q} for q in (0.0, 0.01, 0.5, 0.995, 1.0)]
    for n in (24, 100, 101):
        assert disagreement("quantile", shapes(n)[kind], parameters) == "", n
