"""Maps beside codes by k-means, at full size: explained variance, seconds, memory, agreement.

    python -m bench.reductions FEATURES [MAPS]

FEATURES is the table of features of the archive, MAPS a folder of maps that are kept. R computes
maps and codes, in a process of its own; CPU seconds and memory are those of that process.
"""

from __future__ import annotations

import csv
import itertools
import sys
from pathlib import Path

import numpy as np

import pybench as pb
from pybench.bridge.call import call

SIDE, SEEDS = 50, (0, 1)
PAGE = Path(__file__).with_name("reductions.csv")
AGREEMENT = Path(__file__).with_name("reductions_agreement.csv")


def used() -> tuple[float, float]:
    """Return the CPU seconds of R's process, and its most memory so far in GB."""
    spent = call("bridge_eval", {"source": "sum(proc.time()[1:2])"})
    text = call(
        "bridge_eval", {"source": "grep('VmHWM', readLines('/proc/self/status'), value = TRUE)"}
    )
    return float(spent), int(text.split()[1]) / 2**20


def main(features: str, maps: str | None = None) -> None:
    ready = pb.scale_features(pb.read_features(features))
    rows, found = [], {}
    for reduction, seed in itertools.product(("k-means", "som"), SEEDS):
        before = used()[0]
        out = maps if reduction == "som" else None
        land = pb.map_landscape(
            ready, SIDE, seed, reduction=reduction, out=out, workers=1, engine="python"
        )
        found[reduction, seed] = land
        after, memory = used()
        about = land.som if land.kmeans is None else land.kmeans
        rows.append({
            "reduction": reduction, "seed": seed, "codes": len(land.codes),
            "explained_variance": round(about.explained_variance, 2),
            "empty": len(land.codes) - len(np.unique(land.units)),
            "regions": land.regions.k,
            "full": sum(bool(names) for names in land.representatives().members),
            "cpu_seconds": round(after - before, 1) if reduction == "k-means" else "",
            "memory_gb": round(memory, 2) if reduction == "k-means" else "",
        })  # fmt: skip
        print(rows[-1], flush=True)
    write(PAGE, rows)
    write(AGREEMENT, agreement(found, [None, *range(3, 11)]))


def agreement(found, numbers):
    """Return the adjusted Rand index of each pair, by number of regions; None: chosen for each."""
    names = next(iter(found.values())).dataset
    rows = []
    for k in numbers:
        labels = {
            key: land.region
            if k is None
            else pb.regions(land.codes, k, engine="python").labels[land.units]
            for key, land in found.items()
        }
        for one, two in itertools.combinations(labels, 2):
            pair = pb.region_stability(np.stack([labels[one], labels[two]], axis=1), names)
            rows.append({
                "k": k or "chosen", "first": f"{one[0]} {one[1]}", "second": f"{two[0]} {two[1]}",
                "adjusted_rand": round(float(pair.pairs["adjusted_rand"][0]), 3),
            })  # fmt: skip
            print(rows[-1], flush=True)
    return rows


def write(path: Path, rows: list[dict[str, object]]) -> None:
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


if __name__ == "__main__":
    main(*sys.argv[1:])
