"""A list of contents that lies, and files that nobody listed, are found out."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from pathlib import Path

import pytest
from archives import Member, archive, members_of

import pybench as pb
from pybench.base.errors import ArgumentError, SuiteError
from pybench.suite.sharing.bundle import verify_bundle


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


@pytest.mark.parametrize("name", ["bundle.json", "suite.json"])
def test_json_as_large_as_a_bomb_is_neither_read_nor_written(suite, tmp_path, monkeypatch, name):
    file = suite.export(tmp_path / "s.zip")
    large = edited(file, name, lambda content: content + b" " * (5 << 20))
    assert "at most" in refused(large, tmp_path)
    monkeypatch.setattr("pybench.suite.sharing.opening._MOST_JSON", 10)
    monkeypatch.setattr("pybench.suite.sharing.opening._EACH_JSON", 1)
    with pytest.raises(ArgumentError, match="holds at most"):
        suite.export(tmp_path / "more.zip")
    assert not (tmp_path / "more.zip").exists()
