"""Both readings of a landscape: each instance counts alike, or each dataset.

A section of the page that `bench.reproduce_landscape` writes; alone, ``python -m
bench.landscape_weights features.parquet --size 48`` prints it.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from textwrap import wrap

import numpy as np

import pybench as pb
from pybench.landscape.map import Landscape
from pybench.landscape.partitions import adjusted_rand, shared_counts

THRESHOLDS = (50, 80, 90, 100)


def section(lands: dict[str, Landscape], t: pb.ResultsTable | None) -> str:
    """Write what both readings find, the landscapes by what counts alike in them."""
    first, second = lands.values()
    counts = first.coverage.counts.sum(axis=1)
    most = 100 * counts.max() / counts.sum()
    alike = adjusted_rand(shared_counts(first.region, second.region))
    rows: dict[str, list[str]] = {
        "explained variance": [
            f"{x.som.explained_variance:.2f} %" for x in lands.values() if x.som
        ],
        "datasets per region": [_listed(x.redundancy.regions.datasets) for x in lands.values()],
        "share of each region, in percent": [
            " ".join(f"{s:.1f}" for s in x.redundancy.regions.share) for x in lands.values()
        ],
        "datasets in one region only": [str(len(x.redundancy.single)) for x in lands.values()],
    }
    for n in THRESHOLDS:
        members = [x.representatives(n).members for x in lands.values()]
        rows[f"representatives at {n} %"] = [_listed(map(len, one)) for one in members]
    if t is not None:
        tests = [pb.bootstrap(t, x) for x in lands.values()]
        for n in tests[0].per_region:
            differ = [str(int(np.triu(one.verdicts[n].to_numpy(), 1).sum())) for one in tests]
            rows[f"pairs that differ, {n} datasets per region"] = differ
    body = [f"| {name} | " + " | ".join(cells) + " |" for name, cells in rows.items()]
    return "\n".join(
        [
            *wrap(
                f"The largest dataset, {counts.idxmax()}, has {most:.1f} % of the instances; if "
                f"each of the {len(counts)} datasets counts alike, it counts "
                f"{100 / len(counts):.1f} %. The regions of the two maps have an "
                f"adjusted Rand index of {alike:.2f} over instances "
                "(1: the same regions; 0: as by chance).",
                108,
            ),
            "",
            "| what counts alike | " + " | ".join(lands) + " |",
            "| --- " * (1 + len(lands)) + "|",
            *body,
        ]
    )


def both(
    table: object, size: int, seed: int = 0, k: int | None = 6, out: Path | None = None
) -> dict[str, Landscape]:
    """Return the landscape of both readings."""
    return {
        name: pb.map_landscape(table, size, seed, k=k, out=out, weights=name)
        for name in ("instance", "dataset")
    }


def _listed(values: object) -> str:
    return " ".join(map(str, values))  # type: ignore[call-overload]


def main() -> None:
    """Print the section."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("features", type=Path)
    parser.add_argument("--maps", type=Path)
    parser.add_argument("--size", type=int, default=48)
    given = parser.parse_args()
    print(section(both(pb.read_features(given.features), given.size, out=given.maps), None))


if __name__ == "__main__":
    main()
