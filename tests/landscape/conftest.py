"""What tests of the landscape share: a small table of real features, rows that lie in groups."""

from __future__ import annotations

import numpy as np
import pytest

import pybench as pb

SETS = ("Coffee", "BeetleFly", "BirdChicken")


@pytest.fixture(scope="session")
def some_features(shared, tmp_path_factory):
    """Return the catch22 features of three small sets of the UCR archive."""
    pytest.importorskip("pycatch22")
    folder = tmp_path_factory.mktemp("sets")
    for name in SETS:
        (folder / f"{name}.parquet").symlink_to(shared / "data" / "ucr" / f"{name}.parquet")
    return pb.extract_features(folder, "catch22", 1, cache=False)


@pytest.fixture(scope="session")
def grouped():
    """Return rows in three groups and the datasets that they are of."""
    rng = np.random.default_rng(3)
    rows = rng.normal(size=(90, 5)) + np.repeat(np.eye(3, 5) * 6, 30, axis=0)
    names = [f"set {i}" for i in rng.permutation(np.repeat(np.arange(6), 15))]
    names[:25] = ["first"] * 25
    return rows, names
