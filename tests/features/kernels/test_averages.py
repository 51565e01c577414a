"""Averages by hand."""

from __future__ import annotations

import pytest

from pybench.features.kernels import averages
from pybench.features.kernels.sample import Sample


def test_averages_of_three_values():
    sample = Sample([1.0, -2.0, 4.0])
    assert averages.sum_values(sample, None) == [3.0]
    assert averages.variance(sample, None) == averages.variance(sample, None) == [6.0]
    assert averages.abs_energy(sample, None) == [21.0]
    assert averages.root_mean_square(sample, None) == pytest.approx([7**0.5])
    assert averages.absolute_sum_of_changes(sample, None) == [9.0]
    assert averages.mean_abs_change(sample, None) == [4.5]
    assert averages.variation_coefficient(sample, None) == pytest.approx([6**0.5])
    assert averages.variance_larger_than_standard_deviation(sample, None) == [True]
