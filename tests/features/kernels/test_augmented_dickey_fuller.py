"""The choice of lags: one decomposition stands for one SVD each, within the bound it gives."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("numba")

from pybench.features.kernels import augmented_dickey_fuller as adf
from pybench.features.kernels.least_squares import fit


def problem(x: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return design, response and the numbers of columns to choose from."""
    differences, most = np.diff(x), min(len(x) // 2 - 2, 12)
    design = adf._with_constant(adf._lagged(x, differences, most), first=True)
    return design, differences[most:], np.arange(design.shape[1] - most, design.shape[1] + 1)


def series(seed: int) -> np.ndarray:
    rng = np.random.default_rng(seed)
    x = rng.normal(size=int(rng.integers(8, 300)))
    for _ in range(seed % 3):  # smoother, so worse conditioned
        x = x.cumsum()
    return x * 10.0 ** rng.integers(-4, 5)


def test_criteria_are_off_by_far_less_than_the_bound():
    shares, certain = [], 0
    for seed in range(300):
        design, y, counts = problem(series(seed))
        rough, error = adf._criteria(design, y, counts)
        exact = [fit(design[:, :count], y).aic() for count in counts]
        shares.append(np.abs(rough - exact).max() / error)
        certain += (rough <= rough.min() + 2 * error).sum() == 1
    assert max(shares) < 0.02
    assert certain > 250  # or the bound would spare no work


def test_where_the_bound_says_nothing_every_lag_is_computed():
    line = np.arange(60.0) ** 2  # differences of differences are constant: rank is lost
    design, y, counts = problem(line)
    rough, error = adf._criteria(design, y, counts)
    assert error == np.inf
    assert not (rough > rough.min() + 2 * error).any()


def test_criteria_too_near_to_tell_are_computed_exactly(monkeypatch):
    design, y, counts = problem(series(4))
    flat = np.zeros(len(counts))
    monkeypatch.setattr(adf, "_criteria", lambda *_: (flat, 0.0))
    exact = [fit(design[:, :count], y).aic() for count in counts]
    assert adf._best(design, y, int(counts[0])) == counts[int(np.argmin(exact))]


def test_a_constant_column_takes_the_place_of_the_ones():
    table = np.array([[2.0, 1.0], [2.0, 3.0], [2.0, 0.0]])
    assert adf._with_constant(table, first=True) is table
    assert adf._with_constant(table[:, 1:], first=True)[:, 0].tolist() == [1, 1, 1]
    assert adf._with_constant(table[:, 1:], first=False)[:, 1].tolist() == [1, 1, 1]
    zeros = np.zeros((3, 1))  # a column of zeros is no constant
    assert adf._with_constant(zeros, first=True).shape == (3, 2)


@pytest.mark.parametrize("statistic", [-30.0, -18.83, -5.0, -1.61, -1.6, 0.0, 2.74, 3.0, np.nan])
def test_p_values_are_those_of_statsmodels(statistic):
    from statsmodels.tsa.adfvalues import mackinnonp

    assert adf._p_value(statistic) == pytest.approx(
        mackinnonp(statistic, "c", 1), rel=0, abs=0, nan_ok=True
    )
