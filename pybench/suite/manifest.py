"""A suite as a value: its fields, its file, its hash, and its other files."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from pybench.base.errors import ArgumentError, SuiteError, refusal
from pybench.base.text import clipped, counted, lined, shown, shown_names
from pybench.read.files import file_bytes
from pybench.suite.filenames import clash
from pybench.suite.hashing import canonical, changed, in_utf8
from pybench.suite.jsonschema import parsed, validate
from pybench.suite.task import (
    KINDS,
    Constraint,
    DataFile,
    Exclusion,
    Preservation,
    Task,
    Verdict,
    from_plain,
    to_plain,
)

if TYPE_CHECKING:
    import pandas as pd

SCHEMA = "pybench/suite/1"
FILE = "suite.json"
# Fields that earlier versions did not write; left out if empty, so that hashes of suites stand.
_NEWER = ("screening", "preservation", "openml_qualities")


@dataclass(frozen=True, eq=False, repr=False)
class Manifest:
    """A fixed list of tasks, and how they were selected. See `pybench.Suite`.

    Attributes
    ----------
    name, alias, description : str
        The alias, unless it is None, can be part of a web address.
    version : int
    status : {"in_preparation", "active", "deactivated"}
        An active suite cannot be changed; its next version can.
    created : str
        Time in UTC, "2026-01-31T12:00:00Z".
    tasks : tuple of Task
    constraints : tuple of Constraint
        Ranges of qualities required of the candidates.
    candidates : tuple of Verdict
        The verdict of each rule on each candidate, including those excluded.
    exclusions : tuple of Exclusion
        Flags that people set.
    qualities : dict of str to dict of str to float
        Dataset -> quality -> value, of candidates.
    provenance : dict of str to str
        What it was made from, and by which version.
    screening : dict
        What else the verdicts depend on: the requested exclusions, which classes count, the seed.
    preservation : Preservation or None
        Of a compact suite: how well its tasks keep the ranking of methods on all tasks.
    openml_qualities : dict of str to dict of str to float or None
        Dataset -> quality -> value as OpenML's files state it; None if they name a quality without
        a value. ``qualities`` were measured here, so one quality may have different values in both.
    openml_id : int or None
    folder : Path or None
        The folder of its files; None before it is saved.
    """

    name: str
    alias: str | None
    description: str
    version: int
    status: str
    created: str
    tasks: tuple[Task, ...]
    constraints: tuple[Constraint, ...] = ()
    candidates: tuple[Verdict, ...] = ()
    exclusions: tuple[Exclusion, ...] = ()
    qualities: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    provenance: Mapping[str, str] = field(default_factory=dict)
    openml_id: int | None = None
    screening: Mapping[str, Any] = field(default_factory=dict)
    preservation: Preservation | None = None
    openml_qualities: Mapping[str, Mapping[str, float | None]] = field(default_factory=dict)
    folder: Path | None = None
    contents: Mapping[str, bytes | Path] = field(default_factory=dict)  #: files not saved yet

    def __post_init__(self) -> None:
        for what, names in (("tasks", self.task_names), ("datasets", self.datasets)):
            if pair := clash(names):
                raise ArgumentError(
                    f"two {what} of the suite have names that make the same file name: "
                    f"{shown(pair[0])} and {shown(pair[1])}",
                    expected="names that differ in more than case",
                    found=f"{pair[0]}, {pair[1]}",
                    hint="Rename one of them.",
                )
        hashes: dict[str, str] = {}
        for file in self._listed():
            if hashes.setdefault(file.path, file.sha256) != file.sha256:
                raise ArgumentError(
                    f"the suite has two different files with the path {shown(file.path)}",
                    expected="one file per path",
                    found="two SHA-256",
                    hint="Give the datasets, or the tasks, different names.",
                )

    # Its contents.

    @property
    def task_names(self) -> tuple[str, ...]:
        """Names of the tasks, in order."""
        return tuple(task.name for task in self.tasks)

    @property
    def datasets(self) -> tuple[str, ...]:
        """Names of the datasets of the tasks, each once, in order."""
        return tuple(dict.fromkeys(task.dataset.name for task in self.tasks))

    def task(self, name: str) -> Task:
        """Return the task with the given name.

        Raises
        ------
        ArgumentError
            If the suite has no such task.
        """
        for task in self.tasks:
            if task.name == name:
                return task
        raise ArgumentError(
            f"the suite {shown(self.name)} has no task {shown(name)}",
            expected=shown_names(self.task_names, 20),
            found=name,
        )

    def stated(self, dataset: str) -> dict[str, float]:
        """Return the qualities of a dataset for which OpenML's files state a value."""
        known = self.openml_qualities.get(dataset, {})
        return {name: value for name, value in known.items() if value is not None}

    def known_qualities(self) -> dict[str, dict[str, float]]:
        """Return dataset -> quality -> value: as measured here, else as OpenML states it."""
        names = dict.fromkeys((*self.qualities, *self.openml_qualities))
        return {name: {**self.stated(name), **self.qualities.get(name, {})} for name in names}

    @property
    def hash(self) -> str:
        """SHA-256 of the canonical form: all fields but the status."""
        return hashlib.sha256(canonical(self.to_dict())).hexdigest()

    def to_dict(self) -> dict[str, Any]:
        """Return the manifest as plain values for JSON, without its hash."""
        return {
            "schema": SCHEMA,
            "name": self.name,
            "alias": self.alias,
            "description": self.description,
            "version": self.version,
            "status": self.status,
            "created": self.created,
            "tasks": to_plain(self.tasks),
            "constraints": to_plain(self.constraints),
            "candidates": to_plain(self.candidates),
            "exclusions": to_plain(self.exclusions),
            "qualities": to_plain(self.qualities),
            "provenance": to_plain(self.provenance),
            "openml_id": self.openml_id,
            **{name: to_plain(value) for name in _NEWER if (value := getattr(self, name))},
        }

    def to_frame(self) -> pd.DataFrame:
        """Return one row per task: dataset, kind, type, target, procedure, measure, tags, ..."""
        import pandas as pd

        rows = [
            {
                "task": task.name,
                "dataset": task.dataset.name,
                "kind": task.kind,
                "type": task.type,
                "target": task.target,
                "procedure": task.procedure.type,
                "repeats": task.procedure.repeats,
                "folds": task.procedure.folds,
                "measure": task.measure,
                "source": task.dataset.source,
                "licence": task.dataset.licence,
                "tags": ", ".join((*task.dataset.tags, *task.tags)),
                "openml_id": task.openml_id,
            }
            for task in self.tasks
        ]
        return pd.DataFrame(rows).set_index("task") if rows else pd.DataFrame()

    def verdicts(self) -> pd.DataFrame:
        """Return the verdicts, one row per candidate and rule."""
        import pandas as pd

        names = ("dataset", "rule", "value", "threshold", "verdict", "note")
        rows = ([getattr(one, name) for name in names] for one in self.candidates)
        return pd.DataFrame(rows, columns=names)

    def __str__(self) -> str:
        head = (
            f"Suite {clipped(self.name)}, version {self.version}, {self.status.replace('_', ' ')}"
        )
        kinds = [counted(n, f"{kind} task") for kind, n in self.kinds().items()]
        lines = [f"{head}: {' and '.join(kinds) or 'no tasks'}", f"  hash {self.hash}"]
        lines += [f"  {self.preserved()}"] if self.preservation else []
        lines += [f"  {shown_names(self.task_names)}"] if self.tasks else []
        return lined(lines)

    def preserved(self) -> str:
        """Say how well the tasks of a compact suite keep the ranking; "" for other suites."""
        kept = self.preservation
        if kept is None:
            return ""
        return (
            f"On {counted(len(self.tasks), 'task')} chosen without it, the mean rank of a method "
            f"differs by {kept.error:.2f} from that on all {kept.tasks} (mean over "
            f"{len(kept.methods)} methods, each left out of the choice), on random tasks by "
            f"{kept.random_error:.2f}; Spearman's correlation with the mean ranks on all is "
            f"{kept.spearman:.2f}, with random tasks {kept.random_spearman:.2f}."
        )

    def __repr__(self) -> str:
        of = f"{counted(len(self.tasks), 'task')}, {self.status}"
        return f"<Suite {clipped(self.name)}, version {self.version}: {of}>"

    def kinds(self) -> dict[str, int]:
        """Return the number of tasks of each kind, and of each type besides classification."""
        usual = "classification"
        kinds = [t.kind if t.type == usual else f"{t.kind} {t.type}" for t in self.tasks]
        named = [f"{kind}{more}" for more in ("", " regression", " clustering") for kind in KINDS]
        return {kind: kinds.count(kind) for kind in named if kind in kinds}

    # Its files.

    def files(self) -> Iterator[DataFile]:
        """Yield every file of the suite once: data, then splits."""
        yield from {file.path: file for file in self._listed()}.values()

    def _listed(self) -> list[DataFile]:
        data = [file for task in self.tasks for file in task.dataset.files]
        splits = [DataFile(t.splits, t.splits_sha256) for t in self.tasks if t.splits is not None]
        return [*data, *splits]

    def read(self, file: DataFile) -> bytes:
        """Return the bytes of a file of the suite, if they match its hash.

        Raises
        ------
        SuiteError
            If they do not match, or the path leads out of the folder.
        InputError
            If there is no such file.
        """
        held, where = self.held(file), self.where(file)
        data = held if isinstance(held, bytes) else file_bytes(where)
        found = hashlib.sha256(data).hexdigest()
        if found != file.sha256:
            raise changed(where, file.sha256, found)
        return data

    def held(self, file: DataFile) -> bytes | Path:
        """Return the bytes or the path of a file, which may not be saved yet."""
        return self.contents.get(file.path) or self._place(file.path)

    def where(self, file: DataFile) -> str:
        """Return the place a file is read from, for messages."""
        held = self.held(file)
        return file.path if isinstance(held, bytes) else str(held)

    def verify(self) -> None:
        """Read every available file of the suite; refuse the first that does not match its hash.

        Data may be missing, because a bundle may leave out data whose licence does not permit
        redistribution. Splits must not be missing.

        Raises
        ------
        SuiteError
            If a file was changed; the message names it.
        InputError
            If splits are missing.
        """
        for file in self.needed():
            self.read(file)

    def present(self, file: DataFile) -> bool:
        """Return whether a file of the suite exists, whatever its content."""
        if file.path in self.contents or self.folder is None:
            return file.path in self.contents
        return os.path.lexists(self._place(file.path))

    def needed(self) -> Iterator[DataFile]:
        """Yield the files that the suite needs: all except data that are not available."""
        splits = {task.splits for task in self.tasks}
        for file in self.files():
            if file.path in splits or self.present(file):
                yield file

    def _place(self, path: str) -> Path:
        if self.folder is None:
            raise ArgumentError(
                f"the suite has no file {shown(path)}: the suite was neither saved nor loaded",
                hint="Save it: suite.save(folder).",
            )
        place = self.folder.joinpath(*(parts := path.split("/")))
        inside = Path(os.path.realpath(place)).is_relative_to(os.path.realpath(self.folder))
        if ".." in parts or "." in parts or not inside:
            hint = "Restore the suite from where it came from."
            raise refusal("a path inside the suite", shown(path), hint, kind=SuiteError)
        return place

    # Its JSON.

    def text(self) -> str:
        """Return the content of ``suite.json``."""
        whole = {**self.to_dict(), "hash": self.hash}
        validate(whole, "suite-1")  # never write what `load` would refuse
        return in_utf8(json.dumps(whole, indent=1, ensure_ascii=False, allow_nan=False) + "\n")

    @classmethod
    def parse(cls, data: bytes, file: str | None = None, folder: Path | None = None) -> Self:
        """Return the suite in the bytes of a ``suite.json``, without looking at its files.

        Raises
        ------
        SuiteError
            If they are not a suite, or do not match the hash in them.
        """
        plain = parsed(data, file)
        validate(plain, "suite-1", file)
        fields = {key: value for key, value in plain.items() if key not in ("schema", "hash")}
        lists = {"tasks": Task, "constraints": Constraint, "candidates": Verdict}
        for key, kind in {**lists, "exclusions": Exclusion}.items():
            fields[key] = tuple(from_plain(kind, item) for item in fields.get(key, ()))
        if kept := fields.get("preservation"):
            fields["preservation"] = from_plain(Preservation, kept)
        try:
            suite = cls(**fields, folder=folder)
        except ArgumentError as error:
            expected, hint = error.expected or "tasks of different names", error.hint or ""
            found = error.found or error.message
            raise refusal(expected, found, hint, file=file, kind=SuiteError) from None
        if suite.hash != plain["hash"]:
            raise changed(file or FILE, plain["hash"], suite.hash)
        return suite
