"""The command that finds a representation: the numbers of the library, texts, exit codes."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd
import pytest

import pybench as pb
from pybench.cli.main import main

FEW = ("--trials", "4", "--sizes", "2:4", "--permutations", "19", "--strategies", "k-medoids")


@pytest.fixture
def files(tmp_path):
    rng = np.random.default_rng(3)
    index = pd.Index([f"d{i:02d}" for i in range(12)], name="dataset")
    place = pd.DataFrame(rng.normal(size=(12, 2)), index=index, columns=["x", "[y]"])
    scores = pd.DataFrame(rng.normal(size=(12, 8)), index=index, columns=list("abcdefgh"))
    place.to_csv(tmp_path / "looks.csv")
    scores.to_csv(tmp_path / "scores.csv")
    return tmp_path


@pytest.fixture
def run(files, capsys):
    def call(*arguments, out="out"):
        where = ["--out", str(files / out), "--engine", "python", "--higher-is-better"]
        named = f"[b]={files / 'looks.csv'}"
        code = main(
            ["find-representation", str(files / "scores.csv"), named, *FEW, *arguments, *where]
        )
        return code, *capsys.readouterr()

    return call


def test_the_numbers_are_those_of_the_library(run, files):
    code, said, errors = run("--past", "ranks", "--scaling", "all, pool", "--json", "--seed", "4")
    assert (code, errors) == (0, "")
    t = pb.read_results(files / "scores.csv", higher_is_better=True)
    looks = pd.read_csv(files / "looks.csv", index_col="dataset", float_precision="round_trip")
    expected = pb.find_representation(
        t, {"[b]": looks, "ranks": t}, ["k-medoids"], ["all", "pool"], (2, 3, 4), 4, seed=4,
        permutations=19,
    )  # fmt: skip
    assert json.loads(said)["result"] == json.loads(json.dumps(expected.to_dict()))
    assert (files / "out" / "index.html").is_file()


def test_the_text_is_that_of_the_result(run, files):
    code, said, _ = run("--folds", "2")
    assert code == 0
    assert said.startswith("Which representation fits? 2 combinations on 12 datasets")
    assert "random at level 0.05" in said or "is shown to beat random" in said
    assert "k-medoids/cosine on [b] (standardize=" in said
    assert f"Written: {files / 'out' / 'index.html'}" in said


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (("--folds", "5"), "`folds` must be at most 4"),
        (("--scaling", "some"), "`standardize` must be one of"),
        (("--permutations", "9"), "`permutations` must be at least 19"),
    ],
)
def test_bad_options_write_nothing(run, files, given, message):
    code, _, errors = run(*given, out="none")
    assert code == 2
    assert message in errors
    assert not (files / "none").exists()
