"""Repeat what paper 000 (the landscape) finds, on the available UCR sets, and write it up.

``python -m bench.reproduce_landscape`` writes ``docs/reproduction-landscape.md``. It needs the
series and the published accuracies beside the repository, in ``shared/data``. Features and maps are
kept in ``out``: what was killed goes on. ``--train 0 1 2 3 4`` trains the paper's 26 sizes with
these seeds (about half an hour a seed on two cores) and replaces their rows of
``bench/landscape_grid.csv``; without it, only the maps that the page shows are trained. Every
number of the page is made here, but for those of the paper, which are in
``bench/landscape_paper.csv``.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from pathlib import Path
from textwrap import wrap

import pandas as pd

import pybench as pb
from bench import landscape_said, landscape_verdicts, landscape_weights
from bench.landscape_verdicts import THRESHOLDS, listed, markdown
from bench.pictures import WIDTH, picture
from bench.pinned import start_pinned
from bench.representing import series, trained
from pybench.features.filter import TRUTH_VALUE
from pybench.landscape.map import Landscape
from pybench.landscape.scaling import Scaling
from pybench.landscape.search import best_explained, pareto_front

ROOT = Path(__file__).resolve().parent.parent
SHARED = Path(os.environ.get("PYBENCH_SHARED", ROOT.parent / "shared"))
RESULTS = SHARED / "data" / "results" / "tsc14_ucr109_mean.csv"
PAGE = ROOT / "docs" / "reproduction-landscape.md"
GRID = Path(__file__).with_name("landscape_grid.csv")

SIZES = range(25, 51)
PAPER = {35: 85.65, 48: 89.49}  # the sizes on the paper's front, and the variance they explain
FAMILIES = (
    "Cricket", "ProximalPhalanx", "MiddlePhalanx", "DistalPhalanx", "Freezer", "SemgHand",
    "NonInvasiveFetal", "UWaveGesture", "Pig", "InsectEPG", "GunPoint", "ECG",
)  # fmt: skip
MANY = 10_000


def features(path: Path) -> pb.FeatureTable:
    """Return the features of all series that are held; computed if they are not there."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        pb.write_features(pb.extract_features(series("held"), "tsfresh", 2, cache=False), path)
    return pb.read_features(path)


def train(table: pb.FeatureTable, seeds: Sequence[int], maps: Path) -> None:
    """Train maps of all sizes with these seeds; replace their rows of the grid."""
    kept = pd.read_csv(GRID)
    for seed in seeds:
        found = pb.som_search(table, SIZES, seed, out=maps).table[list(kept.columns[:-1])]
        kept = pd.concat([kept[kept.seed != seed], found]).sort_values(["seed", "xdim"])
        front = pareto_front(*kept[["quantization_error", "topographic_error"]].to_numpy().T)
        kept.assign(pareto=front).to_csv(GRID, index=False, float_format="%.6g")


def chosen(grid: pd.DataFrame) -> tuple[int, int]:
    """Return size and seed of the map that the paper's rule takes."""
    figures = grid.explained_variance.to_numpy(), (grid.xdim**2).to_numpy()
    best = grid.iloc[best_explained(grid.pareto.to_numpy(), *figures)]
    return int(best.xdim), int(best.seed)


def section_map(lands: dict[str, Landscape]) -> str:
    """Say how good the maps are."""
    head = ["Map", "explained variance, paper", "here", "quantization error", "topographic error"]
    rows = []
    for name, land in lands.items():
        som = land.som
        assert som is not None
        rows.append(
            (
                name,
                f"{PAPER[som.grid.xdim]} %" if som.grid.xdim in PAPER else "",
                f"{som.explained_variance:.2f} %",
                f"{som.quantization_error:.2f}",
                f"{som.topographic_error:.4f}",
            )
        )
    return markdown(head, rows)


