"""Guidance is counted from sizes that suffice, and from areas."""

from __future__ import annotations

import dataclasses
import math

import numpy as np
import pytest

import pybench as pb


@pytest.fixture(scope="module")
def found():
    made = pb.synthetic_benchmark(0, datasets=40, models=8, repeats=1)
    strategies = ["random", "farthest-first", "k-medoids", "a-optimal", "oracle"]
    views = {"oracle": made.oracle, "broken": made.broken}
    return pb.rank_preservation(
        made.table, views, strategies, range(2, 15), 20, targets={"mae": 0.7, "spearman": 0.75}
    )


def test_sizes_are_those_of_the_methods_that_reach_the_target(found):
    table = found.guidance().set_index("metric")
    for metric, target in (("mae", 0.7), ("spearman", 0.75)):
        own = table.loc[metric]
        assert (own["target"], own["methods"]) == (target, 7)
        for rule, end in (("by_mean", ""), ("conservative", "_conservative")):
            sizes = sorted(
                row[rule] for _, row in found.sufficient.iterrows()
                if row["metric"] == metric and row["strategy"] != "oracle"
                and math.isfinite(row[rule])
            )  # fmt: skip
            assert own[f"reached{end}"] == len(sizes)
            if sizes:
                said = own[[f"best{end}", f"median{end}", f"worst{end}"]].tolist()
                assert said == [sizes[0], np.median(sizes), sizes[-1]]
    assert 0 < table.loc["spearman", "reached"] < 7  # the test sees both


def test_gains_are_shares_of_the_area_of_random_choice(found):
    table = found.guidance().set_index("metric")
    for metric, areas in found.auc.groupby("metric"):
        mean = areas.set_index(["strategy", "representation"])["mean"]
        chance = mean["random", ""]
        sign = -1 if metric == "mae" else 1
        gains = [
            sign * (value - chance) / chance
            for (strategy, _), value in mean.items() if strategy not in ("random", "oracle")
        ]  # fmt: skip
        said = table.loc[metric, ["gain_best", "gain_median", "gain_worst"]].tolist()
        assert said == pytest.approx([max(gains), np.median(gains), min(gains)])
    assert table.loc["ndcg5", ["target", "best", "worst_conservative"]].isna().all()


def test_without_random_choice_or_a_target_nothing_is_claimed(found):
    auc = found.auc[found.auc["strategy"] != "random"]
    bare = dataclasses.replace(found, auc=auc).guidance()
    assert bare[["gain_best", "gain_median", "gain_worst"]].isna().all(axis=None)
    hard = found.sufficient.assign(by_mean=np.inf, conservative=np.inf)
    none = dataclasses.replace(found, sufficient=hard).guidance().set_index("metric").loc["mae"]
    assert none["reached"] == none["reached_conservative"] == 0
    assert none[["best", "median", "worst", "best_conservative"]].isna().all()
