"""Series for the tests of features: real ones, and the shapes that break things."""

from __future__ import annotations

import numpy as np
import pyarrow.parquet as pq
import pytest

import pybench as pb


@pytest.fixture(scope="session")
def ucr(shared):
    """Return a function: name of a UCR dataset -> its `SeriesSet`."""

    def read(name: str) -> pb.SeriesSet:
        table = pq.read_table(shared / "data" / "ucr" / f"{name}.parquet")
        columns = {key: table.column(key).to_pylist() for key in ("series", "split", "label")}
        series = columns.pop("series")
        return pb.series_set(series, dataset=name, **columns)

    return read


@pytest.fixture
def hostile() -> pb.SeriesSet:
    """Short, constant, tied, huge, tiny and incomplete series."""
    random = np.random.default_rng(1)
    series = [
        [5.0],
        [1.0, 2.0],
        [0.0] * 20,
        [3.0] * 200,
        [0.0, 1.0] * 40,
        np.round(random.normal(size=120)),
        random.normal(size=90) * 1e-300,
        random.normal(size=90) * 1e150,
        [1.0, np.nan, 3.0] * 10,
        [np.nan] * 12,
    ]
    return pb.series_set(series, dataset="hostile", label=list("abababababa")[: len(series)])
