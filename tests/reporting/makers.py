"""One result of each class that pybench returns."""

from __future__ import annotations

import dataclasses
import math
from pathlib import Path

import numpy as np
import pandas as pd

import pybench as pb
from pybench.bridge.agreement import Agreement
from pybench.certificate.result import Certificate, Figure, LargestDifference
from pybench.comparison.validation import Validation
from pybench.flow.sources import read_table
from pybench.flow.study import Study
from pybench.landscape.kmeans import KMeans
from pybench.landscape.search import SomSearch
from pybench.landscape.som import MapGrid, Som
from tests.items.made import made

FEATURES = pd.DataFrame(
    {"x": [0.1, 2.0, np.nan, 4.0], "y": [1.0, 1.0, 3.0, 0.0]}, index=["a", "b", "c", "d"]
)


def repeated():
    draw = np.random.default_rng(1).normal(size=(6, 3, 4)).round(2)
    rows = [
        {"dataset": f"d{i}", "classifier": f"c{j}", "resample": r, "score": draw[i, j, r]}
        for i in range(6)
        for j in range(3)
        for r in range(4)
    ]
    return pb.read_results(pd.DataFrame(rows), higher_is_better=True, score="score", repeats="keep")


def coverage():
    return pb.coverage(["a", "a", "b", "c", "c"], [0, 1, 1, 1, 1])


def features():
    return pb.FeatureTable(
        dataset=np.array(["a", "a", "b", "c"], dtype=object),
        split=np.array(["train", "test", "train", "train"], dtype=object),
        label=np.array(["1", "2", "1", None], dtype=object),
        id=np.arange(4),
        values=FEATURES.to_numpy(),
        names=("x", "y"),
        representation="own",
    )


def series():
    values = np.random.default_rng(1).normal(size=(3, 20))
    return pb.series_set(values, dataset="a", split="train", label=list("121"))


def trained():
    rows = pb.scale_features(FEATURES.fillna(1.0), dataset=list("aabb"))
    grid = MapGrid(2, 1, "hexagonal", "bubble", False, np.array([[1.5, 0.9], [2.5, 0.9]]))
    return Som(
        codes=rows.values[:2],
        units=np.array([0, 1, 1, 0]),
        distances=np.array([0.0, 0.0, 0.5, 0.25]),
        changes=np.array([0.5, 0.25]),
        quantization_error=0.1875,
        root_quantization_error=0.3,
        topographic_error=0.0,
        topographic_error_torus=0.0,
        explained_variance=90.625,
        grid=grid,
        rlen=2,
        alpha=(0.05, 0.01),
        radius=(2.65, -2.65),
        mode="online",
        start="random",
        preset=None,
        kernel="exact",
        seed=1,
        center=rows.scaling.center,
        scale=rows.scaling.spread,
        constant=(),
        features=rows.scaling.features,
    )


def placement():
    ucr = pb.published_landscape()
    rows = ucr.codes[:3] * ucr.scaling.spread + ucr.scaling.center
    return pb.place(pd.DataFrame(rows, columns=list(ucr.scaling.features)), ucr)


def landscape():
    rows = np.random.default_rng(2).normal(size=(8, 3))
    return pb.map_landscape(rows, reduction="pca", dataset=list("aaaabbbb"), k=2)


def search():
    row = {"xdim": [2], "ydim": [1], "seed": [1], "quantization_error": [0.1875]}
    row |= {"topographic_error": [0.0], "explained_variance": [90.625]}
    return SomSearch(
        table=pd.DataFrame({**row, "pareto": [True], "chosen": [True]}),
        pareto=(0,),
        chosen=0,
        som=trained(),
        scaling=pb.scale_features(FEATURES.fillna(1.0)).scaling,
        preset="paper",
        n_rows=4,
        notes=(),
    )


