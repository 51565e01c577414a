"""Power of the t-test against SciPy's noncentral t, known numbers and simulation."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from pybench.items.power import detectable, items_for, power_of


@pytest.mark.parametrize("df", [1, 1.7, 5, 30.5, 1000, 1e5])
@pytest.mark.parametrize("noncentrality", [0.5, 2.8, 6])
def test_power_is_that_of_the_noncentral_t(df, noncentrality):
    t = stats.t.isf(0.025, df)
    expected = stats.nct.sf(t, df, noncentrality) + stats.nct.cdf(-t, df, noncentrality)
    found = power_of(np.array([noncentrality]), df, 0.05)[0]
    assert found == pytest.approx(expected, abs=1e-10)


@pytest.mark.parametrize("df", [1, 2.5, 40, 1e9])
@pytest.mark.parametrize("alpha", [1e-12, 0.05, 0.9])
def test_without_a_difference_the_power_is_the_level(df, alpha):
    assert power_of(np.zeros(1), df, alpha)[0] == pytest.approx(alpha, rel=1e-8)


def test_with_many_degrees_of_freedom_it_is_the_normal_power():
    found = power_of(np.array([2.8]), 1e12, 0.05)[0]
    assert found == pytest.approx(stats.norm.sf(stats.norm.isf(0.025) - 2.8), abs=1e-6)


@pytest.mark.parametrize(
    ("effect", "n"), [(3, 4), (2, 5), (1.5, 6), (1, 10), (0.5, 34), (0.2, 199)]
)
def test_the_numbers_of_tables(effect, n):
    """As ``power.t.test(delta =, sd = 1, power = .8, type = "one.sample")`` of R, rounded up."""
    assert items_for(effect, 1.0, 100, 99, 0.05, 0.8) == n


def test_the_least_difference_has_the_power():
    for df in (1, 3.3, 99):
        assert power_of(np.array([detectable(df, 0.05, 0.8)]), df, 0.05)[0] == pytest.approx(0.8)
    assert detectable(9, 0.5, 0.3) == 0


def test_it_is_the_power_in_simulated_tables():
    draw = np.random.default_rng(6)
    gaps = draw.normal(1.5, 1, (20_000, 6))
    found = (stats.ttest_1samp(gaps, 0, axis=1).pvalue <= 0.05).mean()
    # Three errors of 20,000 tables.
    assert found == pytest.approx(power_of(np.array([1.5 * 6**0.5]), 5, 0.05)[0], abs=0.009)


def test_a_number_beyond_all_doubles_ends():
    assert items_for(1e-9, 1.0, 10, 9, 0.05, 0.8) > 1e18
