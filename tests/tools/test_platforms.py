"""The tool that tries bare systems: how it compares the demo's numbers, and what it keeps."""

import csv
import importlib.util
import json
import sys
import tomllib
from pathlib import Path

import pytest

TOOL = Path(__file__).resolve().parents[2] / "tools" / "platforms.py"


@pytest.fixture
def tool(tmp_path, monkeypatch):
    spec = importlib.util.spec_from_file_location("platforms_tool", TOOL)
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, spec.name, module)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "SYSTEMS", tmp_path)
    monkeypatch.setattr(module, "TABLE", tmp_path / "platforms.csv")
    return module


def test_every_value_of_two_studies_is_compared(tool, tmp_path, capsys):
    first = {"p": [0.5, 0.25, None], "test": {"name": "nemenyi", "exact": True}}
    other = {"p": [0.5, 0.25 + 2**-54, None], "test": {"name": "nemenyi", "exact": 1}}
    (tmp_path / "bookworm.study.json").write_text(json.dumps(first))
    (tmp_path / "sid.study.json").write_text(json.dumps(other))
    assert tool.compared("bookworm") == {"values": 5, "differ": 0, "largest_difference": "0"}
    assert tool.compared("sid") == {"values": 5, "differ": 2, "largest_difference": "inf"}
    assert "sid/test/exact: True became 1" in capsys.readouterr().out
    other["test"]["exact"] = True
    (tmp_path / "sid.study.json").write_text(json.dumps(other))
    assert tool.compared("sid") == {"values": 5, "differ": 1, "largest_difference": "2.2e-16"}
    assert tool.compared("trixie")["values"] == ""


def test_versions_and_seconds_are_not_compared(tool, tmp_path):
    for name, version, seconds, value in (("bookworm", "1", 0.5, 1.0), ("sid", "2", 0.25, 3.0)):
        frame = {"columns": ["name", "fit_seconds", "auc"], "values": [["a", seconds, value]]}
        study = {"versions": {"python": version}, "runs": frame}
        (tmp_path / f"{name}.study.json").write_text(json.dumps(study))
    assert tool.compared("sid") == {"values": 5, "differ": 1, "largest_difference": "0.67"}


def test_a_platform_keeps_one_row_in_the_order_of_platforms(tool):
    for name, passed in (("sid", 1), ("bookworm", 2), ("sid", 3)):
        tool.keep({"platform": name, "passed": passed})
    rows = list(csv.DictReader(tool.TABLE.read_text().splitlines()))
    assert [(row["platform"], row["passed"]) for row in rows] == [("bookworm", "2"), ("sid", "3")]


def test_files_of_constraints_exist(tool):
    for platform in tool.PLATFORMS.values():
        assert (TOOL.parent.parent / (platform.constraints or "constraints.txt")).exists()


def test_the_lowest_versions_are_those_that_are_claimed():
    project = tomllib.loads((TOOL.parent.parent / "pyproject.toml").read_text())
    extras = project["project"]["optional-dependencies"]
    asked = [*project["project"]["dependencies"]]
    for extra in ("r", "series", "dask", "polars", "suite", "optimal", "openml"):
        asked += extras[extra]
    lines = (TOOL.parent.parent / "constraints-lowest.txt").read_text().splitlines()
    pins = dict(line.split("==") for line in lines if line and not line.startswith("#"))
    for one in asked:
        name, _, version = one.replace("==", ">=").partition(">=")
        lowest = version.partition(",")[0].split(".")
        assert pins[name].split(".")[: len(lowest)] == lowest, one
