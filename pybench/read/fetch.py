"""Download datasets of the UCR and UEA archives, through aeon's loader, and check what came.

aeon writes into the folder as bytes arrive, takes an answer that breaks off for whole, and asks no
checksum. So it loads into a folder of ours; only what Zenodo's own sizes and checksums confirm, and
our reader can read, moves to its place, in one step.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from pybench.base.document import read_json
from pybench.base.errors import ArgumentError, EnvironmentProblem
from pybench.base.extras import require
from pybench.base.path import to_write
from pybench.base.text import shown, shown_names
from pybench.read.archive import Archive, open_archive
from pybench.read.splits import read_files
from pybench.store.folder import user_cache

RECORD = "https://zenodo.org/api/records/{}"
SECONDS = 30


def fetch_series(
    names: str | Iterable[str], folder: str | os.PathLike[str] | None = None
) -> Archive:
    """Download datasets of the UCR and UEA archives from Zenodo; those that are there stay.

    Parameters
    ----------
    names : str or iterable of str
        Datasets by their names in the archive: "GunPoint". The original files, unequal lengths and
        missing values included.
    folder : path, optional
        Where they are kept; the user's cache where left out (``PYBENCH_CACHE``).

    Returns
    -------
    Archive
        The datasets, in the order in which they are named.

    Raises
    ------
    ArgumentError
        If the archive has no such dataset.
    EnvironmentProblem
        If the download fails or what came is damaged; nothing is kept of that dataset.
    ExtraMissing
        If aeon is not installed.

    Examples
    --------
    >>> import pybench as pb
    >>> archive = pb.fetch_series(["GunPoint", "Coffee"])  # doctest: +SKIP
    """
    wanted = [names] if isinstance(names, str) else list(names)
    if not wanted:
        raise ArgumentError("`names` must name at least one dataset", expected="names")
    records = require("aeon.datasets.tsc_datasets", "series", "downloading series").tsc_zenodo
    if unknown := [str(name) for name in wanted if name not in records]:
        raise ArgumentError(
            f"Zenodo's archive of series has no dataset {shown_names(unknown)}",
            found=shown_names(unknown),
            hint="Names are those of timeseriesclassification.com, in the same letters.",
        )
    place = user_cache("series") if folder is None else to_write("folder", folder)
    for name in dict.fromkeys(wanted):
        if not _is_there(place, name):
            _download(place, name, records[name])
    return open_archive(place, format="ts").select(list(dict.fromkeys(wanted)))


def _is_there(folder: Path, name: str) -> bool:
    return all((folder / name / f"{name}_{split}.ts").exists() for split in ("TRAIN", "TEST"))


def _download(folder: Path, name: str, record: int) -> None:
    """Put a dataset into the folder, whole and checked, or nothing."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        temporary = tempfile.mkdtemp(prefix=".pybench-", dir=folder)
    except OSError as error:
        raise _problem(name, error.strerror or str(error), "Choose another `folder`.") from error
    try:
        _load(Path(temporary), name, record)
        shutil.rmtree(folder / name, ignore_errors=True)
        os.replace(Path(temporary) / name, folder / name)
    finally:
        shutil.rmtree(temporary, ignore_errors=True)


def _load(folder: Path, name: str, record: int) -> None:
    """Let aeon download into a folder, and check what came."""
    loaders = require("aeon.datasets", "series", "downloading series")
    known: dict[str, dict[str, Any]] = {}
    try:
        known = _record(record)
        loaders.load_classification(name, extract_path=str(folder))
    except Exception as error:  # aeon turns all its errors into ValueError
        _compare(folder / name, name, known)  # says more than that aeon cannot read it
        hint = "Check the network, or copy the files there yourself and use open_archive."
        raise _problem(name, _reason(error), hint) from error
    _compare(folder / name, name, known)
    files = {s: str(folder / name / f"{name}_{s.upper()}.ts") for s in ("train", "test")}
    read_files(name, files, None, "refuse")


def _record(record: int) -> dict[str, dict[str, Any]]:
    """Return what Zenodo says of the files of a record: name to size and checksum."""
    from urllib.request import Request, urlopen

    question = Request(RECORD.format(record), headers={"Accept": "application/json"})
    with urlopen(question, timeout=SECONDS) as answer:
        files = read_json(answer.read())["files"]
    return {file["key"]: file for file in files}


def _compare(folder: Path, name: str, known: dict[str, dict[str, Any]]) -> None:
    """Refuse files of another size or checksum than the record says."""
    hint = "Try again."
    for path in sorted(folder.glob("*")):
        data, told = path.read_bytes(), known.get(path.name, {})
        if told.get("size", len(data)) != len(data):
            found = f"{len(data)} of {told['size']} bytes of {shown(path.name)}"
            raise _problem(name, found, hint)
        kind, _, digest = str(told.get("checksum", "")).partition(":")
        if kind == "md5" and hashlib.md5(data, usedforsecurity=False).hexdigest() != digest:
            raise _problem(name, f"another checksum of {shown(path.name)}", hint)


def _reason(error: BaseException) -> str:
    """Return the first line of the error that began it."""
    while error.__cause__ is not None:
        error = error.__cause__
    reason = getattr(error, "reason", None) or error
    line = str(reason).partition("\n")[0] or type(error).__name__
    return re.sub(r"^\[Errno -?\d+\] ", "", line)


def _problem(name: str, found: str, hint: str) -> EnvironmentProblem:
    return EnvironmentProblem(
        f"cannot download {shown(name)}: {found}",
        expected=f"the files of {shown(name)} from zenodo.org",
        found=found,
        hint=hint,
    )
