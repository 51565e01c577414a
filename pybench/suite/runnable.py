"""Whether a candidate can be a task at all: readable files, a target for every row, splits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from pybench.base.errors import DatasetError, InputError, SeriesError, refusal
from pybench.base.text import clipped, counted, shown, shown_names, shown_numbers
from pybench.read.tabular import DataTable
from pybench.seriesset.series import SeriesSet
from pybench.suite.candidates import Candidate
from pybench.suite.splits import held_out, strata
from pybench.suite.task import Verdict

if TYPE_CHECKING:
    from pybench.suite.data import TaskData

Source = DataTable | SeriesSet | None
RULE = "can be run"
Kind = Literal["file", "target", "data"]


@dataclass(frozen=True, slots=True)
class Asked:
    """How splits are made."""

    procedure: str  #: "auto", or one of PROCEDURES
    folds: int
    repeats: int
    share: float
    seed: int
    measure: str | None  #: None: the usual one of the type of task


@dataclass(frozen=True, slots=True)
class Unusable:
    """Why a candidate cannot be a task: a verdict, and an error to raise if none can."""

    verdict: Verdict
    error: InputError
    kind: Kind  #: a file that cannot be read, no such column, or data without splits


def opened(candidate: Candidate, asked: Asked) -> tuple[Source, TaskData | None, Unusable | None]:
    """Return a candidate's source, its task data, and the reason why it cannot be a task."""
    try:
        source = candidate.read()
        if isinstance(source, DataTable) and candidate.target not in source.names:
            expected, names = f"a column {shown(candidate.target)}", shown_names(source.names, 20)
            return None, None, _problem(candidate, expected, names, "target")
        problem = unusable(candidate, source, asked)
        return source, None if problem else candidate.task_data(source), problem
    except (DatasetError, SeriesError) as error:
        return None, None, _unread(candidate, error)


def refuse_if_none(found: Sequence[Candidate], problems: Sequence[Unusable | None]) -> None:
    """Refuse a source with nothing that can be run, and a target that no table has.

    Raises
    ------
    DatasetError, SeriesError
        The first problem.
    """
    kinds = {one.kind if one else None for one in problems}
    of_tables = {
        problem.kind if problem else None
        for one, problem in zip(found, problems, strict=True)
        if one.kind == "tabular" and one.measured is None
    }
    if kinds and None not in kinds:
        raise next(one.error for one in problems if one)
    if "target" in of_tables and of_tables <= {"target", "file"}:
        raise next(one.error for one in problems if one and one.kind == "target")


def unusable(candidate: Candidate, source: Source, asked: Asked) -> Unusable | None:
    """Return why data cannot be split, or None if they can."""
    if source is None or (candidate.task is not None and asked.procedure == "auto"):
        return None
    if isinstance(source, DataTable):
        labels, split = source.variable(candidate.target).texts(), []
    else:
        labels, split = list(source.label), list(source.split)
    procedure = asked.procedure
    if procedure == "auto":
        procedure = usual_procedure(candidate.task_type, bool(split) and all(split))
    if (procedure == "whole") != (candidate.task_type == "clustering"):
        expected = 'the procedure "whole" for a clustering, and for no other type'
        found = f"{procedure} for a {candidate.task_type}"
        return _problem(candidate, expected, found)
    numbers = candidate.task_type == "regression"
    different = {label for label in labels if label is not None}
    absent = [row for row, label in enumerate(labels) if label is None]
    if absent:
        value = f"none in rows {shown_numbers(absent)} (from 0)"
        expected = "a number for every row" if numbers else "a class for every row"
        return _problem(candidate, expected, value)
    if len(different) < 2:
        expected = "two different numbers or more" if numbers else "two classes or more"
        found = counted(len(different), "number" if numbers else "class")
        return _problem(candidate, expected, found)
    rows = counted(len(labels), "row")
    if procedure == "crossvalidation" and len(labels) < asked.folds:
        return _problem(candidate, "a row for every fold", f"{rows} for {asked.folds} folds")
    if procedure == "holdout":
        held = int(held_out(strata(labels, candidate.task_type), asked.share).sum())
        if not 0 < held < len(labels):
            value = f"{held} of {rows} to test on"
            return _problem(candidate, "rows to train and to test on", value)
    if procedure == "resamples" and not {"train", "test"} <= {*split}:
        return _problem(
            candidate, "a train and a test split", " ".join(sorted({*split} - {""})) or "none"
        )
    return None


def usual_procedure(type: str, default_split: bool) -> str:
    """Return the procedure of "auto": of a clustering, and with or without a default split."""
    if type == "clustering":
        return "whole"
    return "resamples" if default_split else "crossvalidation"


def _problem(candidate: Candidate, expected: str, value: str, kind: Kind = "data") -> Unusable:
    file = next((str(place) for place in candidate.contents.values()), candidate.name)
    hint = "Remove these rows, choose another target, fewer folds or another procedure."
    error = refusal(expected, value, hint, file=file, kind=DatasetError)
    return Unusable(Verdict(candidate.name, RULE, value, expected, "fail"), error, kind)


def _unread(candidate: Candidate, error: InputError) -> Unusable:
    """Return the problem of a file that cannot be read; the verdict does not name its path."""
    place = [f"{name} {at}" for name in ("line", "column") if (at := getattr(error, name, None))]
    value = clipped(", ".join([error.found or str(error), *place]))
    expected = error.expected or "data that read"
    return Unusable(Verdict(candidate.name, RULE, value, expected, "fail"), error, "file")
