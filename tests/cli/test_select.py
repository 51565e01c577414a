"""The command that chooses: the numbers of the library, a file that can be used, exit codes."""

from __future__ import annotations

import csv
import hashlib
import json

import numpy as np
import pandas as pd
import pytest

import pybench as pb
from pybench.cli.main import main


@pytest.fixture
def place(tmp_path):
    rng = np.random.default_rng(2)
    index = pd.Index([f"d{i:02d}" for i in range(12)], name="dataset")
    frame = pd.DataFrame(rng.normal(size=(12, 3)), index=index, columns=list("xyz"))
    frame.to_csv(tmp_path / "looks.csv")
    return frame


@pytest.fixture
def run(tmp_path, capsys):
    def call(*arguments, file="looks.csv", engine="python"):
        given = ["--engine", engine] if engine and "--engine" not in arguments else []
        place = ["--out", str(tmp_path / "out"), *given]
        code = main(["select", str(tmp_path / file), *place, *arguments])
        return code, *capsys.readouterr()

    return call


def test_the_choice_is_that_of_the_library(run, place, tmp_path):
    given = ("-k", "4", "--strategy", "k-medoids", "--metric", "euclidean", "--json")
    code, said, errors = run(*given)
    assert (code, errors) == (0, "")
    document = json.loads(said)
    expected = pb.select(place, 4, "k-medoids", "euclidean")
    record = pb.load_result(tmp_path / "out" / "selection.json")
    assert document["result"] == record.to_dict()
    assert record.selection.to_dict() == expected.to_dict()
    assert set(record.sha256) == {"embedding", "looks.csv"}
    names = {path.name for path in (tmp_path / "out").iterdir()}
    figures = {f"map.{form}" for form in ("svg", "png", "pdf")}
    assert names == {"index.html", "selection.json", "chosen.csv", *figures}
    with (tmp_path / "out" / "chosen.csv").open(encoding="utf-8", newline="") as file:
        assert [row["dataset"] for row in csv.DictReader(file)] == list(expected.names)


def test_farthest_first_shows_what_is_covered(run, place, tmp_path):
    code, said, _ = run("-k", "3")
    assert code == 0
    assert (tmp_path / "out" / "covering.svg").is_file()
    assert "farthest from those before" in said
    for name in pb.select(place, 3).names:
        assert name in said


@pytest.mark.r
def test_both_languages_choose_where_nobody_says_otherwise(run, place, tmp_path, monkeypatch):
    def engine():
        return pb.load_result(tmp_path / "out" / "selection.json").selection.engine

    assert run("-k", "3", engine=None)[0] == 0
    assert engine() == "both"
    monkeypatch.setenv("PYBENCH_ENGINE", "r")
    assert run("-k", "3", engine=None)[0] == 0
    assert engine() == "r"


def test_compare_takes_the_file(run, place, tmp_path, capsys):
    run("-k", "6", "--quiet")
    rng = np.random.default_rng(1)
    scores = pd.DataFrame(rng.normal(size=(12, 3)), index=place.index, columns=list("abc"))
    scores.to_csv(tmp_path / "scores.csv")
    code = main(
        ["compare", str(tmp_path / "scores.csv"), "--higher-is-better", "--only",
         str(tmp_path / "out"), "--out", str(tmp_path / "few"), "--engine", "python", "--json"]
    )  # fmt: skip
    assert code == 0
    table = json.loads(capsys.readouterr().out)["result"]["table"]
    assert tuple(table["datasets"]) == pb.select(place, 6).names


def test_a_landscape(run, tmp_path):
    rows = "\n".join(f"d{i},R{i % 2 + 1}" for i in range(8))
    (tmp_path / "regions.csv").write_text(f"dataset,region\n{rows}\n")
    code, said, _ = run("-k", "2", "--strategy", "landscape", file="regions.csv")
    assert code == 0
    assert "drawn from the region whose turn it was" in said
    record = pb.load_result(tmp_path / "out" / "selection.json")
    digest = hashlib.sha256((tmp_path / "regions.csv").read_bytes()).hexdigest()
    assert record.sha256["regions.csv"] == digest
    assert "feature" not in str(record.selection).splitlines()[0]
    assert not (tmp_path / "out" / "map.svg").exists()


def test_one_feature_has_no_map(run, tmp_path):
    (tmp_path / "one.csv").write_text("dataset,x\na,1\nb,2\nc,5\n")
    assert run("-k", "2", file="one.csv")[0] == 0
    assert not (tmp_path / "out" / "map.svg").exists()


@pytest.mark.parametrize(
    ("given", "code"),
    [
        (["-k", "13"], 2),
        (["-k", "0"], 2),
        (["-k", "3", "--strategy", "nothing"], 2),
        (["-k", "3", "--strategy", "oracle"], 2),
        (["-k", "3", "--metric", "manhattan"], 2),
        (["-k", "3", "--engine", "julia"], 2),
        ([], 2),
    ],
)
def test_bad_values(run, place, given, code, tmp_path):
    found, _, errors = run(*given)
    assert found == code
    assert "Error:" in errors
    assert not (tmp_path / "out").exists()


def test_missing_features(run, place, tmp_path):
    place.iloc[2, 1] = np.nan
    place.to_csv(tmp_path / "looks.csv")
    code, _, errors = run("-k", "3")
    assert code == 5
    for part in (
        "looks.csv",
        "column 'y'",
        "d02",
        "columns with missing values: 1",
        "--incomplete drop",
    ):
        assert part in " ".join(errors.split())
    code, said, _ = run("-k", "3", "--incomplete", "drop")
    assert code == 0
    assert "incomplete-features" in said


def test_no_file(run):
    assert run("-k", "3", file="none.csv")[0] == 5
