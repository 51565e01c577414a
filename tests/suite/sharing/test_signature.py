"""Signatures, made and checked by the real ssh-keygen."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

import pybench as pb
from pybench.base.errors import EnvironmentProblem, InputError, SuiteError
from pybench.suite.sharing.bundle import verify_bundle

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


def test_an_ssh_keygen_that_does_not_end_is_not_called_absent(suite, tmp_path, monkeypatch):
    (tmp_path / "key").write_text("key")
    slow = tmp_path / "ssh-keygen"
    slow.write_text("#!/bin/sh\nsleep 60\n")
    slow.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    monkeypatch.setattr("pybench.suite.sharing.signature._SECONDS", 0.2)
    with pytest.raises(EnvironmentProblem, match="timed out") as caught:
        suite.export(tmp_path / "s.zip", sign_with=tmp_path / "key")
    assert "Run ssh-keygen by hand" in caught.value.hint


@needs_ssh
def test_a_signature_of_50_mb_keeps_nobody_waiting(suite, tmp_path, keys):
    file = suite.export(tmp_path / "s.zip", sign_with=keys / "ann")
    with open(f"{file}.sig", "ab") as stream:
        stream.write(b"A" * 50_000_000)
    with pytest.raises(SuiteError, match="a signature of at most 65536 bytes, found more"):
        verify_bundle(file, signers=keys / "signers", identity="ann@example.org")
