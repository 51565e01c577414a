"""Sources of the datasets of a new suite: a folder, files by name, packages, another suite."""

from __future__ import annotations

import dataclasses
import hashlib
import math
import os
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from numbers import Real
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pybench.base import check
from pybench.base.errors import ArgumentError, InputError, SuiteError, refusal
from pybench.base.path import to_read
from pybench.base.text import shown, shown_names
from pybench.read import splits as series_files
from pybench.read import tabular
from pybench.read.files import file_bytes
from pybench.read.tabular import DataTable
from pybench.suite import bundled, data
from pybench.suite.data import TaskData
from pybench.suite.filenames import file_stem
from pybench.suite.hashing import listed_sha256
from pybench.suite.manifest import Manifest
from pybench.suite.task import TYPES, USUAL, DataFile, Dataset, Procedure, Task

if TYPE_CHECKING:
    from pybench.seriesset.series import SeriesSet

KINDS = ("auto", "tabular", "series")
_SAID = ("target", "version", "licence", "citation", "url")  # text columns of qualities
_NUMBERS = ("openml_id", "task_id", "uploader")  # columns of qualities that are none


@dataclass(frozen=True, slots=True)
class About:
    """What the author of a suite states about a dataset."""

    target: str | None = None
    version: str = ""
    nominal: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    licence: str | None = None
    citation: str | None = None
    url: str | None = None
    tags: tuple[str, ...] = ()
    openml_id: int | None = None
    type: str | None = None  #: of the task, one of TYPES; None: not declared


def about_of(name: str, said: Mapping[str, Any]) -> About:
    """Check what is stated about a dataset.

    Raises
    ------
    ArgumentError
        If a dataset has no such field, or there is no such type of task.
    """
    check.mapping(f"about[{name!r}]", said, "a mapping of field to value")
    for field_name in said:
        check.choice(f"about[{name!r}]", field_name, About.__dataclass_fields__)
    if "type" in said:
        check.choice(f"about[{name!r}].type", said["type"], TYPES)
    lists = ("nominal", "ignore", "tags")
    given: dict[str, Any] = {}
    for key, value in said.items():
        many = check.listed(f"about[{name!r}].{key}", value, "strings") if key in lists else ()
        given[key] = tuple(many) if key in lists else value
    return About(**given)


@dataclass(frozen=True, eq=False)
class Candidate:
    """A dataset that may become a task; its data are read on demand and not kept."""

    dataset: Dataset
    kind: str
    target: str
    contents: Mapping[str, Path | bytes] = field(default_factory=dict)
    measured: Mapping[str, float] | None = None  #: qualities, if the data are not available
    stated: Mapping[str, float] = field(default_factory=dict)  #: qualities that OpenML states
    task: Task | None = None  #: if the candidate was a task; its splits are in `contents`
    type: str | None = None  #: of the task, as declared; None: its target must be classes

    @property
    def name(self) -> str:
        """Name of the task that it is or becomes."""
        return self.dataset.name if self.task is None else self.task.name

    @property
    def task_type(self) -> str:
        """Type of its task: classification unless another one is declared."""
        return self.type or "classification"

    def read(self) -> DataTable | SeriesSet | None:
        """Read it, including the target; None if the data are not available."""
        if self.measured is not None:
            return None
        reader = data.load_series if self.kind == "series" else data.load_table
        return reader(self._suite(), self.dataset)

    def task_data(self, source: DataTable | SeriesSet | None) -> TaskData | None:
        """Return the task data of what `read` returned."""
        if isinstance(source, DataTable):
            return data.of_table(source, self.target, self.dataset, self.task_type)
        return None if source is None else data.of_series(source, self.dataset, self.task_type)

    def _suite(self) -> Manifest:
        return Manifest("", None, "", 1, "in_preparation", "", (), contents=self.contents)


def candidates(
    source: Any, kind: str, about: Mapping[str, About], everywhere: About
) -> list[Candidate]:
    """Return the datasets of a source, ordered by name or as in the given list.

    Parameters
    ----------
    source : path, mapping of name to path, iterable of names of bundled datasets, frame or suite
    kind : {"auto", "tabular", "series"}
    about : mapping
        Dataset name -> what is stated about it.
    everywhere : About
        Applies to datasets about which nothing is stated.

    Raises
    ------
    ArgumentError, InputError, SuiteError
    """
    check.choice("kind", kind, KINDS)
    about = {
        name: replace(
            said,
            target=everywhere.target if said.target is None else said.target,
            nominal=said.nominal or everywhere.nominal,
            type=said.type or everywhere.type,
        )
        for name, said in about.items()
    }
    if isinstance(source, Manifest):
        _check_names(about, source.datasets)
        return [_again(source, t, about.get(t.dataset.name, everywhere)) for t in source.tasks]
    if hasattr(source, "columns") and hasattr(source, "index"):
        rows = _rows(source)
        _check_names(about, list(rows))
        return [_measured(name, row, about.get(name, everywhere)) for name, row in rows.items()]
    if isinstance(source, (str, os.PathLike)):
        found = _folder(to_read("source", source), kind)
    elif isinstance(source, Mapping):
        found = {str(name): _files_of(to_read("source", path)) for name, path in source.items()}
    elif isinstance(source, Iterable):
        names = list(source)
        _check_names(about, names)
        return [_bundled(name, about.get(name, everywhere)) for name in names]
    else:
        expected = (
            "a folder, a mapping of names to files, names of bundled datasets, a frame or suite"
        )
        raise ArgumentError(
            f"`source` must be {expected}, not {type(source).__name__}",
            expected=expected,
            found=type(source).__name__,
        )
    _check_names(about, list(found))
    return [_from_files(n, paths, kind, about.get(n, everywhere)) for n, paths in found.items()]


