"""The room items: reading items, their means, comparison of pairs, number of items needed."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from pybench.certificate import tables
from pybench.certificate.asked import Questions, engines, in_r, numbers, texts, twins
from pybench.items.compare import compare_items, for_r
from pybench.items.needed import items_needed
from pybench.items.read import read_items
from pybench.items.table import ItemTable

if TYPE_CHECKING:
    import pandas as pd

ROOM = "items"
_METHODS = ("small", "middle", "large")
_ITEMS, _RUNS = 60, 2


def shipped() -> Questions:
    """Yield questions on scores of three methods on 60 items of two datasets."""
    table = tables.DRAWN
    yield twins(ROOM, "read_items", table, _read, _read_in_r)
    yield twins(ROOM, "item_results", table, _means, _means_in_r)
    for se in ("CR2", "CR3", "CR1"):
        yield engines(ROOM, compare_items, table, _clustered(), settings=se, se=se, rope=0.05)
    for test in ("mcnemar", "sign_flip"):
        yield engines(ROOM, compare_items, table, _plain(), settings=test, test=test, rope=0.05)
    said = "sign_flip of clusters, drawn"
    yield engines(
        ROOM, compare_items, table, _clustered(), settings=said, test="sign_flip", samples=99
    )
    for runs in (1, 5):
        yield engines(
            ROOM, items_needed, table, _clustered(), difference=0.1, runs=runs,
            settings=f"runs={runs}",
        )  # fmt: skip


@cache
def _rows() -> pd.DataFrame:
    """Return one row per item and run: clusters of unequal sizes, weights, some scores that tie."""
    import pandas as pd

    item, run = (part.ravel() for part in np.indices((_ITEMS, _RUNS)))
    frame = pd.DataFrame(
        {
            "item": [f"q{i}" for i in item],
            "run": run + 1,
            "cluster": [f"g{i * i % 23}" for i in item],
            "dataset": np.where(item < _ITEMS // 3, "first", "second"),
            "weight": 1 + item % 3 / 2,
        }
    )
    for j, name in enumerate(_METHODS):
        frame[name] = ((item * (7 + 2 * j) + run * 5 + j) % 11 < 5 + j) * 1.0
    return frame


@cache
def _clustered() -> ItemTable:
    return read_items(_rows(), higher_is_better=True)


@cache
def _plain() -> ItemTable:
    """Return the first run alone: single right or wrong answers."""
    rows = _rows()
    return read_items(rows.loc[rows["run"] == 1, ["item", *_METHODS]], higher_is_better=True)


def _read() -> dict[str, Any]:
    found = read_items(_rows(), higher_is_better=True)
    names = ("items", "classifiers", "clusters", "datasets", "by_run", "weights", "scores")
    return {name: getattr(found, name) for name in names}


def _read_in_r() -> dict[str, Any]:
    found = in_r("pb_read_items", source=_rows(), higher_is_better=True)
    named = {name: texts(found[name]) for name in ("items", "classifiers", "clusters", "datasets")}
    return named | {name: numbers(found[name]) for name in ("by_run", "weights", "scores")}


def _means() -> dict[str, Any]:
    found = _clustered().to_results()
    return {"datasets": found.datasets, "scores": found.scores, "by_repeat": found.by_repeat}


def _means_in_r() -> dict[str, Any]:
    found = in_r("pb_item_results", items=for_r(_clustered()))
    return {
        "datasets": texts(found["datasets"]),
        "scores": numbers(found["scores"]),
        "by_repeat": numbers(found["by_repeat"]),
    }
