"""Size of the tests of `compare_items`, written to bench/items.csv: two methods that do not differ.

    python -m bench.items [replicates]

Clusters have a difficulty, and an effect of each method, so that the differences of their items
depend on each other; each of 3 runs is right or wrong by chance. Both methods have the same
distribution. "unequal" clusters have 1 to about 60 items. Single items have one run.
"""

from __future__ import annotations

import csv
import math
import sys
from pathlib import Path

import numpy as np

import pybench as pb

FILE = Path(__file__).with_suffix(".csv")
HEAD = ("design", "accuracy", "units", "runs", "test", "replicates", "size", "error")
CLUSTERS, ITEMS = (5, 8, 10, 15, 20, 30, 50), (10, 20, 30, 50, 100, 200)
TESTS = (("clustered_t", "CR2"), ("clustered_t", "CR1"), ("sign_flip", "CR2"))
ALPHA = 0.05


def answers(draw, groups, easy, runs):
    """Return right and wrong answers of two methods that do not differ, (n, 2, runs)."""
    n, clusters = len(groups), groups.max() + 1
    level = math.log(easy / (1 - easy)) + draw.normal(0, 1, clusters)[groups]
    level = level + draw.normal(0, 1, n)
    own = draw.normal(0, 0.8, (clusters, 2))[groups]
    chance = 1 / (1 + np.exp(-(level[:, None] + own)))
    return (draw.random((n, 2, runs)) < chance[:, :, None]).astype(float)


def groups_of(draw, design, clusters):
    """Return the cluster of each item."""
    if design == "unequal":
        sizes = np.minimum(60, np.ceil(np.exp(draw.normal(1.5, 1.2, clusters)))).astype(int)
    else:
        sizes = np.full(clusters, 10)
    return np.repeat(np.arange(clusters), sizes)


def measured(design, easy, units, replicates):
    """Yield test -> share of rejections."""
    draw = np.random.default_rng([29, units, round(100 * easy), len(design)])
    runs, single = (1, True) if design == "single" else (3, False)
    tests = [("clustered_t", "CR2"), ("mcnemar", "CR2")] if single else TESTS
    rejected = dict.fromkeys(tests, 0)
    for _ in range(replicates):
        groups = np.arange(units) if single else groups_of(draw, design, units)
        cube = answers(draw, groups, easy, runs)
        names = tuple(map(str, range(len(groups))))
        items = pb.ItemTable(
            names,
            ("a", "b"),
            cube.mean(axis=2),
            True,
            by_run=None if single else cube,
            clusters=None if single else tuple(names[g] for g in groups),
        )
        for test, se in tests:
            result = pb.compare_items(items, test, se, ALPHA, samples=199)
            rejected[test, se] += result.verdicts[0] != 0
    for (test, se), count in rejected.items():
        size = count / replicates
        error = math.sqrt(ALPHA * (1 - ALPHA) / replicates)
        name = f"{test} {se}" if test == "clustered_t" else test
        yield (design, easy, units, runs, name, replicates, f"{size:.4f}", f"{error:.4f}")


def main() -> None:
    """Measure all designs."""
    replicates = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    rows = []
    for easy in (0.6, 0.9):
        for design, units in (
            ("equal", CLUSTERS),
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
