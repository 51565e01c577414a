"""How often does each test reject where no method differs, if scores are missing?

    python -m bench.missing [tables]

Each row of bench/missing.csv holds a test, how scores go missing, and the share of null tables (20
datasets, 5 methods) with p <= 0.05: for a test of pairs of the first two methods, unadjusted, and
with "family:" of any pair, adjusted by Holm. "random": each score is missing with probability 0.2,
whatever it is. "low scores of one method": those scores of the first method are missing that are
among the lowest fifth of its distribution, given the dataset. A size is "nominal" within three
Monte-Carlo errors of 0.05, "conservative" below, "liberal" above.
"""

from __future__ import annotations

import csv
import math
import sys
from collections import Counter
from pathlib import Path

import numpy as np

import pybench as pb
from bench.type_one import LEVEL, K, N, family, pair, table

TABLES, SHARE = 4_000, 0.2
OUT = Path(__file__).with_name("missing.csv")
MECHANISMS = ("random", "low scores of one method")
PAIRS = ("wilcoxon", "sign_test", "paired_t")
CUT = -0.8416212335729142  # the normal quantile of SHARE


def holes(rng: np.random.Generator, mechanism: str) -> pb.ResultsTable:
    """Draw a null table with missing scores; no dataset loses all but one score."""
    while True:
        own = rng.normal(size=(N, K))
        absent = rng.random((N, K)) < SHARE
        if mechanism != "random":
            absent = own < CUT
            absent[:, 1:] = False
        if (absent.sum(axis=1) <= K - 2).all():
            scores = np.where(absent, np.nan, own + 3 * rng.normal(size=(N, 1)))
            return table(scores, missing="pairwise")


def pvalues(t: pb.ResultsTable) -> dict[str, float]:
    """Return the p-values of the tests."""
    found = {"skillings_mack": pb.skillings_mack(t).pvalue}
    for name in PAIRS:
        result = getattr(pb, name)(t)
        found[name] = pair(result)
        found[f"family: {name}"] = family(result)
    return found


def main(tables: int = TABLES) -> None:
    rows = []
    for mechanism in MECHANISMS:
        rng = np.random.default_rng(29)
        rejected: Counter[str] = Counter()
        for _ in range(tables):
            for name, p in pvalues(holes(rng, mechanism)).items():
                rejected[name] += p <= LEVEL
        error = math.sqrt(LEVEL * (1 - LEVEL) / tables)
        for name, count in rejected.items():
            off = (count / tables - LEVEL) / error
            verdict = "liberal" if off > 3 else "conservative" if off < -3 else "nominal"
            rows.append((name, mechanism, tables, f"{count / tables:.4f}", f"{off:.1f}", verdict))
    with OUT.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("test", "missing", "tables", "size", "monte_carlo_errors_off", "verdict"))
        writer.writerows(rows)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
