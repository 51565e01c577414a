"""Compute all shared statistics in both languages, and record how far the results differ."""

from __future__ import annotations

import platform
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING

from pybench.base import check, shared
from pybench.base.errors import ArgumentError, InputError, PybenchError, RPackageMissing
from pybench.base.progress import Clock, Progress
from pybench.bridge.agreement import Agreement, Answer, counted_agreements
from pybench.bridge.call import call
from pybench.certificate import (
    choosing,
    comparing,
    distinguishing,
    mapping,
    marking,
    sharing,
    tables,
)
from pybench.certificate.asked import Asked, Questions
from pybench.certificate.published import figures
from pybench.certificate.result import Certificate, LargestDifference, worst_of
from pybench.comparison.ranks import require_comparable

if TYPE_CHECKING:
    from pybench.table import ResultsTable

#: Name of the user's table in a certificate.
YOURS = "your table"


def certify(
    t: ResultsTable | None = None,
    alpha: float = 0.05,
    *,
    tie_tol: float | str = "decimal",
    progress: Callable[[Progress], object] | None = None,
) -> Certificate:
    """Compute every statistic that exists in both Python and R, and compare the results.

    Parameters
    ----------
    t : ResultsTable, optional
        Scores of k >= 2 methods on N >= 2 datasets. All statistics that apply to this table are
        computed on it. With or without a table, the statistics are also computed on the data that
        ship with pybench.
    alpha : float in (0, 1)
        Family-wise level.
    tie_tol : "decimal", float or "auto"
        See `ranks`.
    progress : callable, optional
        Called with a `Progress` before the first statistic and after each statistic.

    Returns
    -------
    Certificate
        Differences are reported in the result, not raised as errors.

    Raises
    ------
    RNotFound, RVersionUnsupported, RPackageMissing, ExtraMissing
        R, or a package that it needs, is missing or its version is not supported.
    ResultsTableError, ArgumentError
        For the same reasons as `nemenyi`.

    Notes
    -----
    R computes in its child process while Python computes its own results. Both languages train maps
    with R. The maps are therefore compared with those of the R package kohonen, if it is installed.

    Examples
    --------
    >>> import pybench as pb
    >>> found = pb.certify()  # doctest: +SKIP
    >>> found.agrees, found.lines()[0].statistic  # doctest: +SKIP
    (True, 'friedman')
    """
    level = check.level("alpha", alpha)
    tolerance = check.tie_tolerance(tie_tol)
    if t is not None:
        require_comparable(t, complete=False)
    versions = _versions()  # first of all: without R there is nothing to compare
    asked = [*questions(t, level, tolerance)]
    rows: list[LargestDifference] = []
    refused: list[tuple[str, str]] = []
    clock = Clock(dict.fromkeys(range(len(asked)), 1.0), range(len(asked)), progress, "questions")
    for place, (one, ours, theirs) in enumerate(_answered(asked)):
        found = _compared(one, ours, theirs)
        if isinstance(found, str):
            refused.append((f"{one.name} [{one.table}, {one.settings}]", found))
        else:
            rows += found
        clock.done(place, one.name)
    return Certificate(tuple(worst_of(rows)), figures(), tuple(refused), versions)


def questions(t: ResultsTable | None, alpha: float, tie_tol: float | str) -> Questions:
    """Yield every question, by room."""
    given = {name: tables.results(name) for name in (tables.DEMSAR, tables.ACCURACY)}
    if t is not None:
        given[YOURS] = t
    for name, table in given.items():
        yield from comparing.of_table(table, name, alpha, tie_tol)
    yield from comparing.shipped()
    for name, table in given.items():
        yield from mapping.of_table(table, name, alpha)
    yield from mapping.shipped()
    for name, table in given.items():
        yield from choosing.of_table(table, name)
    for room in (choosing, distinguishing, marking, sharing):
        yield from room.shipped()


def _answered(
    asked: Sequence[Asked],
) -> Iterator[tuple[Asked, Answer | PybenchError, Answer | PybenchError]]:
    """Yield each question with Python's answer and R's, computed at the same time."""
    with ThreadPoolExecutor(max_workers=1) as r_side:
        theirs: list[Future[Answer | PybenchError]] = [
            r_side.submit(_answer, one.r) for one in asked
        ]
        try:
            for one, answer in zip(asked, theirs, strict=True):
                yield one, _answer(one.python), answer.result()
        finally:
            r_side.shutdown(wait=False, cancel_futures=True)


def _answer(side: Callable[[], Answer]) -> Answer | PybenchError:
    """Return an answer, or the reason for its absence: a refusal, or kohonen not installed."""
    try:
        return side()
    except (ArgumentError, InputError, RPackageMissing) as refusal:
        return refusal


def _compared(
    one: Asked, ours: Answer | PybenchError, theirs: Answer | PybenchError
) -> list[LargestDifference] | str:
    """Compare two answers; return the reason if there is nothing to compare."""
    if isinstance(theirs, RPackageMissing):
        return str(theirs)
    if isinstance(ours, PybenchError) and type(ours) is type(theirs):
        return str(ours)
    if isinstance(ours, PybenchError) or isinstance(theirs, PybenchError):
        # Only one has numbers: as far apart as possible.
        said = [str(x) if isinstance(x, PybenchError) else "" for x in (ours, theirs)]
        found = [(Agreement.of_equal(f"{one.name}.refusal", *said), 1)]
    else:
        found = counted_agreements(one.name, ours, theirs)
    return [
        LargestDifference(
            one.room, one.name, one.table, one.settings, values, int(not row.agrees), row
        )
        for row, values in found
    ]


def _versions() -> dict[str, str]:
    import numpy as np
    import scipy

    return {
        "pybench": shared.version(),
        "python": platform.python_version(),
        "numpy": np.__version__,
        "scipy": scipy.__version__,
        "r": call("bridge_eval", {"source": "as.character(getRversion())"}),
    }
