"""The plan of a run, and whether it matches the run that a folder holds."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pybench.base import shared
from pybench.base.document import read_json
from pybench.base.errors import ArgumentError, InputError, SuiteError, reason_of, refusal
from pybench.base.text import shown, shown_names
from pybench.read.files import file_bytes
from pybench.store import atomic
from pybench.store.fingerprint import describe, digest, version, versions_of
from pybench.suite.data import load_splits
from pybench.suite.filenames import clash, file_stem, is_name
from pybench.suite.running.jobs import Contender, Job
from pybench.suite.running.tasktypes import type_of

if TYPE_CHECKING:
    from pybench.suite.manifest import Manifest

FILE, SCHEMA = "run.json", "pybench/suite-run/1"
#: Columns with a meaning in `read_results`: it would misread scores of an estimator so named.
COLUMNS = ("dataset", "classifier", "resample")
GROUND = ("numpy", "scipy", "pandas", "scikit-learn")
_ANEW = "Use another folder (out=, --out)"

Folds = Mapping[str, Sequence[tuple[int, int, int, int]]]  # task: repeat, fold, train, test rows


@dataclass(frozen=True, eq=False)
class RunPlan:
    """The tasks, estimators, folds and settings of a run."""

    suite: Manifest
    contenders: tuple[Contender, ...]
    seed: int
    folds: Folds
    about: Mapping[str, Any]  #: content of run.json

    def jobs(self) -> list[Job]:
        """Return all jobs, largest tasks first, so that no large one is left for the end."""
        tasks = sorted(self.suite.tasks, key=lambda task: -self.cost(task.name))
        return [
            Job(contender.name, task.name, repeat, fold)
            for task in tasks
            for contender in self.contenders
            for repeat, fold, *_ in self.folds[task.name]
        ]

    @property
    def type(self) -> str:
        """Type of the tasks."""
        return type_of(self.suite)

    @property
    def kinds(self) -> tuple[str, ...]:
        """Kinds of the tasks, each once."""
        return tuple(sorted({task.kind for task in self.suite.tasks}))

    def cost(self, task: str) -> int:
        """Return the number of rows of a task that its jobs use."""
        return sum(self.folds[task][0][2:])


def contenders_of(estimators: Any) -> tuple[Contender, ...]:
    """Return the estimators by name.

    Raises
    ------
    ArgumentError
        There is none, or names are not strings, or file systems do not distinguish them.
    """
    if not isinstance(estimators, Mapping) or not estimators:
        raise ArgumentError(
            "`estimators` must be a mapping of names to estimators that is not empty",
            expected='such as {"forest": RandomForestClassifier()}',
            found=type(estimators).__name__,
            hint='For example {"forest": RandomForestClassifier()}.',
        )
    names = list(estimators)
    if not all(isinstance(name, str) and name for name in names):
        raise ArgumentError(
            f"names of `estimators` must be strings, not {names!r}",
            expected="strings",
            found=repr(names),
        )
    for name in names:
        _refuse_name(name)
    _refuse_clash(names)
    return tuple(_contender(name, estimators[name]) for name in names)


def _refuse_name(name: str) -> None:
    """Refuse a name that the files of a run cannot hold or would misread."""
    if name in COLUMNS:
        raise ArgumentError(
            f"no estimator can be called {shown(name)}: a table of results has a column of that "
            "name",
            expected=f"a name that is none of {', '.join(COLUMNS)}",
            found=name,
            hint="Rename the estimator.",
        )
    if not is_name(name):
        raise ArgumentError(
            f"no estimator can be called {shown(name)}: a name must be one line, and must not "
            "begin like a spreadsheet formula",
            expected="one line, and no formula",
            found=name,
            hint="Rename the estimator.",
        )
    try:
        name.encode("utf-8")
    except UnicodeEncodeError as error:
        raise ArgumentError(
            f"names of `estimators` must be strings that UTF-8 can hold, not {name!r}",
            expected="strings without lone surrogates",
            found=repr(name),
            hint="Rename the estimator.",
        ) from error


def _refuse_clash(names: Sequence[str]) -> None:
    if pair := clash(names):
        raise ArgumentError(
            f"two estimators have names that make the same file name: {shown_names(pair)}",
            expected="names that differ in more than case",
            found=", ".join(pair),
            hint="Rename one of them.",
        )


def _contender(name: str, given: Any) -> Contender:
    if not isinstance(given, Mapping):
        return Contender(name, given)
    rest = {key: value for key, value in given.items() if key not in ("preparation", "estimator")}
    if "estimator" in given and not rest:
        return Contender(name, given["estimator"], given.get("preparation", "auto"))
    return Contender(name, rest, given.get("preparation", "auto"))


def planned(suite: Manifest, contenders: tuple[Contender, ...], seed: int, out: Path) -> RunPlan:
    """Return the plan of a run in a folder; refuse a run that differs from the folder's."""
    held = read_plan(out) if (out / FILE).exists() else None
    about: dict[str, Any] = {
        "schema": SCHEMA,
        "suite": {"name": suite.name, "version": suite.version, "hash": suite.hash},
        "seed": seed,
        "versions": _versions(),
        "machine": {"system": platform.platform(), "processor": platform.machine()},
        "estimators": {one.name: _about(one, suite) for one in contenders},
    }
    if held is not None:
        _refuse_change(held, about, suite, out)
        about["machine"] = held["machine"]
        about["versions"] = {**held["versions"], **about["versions"]}
        about["estimators"] = {**held["estimators"], **about["estimators"]}
        _refuse_clash(list(about["estimators"]))
    # Keep the folds of tasks in the folder: R counts those of the tasks that only R runs.
    about["folds"] = _folds(suite, {} if held is None else held["folds"])
    folds = {task: [tuple(row) for row in rows] for task, rows in about["folds"].items()}
    return RunPlan(suite, contenders, seed, folds, about)


