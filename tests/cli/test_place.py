"""``pybench place``: the text and the JSON of the library, exit codes, hostile names."""

from __future__ import annotations

import json

import pytest

import pybench as pb
from pybench.cli.main import main
from tests.landscape.test_place import as_table, rows_of


@pytest.fixture(scope="module")
def table():
    return as_table(rows_of(pb.published_landscape("ucr"), "Beef"), "[bold]Beef[/]\x1b[31m")


@pytest.fixture
def file(table, tmp_path):
    pb.write_features(table, tmp_path / "features.parquet")
    return str(tmp_path / "features.parquet")


def test_text_and_json_are_those_of_the_library(file, table, capsys):
    found = pb.place(table)
    assert main(["place", file, "--features", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["result"] == json.loads(json.dumps(found.to_dict()))
    assert main(["place", file, "--features"]) == 0
    said, errors = capsys.readouterr()
    assert errors == ""
    assert said.splitlines() == [*str(found).splitlines(), "Landscape: ucr 2"]
    assert "\x1b" not in said
    assert "[bold]Beef[/]" in said


def test_exit_codes(file, tmp_path, capsys):
    assert main(["place", file, "--features", "--landscape", str(tmp_path / "no.gz")]) == 5
    assert main(["place", str(tmp_path / "none.ts")]) == 5
    assert main(["place", file, "--features", "--threshold", "0"]) == 2
    capsys.readouterr()
