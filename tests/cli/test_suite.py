"""`pybench suite published` and `results`, in a process of their own."""

from __future__ import annotations

import json


def test_published_results(pybench, tmp_path):
    (tmp_path / "t.csv").write_text("dataset,A,B\nx,0.5,0.6\n")
    done = pybench("suite", "published", "t.csv", "--out", "theirs", "--origin", "a paper")
    assert done.returncode == 0, done.stderr
    asked = pybench("suite", "results", "theirs", "--json")
    rows = json.loads(asked.stdout)["result"]
    assert "published" in json.dumps(rows)
