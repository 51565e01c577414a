"""What the driver does with a series that is not ordinary, and where tsfresh raises."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

pytest.importorskip("tsfresh")

from pybench.features import tsfresh
from pybench.features.kernels.sample import Sample


def by_calculator(values: list[float]) -> dict[str, np.ndarray]:
    """Return the values of each calculator, under its name."""
    names = [name.split("__")[0] for name in tsfresh._columns()]
    assert len(names) == len(values)
    made = np.array(values, float)
    return {name: made[[i for i, other in enumerate(names) if other == name]] for name in names}


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf, 1e200])
def test_other_series_get_the_calculators_of_tsfresh(bad):
    x = np.sin(np.arange(40.0))
    x[17] = bad
    sample = Sample(x)
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        expected = [value for _, own, p in tsfresh._plan() for value in own(sample, p)]
    np.testing.assert_array_equal(np.array(tsfresh.features(x), float), np.array(expected, float))


@pytest.mark.parametrize("x", [[], [3.0], [3.0, 4.0], [np.nan, np.nan], [1e308] * 30])
def test_a_calculator_that_raises_costs_its_own_values(x):
    found = by_calculator(tsfresh.features(np.array(x)))
    assert found["length"].tolist() == [len(x)]
    with np.errstate(over="ignore"):
        np.testing.assert_array_equal(found["sum_values"], [np.sum(x)])
    assert sum(values.size for values in found.values()) == 783


def test_a_setting_that_raises_costs_that_setting():
    def picky(x, n):
        if n == 2:
            raise ValueError(n)
        return float(n)

    own = tsfresh._Own(picky)
    found = own(Sample([1.0]), [{"n": 1}, {"n": 2}, {"n": 3}])
    np.testing.assert_array_equal(found, [1.0, np.nan, 3.0])


def test_a_combiner_that_raises_while_it_yields_costs_all_its_settings():
    def lazy(x, param):
        return ((str(one), 1 // one) for one in param)

    lazy.fctype = "combiner"
    found = tsfresh._Own(lazy)(Sample([1.0]), [1, 0, 1])
    np.testing.assert_array_equal(found, [np.nan] * 3)


def test_lack_of_memory_is_no_missing_value():
    def large(x):
        raise MemoryError

    with pytest.raises(MemoryError):
        tsfresh._Own(large)(Sample([1.0]), None)


def test_a_series_that_can_only_be_read_is_computed():
    x = np.sin(np.arange(50.0))
    fixed = x.copy()
    fixed.flags.writeable = False
    np.testing.assert_array_equal(tsfresh.features(fixed), tsfresh.features(x))
    np.testing.assert_array_equal(x, np.sin(np.arange(50.0)))  # and left as it was
