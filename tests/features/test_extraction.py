"""Work survives: killed at any moment and resumed, in bounded memory, with the same bytes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import pybench as pb
from pybench.base.errors import EnvironmentProblem
from pybench.features.extraction import Extraction

ROOT = Path(__file__).resolve().parents[2]
WORKERS = 2

# Each chunk says in a log that it was begun: appended in one write, so that no line is torn.
TOY = """
import os, time
import numpy as np
import pybench as pb

def compute(series):
    time.sleep(0.01)
    line = series.flat()[series.offsets[0]].hex() + "\\n"
    log = os.open(os.environ["TOY_LOG"], os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    os.write(log, line.encode())
    os.close(log)
    time.sleep(0.01)
    return np.array([[x.mean(), np.log(x.std()), x.max()] for x in series])

def run(archive, cache, out):
    toy = pb.Representation(
        "toy", "series", ("mean", "log_std", "maximum"), compute, versions={"toy": "1"}
    )
    pb.write_features(pb.extract_features(archive, toy, 2, cache), out)
"""


def write_archive(folder, datasets, series, length):
    folder.mkdir()
    for number in range(datasets):
        begin = np.arange(series)[:, None] * 0.37 + number * 1000.0
        values = np.sin(begin + np.arange(length))
        split = ["train"] * (series // 2) + ["test"] * (series - series // 2)
        offsets = np.arange(series + 1, dtype=np.int32) * length
        column = pa.ListArray.from_arrays(offsets, values.ravel())
        table = pa.table({"split": split, "label": ["a", "b"] * (series // 2), "series": column})
        pq.write_table(table, folder / f"set{number:02}.parquet")
    return folder


class Victim:
    """Runs an extraction in a process of its own and kills it."""

    def __init__(self, folder, archive):
        self.folder, self.log, self.out = folder, folder / "log", folder / "out.parquet"
        folder.mkdir()
        self.log.touch()
        (folder / "toy.py").write_text(TOY)
        arguments = (str(archive), str(folder / "cache"), str(self.out))
        self.command = [sys.executable, "-c", f"import toy; toy.run(*{arguments!r})"]

    def start(self):
        path = os.pathsep.join([str(ROOT), str(self.folder)])
        environment = {**os.environ, "PYTHONPATH": path, "TOY_LOG": str(self.log)}
        return subprocess.Popen(
            self.command, env=environment, stderr=subprocess.PIPE, cwd=self.folder, text=True
        )

    def finish(self):
        process = self.start()
        _, errors = process.communicate(timeout=300)
        assert process.returncode == 0, errors
        return self.out.read_bytes()

    def begun(self):
        return self.log.read_bytes().count(b"\n")

    def kill_after(self, chunks, delay, how=signal.SIGKILL):
        """Kill when some chunks more were begun and some time has passed; tell if it still ran."""
        process, goal = self.start(), self.begun() + chunks
        while self.begun() < goal and process.poll() is None:
            time.sleep(0.002)
        time.sleep(delay)
        running = process.poll() is None
        process.send_signal(how)
        _, errors = process.communicate(timeout=60)
        assert running or process.returncode == 0, errors
        return running


@pytest.mark.parametrize(("kills", "n"), [(5, 40), pytest.param(50, 200, marks=pytest.mark.slow)])
def test_killed_and_resumed_the_file_is_the_same_and_no_work_is_lost(kills, n, tmp_path):
    archive = write_archive(tmp_path / "archive", 4, n // 4 * 50, 16)
    undisturbed = Victim(tmp_path / "undisturbed", archive)
    expected = undisturbed.finish()
    assert undisturbed.begun() == n
    victim = Victim(tmp_path / "victim", archive)
    chance = np.random.default_rng(kills)
    killed = 0
    for _ in range(kills):
        chunks = int(chance.integers(0, 2 * n // (kills + 10)))
        killed += victim.kill_after(chunks, float(chance.uniform(0.0, 0.05)))
    assert victim.finish() == expected
    times = Counter(victim.log.read_text().split())
    assert len(times) == n
    again = sum(times.values()) - n
    assert killed >= 0.8 * kills
    assert again <= killed * WORKERS  # at most the chunk that each worker had in hand
    assert max(times.values()) <= 1 + killed


def test_interrupted_it_ends_at_once_and_goes_on_later(tmp_path):
    archive = write_archive(tmp_path / "archive", 4, 500, 16)
    victim = Victim(tmp_path / "victim", archive)
    assert victim.kill_after(10, 0.0, signal.SIGINT)
    assert victim.begun() >= 10
    victim.finish()
    assert victim.begun() <= 40 + WORKERS


@pytest.mark.slow
def test_many_runs_share_one_cache(tmp_path):
    archive = write_archive(tmp_path / "archive", 4, 500, 16)
    expected = Victim(tmp_path / "alone", archive).finish()
    together = [Victim(tmp_path / str(n), archive) for n in range(3)]
    for one in together:
        one.command[-1] = one.command[-1].replace(str(one.folder / "cache"), str(tmp_path / "c"))
    processes = [one.start() for one in together]
    assert [process.communicate(timeout=300) and process.returncode for process in processes] == [
        0
    ] * 3
    assert {one.out.read_bytes() for one in together} == {expected}


MEASURE = """
import json, resource, sys
from pybench.cli import main
code = main.main(["features", sys.argv[1], "--all", "--representation", "summary", "--quiet",
                  "--jobs", "1", "--cache", sys.argv[2], "--out", sys.argv[3]])
print(json.dumps([code, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024]))
"""


@pytest.mark.slow
def test_memory_does_not_grow_with_the_number_of_datasets(tmp_path):
    """Peak of the command for 20 datasets of 8 MB beside that for 5: 120 MB more series."""
    peaks = []
    for datasets in (5, 20):
        archive = write_archive(tmp_path / f"archive{datasets}", datasets, 1000, 1000)
        command = [
            sys.executable,
            "-c",
            MEASURE,
            archive,
            tmp_path / "cache",
            tmp_path / "o.parquet",
        ]
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        done = subprocess.run(command, env=environment, capture_output=True, check=True, text=True)
        code, peak = json.loads(done.stdout)
        assert code == 0
        peaks.append(peak)
    assert peaks[1] - peaks[0] < 25, f"{peaks} MB"


def test_a_result_that_vanishes_meanwhile_is_a_typed_error(some, toy, tmp_path):
    run = Extraction(some(60), toy, tmp_path)
    run.compute()
    next(path for path in tmp_path.rglob("*") if path.is_file()).unlink()
    with pytest.raises(EnvironmentProblem, match="missing or damaged"):
        run.table(filter=True)


def test_times_are_those_of_the_computation_even_from_the_cache(some, toy, tmp_path):
    for _ in range(2):
        run = Extraction(some(60, 5), toy, tmp_path)
        run.compute()
        times = list(run.times())
        assert [row["dataset"] for row in times] == ["set 0", "set 1"]
        assert [(row["series"], row["length_min"], row["length_max"]) for row in times] == [
            (60, 12, 12), (5, 13, 13),
        ]  # fmt: skip
        assert all(0 <= row["seconds"] < 60 for row in times)


def test_the_table_can_be_had_as_often_as_wanted(some, toy):
    run = Extraction(some(60), toy, False)
    run.compute()
    tables = [run.table(filter=True) for _ in range(2)]
    assert tables[0].values.tobytes() == tables[1].values.tobytes()


def test_real_series_give_the_rows_of_their_file(shared, toy):
    folder = shared / "data" / "ucr"
    found = pb.extract_features(folder / "Chinatown.parquet", toy, cache=False, filter=False)
    table = pq.read_table(folder / "Chinatown.parquet")
    assert found.label.tolist() == table.column("label").to_pylist()
    assert found.split.tolist() == table.column("split").to_pylist()
    means = [np.mean(np.array(x, np.float64)) for x in table.column("series").to_pylist()]
    assert np.array_equal(found.column("mean"), means)
