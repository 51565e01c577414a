"""Values of a series do not hang on its batch (R34): random splits of a set, bit by bit."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from pybench.features.representation import representation
from pybench.seriesset.build import series_set

SPLITS = [20, pytest.param(1000, marks=pytest.mark.slow)]


@cache
def rows() -> list[np.ndarray]:
    """Return 30 series of every kind and eight lengths, two of them alike."""
    rng = np.random.default_rng(0)
    found = []
    for i, n in enumerate(np.resize([8, 9, 12, 16, 24, 25, 31, 40], 26)):
        noise = rng.normal(size=n)
        found.append([noise, noise.cumsum(), np.round(noise), 1e6 * noise][i % 4])
    return [*found, np.zeros(12), np.full(24, 3.7), np.arange(16.0), found[0].copy()]


def computed(made_by, numbers) -> np.ndarray:
    batch = series_set([rows()[i] for i in numbers], dataset="d")
    return np.asarray(made_by.compute(batch), np.float64)


@pytest.mark.parametrize("splits", SPLITS)
@pytest.mark.parametrize("name", ["tsfresh", "summary", "catch22"])
def test_random_splits_into_batches(name, splits):
    if name != "summary":
        pytest.importorskip({"catch22": "pycatch22"}.get(name, name))
    made_by = representation(name)
    assert made_by.unit == "series"
    rng = np.random.default_rng(7)
    whole = computed(made_by, range(30))
    # Two are alike, and for catch22, which scales, two constants.
    assert len({row.tobytes() for row in whole}) >= 28
    for _ in range(splits):
        order = rng.permutation(30)
        cuts = np.sort(rng.choice(np.arange(1, 30), size=rng.integers(1, 8), replace=False))
        for batch in np.split(order, cuts):
            found = computed(made_by, batch)
            assert found.tobytes() == whole[batch].tobytes(), batch
