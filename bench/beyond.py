"""Features, maps and stability on two workers of a Dask cluster, beside one machine: equal bytes?

``python -m bench.beyond --rows 455000`` writes its rows of ``bench/beyond.csv``: wall seconds of
each part on this machine (two processes) and on two workers of a cluster on it, and whether all
numbers are equal, bit for bit. Series: those of the UCR archive that are held
(``bench.hour.enough``), repeated with noise. Maps are kohonen's, 25 x 25 and 50 x 50 units with few
epochs: each costs the same, so the time of 100 is known. A worker that needs more than 6 GB is
ended by Dask. Nothing else should run: an hour for 455,000 rows.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import pybench as pb
from bench.hour import RESULTS, enough
from bench.timing import replace_rows
from pybench.base.result import json_safe

TABLE = Path(__file__).with_name("beyond.csv")
COLUMNS = ("rows", "part", "two_processes_s", "two_workers_s", "equal")
SIZES, EPOCHS, SEEDS = (25, 50), 5, 3


def both(work: Callable[..., Any], address: str) -> tuple[Any, Any, dict[str, str]]:
    """Return what the work gives on this machine and on the cluster, and the seconds."""
    walls, found = [], []
    for where in ({"workers": 2}, {"cluster": address}):
        begin = time.perf_counter()
        found.append(work(**where))
        walls.append(f"{time.perf_counter() - begin:.1f}")
    return *found, {"two_processes_s": walls[0], "two_workers_s": walls[1]}


def same(*pairs: tuple[Any, Any]) -> str:
    """Say whether all numbers are equal, NaN to NaN."""
    equal = all(
        np.asarray(one).tobytes() == np.asarray(other).tobytes()
        if np.asarray(one).dtype != object
        else np.array_equal(one, other)
        for one, other in pairs
    )
    return "yes" if equal else "no"


def study(rows: int, address: str) -> list[dict[str, Any]]:
    """Do all parts, on this machine and on the cluster."""
    held = enough(rows)

    def features(workers: int | None = None, cluster: str | None = None) -> Any:
        return pb.extract_features(held, "tsfresh", workers or 1, cluster=cluster, cache=False)

    table, other, walls = both(features, address)
    found = [{"part": "features", **walls, "equal": same((table.values, other.values))}]
    del other
    ready = pb.scale_features(table)

    def maps(**where: Any) -> Any:
        with tempfile.TemporaryDirectory() as folder:
            return pb.som_search(ready, SIZES, range(2), rlen=EPOCHS, out=folder, **where)

    one, other, walls = both(maps, address)
    equal = same((one.som.codes, other.som.codes), (one.som.units, other.som.units))
    part = f"{2 * len(SIZES)} maps, {EPOCHS} epochs"
    found.append({"part": part, **walls, "equal": equal})

    def stability(**where: Any) -> Any:
        with tempfile.TemporaryDirectory() as folder:
            return pb.landscape_stability(
                ready, range(SEEDS), SIZES[0], rlen=EPOCHS, out=folder, **where
            )

    one, other, walls = both(stability, address)
    equal = "yes" if json_safe(one) == json_safe(other) else "no"
    found.append({"part": "stability", **walls, "equal": equal})

    land = pb.map_landscape(ready, SIZES[0], 0, rlen=EPOCHS)
    scores = pb.read_results(RESULTS, higher_is_better=True, missing="drop")
    begin = time.perf_counter()
    pb.bootstrap(scores, land)
    wall = f"{time.perf_counter() - begin:.1f}"
    found.append({"part": "bootstraps, without a cluster", "two_processes_s": wall})
    return [{"rows": rows, **row} for row in found]


def main() -> None:
    """Measure, and replace the rows of the table."""
    import distributed

    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--rows", type=int, default=455_000)
    given = parser.parse_args()
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, memory_limit="6GB", dashboard_address=":0"
    ) as cluster:
        found = study(given.rows, cluster.scheduler_address)
    replace_rows(TABLE, COLUMNS, found, ("rows",))


if __name__ == "__main__":
    main()
