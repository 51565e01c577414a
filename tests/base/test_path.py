"""What is no path, or cannot be looked up, is an error of ours at every public door."""

from __future__ import annotations

import os
import pathlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import pybench as pb
from pybench.base import path
from pybench.base.errors import ArgumentError, EnvironmentProblem, InputError

TABLE = pb.read_results(
    [[3, 1, 2], [2, 1, 3], [5, 1, 4]],
    higher_is_better=True,
    datasets=list("abc"),
    classifiers=["x", "y", "z"],
)
NO_PATHS: tuple[Any, ...] = (None, b"x", 3, "a\0b")


@pytest.mark.parametrize("value", NO_PATHS)
@pytest.mark.parametrize("door", [path.to_read, path.to_write, path.all_to_read])
def test_what_is_no_path(door: Callable[[str, Any], Any], value: Any) -> None:
    with pytest.raises(ArgumentError, match="`source` must be a path, not"):
        door("source", value)


def test_paths_are_given_back(tmp_path: Path) -> None:
    there, gone = tmp_path / "sp ace ü", tmp_path / "none" / "there"
    there.mkdir()
    file = there / "a.csv"
    file.write_text("")
    link = tmp_path / "dangling"
    link.symlink_to(gone)
    for one in (there, gone, file, file / "below", link):
        assert path.to_read("source", str(one)) == path.to_write("out", one) == one
    assert path.all_to_read("runs", there) == [there]
    assert path.all_to_read("runs", (str(there), file)) == [there, file]


def test_what_the_system_does_not_look_up(tmp_path: Path) -> None:
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    for one in (loop, tmp_path / ("x" * 300)):
        with pytest.raises(InputError, match="expected a path that can be read, found "):
            path.to_read("source", one)
        with pytest.raises(EnvironmentProblem, match="cannot write to this path"):
            path.to_write("out", one)


def test_a_folder_that_may_not_be_entered(monkeypatch: pytest.MonkeyPatch) -> None:
    # Root may enter every folder, so the system's answer is made here.
    def closed(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    with monkeypatch.context() as patched:
        patched.setattr(os, "stat", closed)
        with pytest.raises(InputError, match="found Permission denied"):
            path.to_read("source", pathlib.PurePath("closed", "in"))


@pytest.fixture(scope="module")
def suite() -> pb.Suite:
    return pb.Suite.create("flowers", ["iris"], folds=5)


DOORS: dict[str, Callable[[pb.Suite, Any], Any]] = {
    "read_results": lambda _, p: pb.read_results(p, higher_is_better=True),
    "read_series": lambda _, p: pb.read_series(p),
    "open_archive": lambda _, p: pb.open_archive(p),
    "eligible": lambda _, p: pb.eligible(p),
    "read_features": lambda _, p: pb.read_features(p),
    "extract_features": lambda _, p: pb.extract_features(p),
    "load_result": lambda _, p: pb.load_result(p),
    "report": lambda _, p: pb.report(p, path="r.html"),
    "report path": lambda _, p: pb.report(pb.friedman(TABLE), path=p),
    "study": lambda _, p: pb.study(p, "o"),
    "run suite": lambda _, p: pb.run(p, {"B": "sklearn.naive_bayes.GaussianNB"}, out="o"),
    "run out": lambda s, p: pb.run(s, {"B": "sklearn.naive_bayes.GaussianNB"}, out=p),
    "read_estimators": lambda _, p: pb.read_estimators(p),
    "Suite.load": lambda _, p: pb.Suite.load(p),
    "Suite.create": lambda _, p: pb.Suite.create("a", p),
    "Suite.create of files": lambda _, p: pb.Suite.create("a", {"x": p}),
    "save": lambda s, p: s.save(p),
    "export": lambda s, p: s.export(p),
    "export runs": lambda s, p: s.export("x.zip", runs=p),
    "import_": lambda _, p: pb.Suite.import_(p, "o"),
    "import_ folder": lambda _, p: pb.Suite.import_("x.zip", p),
    "write_openml": lambda s, p: s.write_openml(p),
    "write_openml runs": lambda s, p: s.write_openml("oo", runs=p),
    "read_openml": lambda _, p: pb.Suite.read_openml(p),
    "read_openml_runs": lambda s, p: s.read_openml_runs(p, "x"),
    "suite_results": lambda _, p: pb.suite_results(p),
    "import_published": lambda _, p: pb.import_published(p, "o", origin="x"),
    "import_published out": lambda _, p: pb.import_published("x.csv", p, origin="x"),
}


@pytest.mark.parametrize("value", [*NO_PATHS, "x" * 300, "loop/in"])
@pytest.mark.parametrize("name", DOORS)
def test_every_door(
    name: str, value: Any, suite: pb.Suite, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("loop").symlink_to("loop")
    if value is None and name == "report path":
        return  # says that there is no path: the last result is one then
    with pytest.raises(pb.PybenchError):
        DOORS[name](suite, value)
