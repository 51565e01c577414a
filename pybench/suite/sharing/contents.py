"""Which files of a folder of runs go into a bundle: only those that a run wrote."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from pybench.base.errors import ArgumentError
from pybench.base.text import shown
from pybench.read.files import file_bytes
from pybench.suite.filenames import clash, file_stem
from pybench.suite.jsonschema import parsed

RUNS = "runs/"
RUN_FILE = "run.json"
# Not the journal: it names the machine and its network, and the files contain the rest.
_OURS = re.compile(
    r"run\.json|suite\.json|evaluations\.csv"
    r"|runs/[^/]+/[^/]+/(predictions-[0-9]+-[0-9]+\.csv|evaluation-[0-9]+-[0-9]+\.json)"
)


def run_contents(folders: Iterable[Path], suite_hash: str) -> dict[str, bytes]:
    """Return the files of folders of runs by their names in a bundle.

    Links, and all other files in the folders, are not included.

    Raises
    ------
    ArgumentError
        If a folder holds no run or the run of another suite, or two have the same name.
    """
    named = {folder: file_stem(folder.resolve().name) for folder in folders}
    if pair := clash(named.values()):
        raise ArgumentError(
            f"`runs` must be folders of different names, not {shown(pair[0])} twice",
            expected="different names",
            found=pair[0],
            hint="Rename one of the folders.",
        )
    found: dict[str, bytes] = {}
    for folder, name in named.items():
        _check_run(folder, suite_hash)
        for path in sorted(folder.rglob("*")):
            inside = path.relative_to(folder).as_posix()
            plain = path.is_file() and not _linked(path, folder)
            if plain and _OURS.fullmatch(inside):
                found[f"{RUNS}{name}/{inside}"] = file_bytes(str(path))
    return found


def carried(name: str) -> bool:
    """Return whether a bundle may hold a file of this name below `RUNS`."""
    _, _, inside = name.removeprefix(RUNS).partition("/")
    return _OURS.fullmatch(inside) is not None


def suite_of_run(data: bytes, file: str) -> str | None:
    """Return the hash of the suite in a ``run.json``; None if it has none."""
    run: Any = parsed(data, file)
    suite = run.get("suite") if isinstance(run, dict) else None
    found = suite.get("hash") if isinstance(suite, dict) else None
    return found if isinstance(found, str) else None


def _linked(path: Path, folder: Path) -> bool:
    """Return whether a path leads through a link below a folder."""
    below = [path, *path.parents][: len(path.relative_to(folder).parts)]
    return any(part.is_symlink() for part in below)


def _check_run(folder: Path, suite_hash: str) -> None:
    path = folder / RUN_FILE
    found = suite_of_run(file_bytes(str(path)), str(path)) if path.is_file() else None
    if found == suite_hash:
        return
    other = "the run of another suite" if found else f"no {RUN_FILE} of pybench"
    raise ArgumentError(
        f"`runs` must be folders of runs of this suite; {shown(str(folder))} holds {other}",
        expected=f"a run of the suite {suite_hash}",
        found=str(found),
    )
