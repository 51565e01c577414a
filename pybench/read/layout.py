"""The interpretation of a grid: the role of each column, and the content of each row."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pybench.base.errors import ArgumentError, InputError
from pybench.base.names import nearest
from pybench.base.text import clipped, shown, shown_names
from pybench.read.grid import (
    Column,
    Names,
    RawTable,
    check_column_names,
    coded_names,
    names_in,
    text_of,
)
from pybench.read.numbers import MISSING, number_or_none, score_values
from pybench.read.rownumbers import refuse_row_numbers, with_named_datasets

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

RESAMPLE, METRIC, SCORE = "resample", "metric", "score"
#: Other names of the columns of datasets and methods, understood if the usual one does not exist.
SYNONYMS = {
    "dataset": ("task",),
    "classifier": ("method", "model", "estimator", "framework"),
}
ROLES = "`dataset`, `classifier`, `score` and `resample`"


@dataclass(frozen=True, slots=True)
class Roles:
    """Names of the columns; ``score`` None: "score", or else the name of the metric.

    Several columns may make a resample, such as repeat and fold. The column ``metric`` is optional:
    it names the metric of each score, unless the scores are in a column named by the metric.
    """

    dataset: str = "dataset"
    classifier: str = "classifier"
    score: str | None = None
    resample: str | tuple[str, ...] = RESAMPLE
    metric: str = METRIC

    def __post_init__(self) -> None:
        given = [("dataset", self.dataset), ("classifier", self.classifier)]
        given += [("resample", name) for name in self.resamples] or [("resample", "")]
        if self.score is not None:
            given.append(("score", self.score))
        for role, name in given:
            if not isinstance(name, str):
                raise ArgumentError(f"`{role}` must be the name of a column", expected="a string")
        name, times = Counter(name for _, name in given).most_common(1)[0]
        if times > 1:
            raise ArgumentError(
                f"{ROLES} must name different columns",
                expected="different columns",
                found=f"{shown(name)} twice",
            )

    @property
    def resamples(self) -> tuple[str, ...]:
        """The columns that make a resample."""
        return (self.resample,) if isinstance(self.resample, str) else tuple(self.resample)

    def understood(self, names: Sequence[str]) -> Roles:
        """Return the roles of the columns of a table, by other names if the usual are not there.

        A name that was given is not changed, nor one with several candidates.
        """
        own = {"dataset": self.dataset, "classifier": self.classifier}
        for role, others in SYNONYMS.items():
            present = [one for one in others if one in names and one not in own.values()]
            if own[role] == role and role not in names and len(present) == 1:
                own[role] = present[0]
        return replace(self, **own) if own["dataset"] in names else self


@dataclass(frozen=True, slots=True)
class Records:
    """The content of the rows.

    Attributes
    ----------
    grid : RawTable
        The table of the rows.
    datasets : Names
        The dataset of each row.
    row_classifiers : Names or None
        The method of each row in the long form, None in the wide one.
    classifiers : list of str
        The methods in order.
    resamples : Names or None
        The resample of each row, if there are labels.
    scores : (rows, c) ndarray of float64
        NaN if missing; in the wide form c = k, in the long form c = 1.
    score_columns : list of str
        The names of the c columns.
    metrics : Names or None
        The metric of each row, "" if missing; None if the file has no such column.
    """

    grid: RawTable
    datasets: Names
    row_classifiers: Names | None
    classifiers: list[str]
    resamples: Names | None
    scores: npt.NDArray[np.float64]
    score_columns: list[str]
    metrics: Names | None = None


def records(grid: RawTable, layout: str, roles: Roles, metric: str | None) -> Records:
    """Interpret a grid as wide (a column per method) or long (one row per score).

    Parameters
    ----------
    grid : RawTable
        Any table.
    layout : {"auto", "wide", "long"}
        "auto" is long if both the dataset and the method column exist.
    roles : Roles
        Names of the columns.
    metric : str or None
        If there is no column "score", the score column may have this name. If a column names
        several metrics, only the rows of this one are kept.

    Raises
    ------
    ResultsTableError
        At the first error, in the order of tests/golden/read/README.md.
    """
    roles = _understood(grid, roles)
    grid = with_named_datasets(grid, roles.dataset)
    check_column_names(grid)
    names = grid.names
    is_long = roles.dataset in names and roles.classifier in names
    if layout == "long" or (layout == "auto" and is_long):
        return _long(grid, roles, metric)
    return _wide(grid, roles, layout)


def _understood(grid: RawTable, roles: Roles) -> Roles:
    """Return the roles by the names of the columns, unless a column of names has numbers."""
    found = roles.understood(grid.names)
    for column in grid.columns:
        if column.name == found.classifier != roles.classifier and _has_numbers(column):
            return replace(found, classifier=roles.classifier)
    return found


def _has_numbers(column: Column) -> bool:
    """Return whether all values are numbers, as those of a method in a wide table."""
    if column.kind in ("floats", "integers", "other"):
        return True
    names = column.values.labels if isinstance(column.values, Names) else column.values
    texts = {value for value in names if isinstance(value, str)}
    return all(number_or_none(text) is not None for text in texts)


def _wide(grid: RawTable, roles: Roles, layout: str) -> Records:
    dataset = _column(grid, roles.dataset, "datasets", "dataset")
    resample = _resample(grid, roles)
    scores = [column for column in grid.columns if column not in (dataset, *resample)]
    if not scores:
        hint = f"Every column but {shown(roles.dataset)} is a method."
        expected = "at least one method column"
        raise grid.header_refusal(expected, "none", hint)
    check_rows(grid)
    classifiers = [column.name for column in scores]
    values = _wide_scores(grid, scores, layout)
    refuse_row_numbers(grid, classifiers, values)
    return Records(
        grid=grid,
        datasets=coded_names(grid, dataset),
        row_classifiers=None,
        classifiers=classifiers,
        resamples=_labels(grid, resample),
        scores=values,
        score_columns=classifiers,
    )


def _wide_scores(grid: RawTable, columns: Sequence[Column], layout: str) -> npt.NDArray[np.float64]:
    """Return the scores; the error about a column that may name the methods says so."""
    try:
        return score_values(grid, columns)
    except InputError as refused:
        names = [column.name for column in columns if _has_names(column)]
        if layout != "auto" or grid.n_rows < 2 or refused.column not in names:
            raise
        argument = f'classifier="{refused.column}"'
        refused.hint = f"Leave the column out, or if it names the methods, say so: {argument}."
        refused.args = (str(refused),)
        raise


def _has_names(column: Column) -> bool:
    """Return whether all values are texts, and none is a number or means a missing score."""
    values = column.values.labels if isinstance(column.values, Names) else column.values
    texts = [value for value in values if isinstance(value, str)]
    named = (text not in MISSING and number_or_none(text) is None for text in texts)
    return 0 < len(texts) == len(values) and all(named)


def _long(grid: RawTable, roles: Roles, metric: str | None) -> Records:
    dataset = _column(grid, roles.dataset, "datasets", "dataset")
    classifier = _column(grid, roles.classifier, "methods", "classifier")
    score = _score(grid, roles, metric)
    resample = _resample(grid, roles)
    check_rows(grid)
    metrics = _metrics(grid, roles, score, metric)
    if metrics is not None and metric is not None and len(metrics.labels) > 1:
        kept = [row for row, name in enumerate(metrics) if name == metric]
        if not kept:
            known = list(filter(None, metrics.labels))
            found, hint = shown_names(known, 20), "Give one of these as `metric`."
            raise grid.refusal(f"the metric {shown(metric)}", found, hint, column=roles.metric)
        return _long(grid.rows(kept), roles, metric)
    row_classifiers = coded_names(grid, classifier)
    return Records(
        grid=grid,
        datasets=coded_names(grid, dataset),
        row_classifiers=row_classifiers,
        classifiers=row_classifiers.labels,
        resamples=_labels(grid, resample),
        scores=score_values(grid, [score]),
        score_columns=[score.name],
        metrics=metrics,
    )


def metric_column(names: Sequence[str], roles: Roles, score: str, metric: str | None) -> str | None:
    """Return the column that names the metric of each score; None if there is none."""
    given = (roles.dataset, roles.classifier, score, *roles.resamples)
    by_name = score == metric != SCORE
    return None if by_name or roles.metric in given or roles.metric not in names else roles.metric


def _metrics(grid: RawTable, roles: Roles, score: Column, metric: str | None) -> Names | None:
    """Return the metric of each row, "" if missing; None if no column of texts says so.

    Scores in a column with the name of one of the metrics are all of this one.
    """
    name = metric_column(grid.names, roles, score.name, metric)
    for column in grid.columns:
        if column.name == name and column.kind not in ("floats", "integers", "other"):
            values = column.values
            if not isinstance(values, Names):
                values = Names.of(text_of(value) or "" for value in values)
            return None if score.name in values.labels else values
    return None


def check_rows(grid: RawTable) -> None:
    """Refuse a table without a row."""
    if grid.n_rows == 0:
        raise grid.refusal("at least one dataset", "none", "The table has a header but no rows.")


def _column(grid: RawTable, name: str, holds: str, argument: str) -> Column:
    return _first_column(grid, [name], holds, argument)


def _first_column(
    grid: RawTable, names: Sequence[str], holds: str, argument: str, likely: str | None = None
) -> Column:
    """Return the column of the first name that exists.

    The hint of the error names `likely`, or a column with a name that is nearly the first.
    """
    for name in names:
        for column in grid.columns:
            if column.name == name:
                return column
    expected = "a column " + " or ".join(map(shown, names))
    if likely is None and len(grid.names) > 1:
        likely = nearest(names[0], grid.names)
    hint = f'Say which column holds the {holds}: {argument}="{clipped(likely or "NAME")}".'
    raise grid.header_refusal(expected, shown_names(grid.names), hint)


def score_names(score: str | None, metric: str | None) -> list[str]:
    """Return the names that the column of scores of a long table may have, the first first."""
    names = [score] if score is not None else [SCORE] if metric is None else [SCORE, metric]
    return list(dict.fromkeys(names))


def _score(grid: RawTable, roles: Roles, metric: str | None) -> Column:
    others = {roles.dataset, roles.classifier, *roles.resamples}
    left = [name for name in grid.names if name not in others]
    only = left[0] if len(left) == 1 and roles.score is None else None
    return _first_column(grid, score_names(roles.score, metric), "scores", "score", only)


def _resample(grid: RawTable, roles: Roles) -> list[Column]:
    if roles.resample == RESAMPLE and RESAMPLE not in grid.names:
        return []
    return [_column(grid, name, "resamples", "resample") for name in roles.resamples]


def _labels(grid: RawTable, columns: Sequence[Column]) -> Names | None:
    """Return the resample of each row: of several columns, their values with commas between."""
    if len(columns) < 2:
        return coded_names(grid, columns[0]) if columns else None
    parts = zip(*(names_in(grid, column) for column in columns), strict=True)
    return Names.of(map(", ".join, parts))
