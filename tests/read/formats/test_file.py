"""Spoilt files, archives and documents are refused."""

from __future__ import annotations

import pytest

from pybench.base.errors import InputError
from pybench.read.results import read_results
from tests.read.format_files import DOCUMENTS, MAKERS


@pytest.mark.parametrize("name", DOCUMENTS)
@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda data: b"", "JSON"),
        (lambda data: data[: len(data) // 2], "JSON"),
        (lambda data: data + b"}", "JSON"),
        (lambda data: b"\0" + data, "JSON"),
        (lambda data: data + b"\xff", "JSON"),
        (lambda data: data.decode().encode("utf-16"), "JSON"),
        (lambda data: data.replace(b'"', b"'"), "JSON"),
        (lambda data: b"[" * 100_000, "nested too deeply"),
        (lambda data: b'{"a": 1, "a": 2}', "the key `a` twice"),
        (lambda data: b"[]", "expected"),
        (lambda data: b"null", "expected"),
        (lambda data: b"7", "expected"),
    ],
)
def test_a_spoilt_document_is_refused(name, spoil, words, tmp_path):
    source, arguments = MAKERS[name](tmp_path)
    path = source if source.is_file() else sorted(source.rglob("*.json"))[-1]
    path.write_bytes(spoil(path.read_bytes()))
    with pytest.raises(InputError, match=words) as caught:
        read_results(path, format=name, **arguments)
    assert caught.value.file == str(path)


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda path: path.write_bytes(b""), "zip archive"),
        (lambda path: path.write_bytes(path.read_bytes()[:60]), "zip archive"),
        (lambda path: path.write_bytes(path.read_bytes().replace(b"header", b"heater")), "none in"),
        (lambda path: path.write_bytes(b"{}"), "zip archive"),
    ],
)
def test_a_spoilt_archive_is_refused(spoil, words, tmp_path):
    source, arguments = MAKERS["inspect"](tmp_path)
    path = next(source.glob("*.eval"))
    spoil(path)
    with pytest.raises(InputError, match=words):
        read_results(path, **arguments)


def test_an_archive_that_unpacks_to_too_much_is_refused(tmp_path, monkeypatch):
    source, arguments = MAKERS["inspect"](tmp_path)
    monkeypatch.setattr("pybench.read.zipped.LARGEST", 10)
    with pytest.raises(InputError, match="unpacks to more than"):
        read_results(next(source.glob("*.eval")), **arguments)


def test_gzip_that_is_cut_is_refused(tmp_path):
    source, _ = MAKERS["tabarena"](tmp_path)
    source.write_bytes(source.read_bytes()[:-20])
    with pytest.raises(InputError, match="expected a gzip file"):
        read_results(source)
