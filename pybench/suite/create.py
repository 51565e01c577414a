"""Candidates -> a new suite in preparation: data hashed, splits made and stored."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pybench.base import check, shared
from pybench.base.errors import ArgumentError
from pybench.base.text import counted, shown_names
from pybench.read.tabular import DataTable
from pybench.suite.candidates import Candidate
from pybench.suite.data import TaskData
from pybench.suite.filenames import file_stem
from pybench.suite.jsonschema import fits, schema
from pybench.suite.manifest import Manifest
from pybench.suite.rules import Rules, judge
from pybench.suite.runnable import (
    Asked,
    Source,
    Unusable,
    opened,
    refuse_if_none,
    usual_procedure,
)
from pybench.suite.splits import Splits, cross_validation, holdout, resamples, strata, whole
from pybench.suite.targets import read_as_classes
from pybench.suite.task import PROCEDURES, USUAL, Exclusion, Procedure, Task, Verdict


def check_asked(
    procedure: object,
    folds: object,
    repeats: object,
    share: object,
    seed: object,
    measure: str | None,
) -> Asked:
    """Check the arguments for splits."""
    return Asked(
        check.choice("procedure", procedure, ("auto", *PROCEDURES)),
        check.count("folds", folds, 2),
        check.count("repeats", repeats, 1),
        check.number("share", share, "a number between 0 and 1", 0.0, 1.0),
        check.seed(seed),
        None if measure is None else check.text("measure", measure),
    )


@dataclass(frozen=True, slots=True)
class Chosen:
    """The result of judging candidates."""

    tasks: tuple[Task, ...]
    verdicts: tuple[Verdict, ...]
    qualities: dict[str, dict[str, float]]
    contents: dict[str, bytes | Path]


def chosen_from(
    found: Sequence[Candidate],
    asked: Asked,
    rules: Rules,
    flags: Sequence[Exclusion],
    keep: Any = None,
) -> Chosen:
    """Judge candidates one after the other; make tasks of those that no rule excludes."""
    asked_for = kept_verdicts(keep, [candidate.name for candidate in found])
    problems: list[Unusable | None] = []
    tasks: list[Task] = []
    verdicts: list[Verdict] = []
    measured: dict[str, dict[str, float]] = {}
    contents: dict[str, bytes | Path] = {}
    for candidate in found:
        source, data, problem = opened(candidate, asked)
        judged = judge(candidate, source, data, rules, flags)
        mine = [*judged.verdicts, *filter(None, [asked_for.get(candidate.name)])]
        problems.append(problem)
        mine += filter(None, [problem.verdict if problem else _typed(candidate, source)])
        verdicts += mine
        measured[candidate.dataset.name] = judged.qualities
        if all(one.verdict != "fail" for one in mine):
            task, splits = made(candidate, data, asked)
            tasks.append(task)
            contents |= candidate.contents
            if task.splits is not None and splits:
                contents[task.splits] = splits
    refuse_if_none(found, problems)
    return Chosen(tuple(tasks), tuple(verdicts), measured, contents)


def _typed(candidate: Candidate, source: Source) -> Verdict | None:
    """Return the verdict on a type that nobody declared, if it could have been another."""
    if candidate.type is not None or not isinstance(source, DataTable):
        return None
    return read_as_classes(candidate.name, source.variable(candidate.target))


def made(candidate: Candidate, data: TaskData | None, asked: Asked) -> tuple[Task, bytes]:
    """Return the task of a candidate and the bytes of its splits, b"" if none are made."""
    kind = asked.procedure
    if candidate.task is not None and kind == "auto":
        return candidate.task, b""
    if data is None:
        stratified = candidate.task_type == "classification"
        how = usual_procedure(candidate.task_type, default_split=False)
        folds = 1 if how == "whole" else asked.folds
        procedure = Procedure(how, asked.repeats, folds, stratified, None)
        return replace(_task(candidate, asked.measure), procedure=procedure), b""
    if kind == "auto":
        kind = usual_procedure(candidate.task_type, data.split is not None)
    splits, procedure = _splits(candidate, data, asked, kind)
    stored = splits.to_bytes()
    task = replace(
        _task(candidate, asked.measure),
        procedure=procedure,
        splits=f"splits/{file_stem(candidate.name)}.csv",
        splits_sha256=hashlib.sha256(stored).hexdigest(),
        openml_id=None,  # OpenML's task has other splits
    )
    return task, stored


def _task(candidate: Candidate, measure: str | None) -> Task:
    """Return the task of a candidate, without splits."""
    none = Procedure("crossvalidation", 1, 1, True, None)
    if candidate.task is not None:
        return replace(candidate.task, splits=None, splits_sha256="")
    return Task(
        candidate.name, candidate.dataset, candidate.target, none, None, "",
        kind=candidate.kind, type=candidate.task_type,
        measure=USUAL[candidate.task_type] if measure is None else measure,
    )  # fmt: skip


def _splits(
    candidate: Candidate, data: TaskData, asked: Asked, kind: str
) -> tuple[Splits, Procedure]:
    name, repeats, seed = candidate.name, asked.repeats, asked.seed
    labels = strata(data.y.tolist(), candidate.task_type)
    stratified = candidate.task_type == "classification"
    if kind == "whole":
        return whole(len(labels), repeats=repeats), Procedure(kind, repeats, 1, False, None)
    if kind == "resamples":
        split = [] if data.split is None else data.split.tolist()
        made = resamples(labels, split, repeats=repeats, name=name)
        return made, Procedure(kind, repeats, 1, stratified, 0)
    if kind == "holdout":
        made = holdout(labels, share=asked.share, repeats=repeats, seed=seed, name=name)
        return made, Procedure(kind, repeats, 1, stratified, seed)
    made = cross_validation(labels, folds=asked.folds, repeats=repeats, seed=seed, name=name)
    return made, Procedure(kind, repeats, asked.folds, stratified, seed)


def provenance(source: Any, keep: Any = None) -> dict[str, str]:
    """Return what a suite was made from, how datasets were selected, and pybench's version."""
    told = {"pybench": shared.version()}
    if isinstance(source, Manifest):
        told |= {"source": "suite", "parent": parent(source)}
    elif hasattr(source, "columns"):
        told["source"] = "table of qualities"
    elif isinstance(source, (str, os.PathLike)):
        told["source"] = "folder"
    else:
        told["source"] = "files" if isinstance(source, Mapping) else "datasets of packages"
    return told if keep is None else {**told, "selection": chosen_names(keep)[1]}


