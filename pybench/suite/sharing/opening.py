"""An open bundle with checked claims: the zip, its list of contents, the suite's manifest."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, BinaryIO

from pybench.base.errors import ArgumentError, InputError, refusal
from pybench.base.path import to_read
from pybench.base.text import counted, lined, shown
from pybench.suite.jsonschema import parsed, validate
from pybench.suite.manifest import FILE, Manifest
from pybench.suite.sharing.contents import RUN_FILE, RUNS, carried, suite_of_run
from pybench.suite.sharing.members import checked_members, refuse
from pybench.suite.sharing.signature import check_signature
from pybench.suite.sharing.unpack import check_hash, member_bytes

CONTENTS = "bundle.json"
_MOST_JSON, _EACH_JSON = 4 << 20, 1 << 10  # bytes, and further bytes per file of the bundle


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A data file that a bundle does not hold."""

    dataset: str
    path: str  #: its place in the suite's folder
    sha256: str
    reason: str


@dataclass(frozen=True, slots=True)
class Bundle:
    """The contents of a bundle, after every byte was checked. Made by `verify_bundle`.

    Attributes
    ----------
    file : str
    name, version, hash : str, int, str
        Of the suite.
    sha256 : str
        Of the bundle.
    files : dict of str to int
        Path in the suite's folder -> size in bytes.
    left_out : tuple of LeftOut
        Data that are not in it, and why.
    signer : str or None
        Kind and fingerprint of the key that signed it, if a signature was required.
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
        """Return plain values for JSON."""
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
        return lined(lines)


class Opened:
    """A bundle whose list of contents was checked, but not yet its files.

    Attributes
    ----------
    file : str
    infos : dict of str to ZipInfo
    hashes : dict of str to str
        Path of every file except the list itself -> its SHA-256.
    left_out : tuple of LeftOut
    """

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
        suite = kind.parse(self._checked(FILE), f"{file}/{FILE}")
        self._check_suite(suite)
        self._check_runs(suite.hash)

    def bundle(self) -> Bundle:
        """Return the contents of the bundle."""
        self.stream.seek(0)
        digest = hashlib.sha256()
        while piece := self.stream.read(1 << 20):
            digest.update(piece)
        sha256 = digest.hexdigest()
        sizes = {name: self.infos[name].file_size for name in self.hashes}
        told = self.suite_told
        parts = (told["name"], told["version"], told["hash"], sha256, sizes)
        return Bundle(self.file, *parts, self.left_out, self.signer)

    def _listing(self) -> dict[str, Any]:
        if CONTENTS not in self.infos:
            hint = "This zip file was not written by pybench suite export."
            raise refuse(f"a bundle with the file {CONTENTS}", "none", self.file, hint)
        data = self._json(CONTENTS)
        listing: dict[str, Any] = parsed(data, f"{self.file}/{CONTENTS}")
        validate(listing, "bundle-1", f"{self.file}/{CONTENTS}")
        return listing

    def _json(self, name: str) -> bytes:
        most = most_json(len(self.infos))
        return member_bytes(self.stream, self.infos[name], self.file, most)

    def _checked(self, name: str) -> bytes:
        data = self._json(name)
        check_hash(name, hashlib.sha256(data).hexdigest(), self.hashes[name], self.file)
        return data

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

    def _check_runs(self, suite_hash: str) -> None:
        """Check that ``runs/`` holds files that runs of this suite wrote, and nothing else."""
        held = [name for name in self.hashes if name.startswith(RUNS)]
        if strange := [name for name in held if not carried(name)]:
            raise refuse("files of runs", shown(strange[0]), self.file)
        for folder in sorted({RUNS + name.split("/")[1] for name in held}):
            path = f"{folder}/{RUN_FILE}"
            found = suite_of_run(self._checked(path), path) if path in self.hashes else None
            if found != suite_hash:
                other = f"no {RUN_FILE}" if found is None else "that of another"
                raise refuse(f"runs of the suite {suite_hash}", f"{folder}: {other}", self.file)


def most_json(n_files: int) -> int:
    """Return the byte limit of a bundle's JSON; in memory, objects take thirty times as many."""
    return _MOST_JSON + _EACH_JSON * n_files


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


def opened_file(file: str | os.PathLike[str]) -> BinaryIO:
    """Open a file for reading, or raise an error with the reason."""
    path = to_read("file", file)
    try:
        return open(path, "rb")
    except OSError as error:
        found, hint = error.strerror or str(error), "Check the path."
        raise refusal("a bundle", found, hint, file=str(path), kind=InputError) from error
