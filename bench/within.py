"""How often is a pair called different on any dataset, by within_datasets, if it differs on none?

    python -m bench.within [tables]

Each row of bench/within.csv holds the kind of scores, the numbers of datasets and repeats, the true
correlation of the differences on two repeats, the `rho` given, and the share of tables in which the
pair is called different on at least one dataset: Holm's correction over the datasets, level 0.05.
Scores are normal, or accuracies on test sets of 50 cases, of which many differences are equal.
"""

from __future__ import annotations

import csv
import math
import sys
from pathlib import Path

import numpy as np

from pybench.comparison.adjust import adjusted
from pybench.comparison.within import on_dataset

ALPHA, TABLES, BLOCK = 0.05, 10_000, 500
DATASETS, REPEATS = (10, 30), (3, 10, 30)
CORRELATIONS = ((0.1, 0.1), (0.2, 0.1), (0.3, 0.1), (0.1, 0.0))  # true, given
CASES = 50
FILE = Path(__file__).with_suffix(".csv")
HEAD = ("scores", "datasets", "repeats", "correlation", "rho", "tables", "size", "error")


def drawn(rng, tables, repeats, correlation, kind):
    """Return scores of two methods that do not differ on one dataset, (2 tables, repeats)."""
    shared = rng.normal(size=(2 * tables, 1)) * math.sqrt(correlation)
    scores = shared + rng.normal(size=(2 * tables, repeats)) * math.sqrt(1 - correlation)
    if kind == "normal":
        return scores
    level = np.repeat(rng.uniform(0.7, 0.95, (tables, 1)), 2, axis=0)
    spread = np.sqrt(level * (1 - level) / CASES)
    right = np.rint(CASES * np.clip(level + spread * scores, 0, 1))
    return right / CASES


def size(kind, datasets, repeats, correlation, rho, tables):
    """Return the share of tables in which the pair is called different on any dataset."""
    found = 0
    for block in range(math.ceil(tables / BLOCK)):
        rng = np.random.default_rng([datasets, repeats, round(10 * correlation), block])
        first = np.arange(0, 2 * BLOCK, 2)
        p = np.stack([
            on_dataset(drawn(rng, BLOCK, repeats, correlation, kind), (first, first + 1), rho)[2]
            for _ in range(datasets)
        ], axis=1)  # fmt: skip
        found += sum((adjusted(family, "holm") <= ALPHA).any() for family in p)
    return found / (math.ceil(tables / BLOCK) * BLOCK)


def main(tables):
    """Write the table."""
    error = math.sqrt(ALPHA * (1 - ALPHA) / tables)
    rows = []
    for kind in ("normal", "accuracy"):
        for datasets in DATASETS:
            for repeats in REPEATS:
                for correlation, rho in CORRELATIONS:
                    share = size(kind, datasets, repeats, correlation, rho, tables)
                    row = (kind, datasets, repeats, correlation, rho, tables)
                    rows.append((*row, f"{share:.4f}", f"{error:.4f}"))
                    sys.stdout.write(" ".join(map(str, rows[-1])) + "\n")
                    sys.stdout.flush()
    with FILE.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file, lineterminator="\n").writerows([HEAD, *rows])


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else TABLES)
