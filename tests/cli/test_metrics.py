from __future__ import annotations

import json

import pytest

import pybench as pb


def test_a_report_and_the_agreement(pybench, table, tmp_path):
    done = pybench(
        "metrics", f"score={table.name}:higher", f"cost={table.name}:lower", "--alpha", "0.2",
        "--over", "all", "--out", "r.html", "--json",
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    t = pb.read_results(table, higher_is_better=True, metric="score")
    u = pb.read_results(table, higher_is_better=False, metric="cost")
    expected = pb.compare_metrics({"score": t, "cost": u}, 0.2, over="all")
    found = json.loads(done.stdout)
    assert found["result"] == json.loads(json.dumps(expected.to_dict()))
    page = (tmp_path / "r.html").read_text()
    for metric in ("score", "cost"):
        assert f"Which methods differ? ({metric})" in page


@pytest.mark.parametrize(
    "source", ["a", "a=b.csv", "a=b.csv:up", "=b.csv:higher", "a=:higher", "a=b.csv:higher:x:y"]
)
def test_bad_sources_are_refused(pybench, source):
    done = pybench("metrics", source)
    assert done.returncode == 2
    assert "expected NAME=FILE:higher or NAME=FILE:lower" in done.stderr
