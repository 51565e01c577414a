"""A suite as one file: the same bytes, the same suite, and nothing that was not hashed."""

from __future__ import annotations

import shutil

import pytest

import pybench as pb
from pybench.base.errors import ArgumentError, EnvironmentProblem, InputError, SuiteError
from pybench.suite.sharing.bundle import verify_bundle


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


@pytest.mark.parametrize(("name", "found"), [("nowhere", "none of that name"), ("s.zip", "a file")])
def test_data_that_are_nowhere_are_not_passed_over(suite, tmp_path, name, found):
    file = suite.export(tmp_path / "s.zip", data="none")
    with pytest.raises(InputError, match=f"expected a folder of data, found {found}"):
        pb.Suite.import_(file, tmp_path / "copy", data=tmp_path / name)
    assert not (tmp_path / "copy").exists()
