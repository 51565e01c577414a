"""One map of the paper's size on real features, by our kernel and by kohonen: the same bits?

``python -m bench.som_parity 10000`` (rows; kohonen takes a quarter of an hour of the processor, a
third of that for 3000) writes its line of bench/som_parity.csv.
The features are those that ``make features`` leaves in out/features/ucr.parquet.
"""

from __future__ import annotations

import csv
import hashlib
import sys
import tempfile
from pathlib import Path

import numpy as np

import pybench as pb
from pybench.bridge.call import call

FEATURES = Path("out/features/ucr.parquet")
TABLE = Path(__file__).with_name("som_parity.csv")
ROWS, SIDE, RLEN, SEED = 10_000, 48, 100, 1

# Both start from one state of the generator; what is compared includes how they leave it.
TRAIN = """
shape <- c({rows}, {features})
values <- matrix(readBin("{path}", "double", prod(shape)), shape[[1]], byrow = TRUE)
values <- scale(values)
values <- matrix(as.vector(values), shape[[1]])
plan <- pybench:::som_plan(
  values, {side}, {side}, "hexagonal", "bubble", FALSE, {rlen}, c(0.05, 0.01), c(2.65, -2.65),
  "online"
)
apart <- pybench:::grid_distances({side}, {side}, "hexagonal", FALSE)
rows <- pybench:::start_rows(values, {side}, {side}, "pca.sample")
codes <- values[rows, , drop = FALSE]
timed <- function(train) {{
  set.seed({seed}, "Mersenne-Twister", "Inversion", "Rejection")
  seconds <- system.time(map <- train())
  c(map[c("codes", "changes", "units", "distances")], list(
    state = .Random.seed, cpu = sum(seconds[1:2])
  ))
}}
ours <- timed(function() pybench:::train_ours(values, codes, apart, plan))
theirs <- timed(function() pybench:::train_kohonen(values, codes, plan))
compared <- c("codes", "changes", "units", "distances", "state")
list(
  same = unlist(Map(identical, ours[compared], theirs[compared])),
  seconds = c(ours$cpu, theirs$cpu),
  codes = ours$codes,
  start = length(unique(rows)),
  versions = c(R.version.string, as.character(utils::packageVersion("kohonen")))
)
"""


def main(rows: int = ROWS, side: int = SIDE, rlen: int = RLEN) -> None:
    """Train twice, compare, write the table."""
    values = sample(rows)
    with tempfile.NamedTemporaryFile() as file:
        file.write(np.ascontiguousarray(values).tobytes())
        file.flush()
        source = TRAIN.format(
            path=file.name, rows=rows, features=values.shape[1], side=side, rlen=rlen, seed=SEED
        )
        found = call("bridge_eval", {"source": source})
    codes = np.ascontiguousarray(found["codes"]["values"])
    ours, theirs = found["seconds"]
    row = {
        "rows": rows,
        "features": values.shape[1],
        "map": f"{side} x {side}",
        "rlen": rlen,
        "preset": "paper",
        "seed": SEED,
        "distinct_start_rows": found["start"],
        **{f"same_{name}": same for name, same in found["same"].items()},
        "codes_sha256": hashlib.sha256(codes.tobytes()).hexdigest(),
        "exact_cpu_s": f"{ours:.1f}",
        "kohonen_cpu_s": f"{theirs:.1f}",
        "ratio": f"{theirs / ours:.1f}",
        "versions": ", kohonen ".join(found["versions"]),
    }
    store(row)


def store(row: dict) -> None:
    """Put the row into the table, in place of one of the same size."""
    kept = []
    if TABLE.exists():
        with TABLE.open(newline="", encoding="utf-8") as file:
            kept = [old for old in csv.DictReader(file) if old["rows"] != str(row["rows"])]
    with TABLE.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(row), lineterminator="\n")
        writer.writeheader()
        writer.writerows(sorted([*kept, row], key=lambda one: int(one["rows"])))
    sys.stdout.write(f"{row}\n")


def sample(rows: int) -> np.ndarray:
    """Return that many rows at equal distances, without the columns that are constant there."""
    table = pb.read_features(FEATURES)
    values = table.values[np.linspace(0, len(table) - 1, rows).round().astype(int)]
    return values[:, values.min(axis=0) < values.max(axis=0)]


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
