"""A suite as one file: the same bytes, the same suite, and nothing that was not hashed."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from archives import Member, archive, members_of

import pybench as pb
from pybench.base.errors import ArgumentError, EnvironmentProblem, InputError, SuiteError
from pybench.suite.sharing.bundle import verify_bundle
from pybench.suite.sharing.licence import allows_sharing

CREATED = "2026-01-01T00:00:00Z"


@pytest.fixture
def suite(tmp_path) -> pb.Suite:
    """Return a saved suite of three datasets: shared freely, not so, and not at all."""
    rows = "".join(f"{i},{i * i % 7},{'ab'[i % 2]}\n" for i in range(20))
    for name in ("free", "bound", "silent"):
        (tmp_path / f"{name}.csv").write_text(f"x,{name},y\n{rows}")
    about = {
        "free": {"licence": "CC BY 4.0", "target": "y"},
        "bound": {"licence": "for members of the club", "target": "y"},
    }
    files = {name: tmp_path / f"{name}.csv" for name in ("free", "bound", "silent")}
    made = pb.Suite.create("three", files, target="y", folds=4, about=about, created=CREATED)
    return made.save(tmp_path / "suite")


def test_there_and_back(suite, tmp_path):
    file = suite.export(tmp_path / "s.zip", data="all")
    copy = pb.Suite.import_(file, tmp_path / "new" / "copy")
    assert copy.hash == suite.hash
    copy.verify()
    names = [path.relative_to(suite.folder) for path in sorted(suite.folder.rglob("*.*"))]
    for name in names:
        assert (copy.folder / name).read_bytes() == (suite.folder / name).read_bytes()
    assert copy.export(tmp_path / "again.zip", data="all").read_bytes() == file.read_bytes()


def test_the_same_suite_gives_the_same_bytes(suite, tmp_path):
    first = suite.export(tmp_path / "1.zip").read_bytes()
    shutil.copytree(suite.folder, tmp_path / "moved")
    second = pb.Suite.load(tmp_path / "moved").export(tmp_path / "2.zip").read_bytes()
    assert first == second


def test_data_go_along_where_their_licence_allows_it(suite, tmp_path):
    bundle = verify_bundle(suite.export(tmp_path / "s.zip"))
    assert [path for path in bundle.files if path.startswith("data/")] == ["data/free.csv"]
    assert [(one.dataset, one.reason) for one in bundle.left_out] == [
        ("bound", "its licence is `for members of the club`: not known to allow sharing"),
        ("silent", "no licence is given: not known to allow sharing"),
    ]
    assert "without data/bound.csv" in str(bundle)
    none = verify_bundle(suite.export(tmp_path / "n.zip", data="none"))
    assert [one.reason for one in none.left_out] == ["left out on request"] * 3
    assert verify_bundle(suite.export(tmp_path / "a.zip", data="all")).left_out == ()


def test_data_that_stayed_at_home_are_added_by_their_hash(suite, tmp_path):
    file = suite.export(tmp_path / "s.zip")
    (tmp_path / "mine").mkdir()
    shutil.copy(tmp_path / "bound.csv", tmp_path / "mine")
    (tmp_path / "mine" / "silent.csv").write_text("something else")
    copy = pb.Suite.import_(file, tmp_path / "copy", data=tmp_path / "mine")
    held = sorted(path.name for path in (copy.folder / "data").iterdir())
    assert held == ["bound.csv", "free.csv"]


FREE = """Public, public domain, CC0, CC0 1.0 Universal, CC-BY, CC BY 4.0, cc_by_4.0, CC BY-SA 3.0,
Creative Commons Attribution 4.0 International, CC BY 3.0 de, MIT, BSD-3-Clause, GPL-3, ODbL,
Apache License 2.0, PDDL 1.0, Publicly available"""
BOUND = """CC BY-NC 4.0, CC BY-ND, CC BY-NC-SA, CC BY 4.0 nc, unknown, research only, not public,
proprietary, see the web page, CC BY-ND 4.0 de"""


def test_licences():
    assert [one for one in re.split(r",\s", FREE) if not allows_sharing(one)] == []
    assert [one for one in re.split(r",\s", BOUND) if allows_sharing(one)] == []
    assert not allows_sharing(None)
    assert not allows_sharing("")


def test_a_changed_file_is_not_exported(suite, tmp_path):
    (suite.folder / "data" / "free.csv").write_text("x,y\n1,a\n")
    with pytest.raises(SuiteError, match=r"free\.csv"):
        suite.export(tmp_path / "s.zip")
    assert not (tmp_path / "s.zip").exists()


def test_arguments(suite, tmp_path):
    with pytest.raises(ArgumentError, match="`data` must be one of"):
        suite.export(tmp_path / "s.zip", data="some")
    with pytest.raises(ArgumentError, match="`runs` must be"):
        suite.export(tmp_path / "s.zip", runs=tmp_path)
    with pytest.raises(EnvironmentProblem):
        suite.export(tmp_path / "no" / "folder" / "s.zip")
    with pytest.raises(InputError, match=r"none\.zip"):
        pb.Suite.import_(tmp_path / "none.zip", tmp_path / "x")
    file = suite.export(tmp_path / "s.zip")
    with pytest.raises(ArgumentError, match="is not empty"):
        pb.Suite.import_(file, suite.folder)
    with pytest.raises(ArgumentError, match="is not empty"):
        pb.Suite.import_(file, file)
    with pytest.raises(ArgumentError, match="given together"):
        pb.Suite.import_(file, tmp_path / "x", identity="me")
    (tmp_path / "empty").mkdir()
    assert pb.Suite.import_(file, tmp_path / "empty").hash == suite.hash


def run_folder(folder: Path, suite_hash: str) -> Path:
    fold = folder / "runs" / "tree" / "free"
    fold.mkdir(parents=True)
    told = {"schema": "pybench/suite-run/1", "suite": {"hash": suite_hash}}
    (folder / "run.json").write_text(json.dumps(told))
    (folder / "journal").write_text("00000000 {}\n")
    (fold / "predictions-0-0.csv").write_text("repeat,fold,row_id,prediction,correct\n0,0,1,a,a\n")
    (fold / "evaluation-0-0.json").write_text("{}")
    (fold / ".secret").write_text("stays here")
    (folder / "apikey.txt").write_text("stays here")
    (fold / "link.csv").symlink_to("/etc/passwd")
    (folder / "runs" / "linked").symlink_to(fold.parent)
    return folder


def test_runs_go_along_and_nothing_else(suite, tmp_path):
    runs = run_folder(tmp_path / "mine", suite.hash)
    file = suite.export(tmp_path / "s.zip", runs=runs)
    copy = pb.Suite.import_(file, tmp_path / "copy").folder
    found = sorted(str(p.relative_to(copy / "runs")) for p in (copy / "runs").rglob("*.*"))
    assert found == [
        "mine/run.json",
        "mine/runs/tree/free/evaluation-0-0.json",
        "mine/runs/tree/free/predictions-0-0.csv",
    ]
    assert (copy / "runs" / "mine" / "journal").exists()
    other = run_folder(tmp_path / "other", "0" * 64)
    with pytest.raises(ArgumentError, match="the run of another suite"):
        suite.export(tmp_path / "s.zip", runs=[runs, other])
    again = run_folder(tmp_path / "elsewhere" / "mine", suite.hash)
    with pytest.raises(ArgumentError, match="different names"):
        suite.export(tmp_path / "s.zip", runs=[runs, again])


def edited(file: Path, name: str, change) -> bytes:
    """Return the bundle with one file changed, checksums of the zip right."""
    changed = [
        replace(one, content=change(one.content), method=8) if one.name.decode() == name else one
        for one in members_of(file)
    ]
    return archive(changed)


def relisted(file: Path, change) -> bytes:
    """Return the bundle with a changed list of contents."""

    def rewrite(content: bytes) -> bytes:
        listing = json.loads(content)
        change(listing)
        return json.dumps(listing).encode()

    return edited(file, "bundle.json", rewrite)


def refused(data: bytes, folder: Path) -> str:
    (folder / "bad.zip").write_bytes(data)
    with pytest.raises(SuiteError) as caught:
        pb.Suite.import_(folder / "bad.zip", folder / "bad")
    assert not (folder / "bad").exists()
    with pytest.raises(SuiteError):
        verify_bundle(folder / "bad.zip")
    return str(caught.value)


def test_contents_are_what_was_hashed(suite, tmp_path):
    file = suite.export(tmp_path / "s.zip", data="all")
    for name in ("splits/free.csv", "data/free.csv", "suite.json"):
        assert "SHA-256" in refused(edited(file, name, lambda c: c[:-2] + b"0\n"), tmp_path)
    assert "lists" in refused(edited(file, "data/free.csv", lambda c: c + b"1,1,a\n"), tmp_path)
    assert "lists" in refused(archive(members_of(file)[:-1]), tmp_path)
    extra = [*members_of(file), Member(b"data/more.csv", b"x")]
    assert "lists" in refused(archive(extra), tmp_path)
    assert "a bundle with the file" in refused(archive(members_of(file)[1:]), tmp_path)


def test_a_listing_cannot_lie(suite, tmp_path):
    file = suite.export(tmp_path / "s.zip", data="all")
    digest = hashlib.sha256(b"x").hexdigest()

    def leave_out(path: str, dataset: str = "free"):
        entry = {"dataset": dataset, "path": path, "sha256": digest, "reason": "why"}
        return lambda listing: listing["left_out"].append(entry)

    assert "names" in refused(relisted(file, leave_out("data/free.csv")), tmp_path)
    assert "names" in refused(relisted(file, leave_out("data/none.csv")), tmp_path)
    assert "names" in refused(relisted(file, leave_out("../evil")), tmp_path)
    for key, value in (("name", "other"), ("version", 2), ("hash", digest)):
        assert "the suite of" in refused(
            relisted(file, lambda one, k=key, v=value: one["suite"].update({k: v})), tmp_path
        )
    twice = relisted(file, lambda one: one["files"].append(one["files"][0]))
    assert "one twice" in refused(twice, tmp_path)
    for change in (
        lambda one: one.pop("files"),
        lambda one: one.update(files=[]),
        lambda one: one.update(schema="pybench/bundle/2"),
        lambda one: one.update(run="rm -rf /"),
        lambda one: one["files"][0].update(sha256="0"),
        lambda one: one["files"][0].update(size=-1),
        lambda one: one["files"][0].update(size="1"),
    ):
        assert "bundle.json" in refused(relisted(file, change), tmp_path)
    assert "JSON" in refused(edited(file, "bundle.json", lambda _: b"{"), tmp_path)
    twice_key = edited(file, "bundle.json", lambda c: c.replace(b"{", b'{"schema": 1,', 1))
    assert "twice" in refused(twice_key, tmp_path)


def test_a_file_of_no_use_is_not_carried(suite, tmp_path):
    """What no task names, and no run wrote, has no business in a bundle, listed or not."""
    file = suite.export(tmp_path / "s.zip", data="all")
    entry = {"path": "setup.py", "size": 1, "sha256": hashlib.sha256(b"x").hexdigest()}
    relist = members_of_bytes(relisted(file, lambda one: one["files"].append(entry)), tmp_path)
    assert "names" in refused(archive([*relist, Member(b"setup.py", b"x")]), tmp_path)


def members_of_bytes(data: bytes, folder: Path) -> list[Member]:
    (folder / "tmp.zip").write_bytes(data)
    return members_of(folder / "tmp.zip")


# Signatures, by the real ssh-keygen.

needs_ssh = pytest.mark.skipif(shutil.which("ssh-keygen") is None, reason="no ssh-keygen here")


@pytest.fixture
def keys(tmp_path) -> Path:
    folder = tmp_path / "keys"
    folder.mkdir()
    for name in ("ann", "eve"):
        command = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", name, "-f", folder / name]
        subprocess.run(command, check=True)
    public = (folder / "ann.pub").read_text()
    (folder / "signers").write_text(f"ann@example.org {public}")
    return folder


@needs_ssh
def test_a_signature_says_who(suite, tmp_path, keys):
    file = suite.export(tmp_path / "s.zip", sign_with=keys / "ann")
    who = {"signers": keys / "signers", "identity": "ann@example.org"}
    assert verify_bundle(file, **who).signer.startswith("ED25519 key SHA256:")
    assert "signature not checked" in str(verify_bundle(file))
    assert pb.Suite.import_(file, tmp_path / "copy", **who).hash == suite.hash
    with pytest.raises(SuiteError, match="a signature of eve"):
        verify_bundle(file, signers=keys / "signers", identity="eve@example.org")


@needs_ssh
def test_a_signature_of_another_key_file_or_purpose_is_none(suite, tmp_path, keys):
    who = {"signers": keys / "signers", "identity": "ann@example.org"}
    file = suite.export(tmp_path / "s.zip")
    with pytest.raises(InputError, match=r"s\.zip\.sig"):
        verify_bundle(file, **who)
    suite.export(file, sign_with=keys / "eve")
    with pytest.raises(SuiteError, match="a signature of ann"):
        pb.Suite.import_(file, tmp_path / "copy", **who)
    suite.export(file, sign_with=keys / "ann")
    suite.export(file, data="none")  # another file beside the old signature
    with pytest.raises(SuiteError, match="a signature of ann"):
        verify_bundle(file, **who)
    with open(file, "rb") as stream:
        command = ["ssh-keygen", "-Y", "sign", "-q", "-f", keys / "ann", "-n", "email"]
        done = subprocess.run(command, stdin=stream, capture_output=True, check=True)
    (tmp_path / "s.zip.sig").write_bytes(done.stdout)
    with pytest.raises(SuiteError, match="a signature of ann"):
        verify_bundle(file, **who)
    (tmp_path / "s.zip.sig").write_text("no signature")
    with pytest.raises(SuiteError, match="a signature of ann"):
        verify_bundle(file, **who)
    assert not (tmp_path / "copy").exists()


@needs_ssh
def test_a_key_that_cannot_sign(suite, tmp_path, keys):
    with pytest.raises(EnvironmentProblem, match="ssh-keygen cannot sign"):
        suite.export(tmp_path / "s.zip", sign_with=keys / "signers")
    with pytest.raises(InputError):
        suite.export(tmp_path / "s.zip", sign_with=keys / "none")


def test_without_ssh_keygen(suite, tmp_path, monkeypatch):
    (tmp_path / "key").write_text("key")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(EnvironmentProblem, match="cannot run ssh-keygen"):
        suite.export(tmp_path / "s.zip", sign_with=tmp_path / "key")