SCORES = read_table(Path("pybench:demsar2006.csv"), True, "AUC", "error")
REPEATED = read_table(Path("pybench:accuracy15.csv"), True, "accuracy", "error")
MAPS = pb.region_stability([[i // 8, i % 2] for i in range(14)], SCORES.datasets)
LANDSCAPE = {"R1": list(SCORES.datasets[:8]), "R2": list(SCORES.datasets[8:])}


def whole_study():
    """A study with some parts made and others not, as most are."""
    compared = pb.compare(SCORES, mcm=False)
    parts = dict.fromkeys(field.name for field in dataclasses.fields(Study))
    parts |= {"name": "All", "seed": 0, "table": SCORES, "comparison": compared}
    parts |= {
        "datasets": PLACES.rename_axis("dataset"),
        "published": {"Theirs": compared},
        "landscape": landscape(),
    }
    parts |= {
        "left_out": {"features": "no series"},
        "unusable": {},
        "stand_ins": {},
        "by_metric": {},
        "removed": {},
        "versions": {"numpy": "2"},
    }
    return Study(**parts)


CODES = [[1, 0], [1, 0.1], [0.1, 1], [0, 1], [-1, 0], [-1, 0.1]]
PLACES = pd.DataFrame(
    np.random.default_rng(3).normal(size=(len(SCORES.datasets), 4)), index=list(SCORES.datasets)
)
FAMILIES = dict(zip(SCORES.datasets, "aabbccaabbccab", strict=True))
AGREES = Agreement("friedman.pvalue", 1e-16, 1e-9, False, 0.25, 0.25)
MAKERS = {
    "bayesian-pairs": lambda: pb.bayesian_signed_rank(SCORES, samples=500),
    "best-by-region": lambda: pb.best_by_region(SCORES, LANDSCAPE),
    "bootstrap": lambda: pb.bootstrap(SCORES, LANDSCAPE, (2, 5), repeats=4, stability=MAPS),
    "certificate": lambda: Certificate(
        (LargestDifference("compare", "friedman", "t", "defaults", 3, 0, AGREES),),
        (Figure("t", "friedman", "statistic", "9.28", 9.2786, math.nan, "a paper"),),
        (("page [t, exact]", "too large"),),
        {"r": "4.2.2"},
    ),
    "bootstrap-thresholds": lambda: pb.bootstrap_thresholds(
        SCORES, {50: LANDSCAPE, 90: {"R1": LANDSCAPE["R1"]}}, (50, 90), 5, 4
    ),
    "comparison": lambda: pb.compare(SCORES, bayesian=True, stability=True, tie_tol="auto"),
    "components": lambda: landscape().components,
    "contrasts": lambda: pb.contrasts(SCORES),
    "core-patterns": lambda: pb.core_patterns(SCORES, list(SCORES.classifiers[:3]), extra=1),
    "coverage": coverage,
    "critical-difference": lambda: pb.critical_difference(SCORES, test="wilcoxon"),
    "critical-differences": lambda: pb.critical_differences({"one": SCORES, "two": SCORES}),
    "effects": lambda: pb.effects(SCORES),
    "eligibility": lambda: pb.eligible(series()),
    "embedding-map": lambda: pb.embedding_map(FEATURES.fillna(1.0)),
    "favourable-sets": lambda: pb.favourable_sets(SCORES, *SCORES.classifiers[:2], size=1),
    "feature-report": lambda: pb.feature_report(features()),
    "feature-table": features,
    "friedman": lambda: pb.friedman(SCORES),
    "item-comparison": lambda: pb.compare_items(made(1, clusters=8), rope=0.1),
    "item-table": lambda: made(1, runs=2),
    "items-needed": lambda: pb.items_needed(made(1), 0.05),
    "kendall-w": lambda: pb.kendall_w(SCORES, resamples=50),
    "k-means": lambda: KMeans(9, 0, 3, False, 0.125, 87.5),
    "landscape": lambda: landscape(),
    "landscape-stability": lambda: pb.region_stability(
        [[0, 1], [0, 1], [1, 0], [1, 1]], list("aabb"), {"seed": ["0", "1"]}
    ),
    "likelihood-ratios": lambda: pb.optimal.likelihood_ratios("a-T1", paths=3),
    "map-quality": lambda: pb.map_quality([[0.0], [1.0]], [[0.0], [1.0], [3.0]], 3, 1),
    "metric-comparison": lambda: pb.compare_metrics({"one": SCORES, "two": SCORES}),
    "missing-policies": lambda: pb.missing_policies(SCORES),
    "multi-comparison": lambda: pb.multi_comparison(SCORES),
    "nemenyi": lambda: pb.nemenyi(SCORES),
    "newcomer": lambda: pb.newcomer(coverage(), [1, 1]),
    "placement": lambda: placement(),
    "published-landscape": lambda: pb.published_landscape(),
    "omnibus-test": lambda: pb.quade(SCORES),
    "optimality": lambda: pb.optimality("a-T1", "LRT numerical", runs=2),
    "pairwise-test": lambda: pb.wilcoxon(SCORES),
    "pareto-front": lambda: pb.pareto(
        SCORES, {name: i + 1.0 for i, name in enumerate(SCORES.classifiers)}, resamples=50
    ),
    "paths": lambda: pb.simulate("a-T1", 2),
    "posterior": lambda: pb.posterior(SCORES, *SCORES.classifiers[:2], samples=20),
    "power": lambda: pb.datasets_needed(SCORES, repeats=20),
    "rank-intervals": lambda: pb.rank_intervals(SCORES, resamples=50),
    "redundancy": lambda: pb.redundancy(coverage()),
    "regions": lambda: pb.regions(CODES),
    "representatives": lambda: pb.representatives(coverage()),
    "results-table": repeated,
    "study": whole_study,
    "suite-check": lambda: pb.Suite.create("flowers", ["iris"]).check(),
    "scaled-features": lambda: pb.scale_features(FEATURES, dataset=list("aabb")),
    "scaling": lambda: pb.scale_features(FEATURES).scaling,
    "som": trained,
    "som-search": search,
    "stability": lambda: pb.stability(SCORES),
    "learning-curve": lambda: pb.optimal.learning_curve(
        "a-T1", "girsanov", sizes=(10, 20, 40), runs=2
    ),
    "sweep": lambda: pb.optimal.sweep("constant", {"end": (1, 2)}, paths=9),
    "swaps": lambda: pb.swaps(SCORES, *SCORES.classifiers[:2]),
    "trend-test": lambda: pb.page(SCORES, list(SCORES.classifiers)),
    "within-datasets": lambda: pb.within_datasets(REPEATED, 5 / 9),
    "validation": lambda: Validation((), (("siegel", "why"),), 3, 2),
    "covering": lambda: pb.covering(PLACES),
    "expected-gain": lambda: pb.expected_gain(pb.mantel(SCORES, {"x": PLACES}, 19)),
    "families-out": lambda: pb.leave_one_family_out(
        SCORES, {"x": PLACES}, FAMILIES, sizes=(2, 3), trials=5
    ),
    "found-representation": lambda: pb.find_representation(
        SCORES, {"x": PLACES}, ["k-medoids"], ["all"], (2, 3), 5, folds=2, permutations=19
    ),
    "mantel": lambda: pb.mantel(SCORES, {"x": PLACES}, 19),
    "rank-preservation": lambda: pb.rank_preservation(
        SCORES, {"x": PLACES}, sizes=(2, 3), trials=5
    ),
    "model-place": lambda: pb.place_model(
        SCORES, dict(zip(SCORES.datasets[:3], (0.5, 0.7, 0.2), strict=True)), "mine"
    ),
    "next-dataset": lambda: pb.next_dataset(SCORES.select(SCORES.datasets[:6]), PLACES),
    "ranking-bounds": lambda: pb.ranking_bounds(SCORES, PLACES, (2, 5)),
    "scale": lambda: pb.scale_analysis(
        SCORES, {"x": PLACES}, ["k-means"], (2, 3), 5, benchmarks=2, datasets=8, models=3
    ),
    "selection": lambda: pb.select(PLACES, 3),
    "selection-record": lambda: pb.record_selection(PLACES, 3, "random"),
    "subset-quality": lambda: pb.subset_quality(SCORES, SCORES.datasets[:4], 20),
    "synthetic": lambda: pb.synthetic_benchmark(0, datasets=12, models=4),
    "synthetic-study": lambda: pb.synthetic_study([0, 1], 5, datasets=30, models=4),
}
