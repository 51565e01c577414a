"""The demo, which is a whole study, as a user runs it: from nothing, and when all is made."""

from __future__ import annotations

import csv
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench.timing import Row, measure, rows

FIRST, AGAIN = "demo: the whole study", "demo: again, all parts made"
RUNS, WORKERS = 3, 2
# What even a page of finished parts cannot do without: tables, figures, scikit-learn's estimators.
IMPORTS = "import matplotlib.figure, pandas, scipy.stats, sklearn.ensemble, sklearn.svm"


def run() -> list[Row]:
    """Measure in folders that are removed afterwards."""
    folder = Path(tempfile.mkdtemp())
    try:
        return [*_first(folder), *_again(folder)]
    finally:
        shutil.rmtree(folder)


def _first(folder: Path) -> list[Row]:
    """Time of the demo with nothing kept, beside its fits and predictions on as many workers.

    A first run, not measured, installs R's package, which is part of the set-up.
    """
    whole, fits = [], []
    for number in range(RUNS + 1):
        out, cache = folder / f"{number}", folder / "cache"
        for kept in cache.glob("[!R]*"):
            shutil.rmtree(kept)
        begin = time.perf_counter()
        _demo(out, cache)
        whole.append(time.perf_counter() - begin)
        fits.append(_fits(out) / WORKERS)
    notes = {
        "pybench": "after the set-up; 1,800 jobs, features, map, portfolios, protocol, report",
        "physical: fits and predictions": f"as measured in these runs, on {WORKERS} workers",
    }
    ways = {"pybench": whole[1:], "physical: fits and predictions": fits[1:]}
    return rows(FIRST, ways, 180.0, notes)


def _again(folder: Path) -> list[Row]:
    """Time of the demo where all is kept, beside the imports of what it takes."""
    ways = {
        "pybench": lambda: _demo(folder / f"{RUNS}", folder / "cache"),
        "physical: imports": lambda: subprocess.run([sys.executable, "-c", IMPORTS], check=True),
    }
    notes = {"pybench": "every part is checked and found", "physical: imports": IMPORTS}
    return measure(AGAIN, ways, runs=RUNS, notes=notes)


def _demo(out: Path, cache: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "pybench", "demo", "--out", str(out), "--quiet"],
        check=True,
        stdout=subprocess.DEVNULL,
        env=os.environ | {"PYBENCH_CACHE": str(cache)},
    )


def _fits(out: Path) -> float:
    """Return the seconds of all jobs of the run of a study."""
    (place,) = (out / "runs").glob("*/times.csv")
    with place.open(newline="", encoding="utf-8") as file:
        return sum(float(row["fit"]) + float(row["predict"]) for row in csv.DictReader(file))
