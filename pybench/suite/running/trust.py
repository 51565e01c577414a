"""A study is code: what the definitions in a file name, whether it is known, whether it is trusted.

Nothing is imported here except what Python's finders need. Whether a class really is one is checked
when it is made (`definitions.made`), and code outside known packages is not imported before its
content is trusted.
"""

from __future__ import annotations

import functools
import hashlib
import importlib.util
import json
import logging
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib import metadata
from importlib.machinery import PathFinder
from pathlib import Path
from typing import Any

from pybench.base.errors import EnvironmentProblem, NotTrusted
from pybench.base.text import counted, shown, without_controls
from pybench.read.files import file_bytes
from pybench.store import atomic
from pybench.store.code import packages
from pybench.store.folder import user_config
from pybench.suite.running.modules import files_of

SITES = ("site-packages", "dist-packages")
DIGITS = 12  # of a hash, in messages
MOST = 20  # files that a message lists; trust covers the contents of all
_logger = logging.getLogger("pybench")


@dataclass(frozen=True)
class Known:
    """A package whose estimators run without being trusted first."""

    title: str
    distributions: tuple[str, ...]
    rooms: tuple[str, ...] | None  #: its submodules with estimators; None: all


KNOWN: Mapping[str, Known] = {
    "sklearn": Known("scikit-learn", ("scikit-learn",), None),
    # Forecasters of sktime evaluate texts and load pickles, so only some submodules are known.
    "aeon": Known(
        "aeon",
        ("aeon",),
        ("classification", "regression", "clustering", "transformations", "distances"),
    ),
    "sktime": Known(
        "sktime", ("sktime",), ("classification", "transformations", "dists_kernels", "pipeline")
    ),
    "xgboost": Known("xgboost", ("xgboost", "xgboost-cpu"), ("sklearn",)),
    "lightgbm": Known("lightgbm", ("lightgbm",), ("sklearn",)),
    "catboost": Known("catboost", ("catboost",), ("core",)),
    "pybench": Known("pybench", (), None),
}
TITLES = ", ".join(one.title for one in KNOWN.values())

# Texts of parameters that do not name a file or contain code: rbf, neg_log_loss, binary:logistic.
# `filename` makes scikit-learn's text vectorizers open the files that the data name.
_PLAIN = re.compile(
    r"(?![A-Za-z]:)(?!file(name)?$)[\w :+,-]*|[0-9]+(\.[0-9]+)?\*(n_jobs|mean|median)"
)
# Parameters whose texts, however plain, are places, or settings of what is loaded from there:
# joblib's memory is a folder of pickles.
_PLACES = re.compile(
    r"memory|path|file|folder|director|dirs?$|cache|log$|url|repo|checkpoint|ckpt|snapshot"
    r"|^fs$|forced|^workers$|writing|pretrained|_model$|borders$|config|machines|^module$|^class_name$|kwargs",
    re.IGNORECASE,
)


def refuse_untrusted(definitions: Iterable[tuple[str, Any]], file: Path, trust: bool) -> None:
    """Refuse definitions that name content neither known nor trusted; record what is trusted.

    Parameters
    ----------
    definitions : pairs of name and definition
        Files of modules are absolute in them.
    file : Path
        The file that they come from.
    trust : bool
        Whether the user trusts this content.

    Raises
    ------
    NotTrusted
        Lists everything that would be imported or called.
    """
    named: list[str] = []
    for name, definition in definitions:
        found = list(_strange(definition))
        if not found:
            continue
        digest = _digest(definition, found)
        said = [f"{shown(name)}: {one.said()}" for one in found]
        if trust:
            _keep(digest, said, file)
        elif not _is_kept(digest):
            named += said
    if not named:
        return
    expected = f"classes of {TITLES}, or content that you trust"
    error = NotTrusted(
        f"a study is code: expected {expected}, found {'; '.join(named)}",
        file=str(file),
        expected=expected,
        found="; ".join(named),
        hint="Nothing of it was run. Read it; then either trust this content, once, with --trust "
        "(in Python trust=True), or take classes of these packages in its place.",
    )
    error.named = tuple(named)
    raise error


@dataclass(frozen=True)
class _Strange:
    """Something that a definition names and that no known package covers."""

    text: str
    place: str  #: file or package that it comes from, "" for a parameter
    contents: Mapping[str, tuple[Path, str]]  #: module -> file, SHA-256 of its text
    version: str = ""

    def said(self) -> str:
        told = without_controls(self.text)
        if self.version:
            return f"{told}, of {self.version} in {without_controls(self.place)}"
        if not self.contents:
            return told
        files = [
            f"{without_controls(str(file))} (sha256 {digest[:DIGITS]})"
            for file, digest in sorted(
                self.contents.values(), key=lambda one: str(one[0]) != self.place
            )
        ]
        listed, more = files[1 : MOST + 1], len(files) - 1 - MOST
        told = f"{told}, of {files[0]}"
        told += f", which imports {', '.join(listed)}" if listed else ""
        return f"{told} and {counted(more, 'other file')} of its package" if more > 0 else told


def _strange(definition: Any) -> Iterator[_Strange]:
    """Yield what a definition names outside known packages."""
    for path, file, parameters in _named(definition):
        if file is not None:
            yield _Strange(path, file, _contents(Path(file)))
        elif path.partition(".")[0] in sys.stdlib_module_names:
            continue  # no estimators there: `made` refuses it by its name
        elif not is_known(path):
            yield from _found(path)
        else:
            for name, value in _texts_of(parameters):
                text = f"the parameter {name} of {path}, {str(value)[:80]!r}, may name a file"
                yield _Strange(f"{text} or hold code", "", {})


