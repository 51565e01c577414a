"""Time to import, each in a fresh process, in turn."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time

from bench.timing import Row, rows

PACKAGES = ("pybench", "numpy", "autorank", "scikit_posthocs", "aeon.visualisation")


def run() -> list[Row]:
    """Wall time of ``import X`` less that of an empty process."""
    rounds = [{name: _seconds(f"import {name}") for name in PACKAGES} for _ in range(8)][1:]
    empty = statistics.median(_seconds("pass") for _ in range(8))
    seconds = {name: [one[name] - empty for one in rounds] for name in PACKAGES}
    return rows("import", seconds, 0.15, {"pybench": "an empty Python process is subtracted"})


def _seconds(statement: str) -> float:
    start = time.perf_counter()
    subprocess.run([sys.executable, "-W", "ignore", "-c", statement], check=True)
    return time.perf_counter() - start
