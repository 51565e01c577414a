"""Place datasets that a landscape does not contain: is the nearest dataset of the same type?

``python -m bench.placing`` writes ``bench/placing.csv``, a row per dataset. First the datasets of
the UCR archive that the shipped landscape left out, because of unequal lengths or missing values;
then every dataset of the landscape against all others, and against those of other families (some
of a family have the same series). It prints the share whose nearest dataset
has the type that ``bench/ucr_types.csv`` says, the interval of Clopper and Pearson, and the share
that chance would have: a dataset drawn at random from those of the landscape.
"""

from __future__ import annotations

import os
import resource
import time
from pathlib import Path

import numpy as np
import pandas as pd
from scipy.spatial.distance import cdist
from scipy.stats import binomtest

import pybench as pb
from pybench.landscape.published import PublishedLandscape
from pybench.landscape.regions import dataset_counts

ROOT = Path(__file__).resolve().parent.parent
SHARED = Path(os.environ.get("PYBENCH_SHARED", ROOT.parent / "shared"))
TYPES = Path(__file__).with_name("ucr_types.csv")
OUT = Path(__file__).with_name("placing.csv")
WITHIN, APART = "within", "other families"
#: A part of the names of datasets that have their series, or their recordings, in common.
FAMILIES = (
    "Cricket", "Phalan", "Freezer", "Pig", "InsectEPG", "GunPoint", "EOG", "Worms", "Sony",
    "ToeSegmentation", "Face", "Lightning", "UWave", "Kitchen",
)  # fmt: skip


def types() -> dict[str, str]:
    """Return dataset -> type."""
    frame = pd.read_csv(TYPES)
    pairs = frame.itertuples(index=False)
    return {name: row.type for row in pairs for name in row.datasets.split()}


def family(name: str) -> str:
    """Return the family of a dataset: its own name if it has none."""
    return next((part for part in FAMILIES if part in name), name)


def left_out(land: PublishedLandscape) -> list[dict[str, object]]:
    """Place the datasets that are held complete and are not in the landscape."""
    archive = pb.open_archive(SHARED / "data" / "ucr")
    inside = set(land.coverage.counts.index)
    rows = []
    for name in archive.datasets:
        if name in inside:
            continue
        features = pb.extract_features(archive.read(name), "tsfresh", 1, filter=False)
        begin = time.perf_counter()
        row: dict[str, object] = {"dataset": name, "how": "left out"}
        try:
            found = pb.place(features, land)
        except pb.ArgumentError as error:
            rows.append({**row, "nearest": "", "reason": error.message})
            continue
        row |= {"nearest": found.nearest["dataset"].iloc[0], "series": found.n_series}
        row |= {"unplaced": found.n_unplaced, "outside": round(found.outside, 1)}
        rows.append({**row, "seconds": round(time.perf_counter() - begin, 2)})
    return rows


def others(land: PublishedLandscape, how: str) -> list[dict[str, object]]:
    """Return the nearest other dataset, or dataset of another family, of each in the landscape."""
    between = cdist(land.codes, land.codes)
    names, counts = dataset_counts(land.dataset.tolist(), land.units, len(between))
    spreads = counts / counts.sum(axis=1, keepdims=True)
    inner = ((spreads @ between) * spreads).sum(axis=1)
    apart = 2 * spreads @ between @ spreads.T - inner - inner[:, None]
    groups = [family(name) if how == APART else name for name in names]
    apart[np.array(groups)[:, None] == np.array(groups)] = np.inf
    nearest = apart.argmin(axis=1)
    return [
        {"dataset": name, "how": how, "nearest": names[near]}
        for name, near in zip(names, nearest.tolist(), strict=True)
    ]


def told(frame: pd.DataFrame, kinds: dict[str, str], inside: list[str]) -> str:
    """Return the share of datasets whose nearest one has their type, beside chance."""
    hits = int((frame["type"] == frame["nearest_type"]).sum())
    interval = binomtest(hits, len(frame)).proportion_ci()
    apart = family if frame["how"].iloc[0] == APART else str
    chances = [
        np.mean([kinds[other] == kind for other in inside if apart(other) != apart(name)])
        for name, kind in zip(frame["dataset"], frame["type"], strict=True)
    ]
    return (
        f"{frame['how'].iloc[0]}: {hits} of {len(frame)} ({hits / len(frame):.3f}, 95 % interval "
        f"{interval.low:.3f} to {interval.high:.3f}); chance {np.mean(chances):.3f}"
    )


def main() -> None:
    """Write the table and print the shares."""
    land = pb.published_landscape("ucr")
    kinds = types()
    inside = list(land.coverage.counts.index)
    frame = pd.DataFrame([*left_out(land), *others(land, WITHIN), *others(land, APART)])
    frame.insert(1, "type", frame["dataset"].map(kinds))
    frame["nearest_type"] = frame["nearest"].map(kinds)
    frame.to_csv(OUT, index=False)
    for _, part in frame.groupby("how", sort=False):
        print(told(part, kinds, inside))
    print(f"peak {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**10:.0f} MiB")


if __name__ == "__main__":
    main()
