"""Files of tsml-eval, each of one metric: resamples of one estimator, or means of several."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pybench.base.errors import refusal
from pybench.base.text import shown_names
from pybench.read.formats.board import Board, several_metrics
from pybench.read.formats.file import File
from pybench.read.grid import Column, Kind, RawTable
from pybench.read.layout import Roles

RESAMPLES, ESTIMATORS = ("Resamples:", "folds:"), "Estimators:"
_DERIVED = ("_ranks", "_p_values")  # of scores: begin as these, and are none
_UNNAMED = "TESTFOLDS"  # in older files, in the place of a metric


@dataclass(frozen=True, slots=True)
class TsmlEval:
    """One row per dataset; a column per resample (NAME_METRIC.csv) or estimator (METRIC_mean.csv).

    Names of files alone state the metric and, of resamples, the estimator.
    """

    name: str = "tsml-eval"
    files: tuple[str, ...] = ("*.csv", "*.csv.gz")

    def lacks(self, file: File) -> list[str]:
        """Return what the header lacks; nothing if it is of this format."""
        names = file.names if file.ending in (".csv", ".gz") else []
        first, rest = (names[0], names[1:]) if names else ("", [])
        resamples = first in RESAMPLES and all(name.isdecimal() for name in rest)
        means = first == ESTIMATORS and not _stem(file).endswith(_DERIVED)
        return [] if rest and (resamples or means) else [RESAMPLES[0]]

    def board(self, files: Sequence[File], metric: str | None, source: str) -> Board:
        """Return the scores of one metric of all files."""
        named = {file.path: _named(file) for file in files}
        metrics = list(dict.fromkeys(own for _, own in named.values() if own))
        if metric is None and len(metrics) > 1:
            raise several_metrics(metrics, source)
        chosen = metric or (metrics[0] if metrics else None)
        mine = [file for file in files if named[file.path][1] in (chosen, None)]
        if not mine:
            hint = "Give one of these as `metric`."
            raise refusal(f"the metric `{chosen}`", shown_names(metrics, 20), hint, file=source)
        kinds = {named[file.path][0] is None for file in mine}
        if len(kinds) == 2:
            hint = "Read them one by one."
            raise refusal("files of resamples, or of means", "both", hint, file=source)
        rows: list[tuple[object, object, object, object, str]] = []
        for file in mine:
            rows += _rows(file, named[file.path][0], len(mine) > 1)
        texts = list(zip(*rows, strict=True)) if rows else [()] * 5
        fields = all(column.kind == "fields" for file in mine for column in file.table.columns)
        kind: Kind = "fields" if fields else "objects"
        columns = [
            Column("dataset", kind, texts[0], "text"),
            Column("method", "objects", texts[1], "text"),
            Column("score", kind, texts[3], "number"),
        ]
        if kinds == {False}:
            columns.append(Column("resample", "objects", texts[2], "text"))
        grid = RawTable(columns, len(rows), source, where=[str(place) for place in texts[4]])
        return Board(grid, Roles(classifier="method", score="score"), chosen, None)


def _stem(file: File) -> str:
    return file.name.removesuffix(".gz").removesuffix(".csv")


def _named(file: File) -> tuple[str | None, str | None]:
    """Return the estimator, None if the file has several, and the metric, None if it is unnamed."""
    stem = _stem(file)
    if file.names[0] == ESTIMATORS:
        return None, stem.removesuffix("_mean").rpartition("_")[2] or None
    estimator, _, metric = stem.rpartition("_")
    return estimator or stem, None if not estimator or metric == _UNNAMED else metric


def _rows(
    file: File, estimator: str | None, several: bool
) -> list[tuple[object, object, object, object, str]]:
    """Return dataset, method, resample, score and place of each score."""
    grid = file.table
    first, *rest = grid.columns
    lines = grid.lines or [row + 1 for row in range(grid.n_rows)]
    places = [
        f"{file.where}:{line}" if several else grid.place(row) for row, line in enumerate(lines)
    ]
    return [
        (first.values[row], estimator or column.name, column.name, column.values[row], places[row])
        for column in rest
        for row in range(grid.n_rows)
    ]