def _rows(frame: Any) -> dict[str, Any]:
    """Return the rows of a table of qualities by dataset; refuse a dataset with several."""
    check.row_names("source", frame.index)
    names = [str(name) for name in frame.index]
    if twice := [name for name, times in Counter(names).items() if times > 1]:
        raise ArgumentError(
            "`source` must have one row per dataset; these datasets have several: "
            f"{shown_names(twice)}",
            expected="a row per dataset",
            found=shown_names(twice),
            hint="A results table is not a table of qualities: give the datasets themselves.",
        )
    return dict(zip(names, (row for _, row in frame.iterrows()), strict=True))


def _check_names(about: Mapping[str, About], known: Sequence[str]) -> None:
    if strange := [name for name in about if name not in known]:
        raise ArgumentError(
            f"`about` names datasets that the source does not have: {shown_names(strange)}",
            expected=shown_names(known, 20),
            found=shown_names(strange),
        )


def _folder(folder: Path, kind: str) -> dict[str, list[Path]]:
    """Return the files of each dataset of a folder, and of subfolders with the dataset's name."""
    try:
        items = sorted(item for item in folder.iterdir() if not item.name.startswith("."))
    except OSError as error:
        reason = error.strerror or str(error)
        raise refusal(
            "a folder", reason, "Check the path.", file=str(folder), kind=InputError
        ) from error
    found: dict[str, list[Path]] = {}
    for item in items:
        inner = sorted(item.iterdir()) if item.is_dir() else [item]
        for path in inner:
            name = series_files.split_name(path)[0]
            known = tabular.format_of(path.name) or series_files.format_of(path.name)
            if known and path.is_file() and (path is item or name == item.name):
                found.setdefault(name, []).append(path)
    if not found:
        hint = "Put files X.csv, X.arff, X.parquet, X_TRAIN.ts and X_TEST.ts into it."
        raise refusal("a folder of datasets", "none", hint, file=str(folder), kind=SuiteError)
    return dict(sorted(found.items()))


def _files_of(path: Path) -> list[Path]:
    if path.exists():
        other = series_files.sibling(path)
        both = series_files.split_name(path)[1] == "train" and other.exists()
        return [path, other] if both else [path]
    pairs = [path.with_name(f"{path.name}_{half}.ts") for half in ("TRAIN", "TEST")]
    if all(pair.exists() for pair in pairs):
        return pairs
    raise refusal("a file", "none of that name", "Check the path.", file=str(path), kind=InputError)


def _from_files(name: str, paths: list[Path], kind: str, about: About) -> Candidate:
    halves = {series_files.split_name(path)[1]: path for path in paths}
    if len(paths) > 1 and (set(halves) != {"train", "test"} or len(paths) > 2):
        found = ", ".join(str(path) for path in paths)
        hint = "Remove the copies, or name the file to take: {name: path}."
        raise refusal(f"the dataset {shown(name)} once", found, hint, kind=SuiteError)
    ordered = [halves["train"], halves["test"]] if len(paths) == 2 else paths
    is_series = kind == "series" or (
        kind == "auto" and (len(ordered) == 2 or ordered[0].suffix.lower() == ".ts")
    )
    if is_series and "" not in halves and len(ordered) == 1:
        hint = "Put X_TRAIN and X_TEST beside each other."
        raise refusal("both splits", "one", hint, file=str(ordered[0]), kind=SuiteError)
    forms = series_files.format_of if is_series else tabular.format_of
    form = forms(ordered[0].name)
    if form is None:
        hint = "Tables are CSV, ARFF, Parquet or Arrow."
        raise refusal("a table", ordered[0].name, hint, file=str(ordered[0]), kind=SuiteError)
    contents = {_inside(name, path): path for path in ordered}
    files = tuple(DataFile(place, _sha256(path)) for place, path in contents.items())
    dataset = _described(Dataset(name, "file", form, files, sha256=listed_sha256(files)), about)
    target = "" if is_series else _target(dataset, contents, about)
    kind = "series" if is_series else "tabular"
    return Candidate(dataset, kind, target, contents, type=about.type or _declared(form, ordered))


def _declared(form: str, paths: Sequence[Path]) -> str | None:
    """Return the type of task that files themselves declare: .ts files of numbers to predict."""
    if form != "ts" or not data.declares_numbers(file_bytes(str(paths[0])), str(paths[0])):
        return None
    return "regression"


