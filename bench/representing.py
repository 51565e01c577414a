"""Representations of the available UCR datasets, for the studies of selection.

``python -m bench.representing [NAME...]`` writes out/selection/NAME-SPLIT.parquet, one row per
dataset:

* ``all``: all series, training and test, of the sets that are held complete;
* ``train``: training series alone, also of the sets of which hardly more is held
  (``shared/data/ucr_partial``); ElectricDevices has no training series there and is left out.

The landscape takes ``held``: all series of complete sets, training series of the others.

What is there already is left as it is; features of a dataset that was done are not computed again.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pandas as pd

import pybench as pb
from pybench.seriesset.build import joined

ROOT = Path(__file__).resolve().parent.parent
SHARED = Path(os.environ.get("PYBENCH_SHARED", ROOT.parent / "shared"))
FOLDER = ROOT / "out" / "selection"
NAMES = ("simple", "summary", "catch22", "tsfresh", "minirocket", "landmarking")
NOISE = "minirocket, noise"  # its biases are quantiles of noise, not of training series
SPLITS = ("all", "train")


def series(split: str):
    """Return the series of all eligible datasets: ``all``, ``train`` or ``held``."""
    whole = pb.open_archive(SHARED / "data" / "ucr")
    if split == "all":
        return pb.eligible(whole)
    kept = set(pb.eligible(whole).kept)
    of_complete = None if split == "held" else "train"
    parts = [whole.read(name, of_complete) for name in whole.datasets if name in kept]
    part = pb.open_archive(SHARED / "data" / "ucr_partial")
    parts += [part.read(name, "train") for name in part.datasets if name in trained()]
    return joined(parts)


def each(split: str) -> Iterator[pb.SeriesSet]:
    """Yield the series dataset by dataset."""
    found = series(split)
    if split == "all":
        whole = pb.open_archive(SHARED / "data" / "ucr")
        yield from (whole.read(name) for name in found.kept)
    else:
        yield from (found[found.dataset == name] for name in dict.fromkeys(found.dataset))


def trained() -> set[str]:
    """Return the names of the sets that are held in part, with all of their training series."""
    frame = pd.read_csv(SHARED / "data" / "meta" / "ucr2018_datasets.csv").set_index("dataset")
    held = frame[frame["available"] == "partial"]
    return set(held.index[held["file_n_train"] == held["n_train"]])


def embedding(name: str, split: str) -> pd.DataFrame:
    """Return a representation, a row per dataset; made where it is not there yet."""
    path = FOLDER / f"{name}-{split}.parquet"
    if not path.exists():
        FOLDER.mkdir(parents=True, exist_ok=True)
        cache = FOLDER / "cache"
        if name == NOISE:
            minirocket_of_noise(split).to_parquet(path)
            return pd.read_parquet(path)
        # tsfresh's truth values and what cannot be computed go, as in the landscape.
        tidy = name == "tsfresh"
        found = pb.extract_features(series(split), name, n_jobs=1, cache=cache, filter=tidy)
        pb.dataset_embedding(found).to_parquet(path)
    return pd.read_parquet(path)


def minirocket_of_noise(split: str, most: int | None = None) -> pd.DataFrame:
    """Return the means of MiniRocket with biases of noise, of at most so many series of a dataset.

    A series has 8064 numbers, so that datasets are done one by one.
    """
    frames = []
    for one in each(split):
        few = min(len(one), most or len(one))
        rows = np.linspace(0, len(one) - 1, few).round().astype(int)
        frames.append(_noisy(one.take(rows)))
    return pd.concat(frames)


def _noisy(part: pb.SeriesSet) -> pd.DataFrame:
    return pb.dataset_embedding(pb.extract_features(part, "minirocket(biases=noise)", 1, False))


def main(names: list[str]) -> None:
    """Make what is asked for, or all."""
    for split in reversed(SPLITS):
        for name in names or NAMES:
            frame = embedding(name, split)
            gaps = int(frame.isna().any().sum())
            print(f"{name} {split}: {frame.shape}, {gaps} columns with gaps", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
