"""A suite as one file, and back: manifest, splits, runs and, where they may be shared, data.

``bundle.json``, first in the zip, lists every file with its hash. It is checked against the zip,
the suite's own manifest against it, and every byte against both, before a folder has the name
that was asked for. Nothing in a bundle is ever run.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, BinaryIO, TypeVar

from pybench.base import check
from pybench.base.errors import ArgumentError, InputError, SuiteError, refusal
from pybench.base.text import counted, shown
from pybench.read.files import file_bytes
from pybench.store import atomic
from pybench.suite.manifest import FILE, Manifest
from pybench.suite.sharing.contents import RUNS, run_contents
from pybench.suite.sharing.licence import allows_sharing
from pybench.suite.sharing.members import checked_members, refuse
from pybench.suite.sharing.pack import write_archive
from pybench.suite.sharing.signature import check_signature, sign
from pybench.suite.sharing.unpack import check_hash, member_bytes, write_members
from pybench.suite.validity import parsed, validate

CONTENTS = "bundle.json"
SCHEMA = "pybench/bundle/1"
DATA = ("licensed", "none", "all")
_MOST_JSON = 64 << 20

S = TypeVar("S", bound=Manifest)


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A file of data that a bundle does not hold."""

    dataset: str
    path: str  #: where it belongs in the suite's folder
    sha256: str
    reason: str


@dataclass(frozen=True, slots=True)
class Bundle:
    """What a bundle holds, once every byte of it was checked. Made by `verify_bundle`.

    Attributes
    ----------
    file : str
    name, version, hash : str, int, str
        Of the suite.
    sha256 : str
        Of the bundle.
    files : dict of str to int
        Path in the suite's folder to size in bytes.
    left_out : tuple of LeftOut
        Data that are not in it, and why.
    signer : str or None
        Kind and fingerprint of the key that signed it, where that was asked.
    """

    file: str
    name: str
    version: int
    hash: str
    sha256: str
    files: Mapping[str, int]
    left_out: tuple[LeftOut, ...]
    signer: str | None

    def to_dict(self) -> dict[str, Any]:
        """Return what JSON can hold."""
        return asdict(self)

    def __str__(self) -> str:
        lines = [
            f"Bundle of the suite {self.name}, version {self.version}: "
            f"{counted(len(self.files), 'file')}, {counted(sum(self.files.values()), 'byte')}",
            f"  suite  {self.hash}",
            f"  bundle {self.sha256}",
            f"  signed by {self.signer}" if self.signer else "  signature not checked",
        ]
        lines += [f"  without {one.path}: {one.reason}" for one in self.left_out]
        return "\n".join(lines)


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
        Saved or loaded; every file of it is checked on the way.
    file : path
        Of the bundle; an earlier one is replaced.
    data : {"licensed", "none", "all"}
        Which data go along: those whose licence lets anybody pass them on, none, or all (you say
        that you may). Those left out are listed in the bundle, with the reason.
    runs : path or paths
        Folders of `pybench.run` that go along.
    sign_with : path, optional
        A key of OpenSSH: the signature is written beside the bundle, ``.sig``.

    Returns
    -------
    Path
        Of the bundle. The same suite and runs give the same bytes.

    Raises
    ------
    SuiteError
        If a file of the suite was changed.
    ArgumentError
        If a folder of runs is none, or of another suite; if there is too much for one bundle.
    EnvironmentProblem
        If the bundle cannot be written or signed.
    """
    check.choice("data", data, DATA)
    folders = [runs] if isinstance(runs, (str, os.PathLike)) else list(runs)
    left_out = _left_out(suite, data)
    absent = {one.path for one in left_out}
    contents = {FILE: suite.text().encode("utf-8")}
    contents |= {one.path: suite.read(one) for one in suite.files() if one.path not in absent}
    contents |= run_contents([Path(folder) for folder in folders], suite.hash)
    contents = dict(sorted(contents.items()))
    listing = _listing(suite, contents, left_out)
    with atomic.writing(file) as stream:
        write_archive(stream, {CONTENTS: listing, **contents}, os.fspath(file))
    if sign_with is not None:
        sign(file, sign_with)
    return Path(file)


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
        Also ask for a signature: the file of allowed signers, and who of them.

    Returns
    -------
    Bundle

    Raises
    ------
    SuiteError
        If the file is no bundle, could do harm, or is not what its hashes or signature say.
    InputError
        If there is no such file.
    """
    with _opened(file) as stream:
        opened = _Opened(Manifest, stream, os.fspath(file), signers, identity)
        for name, sha256 in opened.hashes.items():
            digest = hashlib.sha256()
            for piece in opened.pieces(name):
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
    """Unpack a bundle into a new folder, whole and checked, or not at all.

    Parameters
    ----------
    kind : type
        The class of the suite to return.
    file : path
    folder : path
        One that is not there yet, or empty.
    data : path, optional
        A folder with files of data that the bundle does not hold; those whose hash is right are
        copied to where they belong.
    signers, identity
        As in `verify_bundle`.

    Returns
    -------
    Suite
        Loaded from the folder.

    Raises
    ------
    SuiteError
        If the file is no bundle, could do harm, or is not what its hashes or signature say; the
        folder is not there then.
    ArgumentError
        If there is something in the folder.
    InputError
        If there is no such file.
    EnvironmentProblem
        If the folder cannot be written.
    """
    _check_free(Path(folder))
    with _opened(file) as stream:
        opened = _Opened(kind, stream, os.fspath(file), signers, identity)
        with atomic.making_folder(folder) as place:
            write_members(stream, opened.infos, opened.hashes, place, opened.file)
            if data is not None:
                _add_data(opened.left_out, Path(data), place)
    return kind.load(folder, verify=False)


