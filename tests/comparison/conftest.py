"""The cases of the statistics oracle, by name, and tables made of them."""

from __future__ import annotations

import csv
import os
from pathlib import Path

import numpy as np
import pytest

SHARED = Path(os.environ.get("PYBENCH_SHARED", Path(__file__).resolve().parents[3] / "shared"))


def case_names() -> list[str]:
    """List the oracle's cases; where it is absent one name, whose test then skips."""
    index = SHARED / "oracle" / "stats" / "index.csv"
    if not index.is_file():
        return ["absent"]
    with index.open(newline="", encoding="utf-8") as file:
        return [row["case"] for row in csv.DictReader(file)]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "case_name" in metafunc.fixturenames:
        metafunc.parametrize("case_name", case_names())


@pytest.fixture
def case(case_name, oracle):
    """One case of the oracle."""
    return oracle(case_name)


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


@pytest.fixture(scope="session")
def filled(make_table):
    """Return a function: case -> table with infinities made large and NA made ``missing``."""

    def fill(case, missing):
        stand_in = {"NA": missing, "Inf": 1e9, "-Inf": -1e9}
        rows = [list(row.values())[1:] for row in case.rows("input")]
        return make_table([[stand_in.get(x) or float(x) for x in row] for row in rows])

    return fill


@pytest.fixture(scope="session")
def pair_column():
    """Return a function: case, file, column -> the oracle's numbers as an array, or None.

    None where the originals had no answer (NA), the file no rows, or no such column.
    """

    def read(case, file, column):
        texts = [row.get(column) for row in case.rows(file)]
        if not texts or None in texts or "NA" in texts or "NaN" in texts:
            return None
        return np.array([float(text) for text in texts])

    return read


@pytest.fixture(scope="session")
def family():
    """Return a function: (k, k) frame -> its pairs i < j in reading order."""
    return lambda frame: frame.to_numpy()[np.triu_indices(len(frame), 1)]
