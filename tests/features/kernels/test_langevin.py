"""The bins of a Langevin model's drift: pandas' own, or proven to be."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

pytest.importorskip("numba")

from pybench.features.kernels import langevin
from pybench.features.kernels.sample import Sample
from tests.versions import PINNED


def levels(seed: int) -> np.ndarray:
    rng = np.random.default_rng(seed)
    x = rng.normal(size=int(rng.integers(2, 400))) * 10.0 ** rng.integers(-8, 9)
    if seed % 4 == 1:
        x = np.round(x, 2)
    elif seed % 4 == 2:
        x = x * 10.0 ** rng.integers(-12, 12, size=len(x))
    elif seed % 4 == 3:
        x = 1e6 + x * 1e-9
    return x


@PINNED
@pytest.mark.parametrize("bins", [2, 7, 30])
def test_edges_are_those_of_qcut(bins):
    for seed in range(200):
        x = levels(seed)
        edges = langevin._quantiles(np.sort(x), bins)
        try:
            _, expected = pd.qcut(pd.Series(x), bins, retbins=True)
        except (ValueError, IndexError):
            continue
        assert np.array_equal(edges, expected), seed


@PINNED
def test_plain_edges_have_groups_that_pandas_agrees_with():
    plain = 0
    for seed in range(400):
        x = levels(seed)
        edges = langevin._quantiles(np.sort(x), 30)
        gaps = np.diff(edges)
        if (gaps == 0).any() or not langevin._plain(edges, gaps):
            continue
        codes, count = langevin._labels(x, 30)
        group = np.searchsorted(edges, x, side="left") - 1
        group[x == edges[0]] = 0
        assert count == 30
        assert np.array_equal(group, codes), seed
        plain += 1
    assert plain > 100


def test_edges_too_close_for_labels_go_to_pandas():
    edges = 1 + np.arange(31) * 2.0**-50
    assert not langevin._plain(edges, np.diff(edges))
    assert not langevin._plain(np.linspace(0, 1e300, 31), np.full(30, 1e299))
    assert langevin._plain(np.linspace(-3, 3, 31), np.full(30, 0.2))


def test_means_have_the_bits_of_pandas():
    rng = np.random.default_rng(2)
    for scale in (1.0, 1e16):
        group = rng.integers(-1, 5, size=500)
        one, other = rng.normal(size=500) + scale, rng.normal(size=500) ** 5
        other[rng.random(500) < 0.1] = np.nan
        x, y = langevin._means(group, one, other, 6)
        frame = pd.DataFrame({"x": one, "y": other})[group >= 0].groupby(group[group >= 0]).mean()
        assert np.array_equal(x[:5], frame.x)
        assert np.array_equal(y[:5], frame.y)
        assert np.isnan([x[5], y[5]]).all()


def test_the_polynomial_is_numpys():
    rng = np.random.default_rng(3)
    for _ in range(200):
        x, y = rng.normal(size=30), rng.normal(size=30)
        assert langevin._least_squares(x, y, 3) == np.polyfit(x, y, 3).tolist()


def test_one_fit_serves_both_calculators(monkeypatch):
    calls = []
    inner = langevin._least_squares
    monkeypatch.setattr(langevin, "_least_squares", lambda *a: calls.append(1) or inner(*a))
    sample = Sample(np.random.default_rng(0).normal(size=100))
    langevin.friedrich_coefficients(sample, [{"coeff": k, "m": 3, "r": 30} for k in range(5)])
    langevin.max_langevin_fixed_point(sample, [{"m": 3, "r": 30}])
    assert len(calls) == 1
