"""The whole landscape study on two cores: features, 26 maps, regions, bootstraps; the parts' time.

``python -m bench.hour --rows 45500`` (or 150000; ``--kernel warm``) writes its rows of
``bench/hour.csv``: wall seconds and the largest memory of a process. Series: those of the UCR
archive that are held (``bench.representing``), taken at regular places; more than there are by
repeating them with normal noise of a tenth of their standard deviation. Maps: 25 x 25 to 50 x 50
units, 100 epochs, seed 0, settings of the paper, two processes. Nothing is kept between runs. An
hour at 150,000 rows: run it on a quiet machine.
"""

from __future__ import annotations

import argparse
import os
import resource
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import pybench as pb
from bench.representing import series
from bench.timing import replace_rows

ROOT = Path(__file__).resolve().parent.parent
SHARED = Path(os.environ.get("PYBENCH_SHARED", ROOT.parent / "shared"))
RESULTS = SHARED / "data" / "results" / "tsc14_ucr109_mean.csv"
TABLE = Path(__file__).with_name("hour.csv")
COLUMNS = ("rows", "kernel", "part", "wall_s", "peak_mib", "note")
SIZES = range(25, 51)
NOISE = 0.1  # standard deviations of a series


def enough(rows: int) -> pb.SeriesSet:
    """Return this many series, in the order of their datasets."""
    held = series("held")
    at = np.linspace(0, len(held) - 1, rows).round().astype(int)
    first = np.concatenate([[True], at[1:] != at[:-1]])
    rng = np.random.default_rng(0)
    values = []
    for place, new in zip(at, first, strict=True):
        one = held.values(place)
        values.append(one if new else one + NOISE * one.std() * rng.normal(size=one.shape))
    return pb.series_set(
        values, dataset=held.dataset[at], split=held.split[at], label=held.label[at]
    )


def timed(part: str, work: Callable[[], Any], about: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
    """Return what the work returns, and the row of its time."""
    begin = time.perf_counter()
    found = work()
    wall = time.perf_counter() - begin
    kinds = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    peak = max(resource.getrusage(who).ru_maxrss for who in kinds)
    return found, {**about, "part": part, "wall_s": f"{wall:.1f}", "peak_mib": round(peak / 1024)}


def study(rows: int, kernel: str) -> list[dict[str, Any]]:
    """Do all parts; the series are read before."""
    about = {"rows": rows, "kernel": kernel}
    held = enough(rows)
    table, first = timed(
        "features", lambda: pb.extract_features(held, "tsfresh", 2, cache=False), about
    )
    with tempfile.TemporaryDirectory() as folder:

        def maps() -> Any:
            return pb.map_landscape(table, SIZES, 0, out=folder, workers=2, kernel=kernel)

        land, second = timed("maps and regions", maps, about)
    scores = pb.read_results(RESULTS, higher_is_better=True, missing="drop")
    _, third = timed("bootstraps", lambda: pb.bootstrap(scores, land), about)
    second["note"] = f"{len(SIZES)} maps, {len(table.names)} features"
    return [first, second, third]


def main() -> None:
    """Measure and replace the rows of this size and kernel."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rows", type=int, default=45_500)
    parser.add_argument("--kernel", choices=("exact", "warm", "batch"), default="exact")
    given = parser.parse_args()
    found = study(given.rows, given.kernel)
    replace_rows(TABLE, COLUMNS, found, ("rows", "kernel"))


if __name__ == "__main__":
    main()
