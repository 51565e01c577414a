"""How often does each test reject where no method differs? 20,000 null tables per design.

    python -m bench.type_one [tables]

Each row of bench/type_one.csv holds a test, a design and the share of null tables with p <= 0.05:
for a test of pairs of one fixed pair, unadjusted; for a family of any pair, adjusted. A size is
"nominal" within three Monte-Carlo errors of 0.05, "conservative" below, "liberal" above. Tables in
which some methods differ and others do not are measured along with it: bench/mixtures.py.
"""

from __future__ import annotations

import csv
import math
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np

import pybench as pb
from bench import mixtures
from pybench.comparison.questions import asked

LEVEL, TABLES, BLOCK, WORKERS = 0.05, 20_000, 250, 2
N, K, CORRELATION, RESAMPLES, MISSING = 20, 5, 0.2, 10, 0.1
NAMES = [f"c{j}" for j in range(K)]
OUT = Path(__file__).with_name("type_one.csv")
DESIGNS = ("continuous", "ties")
CORRECTIONS = (
    "bonferroni", "holm", "hochberg", "hommel", "finner", "holland", "rom", "li", "BH", "BY",
    "shaffer", "bergmann",
)  # fmt: skip


def table(scores: np.ndarray, **options: object) -> pb.ResultsTable:
    """Give scores names."""
    datasets = [f"d{i}" for i in range(len(scores))]
    given = {"datasets": datasets, "classifiers": NAMES, "higher_is_better": True, **options}
    return pb.read_results(scores, **given)


def null(rng: np.random.Generator, design: str) -> np.ndarray:
    """Draw scores of methods that do not differ, on datasets that do."""
    scores = rng.normal(size=(N, K)) + 3 * rng.normal(size=(N, 1))
    return scores if design == "continuous" else np.round(scores * 2) / 2


def resamples(rng: np.random.Generator) -> np.ndarray:
    """Draw resampled scores on one dataset, whose differences have the correlation stated."""
    shared = math.sqrt(CORRELATION) * rng.normal(size=(1, K))
    return shared + math.sqrt(1 - CORRELATION) * rng.normal(size=(RESAMPLES, K))


def pair(result) -> float:
    """Return the raw p-value of the first pair."""
    return float(result.pvalues_raw.iat[0, 1])


def family(result) -> float:
    """Return the smallest adjusted p-value."""
    return float(np.min(result.pvalues.to_numpy()))


def gaps(rng: np.random.Generator, scores: np.ndarray) -> pb.ResultsTable:
    """Make some cells missing, never a whole row or column."""
    holes = scores.copy()
    holes[rng.random(scores.shape) < MISSING] = np.nan
    holes[np.isnan(holes).sum(axis=1) > K - 2] = 0.0
    return table(holes, missing="keep")


def sizes(t: pb.ResultsTable) -> Iterator[tuple[str, float]]:
    """Yield each call of the catalogue that is measured on complete tables, with its p-value."""
    for use, of_pairs in (("size", pair), ("family", family)):
        for name, options in asked(use, t):
            words = [str(value) for value in options.values() if isinstance(value, str)]
            found = getattr(pb, name)(t, **options)
            called = " ".join([*(["family:"] if use == "family" else []), name, *words])
            yield called, of_pairs(found) if hasattr(found, "pvalues") else found.pvalue
    yield "family: bonferroni-dunn", family(pb.siegel(t, adjust="bonferroni", control=NAMES[0]))


def rejected(design: str, block: int) -> dict[str, int]:
    """Count the rejections of each test on one block of null tables."""
    rng = np.random.default_rng([DESIGNS.index(design), block])
    found: dict[str, int] = {}

    def count(name: str, p: float) -> None:
        found[name] = found.get(name, 0) + (p <= LEVEL)

    for _ in range(BLOCK):
        scores = null(rng, design)
        t = table(scores)
        for name, p in sizes(t):
            count(name, p)
        raw = pb.wilcoxon(t, adjust="none").pvalues_raw
        for correction in CORRECTIONS:
            smallest = np.min(pb.adjust(raw, correction).to_numpy())
            count(f"family: wilcoxon {correction}", float(smallest))
        count("skillings_mack", pb.skillings_mack(gaps(rng, scores)).pvalue)
        if design == "continuous":
            dependent = table(resamples(rng))
            count("corrected_t, dependent", pair(pb.corrected_t(dependent, CORRELATION)))
            count("paired_t, dependent", pair(pb.paired_t(dependent)))
    return found


def main(tables: int) -> None:
    """Run all blocks and write the table."""
    blocks = range(math.ceil(tables / BLOCK))
    total = BLOCK * len(blocks)
    error = math.sqrt(LEVEL * (1 - LEVEL) / total)
    rows = []
    with ProcessPoolExecutor(WORKERS) as pool:
        for design in DESIGNS:
            found: dict[str, int] = {}
            for counts in pool.map(rejected, [design] * len(blocks), blocks):
                for name, count in counts.items():
                    found[name] = found.get(name, 0) + count
            for name, count in found.items():
                size = count / total
                off = (size - LEVEL) / error
                verdict = "nominal" if abs(off) <= 3 else "liberal" if off > 0 else "conservative"
                rows.append([name, design, total, f"{size:.4f}", f"{off:.1f}", verdict])
                sys.stdout.write(f"{name:36} {design:12} {size:.4f}  {verdict}\n")
    with OUT.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["test", "design", "tables", "size", "monte_carlo_errors_off", "verdict"])
        writer.writerows(rows)
    mixtures.main(total)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else TABLES)
