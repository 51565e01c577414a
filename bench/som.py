"""Maps by our kernel and by kohonen: time per iteration, scaling, mapping; writes bench/som.csv.

``python -m bench.som`` measures all, ``python -m bench.som training mapping`` parts, which replace
theirs in the table. Both train in one process, in turn, on the same data from the same state of the
generator; times are microseconds of the processor per iteration (or row), medians over the rounds,
ratios those of each round. The part `kernels` sets "warm" and "batch" beside "exact". Data: rows of
out/features/ucr.parquet (``make features``), scaled; more rows than there are, by repeating rows
with noise of a tenth; 324 columns, as the paper has, by shuffled copies of some. The principal
axes, which ours needs once a map, are in `setup`.
"""

from __future__ import annotations

import csv
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median

import numpy as np

import pybench as pb
from pybench.bridge.call import call

FEATURES = Path("out/features/ucr.parquet")
TABLE = Path(__file__).with_name("som.csv")
COLUMNS = (
    *("bench", "part", "mode", "kernel", "beside", "map", "radius", "rows", "features"),
    "processes",
    *("ours_us", "theirs_us", "ratio", "ratio_min", "ratio_max", "runs", "target"),
)
PAPER = (2.65, -2.65)

# Returns seconds of the processor of each way, run after run.
SOURCE = """
values <- matrix(readBin("{path}", "double", {rows} * {features}), {rows}, byrow = TRUE)
plan <- pybench:::som_plan(
  values, {side}, {side}, "hexagonal", "bubble", FALSE, {rlen}, c(0.05, 0.01), {radius}, "{mode}"
)
apart <- pybench:::grid_distances({side}, {side}, "hexagonal", FALSE)
set.seed(1)
codes <- values[sample(nrow(values), {side}^2), , drop = FALSE]
seconds <- function(work) {{
  set.seed(1)
  sum(system.time(work)[1:2])
}}
axes <- NULL
setup <- seconds(axes <- pybench:::som_axes(values))
grid <- kohonen::somgrid({side}, {side}, "hexagonal")
schedule <- as.double(c(plan$rlen, if (plan$mode == "online") plan$alpha, plan$radius))
online <- plan$mode == "online"
ours <- function(kernel) {{
  about <- list(t(values), t(codes), apart, schedule, axes, 0L, NULL)
  batch <- if (kernel == "batch") pybench:::C_pb_som_sums else pybench:::C_pb_som_batch
  entry <- if (online) pybench:::C_pb_som_train else batch
  do.call(.Call, c(list(entry), about, if (online) list(NULL, kernel == "warm"))) # no weights
}}
train <- list(
  exact = quote(ours("exact")),
  warm = quote(ours("warm")),
  batch = quote(ours("batch")),
  kohonen = quote(kohonen::som(
    values, grid, plan$rlen, plan$alpha, plan$radius, init = codes, mode = plan$mode,
    keep.data = FALSE
  ))
)
map <- kohonen::som(codes, grid, 1, init = codes, keep.data = FALSE)
mapped <- list(codes = codes)
place <- list(
  exact = quote(pybench:::predict.pb_som(mapped, values)),
  kohonen = quote(kohonen::map(map, values[seq_len({part}), , drop = FALSE]))
)
ways <- {what}[{who}]
taken <- replicate({runs}, vapply(ways, function(way) seconds(eval(way)), numeric(1)))
list(taken = as.vector(taken), ways = length(ways), setup = setup)
"""


def timed(values: np.ndarray, side: int, **settings) -> tuple[np.ndarray, float]:
    """Return seconds of the processor, (ways, runs), and those of the setup."""
    rows, features = values.shape
    given = {"rlen": 1, "radius": PAPER, "mode": "online", "runs": 3, "part": rows} | settings
    radius = "NULL" if given["radius"] is None else "c({}, {})".format(*given["radius"])
    with tempfile.NamedTemporaryFile() as file:
        file.write(np.ascontiguousarray(values).tobytes())
        file.flush()
        where = {"path": file.name, "rows": rows, "features": features, "side": side}
        chosen = {"what": "train", "who": 'c("exact", "kohonen")'} | given | {"radius": radius}
        found = call("bridge_eval", {"source": SOURCE.format(**where, **chosen)})
    shape = (int(found["ways"]), int(given["runs"]))
    return np.reshape(found["taken"], shape, order="F"), float(found["setup"])


def row(part: str, values: np.ndarray, side: int, per: tuple[int, int], taken, **more) -> dict:
    """Summarise the rounds of both; `per`: iterations of our kernel and of theirs."""
    ours, theirs = (1e6 * taken[i] / per[i] for i in range(2))
    ratios = theirs / ours
    return {
        "part": part,
        "kernel": "exact",
        "beside": "kohonen",
        "map": f"{side} x {side}",
        "rows": len(values),
        "features": values.shape[1],
        "processes": 1,
        "ours_us": f"{median(ours):.2f}",
        "theirs_us": f"{median(theirs):.2f}",
        "ratio": f"{median(ratios):.1f}",
        "ratio_min": f"{min(ratios):.1f}",
        "ratio_max": f"{max(ratios):.1f}",
        "runs": len(ratios),
        **more,
    }


def training() -> Iterator[dict]:
    """Three sizes, both radii."""
    values = data(2500, 324)
    for side in (20, 35, 48):
        for radius in (None, PAPER):
            taken, _ = timed(values, side, radius=radius)
            yield row(
                "training",
                values,
                side,
                (len(values), len(values)),
                taken,
                mode="online",
                radius=named(radius),
                target={None: 7, PAPER: 20}[radius] if side == 48 else "",
            )


