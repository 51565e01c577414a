"""What the tests of the optimal room share: the reference values of a second simulator."""

from __future__ import annotations

import pandas as pd
import pytest

from tests.conftest import GOLDEN


@pytest.fixture(scope="session")
def reference() -> pd.DataFrame:
    """Return the values of tests/golden/lrt, a row for each setting, method, statistic and kind."""
    path = GOLDEN / "lrt" / "reference.csv.xz"
    return pd.read_csv(path, float_precision="round_trip", index_col="setting")
