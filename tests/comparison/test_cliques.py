"""Cliques against brute force; scmamp's bars: test_cases.py."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

import pybench as pb
from pybench.comparison.cliques import cliques, letters, scmamp_bars


def brute_force(names, ranks, significant):
    k = len(names)
    order = sorted(range(k), key=lambda i: (ranks[i], names[i]))
    alike = [
        set(group)
        for size in range(2, k + 1)
        for group in itertools.combinations(range(k), size)
        if not any(significant[i, j] for i, j in itertools.combinations(group, 2))
    ]
    maximal = [group for group in alike if not any(group < other for other in alike)]
    ranked = sorted(sorted(order.index(i) for i in group) for group in maximal)
    return tuple(tuple(names[order[p]] for p in group) for group in ranked)


def test_any_pair_graph():
    """R36: 5,000 graphs of up to 8 methods, intervals of mean rank or not."""
    rng = np.random.default_rng(36)
    for _ in range(5000):
        k = int(rng.integers(2, 9))
        names = [f"c{i}" for i in rng.permutation(k)]
        ranks = rng.integers(2, 2 * k + 1, size=k) / 2
        upper = np.triu(rng.random((k, k)) < rng.random(), 1)
        significant = upper | upper.T
        assert cliques(names, ranks, significant) == brute_force(names, ranks, significant)


def test_many_classifiers_alike_make_one_bar():
    names = [f"c{i:02d}" for i in range(60)]
    assert cliques(names, np.full(60, 30.5), np.zeros((60, 60), bool)) == (tuple(names),)


def test_a_bar_of_more_classifiers_than_python_nests_calls():
    names = [f"c{i:04d}" for i in range(1200)]
    significant = np.zeros((1200, 1200), bool)
    significant[0, 2] = significant[2, 0] = True
    found = cliques(names, np.arange(1200.0), significant)
    assert found == ((*names[:2], *names[3:]), tuple(names[1:]))


def test_scmamp_joins_strictly_less_than_the_critical_difference():
    names, ranks = ["a", "b", "c"], np.array([1.0, 2.0, 3.0])
    assert scmamp_bars(names, ranks, 1.0) == ()
    assert scmamp_bars(names, ranks, 1.5) == (("a", "b"), ("b", "c"))
    assert scmamp_bars(names, ranks, 2.0) == (("a", "b"), ("b", "c"))


@pytest.mark.parametrize(("k", "too_many"), [(24, False), (27, True)])
def test_a_graph_with_more_cliques_than_a_figure_can_show_is_refused(k, too_many):
    """Moon and Moser: groups of three that differ only among themselves make 3^(k/3) cliques."""
    names, ranks = [f"c{i:02d}" for i in range(k)], np.arange(k, dtype=float)
    group = np.arange(k) // 3
    significant = group[:, None] == group[None, :]
    if not too_many:
        assert len(cliques(names, ranks, significant)) == 3 ** (k // 3)
        return
    with pytest.raises(pb.ArgumentError, match=r"more than 10000 sets .* too many for bars"):
        cliques(names, ranks, significant)


def test_letters_are_shared_exactly_by_pairs_that_do_not_differ():
    rng = np.random.default_rng(3)
    for _ in range(200):
        k = int(rng.integers(2, 8))
        names = [f"m{i}" for i in range(k)]
        significant = np.triu(rng.random((k, k)) < 0.5, 1)
        significant |= significant.T
        found = letters(names, cliques(names, np.arange(k, dtype=float), significant), significant)
        for i, j in itertools.combinations(range(k), 2):
            assert bool(set(found[i]) & set(found[j])) != significant[i, j]
        assert found[0][0] == "a"


def test_letters_are_refused_where_they_would_not_show_the_verdicts():
    alone = ~np.eye(53, dtype=bool)
    assert letters([f"m{i}" for i in range(53)], (), alone) is None
    assert letters(["x", "y"], (), np.zeros((2, 2), bool)) is None
