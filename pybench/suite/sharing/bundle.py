"""Write a suite as one file and read it: manifest, splits, runs and, if allowed, data.

``bundle.json``, first in the zip, lists every file with its hash. It is checked against the zip,
the suite's own manifest against it, and every byte against both, before the requested folder
appears. Nothing in a bundle is ever run.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TypeVar

from pybench.base import check
from pybench.base.errors import ArgumentError, InputError, refusal
from pybench.base.path import all_to_read, to_read, to_write
from pybench.base.text import shown
from pybench.read.files import file_bytes
from pybench.store import atomic
from pybench.suite.manifest import FILE, Manifest
from pybench.suite.saving import load
from pybench.suite.sharing.contents import run_contents
from pybench.suite.sharing.licence import allows_sharing
from pybench.suite.sharing.opening import CONTENTS, Bundle, LeftOut, Opened, most_json, opened_file
from pybench.suite.sharing.pack import write_archive
from pybench.suite.sharing.signature import sign
from pybench.suite.sharing.unpack import check_hash, pieces, write_members

SCHEMA = "pybench/bundle/1"
DATA = ("licensed", "none", "all")

S = TypeVar("S", bound=Manifest)


def export_bundle(
    suite: Manifest,
    file: str | os.PathLike[str],
    *,
    data: str = "licensed",
    runs: str | os.PathLike[str] | Iterable[str | os.PathLike[str]] = (),
    sign_with: str | os.PathLike[str] | None = None,
) -> Path:
    """Write a suite as one zip file.

    Parameters
    ----------
    suite : Suite
        Saved or loaded; all its files are checked.
    file : path
        Path of the bundle; an existing file is replaced.
    data : {"licensed", "none", "all"}
        Which data to include: those whose licence allows anybody to redistribute them, none, or all
        (you confirm that you may). Excluded data are listed in the bundle, with the reason.
    runs : path or paths
        Folders of `pybench.run` to include: settings, predictions and measures. The journal, which
        names the machine, and the reasons of failures are not included.
    sign_with : path, optional
        An OpenSSH key: the signature is written beside the bundle, with the suffix ``.sig``.

    Returns
    -------
    Path
        Path of the bundle. The same suite and runs give the same bytes.

    Raises
    ------
    SuiteError
        If a file of the suite was changed.
    ArgumentError
        If a folder holds no run or the run of another suite, or if a bundle would be too large.
    EnvironmentProblem
        If the bundle cannot be written or signed.
    """
    check.choice("data", data, DATA)
    target, folders = to_write("file", file), all_to_read("runs", runs)
    key = None if sign_with is None else to_read("sign_with", sign_with)
    contents = {FILE: suite.text().encode("utf-8")}
    left_out = _left_out(suite, data)
    absent = {one.path for one in left_out}
    contents |= {one.path: suite.read(one) for one in suite.files() if one.path not in absent}
    contents |= run_contents(folders, suite.hash)
    contents = dict(sorted(contents.items()))
    listing = _listing(suite, contents, left_out)
    _check_small({CONTENTS: listing, FILE: contents[FILE]}, len(contents))
    with atomic.writing(target) as stream:
        write_archive(stream, {CONTENTS: listing, **contents}, str(target))
    if key is not None:
        sign(target, key)
    return target


def verify_bundle(
    file: str | os.PathLike[str],
    *,
    signers: str | os.PathLike[str] | None = None,
    identity: str | None = None,
) -> Bundle:
    """Check every byte of a bundle and write nothing.

    Parameters
    ----------
    file : path
    signers, identity : path and str, optional
        Also require a signature: the file of allowed signers, and which of them.

    Returns
    -------
    Bundle

    Raises
    ------
    SuiteError
        If the file is not a bundle, could do harm, or does not match its hashes or signature.
    InputError
        If there is no such file.
    """
    with opened_file(file) as stream:
        opened = Opened(Manifest, stream, os.fspath(file), signers, identity)
        for name, sha256 in opened.hashes.items():
            digest = hashlib.sha256()
            for piece in pieces(stream, opened.infos[name], opened.file):
                digest.update(piece)
            check_hash(name, digest.hexdigest(), sha256, opened.file)
        return opened.bundle()


def import_bundle(
    kind: type[S],
    file: str | os.PathLike[str],
    folder: str | os.PathLike[str],
    *,
    data: str | os.PathLike[str] | None = None,
    signers: str | os.PathLike[str] | None = None,
    identity: str | None = None,
) -> S:
    """Unpack a bundle into a new folder, complete and checked, or not at all.

    Parameters
    ----------
    kind : type
        The class of the suite to return.
    file : path
    folder : path
        A new folder, or an empty one.
    data : path, optional
        A folder with data files that the bundle does not hold; those with the right hash are copied
        into place.
    signers, identity
        As in `verify_bundle`.

    Returns
    -------
    Suite
        Loaded from the folder.

    Raises
    ------
    SuiteError
        If the file is not a bundle, could do harm, or does not match its hashes or signature; then
        no folder is left.
    ArgumentError
        If the folder is not empty.
    InputError
        If there is no such file.
    EnvironmentProblem
        If the folder cannot be written.
    """
    target = to_write("folder", folder)
    source = None if data is None else to_read("data", data)
    if source is not None and not source.is_dir():
        found = "a file" if source.exists() else "none of that name"
        hint = "Check the path."
        raise refusal("a folder of data", found, hint, file=str(source), kind=InputError)
    _check_free(target)
    with opened_file(file) as stream:
        opened = Opened(kind, stream, os.fspath(file), signers, identity)
        with atomic.making_folder(target) as place:
            write_members(stream, opened.infos, opened.hashes, place, opened.file)
            if source is not None:
                _add_data(opened.left_out, source, place)
    return load(kind, target, verify=False)


def _left_out(suite: Manifest, data: str) -> list[LeftOut]:
    found: dict[str, LeftOut] = {}
    for dataset in (task.dataset for task in suite.tasks):
        if data == "all" or (data == "licensed" and allows_sharing(dataset.licence)):
            continue
        reason = "left out on request"
        if data == "licensed":
            licence = "no licence is given"
            if dataset.licence:
                licence = f"its licence is {shown(dataset.licence)}"
            reason = f"{licence}: not known to allow sharing"
        for one in dataset.files:
            found[one.path] = LeftOut(dataset.name, one.path, one.sha256, reason)
    return [found[path] for path in sorted(found)]


def _listing(suite: Manifest, contents: Mapping[str, bytes], left_out: list[LeftOut]) -> bytes:
    files = [
        {"path": path, "size": len(data), "sha256": hashlib.sha256(data).hexdigest()}
        for path, data in contents.items()
    ]
    told = {"name": suite.name, "version": suite.version, "hash": suite.hash}
    listing = {
        "schema": SCHEMA,
        "suite": told,
        "files": files,
        "left_out": [asdict(one) for one in left_out],
    }
    return (json.dumps(listing, indent=1, ensure_ascii=False) + "\n").encode("utf-8")


def _check_small(texts: Mapping[str, bytes], n_files: int) -> None:
    """Refuse to write more JSON than an import accepts."""
    for name, text in texts.items():
        if len(text) > (most := most_json(n_files)):
            raise ArgumentError(
                f"a bundle of {n_files} files holds at most {most} bytes of {name}, "
                f"not {len(text)}",
                expected=f"at most {most} bytes",
                found=str(len(text)),
                hint="Make a suite of fewer candidates, or export fewer runs.",
            )


def _check_free(folder: Path) -> None:
    taken = folder.is_symlink() or (folder.exists() and not folder.is_dir())
    if taken or (folder.is_dir() and any(folder.iterdir())):
        raise ArgumentError(
            f"`folder` must be a new folder: {shown(str(folder))} is not empty",
            expected="a folder that does not exist, or is empty",
            found=str(folder),
        )


def _add_data(left_out: Iterable[LeftOut], source: Path, folder: Path) -> None:
    """Copy data that a bundle does not hold from the user's folder."""
    for one in left_out:
        for place in (source / one.path, source / one.path.rpartition("/")[2]):
            if place.is_file():
                data = file_bytes(str(place))
                if hashlib.sha256(data).hexdigest() == one.sha256:
                    target = folder.joinpath(*one.path.split("/"))
                    target.parent.mkdir(parents=True, exist_ok=True)
                    atomic.write_bytes(target, data)
                    break
