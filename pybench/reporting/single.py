"""Any result by itself: its text, its figure and its table, as a part of a page."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pandas as pd

from pybench import plot
from pybench.base import shared
from pybench.base.result import conclusions_of
from pybench.base.tables import Table
from pybench.base.text import counted
from pybench.comparison.matrix import MultiComparison
from pybench.plot.multi_comparison_text import MOST
from pybench.reporting.figures import FORMS, rendered
from pybench.reporting.frame import Part
from pybench.reporting.numbers import document
from pybench.reporting.tables import frame_table

if TYPE_CHECKING:
    from pybench.base.result import Result

#: Results whose figure has another name.
NAMED_APART = {
    "core-patterns": "patterns",
    "embedding-map": "embedding",
    "posterior": "simplex",
    "som-search": "pareto",
}
ROWS = 50  # rows of a table on a page; its file has them all


def name_of(result: Result) -> str:
    """Return the kind of a result, as in its files: its schema without version."""
    return result.schema.partition("/")[0]


def figure_of(kind: str) -> Callable[..., Any] | None:
    """Return the function of `pybench.plot` that draws such a result without other arguments."""
    name = NAMED_APART.get(kind, kind.replace("-", "_"))
    if name not in plot.__all__:
        return None
    draw: Callable[..., Any] = getattr(plot, name)
    parameters = inspect.signature(draw).parameters.values()
    return draw if sum(one.default is one.empty for one in parameters) == 1 else None


def part(result: Result, *, title: str | None = None) -> Part:
    """Return the part of a page for any result."""
    name = name_of(result)
    # Notes have a separate box.
    lines = [line for line in str(result).split("\n") if not line.lstrip().startswith("note ")]
    table = _table(result)
    words = name.replace("-", " ")
    concluded = conclusions_of(result)
    return Part(
        room=words,
        title=title or words[0].upper() + words[1:],
        lead="",
        template="single.html",
        values={
            "text": "\n".join(lines),
            "name": name,
            "table": table,
            "shown": ROWS,
            "more": _more(table),
        },
        findings=concluded or (lines[0],),
        notes=tuple(getattr(result, "notes", ())),
        facts=(("Made by", f"pybench {shared.version()}, schema {result.schema}"),),
    )


def files(result: Result) -> Iterator[tuple[str, bytes]]:
    """Yield the name and content of every file of a result beside its page."""
    name = name_of(result)
    yield f"{name}.json", document(result.to_dict())
    if (draw := figure_of(name)) is not None and not _too_wide(result):
        figure = draw(result)
        for form in FORMS:
            yield f"{name}.{form}", rendered(figure, form)
    if (table := _table(result)) is not None:
        yield f"{name}.csv", table.to_csv().encode("utf-8")


def _too_wide(result: Result) -> bool:
    """Return whether a result is a matrix of too many columns for a figure; the table has them."""
    return isinstance(result, MultiComparison) and len(result.columns) > MOST


def _table(result: Result) -> Table | None:
    try:
        frame = result.to_frame()
    except TypeError:  # results without a single table raise this
        return None
    if not isinstance(frame.index, pd.RangeIndex):  # it names the rows
        frame = frame.rename_axis([name or "name" for name in frame.index.names]).reset_index()
    return frame_table(name_of(result), frame)


def _more(table: Table | None) -> str:
    beyond = 0 if table is None else len(table.rows) - ROWS
    return f"{counted(beyond, 'row')} more in the file beside." if beyond > 0 else ""
