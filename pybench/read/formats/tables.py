"""Tables of AutoML, forecasting and experiment tracking, known by the names of their columns."""

from __future__ import annotations

import logging
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pybench.base.errors import refusal
from pybench.base.metricname import higher_is_better_of
from pybench.base.text import counted, shown_names
from pybench.read.formats.board import Board, joined, several_metrics, stacked
from pybench.read.formats.file import File, rows_table
from pybench.read.grid import Column, Kind, RawTable, text_of
from pybench.read.layout import Roles

_log = logging.getLogger("pybench")
_FOLD = re.compile(r"folds\.(\d+)\.scores\.(.+)")
TIMES = ("fit_time", "pred_time")  # sktime keeps them beside the metrics
TABLES = (".csv", ".tsv", ".gz", ".parquet", ".pq", ".xlsx", ".json")


@dataclass(frozen=True, slots=True)
class TableFormat:
    """A format of tables.

    Attributes
    ----------
    name : str
    needs : tuple of str
        The columns that only tables of this format have together.
    dataset, method : tuple of str
        The column of the names, and columns that distinguish variants of one name.
    score : str
        The column of the main metric; the others are read if the caller names them.
    metric : str
        The column with the name of the main metric, if there is one.
    resample : tuple of str
        Columns that number the repeats; those that the file has are used.
    higher_is_better : bool
        The direction of the main metric by the format's definition.
    flag : str
        A column that is true for scores that the tool filled in.

    If lower is better, the scores are errors: of a metric such as AUC, the distance to its optimum.
    """

    name: str
    needs: tuple[str, ...]
    dataset: tuple[str, ...]
    method: tuple[str, ...]
    score: str
    metric: str
    resample: tuple[str, ...]
    higher_is_better: bool
    flag: str = ""
    files: tuple[str, ...] = ("*.csv", "*.csv.gz", "*.parquet", "*.json")

    def lacks(self, file: File) -> list[str]:
        """Return the columns that the file lacks; none if it is of this format."""
        return _lacking(file, self.needs)

    def board(self, files: Sequence[File], metric: str | None, source: str) -> Board:
        """Return the scores of one metric of all files."""
        grid = stacked([_table(file) for file in files], files, source)
        grid, dataset = joined(grid, self.dataset[0], self.dataset[1:])
        grid, method = joined(grid, self.method[0], self.method[1:])
        numbers = [name for name in self.resample if name in grid.names]
        if not self.higher_is_better:
            grid = _of_errors(grid, self.metric)
            metric = metric if metric is None or metric in grid.names else error_of(metric)
        named = _texts_of(grid, self.metric)
        higher: bool | None = self.higher_is_better
        score = self.score
        if metric not in (None, self.score) and (metric not in named or metric in grid.names):
            score, higher = str(metric), None
        self._tell_filled(grid)
        if score != self.score or len(named) < 2:
            roles = Roles(dataset, method, score, _resample(numbers), "")
            only = named[0] if score == self.score and named else score
            return Board(grid, roles, only, higher)
        if metric in named:
            own = next(column for column in grid.columns if column.name == self.metric)
            grid = grid.rows([i for i, v in enumerate(own.values) if text_of(v) == metric])
        roles = Roles(dataset, method, score, _resample(numbers), self.metric)
        return Board(grid, roles, metric if metric in named else None, higher)

    def _tell_filled(self, grid: RawTable) -> None:
        values = [c.values for c in grid.columns if c.name == self.flag]
        filled = sum(str(one) in ("True", "true", "TRUE", "1", "1.0") for v in values for one in v)
        if filled:
            what = counted(filled, "score")
            _log.warning("%s of the file: the tool filled in the results of failed runs", what)


def error_of(metric: str) -> str:
    """Return the name of the error of a metric: its own, unless higher is better by the name."""
    return f"{metric} error" if higher_is_better_of(metric) else metric


def _of_errors(grid: RawTable, name: str) -> RawTable:
    """Return the table with the names of errors in its column of metrics."""
    columns = []
    for one in grid.columns:
        if one.name == name:
            texts = [text_of(value) for value in one.values]
            errors = {text: text and error_of(text) for text in set(texts)}
            one = Column(name, "texts", [errors[text] for text in texts], "text")
        columns.append(one)
    return replace(grid, columns=columns)


