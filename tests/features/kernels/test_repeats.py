"""Values that occur more than once."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("numba")

from pybench.features.kernels.repeats import _unique, has_duplicate_max, has_duplicate_min
from pybench.features.kernels.sample import Sample


@given(st.lists(st.sampled_from([-0.0, 0.0, 1.0, 2.5, -1e300, 5e-324]), min_size=1, max_size=30))
def test_different_values_are_those_of_numpy(x):
    for found, expected in zip(_unique(Sample(x)), np.unique(x, return_counts=True), strict=True):
        np.testing.assert_array_equal(found, expected)


def test_two_of_the_extremes_are_a_duplicate():
    twice, once = Sample([0.0, 0.0, 1.0, 2.0, 2.0]), Sample([0.0, 1.0, 1.0, 2.0])
    assert (has_duplicate_min(twice, None), has_duplicate_max(twice, None)) == ([True], [True])
    assert (has_duplicate_min(once, None), has_duplicate_max(once, None)) == ([False], [False])
