"""Values that occur more than once."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("numba")

from pybench.features.kernels.repeats import _unique
from pybench.features.kernels.sample import Sample


@given(st.lists(st.sampled_from([-0.0, 0.0, 1.0, 2.5, -1e300, 5e-324]), min_size=1, max_size=30))
def test_different_values_are_those_of_numpy(x):
    for found, expected in zip(_unique(Sample(x)), np.unique(x, return_counts=True), strict=True):
        np.testing.assert_array_equal(found, expected)
