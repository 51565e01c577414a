"""The description of a run as OpenML's server sends it, and predictions as ARFF."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from pybench.base.errors import SuiteError, refusal
from pybench.base.text import shown, shown_names
from pybench.read.tabular import read_table
from pybench.suite.running.predictions import CONFIDENCE, Predictions
from pybench.suite.sharing.openml.arff import quoted
from pybench.suite.sharing.openml.xml import Node, Writer, parse

if TYPE_CHECKING:
    from pybench.read.tabular import DataTable

_PLACES = ("repeat", "fold", "row_id")
_HINT = "Get the file again from where it came from."


class Setting(NamedTuple):
    """The value of a parameter."""

    name: str
    value: str
    component: int | None = None  #: the flow that it belongs to


class OutputFile(NamedTuple):
    """A file of a run on the server."""

    name: str
    file_id: int
    url: str


class Evaluation(NamedTuple):
    """A measure: of a fold, or of the whole run."""

    name: str
    value: str | None = None  #: the text, unchanged
    repeat: int | None = None
    fold: int | None = None
    array: str | None = None  #: a value per class, as text


@dataclass(frozen=True, slots=True)
class RunDocument:
    """A run: a flow with a setup, applied to a task."""

    id: int | None
    task_id: int
    flow_id: int | None
    flow_name: str | None = None
    setup_id: int | None = None
    setup_string: str | None = None
    uploader: int | None = None
    uploader_name: str | None = None
    measure: str | None = None
    data_id: int | None = None
    data_name: str | None = None
    data_url: str | None = None
    settings: tuple[Setting, ...] = ()
    files: tuple[OutputFile, ...] = ()
    evaluations: tuple[Evaluation, ...] = ()
    details: str | None = None
    tags: tuple[str, ...] = ()

    def to_xml(self) -> bytes:
        """Return the document as the server sends it."""
        out = Writer("run")
        out.text("run_id", self.id)
        out.text("uploader", self.uploader)
        out.text("uploader_name", self.uploader_name)
        out.text("task_id", self.task_id)
        out.text("task_type", "Supervised Classification")
        out.text("task_evaluation_measure", self.measure)
        for name in ("flow_id", "flow_name", "setup_id", "setup_string"):
            out.text(name, getattr(self, name))
        out.text("run_details", self.details)
        for one in self.settings:
            out.begin("parameter_setting")
            for name, value in zip(("name", "value", "component"), one, strict=True):
                out.text(name, value)
            out.end()
        out.texts("tag", self.tags)
        if self.data_id is not None:
            out.begin("input_data")
            out.begin("dataset")
            out.text("did", self.data_id)
            out.text("name", self.data_name)
            out.text("url", self.data_url)
            out.end()
            out.end()
        self._output(out)
        return out.bytes()

    def _output(self, out: Writer) -> None:
        out.begin("output_data")
        for one in self.files:
            out.begin("file")
            out.text("did", -1)
            out.text("file_id", one.file_id)
            out.text("name", one.name)
            out.text("url", one.url)
            out.end()
        for found in self.evaluations:
            place = {"repeat": found.repeat, "fold": found.fold}
            told = {name: str(value) for name, value in place.items() if value is not None}
            out.begin("evaluation", **told)
            out.text("name", found.name)
            out.text("value", found.value)
            out.text("array_data", found.array)
            out.end()
        out.end()

    @classmethod
    def read(cls, data: bytes, file: str | None = None) -> RunDocument:
        """Read a document.

        Raises
        ------
        SuiteError
            If it is another document.
        """
        node = parse(data, "run", file)
        source = node.maybe("input_data")
        dataset = source.maybe("dataset") if source else None
        output = node.maybe("output_data")
        names = ("flow_name", "setup_string", "uploader_name")
        return cls(
            id=_number(node, "run_id"),
            task_id=node.one("task_id").integer(),
            measure=node.maybe_text("task_evaluation_measure"),
            data_id=_number(dataset, "did") if dataset else None,
            data_name=dataset.maybe_text("name") if dataset else None,
            data_url=dataset.maybe_text("url") if dataset else None,
            settings=tuple(map(_setting, node.all("parameter_setting"))),
            files=tuple(map(_file, output.all("file"))) if output else (),
            evaluations=tuple(map(_evaluation, output.all("evaluation"))) if output else (),
            details=node.maybe_text("run_details"),
            tags=node.texts("tag"),
            **{name: _number(node, name) for name in ("flow_id", "setup_id", "uploader")},  # type: ignore[arg-type]
            **{name: node.maybe_text(name) for name in names},  # type: ignore[arg-type]
        )


def predictions_arff(
    parts: Iterable[Predictions], classes: Sequence[str], name: str
) -> Iterator[str]:
    """Yield the text of a predictions file, fold by fold.

    A declared class without rows gets confidence 0. If an estimator gives no confidences, the
    predicted class gets 1, as in openml-python: OpenML requires confidences.
    """
    levels = "{" + ",".join(map(quoted, classes)) + "}"
    lines = [f"@relation {quoted(name)}", ""]
    lines += [f"@attribute {place} numeric" for place in ("repeat", "fold", "sample", "row_id")]
    lines += [f"@attribute {side} {levels}" for side in ("prediction", "correct")]
    lines += [f"@attribute {quoted(CONFIDENCE + one)} numeric" for one in classes]
    yield "\n".join([*lines, "", "@data", ""])
    for part in parts:
        yield "".join(
            ",".join([*map(str, row[:4]), *map(quoted, row[4:6]), *map(repr, row[6:])]) + "\n"
            for row in prediction_rows(part, classes)
        )


def prediction_rows(part: Predictions, classes: Sequence[str]) -> Iterator[list[Any]]:
    """Yield repeat, fold, sample, row, prediction, truth, and the confidence of each class."""
    shares = np.zeros((len(part.rows), len(classes)))
    if part.confidences is None:
        shares[np.arange(len(part.rows)), [classes.index(one) for one in part.predicted]] = 1.0
    else:
        shares[:, [classes.index(one) for one in part.classes]] = part.confidences
    cases = zip(part.rows.tolist(), part.predicted, part.correct, shares.tolist(), strict=True)
    for row, said, true, numbers in cases:
        yield [part.repeat, part.fold, 0, row, said, true, *numbers]


def read_predictions(
    data: bytes, file: str | None = None, *, confidences: bool = True
) -> list[Predictions]:
    """Read a predictions file of OpenML, written by any client.

    Parameters
    ----------
    data : bytes
    file : str, optional
        Its name, for errors.
    confidences : bool
        Whether the confidences in the file are the estimator's own.

    Returns
    -------
    list of Predictions
        One per fold, ordered by repeat and fold, with rows in the order of the file.

    Raises
    ------
    SuiteError, DatasetError
        If the file does not hold predictions of classes, with the columns repeat, fold, row_id,
        prediction and correct (or truth), in any order.
    """
    table = read_table(data, format="arff", file=file)
    truth = "truth" if "truth" in table.names and "correct" not in table.names else "correct"
    needed = (*_PLACES, "prediction", truth)
    if absent := [name for name in needed if name not in table.names]:
        raise _refused(f"the columns {', '.join(needed)}", f"no {shown_names(absent)}", file)
    repeat, fold, rows = (_whole(table, name, file) for name in _PLACES)
    said, true = (table.variable(name).texts() for name in ("prediction", truth))
    if None in said or None in true:
        raise _refused("a class in every row", "one that is missing", file)
    named = [name for name in table.names if name.startswith(CONFIDENCE)] if confidences else []
    shares = [_numbers(table, name, file) for name in named]
    found = []
    for place in sorted(set(zip(repeat.tolist(), fold.tolist(), strict=True))):
        mine = np.flatnonzero((repeat == place[0]) & (fold == place[1]))
        found.append(
            Predictions(
                *place,
                rows[mine],
                tuple(str(said[row]) for row in mine),
                tuple(str(true[row]) for row in mine),
                tuple(name.removeprefix(CONFIDENCE) for name in named),
                np.column_stack([values[mine] for values in shares]) if named else None,
            )
        )
    return found


def _numbers(table: DataTable, name: str, file: str | None) -> np.ndarray:
    variable = table.variable(name)
    if variable.type != "numeric":
        raise _refused(f"numbers in {shown(name)}", variable.type, file)
    return np.asarray(variable.values)


def _whole(table: DataTable, name: str, file: str | None) -> np.ndarray:
    values = np.asarray(table.variable(name).values)
    if values.dtype.kind != "f" or not (values >= 0).all() or (values % 1 != 0).any():
        raise _refused(f"whole numbers from 0 in {shown(name)}", "others", file)
    return values.astype(np.int64)


def _setting(node: Node) -> Setting:
    value = node.maybe("value")
    return Setting(
        node.one("name").text().strip(),
        "" if value is None else value.text(),
        _number(node, "component"),
    )


def _file(node: Node) -> OutputFile:
    return OutputFile(
        node.one("name").text().strip(),
        node.one("file_id").integer(),
        node.one("url").text().strip(),
    )


def _evaluation(node: Node) -> Evaluation:
    place = [node.attribute(name) for name in ("repeat", "fold")]
    if not all(text is None or (text.isascii() and text.isdecimal()) for text in place):
        raise node.refused("whole numbers of repeat and fold", shown(str(place)))
    repeat, fold = (None if text is None else int(text) for text in place)
    value, array = node.maybe_text("value"), node.maybe_text("array_data")
    return Evaluation(node.one("name").text().strip(), value, repeat, fold, array)


def _number(node: Node, name: str) -> int | None:
    found = node.maybe(name)
    return None if found is None or not found.text().strip() else found.integer()


def _refused(expected: str, found: str, file: str | None) -> Exception:
    return refusal(expected, found, _HINT, file=file, kind=SuiteError)