def section_search(grid: pd.DataFrame) -> str:
    """Say which maps no other beats, seed by seed and of all."""
    rows = []
    parts = list(grid.groupby("seed"))
    for seed, part in [*parts, *([("all", grid)] if len(parts) > 1 else [])]:
        front = pareto_front(*part[["quantization_error", "topographic_error"]].to_numpy().T)
        size, by = chosen(part.assign(pareto=front))
        error = part.topographic_error
        names = (f"{row.xdim} x {row.xdim}" for row in part[front].itertuples())
        rows.append(
            (
                seed,
                len(part),
                ", ".join(names),
                f"{size} x {size}" + (f", seed {by}" if seed == "all" else ""),
                f"{part.explained_variance.max():.2f} %",
                f"{error.min():.3f} to {error.max():.3f}",
            )
        )
    head = [
        "seed", "maps", "Pareto front", "map by the paper's rule", "its explained variance",
        "topographic errors",
    ]  # fmt: skip
    return markdown(head, rows)


def section_regions(lands: dict[str, Landscape]) -> str:
    """Show the figures of every number of regions."""
    tables = {name: land.regions.candidates.set_index("k") for name, land in lands.items()}
    head = ["k", *(f"{name}: {what}" for name in tables for what in ("silhouette", "purity"))]
    rows = (
        (k, *(text for t in tables.values() for text in _figures(t, k)))
        for k in next(iter(tables.values())).index
    )
    return markdown(head, rows)


def _figures(table: pd.DataFrame, k: int) -> tuple[str, str]:
    """Write silhouette and purity, local maxima of the silhouette in bold."""
    s = table.silhouette
    peak = k in landscape_said.peaks(table)
    return (f"**{s[k]:.4f}**" if peak else f"{s[k]:.4f}", f"{table.purity[k]:.4f}")


def section_coverage(columns: dict[str, Landscape]) -> str:
    """Say how many datasets and representatives regions have."""
    paper = {
        "datasets per region": "65 53 7 68 55 1",
        "mean": "41.5",
        "datasets in one region only": "46 of 113",
        "representatives at 50 %": "not printed",
        "at 80 %": "not printed",
        "at 90 %": "23 9 5 25 16 0",
        "at 100 %": "not printed",
    }
    cells = {name: _covered(land) for name, land in columns.items()}
    rows = (
        (what, said, *(c[i] for c in cells.values()))
        for i, (what, said) in enumerate(paper.items())
    )
    return markdown(["", "paper", *cells], rows)


def _covered(land: Landscape) -> list[str]:
    bare = land.redundancy
    return [
        listed(bare.regions.datasets),
        f"{bare.mean_datasets:.1f}",
        f"{len(bare.single)} of {bare.n_datasets}",
        *(listed(map(len, land.representatives(t).members)) for t in THRESHOLDS),
    ]


def coverage_picture(land: Landscape) -> str:
    """Draw the paper's figure 2."""
    assert land.coverage is not None
    return picture(
        "landscape-coverage",
        pb.plot.coverage(land.coverage, width=WIDTH),
        f"Heat map of the percentage of each of {land.coverage.n_datasets} datasets in each of "
        f"{land.coverage.n_regions} regions",
    )


def section_families(land: Landscape) -> str:
    """Show where datasets of one name lie."""
    percent = land.coverage.percent
    rows = []
    for family in FAMILIES:
        part = percent[[name.startswith(family) for name in percent.index]]
        for name, row in part.iterrows():
            rows.append((name, *(f"{x:.1f}" if x else "" for x in row)))
    return markdown(["", *percent.columns], rows)


def named(size: int, seed: int) -> str:
    """Return what the page calls a map."""
    return f"{size} x {size}, seed {seed}"


