"""The number of lags is that of Akaike's criterion, computed for all of them."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

pytest.importorskip("statsmodels")

from pybench.features.kernels import augmented_dickey_fuller as adf


def design(x):
    """Return the regressors of all lags, the differences and the fewest columns."""
    most = min(len(x) // 2 - 2, int(np.ceil(12 * (len(x) / 100) ** 0.25)))
    differences = np.diff(x)
    table = adf._with_constant(adf._lagged(x, differences, most), first=True)
    return table, differences[most:], table.shape[1] - most


def of_all(table, y, first):
    """Return the number of columns with the smallest criterion, of every number."""
    return min((adf._fit(table, y, k).aic(), k) for k in range(first, table.shape[1] + 1))[1]


def smooth(n: int) -> dict[str, np.ndarray]:
    """Return series whose past differences nearly or wholly depend on each other."""
    rng = np.random.default_rng(n)
    time = np.arange(n)
    noise = rng.normal(size=n)
    return {
        "sine": np.sin(0.3 * time),
        "two sines": np.sin(0.3 * time) + np.sin(0.05 * time),
        **{f"sine and {e} noise": np.sin(0.1 * time) + e * noise for e in (1e-12, 1e-8, 1e-4)},
        "parabola": 1e-3 * time**2,
        "twice summed": noise.cumsum().cumsum(),
        "far away": 1e6 + noise,
        "far and fine": 1e8 + 1e-5 * noise,
        "steps": np.repeat(rng.normal(size=n // 10 + 1), 10)[:n],
    }


@pytest.mark.parametrize("n", [21, 24, 51, 101, 257])
def test_the_lags_are_those_of_all_criteria(n, shapes):
    chosen = []
    for name, x in {**shapes(n), **smooth(n)}.items():
        if x.max() == x.min():
            continue
        with np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            table, y, first = design(x)
            assert adf._best(table, y, first) == of_all(table, y, first), name
            chosen.append(len(adf._candidates(table, y, first)))
    assert min(chosen) == 1  # few need all criteria
    assert max(chosen) > 5  # some do


@pytest.mark.parametrize("n", [24, 257])
def test_values_of_smooth_series(n, disagreement):
    for name, x in smooth(n).items():
        assert disagreement("augmented_dickey_fuller", x) == "", name
