"""Make the landscape of the UCR archive that is part of pybench, and the page that it answers.

``python -m bench.publish_landscape`` writes ``r/inst/extdata/landscape-ucr.gz`` and
``docs/howto/which-ucr-datasets.md``. The features are those of the reproduction of the landscape
paper (100 datasets); another table of ``pybench features`` (tsfresh, filtered, so numeric features
alone) can be given. The scores are those of tsml-eval, whose licence (BSD-3-Clause) allows it. The
command prints the SHA-256 of the contents, which with the libraries of ``constraints.txt`` should
be the same on every x86-64 processor with AVX2 (tried on one, started with the code of another).
"""

from __future__ import annotations

import argparse
import dataclasses
import os
from pathlib import Path

import numpy as np
import pandas as pd

import pybench as pb
from bench.pinned import start_pinned
from bench.reproduce_landscape import features
from pybench.landscape.map import Landscape
from pybench.landscape.published import PublishedLandscape, write_landscape
from pybench.landscape.quality import nearest_two
from pybench.landscape.regions import dataset_counts

ROOT = Path(__file__).resolve().parent.parent
SHARED = Path(os.environ.get("PYBENCH_SHARED", ROOT.parent / "shared"))
SCORES = SHARED / "data" / "results" / "bakeoff_redux_univariate_mean.csv"
FILE = ROOT / "r" / "inst" / "extdata" / "landscape-ucr.gz"
PAGE = ROOT / "docs" / "howto" / "which-ucr-datasets.md"

VERSION = "2"
SIZE, SEED = 30, 0
CHOSEN = (5, 10, 20)
RANDOM = 1000  # random sets of datasets, beside each chosen one
CITATION = (
    "Dau et al. (2019), The UCR time series archive, IEEE/CAA Journal of Automatica Sinica 6(6), "
    "1293-1305"
)
CREDIT = (
    "mean over 30 resamples, from github.com/time-series-machine-learning/tsml-eval, commit "
    "b71665415853, Copyright (c) 2022, The Time Series Machine Learning (tsml) developers, under "
    "the BSD-3-Clause licence; Middlehurst, Schäfer and Bagnall (2024), Bake off redux, Data "
    "Mining and Knowledge Discovery 38, 1958-2031"
)


def published(
    features: pb.FeatureTable, size: int, seed: int, k: int | None, maps: Path
) -> PublishedLandscape:
    """Train a map, round its codes, and find all else from the rounded codes."""
    if features.representation != "tsfresh" or "a truth value" not in str(features.removed):
        raise SystemExit("expected tsfresh features without truth values: do not use --no-filter")
    ready = pb.scale_features(features)
    som = pb.map_landscape(ready, size, seed, k=k, out=maps, workers=1).som
    assert som is not None
    codes = rounded(som.codes)
    units = nearest_two(ready.values, codes)[0]
    grid = som.grid
    quality = pb.map_quality(
        ready.values, codes, grid.xdim, grid.ydim, topology=grid.topology, toroidal=grid.toroidal
    )
    squared = ((ready.values - codes[units]) ** 2).sum(axis=1)
    kept = dataclasses.replace(
        som, codes=codes, units=units, distances=squared.astype(np.float32).astype(np.float64),
        quantization_error=quality.quantization_error,
        root_quantization_error=quality.mean_distance,
        topographic_error=quality.topographic_error,
        topographic_error_torus=quality.topographic_error_torus,
        explained_variance=quality.explained_variance,
        center=None, scale=None, features=ready.scaling.features,
    )  # fmt: skip
    names = ready.dataset.tolist()
    regions = pb.regions(codes, k, dataset=names, units=units)
    region = regions.labels[units]
    coverage = pb.coverage(names, region, regions.k)
    redundancy = pb.redundancy(coverage)
    base = Landscape(
        "som", ready.scaling, None, kept, None, codes, units, regions, ready.dataset, region,
        coverage, redundancy, (), "python",
    )  # fmt: skip
    tested = set(features.dataset[features.split == "test"])
    return PublishedLandscape(
        **{f.name: getattr(base, f.name) for f in dataclasses.fields(base)},
        name="ucr", version=VERSION, pybench=pb.__version__, representation="tsfresh",
        versions=features.versions,
        training_only=tuple(name for name in features.datasets if name not in tested),
        scores=scores(features.datasets), citation=CITATION, credit=CREDIT, sha256="",
    )  # fmt: skip


