"""Any table of single items -> ItemTable."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from pybench.base import check
from pybench.base.errors import ArgumentError
from pybench.base.text import shown, shown_names
from pybench.items import formats
from pybench.items.arrange import ItemRows, tabulated
from pybench.items.table import ItemTable
from pybench.read import arrow
from pybench.read.delimited import check_arguments
from pybench.read.frame import frame_grid, is_pandas_frame
from pybench.read.grid import Column, Names, RawTable, check_column_names, coded_names
from pybench.read.numbers import score_values
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