def read_plan(out: Path) -> dict[str, Any]:
    """Read the run.json of a folder.

    Raises
    ------
    SuiteError
        If it is not a valid run.json.
    """
    path = out / FILE
    try:
        found: dict[str, Any] = read_json(file_bytes(str(path)))
        if found["schema"] != SCHEMA:
            raise ValueError(f"the schema {found['schema']}")
        _refuse_fields(found)
    except (ValueError, KeyError, TypeError) as error:
        hint = "Restore it, or use another folder."
        expected, what = f"the run.json of a run ({SCHEMA})", reason_of(error)
        raise refusal(expected, what, hint, file=str(path), kind=SuiteError) from error
    return found


def _refuse_fields(found: Mapping[str, Any]) -> None:
    """Raise ValueError if a field is missing or has a type that a run does not write."""
    for name in ("suite", "estimators", "folds"):
        if not isinstance(found.get(name), dict):
            raise ValueError(f"no mapping of names to values in the field {name}")
    if not all(map(_are_places, found["folds"].values())):
        raise ValueError("folds that are not lists of four whole numbers")
    for name in ("versions", "machine"):
        if not isinstance(found.get(name), dict):
            raise ValueError(f"no mapping of names to values in the field {name}")
    if not isinstance(found["suite"].get("hash"), str):
        raise ValueError("no hash of the suite")
    if type(found.get("seed")) not in (int, float):
        raise ValueError("no number in the field seed")
    for name, one in found["estimators"].items():
        told = [one.get(key) for key in ("versions", "sha256")] if isinstance(one, dict) else []
        if list(map(type, told)) != [dict, str]:
            raise ValueError(f"an estimator {shown(name)} without versions and a hash")


def _are_places(rows: Any) -> bool:
    return isinstance(rows, list) and all(
        isinstance(row, list)
        and len(row) == 4
        and all(type(number) is int and 0 <= number < 2**31 for number in row)
        for row in rows
    )


def write_plan(plan: RunPlan, out: Path) -> None:
    """Write run.json, and the suite beside it."""
    text = json.dumps(plan.about, indent=1, ensure_ascii=False, sort_keys=True) + "\n"
    for name, content in (("suite.json", plan.suite.text()), (FILE, text)):
        path, data = out / name, content.encode("utf-8")
        if not path.is_file() or path.read_bytes() != data:
            atomic.write_bytes(path, data)


def _folds(suite: Manifest, held: Mapping[str, list[list[int]]]) -> dict[str, list[list[int]]]:
    """Return the folds of all tasks; damaged splits are refused before any work."""
    return {
        task.name: held.get(task.name)
        or [
            [part.repeat, part.fold, len(part.train), len(part.test)]
            for part in load_splits(suite, task).folds()
        ]
        for task in suite.tasks
    }


def _about(contender: Contender, suite: Manifest) -> dict[str, Any]:
    """Describe an estimator as used for each kind of task; refuse one of another type of task."""
    kinds = sorted({task.kind for task in suite.tasks})
    found = {}
    for kind in kinds:
        found[kind] = describe(contender.ready(kind, type_of(suite)))
    return {
        "folder": file_stem(contender.name),
        "preparation": contender.preparation,
        "pipeline": found,
        "sha256": digest(found),
        "versions": versions_of(found),
    }


def _versions() -> dict[str, str]:
    versions = {name: version(name) for name in GROUND}
    return {"python": platform.python_version(), "pybench": shared.version(), **versions}


