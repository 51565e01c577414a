"""Trials: ranks within repeats, ranks among some models, pools."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import rankdata

import pybench as pb
from pybench.base.errors import ArgumentError
from pybench.selection.trials import check_sizes, drawn, ranked, share


def fold_ranks(t, models=slice(None)):
    parts = []
    for fold in range(t.by_repeat.shape[2]):
        part = pb.read_results(
            t.by_repeat[:, models, fold], higher_is_better=t.higher_is_better, datasets=t.datasets,
            classifiers=np.array(t.classifiers)[models].tolist(),
        )  # fmt: skip
        parts.append(pb.ranks(part).to_numpy())
    return np.mean(parts, axis=0)


@pytest.mark.parametrize("seed", [0, 1])
def test_ranks_are_within_repeats(table, seed):
    t = table(seed)
    found = ranked(t, pairs=False)
    np.testing.assert_allclose(found.sums / (2 * found.repeats), fold_ranks(t))
    np.testing.assert_allclose(found.reference.mean_ranks[0], fold_ranks(t).mean(axis=0))


@pytest.mark.parametrize("seed", [0, 1])
def test_ranks_among_some_models_are_ranked_again(table, seed):
    t = table(seed)
    kept = np.array([[0, 2, 3], [1, 3, 4]])
    sums, reference = ranked(t, pairs=True).among(kept)
    for trial in range(2):
        expected = fold_ranks(t, kept[trial])
        np.testing.assert_allclose(sums[trial] / 6, expected)
        np.testing.assert_allclose(reference.mean_ranks[trial], expected.mean(axis=0))


def test_a_table_without_repeats_has_one(table):
    t = pb.read_results(
        table(0).scores, higher_is_better=False, datasets=table(0).datasets,
        classifiers=table(0).classifiers,
    )  # fmt: skip
    assert ranked(t, pairs=False).repeats == 1
    np.testing.assert_array_equal(ranked(t, pairs=False).sums / 2, pb.ranks(t))


def uneven(t):
    """Return the table with 3, 2 and 1 repeats of its datasets, in turn."""
    folds = t.by_repeat.copy()
    folds[1::3, :, 2:] = np.nan
    folds[2::3, :, 1:] = np.nan
    return pb.ResultsTable(t.datasets, t.classifiers, t.scores, t.higher_is_better, None, folds)


@pytest.mark.parametrize("seed", [0, 1])
def test_datasets_with_fewer_repeats_count_as_much_as_others(table, seed):
    t = table(seed)
    found, kept = ranked(uneven(t), pairs=True), np.array([[0, 2, 3]])
    assert (found.repeats, found.ranked) == (6, 3)
    among = found.among(kept)[0][0]
    sign = -1 if t.higher_is_better else 1
    for i in range(t.n_datasets):
        folds = sign * t.by_repeat[i][:, : 3 - i % 3]
        expected = rankdata(folds, axis=0).mean(axis=1)
        np.testing.assert_allclose(found.sums[i] / 12, expected)
        np.testing.assert_allclose(among[i] / 12, rankdata(folds[kept[0]], axis=0).mean(axis=1))


def test_means_are_ranked_where_no_repeat_has_all_models(table):
    t = uneven(table(0))
    folds = t.by_repeat.copy()
    folds[2, 0] = np.nan
    t = pb.ResultsTable(t.datasets, t.classifiers, t.scores, False, None, folds)
    assert (ranked(t, pairs=False).sums[2] / 12).tolist() == rankdata(t.scores[2]).tolist()


def test_numbers_of_repeats_without_a_common_multiple_are_refused():
    folds = np.random.default_rng(0).normal(size=(7, 2, 31))
    for i, count in enumerate((11, 13, 17, 19, 23, 29, 31)):
        folds[i, :, count:] = np.nan
    t = pb.ResultsTable(tuple("abcdefg"), ("x", "y"), folds[:, :, 0], True, None, folds)
    with pytest.raises(ArgumentError, match="too many different numbers of repeats"):
        ranked(t, pairs=False)


@pytest.mark.r
def test_the_languages_agree_on_datasets_with_fewer_repeats(table, place):
    t = uneven(table(0))
    found = pb.rank_preservation(
        t, {"place": place(0)}, sizes=range(2, 6), trials=10, engine="both", vary="models"
    )
    assert (found.n_repeats, found.engine) == (3, "both")


def test_fractions_round_down_but_not_for_rounding_noise():
    assert [share(100, 0.29), share(112, 0.8), share(30, 0.8), share(9, 1.0)] == [29, 89, 24, 9]


def test_pools():
    found = drawn(10, 0.5, 200, 3, "datasets")
    assert found.shape == (200, 5)
    assert (np.diff(found, axis=1) > 0).all()
    np.testing.assert_array_equal(drawn(10, 0.5, 20, 3, "datasets"), found[:20])
    assert np.bincount(found.ravel()).min() > 70
    with pytest.raises(ArgumentError, match="2 datasets or more in each trial, not 1 of 10"):
        drawn(10, 0.19, 5, 0, "datasets")
    with pytest.raises(ArgumentError, match="at most 5, the number of datasets in each trial"):
        check_sizes(5, (2, 6))
