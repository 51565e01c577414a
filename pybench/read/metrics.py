"""Several metrics or costs of one source -> a results table for each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pybench.base.errors import ArgumentError
from pybench.read import arrow
from pybench.read.formats.registry import paths_of
from pybench.read.frame import is_pandas_frame
from pybench.read.layout import SCORE
from pybench.read.results import column_names, read_results

if TYPE_CHECKING:
    from pybench.table import ResultsTable


def read_metrics(
    source: Any, higher_is_better: Mapping[str, bool], **reading: Any
) -> dict[str, ResultsTable]:
    """Read several metrics or costs from one source: a results table for each.

    Parameters
    ----------
    source : path, data frame, or Arrow table or stream
        As in `read_results`: a long table with one column per metric, a long table whose column
        ``metric`` names the metric of each score, or files of a tool that have several metrics.
    higher_is_better : mapping of str to bool
        The names of the metrics and costs to read (such as "accuracy", "seconds"), each with its
        direction: true if higher scores are better.
    **reading
        Further arguments of `read_results`, such as ``repeats`` or ``missing``, but not ``metric``
        and ``score``.

    Returns
    -------
    dict of str to ResultsTable
        In the order of ``higher_is_better``, as `compare_metrics` takes them.

    Raises
    ------
    ArgumentError
        If ``higher_is_better`` is no such mapping, or an argument is invalid.
    ResultsTableError
        If a metric is not in the source, or a table is malformed.

    Examples
    --------
    >>> import pandas as pd
    >>> import pybench as pb
    >>> frame = pd.DataFrame({"dataset": ["iris", "iris"], "method": ["a", "b"],
    ...                       "accuracy": [0.9, 0.8], "seconds": [5.0, 2.0]})
    >>> tables = pb.read_metrics(frame, {"accuracy": True, "seconds": False})
    >>> print(tables["seconds"])
    Results of 2 methods on 1 dataset: seconds, lower is better
          a  b
    iris  5  2
    """
    if not isinstance(higher_is_better, Mapping) or not higher_is_better:
        expected = "the direction of each metric by its name"
        raise ArgumentError(
            f"`higher_is_better` must be {expected}",
            expected=expected,
            found=type(higher_is_better).__name__ if higher_is_better else "nothing",
            hint='Write it so: {"accuracy": True, "seconds": False}.',
        )
    for name in ("metric", "score"):
        if name in reading:
            raise ArgumentError(
                f"`{name}` cannot be given: `higher_is_better` names the metrics",
                expected=f"no `{name}`",
                found=repr(reading[name]),
            )
    if hasattr(source, "__arrow_c_stream__") and not is_pandas_frame(source):
        source = arrow.held(source)  # a stream can be read once only
    columns = _columns(source)
    return {
        name: read_results(
            source,
            higher_is_better=higher,
            metric=name,
            score=name if {SCORE, name} <= columns else None,
            **reading,
        )
        for name, higher in higher_is_better.items()
    }


def _columns(source: Any) -> set[str]:
    """Return the names of the columns of a source, none if it has no plain table."""
    paths = paths_of(source)
    if paths is None:
        return set(getattr(source, "column_names", getattr(source, "columns", ())))
    try:
        return set(column_names(paths[0]))
    except ArgumentError:  # a file of a tool
        return set()
