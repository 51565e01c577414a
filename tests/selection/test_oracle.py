"""The oracle against a loop, and as a limit of all others."""

from __future__ import annotations

import numpy as np

import pybench as pb


def test_each_choice_brings_the_mean_ranks_nearest(table):
    t = table(1)
    ranks = np.mean([pb.ranks(pb.read_results(
        t.by_repeat[:, :, fold], higher_is_better=t.higher_is_better, datasets=t.datasets,
        classifiers=t.classifiers)).to_numpy() for fold in range(3)], axis=0)  # fmt: skip
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
