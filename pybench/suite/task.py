"""The parts of a suite: datasets, tasks, verdicts, and their form in a manifest."""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

SOURCES = ("file", "bundled", "openml", "table")
FORMATS = ("csv", "arff", "parquet", "arrow", "ts", "ucr", "bundled", "none")
KINDS = ("tabular", "series")
#: "whole": all rows are trained and tested on, as in a clustering.
PROCEDURES = ("crossvalidation", "holdout", "resamples", "whole")
#: Type of task -> the measure of its tasks unless another is named.
USUAL = {"classification": "accuracy", "regression": "r2", "clustering": "adjusted_rand"}
TYPES = tuple(USUAL)
VERDICTS = ("pass", "fail", "unknown", "not asked")


@dataclass(frozen=True, slots=True)
class DataFile:
    """One file of a suite."""

    path: str  #: relative to the suite's folder, with "/"
    sha256: str  #: of its bytes


@dataclass(frozen=True, slots=True)
class Dataset:
    """The data of one or more tasks.

    A dataset that ships with a package, or is known only by its id, has no files. ``sha256`` is the
    hash of a single file; for two files, of the text that lists both; for a bundled dataset, of its
    values (`pybench.suite.data.content_sha256`); "" if the data are not available.
    """

    name: str
    source: str  #: "file", "bundled", "openml" or "table"
    format: str  #: "csv", "arff", "parquet", "arrow", "ts", "ucr", "bundled" or "none"
    files: tuple[DataFile, ...] = ()
    version: str = ""  #: of the data; of a bundled dataset, package and version
    sha256: str = ""
    nominal: tuple[str, ...] = ()  #: columns whose numbers are names
    ignore: tuple[str, ...] = ()  #: columns that are not features, such as row ids
    licence: str | None = None
    citation: str | None = None
    url: str | None = None
    tags: tuple[str, ...] = ()
    openml_id: int | None = None

    @property
    def path(self) -> str | None:
        """Path of the first file, relative to the suite's folder; None if there is no file."""
        return self.files[0].path if self.files else None


@dataclass(frozen=True, slots=True)
class Procedure:
    """How the stored splits were made: their history; only the splits themselves count."""

    type: str  #: one of PROCEDURES
    repeats: int
    folds: int
    stratified: bool
    seed: int | None  #: None if they came from elsewhere, or nothing was drawn


@dataclass(frozen=True, slots=True)
class Task:
    """Predict a target from the other columns of a dataset, in stored splits."""

    name: str
    dataset: Dataset
    target: str
    procedure: Procedure
    splits: str | None  #: path relative to the suite's folder; None if they are not available
    splits_sha256: str
    kind: str = "tabular"  #: or "series"
    measure: str = "accuracy"
    tags: tuple[str, ...] = ()
    openml_id: int | None = None
    #: or "regression", whose target are numbers, or "clustering", whose target no estimator sees
    type: str = "classification"


@dataclass(frozen=True, slots=True)
class Constraint:
    """A rule that candidates had to pass: a quality within a range."""

    rule: str  #: its name in the verdicts
    quality: str  #: what is measured
    low: float | None = None
    high: float | None = None
    low_included: bool = True
    high_included: bool = True

    @property
    def threshold(self) -> str:
        """The range as text: ">= 500 and <= 100000"."""
        low = "" if self.low is None else f">{'=' * self.low_included} {self.low:.15g}"
        high = "" if self.high is None else f"<{'=' * self.high_included} {self.high:.15g}"
        return " and ".join(part for part in (low, high) if part)

    def holds(self, value: float) -> bool:
        """Return whether a measured value lies in the range."""
        above = self.low is None or value > self.low or (self.low_included and value == self.low)
        below = (
            self.high is None or value < self.high or (self.high_included and value == self.high)
        )
        return above and below


@dataclass(frozen=True, slots=True)
class Verdict:
    """The verdict of one rule on one candidate."""

    dataset: str
    rule: str
    value: float | str | None  #: as measured, not rounded; None if it is not known
    threshold: str
    verdict: str  #: "pass", "fail", "unknown", or "not asked" of tasks of this type
    note: str = ""


@dataclass(frozen=True, slots=True)
class Exclusion:
    """A flag set by a person: why a candidate is excluded or may stay, and by which source."""

    dataset: str  #: "*": every candidate that no other flag of this kind names
    flag: str
    reason: str
    source: str
    holds: bool = True  #: False if somebody has checked that it does not apply


@dataclass(frozen=True, slots=True)
class Preservation:
    """How well the tasks of a compact suite keep mean ranks of methods that did not choose them.

    The error is the absolute difference between the mean rank of a method on tasks that were chosen
    without it and its mean rank on all tasks; `pybench.selection.compact` measures it.
    """

    tasks: int  #: number of tasks that they were chosen from
    methods: tuple[str, ...]
    error: float  #: mean over the methods
    random_error: float  #: the same for as many random tasks
    spearman: float  #: correlation of the mean ranks with those on all tasks
    random_spearman: float  #: the same for as many random tasks
    seed: int  #: of the random tasks


T = TypeVar("T")


def to_plain(value: Any) -> Any:
    """Return plain values for JSON: a dataclass becomes its fields, without those at defaults."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = dataclasses.fields(value)
        kept = ((f.name, getattr(value, f.name), f.default) for f in fields)
        return {
            name: to_plain(item)
            for name, item, usual in kept
            if usual is dataclasses.MISSING or item != usual
        }
    if isinstance(value, (list, tuple)):
        return [to_plain(item) for item in value]
    if isinstance(value, Mapping):
        return {str(key): to_plain(item) for key, item in value.items()}
    return value


def from_plain(kind: type[T], value: Mapping[str, Any]) -> T:
    """Return a dataclass of this module from the result of `to_plain`."""
    hints = typing.get_type_hints(kind)
    return kind(**{name: _typed(hints[name], item) for name, item in value.items()})


def _typed(hint: Any, value: Any) -> Any:
    if dataclasses.is_dataclass(hint) and isinstance(hint, type):
        return from_plain(hint, value)
    if typing.get_origin(hint) is tuple:
        return tuple(_typed(typing.get_args(hint)[0], item) for item in value)
    if isinstance(hint, types.UnionType) and float in typing.get_args(hint):
        return float(value) if isinstance(value, int) and not isinstance(value, bool) else value
    return value
