"""The interpretation of a grid: the role of each column, and the content of each row."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pybench.base.errors import ArgumentError
from pybench.base.text import shown, shown_names
from pybench.read.grid import Column, Names, RawTable, check_column_names, coded_names
from pybench.read.numbers import score_values
from pybench.read.rownumbers import refuse_row_numbers, with_named_datasets

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

RESAMPLE = "resample"
ROLES = "`dataset`, `classifier`, `score` and `resample`"


@dataclass(frozen=True, slots=True)
class Roles:
    """Names of the columns; ``score`` None: "score", or else the name of the metric."""

    dataset: str = "dataset"
    classifier: str = "classifier"
    score: str | None = None
    resample: str = RESAMPLE

    def __post_init__(self) -> None:
        names = {"dataset": self.dataset, "classifier": self.classifier, "resample": self.resample}
        if self.score is not None:
            names["score"] = self.score
        for role, name in names.items():
            if not isinstance(name, str):
                raise ArgumentError(f"`{role}` must be the name of a column", expected="a string")
        name, times = Counter(names.values()).most_common(1)[0]
        if times > 1:
            raise ArgumentError(
                f"{ROLES} must name different columns",
                expected="different columns",
                found=f"{shown(name)} twice",
            )


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
    """

    grid: RawTable
    datasets: Names
    row_classifiers: Names | None
    classifiers: list[str]
    resamples: Names | None
    scores: npt.NDArray[np.float64]
    score_columns: list[str]


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
        If there is no column "score", the score column may have this name.

    Raises
    ------
    ResultsTableError
        At the first error, in the order of tests/golden/read/README.md.
    """
    grid = with_named_datasets(grid, roles.dataset)
    check_column_names(grid)
    names = grid.names
    is_long = roles.dataset in names and roles.classifier in names
    if layout == "long" or (layout == "auto" and is_long):
        return _long(grid, roles, metric)
    return _wide(grid, roles)


def _wide(grid: RawTable, roles: Roles) -> Records:
    dataset = _column(grid, roles.dataset, "datasets", "dataset")
    resample = _resample(grid, roles)
    scores = [column for column in grid.columns if column not in (dataset, resample)]
    if not scores:
        hint = f"Every column but {shown(roles.dataset)} is a method."
        expected = "at least one method column"
        raise grid.header_refusal(expected, "none", hint)
    check_rows(grid)
    classifiers = [column.name for column in scores]
    values = score_values(grid, scores)
    refuse_row_numbers(grid, classifiers, values)
    return Records(
        grid=grid,
        datasets=coded_names(grid, dataset),
        row_classifiers=None,
        classifiers=classifiers,
        resamples=None if resample is None else coded_names(grid, resample),
        scores=values,
        score_columns=classifiers,
    )


def _long(grid: RawTable, roles: Roles, metric: str | None) -> Records:
    dataset = _column(grid, roles.dataset, "datasets", "dataset")
    classifier = _column(grid, roles.classifier, "methods", "classifier")
    score = _score(grid, roles.score, metric)
    resample = _resample(grid, roles)
    check_rows(grid)
    row_classifiers = coded_names(grid, classifier)
    return Records(
        grid=grid,
        datasets=coded_names(grid, dataset),
        row_classifiers=row_classifiers,
        classifiers=row_classifiers.labels,
        resamples=None if resample is None else coded_names(grid, resample),
        scores=score_values(grid, [score]),
        score_columns=[score.name],
    )


def check_rows(grid: RawTable) -> None:
    """Refuse a table without a row."""
    if grid.n_rows == 0:
        raise grid.refusal("at least one dataset", "none", "The table has a header but no rows.")


def _column(grid: RawTable, name: str, holds: str, argument: str) -> Column:
    return _first_column(grid, [name], holds, argument)


def _first_column(grid: RawTable, names: Sequence[str], holds: str, argument: str) -> Column:
    """Return the column of the first name that exists."""
    for name in names:
        for column in grid.columns:
            if column.name == name:
                return column
    expected = "a column " + " or ".join(map(shown, names))
    hint = f'Say which column holds the {holds}: {argument}="NAME".'
    raise grid.header_refusal(expected, shown_names(grid.names), hint)


def score_names(score: str | None, metric: str | None) -> list[str]:
    """Return the names that the column of scores of a long table may have, the first first."""
    names = [score] if score is not None else ["score"] if metric is None else ["score", metric]
    return list(dict.fromkeys(names))


def _score(grid: RawTable, score: str | None, metric: str | None) -> Column:
    return _first_column(grid, score_names(score, metric), "scores", "score")


def _resample(grid: RawTable, roles: Roles) -> Column | None:
    if roles.resample == RESAMPLE and RESAMPLE not in grid.names:
        return None
    return _column(grid, roles.resample, "resamples", "resample")
