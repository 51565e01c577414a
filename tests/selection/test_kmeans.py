"""k-means against scikit-learn's criterion and a direct computation from coordinates."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.cluster import KMeans

from pybench.base.stream import uniforms
from pybench.selection.kmeans import k_means, representatives, seeded, settled
from pybench.selection.space import gram


def clustered(x, u):
    g = gram(x)[None]
    squares = np.diagonal(g, axis1=-2, axis2=-1)
    starts, size = u.shape
    labels = seeded(g, squares, u[None]).reshape(starts, -1)
    begun = labels.copy()
    own = settled(g, squares, labels, np.zeros(starts, np.int64), size)
    return begun, labels, own


@pytest.mark.parametrize("seed", range(5))
def test_lloyd_is_scikit_learns_from_the_same_start(seed):
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(40, 3)) + 4 * rng.integers(0, 3, (40, 1))
    begun, labels, own = clustered(x, uniforms(seed, "test", 0, 20).reshape(5, 4))
    for start in range(5):
        centres = np.array([x[begun[start] == c].mean(axis=0) for c in range(4)])
        theirs = KMeans(4, init=centres, n_init=1, tol=0).fit(x)
        np.testing.assert_array_equal(labels[start], theirs.labels_)
        assert own[start].sum() == pytest.approx(theirs.inertia_)


def test_the_seeds_are_drawn_by_squared_distance():
    x = np.array([[0.0], [1.0], [3.0]])
    u = uniforms(1, "test", 0, 30_000).reshape(-1, 2)
    u[:, 0] = 0.0  # the first centre is the first point; then weights 1 and 9
    g = gram(x)[None]
    labels = seeded(g, np.diagonal(g, axis1=-2, axis2=-1), u[None])[0]
    third = (labels[:, 2] == 1) & (labels[:, 1] == 0)
    assert third.mean() == pytest.approx(0.9, abs=0.01)


@pytest.mark.parametrize("seed", range(4))
def test_the_members_nearest_to_the_centres_are_chosen_largest_cluster_first(seed):
    rng = np.random.default_rng(seed)
    x = np.concatenate([rng.normal(size=(size, 2)) + 20 * i for i, size in enumerate((9, 4, 6))])
    chosen = representatives(gram(x)[None], uniforms(seed, "test", 0, 30).reshape(1, 10, 3))[0]
    expected = []
    for start, stop in ((0, 9), (13, 19), (9, 13)):
        away = ((x[start:stop] - x[start:stop].mean(axis=0)) ** 2).sum(axis=1)
        expected.append(start + int(away.argmin()))
    assert chosen.tolist() == expected


@pytest.mark.parametrize("size", [2, 5, 8])
def test_equal_datasets_still_give_distinct_ones(size):
    x = np.repeat([[0.0, 0.0], [1.0, 1.0], [5.0, 0.0]], [4, 3, 1], axis=0)
    chosen = representatives(gram(x)[None], uniforms(0, "test", 0, 3 * size).reshape(1, 3, size))
    assert len(set(chosen[0].tolist())) == size
    if size > 2:
        assert {tuple(x[i]) for i in chosen[0]} == {(0, 0), (1, 1), (5, 0)}


def test_a_trial_does_not_depend_on_the_others(place, pools):
    many = pools(place(0), count=12, size=9)
    whole = k_means(many, (2, 4))
    part = k_means(type(many)(many.rows[7:9], many.space, "cosine", many.rules, 7), (2, 4))
    for size in range(2):
        np.testing.assert_array_equal(part[size], whole[size][7:9])
