"""Both ways of adding the weights of the sums of two differences."""

import numpy as np
import pytest

from pybench.comparison.staircase import Side, staircase


@pytest.mark.parametrize("shift", [-3, -1, 0, 1, 3])
@pytest.mark.parametrize("rope", [0.0, 0.5])
def test_both_ways_of_adding_give_the_weight(shift, rope):
    """One method may win nearly everywhere, nowhere, or on half of the datasets."""
    rng = np.random.default_rng(7)
    stairs = staircase(rng.normal(shift, 1.5, size=30), rope)
    w = rng.exponential(size=31)
    sums = np.r_[0.0, np.cumsum(w)]
    for counts in (stairs.below, stairs.upto):
        expected = w @ sums[counts]
        for side in Side.ways(counts):
            twice = 2 * (w[side.rows] @ sums[side.counts])
            assert twice + side.sign * sums[side.square] ** 2 == pytest.approx(expected, rel=1e-13)


def test_the_way_with_fewer_rows_is_taken():
    signs = {
        side.sign
        for shift in (-3, 3)
        for side in staircase(np.random.default_rng(1).normal(shift, 1.5, size=30), 0.0).sides
    }
    assert signs == {1, -1}
