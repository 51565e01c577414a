"""The files of a suite onto disk: a kill leaves the state before, or one that is taken up again."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from pathlib import Path

from pybench.store import atomic
from pybench.store.inside import inside
from pybench.store.lock import alone_in

STAGE = ".pybench-save"  #: the next state, whole, on its way into place


def save_files(
    folder: Path, files: Mapping[str, tuple[str, Callable[[], bytes]]], last: str, text: str
) -> None:
    """Write files and, last, the text that names them.

    Parameters
    ----------
    folder : Path
        Made if it is not there.
    files : mapping
        Path to SHA-256 and what gives the bytes; those that are there are not written again.
    last, text : str

    Raises
    ------
    EnvironmentProblem
        If a file cannot be written; if another process that lives saves into the folder.
    InputError
        If a link in the folder leads a file out of it.

    Notes
    -----
    Files cannot change all at once, and a manifest beside files of another state is none. So where
    there is a manifest, all that changes is written aside first, and moved when it is whole.
    """
    atomic.make_folder(folder)
    with inside(folder), alone_in(folder):  # two that save at a time would mix their files
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
    """Put in place what a save that was killed had written whole."""
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
    except OSError:  # not there, or not to be read: what stands there is replaced
        return False