def _named(definition: Any) -> Iterator[tuple[str, str | None, Any]]:
    """Yield (import path, file of the module, parameters) of a definition and those within it."""
    if isinstance(definition, str):
        yield definition, None, None
    elif isinstance(definition, Mapping):
        parameters = definition.get("parameters")
        if "class" in definition:
            yield str(definition["class"]), definition.get("file"), parameters
        yield from _named(definition.get("estimator"))
        steps = definition.get("steps")
        for step in steps if isinstance(steps, list) else ():
            yield from _named(step)
        # Parameters are not a definition, although one may be called `steps`, as in a pipeline.
        yield from _within(list(parameters.values()) if isinstance(parameters, Mapping) else ())


def _within(value: Any) -> Iterator[tuple[str, str | None, Any]]:
    if isinstance(value, Mapping) and ("class" in value or "steps" in value):
        yield from _named(value)
    elif isinstance(value, (Mapping, list)):
        for item in value.values() if isinstance(value, Mapping) else value:
            yield from _within(item)


def _texts_of(parameters: Any) -> Iterator[tuple[str, Any]]:
    """Yield the parameters whose texts may name a file or contain code."""
    for key, value in parameters.items() if isinstance(parameters, Mapping) else ():
        yield from _texts(value, str(key))


def _texts(value: Any, name: str) -> Iterator[tuple[str, Any]]:
    if isinstance(value, Mapping):
        if "class" in value or "steps" in value:
            return  # a definition, which is checked separately
        for key, item in value.items():
            below = str(key)
            yield from _texts(item, name if name and _PLACES.search(name) else below)
    elif isinstance(value, (list, tuple, set)):
        for item in value:
            yield from _texts(item, name)
    elif value is True and _PLACES.search(name):  # save_snapshot, allow_writing_files
        yield name, value
    elif value is not None and not isinstance(value, (bool, int, float)):
        plain = isinstance(value, str) and _PLAIN.fullmatch(value)
        if not plain or _PLACES.search(name):
            yield name, value


def is_known(path: str) -> bool:
    """Return whether an import path leads to estimators of an installed known package."""
    parts = path.split(".")
    known = KNOWN.get(parts[0])
    if known is None:
        return False
    below = known.rooms is None or len(parts) == 2 or parts[1] in known.rooms
    return below and _is_installed(parts[0])


@functools.cache
def _is_installed(top: str) -> bool:
    """Return whether a package comes from its installed distribution, not from a stray file."""
    if top == "pybench":
        return True
    origin = _origin(top)
    if origin is None:
        return False
    home = origin.parent.parent
    for name in KNOWN[top].distributions:
        try:
            place = Path(str(metadata.distribution(name).locate_file("")))
        except metadata.PackageNotFoundError:
            continue
        if place.resolve() == home.resolve() and home.name in SITES:
            return True
    return False


def _origin(path: str) -> Path | None:
    """Return the first file that an import would run, without running it; None if there is none."""
    first, *rest = path.split(".")
    try:
        spec = importlib.util.find_spec(first) if first else None
        for part in rest:  # for namespace packages: folders without an __init__.py
            if spec is None or spec.origin is not None:
                break
            name = f"{spec.name}.{part}"
            spec = PathFinder.find_spec(name, spec.submodule_search_locations)
    except (ImportError, ValueError):
        return None
    return None if spec is None or spec.origin is None else Path(spec.origin)


def _found(path: str) -> Iterator[_Strange]:
    """Yield the origin of a module that is not known; nothing if it does not exist."""
    origin = _origin(path)
    if origin is None:
        return
    top = path.partition(".")[0]
    brought = packages().get(top, ()) if {*SITES} & {*origin.parts} else ()
    versions = ", ".join(f"{name} {metadata.version(name)}" for name in sorted(set(brought)))
    yield _Strange(path, str(origin), {} if versions else _contents(origin), versions)


def _contents(file: Path) -> dict[str, tuple[Path, str]]:
    return {
        name: (one, hashlib.sha256(file_bytes(str(one))).hexdigest())
        for name, one in files_of(file).items()
    }


def _digest(definition: Any, found: list[_Strange]) -> str:
    """Return the SHA-256 of a definition and of all that it would import."""
    brought = [
        [one.text, one.version, {name: digest for name, (_, digest) in one.contents.items()}]
        for one in found
    ]
    text = json.dumps([_placeless(definition), brought], sort_keys=True, default=repr)
    return hashlib.sha256(text.encode()).hexdigest()


def _placeless(value: Any) -> Any:
    """Return a definition without the folders of its files."""
    if isinstance(value, Mapping):
        own = {str(key): _placeless(item) for key, item in value.items()}
        if "class" in own and isinstance(own.get("file"), str):
            own["file"] = Path(own["file"]).name
        return own
    return [_placeless(item) for item in value] if isinstance(value, list) else value


def _record(digest: str) -> Path:
    return user_config() / "trusted" / f"{digest}.json"


def _is_kept(digest: str) -> bool:
    try:
        return _record(digest).is_file()
    except (EnvironmentProblem, OSError):
        return False


def _keep(digest: str, said: list[str], file: Path) -> None:
    """Record that a content is trusted; if that fails, it is trusted only this time."""
    text = json.dumps({"trusted": said, "file": str(file)}, indent=2)
    try:
        record = _record(digest)
        atomic.make_folder(record.parent)
        atomic.write_text(record, text + "\n")
    except EnvironmentProblem as problem:
        _logger.warning("what you trust cannot be kept and will be asked again: %s", problem)
