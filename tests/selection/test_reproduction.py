"""The numbers of docs/reproduction-selection.md, computed again; slow, and only where data are.

Series are at hand for 81 of the paper's 112 sets; ``python -m bench.representing`` makes their
representations in out/selection. Numbers are those of the page; tolerances are four standard errors
of 200 trials, or what another build of the linear algebra may turn over in a design.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import pybench as pb
from bench.reproduce_selection import complete, mteb, nlp, recsys
from tests.conftest import GOLDEN

FOLDER = Path(__file__).resolve().parents[2] / "out" / "selection"
NAMES = ("simple", "summary", "catch22", "tsfresh", "minirocket", "landmarking")
PAPER = ("random", "k-means", "farthest-first/cosine", "farthest-first/euclidean", "a-optimal",
         "d-optimal")  # fmt: skip

pytestmark = pytest.mark.slow


def representations(split: str, names: tuple[str, ...]) -> dict[str, pd.DataFrame]:
    absent = [name for name in names if not (FOLDER / f"{name}-{split}.parquet").is_file()]
    if absent:
        pytest.skip(f"python -m bench.representing makes {', '.join(absent)} ({split})")
    return {name: pd.read_parquet(FOLDER / f"{name}-{split}.parquet") for name in names}


def over(t: pb.ResultsTable, places: dict[str, pd.DataFrame]) -> pb.ResultsTable:
    """Return the table of the sets that all representations have."""
    kept = [name for name in sorted(t.datasets) if all(name in x.index for x in places.values())]
    return t.select(datasets=kept)


@pytest.fixture(scope="module")
def places():
    return representations("all", NAMES)


@pytest.fixture(scope="module")
def held(tsc, places):
    return over(tsc, places)


@pytest.fixture(scope="module")
def found(held, places):
    """Return the paper's six strategies on six representations, 200 trials."""
    return pb.rank_preservation(held, places, PAPER, missing="drop")


def mean(found, strategy, place, metric):
    frame = found.auc.set_index(["strategy", "representation", "metric"])
    return float(frame.loc[(strategy, place, metric), "mean"])


def test_table_1_of_the_sets_at_hand(held, found):
    assert (held.n_datasets, held.n_classifiers, held.n_repeats) == (81, 35, 30)
    for strategy, place, mae, spearman in (
        ("random", "", 29.32, 16.59),
        ("k-means", "landmarking", 24.80, 16.80),
        ("farthest-first/euclidean", "simple", 30.34, 17.02),
        ("farthest-first/cosine", "summary", 26.64, 16.90),
    ):
        assert mean(found, strategy, place, "mae") == pytest.approx(mae, abs=0.6)
        assert mean(found, strategy, place, "spearman") == pytest.approx(spearman, abs=0.08)


def test_verdicts_on_catch22_and_minirocket(found):
    """The paper's best two: here one is no better than chance, and the other the worst of all."""
    chance = mean(found, "random", "", "spearman")
    assert mean(found, "farthest-first/cosine", "catch22", "spearman") < chance + 0.05
    assert mean(found, "farthest-first/euclidean", "minirocket", "mae") > 40
    areas = found.auc[found.auc["metric"] == "mae"]
    assert areas["mean"].max() == mean(found, "farthest-first/euclidean", "minirocket", "mae")


def test_table_2(found):
    """Best, median and worst of those that suffice, and how many do."""
    for metric, column, expected, count in (
        ("mae", "by_mean", (7, 11, 15), 28),
        ("mae", "conservative", (15, 18, 20), 22),
        ("spearman", "by_mean", (4, 7, 15), 31),
        ("spearman", "conservative", (6, 13, 19), 28),
    ):
        frame = found.sufficient
        sizes = frame.loc[frame["metric"] == metric, column]
        enough = sizes[np.isfinite(sizes)]
        assert len(enough) == pytest.approx(count, abs=2)
        got = (enough.min(), enough.median(), enough.max())
        assert got == pytest.approx(expected, abs=1)


def test_table_3(found):
    best = found.significance.drop_duplicates("metric").set_index("metric")
    assert tuple(best.loc["mae", ["best", "best_representation"]]) == ("k-means", "landmarking")
    chance = found.significance.query("strategy == 'random'").set_index("metric")
    assert chance.loc["mae", "gain"] == pytest.approx(4.52, abs=0.6)
    assert chance.loc["spearman", "gain"] == pytest.approx(0.43, abs=0.08)
    assert (chance.loc[["mae", "spearman"], "pvalue"] < 1e-40).all()


def test_table_5(held, places):
    settings = {"sizes": range(2, 21), "trials": 50, "missing": "drop"}
    for strategy, place, gain in (
        ("k-means", "tsfresh", 0.048),
        ("farthest-first/cosine", "catch22", 0.012),
        ("farthest-first/euclidean", "minirocket", -0.194),
    ):
        found = pb.scale_analysis(held, {place: places[place]}, [strategy], **settings)
        row = found.table.set_index("metric")
        assert row.loc["mae", "gain"] == pytest.approx(gain, abs=0.02)
        assert row["random"].to_dict() == pytest.approx(
            {"mae": 6.43, "spearman": 16.4, "ndcg5": 17.81, "kendall": 14.75}, abs=0.1
        )


