"""How far is the power that datasets_needed computes from that of the exact test? bench/power.csv.

    python -m bench.power [tables]

For "wilcoxon" it looks a statistic with ties up in the distribution without ties. Here the same
resamples are tested again by the exact distribution given their ties. A row has a kind of table,
its number of datasets, that of a resample, and the largest and mean difference of the two powers
over tables; the difference is of the same resamples, so that chance is nearly the same in both.
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pybench.comparison.power import nested_resamples
from pybench.comparison.resampled import wilcoxon_pvalues
from pybench.comparison.signedrank import exact_pvalues, signed_ranks

LEVEL, TABLES, REPEATS = 0.05, 12, 400
SOURCES, SIZES = (15, 30, 60), (6, 8, 10, 12, 20, 40, 100)
OUT = Path(__file__).with_name("power.csv")
Floats = NDArray[np.float64]
KINDS: dict[str, Callable[[Floats], Floats]] = {
    "no ties": lambda gaps: gaps,
    "steps of a quarter of a standard deviation": lambda gaps: np.round(gaps * 4) / 4,
    "steps of a standard deviation": np.round,
}


def powers(gaps: Floats, seed: int) -> Iterator[tuple[int, float, float]]:
    """Return for each size the power as computed, and by the exact test of the same resamples."""
    drawn = nested_resamples(seed, REPEATS, len(gaps), SIZES)
    for size, counts in zip(SIZES, drawn, strict=True):
        ours = wilcoxon_pvalues(counts, gaps[None])[:, 0]
        rows = np.array([np.repeat(gaps, count) for count in counts.astype(int)])
        exact, _ = exact_pvalues(signed_ranks(rows, "wilcox"), "two-sided")
        yield size, float((ours <= LEVEL).mean()), float((exact <= LEVEL).mean())


def main(tables: int) -> None:
    """Measure all kinds and write the table."""
    rows: list[list[object]] = []
    for kind, rounded in KINDS.items():
        for source in SOURCES:
            off: dict[int, list[float]] = {size: [] for size in SIZES}
            for number in range(tables):
                rng = np.random.default_rng([number, source])
                gaps = rounded(rng.normal(rng.uniform(0.2, 1.0), 1, source))
                for size, ours, exact in powers(gaps, number):
                    off[size].append(ours - exact)
            for size, values in off.items():
                found = np.abs(values).max(), np.mean(values)
                rows.append([kind, source, size, tables, REPEATS, *(f"{x:.4f}" for x in found)])
    with OUT.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(
            ["differences", "datasets", "size", "tables", "resamples", "largest", "mean"]
        )
        writer.writerows(rows)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else TABLES)
