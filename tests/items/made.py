"""Tables of items for tests: random ones, and those of the golden numbers."""

from __future__ import annotations

import csv

import numpy as np
import pandas as pd

import pybench as pb
from tests.conftest import GOLDEN


def made(seed, n=40, k=3, runs=1, clusters=None, weighted=False, answers=True, **kw):
    """Return random scores as a checked table."""
    draw = np.random.default_rng(seed)
    cube = draw.random((n, k, runs))
    cube = (cube < 0.6).astype(float) if answers else cube.round(3)
    if clusters:
        groups = np.r_[np.arange(clusters), draw.integers(0, clusters, n - clusters)]
        kw["clusters"] = tuple(f"g{g}" for g in groups)
    if weighted:
        kw["weights"] = draw.uniform(0.5, 2, n).round(2)
    kw = {"higher_is_better": True} | kw
    return pb.ItemTable(
        tuple(f"i{i}" for i in range(n)),
        tuple(f"c{j}" for j in range(k)),
        cube.sum(axis=2) / runs,
        by_run=cube if runs > 1 else None,
        **kw,
    )


def golden():
    """Return table -> items, and the rows of numbers about them."""
    frame = pd.read_csv(GOLDEN / "items" / "tables.csv", dtype={"item": str})
    tables = {}
    for name, own in frame.groupby("table", sort=False):
        own = own.drop(columns="table").dropna(axis=1, how="all").reset_index(drop=True)
        tables[name] = pb.read_items(own, higher_is_better=True)
    with (GOLDEN / "items" / "numbers.csv").open(newline="", encoding="utf-8") as file:
        return tables, list(csv.DictReader(file))
