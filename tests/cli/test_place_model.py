"""``pybench place-model``: the text and the JSON of the library, exit codes."""

from __future__ import annotations

import json
from importlib.resources import files

import pytest

import pybench as pb
from pybench.cli.main import main

RESULTS = str(files("pybench") / "data" / "demsar2006.csv")
OPTIONS = ("--higher-is-better", "--engine", "python")


@pytest.fixture
def new(tmp_path):
    t = pb.read_results(RESULTS, higher_is_better=True)
    rows = [f"{name},{0.9 - i / 10}" for i, name in enumerate(t.datasets[:4])]
    path = tmp_path / "new.csv"
    path.write_text("\n".join(["dataset,[bold]mine[/]", *rows]) + "\n")
    return str(path)


def test_text_and_json_are_those_of_the_library(new, capsys):
    known, own = (pb.read_results(path, higher_is_better=True) for path in (RESULTS, new))
    found = pb.place_model(known, own, confidence=0.9)
    asked = ["place-model", RESULTS, new, *OPTIONS, "--confidence", "0.9"]
    assert main([*asked, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["result"] == json.loads(json.dumps(found.to_dict()))
    assert main(asked) == 0
    said, errors = capsys.readouterr()
    assert errors == ""
    assert said.splitlines() == str(found).splitlines()
    assert "[bold]mine[/]: predicted mean rank" in said


def test_exit_codes(new, tmp_path, capsys):
    assert main(["place-model", RESULTS, str(tmp_path / "none.csv"), *OPTIONS]) == 5
    assert main(["place-model", RESULTS, new, *OPTIONS, "--confidence", "1"]) == 2
    assert main(["place-model", RESULTS, RESULTS, *OPTIONS]) == 2
    capsys.readouterr()