def _lacking(file: File, needs: Sequence[str]) -> list[str]:
    names = _names(file)
    return [name for name in needs if name not in names]


def _names(file: File) -> list[str]:
    if file.ending not in TABLES:
        return []
    return _table(file).names if file.ending == ".json" else file.names


def _table(file: File) -> RawTable:
    """Return the rows of a table, or of a JSON list of objects."""
    if file.ending != ".json":
        return file.table
    value = file.document
    if isinstance(value, list) and value and all(isinstance(row, dict) for row in value):
        return rows_table(value, file.path)
    return RawTable([], 0, file.path)


def _texts_of(grid: RawTable, name: str) -> list[str]:
    """Return the different texts of a column; none if it does not exist."""
    values = (column.values for column in grid.columns if column.name == name)
    return list(filter(None, dict.fromkeys(text_of(v) for some in values for v in some)))


def _resample(numbers: Sequence[str]) -> str | tuple[str, ...]:
    if not numbers:
        return "resample"
    return numbers[0] if len(numbers) == 1 else tuple(numbers)


# ---- sktime --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Sktime:
    """sktime's benchmarks: one row per task and estimator, one column per fold and metric."""

    name: str = "sktime"
    files: tuple[str, ...] = ("*.csv", "*.csv.gz", "*.parquet", "*.json")

    def lacks(self, file: File) -> list[str]:
        """Return the columns that the file lacks; none if it is of this format."""
        lacking = _lacking(file, ("model_id", "validation_id"))
        names = [] if lacking else _names(file)
        wide = any(_FOLD.fullmatch(name) for name in names)
        return lacking if wide or "folds" in names else [*lacking, "folds.0.scores.NAME"]

    def board(self, files: Sequence[File], metric: str | None, source: str) -> Board:
        """Return the scores of one metric of all files, one row per fold."""
        grid = stacked([_table(file) for file in files], files, source)
        if "folds" in grid.names:
            grid = _unnested(grid, files[0])
        folds = {n: m for n in grid.names if (m := _FOLD.fullmatch(n))}
        metrics = list(dict.fromkeys(match[2] for match in folds.values()))
        if not metrics:
            raise refusal("at least one score", "none", "Check the file.", file=source or None)
        usual = [name for name in metrics if name not in TIMES] or metrics
        if metric is None and len(usual) > 1:
            raise several_metrics(usual, source)
        chosen = metric or usual[0]
        columns = {c.name: c for c in grid.columns}
        own = {match[1]: name for name, match in folds.items() if match[2] == chosen}
        if not own:
            hint = "Give one of these as `metric`."
            raise grid.header_refusal(f"the metric `{chosen}`", shown_names(metrics, 20), hint)
        rows = range(grid.n_rows)
        names = {
            key: [columns[key].values[row] for _ in own for row in rows]
            for key in ("validation_id", "model_id")
        }
        scores = [columns[name].values[row] for name in own.values() for row in rows]
        labels = [fold for fold in own for _ in rows]
        kind: Kind = "fields" if columns[next(iter(own.values()))].kind == "fields" else "objects"
        long = [Column(key, "objects", values, "text") for key, values in names.items()]
        long += [Column("fold", "texts", labels, "text"), Column("score", kind, scores, "number")]
        where = [grid.place(row) for _ in own for row in rows]
        table = RawTable(long, len(scores), source, where=where)
        roles = Roles("validation_id", "model_id", "score", "fold")
        return Board(table, roles, chosen, None)


def _unnested(grid: RawTable, file: File) -> RawTable:
    """Return the table with one column per fold and metric, from folds as objects."""
    folds = next(column for column in grid.columns if column.name == "folds")
    flat: list[dict[str, object]] = []
    for row, value in enumerate(folds.values):
        at = f"[{row}].folds"
        if not isinstance(value, dict):
            file.get({"folds": value}, "folds", dict, f"[{row}]")
        scores: dict[str, object] = {}
        for fold in value:
            own = file.get(file.get(value, fold, dict, at), "scores", dict, f"{at}.{fold}")
            for name, score in own.items():
                place = f"{at}.{fold}.scores.{name}"
                scores[f"folds.{fold}.scores.{name}"] = file.number(score, place)
        flat.append(scores)
    rest = [column for column in grid.columns if column.name != "folds"]
    table = rows_table(flat, file.path)
    return replace(grid, columns=[*rest, *table.columns])


