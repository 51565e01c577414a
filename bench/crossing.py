"""A large table from the parent's Arrow table to an R matrix in the child process."""

from __future__ import annotations

import time

import numpy as np
import pyarrow as pa

from bench.timing import Row, rows
from pybench.bridge.call import AsMatrix, call

ROWS, COLUMNS = 150_000, 324
MEMCPY = "physical: memcpy of the same bytes"


def run() -> list[Row]:
    """389 MB of float64, child warm; R answers the sum, which proves that it has the matrix."""
    x = np.random.default_rng(3).random((COLUMNS, ROWS))
    table = pa.table({f"x{j}": column for j, column in enumerate(x)})
    expected = x.sum()
    seconds: dict[str, list[float]] = {"pybench": [], MEMCPY: []}
    for _ in range(6):
        seconds[MEMCPY].append(_seconds(x.copy)[0])
        second, answer = _seconds(lambda: call("bridge_matrix_sum", {"x": AsMatrix(table)}))
        assert abs(answer - expected) < 1e-9 * expected
        seconds["pybench"].append(second)
    seconds = {who: times[1:] for who, times in seconds.items()}
    note = "numpy2ri inside one process, without the crossing: 1.2 s; pandas2ri 84 s (bridge.md)"
    return rows("150,000 x 324 float64 to an R matrix", seconds, 0.8, {"pybench": note})


def _seconds(work):
    start = time.perf_counter()
    answer = work()
    return time.perf_counter() - start, answer