def stated_qualities(source: Any, names: Iterable[str]) -> Mapping[str, Mapping[str, float | None]]:
    """Return what OpenML's files state about the candidates, if the source is a suite."""
    known = source.openml_qualities if isinstance(source, Manifest) else {}
    return {name: known[name] for name in names if name in known}


def parent(suite: Manifest) -> str:
    """Return the text by which suites made from a suite refer to it."""
    return f"{suite.name}, version {suite.version}, {suite.hash}"


def now() -> str:
    """Return the time in UTC, to the second."""
    from datetime import UTC, datetime

    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def formed(name: str, value: object) -> str:
    """Return a text if it has the form that the schema of suites requires.

    Raises
    ------
    ArgumentError
        If it has another form.
    """
    pattern = schema("suite-1")["properties"][name]["pattern"]
    text = check.text(name, value)
    if fits(pattern, text):
        return text
    expected = f"text of the form {pattern}"
    raise ArgumentError(f"`{name}` must be {expected}, not {text!r}", expected=expected, found=text)


def texts(name: str, value: object) -> tuple[str, ...]:
    """Return texts as a tuple; a single text is allowed."""
    if isinstance(value, str):
        return (value,)
    listed = list(value) if isinstance(value, Iterable) else [value]
    return tuple(check.text(name, item) for item in listed)


# Names chosen by a selection or a landscape.


def chosen_names(keep: Any) -> tuple[tuple[str, ...], str]:
    """Return the chosen names, and how they were chosen, in words.

    Parameters
    ----------
    keep : Selection, Representatives, Landscape or iterable of str
        A landscape gives its representatives at 90 percent.

    Raises
    ------
    ArgumentError
        If it is none of these.
    """
    if hasattr(keep, "coverage") and callable(getattr(keep, "representatives", None)):
        keep = keep.representatives()
    if hasattr(keep, "members") and hasattr(keep, "threshold"):
        names = dict.fromkeys(name for region in keep.members for name in region)
        return tuple(names), f"representative of a region at {keep.threshold:g}%"
    if hasattr(keep, "names") and hasattr(keep, "strategy"):
        of = counted(len(keep.datasets), "dataset")
        return tuple(keep.names), f"chosen by {keep.strategy}, {len(keep.names)} of {of}"
    listed = list(keep) if isinstance(keep, Iterable) and not isinstance(keep, str) else []
    if listed and all(isinstance(name, str) for name in listed):
        return tuple(listed), "named"
    expected = "a selection, a landscape, its representatives, or names of datasets"
    found = type(keep).__name__
    raise ArgumentError(f"`keep` must be {expected}, not {found}", expected=expected, found=found)


def kept_verdicts(keep: Any, names: Sequence[str]) -> dict[str, Verdict]:
    """Return for each candidate the verdict whether it was chosen.

    Raises
    ------
    ArgumentError
        If a chosen name is not a candidate.
    """
    if keep is None:
        return {}
    chosen, words = chosen_names(keep)
    if strange := [name for name in chosen if name not in names]:
        raise ArgumentError(
            f"`keep` names datasets that the source does not have: {shown_names(strange)}",
            expected=shown_names(names, 20),
            found=shown_names(strange),
        )
    return {
        name: Verdict(name, "chosen", "yes", words, "pass")
        if name in chosen
        else Verdict(name, "chosen", "no", words, "fail")
        for name in names
    }
