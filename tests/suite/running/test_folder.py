"""What is done is believed if its files say so; leftovers go; one run at a time."""

from __future__ import annotations

import csv

import pytest

import pybench as pb
from pybench.base.errors import EnvironmentProblem
from pybench.store.journal import Journal


@pytest.mark.parametrize("harm", ["removed", "damaged", "journal gone"])
def test_a_job_whose_files_are_not_what_they_were_is_done_again(
    harm, flowers, three, tmp_path, written
):
    pb.run(flowers, three, out=tmp_path, workers=1)
    before = written(tmp_path)
    file = tmp_path / "runs" / "tree" / "iris" / "predictions-0-1.csv"
    if harm == "removed":
        file.unlink()
    elif harm == "damaged":
        file.write_bytes(file.read_bytes()[:-1])
    else:
        (tmp_path / "journal").unlink()
    seen = []
    pb.run(flowers, three, out=tmp_path, workers=1, progress=seen.append)
    assert seen[0].kept == (18 if harm == "journal gone" else 17)
    assert written(tmp_path) == before


def test_two_runs_at_once_are_refused(flowers, three, tmp_path):
    with Journal(tmp_path / "journal"), pytest.raises(EnvironmentProblem, match="another run"):
        pb.run(flowers, three, out=tmp_path, workers=1)


def test_leftovers_of_killed_writers_are_swept(flowers, three, tmp_path):
    pb.run(flowers, {"Bayes": three["Bayes"]}, out=tmp_path, workers=1)
    left = [tmp_path, tmp_path / "runs" / "Bayes" / "iris"]
    for folder in left:
        (folder / ".pybench-1-abc.tmp").write_bytes(b"half")
    pb.run(flowers, {"Bayes": three["Bayes"]}, out=tmp_path, workers=1)
    assert not list(tmp_path.rglob(".pybench-*"))


def test_times_are_kept_apart(flowers, three, tmp_path):
    pb.run(flowers, {"Bayes": three["Bayes"]}, out=tmp_path, workers=1)
    with (tmp_path / "times.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 6
    assert all(float(row["fit"]) > 0 for row in rows)
    told = (tmp_path / "runs" / "Bayes" / "iris" / "evaluation-0-0.json").read_text()
    assert "seconds" not in told
    assert "time" not in told
