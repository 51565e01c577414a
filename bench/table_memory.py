"""The peak of memory while a large table is read, in processes of their own (Linux).

python -m bench table_memory; the process that reads is `python -m bench.table_memory FILE`.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import pandas as pd

from bench.timing import Row, rows

N, K, RUNS = 10_000, 1_000, 5
SELF = Path("/proc/self")


def run() -> list[Row]:
    """Read a wide CSV of 10,000 x 1,000 scores: seconds, and the largest peak as note."""
    frame = pd.DataFrame(np.random.default_rng(0).random((N, K))).add_prefix("m")
    frame.insert(0, "dataset", [f"d{i}" for i in range(N)])
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "wide.csv")
        frame.to_csv(path, index=False)
        read = [_in_a_process(path) for _ in range(RUNS)]
    most = max(peak for _, peak in read)
    note = f"processor time; peak of memory at most {most:.2f} times the table's own (target 2)"
    bench = f"read a wide CSV of {N * K:,} scores, memory"
    return rows(bench, {"pybench": [seconds for seconds, _ in read]}, None, {"pybench": note})


def _in_a_process(path: Path) -> tuple[float, float]:
    command = [sys.executable, "-m", "bench.table_memory", str(path)]
    root = Path(__file__).parents[1]
    told = subprocess.run(command, check=True, cwd=root, capture_output=True, text=True).stdout
    seconds, peak = map(float, told.split())
    return seconds, peak


def _read(path: Path) -> None:
    """Print the seconds, and the peak above what the process had before, over the table's size.

    A small table is read first: what the libraries take is no matter of the size.
    """
    import time

    import pybench as pb

    small = path.with_name("small.csv")
    small.write_text("dataset,a,b\niris,0.25,0.5\n")
    pb.read_results(small, higher_is_better=True)
    (SELF / "clear_refs").write_text("5")  # the peak starts anew
    before, start = _kilobytes("VmRSS"), time.process_time()
    table = pb.read_results(path, higher_is_better=True)
    seconds = time.process_time() - start
    peak = (_kilobytes("VmHWM") - before) * 1024 / table.scores.nbytes
    sys.stdout.write(f"{seconds} {peak}\n")


def _kilobytes(key: str) -> int:
    lines = (SELF / "status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith(key)).split()[1])


if __name__ == "__main__":
    _read(Path(sys.argv[1]))
