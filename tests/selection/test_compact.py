"""A compact benchmark against loops: the choice, and each method left out of it."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.stats

import pybench as pb
from pybench.base.errors import ArgumentError, ResultsTableError
from pybench.selection.compact import STRATEGIES, compact


@pytest.fixture
def t():
    rng = np.random.default_rng(0)
    scores = rng.normal(size=(14, 5)) + np.arange(5) * 0.4
    return pb.read_results(
        scores.round(1), datasets=[f"d{i:02d}" for i in range(14)], classifiers=list("abcde"),
        higher_is_better=True,
    )  # fmt: skip


def names_of(t, k, strategy, without=()):
    kept = t.select(classifiers=[one for one in t.classifiers if one not in without])
    return list(pb.select(kept, k, strategy, standardize=False).names)


def test_each_method_is_judged_on_datasets_and_a_strategy_that_the_others_chose(t):
    """By loops over `select`; with 5 methods, each is a fold."""
    ranks, k = pb.ranks(t), 4
    whole = ranks.mean()

    def error(name, strategy, without):
        return abs(ranks.loc[names_of(t, k, strategy, without), name].mean() - whole[name])

    kept, chosen = [], set()
    for name in t.classifiers:
        others = [one for one in t.classifiers if one != name]
        inner = [np.mean([error(o, s, (name, o)) for o in others]) for s in STRATEGIES]
        best = STRATEGIES[int(np.round(inner, 9).argmin())]
        chosen.add(best)
        kept.append(ranks.loc[names_of(t, k, best, (name,)), name].mean())
    assert len(chosen) > 1  # so that the choice of the strategy is tested
    found = compact(t, k)
    assert found.error == pytest.approx(np.abs(kept - whole.to_numpy()).mean(), rel=1e-12)
    rho = scipy.stats.spearmanr(kept, whole).statistic
    assert found.spearman == pytest.approx(rho, rel=1e-12)
    outer = [np.mean([error(o, s, (o,)) for o in t.classifiers]) for s in STRATEGIES]
    assert found.chosen_by == STRATEGIES[int(np.round(outer, 9).argmin())]
    assert list(found.names) == names_of(t, k, found.chosen_by)


def test_more_than_ten_methods_are_left_out_in_folds():
    """Twelve methods, ten folds: a twin is never left out without its fold."""
    scores = np.random.default_rng(2).normal(size=(20, 12)) + np.arange(12) * 0.3
    t = pb.read_results(
        scores, datasets=[f"d{i:02d}" for i in range(20)], classifiers=list("abcdefghijkl"),
        higher_is_better=True,
    )  # fmt: skip
    found = compact(t, 20)
    assert (found.error, found.spearman) == (0.0, pytest.approx(1.0))
    assert compact(t, 6) == compact(t, 6)
    assert compact(t, 6).random_error != compact(t, 6, seed=1).random_error


def test_random_choices_have_the_error_of_a_sample_mean(t):
    """Of k datasets without replacement: the mean over all subsets, by enumeration."""
    from itertools import combinations

    ranks = pb.ranks(t).to_numpy()
    each = [np.abs(ranks[list(rows)].mean(axis=0) - ranks.mean(axis=0)).mean()
            for rows in combinations(range(14), 3)]  # fmt: skip
    found = compact(t, 3)
    assert found.random_error == pytest.approx(np.mean(each), abs=4 * np.std(each) / 1000**0.5)


def test_all_datasets_keep_everything(t):
    found = compact(t, 14)
    assert (found.error, found.random_error, found.spearman) == (0.0, 0.0, pytest.approx(1.0))


@pytest.mark.parametrize("seed", range(3))
def test_unseen_methods_gain_where_results_have_a_structure(seed):
    """Two properties of datasets and of methods make the scores, with little noise."""
    rng = np.random.default_rng(seed)
    scores = rng.normal(size=(100, 2)) @ rng.normal(size=(2, 12))
    t = pb.read_results(
        scores + rng.normal(scale=0.2, size=scores.shape),
        datasets=[f"d{i:03d}" for i in range(100)], classifiers=list("abcdefghijkl"),
        higher_is_better=True,
    )  # fmt: skip
    found = compact(t, 10)
    assert found.error < 0.7 * found.random_error


def test_refused(t):
    with pytest.raises(ArgumentError, match="at most 14"):
        compact(t, 15)
    with pytest.raises(ResultsTableError):
        compact(t.select(classifiers=["a", "b", "c"]), 3)
