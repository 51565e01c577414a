"""Archives that could do harm are refused before, or while, they are unpacked; nothing is left."""

from __future__ import annotations

import random
import resource
import zlib
from dataclasses import replace
from pathlib import Path

import pytest
from archives import Member, archive, members_of

import pybench as pb
from pybench.base.errors import SuiteError
from pybench.suite.sharing import members
from pybench.suite.sharing.bundle import verify_bundle

SUITE = pb.Suite.create("flowers", ["iris"], folds=3, created="2026-01-01T00:00:00Z")


@pytest.fixture
def good(tmp_path) -> list[Member]:
    """Return the members of a good bundle."""
    return members_of(SUITE.export(tmp_path / "good.zip"))


def tree(folder: Path) -> dict[str, bytes]:
    files = (path for path in sorted(folder.rglob("*")) if path.is_file() or path.is_symlink())
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def refused(data: bytes, folder: Path) -> str:
    """Return why a bundle is refused; see that nothing came of it."""
    folder = folder / "deep" / "down"
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "bundle.zip"
    file.write_bytes(data)
    before = tree(folder.parent.parent)
    with pytest.raises(SuiteError) as caught:
        verify_bundle(file)
    with pytest.raises(SuiteError) as again:
        pb.Suite.import_(file, folder / "in" / "here")
    assert str(again.value) == str(caught.value)
    assert tree(folder.parent.parent) == before
    assert not (folder / "in" / "here").exists()
    return str(caught.value)


def test_a_bundle_written_by_hand_is_taken(good, tmp_path):
    (tmp_path / "b.zip").write_bytes(archive(good))
    assert pb.Suite.import_(tmp_path / "b.zip", tmp_path / "here").hash == SUITE.hash


NAMES = {
    "../evil": "leads out",
    "data/../../evil": "leads out",
    "data/../suite.json": "leads out",
    "..": "leads out",
    "/etc/evil": "absolute",
    "//server/evil": "absolute",
    "C:/evil": "characters",
    "C:evil": "characters",
    "data/a:stream": "characters",
    "data/a*": "characters",
    "data/a?": "characters",
    'data/"a"': "characters",
    "data/a|b": "characters",
    "./evil": "a dot",
    "data/./evil": "a dot",
    "data//evil": "an empty part",
    "": "no name",
    "data/CON": "Windows keeps",
    "data/con.csv": "Windows keeps",
    "aux/evil": "Windows keeps",
    "data/LPT1.tar.gz": "Windows keeps",
    "data/com\u00b9": "Windows keeps",
    "data/evil.": "ends in a dot",
    "data/evil ": "ends in a dot or blank",
    "data /evil": "ends in a dot or blank",
    "data/a\nb": "characters",
    "data/a\x1b[2Jb": "characters",
    "data/a\u202egpj.exe": "nobody sees",
    "data/a\u200bb": "nobody sees",
    "data/" + "a" * 201: "too long",
    "/".join("abcdefghijklmnopq"): "too deep",
}


@pytest.mark.parametrize("name", NAMES)
def test_a_name_that_leads_elsewhere(good, tmp_path, name):
    assert NAMES[name] in refused(archive([*good, Member(name.encode(), b"x")]), tmp_path)


COLLISIONS = {
    "twice": (["data/x", "data/x"], "twice"),
    "case": (["data/x", "data/X"], "no system takes for one"),
    "case of a folder": (["data/x", "DATA/y"], "no system takes for one"),
    "normal form": (["data/\u00e9", "data/e\u0301"], "no system takes for one"),
    "compatible form": (["data/fi", "data/\ufb01"], "no system takes for one"),
    "sharp s": (["data/strasse", "data/stra\u00dfe"], "no system takes for one"),
    "file and folder": (["data/x", "data/x/y"], "as both"),
    "manifest twice": (["suite.json"], "twice"),
    "another manifest": (["Suite.json"], "no system takes for one"),
    "folder as file": (["splits"], "as both"),
}


@pytest.mark.parametrize("case", COLLISIONS)
def test_names_that_collide(good, tmp_path, case):
    names, why = COLLISIONS[case]
    extra = [Member(name.encode(), b"x") for name in names]
    assert why in refused(archive([*good, *extra]), tmp_path)