def _refuse_change(
    held: Mapping[str, Any], now: Mapping[str, Any], suite: Manifest, out: Path
) -> None:
    file = os.fspath(out / FILE)
    if held["suite"]["hash"] != now["suite"]["hash"]:
        raise _changed("the suite", *_suites(held, now, suite, out), _ANEW + ".", file)
    if held["seed"] != now["seed"]:
        hint = f"{_ANEW}, or seed={held['seed']}."
        raise _changed("the seed", str(held["seed"]), str(now["seed"]), hint, file)
    if "python" in held["versions"]:  # else only R has run here, with versions of its own
        before = {name: held["versions"].get(name, "absent") for name in now["versions"]}
        _refuse_versions(before, now["versions"], "", file)
    for name, mine in now["estimators"].items():
        theirs = held["estimators"].get(name)
        if theirs is None:
            continue
        _refuse_versions(theirs["versions"], mine["versions"], f" of {shown(name)}", file)
        if theirs["sha256"] != mine["sha256"]:
            was, is_now = difference(theirs["pipeline"], mine["pipeline"])
            hint = f"{_ANEW}, or give the changed estimator a name of its own."
            raise _changed(f"the estimator {shown(name)}", was, is_now, hint, file)


def _refuse_versions(was: Mapping[str, str], now: Mapping[str, str], of: str, file: str) -> None:
    for name in sorted({*was, *now}):
        if was.get(name) != now.get(name):
            hint = f"{_ANEW}, or install the version that the folder was made with."
            expected, found = (f"{name} {side.get(name, 'absent')}" for side in (was, now))
            raise _changed(f"a library{of}", expected, found, hint, file)


def _suites(
    held: Mapping[str, Any], now: Mapping[str, Any], suite: Manifest, out: Path
) -> tuple[str, str]:
    """Return what two suites differ in: name and version, tasks, or the rest."""
    try:
        before = type(suite).parse(file_bytes(str(out / "suite.json")))
    except InputError:
        return held["suite"]["hash"], now["suite"]["hash"]
    heads = [f"{one.name}, version {one.version}" for one in (before, suite)]
    if heads[0] != heads[1]:
        return heads[0], heads[1]
    old, new = ({task.name: task for task in one.tasks} for one in (before, suite))
    gone = [name for name in old if name not in new]
    more = [name for name in new if name not in old]
    if gone or more:
        lists = (f"the tasks {shown_names(gone)}", f"the tasks {shown_names(more)}")
        return (lists[0] if gone else "no other tasks", lists[1] if more else "a suite without")
    other = [name for name in old if old[name] != new[name]]
    if other:
        return f"the task {shown(other[0])} as it was", difference_of_tasks(
            old[other[0]], new[other[0]]
        )
    return f"{heads[0]} of {before.created}", f"{heads[1]} of {suite.created} (not its tasks)"


def difference_of_tasks(one: Any, other: Any) -> str:
    """Return the names of the fields in which two tasks differ."""
    from pybench.suite.task import to_plain

    old, new = to_plain(one), to_plain(other)
    return "another " + ", ".join(key for key in {**old, **new} if old.get(key) != new.get(key))


def difference(was: Any, now: Any, path: str = "") -> tuple[str, str]:
    """Return the first place in which two descriptions differ, as texts of both sides."""
    if isinstance(was, dict) and isinstance(now, dict):
        for key in sorted({*was, *now}):
            if _text(was.get(key)) != _text(now.get(key)):
                where = f"{path}{key}."
                if key in ("parameters", "state"):
                    where = was.get("class", "").rpartition(".")[2] + "."
                return difference(was.get(key), now.get(key), where)
    if isinstance(was, list) and isinstance(now, list) and len(was) == len(now):
        unlike = [pair for pair in zip(was, now, strict=True) if _text(pair[0]) != _text(pair[1])]
        # Prefer the step itself to the name that scikit-learn gives it.
        one, other = min(unlike, key=lambda pair: isinstance(pair[0], str))
        return difference(one, other, path)
    label = path.removesuffix(".")
    head = f"{label} = " if label else ""
    return head + _text(was)[:120], head + _text(now)[:120]


def _text(value: Any) -> str:
    """Return JSON, as it is hashed: it distinguishes 1, 1.0 and true, which are equal in Python."""
    return json.dumps(value, sort_keys=True)


def _changed(what: str, expected: str, found: str, hint: str, file: str) -> InputError:
    return SuiteError(
        f"the folder holds a run of something else: {what} was {expected} and is now {found}",
        file=file,
        expected=expected,
        found=found,
        hint=hint,
    )
