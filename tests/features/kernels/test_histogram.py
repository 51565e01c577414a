"""Histograms and their entropies."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("numba")

from pybench.features.kernels.histogram import _entropy, _histogram, edges
from pybench.features.kernels.sample import LARGEST

FLOATS = st.floats(-LARGEST, LARGEST)


@given(FLOATS, FLOATS, st.integers(1, 100))
def test_edges_have_the_bits_of_numpy(low, high, bins):
    found = edges(np.float64(low), np.float64(high), bins)
    assert found.tobytes() == np.linspace(low, high, bins + 1).tobytes()


@given(st.lists(st.floats(-1e6, 1e6), min_size=2, max_size=60).map(np.array), st.integers(1, 30))
def test_histograms_are_those_of_numpy(x, bins):
    try:
        expected = np.histogram(x, bins=bins)[0].tolist()
    except ValueError:  # too many bins for so narrow a range
        expected = []
        assert np.isnan(_entropy(x, bins))
    assert _histogram(x, bins).tolist() == expected


@pytest.mark.parametrize("kind", ["noise", "walk", "few values", "one decimal"])
def test_other_parameters(kind, shapes, disagreement):
    parameters = [{"max_bins": bins} for bins in (1, 2, 7, 1000)]
    for n in (24, 100, 101):
        assert disagreement("binned_entropy", shapes(n)[kind], parameters) == "", n