X = Member(b"data/x", b"x" * 50)
KINDS = {
    "symbolic link": (replace(X, mode=0o120777, content=b"/etc/passwd"), "a link"),
    "character device": (replace(X, mode=0o020644), "a device"),
    "block device": (replace(X, mode=0o060644), "a device"),
    "pipe": (replace(X, mode=0o010644), "a device"),
    "socket": (replace(X, mode=0o140644), "a device"),
    "folder by its mode": (replace(X, mode=0o040755), "a folder"),
    "folder by its name": (replace(X, name=b"data/", content=b""), "a folder"),
    "encrypted": (replace(X, flags=0x801), "not encrypted"),
    "bzip2": (replace(X, method=12), "packed otherwise"),
    "lzma": (replace(X, method=14), "packed otherwise"),
    "a method of the future": (replace(X, method=77), "packed otherwise"),
    "extra field": (replace(X, extra=b"\x75\x70\x06\x00\x01abcd/"), "extra fields"),
    "zip64 sizes": (replace(X, extra=b"\1\0\x10\0" + b"\0" * 16, size=0xFFFFFFFF), ""),
    "comment": (replace(X, comment=b"hello"), "extra fields"),
    "code page 437": (replace(X, name=b"data/\x82", flags=0), "UTF-8"),
    "not UTF-8": (replace(X, name=b"data/\xff"), "a zip file"),
    "NUL in the name": (replace(X, name=b"data/x\0.csv"), "NUL"),
    "backslash": (replace(X, name=b"data\\x"), "characters"),
    "other name in front": (replace(X, local={"name": b"../evil"}), "the same head"),
    "other size in front": (replace(X, local={"size": 7}), "the same head"),
    "other method in front": (replace(X, local={"method": 0}), "the same head"),
    "other flags in front": (replace(X, local={"flags": 0x808}), "the same head"),
    "extra field in front": (replace(X, local={"extra": b"1234"}), "the same head"),
    "shorter than told": (replace(X, size=51), "as it was packed"),
    "longer than told": (replace(X, size=49), "as it was packed"),
    "stored, of another size": (replace(X, method=0, size=49), "stored file"),
    "another checksum": (replace(X, crc=1), "another checksum"),
    "no deflate": (replace(X, packed=b"\xff" * 20), "as it was packed"),
    "deflate that ends early": (replace(X, packed=b"\x4b\x04"), "as it was packed"),
    "bytes after deflate": (replace(X, packed=X.head()[3] + b"more"), "as it was packed"),
}


@pytest.mark.parametrize("case", KINDS)
def test_a_member_that_is_no_plain_file(good, tmp_path, case, monkeypatch):
    # Listed or not: what the listing says must not be what catches these.
    from pybench.suite.sharing import opening

    monkeypatch.setattr(opening.Opened, "_check_listing", lambda *_: None)
    monkeypatch.setattr(
        opening.Opened, "_check_suite", lambda self, _: self.hashes.update({"data/x": "0" * 64})
    )
    member, why = KINDS[case]
    assert why in refused(archive([*good, member]), tmp_path)


def test_an_archive_with_anything_else_in_it(good, tmp_path):
    whole = archive(good)
    assert "a complete zip file" in refused(whole + b"x", tmp_path)
    assert "only a zip archive" in refused(b"#!/bin/sh\n" + whole, tmp_path)
    assert "without a comment" in refused(archive(good, comment=b"hello"), tmp_path)
    assert "at most 10000 files" in refused(archive(good, count=10_001), tmp_path)
    assert "a directory of 2 files" in refused(archive(good, count=2), tmp_path)
    assert "a complete zip file" in refused(b"", tmp_path)
    assert "a bundle with the file" in refused(b"PK\5\6" + bytes(18), tmp_path)
    shared = replace(good[-1], name=b"data/again", offset=0)
    assert "follow each other" in refused(archive([*good, shared]), tmp_path)
    gap = replace(good[-1], packed=good[-1].head()[3] + b"gap", packed_size=len(good[-1].head()[3]))
    assert refused(archive([*good[:-1], gap]), tmp_path)


def test_every_truncation_is_refused(good, tmp_path):
    whole = archive(good)
    for length in range(0, len(whole), 37):
        assert refused(whole[:length], tmp_path)


def test_bombs_cost_nothing(good, tmp_path):
    squeeze = zlib.compressobj(6, zlib.DEFLATED, -15)
    packed = b"".join(squeeze.compress(bytes(1 << 20)) for _ in range(200)) + squeeze.flush()
    bomb = Member(b"data/zeros", b"", packed=packed, size=200 << 20)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert "at most 100 bytes" in refused(archive([*good, bomb]), tmp_path)
    # A header that lies: what is made is counted, and stops where the header says.
    small = replace(bomb, size=len(packed) * 50)
    assert refused(archive([*good, small]), tmp_path)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - peak < 64 << 10
    many = [Member(b"data/%d" % i, b"", method=0) for i in range(10_000)]
    assert "at most 10000 files" in refused(archive([*good, *many]), tmp_path)
    large = [
        Member(b"data/%d" % i, b"", packed=b"", packed_size=0, method=0, size=0) for i in range(3)
    ]
    assert refused(archive([*good, *large]), tmp_path)


def test_too_many_bytes_in_all(good, tmp_path, monkeypatch):
    monkeypatch.setattr(members, "MOST_BYTES", 100)
    assert "at most 100 bytes" in refused(archive(good), tmp_path)


def test_a_zip_in_a_zip_stays_one(good, tmp_path):
    inner = Member(b"data/inner.zip", archive(good))
    assert "lists" in refused(archive([*good, inner]), tmp_path)


def test_mutants_are_refused_or_are_the_same(good, tmp_path):
    whole = archive(good)
    chance = random.Random(8)
    file = tmp_path / "mutant.zip"
    taken = 0
    for number in range(400):
        at = chance.randrange(len(whole))
        byte = whole[at] ^ (1 << chance.randrange(8))
        file.write_bytes(whole[:at] + bytes([byte]) + whole[at + 1 :])
        target = tmp_path / "mutants" / str(number)
        try:
            suite = pb.Suite.import_(file, target)
        except SuiteError:
            assert not target.exists()
        else:
            taken += 1  # a date or a version in a head: nothing that is unpacked
            suite.verify()
            assert suite.hash == SUITE.hash
            assert sorted(tree(target)) == ["splits/iris.csv", "suite.json"]
    assert 0 < taken < 100
