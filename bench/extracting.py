"""Series to features: the driver beside tsfresh's own extraction, one process, one core.

By length, on real series of the UCR archive; then the cost a series against the number of series,
which must not grow; the peak of memory, in processes of their own.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
import warnings
from collections.abc import Callable
from pathlib import Path

import numpy as np

from bench.timing import Row, rows

ROOT = Path(__file__).resolve().parent.parent
DATA = Path(os.environ.get("PYBENCH_SHARED", ROOT.parent / "shared")) / "data" / "ucr"

# Length -> dataset (longer series are cut), how many series, rounds, goal as a multiple of theirs.
BY_LENGTH = {
    24: ("ItalyPowerDemand", 20, 5, 3),
    100: ("CBF", 20, 5, 3),
    150: ("GunPoint", 20, 5, 3),
    251: ("ArrowHead", 12, 5, 3),
    500: ("ShapeletSim", 6, 3, 6),
    1500: ("Rock", 2, 3, 15),
}
BY_NUMBER = (10, 40, 160, 640)  # of the same dataset
DATASET = "SwedishLeaf"
FEW, MANY = 20, 2000  # for the memory


def run() -> list[Row]:
    """Time both by length, ours by number of series, and weigh a small and a large run."""
    if not DATA.is_dir():
        sys.exit(f"no data at {DATA} (PYBENCH_SHARED)")
    return [*_by_length(), *_by_number(), *_by_memory()]


def _by_length() -> list[Row]:
    found = []
    for length, (dataset, count, rounds, goal) in BY_LENGTH.items():
        series = _series(dataset, count, length)
        ways: dict[str, Callable[[], np.ndarray]] = {
            "pybench": lambda series=series: _ours(series),
            "tsfresh": lambda series=series: _tsfresh(series),
        }
        assert _equal(ways["pybench"](), ways["tsfresh"]())
        seconds = {who: [] for who in ways}
        for _ in range(rounds):
            for who, work in ways.items():
                seconds[who].append(_seconds(work) / count)
        note = f"{dataset}, {count} series, seconds a series; goal: {goal} times tsfresh"
        found += rows(f"783 features, length {length}", seconds, None, {"pybench": note})
    return found


def _by_number() -> list[Row]:
    """Return seconds a series: the first number's are what `ratio` compares with."""
    every = _series(DATASET, max(BY_NUMBER), 128)
    parts = {f"{n} series": every[:n] for n in BY_NUMBER}
    seconds = {who: [] for who in parts}
    for _ in range(3):
        for who, part in parts.items():
            seconds[who].append(_seconds(lambda part=part: _ours(part)) / len(part))
    note = f"{DATASET}, length 128, seconds a series: constant if the cost is linear"
    return rows("783 features by number of series", seconds, None, dict.fromkeys(parts, note))


def _by_memory() -> list[Row]:
    """Return the time of a process, imports included, its peak of memory as note."""
    seconds, notes = {}, {}
    for count in (FEW, MANY):
        who = f"{count} series"
        start = time.perf_counter()
        peak = subprocess.run(
            [sys.executable, "-W", "ignore", "-m", "bench.extracting", str(count)],
            check=True, cwd=ROOT, capture_output=True, text=True,
        ).stdout  # fmt: skip
        seconds[who] = [time.perf_counter() - start]
        notes[who] = f"PhalangesOutlinesCorrect, length 80: peak {int(peak) // 1024} MB, imports in"
    return rows("783 features, memory of a process", seconds, None, notes)


def _series(dataset: str, count: int, length: int) -> list[np.ndarray]:
    """Return `count` series, drawn the same way each time, cut to a length."""
    import pyarrow.parquet

    column = pyarrow.parquet.read_table(DATA / f"{dataset}.parquet")["series"]
    drawn = np.random.default_rng(0).choice(len(column), count, replace=False)
    return [np.array(column[int(i)].as_py()[:length], np.float64) for i in drawn]


def _ours(series: list[np.ndarray]) -> np.ndarray:
    from pybench.features.tsfresh import tsfresh
    from pybench.seriesset.build import series_set

    return tsfresh().compute(series_set(series, dataset="x"))


def _tsfresh(series: list[np.ndarray]) -> np.ndarray:
    import pandas as pd
    from threadpoolctl import threadpool_limits
    from tsfresh import extract_features

    lengths = [len(x) for x in series]
    frame = pd.DataFrame({
        "id": np.repeat(np.arange(len(series)), lengths),
        "time": np.concatenate([np.arange(n) for n in lengths]),
        "value": np.concatenate(series),
    })  # fmt: skip
    with warnings.catch_warnings(), np.errstate(all="ignore"), threadpool_limits(1):
        warnings.simplefilter("ignore")
        table = extract_features(
            frame, column_id="id", column_sort="time", n_jobs=0, disable_progressbar=True
        )
    return table[sorted(table.columns)].to_numpy(np.float64)


def _equal(one: np.ndarray, other: np.ndarray) -> bool:
    return np.array_equal(one, other, equal_nan=True)


def _seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


if __name__ == "__main__":
    _ours(_series("PhalangesOutlinesCorrect", int(sys.argv[1]), 80))
    # Not ru_maxrss: a child inherits that of the process that forked it.
    status = Path("/proc/self/status").read_text(encoding="ascii")
    sys.stdout.write(status.partition("VmHWM:")[2].split()[0])
