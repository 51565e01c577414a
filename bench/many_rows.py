"""Landscapes of 10^5 to 10^7 generated rows in Parquet files, on two workers of a Dask cluster.

``python -m bench.many_rows --rows 100000 1000000 10000000`` writes its rows of
``bench/many_rows.csv``: wall seconds of each part, and the largest memory of a worker (with its R)
and of the caller. Rows: 324 features of 128 datasets, each a cloud of variance 1 around a normal
centre of its own; 8 bytes a number, so that 10^7 rows take 26 GB in ``--folder``, where files of an
earlier call are used again. Maps: 50 x 50 units, 3 epochs (or ``--epochs``); each epoch costs the
same, so the time of 20 is known. A worker that needs more than 6 GB is ended by Dask.
"""

from __future__ import annotations

import argparse
import resource
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

import pybench as pb
from bench.timing import replace_rows

TABLE = Path(__file__).with_name("many_rows.csv")
COLUMNS = ("rows", "part", "wall_s", "worker_mib", "caller_mib")
FEATURES, DATASETS, GROUP, FILE = 324, 128, 50_000, 1_000_000
SIZE = 50


def written(folder: Path, rows: int) -> Path:
    """Write the rows, unless they are there; the same for any folder."""
    place = folder / str(rows)
    place.mkdir(parents=True, exist_ok=True)
    centers = np.random.default_rng(0).normal(size=(DATASETS, FEATURES))
    for first in range(0, rows, FILE):
        path = place / f"{first:09d}.parquet"
        if not path.exists():
            _write(path.with_suffix(".part"), centers, first, min(FILE, rows - first))
            path.with_suffix(".part").rename(path)
    return place


def _write(path: Path, centers: np.ndarray, first: int, rows: int) -> None:
    names = [f"f{i}" for i in range(FEATURES)]
    fields = [pa.field("dataset", pa.string()), *(pa.field(name, pa.float64()) for name in names)]
    rng = np.random.default_rng([1, first])
    with pq.ParquetWriter(
        path, pa.schema(fields), compression="none", use_dictionary=["dataset"]
    ) as file:
        for start in range(0, rows, GROUP):
            kind = (np.arange(first + start, first + min(start + GROUP, rows)) * 7) % DATASETS
            values = rng.normal(size=(len(kind), FEATURES)) + centers[kind]
            columns = [pa.array([f"d{i:03d}" for i in kind]), *map(pa.array, values.T.copy())]
            file.write_table(pa.table(columns, schema=pa.schema(fields)), row_group_size=GROUP)


def measured(source: Path, rows: int, epochs: int) -> list[dict[str, Any]]:
    """Map the rows; return the parts' times."""
    import distributed

    ends = {0: time.perf_counter()}

    def note(progress: pb.Progress) -> None:
        ends[progress.done] = time.perf_counter()

    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, memory_limit="6GB", dashboard_address=":0"
        ) as cluster,
        distributed.Client(cluster) as client,
        tempfile.TemporaryDirectory(dir=source.parent) as out,
    ):
        land = pb.partitioned_landscape(
            source, SIZE, SIZE, out=out, rlen=epochs, cluster=client, progress=note, seed=0
        )
        ends[-1] = time.perf_counter()
        worker = max(client.run(_peak).values())
    print(land)
    last = max(ends)
    rounds = [ends[last * i // (epochs + 2)] for i in range(epochs + 3)]
    walls = {
        "moments": rounds[1] - rounds[0],
        "one epoch": (rounds[-2] - rounds[1]) / epochs,
        "nearest units": rounds[-1] - rounds[-2],
        "regions and coverage": ends[-1] - rounds[-1],
    }
    walls["map of 20 epochs, regions and coverage"] = sum(walls.values()) + 19 * walls["one epoch"]
    caller = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    return [
        {"rows": rows, "part": part, "wall_s": f"{wall:.1f}", "worker_mib": worker,
         "caller_mib": caller}
        for part, wall in walls.items()
    ]  # fmt: skip


def _peak() -> int:
    """Return the largest memory of this process and of its children, together, in MiB."""
    import psutil

    own = psutil.Process()
    most = 0
    for process in [own, *own.children(recursive=True)]:
        lines = Path(f"/proc/{process.pid}/status").read_text(encoding="ascii").splitlines()
        most += int(next(line for line in lines if line.startswith("VmHWM")).split()[1])
    return most // 1024


def main() -> None:
    """Measure, and replace the rows of the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--rows", type=int, nargs="+", required=True)
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--folder", type=Path, default=Path("out") / "many_rows")
    given = parser.parse_args()
    for rows in given.rows:
        found = measured(written(given.folder, rows), rows, given.epochs)
        replace_rows(TABLE, COLUMNS, found, ("rows",))


if __name__ == "__main__":
    main()
