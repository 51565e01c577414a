"""The curve on which `expected_gain` places a representation: r/inst/shared/synthetic-curve.csv.

    python -m bench.synthetic_curve [benchmarks] [trials]

Benchmarks of the size of the paper's (112 datasets, 35 models), whose repeats have the same ranks.
"""

from __future__ import annotations

import csv
import sys
from pathlib import Path

import pybench as pb
from pybench.selection.expected import curve_of

FILE = Path("r/inst/shared/synthetic-curve.csv")
SIGNALS = (0, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.6, 1, 2, 5)
STRATEGIES = (
    "farthest-first/cosine", "farthest-first/euclidean", "facility-location/cosine",
    "facility-location/euclidean", "k-medoids/cosine",
)  # fmt: skip


def main(benchmarks: int = 30, trials: int = 20) -> None:
    study = pb.synthetic_study(
        range(benchmarks), trials, signals=SIGNALS, strategies=STRATEGIES, repeats=1, workers=1,
        progress=lambda told: print(told, file=sys.stderr),
    )  # fmt: skip
    print(study)
    with FILE.open("w", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        curve = curve_of(study)
        out.writerow(curve.columns)
        for row in curve.itertuples(index=False):
            out.writerow(f"{one:.4g}" if isinstance(one, float) else one for one in row)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
