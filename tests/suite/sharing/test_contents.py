"""What a run wrote goes along; what else lies in its folder stays there."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest
from archives import Member, archive, members_of

import pybench as pb
from pybench.base.errors import ArgumentError, SuiteError
from pybench.suite.sharing.bundle import verify_bundle


def run_folder(folder: Path, suite_hash: str) -> Path:
    fold = folder / "runs" / "tree" / "free"
    fold.mkdir(parents=True)
    told = {"schema": "pybench/suite-run/1", "suite": {"hash": suite_hash}}
    (folder / "run.json").write_text(json.dumps(told))
    (folder / "suite.json").write_text("{}")
    (folder / "evaluations.csv").write_text("estimator,task,repeat,fold,status\n")
    (folder / "journal").write_text('00000000 {"host": "secret.example"}\n')
    (folder / "failures.csv").write_text("stays here")
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
        "mine/evaluations.csv",
        "mine/run.json",
        "mine/runs/tree/free/evaluation-0-0.json",
        "mine/runs/tree/free/predictions-0-0.csv",
        "mine/suite.json",
    ]
    assert not (copy / "runs" / "mine" / "journal").exists()
    assert b"secret" not in b"".join(one.content for one in members_of(file))
    other = run_folder(tmp_path / "other", "0" * 64)
    with pytest.raises(ArgumentError, match="the run of another suite"):
        suite.export(tmp_path / "s.zip", runs=[runs, other])
    again = run_folder(tmp_path / "elsewhere" / "mine", suite.hash)
    with pytest.raises(ArgumentError, match="different names"):
        suite.export(tmp_path / "s.zip", runs=[runs, again])


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        ("runs/mine/journal", b"", "files of runs"),
        ("runs/mine/evil.sh", b"", "files of runs"),
        ("runs/evil", b"", "files of runs"),
        ("runs/mine/runs/tree/free/setup.py", b"", "files of runs"),
        ("runs/mine/runs/tree/free/more.json", b"{}", "files of runs"),
        ("runs/yours/evaluations.csv", b"", "no run.json"),
        ("runs/yours/run.json", b'{"suite": {"hash": "0"}}', "that of another"),
        ("runs/yours/run.json", b"[]", "no run.json"),
        ("runs/yours/run.json", b"[", "JSON"),
    ],
)
def test_what_no_run_wrote_is_not_taken_in(suite, tmp_path, name, content, why):
    good = suite.export(tmp_path / "s.zip", runs=run_folder(tmp_path / "mine", suite.hash))
    listing, *rest = members_of(good)
    told = json.loads(listing.content)
    digest = hashlib.sha256(content).hexdigest()
    told["files"].append({"path": name, "size": len(content), "sha256": digest})
    more = [*rest, Member(name.encode(), content)]
    (tmp_path / "bad.zip").write_bytes(
        archive([Member(b"bundle.json", json.dumps(told).encode()), *more])
    )
    with pytest.raises(SuiteError, match=why):
        verify_bundle(tmp_path / "bad.zip")
    with pytest.raises(SuiteError, match=why):
        pb.Suite.import_(tmp_path / "bad.zip", tmp_path / "bad")
    assert not (tmp_path / "bad").exists()
