"""What is done is believed if its files say so; leftovers go; one run at a time."""

from __future__ import annotations

import csv
import os
import random
import shutil
from pathlib import Path

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


@pytest.mark.parametrize("harm", ["removed", "damaged"])
def test_an_evaluation_that_is_lost_is_written_again_without_a_fit(
    harm, flowers, three, tmp_path, written
):
    given = {"Bayes": three["Bayes"]}
    pb.run(flowers, given, out=tmp_path, workers=1)
    before = written(tmp_path)
    file = tmp_path / "runs" / "Bayes" / "iris" / "evaluation-0-1.json"
    file.unlink() if harm == "removed" else file.write_bytes(file.read_bytes()[:-9])
    seen = []
    pb.run(flowers, given, out=tmp_path, workers=1, progress=seen.append)
    assert seen[0].kept == 6
    assert written(tmp_path) == before


def test_an_evaluation_of_another_seed_is_not_taken(flowers, three, tmp_path, written):
    given = {"forest": three["forest"]}
    pb.run(flowers, given, out=tmp_path / "one", workers=1, seed=1)
    pb.run(flowers, given, out=tmp_path / "two", workers=1, seed=2)
    before = written(tmp_path / "two")
    shutil.rmtree(tmp_path / "two" / "runs")
    shutil.copytree(tmp_path / "one" / "runs", tmp_path / "two" / "runs")
    (tmp_path / "two" / "journal").unlink()
    pb.run(flowers, given, out=tmp_path / "two", workers=1, seed=2)
    assert written(tmp_path / "two") == before


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


def test_a_power_cut_costs_what_was_not_on_disk_and_no_number(flowers, three, tmp_path, written):
    given = {"Bayes": three["Bayes"], "tree": three["tree"]}
    pb.run(flowers, given, out=tmp_path / "calm", workers=1)
    for seed in range(5):
        chance = random.Random(seed)
        out = shutil.copytree(tmp_path / "calm", tmp_path / str(seed))
        journal = (out / "journal").read_bytes()
        (out / "journal").write_bytes(journal[: chance.randrange(len(journal))])
        for name in ("evaluations.csv", "failures.csv", "times.csv", "results.csv", "folds.csv"):
            (out / name).unlink()
        for file in sorted(out.glob("runs/*/*/*")):  # names are there, content is not or in part
            if chance.random() < 0.5:
                os.truncate(file, chance.choice([0, file.stat().st_size // 2]))
        pb.run(flowers, given, out=out, workers=1)
        assert written(out) == written(tmp_path / "calm"), seed


def test_at_the_end_everything_is_on_disk(flowers, three, tmp_path, monkeypatch):
    if not Path("/proc/self/fd").is_dir():
        pytest.skip("the system does not tell the path of a descriptor")
    synced, fsync = set(), os.fsync

    def recorded(descriptor):
        synced.add(os.readlink(f"/proc/self/fd/{descriptor}"))
        fsync(descriptor)

    monkeypatch.setattr(os, "fsync", recorded)
    pb.run(flowers, {"Bayes": three["Bayes"]}, out=tmp_path, workers=1)
    files = list(tmp_path.glob("runs/*/*/*"))
    assert len(files) == 12
    for path in {*files, *(file.parent for file in files), tmp_path / "journal"}:
        assert str(path) in synced
