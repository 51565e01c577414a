"""The outcome of every format: a long table, and what the file says about metric and direction."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pybench.base.errors import InputError, ResultsTableError, refusal
from pybench.base.text import shown, shown_names
from pybench.read.grid import Column, Names, RawTable
from pybench.read.layout import Roles

if TYPE_CHECKING:
    from pybench.read.formats.file import File


@dataclass(frozen=True, slots=True)
class Board:
    """A long table of one metric.

    Attributes
    ----------
    grid : RawTable
        One row per score.
    roles : Roles
        The names of its columns.
    metric : str or None
        The name of the metric.
    higher_is_better : bool or None
        The direction that the file states; None if it states none.
    """

    grid: RawTable
    roles: Roles
    metric: str | None
    higher_is_better: bool | None


@dataclass(frozen=True, slots=True)
class Score:
    """One score of a document.

    ``short`` is a shorter name of the metric, which the caller may give if it is the only one of
    that name. ``where`` is the file, for messages.
    """

    dataset: str
    method: str
    metric: str
    value: float
    where: str
    short: str = ""
    higher_is_better: bool | None = None
    resample: str | None = None


def board_of(scores: Iterable[Score], metric: str | None, source: str, main: str = "") -> Board:
    """Return the scores of one metric.

    Parameters
    ----------
    scores : iterable of Score
        All scores of all files.
    metric : str or None
        The metric that the caller asks for; None if the files must have one only, or ``main``.
    source : str
        The file or folder, for errors.
    main : str
        The metric that stands for the others.

    Raises
    ------
    ResultsTableError
        If the files have no such metric, several metrics of that name, or contradict each other
        about its direction.
    """
    rows = list(scores)
    if not rows:
        raise refusal("at least one score", "none", "Check the file.", file=source)
    name = _metric(rows, metric, source, main)
    rows = [row for row in rows if name in (row.metric, row.short)]
    stated = {row.higher_is_better for row in rows} - {None}
    if len(stated) == 2:
        expected, hint = f"one direction of {shown(name)}", "Choose another metric, or fewer tasks."
        raise refusal(expected, "both", hint, file=source)
    texts = {"dataset": [r.dataset for r in rows], "method": [r.method for r in rows]}
    if any(row.resample is not None for row in rows):
        texts["resample"] = [row.resample or "" for row in rows]
    columns = [Column(key, "texts", values, "text") for key, values in texts.items()]
    columns.append(Column("score", "objects", [row.value for row in rows], "number"))
    grid = RawTable(columns, len(rows), source, where=[row.where for row in rows])
    direction = next(iter(stated), None)
    return Board(grid, Roles(classifier="method", score="score"), name, direction)


def _metric(rows: Sequence[Score], metric: str | None, source: str, main: str) -> str:
    """Return the name of the metric to keep, full or short."""
    full = list(dict.fromkeys(row.metric for row in rows))
    asked = metric or main
    if asked in full:
        return asked
    if not asked and len(full) == 1:
        return full[0]
    if not asked:
        raise several_metrics(full, source)
    same = list(dict.fromkeys(row.metric for row in rows if row.short == asked))
    if not same:
        hint = "Give one of these as `metric`."
        found = shown_names(full, 20)
        raise refusal(f"the metric {shown(asked)}", found, hint, file=source)
    pairs = {(row.dataset, row.metric) for row in rows if row.short == asked}
    if len({dataset for dataset, _ in pairs}) < len(pairs):
        raise several_metrics(same, source)
    return asked


def several_metrics(names: Sequence[str], source: str | None) -> InputError:
    """Return the error for several metrics of which the caller named none."""
    found, hint = shown_names(names, 20), f'Give the metric, for example metric="{names[0]}".'
    return refusal("one metric", found, hint, file=source)


def direction(board: Board, given: bool | None, source: str | None) -> bool | None:
    """Return the direction, if the caller or the file states it and they do not differ."""
    stated = board.higher_is_better
    if given is None or stated is None or given == stated:
        return stated if given is None else given
    words = {True: "higher scores are better", False: "lower scores are better"}
    found = f"`higher_is_better` {given}, but the file says that {words[stated]}"
    hint = "Leave `higher_is_better` out."
    raise refusal("the direction of the file", found, hint, file=source)


def joined(grid: RawTable, key: str, others: Sequence[str]) -> tuple[RawTable, str]:
    """Add to the names of a column what distinguishes the variants of one name.

    Parameters
    ----------
    grid : RawTable
        A table with the column ``key``.
    key : str
        The column of names.
    others : sequence of str
        Columns that may distinguish variants; those that vary within one name, in this order, are
        added to all names, in parentheses.

    Returns
    -------
    tuple of RawTable and str
        The table, with one more column if a name has variants, and the name of the column to use.
    """
    held = {column.name: column for column in grid.columns}
    names = _texts(held[key])
    varying = []
    for other in others:
        if other in held:
            values = _texts(held[other])
            if len(set(zip(names, values, strict=True))) > len(set(names)):
                varying.append(values)
    if not varying:
        return grid, key
    added = [
        f"{name} ({', '.join(filter(None, parts))})" if any(parts) else name
        for name, *parts in zip(names, *varying, strict=True)
    ]
    name = f"{key} with its variant"
    column = Column(name, "texts", added, "text")
    return replace(grid, columns=[*grid.columns, column]), name


def _texts(column: Column) -> list[str]:
    if isinstance(column.values, Names):
        return list(column.values)
    return ["" if value is None or value != value else str(value) for value in column.values]


def stacked(tables: Sequence[RawTable], files: Sequence[File], source: str) -> RawTable:
    """Return the rows of several tables with the same columns as one table.

    Raises
    ------
    ResultsTableError
        If the columns of a table are not those of the first.
    """
    if len(tables) == 1:
        return tables[0]
    first = tables[0]
    for table, file in zip(tables, files, strict=True):
        if set(table.names) != set(first.names) or len(table.names) != len(first.names):
            own = [name for name in table.names if name not in first.names]
            lacking = [name for name in first.names if name not in table.names]
            found = f"{shown_names(own)} in addition" if own else f"no {shown_names(lacking)}"
            hint = "Read the files one by one."
            expected = f"the columns of {shown(files[0].where)}"
            raise refusal(expected, found, hint, file=file.path, kind=ResultsTableError)
    columns = []
    for name in first.names:
        parts = [next(c for c in table.columns if c.name == name) for table in tables]
        kinds = {part.kind for part in parts}
        values = [v for part in parts for v in part.values]
        kind = parts[0].kind if len(kinds) == 1 and parts[0].kind != "floats" else "objects"
        columns.append(Column(name, kind, values, parts[0].type))
    where = [
        f"{file.where}:{table.lines[row] if table.lines is not None else row + 1}"
        for table, file in zip(tables, files, strict=True)
        for row in range(table.n_rows)
    ]
    return RawTable(columns, len(where), source, where=where)
