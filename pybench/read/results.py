"""Any results table -> ResultsTable."""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from pybench.base import check
from pybench.base.errors import ArgumentError, InputError
from pybench.base.names import nearest
from pybench.base.text import shown, shown_names
from pybench.read import arrow
from pybench.read.delimited import check_arguments, read_delimited
from pybench.read.excel import read_sheet
from pybench.read.files import file_bytes, unpacked
from pybench.read.formats.board import direction, stacked
from pybench.read.formats.file import File
from pybench.read.formats.registry import PLAIN, nearest_format, paths_of, read_board
from pybench.read.frame import frame_grid, is_matrix, is_pandas_frame, matrix_records
from pybench.read.grid import RawTable
from pybench.read.layout import Records, Roles, records
from pybench.read.missing import check_missing, settled
from pybench.read.plain import plain_grid
from pybench.read.repeats import tabulate
from pybench.table import ResultsTable, check_direction, check_metric, results_table

REPEATS = ("error", "mean", "keep", "available")
LAYOUTS = ("auto", "wide", "long")
TEXT, PARQUET, IPC = (".csv", ".tsv", ".txt"), (".parquet", ".pq"), (".arrow", ".feather", ".ipc")
EXCEL = (".xlsx",)
LONGEST_HEADER = 1 << 20  # bytes that are searched for the names of columns


