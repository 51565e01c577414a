"""The same files, the same bytes; what could not be unpacked is not packed."""

from __future__ import annotations

import io
import zipfile

import pytest

from pybench.base.errors import ArgumentError, SuiteError
from pybench.suite.sharing import pack
from pybench.suite.sharing.members import checked_members
from pybench.suite.sharing.unpack import pieces


def packed(contents: dict[str, bytes]) -> io.BytesIO:
    stream = io.BytesIO()
    pack.write_archive(stream, contents, "x.zip")
    return stream


def test_there_and_back():
    contents = {"a.txt": b"x" * 999, "b/zeros": bytes(1 << 20), "b/é": b"", "c": bytes(range(256))}
    stream = packed(contents)
    infos = checked_members(stream, "x.zip")
    found = {info.filename: b"".join(pieces(stream, info, "x.zip")) for info in infos}
    assert found == contents
    assert packed(contents).getvalue() == stream.getvalue()


def test_what_deflates_too_well_is_stored():
    (info,) = checked_members(packed({"zeros": bytes(1 << 20)}), "x.zip")
    assert info.compress_type == zipfile.ZIP_STORED
    (info,) = checked_members(packed({"text": b"0,1,2\n" * 9}), "x.zip")
    assert info.compress_type == zipfile.ZIP_DEFLATED


def test_time_and_user_leave_no_trace():
    (info,) = checked_members(packed({"x": b"y"}), "x.zip")
    assert info.date_time == (1980, 1, 1, 0, 0, 0)
    assert info.external_attr >> 16 == 0o100644
    assert not info.extra


@pytest.mark.parametrize("name", ["../x", "CON", "a b.", "/x", "a\\b"])
def test_a_name_that_could_not_be_unpacked(name):
    with pytest.raises(SuiteError):
        packed({name: b""})


def test_too_much_for_one_bundle(monkeypatch):
    monkeypatch.setattr(pack, "MOST_BYTES", 10)
    with pytest.raises(ArgumentError, match="at most"):
        packed({"x": bytes(11)})
    monkeypatch.setattr(pack, "MOST_MEMBERS", 1)
    with pytest.raises(ArgumentError, match="at most"):
        packed({"x": b"", "y": b""})
