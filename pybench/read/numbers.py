"""Scores of a grid -> doubles: the nearest to each text, NaN if missing, nothing guessed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import inf, nan
from typing import TYPE_CHECKING, Any

from pybench.base.errors import InputError
from pybench.base.text import shown
from pybench.read.grid import Column, RawTable, is_missing

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Floats = npt.NDArray[np.float64]

MISSING = frozenset(("", "NA", "N/A", "n/a", "NaN", "nan", "null", "NULL", "None", "<NA>"))
LARGEST_INTEGER = 2**53

_NUMBER = re.compile(r"[ \t]*[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?[ \t]*")
_INFINITE = re.compile(r"[ \t]*[+-]?inf(?:inity)?[ \t]*", re.IGNORECASE | re.ASCII)
_DECIMAL_COMMA = re.compile(r"[ \t]*[+-]?[0-9]+,[0-9]+(?:[eE][+-]?[0-9]+)?[ \t]*")
_CORRECT = "Correct the score, or leave it out as missing."


def score_values(grid: RawTable, columns: Sequence[Column]) -> Floats:
    """Return the scores of some columns.

    Parameters
    ----------
    grid : RawTable
        The grid of the columns, for errors.
    columns : sequence of Column
        The columns that hold scores.

    Returns
    -------
    (rows, columns) ndarray of float64
        NaN if a score is missing; no infinity.

    Raises
    ------
    ResultsTableError
        At the first cell, row by row, with an infinity or a value that is not a number; before
        that, in memory, at the first column with anything but numbers.
    """
    import numpy as np

    if all(column.kind == "fields" for column in columns):
        parsed = zip(*(map(parse_score, column.values) for column in columns), strict=True)
        values = np.array(list(parsed), dtype=np.float64).reshape(grid.n_rows, len(columns))
    elif (whole := _side_by_side(columns)) is not None:
        values = whole
    else:
        values = np.column_stack([_numbers(grid, column) for column in columns])
    bad = np.argwhere(np.isinf(values))
    if len(bad):
        row, j = map(int, bad[0])
        raise _refused_score(grid, columns[j], row)
    return values


def _numbers(grid: RawTable, column: Column) -> Floats:
    """Return the scores of a column of fields, or of values in memory."""
    import numpy as np

    if column.kind == "fields":
        return np.array([parse_score(text) for text in column.values], dtype=np.float64)
    return _in_memory(grid, column)


def _side_by_side(columns: Sequence[Column]) -> Floats | None:
    """Return the array whose columns these are, all of them in order: it need not be copied."""
    whole: Any = getattr(columns[0].values, "base", None)
    if getattr(whole, "shape", None) != (len(columns[0].values), len(columns)):
        return None
    import numpy as np

    pairs = zip((column.values for column in columns), whole.T, strict=True)
    same = (getattr(one, "__array_interface__", None) == o.__array_interface__ for one, o in pairs)
    return np.asarray(whole) if all(same) else None


def parse_score(text: str) -> float:
    """Return the double nearest to a decimal text, NaN for a missing token, else an infinity."""
    if text in MISSING:
        return nan
    return float(text) if _NUMBER.fullmatch(text) else inf


def _refused_score(grid: RawTable, column: Column, row: int) -> InputError:
    """Return the error about a score that `score_values` turned into an infinity."""
    value = column.values[row]
    text = shown(value if isinstance(value, str) else str(float(value)))
    if column.kind != "fields" or _INFINITE.fullmatch(value) or _NUMBER.fullmatch(value):
        return grid.cell_refusal("a finite number", text, _CORRECT, row, column.name)
    hint = "Write a missing score as an empty field or NA."
    if _DECIMAL_COMMA.fullmatch(value):
        hint = "Write decimals with a point."
    return grid.cell_refusal("a number", text, hint, row, column.name)


def _in_memory(grid: RawTable, column: Column) -> Floats:
    import numpy as np

    if column.kind == "floats":
        return np.asarray(column.values, dtype=np.float64)
    if column.kind in ("texts", "other"):
        hint = "Convert the column to float64 first."
        raise grid.refusal("numbers", column.type, hint, column=column.name)
    scores = (_score(grid, column, row, value) for row, value in enumerate(column.values))
    return np.fromiter(scores, dtype=np.float64, count=grid.n_rows)


def _score(grid: RawTable, column: Column, row: int, value: Any) -> float:
    """Return a value of a column of integers or of any values as a double."""
    import numpy as np

    if is_missing(value):
        return nan
    if isinstance(value, (int, np.integer)) and not isinstance(value, bool):
        if abs(int(value)) > LARGEST_INTEGER:
            expected = "an integer of at most 2^53 in size"
            hint = "Convert the column to float64 first."
            raise grid.cell_refusal(expected, shown(str(value)), hint, row, column.name)
        return float(value)
    if isinstance(value, (float, np.float32, np.float16)):
        return float(value)
    hint = "Write a missing score as None or NaN."
    raise grid.cell_refusal("a number", shown(str(value)), hint, row, column.name)


def number_or_none(text: str) -> float | None:
    """Return the double nearest to a decimal text, None for any other text."""
    return float(text) if _NUMBER.fullmatch(text) else None
