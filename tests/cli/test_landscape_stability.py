"""``pybench landscape-stability``: the numbers of the library, the files, exit codes."""

from __future__ import annotations

import json

import pytest

import pybench as pb
from pybench.cli.main import main
from pybench.suite import bundled

SMALL = ("--sizes", "4,3x4", "--seeds", "1,2", "--starts", "random", "--rlen", "5", "--jobs", "1")


@pytest.fixture(scope="module")
def features(tmp_path_factory):
    """Write statistics of real series of six datasets; return the path."""
    path = tmp_path_factory.mktemp("features") / "features.parquet"
    pb.write_features(pb.extract_features(bundled.few_series(10), "summary", 1, cache=False), path)
    return path


@pytest.fixture
def run(features, tmp_path, capsys):
    """Return a function: arguments -> exit code, standard output, standard error."""

    def call(*arguments):
        code = main(
            ["landscape-stability", str(features), "--out", str(tmp_path / "out"), *arguments]
        )
        return code, *capsys.readouterr()

    return call


@pytest.mark.r
def test_text_files_and_json_are_those_of_the_library(run, features, tmp_path):
    found = pb.landscape_stability(
        pb.read_features(features), (1, 2), (4, (3, 4)), "random", rlen=5, workers=1, threshold=60
    )
    code, said, errors = run(*SMALL, "--threshold", "60", "--json")
    assert (code, errors) == (0, "")
    assert json.loads(said)["result"] == json.loads(json.dumps(found.to_dict()))
    names = {path.name for path in (tmp_path / "out").iterdir()}
    assert {"index.html", "landscape-stability.json", "landscape-stability.csv"} <= names
    assert {f"landscape-stability.{form}" for form in ("svg", "png", "pdf")} <= names
    code, said, errors = run(*SMALL, "--threshold", "60", "--title", "Several maps")
    assert (code, errors) == (0, "")
    assert said.splitlines()[:-1] == str(found).splitlines()
    assert "Several maps" in (tmp_path / "out" / "index.html").read_text(encoding="utf-8")


def test_exit_codes(run, tmp_path, capsys):
    assert run("--seeds", "1", "--sizes", "4", "--starts", "random")[0] == 2  # a single map
    assert run("--seeds", "one")[0] == 2
    assert run("--starts", "none")[0] == 2
    none = str(tmp_path / "none.csv")
    assert main(["landscape-stability", none, "--out", str(tmp_path / "out")]) == 5
    capsys.readouterr()
