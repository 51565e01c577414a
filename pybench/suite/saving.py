"""Save a suite to disk and load it.

An interrupted save leaves the previous state, or a state that the next call completes.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TypeVar

from pybench.base.errors import SuiteError, refusal
from pybench.base.path import to_read, to_write
from pybench.base.text import shown
from pybench.read.files import file_bytes
from pybench.store import atomic
from pybench.store.inside import inside
from pybench.store.lock import alone_in
from pybench.suite.manifest import FILE, Manifest

S = TypeVar("S", bound=Manifest)
STAGE = ".pybench-save"  #: folder of the complete next state, before it is moved into place


def load(kind: type[S], source: str | os.PathLike[str], *, verify: bool = True) -> S:
    """Read a suite, or another kind of manifest, from its folder; see `Suite.load`."""
    path = to_read("source", source)
    path = path / FILE if path.is_dir() else path
    finish(path.parent, FILE)
    suite = kind.parse(file_bytes(str(path)), str(path), folder=path.parent)
    if verify:
        suite.verify()
    return suite


def save(suite: S, folder: str | os.PathLike[str]) -> S:
    """Write a suite into a folder: its files first, ``suite.json`` last; see `Suite.save`."""
    place = to_write("folder", folder)
    _refuse_other(suite, place)
    files = {one.path: (one.sha256, partial(suite.read, one)) for one in suite.needed()}
    save_files(place, files, FILE, suite.text())
    return replace(suite, folder=place, contents={})


def _refuse_other(suite: Manifest, folder: Path) -> None:
    """Refuse a folder with a suite that this one may not replace."""
    path = folder / FILE
    if not path.exists():
        return
    there = load(type(suite), folder, verify=False)
    stages = ("in_preparation", "active", "deactivated")
    back = stages.index(suite.status) < stages.index(there.status)
    if there.status != "in_preparation" and (back or there.hash != suite.hash):
        found = f"{shown(there.name)}, version {there.version}, which is {there.status}"
        hint = "Save it into another folder; a change of an active suite is a new version."
        expected = "a folder without a frozen suite"
        raise refusal(expected, found, hint, file=str(path), kind=SuiteError)
    if there.name != suite.name:
        expected, hint = f"the suite {shown(suite.name)}, or none", "Save it elsewhere."
        raise refusal(expected, shown(there.name), hint, file=str(path), kind=SuiteError)


def save_files(
    folder: Path, files: Mapping[str, tuple[str, Callable[[], bytes]]], last: str, text: str
) -> None:
    """Write files and, last, the text that names them.

    Parameters
    ----------
    folder : Path
        Created if it does not exist.
    files : mapping
        Path -> SHA-256 and a function that returns the bytes. Files that already have this hash
        are not written again.
    last, text : str

    Raises
    ------
    EnvironmentProblem
        If a file cannot be written, or another running process saves into the folder.
    InputError
        If a link in the folder leads a file out of it.

    Notes
    -----
    Files cannot all change at once, and a manifest is invalid beside files of another state. So if
    there is a manifest, all changes are written to another folder first and moved once complete.
    """
    atomic.make_folder(folder)
    with inside(folder), alone_in(folder):  # two saves at the same time would mix their files
        finish(folder, last)
        atomic.sweep(folder)
        new = {p: give for p, (sha256, give) in files.items() if not _holds(folder, p, sha256)}
        if not new or not (folder / last).exists():
            _write(folder, new, last, text)
            return
        with atomic.making_folder(folder / STAGE) as stage:
            _write(stage, new, last, text)
        finish(folder, last)


def finish(folder: Path, last: str) -> None:
    """Move into place the complete state that an interrupted save has left."""
    if (folder / STAGE).is_dir():
        with inside(folder):
            atomic.move_into(folder / STAGE, folder, last)


def _write(folder: Path, files: Mapping[str, Callable[[], bytes]], last: str, text: str) -> None:
    for path, give in files.items():
        target = folder.joinpath(*path.split("/"))
        atomic.make_folder(target.parent)
        atomic.write_bytes(target, give())
    atomic.write_text(folder / last, text)


def _holds(folder: Path, path: str, sha256: str) -> bool:
    place = folder.joinpath(*path.split("/"))
    try:
        return hashlib.sha256(place.read_bytes()).hexdigest() == sha256
    except OSError:  # missing or not readable: it is replaced
        return False
