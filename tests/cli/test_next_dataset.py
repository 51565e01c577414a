"""``pybench next-dataset``: the text and the JSON of the library, costs, exit codes."""

from __future__ import annotations

import json
from importlib.resources import files

import pandas as pd
import pytest

import pybench as pb
from pybench.cli.main import main

DATA = files("pybench") / "data"
OPTIONS = ("--higher-is-better", "--engine", "python")


@pytest.fixture
def run(tmp_path):
    t = pb.read_results(
        DATA / "accuracy15.csv", higher_is_better=True, metric="accuracy", repeats="mean"
    )
    path = tmp_path / "run.csv"
    t.select(t.datasets[:5]).to_frame().to_csv(path)
    return str(path)


def test_text_and_json_are_those_of_the_library(run, tmp_path, capsys):
    looks = str(DATA / "datasets15.csv")
    seen = pd.read_csv(looks, index_col="dataset")
    hours = pd.Series(range(1, 16), index=seen.index, dtype=float, name="hours")
    hours.to_csv(tmp_path / "hours.csv")
    known = pb.read_results(run, higher_is_better=True)
    found = pb.next_dataset(known, seen, hours, 0.1)
    asked = ["next-dataset", run, looks, *OPTIONS, "--target", "0.1"]
    asked += ["--cost", str(tmp_path / "hours.csv")]
    assert main([*asked, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["result"] == json.loads(json.dumps(found.to_dict()))
    assert main(asked) == 0
    said, errors = capsys.readouterr()
    assert errors == ""
    assert said.splitlines() == str(found).splitlines()


def test_exit_codes(run, tmp_path, capsys):
    looks = str(DATA / "datasets15.csv")
    assert main(["next-dataset", run, str(tmp_path / "none.csv"), *OPTIONS]) == 5
    assert main(["next-dataset", run, looks, *OPTIONS, "--target", "0"]) == 2
    assert main(["next-dataset", run, looks, *OPTIONS, "--cost", looks]) == 2
    capsys.readouterr()
