"""Farthest-first against a naive loop, ties and duplicates included."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.distance import cdist

from pybench.selection.farthest import farthest_first, radii, starts, traversal
from pybench.selection.space import distances, gram, standardized


def naive(apart, first, size):
    chosen = [first]
    while len(chosen) < size:
        best, far = None, -1.0
        for j in range(len(apart)):
            if j not in chosen:
                near = min(apart[j, i] for i in chosen)
                if near > far + 1e-9:
                    best, far = j, near
        chosen.append(best)
    return chosen


@pytest.mark.parametrize("metric", ["cosine", "euclidean"])
@pytest.mark.parametrize("grid", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_the_order_is_that_of_a_naive_loop(place, pools, metric, grid, seed):
    found = pools(place(seed, grid=grid), count=5, size=9, metric=metric)
    sizes = (1, 3, 9)
    chosen = farthest_first(found, sizes)
    first, _ = starts(found.grams, found.apart, metric, "mean")
    for t in range(5):
        expected = naive(found.apart[t], int(first[t]), 9)
        for size, part in zip(sizes, chosen, strict=True):
            assert part[t].tolist() == expected[:size]


@pytest.mark.parametrize("metric", ["cosine", "euclidean"])
def test_the_start_is_farthest_from_the_mean_or_of_the_largest_mean_distance(place, metric):
    x = place(5, n=30, p=6).to_numpy() + 0.5
    g = gram(x)[None]
    apart = distances(g, metric)
    to_mean = cdist(x, x.mean(axis=0)[None], metric)[:, 0]
    first, replaced = starts(g, apart, metric, "mean")
    assert (int(first[0]), bool(replaced[0])) == (int(to_mean.argmax()), False)
    first, _ = starts(g, apart, metric, "distance")
    assert int(first[0]) == int(apart[0].mean(axis=1).argmax())


def test_a_mean_without_direction_gives_way_to_the_mean_distance(place):
    g = gram(standardized(place(6, n=30).to_numpy()))[None]
    apart = distances(g, "cosine")
    first, replaced = starts(g, apart, "cosine", "mean")
    assert replaced[0]
    assert first[0] == apart[0].mean(axis=1).argmax()


def test_all_equal_datasets_come_in_order():
    apart = np.zeros((1, 4, 4))
    assert traversal(apart, np.array([0]), 4).tolist() == [[0, 1, 2, 3]]


def test_radii_are_the_farthest_distances(place, pools):
    apart = pools(place(7), metric="euclidean").apart[0]
    order = np.array([3, 0, 7, 5])
    expected = [max(min(apart[j, i] for i in order[:k]) for j in range(14)) for k in range(1, 5)]
    np.testing.assert_allclose(radii(apart, order), expected)
