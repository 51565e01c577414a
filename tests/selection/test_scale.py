"""Mini-benchmarks: each is the protocol on a part of the table."""

from __future__ import annotations

import numpy as np
import pytest

import pybench as pb
from pybench.base.errors import ArgumentError
from pybench.base.stream import draw, uniforms


def test_each_part_is_a_protocol_of_its_own(table, place):
    t, frame = table(1), place(1)
    found = pb.scale_analysis(
        t, {"x": frame}, ["farthest-first"], (2, 3, 4), 6, benchmarks=3, datasets=8, models=4,
        metrics=["mae", "spearman"], seed=2,
    )  # fmt: skip
    rows = np.sort(draw(14, 8, 3, 2, "mini-benchmark datasets"), axis=1)
    columns = np.sort(draw(5, 4, 3, 2, "mini-benchmark models"), axis=1)
    seeds = np.floor(uniforms(2, "mini-benchmark", 0, 3) * 2**31)
    means = []
    for i in range(3):
        part = t.select([t.datasets[j] for j in rows[i]], [t.classifiers[j] for j in columns[i]])
        one = pb.rank_preservation(
            part, {"x": frame}, ["random", "farthest-first"], (2, 3, 4), 6,
            seed=int(seeds[i]), metrics=["mae", "spearman"],
        )  # fmt: skip
        means.append(one.auc["mean"].to_numpy())
    random, ours = np.array(means)[:, :2], np.array(means)[:, 2:]
    lead = (ours - random) * [-1, 1]
    np.testing.assert_allclose(found.table["gain"], lead.mean(axis=0) / random.mean(axis=0))
    np.testing.assert_allclose(found.table["won"], (lead > 0).mean(axis=0))
    assert "3 mini-benchmarks of 8 datasets x 4 models" in str(found)


def test_more_than_there_are_is_refused(table, place):
    for wrong in ({"datasets": 15}, {"models": 6}):
        with pytest.raises(ArgumentError, match=r"the number of .* in the table"):
            pb.scale_analysis(table(0), {"x": place(0)}, **wrong)


def test_random_alone_is_compared_with_nothing(table):
    with pytest.raises(ArgumentError, match="besides random"):
        pb.scale_analysis(table(0), {}, ["random"], datasets=8, models=4)


def test_one_strategy_is_a_name_and_one_part_has_no_deviation(table, place):
    found = pb.scale_analysis(
        table(1), {"x": place(1)}, "k-means", (2, 3), 4, benchmarks=1, datasets=9, models=4
    )
    assert found.table["strategy"].unique().tolist() == ["k-means"]
    assert found.table["sd"].isna().all()


def test_whole_numbers_that_are_floats_and_embeddings_without_a_name(table, place):
    t, frame = table(0), place(0)

    def ask(given, datasets=8, strategies=("k-means",)):
        return pb.scale_analysis(
            t, given, strategies, (2, 3), 3, benchmarks=2, datasets=datasets, models=3
        )

    assert str(ask({"x": frame}, 8.0)) == str(ask({"x": frame}, 8, iter(["k-means"])))
    with pytest.raises(ArgumentError, match="`embeddings` must be a mapping"):
        ask(frame)
    with pytest.raises(ArgumentError, match="`embeddings` must suit each of them"):
        ask(None)
