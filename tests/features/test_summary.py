"""The summary against NumPy, pandas and aeon."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import pybench as pb
from pybench.features.representation import representation
from pybench.features.summary import STATISTICS


def by_hand(x):
    s = pd.Series(x)
    quartiles = [s.quantile(q) for q in (0.25, 0.5, 0.75)]
    return [s.max(), s.mean(), s.min(), *quartiles, s.std(ddof=0)]


def test_names():
    assert representation("summary").names == (
        "max", "mean", "min", "quantile_0.25", "quantile_0.5", "quantile_0.75", "std",
    )  # fmt: skip
    for statistics in STATISTICS:
        assert len(representation("summary", statistics=statistics).names) == 7


@pytest.mark.parametrize("name", ["GunPoint", "PLAID", "AllGestureWiimoteX", "Chinatown"])
def test_values_are_those_of_pandas(ucr, name):
    series = ucr(name)[::17]
    found = representation("summary").compute(series)
    np.testing.assert_allclose(found, [by_hand(x[0]) for x in series], rtol=1e-12, atol=1e-15)


@pytest.mark.parametrize("statistics", STATISTICS)
def test_values_are_those_of_aeon(ucr, statistics):
    aeon = pytest.importorskip("aeon.transformations.collection.feature_based")
    series = ucr("GunPoint")[:30]
    expected = aeon.SevenNumberSummary(statistics).fit_transform(series.to_numpy())
    made = representation("summary", statistics=statistics)
    names = [s if isinstance(s, str) else f"quantile_{s}" for s in STATISTICS[statistics]]
    order = [names.index(name) for name in made.names]
    np.testing.assert_allclose(made.compute(series), expected[:, order], rtol=1e-12, atol=1e-14)


def test_a_missing_value_leaves_nothing(hostile):
    values = representation("summary").compute(hostile)
    assert np.isnan(values[-2:]).all()
    assert np.isfinite(values[:-3]).all()


def test_rows_do_not_depend_on_the_batch(ucr):
    made, series = representation("summary"), ucr("AllGestureWiimoteX")[::90]
    alone = [made.compute(series[row])[0] for row in range(len(series))]
    np.testing.assert_array_equal(made.compute(series), alone)


def test_order_in_time_does_not_matter():
    x = np.random.default_rng(0).integers(100, size=30).astype(float)
    both = representation("summary").compute(pb.series_set([x, x[::-1]], dataset="d"))
    np.testing.assert_allclose(both[0], both[1], rtol=1e-15)


def test_an_unknown_set_is_refused():
    with pytest.raises(pb.ArgumentError, match='"tukey"'):
        representation("summary", statistics="hexagon")
