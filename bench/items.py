"""Size of the tests of `compare_items`, written to bench/items.csv: two methods that do not differ.

    python -m bench.items [replicates]

`python -m bench items` measures the time for a large table instead.

Clusters have a difficulty, and an effect of each method, so that the differences of their items
depend on each other; each of 3 runs is right or wrong by chance. Both methods have the same
distribution. "equal" clusters have 10 items, "uneven" ones 1 to 20, and "unequal" ones 1 to 60,
most of them few. Single items have one run. `share` is the effective share of clusters: the square
of the sum of their sizes, divided by the sum of squares and by their number.
"""

from __future__ import annotations

import csv
import math
import sys
from pathlib import Path

import numpy as np
from scipy.special import stdtr

import pybench as pb
from bench.timing import Row, measure
from pybench.items.clustered import ERRORS, estimates
from pybench.items.clustered import design as design_of
from pybench.items.exact import flipped

FILE = Path(__file__).with_suffix(".csv")
HEAD = ("design", "accuracy", "units", "share", "runs", "test", "replicates", "size", "error")
CLUSTERS, ITEMS = (5, 8, 10, 15, 20, 30, 50), (10, 20, 30, 50, 100, 200)
ALPHA = 0.05


def differences(draw, groups, easy, runs, count):
    """Return differences of two methods that do not differ, (n, count): of independent tables."""
    n, clusters = len(groups), groups.max() + 1
    level = math.log(easy / (1 - easy)) + draw.normal(0, 1, (clusters, count))[groups]
    level += draw.normal(0, 1, (n, count))
    sums = []
    for _ in range(2):
        chance = 1 / (1 + np.exp(-(level + draw.normal(0, 0.8, (clusters, count))[groups])))
        sums.append(draw.binomial(runs, chance) / runs)
    return sums[0] - sums[1]


def groups_of(draw, design, clusters):
    """Return the cluster of each item."""
    if design == "single":
        return np.arange(clusters)
    sizes = np.full(clusters, 10)
    if design == "uneven":
        sizes = draw.integers(1, 21, clusters)
    elif design == "unequal":
        sizes = np.minimum(60, np.ceil(np.exp(draw.normal(1.5, 1.2, clusters)))).astype(int)
    return np.repeat(np.arange(clusters), sizes)


def measured(design, easy, units, replicates):
    """Yield the share of rejections of each test."""
    draw = np.random.default_rng([29, units, round(100 * easy), len(design)])
    runs, step = (1 if design == "single" else 3), 100
    rejected: dict[str, int] = {}
    shares = []
    for _ in range(replicates // step):
        groups = groups_of(draw, design, units)
        n, counts = len(groups), np.bincount(groups)
        shares.append(n**2 / (counts**2).sum() / units)
        gaps = differences(draw, groups, easy, runs, step)
        # One method per table, against one that scores 0.
        items = pb.ItemTable(
            tuple(map(str, range(n))),
            tuple(f"m{j}" for j in range(step + 1)),
            np.column_stack([np.zeros(n), gaps]),
            True,
            clusters=None if design == "single" else tuple(f"g{g}" for g in groups),
        )
        for se in ERRORS:
            plan = design_of(items, se)
            found = estimates(items, plan)
            with np.errstate(divide="ignore", invalid="ignore"):
                t = np.where(found.gaps == 0, 0.0, np.abs(found.gaps / found.errors))[:step]
            count = int((2 * stdtr(plan.df, -t) <= ALPHA).sum())
            rejected[f"clustered_t {se}"] = rejected.get(f"clustered_t {se}", 0) + count
        sums = plan.sums(items.scores[plan.order])
        flips = [flipped(sums[:, [j]], sums[:, [0]], 199, j)[0][0] for j in range(1, step + 1)]
        name = "mcnemar" if design == "single" else "sign_flip"
        rejected[name] = rejected.get(name, 0) + int((np.array(flips) <= ALPHA).sum())
    error = math.sqrt(ALPHA * (1 - ALPHA) / replicates)
    for name, count in rejected.items():
        size = f"{count / replicates:.4f}"
        share = f"{np.mean(shares):.2f}"
        yield (design, easy, units, share, runs, name, replicates, size, f"{error:.4f}")


def run() -> list[Row]:
    """Return the time for 100,000 items, 20 methods and 3 runs, in 5,000 clusters."""
    draw = np.random.default_rng(29)
    cube = (draw.random((100_000, 20, 3)) < 0.7).astype(float)
    groups = draw.integers(0, 5000, len(cube))
    items = pb.ItemTable(
        tuple(map(str, range(len(cube)))),
        tuple(f"m{j}" for j in range(20)),
        cube.mean(axis=2),
        True,
        by_run=cube,
        clusters=tuple(f"g{g}" for g in groups),
    )
    ways = {"pybench": lambda: pb.compare_items(items, engine="python")}
    return measure("190 pairs of methods on 100,000 items x 3 runs", ways, target_s=2)


def main() -> None:
    """Measure all designs."""
    replicates = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    rows = []
    for easy in (0.6, 0.9):
        for design, units in (
            ("equal", CLUSTERS),
            ("uneven", CLUSTERS),
            ("unequal", CLUSTERS),
            ("single", ITEMS),
        ):
            for count in units:
                rows += measured(design, easy, count, replicates)
                print(*rows[-1], flush=True)
    with FILE.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file, lineterminator="\n").writerows([HEAD, *rows])


if __name__ == "__main__":
    main()
