"""How often does each 95 % interval hold the truth? Simulated designs whose truth is known.

    python -m bench.intervals [tables]

Each row of bench/intervals.csv holds an interval, a design with its number of datasets, and the
share of tables whose interval holds the truth. "nominal" is within one percent of 0.95 (target
R39), "conservative" above, "liberal" below; what the documentation says of it is in `said`.
"""

from __future__ import annotations

import csv
import sys
from pathlib import Path

import numpy as np
from scipy.special import ndtr

import pybench as pb
from pybench.comparison.effects import effect_sizes
from pybench.optimal.scores import auc

CONFIDENCE, TABLES, SHIFT = 0.95, 20_000, 0.5
OUT = Path(__file__).with_name("intervals.csv")
HEAD = ["interval", "design", "datasets", "tables", "coverage", "error", "verdict", "said"]
SAID = {
    "mean_difference": "exact for normal differences",
    "d_z": "exact for normal differences",
    "hodges_lehmann": "at least 0.95, by steps",
    "rank_biserial": "score interval at normal differences",
    "superiority": "Wilson's interval of a share",
    "rank_intervals": "percentile bootstrap: too narrow below 20 datasets",
    "auc": "DeLong's error, normal",
}
#: Each draws rows of differences whose median and mean are SHIFT, with P(d > 0) and P(d + d' > 0).
DESIGNS = {
    "normal": lambda rng, shape: rng.normal(SHIFT, 1, shape),
    "uniform": lambda rng, shape: rng.uniform(SHIFT - 1, SHIFT + 1, shape),
}
TRUTH = {
    "normal": {"d_z": SHIFT, "above": ndtr(SHIFT), "pair": ndtr(SHIFT * 2**0.5)},
    # The sum of two is triangular on [-1, 3]: it is negative with chance 1/8.
    "uniform": {"d_z": SHIFT * 3**0.5, "above": 0.75, "pair": 1 - 1 / 8},
}


def of_effects(tables: int) -> list[list[object]]:
    """Return the coverage of the five effect sizes."""
    rows = []
    for design, drawn in DESIGNS.items():
        truth = TRUTH[design]
        true = {
            "mean_difference": SHIFT,
            "hodges_lehmann": SHIFT,
            "d_z": truth["d_z"],
            "superiority": truth["above"],
            "rank_biserial": 2 * truth["pair"] - 1,
        }
        for n in (10, 30, 100):
            held: dict[str, int] = dict.fromkeys(true, 0)
            for block in range(0, tables, 1000):
                rng = np.random.default_rng([n, block])
                differences = drawn(rng, (1000, n))
                found = effect_sizes(differences, np.ones(1000), CONFIDENCE)
                for name, (_, low, high) in found.items():
                    held[name] += int(((low <= true[name]) & (true[name] <= high)).sum())
            rows += [row(name, design, n, -(-tables // 1000) * 1000, held[name]) for name in held]
    return rows


def of_mean_ranks(tables: int) -> list[list[object]]:
    """Return the coverage of the mean rank of the best of five classifiers."""
    skill = np.linspace(1, 0, 5)
    # The mean rank is 1 and the chance that each other is better: normal differences.
    truth = 1 + sum(ndtr((other - skill[0]) / 2**0.5) for other in skill[1:])
    rows = []
    for n in (10, 20, 50):
        held = 0
        for number in range(tables):
            rng = np.random.default_rng([n, number])
            t = pb.read_results(
                rng.normal(skill, 1, (n, 5)),
                datasets=[f"d{i}" for i in range(n)],
                classifiers=list("abcde"),
                higher_is_better=True,
            )
            found = pb.rank_intervals(t, CONFIDENCE, 1000, number)
            held += bool(found.low["a"] <= truth <= found.high["a"])
        rows.append(row("rank_intervals", "five normal", n, tables, held))
    return rows


def of_auc(tables: int) -> list[list[object]]:
    """Return the coverage of the area under a ROC curve of two normals, n of each."""
    truth = ndtr(1 / 2**0.5)
    rows = []
    for n in (50, 200, 1000):
        held = 0
        for number in range(tables):
            rng = np.random.default_rng([n, number])
            low, high = auc(rng.normal(0, 1, n), rng.normal(1, 1, n)).interval(CONFIDENCE)
            held += bool(low <= truth <= high)
        rows.append(row("auc", "two normals", n, tables, held))
    return rows


def row(name: str, design: str, n: int, tables: int, held: int) -> list[object]:
    """Return a row of the table."""
    share = held / tables
    error = (CONFIDENCE * (1 - CONFIDENCE) / tables) ** 0.5
    off = share - CONFIDENCE
    # A percent, and what chance may add to it.
    verdict = "nominal" if abs(off) <= 0.01 + error else "conservative" if off > 0 else "liberal"
    sys.stdout.write(f"{name:16} {design:12} {n:5} {share:.4f}  {verdict}\n")
    sys.stdout.flush()
    return [name, design, n, tables, f"{share:.4f}", f"{error:.4f}", verdict, SAID[name]]


def main(tables: int) -> int:
    """Measure, store, and say whether an interval that is exact is not."""
    rows = [*of_effects(tables), *of_mean_ranks(tables // 10), *of_auc(tables // 4)]
    with OUT.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file, lineterminator="\n").writerows([HEAD, *rows])
    exact = [one for one in rows if one[1] == "normal" and one[0] in ("mean_difference", "d_z")]
    short = [one for one in rows if one[0] == "hodges_lehmann" and one[6] == "liberal"]
    return int(any(one[6] != "nominal" for one in exact) or bool(short))


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else TABLES))
