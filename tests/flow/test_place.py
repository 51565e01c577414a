"""Series are placed by their features, which are the same as those of a table."""

from __future__ import annotations

import sys

import numpy as np
import pytest

import pybench as pb
from pybench.base.errors import ExtraMissing


@pytest.fixture(scope="module")
def series():
    rng = np.random.default_rng(0)
    waves = np.sin(np.linspace(0, 9, 80)) + 0.1 * rng.normal(size=(6, 80))
    return pb.series_set(waves, dataset="waves")


def test_series_and_their_features_have_one_place(series):
    pytest.importorskip("tsfresh")
    table = pb.extract_features(series, "tsfresh", 1, cache=False, filter=False)
    found = pb.place(series)
    assert found.to_dict() == pb.place(table, "ucr").to_dict()
    assert (found.name, found.n_series + found.n_unplaced) == ("waves", 6)


def test_without_the_extra_the_hint_names_it(series, monkeypatch):
    tsfresh = pytest.importorskip("pybench.features.tsfresh")
    cached = (tsfresh._settings, tsfresh._columns, tsfresh._plan, tsfresh.tsfresh)
    monkeypatch.setitem(sys.modules, "tsfresh.feature_extraction.settings", None)
    for function in cached:
        function.cache_clear()
    with pytest.raises(ExtraMissing, match="series"):
        pb.place(series)
    for function in cached:
        function.cache_clear()