class _Opened:
    """A bundle whose list of contents was checked; its files not yet."""

    def __init__(
        self,
        kind: type[Manifest],
        stream: BinaryIO,
        file: str,
        signers: str | os.PathLike[str] | None,
        identity: str | None,
    ) -> None:
        self.file, self.stream = file, stream
        self.signer = _signer(stream, file, signers, identity)
        self.infos = {info.filename: info for info in checked_members(stream, file)}
        listing = self._listing()
        self.suite_told = listing["suite"]
        self.hashes = {one["path"]: one["sha256"] for one in listing["files"]}
        self.left_out = tuple(LeftOut(**one) for one in listing["left_out"])
        self._check_listing(listing)
        manifest = member_bytes(stream, self.infos[FILE], file, _MOST_JSON)
        check_hash(FILE, hashlib.sha256(manifest).hexdigest(), self.hashes[FILE], file)
        self._check_suite(kind.parse(manifest, f"{file}/{FILE}"))

    def pieces(self, name: str) -> Iterator[bytes]:
        from pybench.suite.sharing.unpack import pieces

        return pieces(self.stream, self.infos[name], self.file)

    def bundle(self) -> Bundle:
        self.stream.seek(0)
        sha256 = hashlib.file_digest(self.stream, "sha256").hexdigest()
        sizes = {name: self.infos[name].file_size for name in self.hashes}
        told = self.suite_told
        parts = (told["name"], told["version"], told["hash"], sha256, sizes)
        return Bundle(self.file, *parts, self.left_out, self.signer)

    def _listing(self) -> dict[str, Any]:
        if CONTENTS not in self.infos:
            hint = "This zip file was not written by pybench suite export."
            raise refuse(f"a bundle with the file {CONTENTS}", "none", self.file, hint)
        data = member_bytes(self.stream, self.infos[CONTENTS], self.file, _MOST_JSON)
        listing: dict[str, Any] = parsed(data, f"{self.file}/{CONTENTS}")
        validate(listing, "bundle-1", f"{self.file}/{CONTENTS}")
        return listing

    def _check_listing(self, listing: Mapping[str, Any]) -> None:
        sizes = {one["path"]: one["size"] for one in listing["files"]}
        found = {name: i.file_size for name, i in self.infos.items() if name != CONTENTS}
        if len(sizes) != len(listing["files"]) or sizes != found or FILE not in sizes:
            differing = sorted(set(sizes.items()) ^ set(found.items()))
            name = shown(differing[0][0]) if differing else "one twice"
            raise refuse(f"the files that {CONTENTS} lists, and {FILE}", name, self.file)

    def _check_suite(self, suite: Manifest) -> None:
        """Check that the bundle holds the files of the suite, its runs, and nothing else."""
        told = {"name": suite.name, "version": suite.version, "hash": suite.hash}
        if told != self.suite_told:
            raise refuse(f"the suite of {CONTENTS}", f"another {FILE}", self.file)
        own = {one.path: one.sha256 for one in suite.files()}
        absent = {one.path: one.sha256 for one in self.left_out}
        data = {one.path for task in suite.tasks for one in task.dataset.files}
        held = {name: sha for name, sha in self.hashes.items() if not name.startswith(RUNS)}
        del held[FILE]
        if not absent.keys() <= data or {**held, **absent} != own or held.keys() & absent.keys():
            wrong = sorted(set({**held, **absent}.items()) ^ set(own.items()))
            name = shown(wrong[0][0]) if wrong else "one as left out"
            raise refuse("the files that the suite names", name, self.file)


def _signer(
    stream: BinaryIO,
    file: str,
    signers: str | os.PathLike[str] | None,
    identity: str | None,
) -> str | None:
    if signers is None and identity is None:
        return None
    if signers is None or identity is None:
        raise ArgumentError(
            "`signers` and `identity` must be given together",
            expected="both",
            found="`signers` alone" if identity is None else "`identity` alone",
        )
    return check_signature(stream, file, signers=signers, identity=identity)


def _opened(file: str | os.PathLike[str]) -> BinaryIO:
    try:
        return open(file, "rb")
    except OSError as error:
        found, hint = error.strerror or str(error), "Check the path."
        raise refusal("a bundle", found, hint, file=os.fspath(file), kind=InputError) from error


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


def _check_free(folder: Path) -> None:
    taken = folder.is_symlink() or (folder.exists() and not folder.is_dir())
    if taken or (folder.is_dir() and any(folder.iterdir())):
        raise ArgumentError(
            f"`folder` must be a new folder: {shown(str(folder))} is not empty",
            expected="a folder that is not there, or empty",
            found=str(folder),
        )


def _add_data(left_out: Iterable[LeftOut], source: Path, folder: Path) -> None:
    """Copy the data that a bundle does not hold from where the user has them."""
    for one in left_out:
        for place in (source / one.path, source / one.path.rpartition("/")[2]):
            if place.is_file():
                data = file_bytes(str(place))
                if hashlib.sha256(data).hexdigest() == one.sha256:
                    target = folder.joinpath(*one.path.split("/"))
                    target.parent.mkdir(parents=True, exist_ok=True)
                    atomic.write_bytes(target, data)
                    break
