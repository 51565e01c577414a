"""What the tests of selection share: embeddings with ties and duplicates, tables with repeats."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import pybench as pb
from pybench.selection.pools import Pools, Rules
from pybench.selection.space import space


def place(seed: int, n: int = 14, p: int = 4, grid: bool = False) -> pd.DataFrame:
    """Make an embedding; on a grid it has ties, equal datasets and a constant column."""
    rng = np.random.default_rng(seed)
    values = rng.integers(0, 3, (n, p)).astype(float) if grid else rng.normal(size=(n, p))
    if grid:
        values[:, -1] = 7.0
        values[1] = values[0]
    return pd.DataFrame(
        values, index=[f"d{i:02d}" for i in range(n)], columns=[f"x{j}" for j in range(p)]
    )


def table(seed: int, n: int = 14, m: int = 5, repeats: int = 3, digits: int = 1) -> pb.ResultsTable:
    """Make a table with repeats and ties."""
    rng = np.random.default_rng(seed)
    rows = [
        (f"d{i:02d}", f"m{j}", fold, round(float(rng.normal(j * 0.4)), digits))
        for i in range(n)
        for j in range(m)
        for fold in range(repeats)
    ]
    frame = pd.DataFrame(rows, columns=["dataset", "classifier", "resample", "score"])
    return pb.read_results(frame, higher_is_better=bool(seed % 2), repeats="keep")


@pytest.fixture(name="place")
def _place():
    return place


@pytest.fixture(name="table")
def _table():
    return table


@pytest.fixture
def pools():
    """Return a function: an embedding -> pools of all datasets, or of random parts."""

    def make(frame, count=1, size=None, metric="cosine", standardize="all", **rules):
        where = space(frame, standardize, "error")
        n = len(where.datasets)
        rng = np.random.default_rng(1)
        rows = [np.sort(rng.permutation(n)[: size or n]) for _ in range(count)]
        asked = {"start": "mean", "ridge": 1e-3, "n_init": 4, "seed": 0, **rules}
        return Pools(np.array(rows), where, metric, Rules(**asked), 0)

    return make


@pytest.fixture(scope="session")
def tsc(bakeoff):
    """Return the paper's matrix: 112 datasets x 35 methods x 30 resamples."""
    return bakeoff


@pytest.fixture(scope="session")
def recsys(shared):
    """Return 30 datasets x 9 models, without `random` and `most_popular`, and 18 features."""
    folder = shared / "data" / "results"
    scores = pd.read_csv(folder / "recsys_2024_ndcg10.csv")
    features = pd.read_csv(folder / "recsys_2024_dataset_features.csv")
    t = pb.read_results(scores.drop(columns=["random", "most_popular"]), higher_is_better=True)
    return t, features.set_index(features.columns[0])