def _target(dataset: Dataset, contents: Mapping[str, Path], about: About) -> str:
    if about.target is not None:
        return about.target
    file = contents[dataset.files[0].path]
    table = tabular.read_table(
        file_bytes(str(file)), format=dataset.format, file=str(file), nominal=dataset.nominal
    )
    raise ArgumentError(
        f"`target` must name the column to predict in {shown(dataset.name)}",
        file=str(file),
        expected=shown_names(table.names, 20),
        found="none",
        hint=f"The columns of this file are {shown_names(table.names, 20)}.",
    )


def _bundled(name: str, about: About) -> Candidate:
    check.choice("source", name, bundled.names())
    kind = data.bundled_kind(name)
    dataset = Dataset(
        name, "bundled", "bundled", version=data.bundled_version(name),
        sha256=data.content_sha256(name), **bundled.CREDITS[name]._asdict(),
    )  # fmt: skip
    target = "" if kind == "series" else "class"
    return Candidate(_described(dataset, about), kind, target, type=about.type)


def _again(suite: Manifest, task: Task, about: About) -> Candidate:
    """Return a task of a suite as a candidate, with its files and its splits."""
    if about.target not in (None, task.target):
        raise ArgumentError(
            f"`target` of {shown(task.name)} must be its target in the suite, "
            f"{shown(task.target)}, because the stored splits depend on the target",
            expected=task.target,
            found=str(about.target),
            hint="For another target, create a suite from the data files.",
        )
    if about.type not in (None, task.type):
        raise ArgumentError(
            f"`type` of {shown(task.name)} must be its type in the suite, {task.type}, because the "
            "stored splits depend on the type",
            expected=task.type,
            found=str(about.type),
            hint="For another type, create a suite from the data files.",
        )
    files = [*task.dataset.files]
    if task.splits is not None:
        files.append(DataFile(task.splits, task.splits_sha256))
    contents = {file.path: suite.held(file) for file in files}
    known = suite.qualities.get(task.dataset.name, {})
    here = task.dataset.files or task.dataset.source == "bundled"
    measured = None if here else known
    task = replace(task, dataset=_described(task.dataset, about))
    name = task.dataset.name
    return Candidate(
        task.dataset, task.kind, task.target, contents, measured, suite.stated(name), task,
        task.type,
    )  # fmt: skip


def _measured(name: str, row: Any, about: About) -> Candidate:
    """Return a row of a table of qualities as a candidate without data."""
    texts = {key: str(row[key]) for key in _SAID if key in row and _is_text(row[key])}
    if "version" in row and _is_number(row["version"]):
        texts["version"] = f"{row['version']:.15g}"
    ids = {key: _id(name, key, row[key]) for key in ("openml_id", "task_id") if key in row}
    ids = {key: number for key, number in ids.items() if number is not None}
    measured = {
        str(key): float(value)
        for key, value in row.items()
        if key not in (*_SAID, *_NUMBERS) and _is_number(value)
    }
    source = "openml" if "openml_id" in ids else "table"
    dataset = Dataset(name, source, "none", openml_id=ids.get("openml_id"))
    target = about.target or texts.pop("target", None) or ""
    texts.pop("target", None)
    dataset = _described(replace(dataset, **texts), about)  # type: ignore[arg-type]
    found = Candidate(dataset, "tabular", target, {}, measured, type=about.type)
    if "task_id" not in ids:
        return found
    type = found.task_type
    task = Task(
        name, found.dataset, found.target,
        Procedure("crossvalidation", 1, 10, type == "classification", None), None, "",
        measure=USUAL[type], openml_id=ids["task_id"], type=type,
    )  # fmt: skip
    return replace(found, task=task)


def _id(name: str, key: str, value: Any) -> int | None:
    """Return an id on OpenML; None if the value is missing."""
    if value is None or value != value:
        return None
    if _is_number(value) and int(value) == value and value > 0:
        return int(value)
    raise ArgumentError(
        f"`{key}` of {shown(name)} must be a whole number > 0, not {value!r}",
        expected="a whole number > 0",
        found=repr(value),
    )


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and bool(value)


def _is_number(value: Any) -> bool:
    whole = isinstance(value, Real) and not isinstance(value, bool)
    return whole and math.isfinite(float(value))


def _described(dataset: Dataset, about: About) -> Dataset:
    """Return a dataset updated with what is stated about it."""
    fields = (one for one in dataclasses.fields(About) if one.name not in ("target", "type"))
    told = {one.name: (getattr(about, one.name), one.default) for one in fields}
    return replace(dataset, **{name: new for name, (new, usual) in told.items() if new != usual})


def _inside(name: str, path: Path) -> str:
    half = series_files.split_name(path)[1]
    ending = f"_{half.upper()}" if half else ""
    return f"data/{file_stem(name)}{ending}{path.suffix.lower()}"


def _sha256(path: Path) -> str:
    return hashlib.sha256(file_bytes(str(path))).hexdigest()
