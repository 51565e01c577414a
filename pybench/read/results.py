"""Any results table -> ResultsTable."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

from pybench.base import check
from pybench.base.errors import ArgumentError, InputError
from pybench.base.text import shown
from pybench.read import arrow
from pybench.read.delimited import check_arguments, read_delimited
from pybench.read.files import file_bytes
from pybench.read.frame import frame_grid, is_matrix, is_pandas_frame, matrix_records
from pybench.read.grid import RawTable
from pybench.read.layout import Records, Roles, records
from pybench.read.plain import plain_grid
from pybench.read.repeats import tabulate
from pybench.table import ResultsTable, check_direction, check_metric, results_table

MISSING = ("error", "drop", "keep")
REPEATS = ("error", "mean", "keep", "available")
LAYOUTS = ("auto", "wide", "long")
TEXT, PARQUET, IPC = (".csv", ".tsv", ".txt"), (".parquet", ".pq"), (".arrow", ".feather", ".ipc")


def read_results(
    source: Any,
    *,
    higher_is_better: bool,
    metric: str | None = None,
    missing: str = "error",
    repeats: str = "error",
    layout: str = "auto",
    dataset: str = "dataset",
    classifier: str = "classifier",
    score: str | None = None,
    resample: str = "resample",
    delimiter: str | None = None,
    encoding: str = "utf-8",
    datasets: Iterable[str] | None = None,
    classifiers: Iterable[str] | None = None,
) -> ResultsTable:
    """Read a results table: scores of k methods on N datasets.

    Nothing is guessed, padded or renamed: invalid input raises an error that names the file, the
    line and the column. A column of row numbers among the scores is also an error. A first column
    without a name, as ``df.to_csv()`` writes it for an index, is read as the names of the datasets
    if its entries are distinct and none is blank or a number; a log message reports this.

    Parameters
    ----------
    source : path, data frame, Arrow table or stream, or array
        One of:

        * the path of a file: .csv, .tsv or .txt (delimited text), .parquet or .pq, or .arrow,
          .feather or .ipc (Arrow IPC),
        * a pandas or polars frame,
        * a pyarrow table or any object with ``__arrow_c_stream__``,
        * a NumPy array or nested lists of N x k numbers, together with ``datasets`` and
          ``classifiers``.
    higher_is_better : bool
        True if higher scores are better, as for accuracy; False if lower scores are better, as for
        an error rate. There is no default.
    metric : str, optional
        Name of the metric of the scores.
    missing : {"error", "drop", "keep"}
        How to treat missing scores. "error" raises an error. "drop" leaves out every dataset that
        lacks a score and lists these datasets in ``dropped``. "keep" keeps missing scores as NaN,
        for `skillings_mack`, `durbin` and `durbin_pairs`; every other statistic refuses such a
        table. Infinite scores always raise an error. A score is missing if

        * the field of the score in a file is empty or NA, N/A, n/a, NaN, nan, null, NULL, None or
          <NA>,
        * the score in memory is null, NaN, None or pandas.NA,
        * a long table has no row for the pair of dataset and method,
        * the score lacks a repeat that other scores have (unless ``repeats="available"``).
    repeats : {"error", "mean", "keep", "available"}
        How to treat repeats, that is, several rows for one dataset (in a wide table) or for one
        dataset and method (in a long table):

        * "error" raises an error.
        * "mean" takes the mean of the repeats (their exact sum, rounded once, divided by their
          number).
        * "keep" takes the mean of the repeats and also keeps the repeats in ``by_repeat``. There,
          they are ordered by the column ``resample`` if all labels in this column are numbers,
          otherwise by first appearance.
        * "available" takes the mean of the repeats that are present, and gives their number in
          ``n_available``. A score is then missing only if all its repeats are missing.
    layout : {"auto", "wide", "long"}
        "wide": one row per dataset, one column per method. "long": one row per score. "auto": long
        if the columns ``dataset`` and ``classifier`` both exist, otherwise wide.
    dataset, classifier, score, resample : str
        Names of the columns with these roles. If ``score`` is not given, the scores are in the
        column "score" or, if there is no such column, in the column named by ``metric``. Other
        columns of a long table are ignored. The column ``resample`` is optional.
    delimiter : {",", tab, ";", "|"}, optional
        Delimiter of a text file; by default the only one that fits the header and every row.
    encoding : {"utf-8", "latin-1", "cp1252"}
        Encoding of a text file.
    datasets, classifiers : iterables of str, optional
        Names of the rows and columns of an array or of nested lists; not accepted for any other
        source.

    Returns
    -------
    ResultsTable
        The table has its datasets and methods in order of first appearance, with unchanged names.

    Raises
    ------
    ArgumentError
        If an argument is not one of its choices or the type of ``source`` is not supported.
    InputError
        If the file cannot be read.
    ResultsTableError
        If the table is malformed; the message says where, what was expected, what was found and
        what to do.

    Examples
    --------
    >>> import numpy as np
    >>> import pybench as pb
    >>> t = pb.read_results(
    ...     np.array([[0.9, 0.8], [0.7, 0.6]]),
    ...     higher_is_better=True,
    ...     metric="accuracy",
    ...     datasets=["iris", "wine"],
    ...     classifiers=["forest", "tree"],
    ... )
    >>> print(t)
    Results of 2 methods on 2 datasets: accuracy, higher is better
          forest  tree
    iris     0.9   0.8
    wine     0.7   0.6
    """
    check_direction(higher_is_better)
    check_metric(metric)
    check.choice("missing", missing, MISSING)
    check.choice("repeats", repeats, REPEATS)
    check.choice("layout", layout, LAYOUTS)
    check_arguments(delimiter, encoding)
    roles = Roles(dataset, classifier, score, resample)
    if is_matrix(source):
        rows = matrix_records(source, datasets, classifiers)
    elif datasets is not None or classifiers is not None:
        raise ArgumentError(
            "`datasets` and `classifiers` can be given only if `source` is an array"
        )
    else:
        plain = _plain(source, delimiter, encoding, layout, roles, metric)
        if plain is not None:
            with suppress(InputError):  # the strict reader words the refusal
                rows = records(plain, layout, roles, metric)
                return _table(rows, repeats, missing, higher_is_better, metric)
        rows = records(_grid(source, roles, delimiter, encoding), layout, roles, metric)
    return _table(rows, repeats, missing, higher_is_better, metric)


def _plain(
    source: Any,
    delimiter: str | None,
    encoding: str,
    layout: str,
    roles: Roles,
    metric: str | None,
) -> RawTable | None:
    """Return a large plain text file as it is read fast, else None."""
    is_text = isinstance(source, (str, os.PathLike)) and Path(source).suffix.lower() in TEXT
    if not is_text or encoding != "utf-8":
        return None
    return plain_grid(os.fspath(source), delimiter, layout, roles, metric)


def _table(
    rows: Records, repeats: str, missing: str, higher_is_better: bool, metric: str | None
) -> ResultsTable:
    arranged = tabulate(rows, repeats, missing)
    return results_table(
        arranged.scores,
        arranged.datasets,
        rows.classifiers,
        higher_is_better=higher_is_better,
        metric=metric,
        by_repeat=arranged.by_repeat if repeats == "keep" else None,
        dropped=arranged.dropped,
        source=rows.grid.file,
        n_repeats=int(arranged.by_repeat.shape[2]),
        n_available=arranged.n_available,
        missing=missing == "keep",
    )


def _grid(source: Any, roles: Roles, delimiter: str | None, encoding: str) -> RawTable:
    if isinstance(source, (str, os.PathLike)):
        return file_grid(os.fspath(source), delimiter, encoding)
    if is_pandas_frame(source):
        return frame_grid(source, roles.dataset)
    if hasattr(source, "__arrow_c_stream__"):
        return arrow.stream_grid(source)
    expected = "a path, a frame, an Arrow table or stream, or an array"
    found = type(source).__name__
    raise ArgumentError(f"`source` must be {expected}, not {found}", expected=expected, found=found)


def file_grid(file: str, delimiter: str | None = None, encoding: str = "utf-8") -> RawTable:
    """Read a file in any supported format of results tables."""
    path = Path(file)
    ending = path.suffix.lower()
    if ending not in TEXT + PARQUET + IPC:
        endings = ", ".join((TEXT + PARQUET + IPC)[:-1]) + f" or {IPC[-1]}"
        found = shown(path.name)
        raise ArgumentError(
            f"`source` must end in {endings}, not {found}", expected=endings, found=found
        )
    data = file_bytes(file)
    if ending in TEXT:
        return read_delimited(data, file=file, delimiter=delimiter, encoding=encoding)
    return (arrow.read_parquet if ending in PARQUET else arrow.read_ipc)(data, file)
