"""Whether the stability of a landscape finds known regions, and how far its shares can be trusted.

`python -m bench.stability` writes two tables. The synthetic features have three regions, with four
datasets in each region and three datasets scattered over all regions. At distance 0 there are no
regions. `stability.csv`: by the distance of the regions' centres, in standard deviations within a
region, how well the consensus finds the regions, and which datasets represent one.
`stability_shares.csv`: of the pairs of a dataset and a consensus region with a stated share of
maps, the fraction that a fresh map confirms: one with another seed, or one of a new sample of
instances of the same datasets.
"""

from __future__ import annotations

import csv
import sys
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import pybench as pb
from pybench.landscape.partitions import adjusted_rand, shared_counts

OUT = Path(__file__).with_name("stability.csv")
SHARES = Path(__file__).with_name("stability_shares.csv")
DISTANCES, RUNS = (0, 2, 3, 4, 6, 8), 10
REGIONS, DATASETS, SCATTERED, INSTANCES = 3, 4, 3, 25
SEEDS, FRESH, SIZE = 6, 3, 5
BINS = ("0", "above 0, below 0.5", "0.5 to below 1", "1")

Doubles = NDArray[np.float64]
Ints = NDArray[np.int64]


def main(distances: tuple[int, ...] = DISTANCES, runs: int = RUNS) -> None:
    """Measure, and write both tables."""
    rows, pairs = [], []
    for distance in distances:
        found = [one_run(distance, run) for run in range(runs)]
        rows.append({"distance": distance, **_means([row for row, _ in found])})
        pairs += [pair for _, some in found for pair in some]
        print(rows[-1], file=sys.stderr, flush=True)
    _write(OUT, rows)
    _write(SHARES, calibration(pairs))


def _means(rows: list[dict[str, float]]) -> dict[str, str]:
    return {name: f"{np.mean([row[name] for row in rows]):.3f}" for name in rows[0]}


def _write(path: Path, rows: list[dict[str, object]]) -> None:
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def features(distance: float, rng: np.random.Generator) -> tuple[Doubles, list[str], Ints]:
    """Return rows, the dataset of each row, and its region."""
    centres = np.eye(REGIONS) * distance / np.sqrt(2)
    of_dataset = np.repeat(np.arange(REGIONS), DATASETS * INSTANCES)
    region = np.concatenate([of_dataset, rng.integers(0, REGIONS, SCATTERED * INSTANCES)])
    names = [f"region {r + 1} {d + 1}" for r in range(REGIONS) for d in range(DATASETS)]
    names += [f"scattered {d + 1}" for d in range(SCATTERED)]
    rows = centres[region] + rng.normal(size=(len(region), REGIONS))
    return rows, list(np.repeat(names, INSTANCES)), region


Pair = tuple[str, float, bool]  # new on the fresh map, stated share, did it hold


def one_run(distance: float, run: int) -> tuple[dict[str, float], list[Pair]]:
    """Return the measures of one sample of instances, and what fresh maps say of each share."""
    rng = np.random.default_rng([distance, run])
    rows, names, truth = features(distance, rng)
    found = pb.landscape_stability(
        rows, range(SEEDS), SIZE, "pca.sample", dataset=names, workers=1, engine="python"
    )
    pairs = []
    for i in range(FRESH):
        for new, own in (("seed", rows), ("seed and instances", features(distance, rng)[0])):
            fresh = pb.map_landscape(own, SIZE, 1000 + i, dataset=names, workers=1, engine="python")
            held = represents(fresh, matched(fresh.nearest_region(rows), found), found)
            shares = found.represents.to_numpy()
            pairs += [(new, *pair) for pair in zip(shares.flat, held.flat, strict=True)]
    best = found.represents.max(axis=1)
    scattered = best.index.str.startswith("scattered")
    measures = {
        "two_maps": found.by_setting["adjusted_rand"].iloc[-1],
        "consensus_and_truth": adjusted_rand(shared_counts(found.labels, truth)),
        "regions": found.k,
        "share_of_region_datasets": best[~scattered].mean(),
        "share_of_scattered": best[scattered].mean(),
        "scattered_below_half": (best[scattered] < 0.5).mean(),
    }
    return measures, pairs


def matched(labels: Ints, found: pb.LandscapeStability) -> Ints:
    """Return the consensus region that is nearest to each region of a map, by Jaccard distance."""
    shared = shared_counts(labels, found.labels)
    together = shared.sum(axis=1, keepdims=True) + shared.sum(axis=0) - shared
    return (shared / together).argmax(axis=1)


def represents(land: pb.Landscape, matches: Ints, found: pb.LandscapeStability) -> NDArray:
    """Return which datasets have enough of their instances in one region of the map."""
    enough = land.coverage.counts.loc[found.represents.index].to_numpy()
    enough = 100 * enough >= found.threshold * enough.sum(axis=1, keepdims=True)
    held = np.zeros(found.represents.shape, dtype=bool)
    for region, consensus in enumerate(matches):
        held[:, consensus] |= enough[:, region]
    return held


def calibration(pairs: list[Pair]) -> list[dict[str, object]]:
    """Return the pairs, their mean stated share, and the fraction confirmed, by stated share."""
    rows = []
    for new in ("seed", "seed and instances"):
        some = np.array([pair[1:] for pair in pairs if pair[0] == new], dtype=float)
        bins = np.select([some[:, 0] == 0, some[:, 0] < 0.5, some[:, 0] < 1], [0, 1, 2], default=3)
        for b, name in enumerate(BINS):
            stated, held = some[bins == b].T
            rows.append(
                {
                    "new": new,
                    "stated_share": name,
                    "pairs": len(stated),
                    "mean_stated": f"{stated.mean():.3f}",
                    "confirmed": f"{held.mean():.3f}",
                }
            )
    return rows


if __name__ == "__main__":
    main()
