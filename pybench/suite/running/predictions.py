"""Predictions of one fold in OpenML's columns, as a CSV file that R also reads and writes."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pybench.base.errors import SuiteError, refusal
from pybench.suite.running.lines import line

HEAD = ("repeat", "fold", "row_id", "prediction", "correct")
CONFIDENCE = "confidence."


@dataclass(frozen=True, eq=False)
class Predictions:
    """An estimator's predictions for the test rows of one fold."""

    repeat: int
    fold: int
    rows: NDArray[np.int64]  #: (n,) rows of the dataset, 0-based
    predicted: tuple[Any, ...]  #: n classes, or numbers, which are texts when read
    correct: tuple[Any, ...]  #: the same
    classes: tuple[str, ...] = ()  #: of the columns of `confidences`
    confidences: NDArray[np.float64] | None = None  #: (n, classes), each in [0, 1]


def encode(one: Predictions) -> bytes:
    """Return the content of the file: UTF-8, line feeds, shortest doubles that read back exactly.

    Examples
    --------
    >>> import numpy as np
    >>> one = Predictions(0, 3, np.array([7]), ("a",), ("b",), ("a", "b"), np.array([[0.9, 0.1]]))
    >>> print(encode(one).decode(), end="")
    repeat,fold,row_id,prediction,correct,confidence.a,confidence.b
    0,3,7,a,b,0.9,0.1
    """
    numbers: list[Sequence[float]] = [()] * len(one.rows)
    if one.confidences is not None:
        numbers = one.confidences.tolist()
    head = line([*HEAD, *(CONFIDENCE + name for name in one.classes)])
    cases = zip(one.rows.tolist(), one.predicted, one.correct, numbers, strict=True)
    lines = (
        line([one.repeat, one.fold, row, said, true, *shares]) for row, said, true, shares in cases
    )
    return "".join([head, *lines]).encode()


def decode(data: bytes, file: str | None = None) -> Predictions:
    """Read a file that `encode` or R wrote.

    Raises
    ------
    SuiteError
        If it is malformed: the place, what was expected and what was found.
    """
    try:
        head, *lines = csv.reader(io.StringIO(data.decode(), newline=""), strict=True)
    except (ValueError, csv.Error) as error:
        raise _refused(f"a file that does not read ({error})", file) from error
    names = head[len(HEAD) :]
    if tuple(head[: len(HEAD)]) != HEAD or not all(n.startswith(CONFIDENCE) for n in names):
        raise _refused(f"the columns {', '.join(head)[:80]}", file, 1)
    try:
        if not lines or any(len(case) != len(head) for case in lines):
            raise ValueError("lines of another length")
        (place,) = {(int(case[0]), int(case[1])) for case in lines}
        rows = np.array([int(case[2]) for case in lines])
        if rows.dtype != np.int64 or rows.min() < 0 or not 0 <= min(place) <= max(place) < 2**31:
            raise ValueError("a number that cannot be a repeat, fold or row")
        shares = np.array([[float(x) for x in case[len(HEAD) :]] for case in lines])
    except ValueError as error:
        raise _refused(str(error), file) from error
    said, true = (tuple(case[column] for case in lines) for column in (3, 4))
    classes = tuple(name.removeprefix(CONFIDENCE) for name in names)
    return Predictions(*place, rows, said, true, classes, shares if classes else None)


def _refused(found: str, file: str | None, line: int | None = None) -> Exception:
    expected = f"predictions of one fold with the columns {', '.join(HEAD)}, {CONFIDENCE}<class>"
    hint = "Run the fold again: remove the file."
    return refusal(expected, found, hint, file=file, line=line, kind=SuiteError)