def scaling() -> Iterator[dict]:
    """More rows, fewer features; more units are in `training`."""
    for rows, features in ((2500, 324), (10_000, 324), (40_000, 324), (2500, 81), (2500, 162)):
        values = data(rows, features)
        taken, setup = timed(values, 20)
        yield row("scaling", values, 20, (rows, rows), taken, mode="online", radius=named(PAPER))
        yield {
            "part": "setup",
            "map": "20 x 20",
            "rows": rows,
            "features": features,
            "processes": 1,
            "ours_us": f"{1e6 * setup:.0f}",
            "runs": 1,
        }


def batch() -> Iterator[dict]:
    """Three epochs, both radii."""
    values = data(2500, 324)
    for side in (20, 48):
        for radius in (None, PAPER):
            taken, _ = timed(values, side, radius=radius, mode="batch", rlen=3)
            per = (3 * len(values), 3 * len(values))
            yield row("training", values, side, per, taken, mode="batch", radius=named(radius))


def kernels() -> Iterator[dict]:
    """Ten epochs; the first one of the fast kernels knows no winners yet."""
    values = data(15_000, 324)
    for side in (25, 35, 50):
        for mode, kernel in (("online", "warm"), ("batch", "batch")):
            who = f'c("{kernel}", "exact")'
            taken, _ = timed(values, side, mode=mode, rlen=10, who=who)
            per = (10 * len(values), 10 * len(values))
            about = {"mode": mode, "kernel": kernel, "beside": "exact", "radius": named(PAPER)}
            yield row("training", values, side, per, taken, **about)


def mapping() -> Iterator[dict]:
    """All of what R does with new rows; kohonen on a part of them, for it is linear in rows."""
    values, part = data(150_000, 324), 5000
    taken, _ = timed(values, 48, what="place", part=part)
    yield row("mapping", values, 48, (len(values), part), taken, target=10)


def processes() -> Iterator[dict]:
    """Ours alone and two at once: what they take from each other's memory and cache."""
    for count in (1, 2):
        children = [
            subprocess.Popen(
                [sys.executable, "-m", "bench.som", "--alone"], stdout=subprocess.PIPE, text=True
            )
            for _ in range(count)
        ]
        found = [x for child in children for x in json.loads(child.communicate()[0])]
        yield {
            "part": "processes",
            "mode": "online",
            "map": "48 x 48",
            "radius": named(PAPER),
            "rows": 10_000,
            "features": 324,
            "processes": count,
            "ours_us": f"{median(found):.2f}",
            "runs": len(found),
        }


def alone() -> list[float]:
    """Microseconds of the processor per iteration of our kernel."""
    taken, _ = timed(data(10_000, 324), 48, who='"exact"', runs=5)
    return (taken[0] / 10_000 * 1e6).tolist()


def product() -> Iterator[dict]:
    """Time what compares a row with all units must do at least, in float32, by BLAS."""
    codes, values = data(2304, 324).astype(np.float32), data(2500, 324).astype(np.float32)
    taken = []
    for _ in range(5):
        begin = time.process_time()
        for row in values:
            codes @ row
        taken.append(1e6 * (time.process_time() - begin) / len(values))
    yield {
        "part": "product",
        "map": "48 x 48",
        "rows": len(values),
        "features": values.shape[1],
        "processes": 1,
        "ours_us": f"{median(taken):.2f}",
        "runs": len(taken),
    }


def named(radius: tuple[float, float] | None) -> str:
    """Return "default" or the two numbers."""
    return "default" if radius is None else "{} to {}".format(*radius)


def data(rows: int, features: int) -> np.ndarray:
    """Return scaled real rows, made more and wider as the head of this file says."""
    rng = np.random.default_rng(0)
    real = pb.read_features(FEATURES).values
    at = np.linspace(0, len(real) - 1, min(rows, len(real))).round().astype(int)
    values = real[at]
    values = values[:, values.std(axis=0) > 0]
    values = (values - values.mean(axis=0)) / values.std(axis=0)
    values = values[:, rng.permutation(values.shape[1])[:features]]
    extra = rng.permuted(values[:, : features - values.shape[1]], axis=0)
    values = np.hstack([values, extra])
    again = rng.integers(0, len(values), rows - len(values))
    noisy = values[again] + 0.1 * rng.normal(size=(len(again), values.shape[1]))
    return np.vstack([values, noisy])


PARTS = {f.__name__: f for f in (training, kernels, mapping, batch, scaling, processes, product)}


def main(names: list[str]) -> None:
    """Measure parts, all by default; each replaces its rows of the table as soon as it is done."""
    for name in names or PARTS:
        found = [{"bench": name, **measured} for measured in PARTS[name]()]
        kept = []
        if TABLE.exists():
            with TABLE.open(newline="", encoding="utf-8") as file:
                kept = [row for row in csv.DictReader(file) if row["bench"] != name]
        order = list(PARTS)
        with TABLE.open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
            writer.writeheader()
            writer.writerows(sorted(kept + found, key=lambda row: order.index(row["bench"])))
        sys.stdout.writelines(f"{row}\n" for row in found)


if __name__ == "__main__":
    if sys.argv[1:] == ["--alone"]:
        sys.stdout.write(json.dumps(alone()))
    else:
        main(sys.argv[1:])
