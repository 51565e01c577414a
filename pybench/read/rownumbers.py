"""Traces of a frame's index in a table: row numbers among scores, unnamed datasets."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from pybench.base import shared
from pybench.base.text import clipped
from pybench.read.grid import Column, RawTable, text_of
from pybench.read.numbers import number_or_none

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

REMEDY = "Remove it, or write the table with index=False (pandas), row.names = FALSE (R)."
LEAST_TOLD, LEAST_UNTOLD = 3, 10

_log = logging.getLogger("pybench")


def with_named_datasets(grid: RawTable, dataset: str) -> RawTable:
    """Name an unnamed first column as the datasets if it contains distinct texts.

    ``to_csv`` and ``write.csv`` write an index of names like this. Nothing changes if another
    column has the name, or if a text is a number; a log line reports the change.
    """
    columns = list(grid.columns)
    if not columns or columns[0].name or dataset in grid.names or not _are_names(columns[0]):
        return grid
    _log.warning("the first column has no name; it is taken as `%s`", clipped(dataset))
    return replace(grid, columns=[replace(columns[0], name=dataset), *columns[1:]])


def _are_names(column: Column) -> bool:
    texts = [text_of(value) or "" for value in column.values]
    all_names = all(text.strip() and number_or_none(text) is None for text in texts)
    return bool(texts) and all_names and len(set(texts)) == len(texts)


def refuse_row_numbers(
    grid: RawTable, names: Sequence[str], scores: npt.NDArray[np.float64]
) -> None:
    """Refuse row numbers among the scores: as a method they would be best or worst.

    Parameters
    ----------
    grid : Grid
        The grid of the scores, for errors.
    names : sequence of str
        Their columns.
    scores : (rows, columns) ndarray

    Raises
    ------
    ResultsTableError
        If a column holds 1 to N or 0 to N - 1 in order. With fewer than 10 rows this can happen by
        chance: then, from 3 rows on, only if its name is one of row-numbers.csv; under such a name
        the numbers may also skip some, as after filtering, or be in another order. A table of one
        method under another name compares nothing, and is read.
    """
    import numpy as np

    n = len(scores)
    told = {row["name"] for row in shared.rows("row-numbers.csv")}
    for name, values in zip(names, scores.T, strict=True):
        if n < LEAST_TOLD or (name not in told and (n < LEAST_UNTOLD or len(names) == 1)):
            continue
        ordered = np.sort(values) if name in told else values
        counts = ordered[0] in (0, 1) and bool((ordered == np.arange(n) + ordered[0]).all())
        whole = name in told and bool(((values >= 0) & (values == np.floor(values))).all())
        rises = whole and bool((np.diff(values) > 0).all())
        if counts or rises:
            raise grid.header_refusal("scores in every column", "row numbers", REMEDY, name)