# ---- experiment tracking -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RunsFormat:
    """One row per run: its state, its settings, and one column per metric.

    The table does not say which setting is the dataset and which the method: the first of the names
    in ``datasets`` and ``methods`` that it has, else the caller names the columns.
    """

    name: str
    needs: tuple[str, ...]
    state: tuple[str, str]  #: the column, and its value for a run that ended
    metrics: str  #: what the names of columns of metrics begin with
    settings: str  #: what the names of columns of settings begin with
    files: tuple[str, ...] = ("*.csv", "*.csv.gz", "*.parquet")

    def lacks(self, file: File) -> list[str]:
        """Return the columns that the file lacks; none if it is of this format."""
        lacking = _lacking(file, self.needs)
        names = _names(file)
        measured = any(name.startswith(self.metrics) for name in names)
        return lacking if measured else [*lacking, f"{self.metrics}NAME"]

    def board(self, files: Sequence[File], metric: str | None, source: str) -> Board:
        """Return the scores of one metric of all files."""
        grid = stacked([_table(file) for file in files], files, source)
        self._refuse_unfinished(grid)
        dataset = self._column(grid, ("dataset", "task", "data"), "datasets", "dataset")
        method = self._column(
            grid, ("method", "model", "estimator", "classifier", "framework"), "methods",
            "classifier",
        )  # fmt: skip
        score = self._metric(grid, metric, source)
        repeats = [self.settings + name for name in ("fold", "seed")]
        numbers = [name for name in repeats if name in grid.names]
        roles = Roles(dataset, method, score, _resample(numbers[:1]))
        return Board(grid, roles, score.removeprefix(self.metrics), None)

    def _refuse_unfinished(self, grid: RawTable) -> None:
        name, ended = self.state
        states = next(column for column in grid.columns if column.name == name).values
        for row, state in enumerate(states):
            if state != ended:
                hint = "Leave the run out, or repeat it."
                raise grid.cell_refusal(f"`{ended}`", f"`{text_of(state)}`", hint, row, name)

    def _column(self, grid: RawTable, names: Sequence[str], holds: str, argument: str) -> str:
        for name in names:
            if self.settings + name in grid.names:
                return self.settings + name
        expected = " or ".join(f"`{self.settings}{name}`" for name in names)
        hint = f'Say which column holds the {holds}: {argument}="NAME", with format="table".'
        raise grid.header_refusal(f"a column {expected}", shown_names(grid.names), hint)

    def _metric(self, grid: RawTable, metric: str | None, source: str) -> str:
        if metric is not None and metric in grid.names:
            return metric
        known = [n.removeprefix(self.metrics) for n in grid.names if n.startswith(self.metrics)]
        if metric is None and self.metrics and len(known) == 1:
            return self.metrics + known[0]
        if metric is None:
            raise several_metrics(known, source)
        if metric not in known:
            hint = "Give one of these as `metric`."
            raise grid.header_refusal(f"the metric `{metric}`", shown_names(known, 20), hint)
        return self.metrics + metric


FORMATS = (
    TableFormat(
        "amlb", ("id", "task", "framework", "fold", "result"), ("task",),
        ("framework", "version", "constraint", "mode"), "result", "metric", ("fold",), True,
    ),
    TableFormat(
        "tabarena", ("dataset", "fold", "method", "metric_error"), ("dataset",), ("method",),
        "metric_error", "metric", ("repeat", "fold"), False, "imputed",
    ),
    TableFormat(
        "fev", ("model_name", "dataset_path", "test_error"),
        ("dataset_path", "dataset_config", "horizon", "initial_cutoff", "target", "num_windows",
         "seasonality"),
        ("model_name",), "test_error", "eval_metric", (), False,
    ),
    Sktime(),
    RunsFormat("mlflow", ("run_id", "status"), ("status", "FINISHED"), "metrics.", "params."),
    RunsFormat("wandb", ("Name", "State", "Created", "Runtime"), ("State", "finished"), "", ""),
)  # fmt: skip
