"""Finished parts of a study on disk, reused if none of their inputs has changed."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pybench.base.document import read_json
from pybench.base.result import Result, frame_of, json_safe
from pybench.flow.load import load_result
from pybench.store import atomic
from pybench.store.cache import Cache
from pybench.store.journal import Journal

STEPS, KEPT, JOURNAL = "steps.json", "kept", "journal"
FORM = "pybench study part 4"  #: changed when the content of parts changes: all are made again
MADE, AGAIN, REUSED = "made", "made again", "reused"

_WRITTEN = ("*", "suites/*", "suites/*/*", "kept/chunks/*")  # runs sweep their own folders

Inputs = Mapping[str, str]  # input of a part -> its digest, or its value if short


@dataclass(frozen=True, slots=True)
class Event:
    """What happened to a part."""

    part: str
    what: str  #: "made", "made again", "reused", "left out"
    why: str
    seconds: float = 0.0

    def __str__(self) -> str:
        took = f" in {self.seconds:.0f} s" if self.seconds >= 1 else ""
        return f"{self.part}: {self.what}{took}" + (f" ({self.why})" if self.why else "")


class PartCache:
    """The folder of a study; one process at a time writes.

    A part is the JSON of its results under the digest of its inputs, so earlier settings find the
    results that were made with them. ``steps.json`` holds the inputs of each part at its last
    event, from which follows the reason why a part is made again.
    """

    def __init__(self, folder: Path, on_event: Callable[[Event], object]) -> None:
        self.folder = folder
        self._on_event = on_event
        atomic.make_folder(folder)
        self._journal = Journal(folder / JOURNAL)  # its lock excludes a second study
        inner = [one for form in _WRITTEN for one in folder.glob(form) if one.is_dir()]
        for path in (folder, *inner):
            atomic.sweep(path, age=0.0)  # of interrupted studies; no other one runs
        self._cache = Cache(folder / KEPT)
        self._cache.sweep(age=0.0)
        self._steps = self._read()
        self._digests: dict[str, str] = {}

    def close(self) -> None:
        """Release the folder for other processes."""
        self._journal.close()

    def part(
        self, name: str, inputs: Callable[[], Inputs], make: Callable[[], Mapping[str, Any]]
    ) -> dict[str, Any]:
        """Return the results of a part, made now or before.

        Parameters
        ----------
        name : str
        inputs : callable
            Returns the inputs of the part: settings, and the digests of other parts.
        make : callable
            Returns results and frames by name.
        """
        found = inputs()
        content = self._cache.get(_key(name, found))
        begin, before = time.monotonic(), self._steps.get(name)
        if content is None:
            what, why = (MADE, "") if before is None else (AGAIN, changed(before, found))
            content = written(make())
            if "engine" in found:  # R may have proved unusable
                found = {**found, "engine": inputs()["engine"]}
            self._cache.put(_key(name, found), content)
        else:
            same = before is None or before == found
            why = "nothing it depends on has changed" if same else "made so before"
            what = REUSED
        self._digests[name] = hashlib.sha256(content).hexdigest()
        self.note(name, found)
        self._on_event(Event(name, what, why, time.monotonic() - begin))
        return read(content)

    def digest(self, name: str) -> str:
        """Return the digest of a part's content."""
        return self._digests[name]

    def note(self, name: str, inputs: Inputs) -> None:
        """Record the inputs of a part."""
        if self._steps.get(name) != dict(inputs):
            self._steps[name] = dict(inputs)
            text = json.dumps(self._steps, indent=1, sort_keys=True)
            atomic.write_text(self.folder / STEPS, text + "\n")

    def noted(self, name: str) -> Inputs | None:
        """Return the inputs of a part at its last event."""
        return self._steps.get(name)

    def _read(self) -> dict[str, Inputs]:
        try:
            found = read_json((self.folder / STEPS).read_text(encoding="utf-8"))
            return {
                str(name): {str(what): str(value) for what, value in dict(inputs).items()}
                for name, inputs in found.items()
            }
        except (OSError, ValueError, AttributeError, TypeError):
            return {}  # reasons are lost, results are not


def written(results: Mapping[str, Any]) -> bytes:
    """Return results by name as JSON, in a fixed order."""
    safe = {
        name: value.to_dict() if isinstance(value, Result) else json_safe(value)
        for name, value in results.items()
    }
    return (json.dumps(safe, allow_nan=False) + "\n").encode()


def read(content: bytes) -> dict[str, Any]:
    """Return results unchanged, to the last bit."""
    return {name: _revived(value) for name, value in read_json(content).items()}


def digest_of(value: Any) -> str:
    """Return the SHA-256 of what JSON can hold."""
    text = json.dumps(value, sort_keys=True, ensure_ascii=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()


def changed(before: Inputs, now: Inputs) -> str:
    """Return the differences between the earlier and the current inputs of a part."""
    names = [name for name in {**before, **now} if before.get(name) != now.get(name)]
    parts = []
    for name in names:
        was, is_now = before.get(name), now.get(name)
        short = was is not None and is_now is not None and max(len(was), len(is_now)) < 24
        parts.append(f"{name} was {was}, is {is_now}" if short else f"{name} changed")
    return "; ".join(parts) or "its file was lost"


def _key(name: str, inputs: Inputs) -> str:
    return digest_of([FORM, name, dict(inputs)])


def _revived(value: Any) -> Any:
    if isinstance(value, Mapping) and "schema" in value:
        return load_result(value)
    if isinstance(value, Mapping) and {"rows", "columns", "values"} == set(value):
        return frame_of(value)
    if isinstance(value, Mapping):
        return {name: _revived(item) for name, item in value.items()}
    return value
