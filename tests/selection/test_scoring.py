"""A block of trials against the public functions, one choice at a time."""

from __future__ import annotations

import numpy as np
import pytest

import pybench as pb
from pybench.selection.trials import drawn, ranked

NAMES = ("k-means", "farthest-first/cosine", "farthest-first/euclidean", "a-optimal", "d-optimal")


@pytest.mark.parametrize("standardize", ["pool", "none"])
def test_choices_are_those_of_select_on_the_pool(table, place, standardize):
    t, frame = table(1), place(1)
    strategies = NAMES[1:]
    found = pb.rank_preservation(
        t, {"x": frame}, strategies, (2, 4), 6, standardize=standardize, seed=5, metrics=["mae"]
    )
    sums = ranked(t, pairs=False).sums / 6
    goal = sums.mean(axis=0)
    for trial, rows in enumerate(drawn(14, 0.8, 6, 5, "datasets")):
        for at, strategy in enumerate(strategies):
            errors = []
            for k in (2, 4):
                part = frame.iloc[rows]
                chosen = pb.select(part, k, strategy, standardize=standardize == "pool")
                ours = sums[[t.datasets.index(name) for name in chosen.names]].mean(axis=0)
                errors.append(np.abs(ours - goal).mean())
            assert found.by_trial[at, trial] == pytest.approx(np.mean(errors) * 2)


def test_strategies_of_one_representation_share_products_and_change_nothing(table, place):
    t, places = table(0), {"x": place(0), "y": place(1, p=20)}
    whole = pb.rank_preservation(t, places, NAMES, (2, 5), 8)
    for strategy in NAMES:
        alone = pb.rank_preservation(t, places, [strategy], (2, 5), 8)
        rows = (whole.auc["strategy"] == strategy).to_numpy()
        np.testing.assert_array_equal(whole.by_trial[rows], alone.by_trial)


def test_who_does_not_draw_chooses_once_where_models_vary(table, place):
    t, frame = table(0), place(0)
    found = pb.rank_preservation(t, {"x": frame}, ["farthest-first"], (2, 5), 8, vary="models",
                                 metrics=["mae"])  # fmt: skip
    results = ranked(t, pairs=True)
    kept = drawn(5, 0.8, 8, 0, "models")
    sums, reference = results.among(kept)
    errors = []
    for k in (2, 5):
        rows = [t.datasets.index(name) for name in pb.select(frame, k).names]
        ours = sums[:, rows].mean(axis=1) / 6
        errors.append(np.abs(ours - reference.mean_ranks).mean(axis=1))
    np.testing.assert_allclose(found.by_trial[0], 1.5 * np.sum(errors, axis=0))
