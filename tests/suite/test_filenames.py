"""Names of files that every system can hold."""

from __future__ import annotations

import re

import pytest

import pybench as pb
from pybench.base.errors import ArgumentError
from pybench.suite.filenames import clash, file_stem


def test_names_of_files_are_plain_or_hashes():
    assert file_stem("GunPoint-v1.2") == "GunPoint-v1.2"
    hostile = ["../x", "CON", "aux.csv", "a b", "é", "x.", "", "a/b", "-x", ".x", "_x", "n" * 101]
    stems = [file_stem(name) for name in hostile]
    assert all(stem.startswith("_") and stem.isascii() and len(stem) == 17 for stem in stems)
    assert len(set(stems)) == len(stems)
    assert clash(["a", "b", "A"]) == ("a", "A")
    assert clash(["e\u0301", "\u00e9"]) is not None


def test_tasks_that_a_file_system_takes_for_one_are_refused(tmp_path):
    for name in ("toy", "TOY"):
        (tmp_path / f"{name}.csv").write_text("x,c\n" + "1,a\n2,b\n" * 10)
    if len(list(tmp_path.iterdir())) < 2:
        pytest.skip("this file system takes both for one")
    with pytest.raises(ArgumentError, match="make the same file name"):
        pb.Suite.create("toy", tmp_path, target="c")


def test_a_name_that_is_no_utf8_has_a_stem_of_its_own():
    one, other = file_stem("run\udce9"), file_stem("run\udcea")
    assert one != other
    assert re.fullmatch("_[0-9a-f]{16}", one)
