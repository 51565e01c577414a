"""The oracle against a loop, and as a limit of all others."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import pybench as pb


def mean_ranks(t: pb.ResultsTable) -> pd.DataFrame:
    """Rank the models within each fold, and average."""
    names = {"datasets": t.datasets, "classifiers": t.classifiers}
    folds = [
        pb.ranks(pb.read_results(scores, higher_is_better=t.higher_is_better, **names))
        for scores in np.moveaxis(t.by_repeat, 2, 0)
    ]
    return sum(folds) / len(folds)


def test_each_choice_brings_the_mean_ranks_nearest(table):
    t = table(1)
    ranks = mean_ranks(t).to_numpy()
    chosen: list[int] = []
    for _ in range(5):
        free = [j for j in range(14) if j not in chosen]
        errors = [np.abs(ranks[[*chosen, j]].mean(axis=0) - ranks.mean(axis=0)).sum() for j in free]
        chosen.append(free[int((np.array(errors) <= min(errors) + 1e-8).argmax())])
    found = pb.select(t, 5, "oracle")
    assert found.names == tuple(t.datasets[i] for i in chosen)
    assert "past-results" in found.notes


def test_no_other_strategy_has_less_error(table, place):
    found = pb.rank_preservation(
        table(1), {"x": place(1)}, ["oracle", "random", "farthest-first"], (2, 3, 4), 20
    )
    mae = found.auc.query("metric == 'mae'").set_index("strategy")["mean"]
    assert mae.idxmin() == "oracle"


@pytest.mark.parametrize("standardize", ["all", "pool", "none"])
def test_a_results_table_is_an_embedding(table, standardize):
    """Its mean ranks are the columns, for every study that takes embeddings, in both languages."""
    t = table(1)
    ranks = mean_ranks(t)
    strategies = ("k-means", "farthest-first/euclidean")
    asked = {"strategies": strategies, "sizes": (2, 3), "trials": 5}
    asked |= {"standardize": standardize, "engine": "both"}
    found = pb.rank_preservation(t, {"ranks": t}, **asked)
    by_hand = pb.rank_preservation(t, {"ranks": ranks}, **asked)
    pd.testing.assert_frame_equal(found.auc, by_hand.auc)
    assert "past-results" in found.notes
    assert "past-results" not in by_hand.notes  # nobody can know


@pytest.mark.parametrize("study", [
    lambda t, embedding: pb.mantel(t, {"ranks": embedding}, engine="both"),
    lambda t, embedding: pb.ranking_bounds(t, embedding, (2, 5), engine="both"),
    lambda t, embedding: pb.covering(embedding, engine="both"),
])  # fmt: skip
def test_other_studies_take_it_too(table, study):
    t = table(1)
    assert study(t, t).table.equals(study(t, mean_ranks(t)).table)


def test_an_embedding_has_a_row_for_every_dataset(table):
    t = table(1)
    few = t.select(datasets=t.datasets[1:])
    with pytest.raises(pb.ArgumentError, match=t.datasets[0]):
        pb.rank_preservation(t, {"ranks": few}, ["k-means"], (2, 3), 5)


@pytest.mark.parametrize(
    "ask",
    {
        "select": lambda t, x: pb.select(x, 3),
        "covering": lambda t, x: pb.covering(x),
        "mantel": lambda t, x: pb.mantel(t, {"x": x}, 9),
        "ranking_bounds": lambda t, x: pb.ranking_bounds(t, x, (2,)),
        "leave_one_family_out": lambda t, x: pb.leave_one_family_out(
            t, {"x": x}, {name: name[-1] for name in t.datasets}, ["k-medoids"], (2,), 2
        ),
        "scale_analysis": lambda t, x: pb.scale_analysis(
            t, {"x": x}, ["k-medoids"], (2, 3), 2, benchmarks=1, datasets=8, models=3
        ),
    }.items(),
    ids=lambda one: one[0],
)
def test_every_call_notes_an_embedding_of_past_results(ask):
    made = pb.synthetic_benchmark(0, datasets=12, models=4, repeats=1)
    assert "past-results" in ask[1](made.table, made.table).notes
    assert "past-results" not in ask[1](made.table, made.oracle).notes
