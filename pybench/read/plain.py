"""Large plain delimited files, read fast by Arrow: only if the strict reader would read the same.

A file is plain if it is UTF-8 without quotes, NUL, CR alone and blank lines, if its rows are as
wide as its header, and if every score is a missing token or a number that Arrow takes. Otherwise
the answer is None, and the strict reader (``delimited.py``) reads the file or refuses it.
"""

from __future__ import annotations

import codecs
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from pybench.read.delimited import DELIMITERS
from pybench.read.grid import Column, Names, RawTable
from pybench.read.layout import Roles, metric_column, score_names
from pybench.read.numbers import MISSING

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt
    import pyarrow as pa

SMALLEST = 1 << 18  #: bytes; below, loading Arrow takes longer than reading strictly
_BLOCK = 1 << 19  # bytes read at a time: Arrow reads many blocks ahead
_HEADER = 1 << 20  # bytes of the longest header


def plain_grid(
    file: str, delimiter: str | None, layout: str, roles: Roles, metric: str | None
) -> RawTable | None:
    """Return the table of a large plain UTF-8 file, with scores as numbers; else None.

    Parameters
    ----------
    file : str
        Path of a delimited text file.
    delimiter, layout, roles, metric
        As in `read_results`, checked.

    Returns
    -------
    RawTable or None
        Names as `Names`, scores as columns of one array; columns that have no role are empty.
    """
    try:
        if Path(file).stat().st_size < SMALLEST:
            return None
        with Path(file).open("rb") as stream:
            header = stream.readline(_HEADER).decode("utf-8")
    except (OSError, ValueError):
        return None  # the strict reader says why
    mark = delimiter or "".join(one for one in DELIMITERS if one in header)
    names = header.rstrip("\r\n").split(mark) if len(mark) == 1 else []
    if len(set(names)) < max(len(names), 2) or not names[0] or header.startswith("\ufeff"):
        return None
    n_rows = _rows(file)
    coded, scores = _columns(names, layout, roles.understood(names), metric)
    if n_rows is None or not scores or set(coded) & set(scores):
        return None
    return _read(file, mark, names, n_rows, coded, scores)


def _columns(
    names: list[str], layout: str, roles: Roles, metric: str | None
) -> tuple[list[str], list[str]]:
    """Return the columns that hold names, and those that hold scores."""
    coded = [one for one in (roles.dataset, roles.classifier, *roles.resamples) if one in names]
    is_long = roles.dataset in names and roles.classifier in names
    if layout == "long" or (layout == "auto" and is_long):
        scores = [one for one in score_names(roles.score, metric) if one in names][:1]
        named = metric_column(names, roles, scores[0], metric) if scores else None
        return (coded if named is None else [*coded, named]), scores
    coded = [one for one in (roles.dataset, *roles.resamples) if one in names]
    return coded, [name for name in names if name not in coded]


def _rows(file: str) -> int | None:
    """Return the number of rows below the header; None if a byte is not plain."""
    utf8 = codecs.getincrementaldecoder("utf-8")()
    ends = returns = pairs = 0
    before = b""  # the last bytes of the block before
    with Path(file).open("rb") as stream:
        while block := stream.read(_BLOCK):
            seen = before + block
            if any(bad in seen for bad in (b'"', b"\0", b"\n\n", b"\n\r\n")):
                return None
            ends += block.count(b"\n")
            returns += block.count(b"\r")
            pairs += seen.count(b"\r\n") - before.count(b"\r\n")
            before = seen[-2:]
            try:
                utf8.decode(block, final=len(block) < _BLOCK)
            except UnicodeDecodeError:
                return None
    return ends - before.endswith(b"\n") if returns == pairs else None


def _read(
    file: str, mark: str, names: list[str], n_rows: int, coded: list[str], scores: list[str]
) -> RawTable | None:
    import numpy as np
    import pyarrow as pa

    values = np.empty((n_rows, len(scores)))
    codes = {name: np.empty(n_rows, np.intp) for name in coded}
    labels: dict[str, dict[str, int]] = {name: {} for name in coded}
    row = 0
    try:
        for batch in _batches(file, mark, names, coded, scores):
            here = slice(row, row := row + len(batch))
            if row > n_rows or not _fill(values[here], batch.columns[len(coded) :]):
                return None
            for name, column in zip(coded, batch.columns, strict=False):
                known = labels[name]
                own = [known.setdefault(one, len(known)) for one in column.dictionary.to_pylist()]
                codes[name][here] = np.array(own, np.intp)[column.indices.to_numpy()]
    except (pa.ArrowInvalid, OSError):
        return None
    if row != n_rows or row == 0:
        return None
    values.flags.writeable = False
    held: dict[str, Column] = {
        name: Column(name, "fields", Names.coded(codes[name], list(labels[name])), "text")
        for name in coded
    }
    held |= {name: Column(name, "floats", values[:, j], "text") for j, name in enumerate(scores)}
    columns = [held.get(name) or Column(name, "other", [], "text") for name in names]
    return RawTable(columns, n_rows, file, range(2, n_rows + 2))


def _batches(
    file: str, mark: str, names: list[str], coded: list[str], scores: list[str]
) -> Iterator[pa.RecordBatch]:
    import pyarrow as pa
    from pyarrow import csv

    types: dict[str, pa.DataType] = dict.fromkeys(scores, pa.float64())
    types |= dict.fromkeys(coded, pa.dictionary(pa.int32(), pa.string()))
    reader = csv.open_csv(
        file,
        csv.ReadOptions(block_size=_BLOCK, column_names=names, skip_rows=1, use_threads=False),
        csv.ParseOptions(delimiter=mark, quote_char=False, ignore_empty_lines=False),
        csv.ConvertOptions(
            column_types=types,
            include_columns=[*coded, *scores],
            null_values=sorted(MISSING),
            strings_can_be_null=False,
        ),
    )
    with reader:
        yield from reader


def _fill(there: npt.NDArray[np.float64], columns: list[pa.Array]) -> bool:
    """Copy columns of numbers; False if one is an infinity, or NaN in another spelling."""
    import numpy as np

    for j, column in enumerate(columns):
        there[:, j] = column.to_numpy(zero_copy_only=False)
    absent = sum(column.null_count for column in columns)
    return bool(np.isfinite(there).sum() == there.size - absent)
