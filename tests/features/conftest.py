"""A cheap representation of our own, which can be sent to other processes and to the cache."""

from __future__ import annotations

import numpy as np
import pytest

from pybench.features.representation import Representation
from pybench.seriesset.build import series_set

NAMES = ("spread", "length", "mean", "odd", "root")


def measures(series):
    """Return rows of NAMES; `odd` is a truth value, `root` is NaN where the mean is negative."""
    rows = [
        [np.ptp(x), x.size, x.mean(), x.size % 2, np.sqrt(x.mean()) if x.mean() >= 0 else np.nan]
        for x in series
    ]
    return np.array(rows, np.float64)


def sizes(series):
    """Return one row for a dataset: series and classes."""
    return np.array([[len(series), len(set(series.label))]], np.float64)


@pytest.fixture
def toy():
    """The representation of series."""
    return Representation(
        "toy", "series", NAMES, measures, {"mean": "statistical"}, frozenset({"odd"}), {"toy": "1"}
    )


@pytest.fixture
def per_dataset():
    """A representation of datasets."""
    return Representation("sizes", "dataset", ("n", "classes"), sizes, versions={"sizes": "1"})


@pytest.fixture
def some():
    """Return a function: lengths of datasets -> series, never the same values twice."""

    def make(*sizes: int, low: float = 0.0, length: int = 12):
        sets = []
        for number, size in enumerate(sizes):
            begin = np.arange(size)[:, None] + 1000.0 * number
            values = low + np.cos(begin + np.arange(length + number))
            train = size // 2
            sets.append(
                series_set(
                    values,
                    dataset=f"set {number}",
                    split=["train"] * train + ["test"] * (size - train),
                    label=[str(n % 3) for n in range(size)],
                )
            )
        from pybench.seriesset.build import joined

        return joined(sets)

    return make
