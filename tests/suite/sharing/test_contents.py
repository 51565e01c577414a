"""What a run wrote goes along; what else lies in its folder stays there."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import pybench as pb
from pybench.base.errors import ArgumentError


def run_folder(folder: Path, suite_hash: str) -> Path:
    fold = folder / "runs" / "tree" / "free"
    fold.mkdir(parents=True)
    told = {"schema": "pybench/suite-run/1", "suite": {"hash": suite_hash}}
    (folder / "run.json").write_text(json.dumps(told))
    (folder / "journal").write_text("00000000 {}\n")
    (fold / "predictions-0-0.csv").write_text("repeat,fold,row_id,prediction,correct\n0,0,1,a,a\n")
    (fold / "evaluation-0-0.json").write_text("{}")
    (fold / ".secret").write_text("stays here")
    (folder / "apikey.txt").write_text("stays here")
    (fold / "link.csv").symlink_to("/etc/passwd")
    (folder / "runs" / "linked").symlink_to(fold.parent)
    return folder


def test_runs_go_along_and_nothing_else(suite, tmp_path):
    runs = run_folder(tmp_path / "mine", suite.hash)
    file = suite.export(tmp_path / "s.zip", runs=runs)
    copy = pb.Suite.import_(file, tmp_path / "copy").folder
    found = sorted(str(p.relative_to(copy / "runs")) for p in (copy / "runs").rglob("*.*"))
    assert found == [
        "mine/run.json",
        "mine/runs/tree/free/evaluation-0-0.json",
        "mine/runs/tree/free/predictions-0-0.csv",
    ]
    assert (copy / "runs" / "mine" / "journal").exists()
    other = run_folder(tmp_path / "other", "0" * 64)
    with pytest.raises(ArgumentError, match="the run of another suite"):
        suite.export(tmp_path / "s.zip", runs=[runs, other])
    again = run_folder(tmp_path / "elsewhere" / "mine", suite.hash)
    with pytest.raises(ArgumentError, match="different names"):
        suite.export(tmp_path / "s.zip", runs=[runs, again])
