"""What tests of the landscape share: a small table of real features, rows that lie in groups."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.datasets import load_digits

import pybench as pb
from pybench.seriesset.build import joined


@pytest.fixture(scope="session")
def some_features():
    """Return the catch22 features of scanned digits, read as series of 64 values, 40 a digit."""
    pytest.importorskip("pycatch22")
    digits = load_digits()
    sets = [
        pb.series_set(digits.data[digits.target == digit][:40], dataset=name)
        for digit, name in enumerate(("zero", "one", "two"))
    ]
    return pb.extract_features(joined(sets), "catch22", 1, cache=False)


@pytest.fixture(scope="session")
def grouped():
    """Return rows in three groups and the datasets that they are of."""
    rng = np.random.default_rng(3)
    rows = rng.normal(size=(90, 5)) + np.repeat(np.eye(3, 5) * 6, 30, axis=0)
    names = [f"set {i}" for i in rng.permutation(np.repeat(np.arange(6), 15))]
    names[:25] = ["first"] * 25
    return rows, names