def test_pools_of_models(held, places):
    """As the paper says: the means of one selection from all, and less spread."""
    picked = {name: places[name] for name in ("summary", "landmarking")}
    found = pb.rank_preservation(
        held, picked, ("random", "k-means", "farthest-first/cosine"), vary="models", missing="drop"
    )
    assert mean(found, "random", "", "mae") == pytest.approx(23.60, abs=0.5)
    assert mean(found, "farthest-first/cosine", "summary", "spearman") == pytest.approx(
        17.09, abs=0.06
    )
    assert mean(found, "k-means", "landmarking", "mae") == pytest.approx(18.86, abs=0.3)


def test_features_made_from_labels(tsc):
    source = GOLDEN / "published" / "relevant-features.csv.xz"
    place = {"relevant": pd.read_csv(source, index_col="dataset").astype(float)}
    t = over(tsc, place)
    assert (t.n_datasets, place["relevant"].shape) == (109, (109, 783))
    found = pb.rank_preservation(t, place, PAPER)
    for strategy, name, mae, spearman in (
        ("random", "", 30.8, 16.58),
        ("k-means", "relevant", 27.3, 16.85),
        ("farthest-first/cosine", "relevant", 28.2, 16.92),
    ):
        assert mean(found, strategy, name, "mae") == pytest.approx(mae, abs=0.6)
        assert mean(found, strategy, name, "spearman") == pytest.approx(spearman, abs=0.08)
    for strategy in ("a-optimal", "d-optimal"):
        assert mean(found, strategy, "relevant", "mae") > mean(found, "random", "", "mae")


def test_language_tasks(shared):
    """56 tasks and 30 models: one of 31 lacks scores; the paper's 57 x 31 are not published."""
    folder = shared / "data" / "results"
    frame = pd.read_csv(folder / "mteb_2023_en.csv")
    assert frame.isna().any().sum() == 1
    t = pb.read_results(frame.dropna(axis=1), higher_is_better=True)
    assert (t.n_datasets, t.n_classifiers) == (56, 30)
    kinds = pd.read_csv(folder / "mteb_2023_task_types.csv").set_index("dataset")
    place = pd.get_dummies(kinds["task_type"]).astype(float).loc[list(t.datasets)]
    assert len(place.drop_duplicates()) == 7
    found = pb.rank_preservation(t, {"types": place}, PAPER)
    assert mean(found, "random", "", "mae") == pytest.approx(26.06, abs=0.6)
    assert mean(found, "random", "", "spearman") == pytest.approx(16.65, abs=0.06)
    best = found.significance.query("metric == 'spearman'")
    assert set(best["best"]) == {"random"}


@pytest.mark.parametrize(("how", "strategy", "name", "mae", "spearman"), [
    ("all", "farthest-first/cosine", "descriptions", 22.40, 17.03),
    ("none", "farthest-first/cosine", "descriptions", 28.38, 15.99),
    ("none", "facility-location/cosine", "descriptions", 21.48, 16.71),
    ("none", "k-means", "metadata", 23.28, 16.85),
])  # fmt: skip
def test_language_tasks_by_their_facts(how, strategy, name, mae, spearman):
    t, places = nlp()
    assert places["metadata"].index.tolist() == list(t.datasets)
    found = pb.rank_preservation(t, {name: places[name]}, [strategy], standardize=how)
    assert mean(found, strategy, name, "mae") == pytest.approx(mae, abs=0.8)
    assert mean(found, strategy, name, "spearman") == pytest.approx(spearman, abs=0.08)


# The first was also computed by hand, by other code (the audit's K3).
@pytest.mark.parametrize(
    ("results", "least"),
    [(complete, 18.96), (lambda: recsys()[0], 6.18), (lambda: mteb()[0], 18.30)],
)
def test_rank_features_are_no_upper_bound(shared, results, least):
    t = results()
    found = pb.rank_preservation(t, {"ranks": t}, PAPER)
    assert mean(found, "farthest-first/cosine", "ranks", "mae") == pytest.approx(least, abs=0.6)
    for strategy in PAPER[3:]:  # Euclidean farthest-first and the designs
        rho = mean(found, strategy, "ranks", "spearman")
        assert rho < mean(found, "random", "", "spearman") - 0.4


def test_training_splits_of_more_sets(tsc):
    """The third row set: 99 sets, features of training series alone."""
    places = representations("train", ("simple", "summary", "catch22"))
    t = over(tsc, places)
    assert t.n_datasets == 99
    found = pb.rank_preservation(t, places, PAPER, missing="drop")
    assert mean(found, "random", "", "mae") == pytest.approx(29.95, abs=0.5)
    strategy = "farthest-first/euclidean"
    assert mean(found, strategy, "summary", "spearman") == pytest.approx(16.90, abs=0.08)
    curve = found.curves.query(
        "strategy == @strategy and representation == 'summary' and metric == 'spearman'"
    ).set_index("size")["mean"]
    assert curve.loc[5] == pytest.approx(0.95, abs=0.01)  # "with only five datasets"
