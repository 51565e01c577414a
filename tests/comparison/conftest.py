"""Tables that the tests of this folder share."""

from __future__ import annotations

import numpy as np
import pytest


@pytest.fixture(scope="session")
def random_tables(make_table):
    """Return a generator of tables with ties, sizes 3 to 60, seeded."""

    def tables(count, seed=0, largest=60):
        rng = np.random.default_rng(seed)
        for _ in range(count):
            n, k = rng.integers(3, largest + 1, size=2)
            decimals = int(rng.integers(1, 5))
            ability = rng.normal(0, rng.choice([0.0, 0.05, 0.5]), size=k)
            scores = np.round(rng.normal(size=(n, k)) * 0.1 + ability, decimals)
            yield make_table(scores, higher_is_better=bool(rng.integers(2)))

    return tables