def read_results(
    source: Any,
    *,
    higher_is_better: bool | None = None,
    metric: str | Mapping[str, str] | None = None,
    missing: str = "error",
    repeats: str = "error",
    layout: str = "auto",
    dataset: str = "dataset",
    classifier: str = "classifier",
    score: str | None = None,
    resample: str | Sequence[str] = "resample",
    delimiter: str | None = None,
    encoding: str = "utf-8",
    datasets: Iterable[str] | None = None,
    classifiers: Iterable[str] | None = None,
    format: str = "auto",
) -> ResultsTable:
    """Read a results table: scores of k methods on N datasets.

    Tables of scores are read, and the files that evaluation tools write (`formats` lists them).
    Nothing is guessed, padded or renamed: invalid input raises an error that names the file, the
    line and the column. A column of row numbers among the scores is also an error. A first column
    without a name, as ``df.to_csv()`` writes it for an index, is read as the names of the datasets
    if its entries are distinct and none is blank or a number; a log message reports this.

    Parameters
    ----------
    source : path, data frame, Arrow table or stream, or array
        One of:

        * the path of a file: .csv, .tsv or .txt (delimited text, also compressed as .gz), .xlsx
          (the first sheet), .parquet or .pq, or .arrow, .feather or .ipc (Arrow IPC),
        * the path of a file that a tool wrote, such as the .json of lm-eval,
        * several such files: a folder, which is searched with its subfolders, a pattern such as
          ``runs/*.json``, or a list of paths,
        * a pandas or polars frame,
        * a pyarrow table or any object with ``__arrow_c_stream__``,
        * a NumPy array or nested lists of N x k numbers, together with ``datasets`` and
          ``classifiers``.
    higher_is_better : bool, optional
        True if higher scores are better, as for accuracy; False if lower scores are better, as for
        an error rate. Required, unless the format of the file states the direction.
    metric : str or mapping of str to str, optional
        Name of the metric of the scores. In files with several metrics, the one to read. If the
        datasets have different metrics, a mapping of each dataset to its metric; the result then
        has ``metrics``, and its scores are never averaged or subtracted.
    missing : {"error", "drop", "pairwise", "keep", "worst", "impute:<method>"}
        How to treat missing scores:

        * "error" raises an error.
        * "drop" leaves out every dataset that lacks a score, and lists these datasets in
          ``dropped``.
        * "pairwise" keeps missing scores as NaN. Tests of pairs that use only the scores of the
          pair (`wilcoxon`, `sign_test`, `paired_t`, `corrected_t`, `effects`, `multi_comparison`,
          and the Bayesian tests) then compare each pair on the datasets on which both methods have
          a score; their ``n_common`` is the number of these datasets. Tests that rank all methods
          of a dataset refuse such a table; `skillings_mack` and, for balanced blocks, `durbin` and
          `durbin_pairs` replace them.
        * "keep" is another name of "pairwise".
        * "worst" fills in the worst score that any method has on the dataset.
        * "impute:<method>" fills in the score of this method on the dataset, such as
          "impute:forest" for a method "forest".

        Scores that were filled in are no measurements: ``filled`` marks them, and every result of
        the table has the note ``filled-scores``.
        Infinite scores always raise an error. A score is missing if

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
        Names of the columns with these roles. If ``dataset`` is not given and there is no column
        "dataset", the column "task" is used; likewise, "method", "model", "estimator" or
        "framework" is used for "classifier". If ``score`` is not given, the scores are in the
        column "score" or, if there is no such column, in the column named by ``metric``. A column
        "metric" of a long table names the metric of each score, unless ``metric`` names the column
        of the scores: with several metrics per dataset, ``metric`` says which one to read, and with
        one per dataset, the result has ``metrics``. Other columns are ignored. The column
        ``resample`` is optional; ``resample`` may also be a sequence of names, such as ("repeat",
        "fold"), whose values together label a repeat.
    delimiter : {",", tab, ";", "|"}, optional
        Delimiter of a text file; by default the only one that fits the header and every row.
    encoding : {"utf-8", "latin-1", "cp1252"}
        Encoding of a text file.
    datasets, classifiers : iterables of str, optional
        Names of the rows and columns of an array or of nested lists; not accepted for any other
        source.
    format : str
        Format of files: "table" is a plain table, which the other arguments describe; another name
        of `formats` is the tool that wrote the files. "auto" recognises the tool by the content; it
        is "table" if an argument names a column.

    Returns
    -------
    ResultsTable
        The table has its datasets and methods in order of first appearance. Names are unchanged; if
        a file of a tool has variants of one name (such as configurations of a dataset), the name of
        the variant is added. ``source`` has the path and, in parentheses, the format.

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
    if not isinstance(metric, Mapping):
        check_metric(metric)
    one = metric if isinstance(metric, str) else None
    check.choice("repeats", repeats, REPEATS)
    check_missing(missing, repeats)
    check.choice("layout", layout, LAYOUTS)
    check.text("format", format)
    check_arguments(delimiter, encoding)
    roles = Roles(dataset, classifier, score, _columns(resample))
    paths = None if datasets is not None or classifiers is not None else paths_of(source)
    if paths is None and is_matrix(source):
        check.choice("format", format, PLAIN)
        higher = check_direction(higher_is_better)
        rows = matrix_records(source, datasets, classifiers)
        return _table(rows, repeats, missing, higher, metric)
    if datasets is not None or classifiers is not None:
        raise ArgumentError(
            "`datasets` and `classifiers` can be given only if `source` is an array"
        )
    if paths is None:
        files = [File("", lambda _: _memory_grid(source, roles))]
    else:
        table = partial(file_grid, delimiter=delimiter, encoding=encoding)
        names = partial(column_names, delimiter=delimiter, encoding=encoding)
        files = [File(path, table, names) for path in paths]
    name = os.fspath(source) if isinstance(source, (str, os.PathLike)) else files[0].path
    by_name = roles == Roles() or format not in PLAIN
    board = read_board(files, name, format if by_name else "table", one)
    if board is not None:
        higher = check_direction(direction(board, higher_is_better, board.grid.file))
        rows = records(board.grid, "long", board.roles, None)
        own = metric if isinstance(metric, Mapping) else board.metric
        return _table(rows, repeats, missing, higher, own)
    higher = check_direction(higher_is_better)
    plain = _plain(files, delimiter, encoding, layout, roles, one)
    if plain is not None:
        with suppress(InputError):  # the strict reader words the refusal
            rows = records(plain, layout, roles, one)
            return _table(rows, repeats, missing, higher, metric)
    grid = stacked([file.table for file in files], files, name)
    try:
        rows = records(grid, layout, roles, one)
    except InputError as refused:
        lacks = (refused.expected or "").startswith("a column ")
        near = nearest_format(files[0]) if lacks else None
        if near is not None:
            refused.hint = f"{refused.hint} The table is {near}."
            refused.args = (str(refused),)
        raise
    return _table(rows, repeats, missing, higher, metric)


def _columns(resample: object) -> str | tuple[str, ...]:
    """Return the argument ``resample``: a name, or several as a tuple."""
    if isinstance(resample, str) or not isinstance(resample, (list, tuple)):
        return resample  # type: ignore[return-value]  # `Roles` checks it
    return tuple(resample) if len(resample) != 1 else resample[0]


def _plain(
    files: Sequence[File],
    delimiter: str | None,
    encoding: str,
    layout: str,
    roles: Roles,
    metric: str | None,
) -> RawTable | None:
    """Return a large plain text file as it is read fast, else None."""
    if len(files) > 1 or files[0].ending not in TEXT or encoding != "utf-8":
        return None
    return plain_grid(files[0].path, delimiter, layout, roles, metric)


def _table(
    rows: Records,
    repeats: str,
    missing: str,
    higher_is_better: bool,
    metric: str | Mapping[str, str] | None,
) -> ResultsTable:
    policy = missing if missing in ("error", "drop") else "keep"
    arranged = tabulate(rows, repeats, policy)
    table = results_table(
        arranged.scores,
        arranged.datasets,
        rows.classifiers,
        higher_is_better=higher_is_better,
        **_metric_or_several(rows, arranged.datasets, metric, arranged.dropped),
        by_repeat=arranged.by_repeat if repeats == "keep" else None,
        dropped=arranged.dropped,
        source=rows.grid.file,
        n_repeats=int(arranged.by_repeat.shape[2]),
        n_available=arranged.n_available,
        missing=policy == "keep",
    )
    return settled(table, missing) if policy == "keep" else table


def _metric_or_several(
    rows: Records,
    datasets: Sequence[str],
    metric: str | Mapping[str, str] | None,
    dropped: Sequence[str],
) -> dict[str, Any]:
    """Return the metric of a table, or those of its datasets: as given, or as the rows say.

    The column of metrics, if there is one, must name one per dataset.
    """
    if isinstance(metric, Mapping):
        named = metric
        _refuse_unknown(rows, [*datasets, *dropped], named)
    elif rows.metrics is None:
        return {"metric": metric}
    else:
        pairs = dict.fromkeys(zip(rows.datasets, rows.metrics, strict=True))
        several = [(dataset, name) for dataset, name in pairs if name]
        named = dict(reversed(several))
        for dataset, name in several:
            if named[dataset] != name:
                found = f"{shown(named[dataset])} and {shown(name)} for dataset {shown(dataset)}"
                hint = f'Give the metric, for example metric="{name}", or use `read_metrics`.'
                raise rows.grid.refusal("one metric per dataset", found, hint)
        if len(set(named.values())) < 2:
            return {"metric": metric or next(iter(named.values()), None)}
    absent = [name for name in datasets if name not in named]
    if absent:
        found, hint = f"none for {shown_names(absent)}", "Name it in `metric`."
        raise rows.grid.refusal("a metric for every dataset", found, hint)
    return {"metrics": [named[name] for name in datasets]}


def _refuse_unknown(rows: Records, known: Sequence[str], named: Mapping[str, str]) -> None:
    """Refuse a metric of a dataset that is not in the table."""
    there = set(known)
    unknown = [str(name) for name in named if name not in there]
    if unknown:
        near = nearest(unknown[0], known)
        hint = f"Did you mean {shown(near)}?" if near else "Leave it out of `metric`."
        raise rows.grid.refusal("datasets of the table in `metric`", shown_names(unknown), hint)


def _memory_grid(source: Any, roles: Roles) -> RawTable:
    if is_pandas_frame(source):
        return frame_grid(source, roles.dataset)
    if hasattr(source, "__arrow_c_stream__"):
        return arrow.stream_grid(source)
    expected = "a path, a frame, an Arrow table or stream, or an array"
    found = type(source).__name__
    raise ArgumentError(f"`source` must be {expected}, not {found}", expected=expected, found=found)


def column_names(file: str, delimiter: str | None = None, encoding: str = "utf-8") -> list[str]:
    """Return the names of the columns of a file; of delimited text, from its first line.

    None if the first line is no header by itself: quotes may span lines.
    """
    path = Path(file)
    packed = path.suffix.lower() == ".gz"
    if Path(path.stem if packed else path).suffix.lower() not in TEXT:
        return file_grid(file).names
    head = file_bytes(file, LONGEST_HEADER)
    if packed:
        with suppress(zlib.error):
            head = zlib.decompressobj(wbits=31).decompress(head, LONGEST_HEADER)
    with suppress(InputError):
        header = head.split(b"\n", 1)[0].removesuffix(b"\r")
        return read_delimited(header, file=file, delimiter=delimiter, encoding=encoding).names
    return []


def file_grid(file: str, delimiter: str | None = None, encoding: str = "utf-8") -> RawTable:
    """Read a table from a file in any supported container."""
    path = Path(file)
    ending = path.suffix.lower()
    packed = ending == ".gz"
    if packed:
        ending = Path(path.stem).suffix.lower()
    if ending not in TEXT + (() if packed else EXCEL + PARQUET + IPC):
        known = (*TEXT, *(f"{one}.gz" for one in TEXT), *EXCEL, *PARQUET, *IPC)
        endings = ", ".join(known[:-1]) + f" or {known[-1]}"
        found = shown(path.name)
        raise ArgumentError(
            f"`source` must end in {endings}, not {found}", expected=endings, found=found
        )
    data = unpacked(file_bytes(file), file) if packed else file_bytes(file)
    if ending in EXCEL:
        return read_sheet(data, file)
    if ending in TEXT:
        return read_delimited(data, file=file, delimiter=delimiter, encoding=encoding)
    return (arrow.read_parquet if ending in PARQUET else arrow.read_ipc)(data, file)
