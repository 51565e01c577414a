"""Any table of single items -> ItemTable."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from pybench.base import check
from pybench.base.errors import ArgumentError
from pybench.base.text import shown, shown_names
from pybench.items.table import ItemTable
from pybench.read import arrow
from pybench.read.delimited import check_arguments
from pybench.read.frame import frame_grid, is_pandas_frame
from pybench.read.grid import Column, Names, RawTable, check_column_names, coded_names
from pybench.read.numbers import number_or_none, score_values
from pybench.read.results import LAYOUTS, file_grid
from pybench.table import check_direction, check_metric

if TYPE_CHECKING:
    Floats = npt.NDArray[np.float64]
    Places = npt.NDArray[np.intp]

FORMATS = ("auto", "table", "lm-eval", "inspect", "run")
#: Names that a column of methods may have.
METHODS = ("classifier", "method", "model", "estimator", "framework")
_OPTIONAL = ("run", "cluster", "weight", "dataset")


def read_items(
    source: Any,
    format: str = "auto",
    *,
    higher_is_better: bool,
    metric: str | None = None,
    layout: str = "auto",
    item: str = "item",
    classifier: str | None = None,
    score: str | None = None,
    run: str = "run",
    cluster: str = "cluster",
    weight: str = "weight",
    dataset: str = "dataset",
    delimiter: str | None = None,
    encoding: str = "utf-8",
) -> ItemTable:
    """Read scores of methods on single items, such as the questions of a benchmark.

    Nothing is guessed or padded: every method needs a score on every item, and in every run.
    Invalid input raises an error that names the file, the line and the column.

    Parameters
    ----------
    source : path, frame, Arrow table or stream, list of paths, or mapping
        One of:

        * a table in the long form, with one row per item and method (and run), or in the wide
          form, with one row per item (and run) and one column per method: the path of a file as in
          `read_results`, a pandas or polars frame, or an Arrow table or stream;
        * samples of lm-eval (``samples_<task>_<date>.jsonl``), logs of inspect_ai (``.eval`` or
          ``.json``): a path, a list of paths, a folder, or a mapping of method -> path or list of
          paths;
        * a folder in which `run` saved the predictions of classifiers.
    format : {"auto", "table", "lm-eval", "inspect", "run"}
        By default recognised by the endings and the content of the files.
    higher_is_better : bool
        True if higher scores are better. There is no default.
    metric : str, optional
        Name of the metric. Files of lm-eval and inspect_ai may have several; then this chooses one:
        "exact_match" or, with a filter, "exact_match,strict-match"; a scorer such as "match", or
        one of its values, "match/f1".
    layout : {"auto", "wide", "long"}
        Of a table. "auto": long if the columns of items and of methods both exist, else wide.
    item, run, cluster, weight, dataset : str
        Names of columns. All but ``item`` are optional. Items of one cluster, such as questions on
        one text, are not independent. Weights are above 0. An item is identified by its name or,
        if there is a column of datasets, by dataset and name.
    classifier : str, optional
        Name of the column of methods of a long table. By default the only one of "classifier",
        "method", "model", "estimator" and "framework".
    score : str, optional
        Name of the column of scores of a long table. By default "score", or the one named by
        ``metric``.
    delimiter, encoding
        As in `read_results`.

    Returns
    -------
    ItemTable
        Items and methods in order of first appearance. Runs are ordered by their labels if all of
        these are numbers, else by appearance; without a column of runs a repeated row is an error.

    Raises
    ------
    ArgumentError
        If an argument is not one of its choices or the type of ``source`` is not supported.
    InputError
        If a file cannot be read, or is not of its format.
    ResultsTableError
        If the table is malformed; the message says where, what was expected, what was found and
        what to do.

    Notes
    -----
    In logs of inspect_ai, the values "C", "P", "I" and "N" (correct, partial, incorrect, no answer)
    become 1, 0.5, 0 and 0, as in its own ``value_to_float``, and epochs are runs. Several files of
    lm-eval for one method and task are runs. For predictions that `run` saved, the score is 1 if
    the prediction is correct, else 0; items are the rows of the dataset, and repeats are runs.
    Weights and clusters of items that these files do not name can be added to `ItemTable.to_frame`,
    which can be read again.

    Examples
    --------
    >>> import pandas as pd
    >>> import pybench as pb
    >>> rows = pd.DataFrame({"item": ["1", "2", "3"], "small": [1, 0, 0], "large": [1, 1, 0]})
    >>> print(pb.read_items(rows, higher_is_better=True, metric="accuracy"))
    Scores of 2 methods on 3 items: accuracy, higher is better
      mean over items:
        small  0.3333
        large  0.6667
    """
    check_direction(higher_is_better)
    check_metric(metric)
    check.choice("format", format, FORMATS)
    check.choice("layout", layout, LAYOUTS)
    check_arguments(delimiter, encoding)
    roles = _roles(item, classifier, score, run, cluster, weight, dataset)
    from pybench.items import formats

    kind = formats.recognised(source) if format == "auto" else format
    if kind != "table":
        return formats.read(kind, source, higher_is_better, metric)
    grid = _grid(source, item, delimiter, encoding)
    rows = _records(grid, layout, roles, score, metric)
    return tabulated(rows, higher_is_better, metric, "frame" if grid.lines is None else "csv")


def _roles(
    item: object,
    classifier: object,
    score: object,
    run: object,
    cluster: object,
    weight: object,
    dataset: object,
) -> dict[str, str]:
    """Return role -> name of the column, for the roles that have a name."""
    given = {
        "item": item, "classifier": classifier, "score": score, "run": run, "cluster": cluster,
        "weight": weight, "dataset": dataset,
    }  # fmt: skip
    roles: dict[str, str] = {}
    for role, name in given.items():
        if isinstance(name, str):
            roles[role] = name
        elif name is not None or role not in ("classifier", "score"):
            raise ArgumentError(f"`{role}` must be the name of a column", expected="a string")
    for name in roles.values():
        same = [role for role, other in roles.items() if other == name]
        if len(same) > 1:
            raise ArgumentError(
                f"`{same[0]}` and `{same[1]}` must name different columns",
                expected="different columns",
                found=f"{shown(name)} twice",
            )
    return roles


def _grid(source: Any, item: str, delimiter: str | None, encoding: str) -> RawTable:
    if isinstance(source, (str, os.PathLike)):
        return file_grid(os.fspath(source), delimiter, encoding)
    if is_pandas_frame(source):
        return frame_grid(source, item)
    if hasattr(source, "__arrow_c_stream__"):
        return arrow.stream_grid(source)
    expected = "a path, a frame, an Arrow table or stream, a list of paths or a mapping"
    found = type(source).__name__
    raise ArgumentError(f"`source` must be {expected}, not {found}", expected=expected, found=found)


# ---- rows -----------------------------------------------------------------------------------


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


def _records(
    grid: RawTable, layout: str, roles: Mapping[str, str], score: str | None, metric: str | None
) -> ItemRows:
    check_column_names(grid)
    item = _column(grid, roles["item"], "items", "item")
    method = _method_column(grid, roles.get("classifier"), layout)
    others = {role: _optional(grid, role, roles[role]) for role in _OPTIONAL}
    if grid.n_rows == 0:
        raise grid.refusal("at least one item", "none", "The table has a header but no rows.")
    if method is None:
        taken = [item, *(column for column in others.values() if column is not None)]
        scores = [column for column in grid.columns if column not in taken]
        if not scores:
            hint = f"Every column but {shown(item.name)} is a method."
            raise grid.header_refusal("at least one method column", "none", hint)
        methods, names = None, [column.name for column in scores]
    else:
        wanted = [score] if score is not None else [name for name in ("score", metric) if name]
        there = next((name for name in wanted if name in grid.names), wanted[0])
        scores = [_column(grid, there, "scores", "score")]
        methods = coded_names(grid, method)
        names = methods.labels

    def coded(role: str) -> Names | None:
        column = others[role]
        return None if column is None else coded_names(grid, column)

    weights = others["weight"]
    return ItemRows(
        grid=grid,
        items=coded_names(grid, item),
        datasets=coded("dataset"),
        methods=methods,
        classifiers=names,
        runs=coded("run"),
        clusters=coded("cluster"),
        weights=None if weights is None else score_values(grid, [weights])[:, 0],
        scores=score_values(grid, scores),
        columns=[column.name for column in scores],
    )


def _column(grid: RawTable, name: str, holds: str, argument: str) -> Column:
    for column in grid.columns:
        if column.name == name:
            return column
    hint = f'Say which column holds the {holds}: {argument}="NAME".'
    raise grid.header_refusal(f"a column {shown(name)}", shown_names(grid.names), hint)


def _optional(grid: RawTable, role: str, name: str) -> Column | None:
    """Return an optional column; it is required if the caller named it."""
    if name == role and name not in grid.names:
        return None
    return _column(grid, name, f"{role}s", role)


def _method_column(grid: RawTable, named: str | None, layout: str) -> Column | None:
    """Return the column of methods of a long table, None for a wide one."""
    if layout == "wide":
        return None
    known = METHODS if named is None else (named,)
    there = [name for name in known if name in grid.names]
    if len(there) > 1:
        hint = 'Say which column holds the methods: classifier="NAME".'
        raise grid.header_refusal("one column of methods", shown_names(there), hint)
    if there:
        return _column(grid, there[0], "methods", "classifier")
    if layout == "long" or named is not None:
        return _column(grid, known[0], "methods", "classifier")
    return None


# ---- arrangement ----------------------------------------------------------------------------


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


def rows_of(records: Sequence[tuple[str, str, str, str, float]], source: str | None) -> ItemRows:
    """Return rows from (dataset, item, method, run, score), as the readers of formats make them."""
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
