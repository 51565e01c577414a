"""OpenML's documents as values: a suite or study, a task, the description of a dataset.

The forms are those that the server sends (namespace ``oml``, no element for an unknown value, ids
in wrapper elements) and, for a suite, also the one that clients upload.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from typing import Any

from pybench.base.errors import SuiteError, refusal
from pybench.base.text import shown
from pybench.suite.sharing.openml.xml import Node, Writer, parse

Ids = tuple[int, ...]
LISTS = {"data": "data_id", "tasks": "task_id", "flows": "flow_id", "setups": "setup_id"}
LISTS |= {"runs": "run_id"}
_CLASSIFICATION = 1
_STATUS = ("in_preparation", "active", "deactivated")


@dataclass(frozen=True, slots=True)
class StudyDocument:
    """A suite (of tasks) or a study (of runs)."""

    id: int | None
    alias: str | None
    main_entity_type: str
    benchmark_suite: int | None
    name: str
    description: str
    visibility: str | None = None
    status: str | None = None
    creation_date: str | None = None  #: "2019-02-21T18:47:13"
    creator: int | None = None
    data: Ids | None = None
    tasks: Ids | None = None
    flows: Ids | None = None
    setups: Ids | None = None
    runs: Ids | None = None

    def to_xml(self) -> bytes:
        """Return the document as the server sends it."""
        out = Writer("study")
        for field in fields(self):
            if field.name not in LISTS:
                out.text(field.name, getattr(self, field.name))
        for outer, inner in LISTS.items():
            out.group(outer, inner, getattr(self, outer))
        return out.bytes()

    def checked_status(self) -> str:
        """Return the status of a suite; without one, it is in preparation.

        Raises
        ------
        SuiteError
            If the status is not valid.
        """
        status = self.status or _STATUS[0]
        if status not in _STATUS:
            raise self._refused(f"a status of {', '.join(_STATUS)}", status)
        return status

    def time(self) -> str:
        """Return the creation time in the form of suites; some servers send only the day.

        Raises
        ------
        SuiteError
            If it is not a time.
        """
        told = self.creation_date or "1970-01-01T00:00:00"
        date = re.fullmatch(r"(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d:\d\d).*)?", told)
        if date is None:
            raise self._refused("a date such as 2019-02-21T18:47:13", told)
        return f"{date[1]}T{date[2] or '00:00:00'}Z"

    def _refused(self, expected: str, found: str) -> Exception:
        hint = "Get it again from where it came from."
        return refusal(expected, shown(found), hint, file=f"study {self.id}", kind=SuiteError)

    @classmethod
    def read(cls, data: bytes, file: str | None = None) -> StudyDocument:
        """Read either form.

        Raises
        ------
        SuiteError
            If it is another document, or has values that are not allowed.
        """
        node = parse(data, "study", file)
        kind = node.one("main_entity_type").text().strip()
        if kind not in ("task", "run"):
            raise node.refused("the main entity `task` or `run`", shown(kind))
        numbers = {name: _number(node, name) for name in ("id", "benchmark_suite", "creator")}
        names = ("alias", "visibility", "status", "creation_date")
        return cls(
            main_entity_type=kind,
            name=node.one("name").text(),
            description=node.one("description").text(),
            **numbers,  # type: ignore[arg-type]
            **{name: node.maybe_text(name) for name in names},  # type: ignore[arg-type]
            **{outer: node.integers(outer, inner) for outer, inner in LISTS.items()},  # type: ignore[arg-type]
        )


@dataclass(frozen=True, slots=True)
class TaskDocument:
    """A task of supervised classification."""

    id: int
    data_id: int
    target: str
    procedure_id: int | None
    procedure: str  #: "crossvalidation", "holdout", ...
    splits_url: str
    repeats: int
    folds: int
    stratified: bool
    percentage: str | None
    measure: str | None
    tags: tuple[str, ...] = ()

    def to_xml(self) -> bytes:
        """Return the document as the server sends it."""
        out = Writer("task")
        out.text("task_id", self.id)
        out.text("task_type_id", _CLASSIFICATION)
        out.text("task_type", "Supervised Classification")
        _input(out, "source_data", "data_set")
        out.text("data_set_id", self.data_id)
        out.text("target_feature", self.target)
        _close(out)
        _input(out, "estimation_procedure", "estimation_procedure")
        out.text("id", self.procedure_id or 1)
        out.text("type", self.procedure)
        out.text("data_splits_url", self.splits_url)
        out.text("parameter", self.repeats, name="number_repeats")
        out.text("parameter", self.folds, name="number_folds")
        out.text("parameter", self.percentage or "", name="percentage")
        out.text("parameter", str(self.stratified).lower(), name="stratified_sampling")
        _close(out)
        _input(out, "cost_matrix", "cost_matrix")
        _close(out)
        _input(out, "evaluation_measures", "evaluation_measures")
        out.text("evaluation_measure", self.measure)
        _close(out)
        out.begin("output", name="predictions")
        out.begin("predictions")
        out.text("format", "ARFF")
        for name in ("repeat", "fold", "row_id"):
            out.empty("feature", name=name, type="integer")
        out.empty("feature", name="confidence.classname", type="numeric")
        out.empty("feature", name="prediction", type="string")
        _close(out)
        out.texts("tag", self.tags)
        return out.bytes()

    @classmethod
    def read(cls, data: bytes, file: str | None = None) -> TaskDocument:
        """Read a document.

        Raises
        ------
        SuiteError
            If it is another document, or a task of another kind.
        """
        node = parse(data, "task", file)
        if (kind := node.one("task_type_id").integer()) != _CLASSIFICATION:
            raise node.refused("a task of supervised classification", f"task type {kind}")
        inputs = {one.attribute("name"): one for one in node.all("input")}
        for name in ("source_data", "estimation_procedure"):
            if name not in inputs:
                raise node.refused(f"the input {shown(name)}", "none")
        source = inputs["source_data"].one("data_set")
        how = inputs["estimation_procedure"].one("estimation_procedure")
        told = {one.attribute("name"): one for one in how.all("parameter")}
        measures = inputs.get("evaluation_measures")
        measure = measures.maybe("evaluation_measures") if measures else None
        return cls(
            id=node.one("task_id").integer(),
            data_id=source.one("data_set_id").integer(),
            target=source.one("target_feature").text().strip(),
            procedure_id=_number(how, "id"),
            procedure=how.one("type").text().strip(),
            splits_url=how.one("data_splits_url").text().strip(),
            repeats=told["number_repeats"].integer() if "number_repeats" in told else 1,
            folds=_folds(told),
            stratified=_text(told, "stratified_sampling") == "true",
            percentage=_text(told, "percentage"),
            measure=measure.maybe_text("evaluation_measure") if measure else None,
            tags=node.texts("tag"),
        )


@dataclass(frozen=True, slots=True)
class DataDocument:
    """The description of a dataset."""

    id: int
    name: str
    version: str
    description: str
    format: str
    licence: str | None
    url: str
    default_target: str | None
    row_id: str | None = None
    ignored: tuple[str, ...] = ()
    citation: str | None = None
    tags: tuple[str, ...] = ()
    status: str | None = None
    md5: str | None = None

    def to_xml(self) -> bytes:
        """Return the document as the server sends it."""
        out = Writer("data_set_description")
        for name in ("id", "name", "version", "description", "format", "licence", "url"):
            out.text(name, getattr(self, name))
        out.text("default_target_attribute", self.default_target)
        out.text("row_id_attribute", self.row_id)
        out.texts("ignore_attribute", self.ignored)
        out.text("citation", self.citation)
        out.texts("tag", self.tags)
        out.text("visibility", "public")
        out.text("status", self.status)
        out.text("md5_checksum", self.md5)
        return out.bytes()

    @classmethod
    def read(cls, data: bytes, file: str | None = None) -> DataDocument:
        """Read a document.

        Raises
        ------
        SuiteError
            If it is another document.
        """
        node = parse(data, "data_set_description", file)
        ignored = [part for text in node.texts("ignore_attribute") for part in text.split(",")]
        return cls(
            id=node.one("id").integer(),
            name=node.one("name").text().strip(),
            version=node.one("version").text().strip(),
            description=node.maybe_text("description") or "",
            format=node.one("format").text().strip(),
            licence=node.maybe_text("licence"),
            url=node.one("url").text().strip(),
            default_target=node.maybe_text("default_target_attribute"),
            row_id=node.maybe_text("row_id_attribute"),
            ignored=tuple(part.strip() for part in ignored if part.strip()),
            citation=node.maybe_text("citation"),
            tags=node.texts("tag"),
            status=node.maybe_text("status"),
            md5=node.maybe_text("md5_checksum"),
        )


@dataclass(frozen=True, slots=True)
class EstimationProcedure:
    """A way in which the server makes the splits of a new task of classification."""

    id: int
    name: str  #: "10-fold Crossvalidation"
    type: str  #: "crossvalidation", "holdout", ...
    repeats: int
    folds: int
    percentage: int | None  #: of the rows, which a holdout tests
    stratified: bool

    @classmethod
    def read_all(cls, data: bytes, file: str | None = None) -> list[EstimationProcedure]:
        """Read the list of procedures; those of other kinds of tasks are left out.

        Raises
        ------
        SuiteError
            If it is another document.
        """
        node = parse(data, "estimationprocedures", file)
        found = node.all("estimationprocedure")
        ours = [one for one in found if one.one("ttid").integer() == _CLASSIFICATION]
        return [cls._read(one) for one in ours]

    @classmethod
    def _read(cls, node: Node) -> EstimationProcedure:
        numbers = {name: _number(node, name) for name in ("repeats", "folds", "percentage")}
        return cls(
            id=node.one("id").integer(),
            name=node.one("name").text().strip(),
            type=node.one("type").text().strip(),
            repeats=numbers["repeats"] or 1,
            folds=numbers["folds"] or 1,
            percentage=numbers["percentage"],
            stratified=node.maybe_text("stratified_sampling") == "true",
        )


def _input(out: Writer, name: str, inner: str) -> None:
    out.begin("input", name=name)
    out.begin(inner)


def _close(out: Writer) -> None:
    out.end()
    out.end()


def _number(node: Node, name: str) -> int | None:
    found = node.maybe(name)
    return None if found is None or not found.text().strip() else found.integer()


def _text(told: dict[Any, Node], name: str) -> str | None:
    return told[name].text().strip() or None if name in told else None


def _folds(told: dict[Any, Node]) -> int:
    return told["number_folds"].integer() if _text(told, "number_folds") else 1
