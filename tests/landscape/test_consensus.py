"""The consensus of partitions: what all agree on, ties, and brute force over small trees."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from pybench.landscape.consensus import consensus, jaccard_distances, joined, voted
from pybench.landscape.partitions import adjusted_rand, shared_counts

TRUTH = np.repeat([0, 1, 2], [20, 30, 40])


def test_equal_partitions_are_their_own_consensus_whatever_their_labels():
    found = consensus(np.stack([TRUTH, 2 - TRUTH, (TRUTH + 1) % 3], axis=1))
    assert adjusted_rand(shared_counts(found.labels, TRUTH)) == 1
    assert (found.placed == found.labels[:, None]).all()
    assert found.tried[-1] == (3, 1.0)


@pytest.mark.parametrize("seed", range(5))
def test_noise_around_a_partition_is_outvoted(seed):
    rng = np.random.default_rng(seed)
    noisy = np.stack([TRUTH] * 9, axis=1)
    wrong = rng.random(noisy.shape) < 0.15
    noisy[wrong] = rng.integers(0, 3, wrong.sum())
    found = consensus(noisy)
    one = min(adjusted_rand(shared_counts(found.labels, column)) for column in noisy.T)
    assert adjusted_rand(shared_counts(found.labels, TRUTH)) > 0.95 > one


def test_a_map_that_joins_two_regions_puts_both_in_one():
    found = consensus(np.stack([TRUTH, TRUTH, TRUTH, TRUTH // 2], axis=1))
    assert adjusted_rand(shared_counts(found.labels, TRUTH)) == 1
    # the joined region shares more with the larger part of it
    assert [column.tolist() for column in found.clusters] == [[0, 1, 2]] * 3 + [[1, 2]]


def test_distances_are_those_of_sets():
    partitions = np.stack([TRUTH, np.random.default_rng(0).integers(0, 4, 90)], axis=1)
    parts = [set(np.flatnonzero(column == value)) for column in partitions.T
             for value in range(column.max() + 1)]  # fmt: skip
    found = jaccard_distances(partitions, np.array([0, 3]), 7)
    for (i, a), (j, b) in itertools.product(enumerate(parts), repeat=2):
        assert found[i, j] == pytest.approx(1 - len(a & b) / len(a | b))


@pytest.mark.parametrize("seed", range(5))
def test_the_tree_is_that_of_scipy_if_nothing_ties(seed):
    from scipy.cluster.hierarchy import fcluster, linkage
    from scipy.spatial.distance import squareform

    rng = np.random.default_rng(seed)
    d = squareform(rng.random(12 * 11 // 2))
    tree = linkage(squareform(d), "average")
    cuts = joined(d, 12)
    assert len(cuts) == 12
    for k, cut in enumerate(cuts, 1):
        wanted = fcluster(tree, k, "maxclust")
        assert ((cut[:, None] == cut) == (wanted[:, None] == wanted)).all()
        assert list(dict.fromkeys(cut.tolist())) == list(range(k))


def test_of_ties_the_first_pair_is_joined():
    d = 1 - np.eye(4)
    assert [cut.tolist() for cut in joined(d, 3)] == [[0, 0, 0, 0], [0, 0, 0, 1], [0, 0, 1, 2]]


def test_a_vote_goes_to_the_first_if_tied():
    assert voted(np.array([[1, 0, 2], [2, 2, 0], [1, 2, 2]]), 3).tolist() == [0, 2, 2]