def rounded(codes: np.ndarray) -> np.ndarray:
    """Round to 11 significant bits, with which the codes take half the bytes of a file."""
    part, power = np.frexp(codes)
    return np.ldexp(np.round(part * 2**11) / 2**11, power)


def scores(datasets: tuple[str, ...]) -> pb.ResultsTable:
    """Return the accuracies on these datasets of the methods that have all."""
    frame = pd.read_csv(SCORES, index_col="dataset")
    frame = frame.loc[[name for name in datasets if name in frame.index]].dropna(axis=1)
    return pb.read_results(frame, higher_is_better=True, metric="accuracy")


def means(land: Landscape) -> pd.DataFrame:
    """Return the mean code of each dataset's series: where the dataset is on the map."""
    names, counts = dataset_counts(land.dataset.tolist(), land.units, len(land.codes))
    spreads = counts / counts.sum(axis=1, keepdims=True)
    return pd.DataFrame(spreads @ land.codes, index=names)


def chosen(land: PublishedLandscape, k: int) -> tuple[str, ...]:
    """Return k datasets with scores, each in the middle of a group of datasets on the map."""
    # The scale of the codes is kept: columns with larger spread are wider on the map as well.
    assert land.scores is not None
    places = means(land).loc[list(land.scores.datasets)]
    found = pb.select(places, k, "k-medoids/euclidean", standardize=False, engine="python")
    return tuple(sorted(found.names))


def main() -> None:
    """Write the file and the page."""
    start_pinned()
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--features", type=Path, default=ROOT / "out" / "features" / "held.parquet")
    parser.add_argument("--size", type=int, default=SIZE, help="side of the square map, in units")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--regions", type=int, help="default: chosen, as by pybench.regions")
    parser.add_argument("--maps", type=Path, default=ROOT / "out" / "maps", help="kept here")
    parser.add_argument("--out", type=Path, default=FILE)
    parser.add_argument("--page", type=Path, default=PAGE)
    given = parser.parse_args()
    table = features(given.features)
    found = published(table, given.size, given.seed, given.regions, given.maps)
    digest = write_landscape(found, given.out)
    land = pb.published_landscape(given.out)
    print(land)
    assert land.scores is not None
    if land.scores.n_datasets > max(CHOSEN):
        given.page.write_text(page(land), encoding="utf-8")
        listed(given.page)
    else:
        print(f"no page: the sets need more than {max(CHOSEN)} datasets with scores")
    print(f"written: {given.out}, {given.out.stat().st_size:,} bytes; SHA-256 {digest}")


def listed(path: Path) -> None:
    """Name the page in the list of the pages beside it, if there is one."""
    index = path.with_name("index.md")
    after = "* [What does my benchmark cover?](landscape-of-datasets.md)\n"
    line = f"* [Which UCR datasets should I run?]({path.name})\n"
    text = index.read_text(encoding="utf-8") if index.exists() else line
    if line not in text:
        index.write_text(text.replace(after, after + line), encoding="utf-8")


def page(land: PublishedLandscape) -> str:
    """Write the how-to page, every number of which comes from the landscape."""
    assert land.scores is not None
    rows = []
    for k in CHOSEN:
        names = chosen(land, k)
        table = pb.subset_quality(land.scores, names, RANDOM, engine="python").table
        one = table.set_index("metric").loc["spearman"]
        rows.append(
            f"| {k} | {', '.join(names)} | {one['value']:.3f} | {one['low']:.3f} to "
            f"{one['high']:.3f} | {100 * one['better_than']:.0f} % |"
        )
    held = pb.representatives(land)
    sets = sum(map(len, held.members))
    values = {
        "datasets": land.coverage.n_datasets,
        "series": f"{land.coverage.n_instances:,}",
        "regions": land.regions.k,
        "standing": sets,
        "methods": land.scores.n_classifiers,
        "scored": land.scores.n_datasets,
        "random": f"{RANDOM:,}",
        "partial": _partial(land),
        "rows": "\n".join(rows),
    }
    text = Path(__file__).with_name("which-ucr-datasets.md.in").read_text(encoding="utf-8")
    for name, value in values.items():
        text = text.replace("{" + name + "}", str(value))
    return text


def _partial(land: PublishedLandscape) -> str:
    many = len(land.training_only)
    return f"; of {many} of them, only the training series" if many else ""


if __name__ == "__main__":
    main()