def page(table: pb.FeatureTable, maps: Path) -> str:
    """Write the page."""
    grid = pd.read_csv(GRID)
    best = chosen(grid)
    ours, paper_s = named(*best), named(max(PAPER), 0)
    shown = dict.fromkeys([best, *((n, 0) for n in reversed(PAPER))])
    free = {named(*one): pb.map_landscape(table, *one, out=maps) for one in shown}
    six = {named(*one): pb.map_landscape(table, *one, k=6, out=maps) for one in shown}
    t = pb.read_results(RESULTS, higher_is_better=True, missing="drop")
    paper = landscape_verdicts.Published(t)
    land, scaling = six[ours], free[ours].scaling
    found = pb.bootstrap(t, land)
    like = pb.bootstrap(t, land, (3, 4, 5))
    many = {
        "10,000 portfolios, 2, 3 and 4 per region": pb.bootstrap(t, land, repeats=MANY),
        "10,000 portfolios, 3, 4 and 5 per region": pb.bootstrap(t, land, (3, 4, 5), MANY),
    }
    best_ones = pb.best_by_region(t, land)
    thresholds = pb.bootstrap_thresholds(t, land, THRESHOLDS)
    values = {
        **counts(table, scaling),
        **landscape_said.of_peaks(free),
        **landscape_said.of_regions(land),
        **landscape_said.of_families(land, FAMILIES),
        **landscape_said.of_verdicts(found, like, paper),
        **landscape_said.of_best(best_ones),
        **landscape_said.of_thresholds(thresholds, land),
        **landscape_said.of_random(many),
        **landscape_said.explained({n: free[named(n, 0)] for n in PAPER}, PAPER),
        "ours": ours,
        "maps": section_map(free),
        "search": section_search(grid),
        "seeds": f"{len(seeds)} seeds" if len(seeds := set(grid.seed)) > 1 else f"seed {best[1]}",
        "regions": section_regions(free),
        "coverage": section_coverage(
            {f"{name}, k = 6": one for name, one in six.items()}
            | {f"{ours}, k = {free[ours].regions.k} (chosen)": free[ours]}
        ),
        "coverage_picture": coverage_picture(land),
        "families": section_families(land),
        "table_1": landscape_verdicts.section_all(found, paper),
        "by_region": landscape_verdicts.section_by_region(found, paper),
        "table_3": landscape_verdicts.section_table_3(found, paper),
        "bootstrap": landscape_verdicts.section_bootstrap(found, paper, "234"),
        "bootstrap_like": landscape_verdicts.section_bootstrap(like, paper, "234"),
        "counts": landscape_verdicts.section_counts(like, paper),
        "changing": landscape_verdicts.section_changing(
            {
                "2, 3 and 4 per region": found,
                "3, 4 and 5 per region": like,
                "2, 3 and 4 per region, Nemenyi alone": pb.bootstrap(t, land, omnibus=False),
                f"2, 3 and 4 per region, {paper_s}": pb.bootstrap(t, six[paper_s]),
                f"2, 3 and 4 per region, k = {free[ours].regions.k}": pb.bootstrap(t, free[ours]),
                **many,
            },
            paper,
        ),
        "random": landscape_verdicts.section_random(many),
        "thresholds": landscape_verdicts.section_thresholds(thresholds.to_frame()),
        "best": landscape_verdicts.section_best(best_ones),
        "weights": landscape_weights.section(landscape_weights.both(table, *best, out=maps), t),
    }
    text = Path(__file__).with_name("reproduce_landscape.md.in").read_text(encoding="utf-8")
    for name, value in values.items():
        text = text.replace("{" + name + "}", str(value))
    return text


def counts(table: pb.FeatureTable, scaling: Scaling) -> dict[str, object]:
    """Return what the page counts of its data."""
    reasons = list(table.removed.values())
    return {
        "rows": f"{len(table.values):,}",
        "datasets": len(set(table.dataset)),
        "partial": "\n".join(wrap(", ".join(sorted(trained())), 108)),
        "kept": len(table.names),
        "not_computable": sum(why != TRUTH_VALUE for why in reasons),
        "not_numeric": reasons.count(TRUTH_VALUE),
        "used": len(scaling.features),
        "left_out": "\n".join(f"* `{name}`: {why}" for name, why in scaling.left_out.items()),
    }


def main() -> None:
    """Write the page."""
    start_pinned()
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--features", type=Path, default=ROOT / "out" / "features" / "held.parquet")
    parser.add_argument("--maps", type=Path, default=ROOT / "out" / "maps")
    parser.add_argument("--train", type=int, nargs="*", default=(), metavar="SEED")
    given = parser.parse_args()
    table = features(given.features)
    train(table, given.train, given.maps)
    PAGE.write_text(page(table, given.maps), encoding="utf-8")


if __name__ == "__main__":
    main()
