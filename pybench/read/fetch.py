"""Download datasets of the UCR and UEA archives, and verify them.

aeon knows where they are. But it writes into the folder as bytes arrive, accepts truncated
responses, waits without limit, and checks no checksum. So pybench downloads them itself; a dataset
is stored, in one step, only if Zenodo's sizes and checksums confirm it and pybench's reader can
read it.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from pybench.base.document import read_json
from pybench.base.errors import ArgumentError, EnvironmentProblem
from pybench.base.extras import require
from pybench.base.path import to_write
from pybench.base.text import shown, shown_names
from pybench.read.archive import Archive, open_archive
from pybench.read.download import (
    DOCUMENT_BYTES,
    DOCUMENT_SECONDS,
    FILE_BYTES,
    FILE_SECONDS,
    Checksum,
    NoAnswer,
    TooMuch,
    allow,
    answer,
    limits,
)
from pybench.read.splits import read_files
from pybench.store import atomic
from pybench.store.folder import user_cache
from pybench.store.inside import inside, target

RECORD = "https://zenodo.org/api/records/{}"


def fetch_series(
    names: str | Iterable[str],
    folder: str | os.PathLike[str] | None = None,
    *,
    seconds: float = FILE_SECONDS,
    most_bytes: int = FILE_BYTES,
) -> Archive:
    """Download datasets of the UCR and UEA archives from Zenodo, unless the folder has them.

    Parameters
    ----------
    names : str or iterable of str
        Names of datasets in the archives, such as "GunPoint". The original files are downloaded,
        in which series can have unequal lengths and missing values.
    folder : path, optional
        Where the files are stored; by default the user's cache (``PYBENCH_CACHE``).
    seconds : float
        Time limit for each file, from the request to the last byte; an hour by default.
    most_bytes : int
        Size limit of each file; 4 GiB by default, which is more than the size of the largest file
        in the archives.

    Returns
    -------
    Archive
        The datasets, in the order given.

    Raises
    ------
    ArgumentError
        If the archive has no such dataset.
    EnvironmentProblem
        If the download fails, takes too long or has too many bytes; if the files differ from the
        record, or the record has no checksum (MD5 or SHA-256). Nothing of that dataset is stored.
    InputError
        If a link in the folder leads out of it.
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
            hint="Use the names of timeseriesclassification.com; they are case-sensitive.",
        )
    limit = limits(seconds, most_bytes)
    place = user_cache("series") if folder is None else to_write("folder", folder)
    for name in dict.fromkeys(wanted):
        if not _is_there(place, name):
            _download(place, name, records[name], *limit)
    return open_archive(place, format="ts").select(list(dict.fromkeys(wanted)))


def _is_there(folder: Path, name: str) -> bool:
    return all((folder / name / f"{name}_{split}.ts").exists() for split in ("TRAIN", "TEST"))


def _download(folder: Path, name: str, record: int, seconds: float, most: int) -> None:
    """Store a whole and verified dataset in the folder, or nothing."""
    with inside(folder), atomic.making_folder(folder / name) as made:
        try:
            known = _record(record)
            for split in ("TRAIN", "TEST"):
                _bring(made / f"{name}_{split}.ts", known, seconds, most)
        except NoAnswer as error:
            hint = "Check the network, or copy the files there yourself and use open_archive."
            if isinstance(error, TooMuch):
                hint = "Try again, or raise the limits: seconds=, most_bytes=."
            raise _problem(name, str(error), hint) from error
        files = {s: str(made / f"{name}_{s.upper()}.ts") for s in ("train", "test")}
        read_files(name, files, None, "refuse")
        # An existing one is incomplete: the whole one replaces it.
        shutil.rmtree(target(folder / name), ignore_errors=True)


def _record(record: int) -> dict[str, Any]:
    """Return Zenodo's data on the files of a record: name to address, size and checksum."""
    asked = answer(RECORD.format(record), seconds=DOCUMENT_SECONDS, most=DOCUMENT_BYTES)
    try:
        return {str(file["key"]): file for file in read_json(b"".join(asked))["files"]}
    except (ValueError, KeyError, TypeError) as error:
        raise NoAnswer("another document than the list of the files") from error


def _bring(path: Path, known: Mapping[str, Any], seconds: float, most: int) -> None:
    """Download a file; refuse it if it differs from the record."""
    link, size, digest = _told(path.name, known.get(path.name))
    if size > most:
        raise TooMuch(f"{size} bytes of {shown(path.name)}, above the limit of {most} bytes")
    allow(link, RECORD)
    came = 0
    with atomic.writing(path) as file:
        for piece in answer(link, seconds=seconds, most=most):
            digest.add(piece)
            file.write(piece)
            came += len(piece)
        if came != size:
            raise NoAnswer(f"{came} of {size} bytes of {shown(path.name)}")
        if not digest.right():
            raise NoAnswer(f"another checksum of {shown(path.name)}")


def _told(name: str, file: Any) -> tuple[str, int, Checksum]:
    """Return address, size and checksum of a file of a record."""
    if file is None:
        raise NoAnswer(f"no file {shown(name)}")
    try:
        link, size, checksum = file["links"]["self"], file["size"], file.get("checksum")
    except (KeyError, TypeError, AttributeError) as error:
        raise NoAnswer(f"no address or size of {shown(name)}") from error
    if not isinstance(link, str) or type(size) is not int or size < 0:
        raise NoAnswer(f"no address or size of {shown(name)}")
    kind, _, digest = checksum.partition(":") if isinstance(checksum, str) else ("", "", "")
    return link, size, Checksum(kind, digest, name)


def _problem(name: str, found: str, hint: str) -> EnvironmentProblem:
    return EnvironmentProblem(
        f"cannot download {shown(name)}: {found}",
        expected=f"the files of {shown(name)} from zenodo.org",
        found=found,
        hint=hint,
    )
