"""A fit has the bits of statsmodels' OLS, over thousands of random designs of every condition."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

pytest.importorskip("statsmodels")

from pybench.features.kernels.least_squares import fit


def designs(count: int):
    rng = np.random.default_rng(11)
    for _ in range(count):
        n, p = int(rng.integers(3, 120)), int(rng.integers(1, 20))
        x = rng.normal(size=(n, p)) * 10.0 ** rng.uniform(-6, 6, size=p)
        if p > 1 and rng.random() < 0.3:
            x[:, -1] = x[:, 0] * (1 + rng.choice([0.0, 1e-12, 1e-6]))
        y = rng.normal(size=n)
        yield x, y
        yield np.column_stack((np.ones(n), x))[:, : p + 1 - p // 2], y  # a view with gaps


@pytest.mark.parametrize("threads", [1])
def test_fits_have_the_bits_of_statsmodels(threads):
    from statsmodels.regression.linear_model import OLS
    from threadpoolctl import threadpool_limits

    compared = 0
    with warnings.catch_warnings(), np.errstate(all="ignore"), threadpool_limits(threads):
        warnings.simplefilter("ignore")
        for x, y in designs(1000):
            expected, found = OLS(y, x).fit(), fit(x, y)
            assert np.array_equal(found.params, expected.params)
            assert np.array_equal(found.aic(), expected.aic, equal_nan=True)
            t = [found.t_value(column) for column in range(x.shape[1])]
            assert np.array_equal(t, expected.tvalues, equal_nan=True)
            assert found.rank == expected.model.rank
            compared += 1
    assert compared == 2000
