"""A folder of results -> Arrow tables: runs, tasks, evaluations, predictions.

Only the files of a run count. Evaluations and predictions, which take long to read, are cached
beside them as Parquet and made again when the folder has changed.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Collection, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pybench.base.document import read_json
from pybench.base.errors import EnvironmentProblem, SuiteError, reason_of, refusal
from pybench.base.path import to_read
from pybench.base.text import clipped
from pybench.read.files import file_bytes
from pybench.store import atomic
from pybench.store.inside import inside
from pybench.store.journal import events
from pybench.suite.running.folder import JOURNAL, RUNS, evaluation_bytes
from pybench.suite.running.jobs import Job
from pybench.suite.running.predictions import Predictions, decode
from pybench.suite.running.scoring import Measure, with_scores
from pybench.suite.running.tables import read_stand_ins
from pybench.suite.running.tasktypes import EVERY

if TYPE_CHECKING:
    import pyarrow as pa
    import pyarrow.dataset as ds

RUN, SUITE, STORE = "run.json", "suite.json", "store"
SCHEMAS = {"pybench/suite-run/1": "pybench", "pybench/published/1": "published"}
_STAMP = b"pybench-stamp"
_ANEW = "Run again into this folder, which writes it anew, or remove it."
_BATCH = 200_000  # predictions in memory at once
_TEXTS = ("run", "estimator", "task", "status")
_NUMBERS = ("repeat", "fold", "n_train", "n_test")
#: Errors that may occur when reading a file that pybench did not write.
PROBLEMS = (ValueError, KeyError, TypeError, AttributeError, OverflowError)


class ResultsFolder:
    """One folder: a run of pybench, or published results.

    Raises
    ------
    SuiteError
        If it is neither.
    """

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self.folder = to_read("folders", folder)
        self.name = utf8(self.folder.resolve().name)
        path = self.folder / RUN
        try:
            self.about = read_json(file_bytes(str(path)))
            self.origin = SCHEMAS[self.about["schema"]]
            _table(self.runs(), "runs")  # checks the types of its fields
        except PROBLEMS as error:
            hint = "Give folders that `pybench run` or `pybench suite published` wrote."
            raise refusal(
                "the run.json of a folder of results",
                reason_of(error),
                hint,
                file=str(path),
                kind=SuiteError,
            ) from error

    def runs(self) -> list[dict[str, Any]]:
        """Return one row per estimator: what was run, with which versions, of which origin."""
        suite = self.about.get("suite") or {}
        ground = self.about.get("versions", {})
        return [
            {
                "run": self.name,
                "folder": utf8(str(self.folder.resolve())),
                "origin": self.origin,
                "source": self.about.get("source"),
                "suite": suite.get("name"),
                "suite_version": suite.get("version"),
                "suite_hash": suite.get("hash"),
                "estimator": name,
                "sha256": one.get("sha256"),
                "seed": self.about.get("seed"),
                "versions": list({**ground, **one.get("versions", {})}.items()),
            }
            for name, one in self.about["estimators"].items()
        ]

    def tasks(self) -> list[dict[str, Any]]:
        """Return one row per task of the suite; none if the folder has no suite."""
        path = self.folder / SUITE
        if not path.exists():
            return []
        from pybench.suite.manifest import Manifest

        suite = Manifest.parse(file_bytes(str(path)), str(path))
        return [
            {
                "run": self.name,
                "suite": suite.name,
                "suite_version": suite.version,
                "suite_hash": suite.hash,
                "task": task.name,
                "dataset": task.dataset.name,
                "dataset_version": task.dataset.version,
                "dataset_sha256": task.dataset.sha256,
                "kind": task.kind,
                "type": task.type,
                "target": task.target,
                "procedure": task.procedure.type,
                "repeats": task.procedure.repeats,
                "folds": task.procedure.folds,
                "measure": task.measure,
                "licence": task.dataset.licence,
                "tags": [*task.dataset.tags, *task.tags],
                "openml_id": task.openml_id,
            }
            for task in suite.tasks
        ]

    def type(self) -> str:
        """Return the type of the tasks, of which a run has one; published are classifications."""
        return next((task["type"] for task in self.tasks()), "classification")

    def evaluations(self, measures: Collection[Measure] = ()) -> ds.Dataset | pa.Table:
        """Return one row per fold, with columns for further measures, which are not cached."""
        if not measures:
            return self._derived("evaluations", self._evaluation_tables)
        import pyarrow as pa

        found = self.evaluated(measures)
        table = _table([self._row(job, one) for job, one in found.items()], "evaluations")
        for one in measures:
            if one.score is not None:
                scores = [evaluation["measures"].get(one.name) for evaluation in found.values()]
                table = table.append_column(one.name, pa.array(scores, pa.float64()))
        return table

    def evaluated(self, measures: Collection[Measure] = ()) -> dict[Job, Mapping[str, Any]]:
        """Return the evaluation of each job, with the scores of further measures."""
        read = {job: (found, path) for job, found, path in self._found()}
        done: dict[Job, Mapping[str, Any]] = {job: found for job, (found, _) in read.items()}

        def stored(job: Job) -> Predictions:
            return _stored_predictions(*read[job])

        if measures:
            done = with_scores(done, measures, stored, self.type())
        # Jobs done since replace the substitutes for failed jobs.
        return {**read_stand_ins(self.folder), **done}

    def predictions(self) -> ds.Dataset:
        """Return one row per prediction."""
        return self._derived("predictions", self._prediction_tables)

    # How these tables are made.

    def _derived(self, what: str, tables: Callable[[], Iterator[pa.Table]]) -> ds.Dataset:
        import pyarrow.dataset as ds

        try:
            return ds.dataset(self._kept(what, tables), SCHEMA_OF[what](), "parquet")
        except (EnvironmentProblem, UnicodeEncodeError):
            # The folder is read-only for this user, or Arrow cannot hold its name.
            schema = SCHEMA_OF[what]()
            return ds.dataset([table.cast(schema) for table in tables()], schema)

    def _kept(self, what: str, tables: Callable[[], Iterator[pa.Table]]) -> Path:
        """Return the Parquet file, made again if the folder has changed."""
        import pyarrow.parquet as pq

        path = self.folder / STORE / f"{what}.parquet"
        digest = path.with_suffix(".sha256")  # Parquet itself does not detect a damaged number
        stamp = self._stamp().encode()
        try:
            made = (pq.read_schema(path).metadata or {}).get(_STAMP)
            if made == stamp and digest.read_text("ascii") == _sha256(path):
                return path
        except (OSError, ValueError):
            pass  # missing or damaged: made again
        schema = SCHEMA_OF[what]().with_metadata({_STAMP: stamp})
        with inside(self.folder):
            atomic.make_folder(path.parent)
            with atomic.writing(path) as file, pq.ParquetWriter(file, schema) as writer:
                for table in tables():
                    writer.write_table(table.cast(schema))
            atomic.write_text(digest, _sha256(path))
        return path

    def _stamp(self) -> str:
        """Return a text that changes when the folder does.

        It has sizes and times of the journal and of the folders of files, whose time changes when a
        file is added or replaced. R's runs have no journal: there it has those of every file.
        """
        journal = self.folder / JOURNAL
        files = [journal, self.folder / "evaluations.csv", self.folder / RUN]
        below = "*/*" if journal.exists() else "*/*/*.*"
        files += sorted((self.folder / RUNS).glob(below))
        seen = [(file.name, file.stat()) for file in files if file.exists()]
        return json.dumps([[name, held.st_size, held.st_mtime_ns] for name, held in seen])

    def _evaluation_tables(self) -> Iterator[pa.Table]:
        whole = self.evaluated()
        yield _table([self._row(job, found) for job, found in whole.items()], "evaluations")

    def _row(self, job: Job, found: Mapping[str, Any]) -> dict[str, Any]:
        sizes = {name: found[name] for name in ("status", "n_train", "n_test")}
        measures = {name: found["measures"].get(name) for name in EVERY}
        return {"run": self.name, **job._asdict(), **sizes, **measures}

    def _found(self) -> Iterator[tuple[Job, dict[str, Any], Path]]:
        """Yield the evaluations that have a file, each with its path."""
        told = self._told()
        for path in sorted((self.folder / RUNS).glob("*/*/evaluation-*.json")):
            try:
                text = file_bytes(str(path))
                found = read_json(text)
                job = Job(*(found[name] for name in Job._fields))
                _checked(self._row(job, found))
                _the_same(text, found, told.get(job))
            except PROBLEMS as error:
                raise refusal(
                    "the evaluation of a fold",
                    reason_of(error),
                    _ANEW,
                    file=str(path),
                    kind=SuiteError,
                ) from error
            yield job, found, path

    def _told(self) -> dict[Job, dict[str, Any]]:
        """Return the evaluations of finished jobs from the journal; R keeps none."""
        path = self.folder / JOURNAL
        try:
            done = [one for one in events(path) if one["event"] == "done"]
            return {Job(*one["job"]): dict(one["evaluation"]) for one in done}
        except PROBLEMS as error:
            found = reason_of(error)
            raise refusal(
                "the journal of a run", found, _ANEW, file=str(path), kind=SuiteError
            ) from error

    def _prediction_tables(self) -> Iterator[pa.Table]:
        rows: list[dict[str, Any]] = []
        for job, told, path in self._found():
            one = _stored_predictions(told, path)
            shares = [None] * len(one.rows) if one.confidences is None else one.confidences.tolist()
            head = {"run": self.name, "estimator": job.estimator, "task": job.task}
            place = {"repeat": one.repeat, "fold": one.fold}
            rows += [
                {
                    **head,
                    **place,
                    "row_id": row,
                    "prediction": said,
                    "correct": true,
                    "confidences": share and list(zip(one.classes, share, strict=True)),
                }
                for row, said, true, share in zip(
                    one.rows.tolist(), one.predicted, one.correct, shares, strict=True
                )
            ]
            if len(rows) >= _BATCH:
                yield _table(rows, "predictions")
                rows = []
        yield _table(rows, "predictions")


def _stored_predictions(evaluation: Mapping[str, Any], path: Path) -> Predictions:
    """Return the predictions beside the evaluation in a path, if they have its hash."""
    name = path.name.replace("evaluation", "predictions", 1)
    file = path.with_name(name).with_suffix(".csv")
    data = file_bytes(str(file))
    expected = evaluation.get("predictions_sha256")
    if (sha256 := hashlib.sha256(data).hexdigest()) != expected:
        raise refusal(f"SHA-256 {expected}", sha256, _ANEW, file=str(file), kind=SuiteError)
    return decode(data, str(file))


def _checked(row: Mapping[str, Any]) -> None:
    """Refuse values that a column cannot hold.

    Raises
    ------
    TypeError
    """
    for name, value in row.items():
        if name in _TEXTS:
            fits = isinstance(value, str)
        else:
            number = isinstance(value, (int, float)) and not isinstance(value, bool)
            whole = name not in _NUMBERS or (number and value % 1 == 0 and abs(value) < 2**63)
            fits = value is None or (number and whole)
        if not fits:
            raise TypeError(f"the {name} {clipped(repr(value))}")


def _the_same(text: bytes, found: Mapping[str, Any], told: Mapping[str, Any] | None) -> None:
    """Refuse an evaluation file that contradicts the journal about the same predictions.

    Raises
    ------
    ValueError
    """
    about = "predictions_sha256"
    if told and told.get(about) == found.get(about) and text != evaluation_bytes(told):
        raise ValueError("scores that differ from those in the journal of the run")


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def utf8(path: str) -> str:
    """Return a path in a form that Arrow can hold: bytes that are not UTF-8 are escaped."""
    return path.encode("utf-8", "backslashreplace").decode("utf-8")


def _table(rows: list[dict[str, Any]], what: str) -> pa.Table:
    import pyarrow as pa

    return pa.Table.from_pylist(rows, SCHEMA_OF[what]())


def arrow_of(rows: list[dict[str, Any]], what: str) -> pa.Table:
    """Return the Arrow table of runs or tasks."""
    return _table(rows, what)


def _runs() -> pa.Schema:
    import pyarrow as pa

    text = ("run", "folder", "origin", "source", "suite", "suite_hash", "estimator", "sha256")
    fields = {**dict.fromkeys(text, pa.string()), "suite_version": pa.int64(), "seed": pa.int64()}
    return pa.schema({**fields, "versions": pa.map_(pa.string(), pa.string())})


def _tasks() -> pa.Schema:
    import pyarrow as pa

    text = ("run", "suite", "suite_hash", "task", "dataset", "dataset_version", "dataset_sha256")
    more = ("kind", "type", "target", "procedure", "measure", "licence")
    whole = ("suite_version", "repeats", "folds", "openml_id")
    fields = {**dict.fromkeys((*text, *more), pa.string()), **dict.fromkeys(whole, pa.int64())}
    return pa.schema({**fields, "tags": pa.list_(pa.string())})


def _evaluations() -> pa.Schema:
    import pyarrow as pa

    fields = {**dict.fromkeys(_TEXTS, pa.string()), **dict.fromkeys(_NUMBERS, pa.int64())}
    return pa.schema({**fields, **dict.fromkeys(EVERY, pa.float64())})


def _predictions() -> pa.Schema:
    import pyarrow as pa

    text = ("run", "estimator", "task", "prediction", "correct")
    whole = ("repeat", "fold", "row_id")
    fields = {**dict.fromkeys(text, pa.string()), **dict.fromkeys(whole, pa.int64())}
    return pa.schema({**fields, "confidences": pa.map_(pa.string(), pa.float64())})


SCHEMA_OF: dict[str, Callable[[], pa.Schema]] = {
    "runs": _runs,
    "tasks": _tasks,
    "evaluations": _evaluations,
    "predictions": _predictions,
}
