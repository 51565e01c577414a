"""Files of other tools and folders of runs: recognised, then read by the file of their name."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pybench.base import path
from pybench.base.errors import ArgumentError, InputError, refusal
from pybench.items import inspectai, lmeval, predictions
from pybench.items.arrange import Record, rows_of, tabulated
from pybench.items.table import ItemTable

#: Ending -> format.
_ENDINGS = {".jsonl": "lm-eval", ".eval": "inspect", ".json": "inspect"}
_PATTERNS = {"lm-eval": ("samples_*.jsonl",), "inspect": ("*.eval", "*.json")}


def recognised(source: Any) -> str:
    """Return the format of a source: that of its first file; "table" if it has none of a tool."""
    if isinstance(source, Mapping) or _is_list(source):
        first = _paths(source)[0][1]
        return _ENDINGS.get(Path(first).suffix.lower(), "table")
    if not isinstance(source, (str, os.PathLike)):
        return "table"
    place = Path(source)
    if not place.is_dir():
        return _ENDINGS.get(place.suffix.lower(), "table")
    if (place / "runs").is_dir():
        return "run"
    for kind, patterns in _PATTERNS.items():
        if any(next(place.rglob(pattern), None) for pattern in patterns):
            return kind
    expected = "a folder of a run, of samples of lm-eval or of logs of inspect_ai"
    hint = "Give the path of one file, or name the `format`."
    raise refusal(expected, "none of their files", hint, file=str(place), kind=InputError)


def read(kind: str, source: Any, higher_is_better: bool, metric: str | None) -> ItemTable:
    """Read a source of a format other than a table."""
    if kind == "run":
        place = path.to_read("source", source)
        found = predictions.records(place)
        return tabulated(rows_of(found, str(place)), higher_is_better, metric or "accuracy", kind)
    files = _files(kind, source)
    rows: list[Record] = []
    module = lmeval if kind == "lm-eval" else inspectai
    name = metric
    for method, file in files:
        found, name = module.records(file, method, name)
        rows += found
    if kind == "lm-eval":
        rows = lmeval.with_runs(rows)
    one = str(source) if isinstance(source, (str, os.PathLike)) else None
    return tabulated(rows_of(rows, one), higher_is_better, name, kind)


def _files(kind: str, source: Any) -> list[tuple[str | None, str]]:
    """Return (method or None, file) of every file of a source, sorted within a folder."""
    files: list[tuple[str | None, str]] = []
    for method, one in _paths(source):
        place = path.to_read("source", one)
        if not place.is_dir():
            files.append((method, str(place)))
            continue
        inside = sorted({file for pattern in _PATTERNS[kind] for file in place.rglob(pattern)})
        if not inside:
            expected, hint = " or ".join(_PATTERNS[kind]), "Check the path."
            raise refusal(expected, "no such file", hint, file=str(place), kind=InputError)
        files += [(method, str(file)) for file in inside]
    return files


def _paths(source: Any) -> list[tuple[str | None, Any]]:
    """Return (method or None, path) of a path, a list of paths or a mapping."""
    if isinstance(source, Mapping):
        pairs = [
            (method, one)
            for method, given in source.items()
            for one in (given if _is_list(given) else [given])
        ]
    else:
        pairs = [(None, one) for one in (source if _is_list(source) else [source])]
    for method, one in pairs:
        if not isinstance(one, (str, os.PathLike)) or not isinstance(method, (str, type(None))):
            expected = "a path, a list of paths or a mapping of method -> path"
            found = type(one).__name__
            raise ArgumentError(
                f"`source` must be {expected} for files of a tool, not {found}",
                expected=expected,
                found=found,
            )
    if not pairs:
        raise ArgumentError("`source` must not be empty", expected="at least one path")
    return pairs


def _is_list(source: object) -> bool:
    return isinstance(source, (list, tuple))
