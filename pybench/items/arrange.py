"""Rows of single items -> the arrays of an item table: items x methods x runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from pybench.base.text import shown
from pybench.items.table import ItemTable
from pybench.read.grid import Names, RawTable
from pybench.read.numbers import number_or_none

Floats = npt.NDArray[np.float64]
Places = npt.NDArray[np.intp]

#: What the readers of formats return: dataset, item, method, run, score.
Record = tuple[str, str, str, str, float]


@dataclass(frozen=True, slots=True)
class ItemRows:
    """The content of the rows, before it is arranged."""

    grid: RawTable
    items: Names
    datasets: Names | None
    methods: Names | None  #: of the rows of a long table; None: wide
    classifiers: list[str]
    runs: Names | None
    clusters: Names | None
    weights: Floats | None  #: one per row
    scores: Floats  #: (rows, k) wide, (rows, 1) long
    columns: list[str]  #: the columns of scores


def tabulated(rows: ItemRows, higher_is_better: bool, metric: str | None, kind: str) -> ItemTable:
    """Arrange rows as items x methods x runs.

    Raises
    ------
    ResultsTableError
        If a score occurs twice, is missing or not finite, or if the rows of an item differ in
        cluster or weight.
    """
    keys, first = _keys(rows)
    n, k = len(first), len(rows.classifiers)
    runs = _run_numbers(rows)
    n_runs = int(runs.max()) + 1
    cells = keys * n_runs + runs
    values = rows.scores
    if rows.methods is not None:
        cells = cells * k + rows.methods.codes
        values = values[:, 0]
    _refuse_twice(rows, cells)
    cube = (
        np.full((n * n_runs, k), np.nan)
        if rows.methods is None
        else np.full(n * n_runs * k, np.nan)
    )
    cube[cells] = values
    cube = np.moveaxis(cube.reshape(n, n_runs, k), 1, 2)
    _refuse_missing(rows, cube, keys, first)
    grid = rows.grid
    scores = cube[:, :, 0]
    for run in range(1, n_runs):
        scores = scores + cube[:, :, run]
    weights = _of_item(rows, keys, first, "weight", rows.weights)
    clusters = None if rows.clusters is None else rows.clusters.codes
    own = _of_item(rows, keys, first, "cluster", clusters)
    if weights is not None and not (weights > 0).all():
        row = int(first[int((~(weights > 0)).argmax())])
        hint = "Leave out items that must not count."
        found = "none" if np.isnan(rows.weights[row]) else f"`{rows.weights[row]:g}`"  # type: ignore[index]
        raise grid.refusal("a weight above 0", found, hint, line=grid.line(row))
    return ItemTable(
        items=tuple(rows.items.labels[code] for code in rows.items.codes[first]),
        classifiers=tuple(rows.classifiers),
        scores=scores / n_runs,
        higher_is_better=higher_is_better,
        metric=metric,
        by_run=cube if n_runs > 1 else None,
        clusters=None if own is None else tuple(rows.clusters.labels[code] for code in own),  # type: ignore[union-attr]
        weights=weights,
        datasets=None if rows.datasets is None else tuple(rows.datasets[row] for row in first),
        source=grid.file,
        format=kind,
    )


def _keys(rows: ItemRows) -> tuple[Places, Places]:
    """Return the number of the item of each row, by first appearance, and its first row."""
    codes = rows.items.codes
    if rows.datasets is not None:
        codes = rows.datasets.codes * len(rows.items.labels) + codes
    _, first, inverse = np.unique(codes, return_index=True, return_inverse=True)
    order = np.argsort(first)
    rank = np.empty(len(order), np.intp)
    rank[order] = np.arange(len(order))
    return rank[inverse], first[order]


def _run_numbers(rows: ItemRows) -> Places:
    if rows.runs is None:
        return np.zeros(rows.grid.n_rows, np.intp)
    labels = rows.runs.labels
    sizes = [number_or_none(label) for label in labels]
    if None not in sizes:
        labels = sorted(labels, key=lambda label: number_or_none(label) or 0.0)
    places = {label: number for number, label in enumerate(labels)}
    return np.array([places[label] for label in rows.runs.labels], np.intp)[rows.runs.codes]


def _refuse_twice(rows: ItemRows, cells: Places) -> None:
    numbers, counts = np.unique(cells, return_counts=True)
    if (counts == 1).all():
        return
    where = np.flatnonzero(cells == numbers[counts > 1][0])
    grid = rows.grid
    found = f"{_named(rows, int(where[0]))} on {grid.places([int(row) for row in where])}"
    hint = "Remove one of the rows, or number them in a column of runs."
    raise grid.refusal("every score once", found, hint, line=grid.line(int(where[1])))


def _named(rows: ItemRows, row: int) -> str:
    text = f"item {shown(rows.items[row])}"
    if rows.datasets is not None:
        text += f" of dataset {shown(rows.datasets[row])}"
    if rows.methods is not None:
        text += f", method {shown(rows.methods[row])}"
    if rows.runs is not None:
        text += f", run {shown(rows.runs[row])}"
    return text


def _refuse_missing(rows: ItemRows, cube: Floats, keys: Places, first: Places) -> None:
    absent = np.argwhere(np.isnan(cube))
    if not len(absent):
        return
    grid, (item, method, run) = rows.grid, (int(place) for place in absent[0])
    name = f"item {shown(rows.items[int(first[item])])}"
    if rows.datasets is not None:
        name += f" of dataset {shown(rows.datasets[int(first[item])])}"
    found = f"{len(absent)} missing, the first for {name} and method "
    found += shown(rows.classifiers[method])
    if cube.shape[2] > 1:
        found += f" in run {run + 1}"
    hint = "Leave out the item, or the method, that lacks a score."
    own = keys == item
    if rows.methods is not None:
        own &= rows.methods.codes == method
    there = np.flatnonzero(own)
    line = grid.line(int(there[0])) if len(there) else None
    column = rows.columns[0 if rows.methods is not None else method] if len(there) else None
    raise grid.refusal("every score", found, hint, line=line, column=column)


def _of_item(
    rows: ItemRows, keys: Places, first: Places, role: str, values: Any
) -> npt.NDArray[Any] | None:
    """Return the cluster or the weight of each item; refuse rows of one item that differ."""
    if values is None:
        return None
    own = np.asarray(values)[first]
    other = np.flatnonzero(
        ~((own[keys] == values) | ((own[keys] != own[keys]) & (values != values)))
    )
    if len(other):
        row, grid = int(other[0]), rows.grid
        found = f"another for item {shown(rows.items[row])}"
        hint = "All rows of an item must agree."
        raise grid.refusal(f"one {role} for each item", found, hint, line=grid.line(row))
    return own


def rows_of(records: Sequence[Record], source: str | None) -> ItemRows:
    """Return rows as the readers of formats make them."""
    datasets, items, methods, runs, scores = zip(*records, strict=True)
    grid = RawTable([], len(records), source)
    names = Names.of(methods)
    return ItemRows(
        grid=grid,
        items=Names.of(items),
        datasets=Names.of(datasets),
        methods=names,
        classifiers=names.labels,
        runs=Names.of(runs),
        clusters=None,
        weights=None,
        scores=np.array(scores, dtype=np.float64)[:, None],
        columns=["score"],
    )
